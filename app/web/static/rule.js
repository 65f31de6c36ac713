// The rules in force: what scores under the options of a game, who wins ties, and the swap.

import { h } from "./dom.js";
import { tr } from "./language.js";

/** @typedef {import("../page.d.ts").PositionPage} PositionPage */

/** The rules of a game in force, as an element and the function that fills it from a page. */
export function ruleNote() {
  const node = h("div", { class: "note rule", id: "rule" });
  const show = (/** @type {PositionPage} */ page, /** @type {string[]} */ sides) => {
    node.classList.toggle("two", page.phases.length > 1);
    node.replaceChildren(...ruleLines(page, sides));
  };
  return { node, show };
}

/**
 * One line for the game, or for each of two games.
 *
 * @param {PositionPage} page
 * @param {string[]} sides
 */
function ruleLines({ columns, rows, phases, phase, ties, swap }, [first, second]) {
  const board = tr("{columns}×{rows}.", { columns, rows });
  if (phases.length === 1) {
    return [h("p", {}, sentences([board, phases[0].scoring, ties, swap]))];
  }
  return [
    ...phases.map((each, index) =>
      h(
        "p",
        { "aria-current": index === phase ? "step" : null },
        h("b", {}, each.game, " ", `${each.scores[first]}–${each.scores[second]}`),
        " ",
        each.scoring,
      ),
    ),
    h("p", {}, sentences([board, ties, swap])),
  ];
}

/** @param {string[]} texts */
const sentences = (texts) =>
  texts.filter(Boolean).reduce((text, more) => tr("{text} {more}", { text, more }));
