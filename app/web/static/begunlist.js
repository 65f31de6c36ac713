// The list of the puzzles that were begun, to continue or to remove each.

import { begunPuzzles, keepBegun, removeBegun } from "./begun.js";
import { clockText } from "./clock.js";
import { nameOf } from "./collection.js";
import { h, row } from "./dom.js";
import { keptItem } from "./keptlist.js";
import { tr } from "./language.js";
import { address } from "./link.js";

/** @typedef {import("./begun.js").BegunPuzzle} BegunPuzzle */

/** @param {BegunPuzzle} puzzle */
export const continueAddress = ({ values }) => address("puzzle", values);

/**
 * The name of a puzzle: that of a puzzle of the day depends on the day.
 *
 * @param {BegunPuzzle} puzzle
 */
function nameNow({ name, values }) {
  if (values.today === undefined) return name;
  return nameOf([], null, { level: values.today, date: values.date });
}

/** @param {BegunPuzzle} puzzle */
function told(puzzle) {
  const milliseconds = parseInt(puzzle.values.t, 10) || 0;
  const marked =
    puzzle.total === null
      ? tr("{count} squares", { count: puzzle.shaded })
      : tr("{count} of {total} squares", { count: puzzle.shaded, total: puzzle.total });
  return [nameNow(puzzle), marked, clockText(milliseconds)].filter(Boolean).join(" · ");
}

/** @param {BegunPuzzle} puzzle */
function item(puzzle) {
  const { title } = puzzle;
  const about = told(puzzle);
  const label = tr("Continue {title}: {about}", { title, about });
  return keptItem({
    title,
    about,
    link: [{ href: continueAddress(puzzle), "aria-label": label }, tr("Continue")],
    remove: () => removeBegun(puzzle.key),
    restore: () => keepBegun(puzzle),
  });
}

// A section with the last begun puzzles; null if there are none.
export function begunSection(most = Infinity) {
  const puzzles = begunPuzzles();
  if (!puzzles.length) return null;
  const left = puzzles.length - most;
  return h(
    "section",
    { id: "begun" },
    h("h2", {}, tr("Begun")),
    h("ul", { class: "kept" }, puzzles.slice(0, most).map(item)),
    left > 0
      ? row(
          h(
            "a",
            { class: "button", href: "#puzzles" },
            tr("All {count}", { count: puzzles.length }),
          ),
        )
      : null,
  );
}
