// The list of studies: a picture, the name and the level of each, what is solved, and a choice by
// game and level.

import { boardPicture } from "./board.js";
import { button, choice, h, refill, showCurrent, store, stored } from "./dom.js";
import { lazyPictures } from "./lazypictures.js";
import { tr } from "./language.js";

/**
 * What is listed of a study.
 *
 * @typedef {object} ListedStudy
 * @property {string} record The record of the game that leads to it.
 * @property {string} game The name of its game.
 * @property {string} title Its game and what is to be found.
 * @property {number} level From 1 for the easiest.
 * @property {boolean} solved Whether the reader has solved it.
 */

const solvedSign = () =>
  h(
    "span",
    {},
    h("span", { "aria-hidden": "true" }, " ✓"),
    h("span", { class: "hidden" }, tr(", solved")),
  );

/**
 * Make the list of studies.
 *
 * @template {ListedStudy} Study
 * @param {import("./engine.js").ApiEngine} engine Draws positions.
 * @param {{name: string, title: string}[]} games All games.
 * @param {{open: (index: number) => unknown, changed: () => void}} events `open` opens a study,
 *     `changed` hears of another choice.
 * @returns {{
 *   nodes: Node[],
 *   show: (studies: ListedStudy[], current: number, isPath: boolean) => void,
 *   next: () => number,
 *   leave: () => void,
 * }} `show` shows studies, of which one is open; `next` returns the index of the next one in the
 *     list, or -1 if there is none.
 */
export function studyList(engine, games, { open, changed }) {
  const heading = h("h3", { id: "study-path" }, tr("From easy to hard"));
  const list = h("ol", {
    class: "studies scroll",
    id: "study-list",
    "aria-label": tr("Studies"),
    tabindex: "0",
  });
  const kept = { game: "", level: "", unsolved: false, ...stored("studyfilter") };
  const game = choice("filter-game", [], { "aria-label": tr("Game"), onchange: choose });
  const level = choice("filter-level", [], { "aria-label": tr("Level"), onchange: choose });
  const unsolved = h("input", {
    type: "checkbox",
    id: "filter-unsolved",
    checked: kept.unsolved,
    onchange: choose,
  });
  const pictures = lazyPictures(async (/** @type {{record: string}} */ { record }) => {
    const page = await engine.ask("position", { record });
    const { picture, squares } = boardPicture(page.svg, false);
    for (const { element } of squares.values()) element.remove();
    return picture;
  });
  /** @type {Map<string, HTMLElement>} The picture of each study, by its record. */
  const places = new Map();
  /** @type {{studies: ListedStudy[], current: number, isPath: boolean}} */
  let shown = { studies: [], current: -1, isPath: true };

  const placeOf = (/** @type {ListedStudy} */ { record }) => {
    const place = places.get(record) ?? pictures.place({ record });
    places.set(record, place);
    return place;
  };

  /**
   * Offer the games and levels of the studies; a choice that none of them has is left.
   *
   * @param {HTMLSelectElement} select
   * @param {string} all The text of the choice of all.
   * @param {[value: string, label: string][]} found
   * @param {string} chosen
   */
  function offer(select, all, found, chosen) {
    const options = found.map(([value, label]) => h("option", { value }, label));
    select.replaceChildren(h("option", { value: "" }, all), ...options);
    select.value = chosen;
    if (select.selectedIndex < 0) select.value = "";
  }

  function offerChoices() {
    const { studies } = shown;
    const present = new Set(studies.map((each) => each.game));
    offer(
      game,
      tr("All games"),
      games.flatMap(({ name, title }) => (present.has(name) ? [[name, title]] : [])),
      kept.game,
    );
    const levels = [...new Set(studies.map((each) => each.level))].sort((one, two) => one - two);
    offer(
      level,
      tr("All levels"),
      levels.map((each) => [String(each), tr("Level {level}", { level: each })]),
      kept.level,
    );
  }

  function choose() {
    Object.assign(kept, {
      game: game.value,
      level: level.value,
      unsolved: unsolved.checked,
    });
    store("studyfilter", kept);
    fill();
    changed();
  }

  const isChosen = (/** @type {ListedStudy} */ each) =>
    (!game.value || each.game === game.value) &&
    (!level.value || String(each.level) === level.value) &&
    !(unsolved.checked && each.solved);

  // The numbers of the studies that are chosen.
  const chosen = () => shown.studies.flatMap((each, index) => (isChosen(each) ? [index] : []));

  /** @param {number} index */
  function item(index) {
    const { studies, current } = shown;
    const each = studies[index];
    const said = { ...each, number: index + 1 };
    return h(
      "li",
      {},
      button(
        [
          placeOf(each),
          h(
            "span",
            {},
            tr("{number}. {title}", said),
            each.solved ? solvedSign() : null,
            h(
              "span",
              { class: "note" },
              h("span", { class: "stars", "aria-hidden": "true" }, "●".repeat(each.level)),
              tr("level {level}", said),
            ),
          ),
        ],
        () => open(index),
        index === current ? { "aria-current": "true" } : {},
      ),
    );
  }

  function fill() {
    const { studies, isPath } = shown;
    const indices = chosen();
    const values = {
      done: studies.filter((each) => isChosen({ ...each, solved: false }) && each.solved).length,
      count: studies.filter((each) => isChosen({ ...each, solved: false })).length,
    };
    heading.textContent = isPath
      ? tr("From easy to hard: {done} of {count} solved", values)
      : tr("Your studies: {done} of {count} solved", values);
    refill(
      list,
      indices.length ? indices.map(item) : [h("li", { class: "note" }, tr("No matching study."))],
    );
    showCurrent(list);
  }

  return {
    nodes: [
      heading,
      h(
        "div",
        { class: "row filters" },
        game,
        level,
        h("label", {}, unsolved, tr("Unsolved only")),
      ),
      list,
    ],
    show(studies, current, isPath) {
      shown = { studies, current, isPath };
      offerChoices();
      fill();
    },
    next() {
      const others = chosen().filter((index) => index !== shown.current);
      return others.find((index) => index > shown.current) ?? others[0] ?? -1;
    },
    leave: pictures.leave,
  };
}
