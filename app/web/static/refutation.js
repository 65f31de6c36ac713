// Why a move of a study loses: its refutation is played on the board, step by step.

import { button, h } from "./dom.js";
import { tr } from "./language.js";

/** @typedef {import("../page.d.ts").PositionPage} PositionPage */

/**
 * @param {(page: PositionPage, moves: string[]) => Promise<PositionPage>} play Returns the page
 *     after some moves.
 * @param {(page: PositionPage) => void} show Draws a page.
 * @param {() => void} back Draws the position of the study again.
 */
export function refutation(play, show, back) {
  /** @type {string[]} */
  let moves = [];
  /** @type {PositionPage[]} */
  let pages = []; // after none, one, two, … of the moves, as far as they were shown
  let at = 0;

  const before = button("‹", () => go(at - 1), {
    class: "plain",
    "aria-label": tr("One move back"),
  });
  const after = button("", () => go(at + 1), { class: "plain", id: "refute" });
  const told = h("span", { "aria-live": "polite" });
  const node = h("p", { class: "refutation", id: "refutation" });

  /** @param {number} wanted */
  async function go(wanted) {
    const line = pages;
    while (line.length <= wanted) {
      line.push(await play(line[line.length - 1], [moves[line.length - 1]]));
      if (line !== pages) return; // another study, or another move
    }
    at = wanted;
    if (at) show(pages[at]);
    else back();
    render();
  }

  function render() {
    before.hidden = at === 0;
    after.textContent = at ? "›" : tr("Show it on the board");
    after.ariaLabel = at ? tr("The next move") : null;
    after.disabled = at === moves.length;
    told.textContent = at
      ? tr("{number} of {count}: {move}", { number: at, count: moves.length, move: moves[at - 1] })
      : "";
  }

  return {
    node,
    /**
     * Offer to show the moves that follow a position.
     *
     * @param {PositionPage} page
     * @param {string[]} line
     */
    offer(page, line) {
      moves = line;
      pages = [page];
      at = 0;
      node.replaceChildren(before, told, after);
      render();
    },
    // Return to the position of the study, if a move is shown.
    leave() {
      if (at) go(0);
    },
    end() {
      pages = [];
      at = 0;
      node.replaceChildren();
    },
  };
}
