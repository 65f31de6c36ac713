// A distribution as bars.

import { h, s } from "./dom.js";
import { tr } from "./language.js";
import { meanOf, rangeOf, roundShares, shareOf } from "./runs.js";

/**
 * @typedef {import("./runs.js").Run} Run
 */

const HEIGHT = 220;
const LEFT = 56;
const RIGHT = 8;
const BOTTOM = 34;
const TOP = 14;
const FLOOR = HEIGHT - BOTTOM;
const TALL = FLOOR - TOP;
const LABEL = 36; // the width that a number needs

/** @param {number | string} number */
const minus = (number) => `${number}`.replace("-", "−");

/**
 * Bars of one or two runs as shares of their games, side by side.
 *
 * @param {string} title
 * @param {string} axis
 * @param {Run[]} runs
 * @param {(run: Run) => import("./runs.js").Counts} counts
 * @param {number} span The width.
 */
export function bars(title, axis, runs, counts, span) {
  const range = rangeOf(runs, counts);
  if (!range) return h("p", {}, tr("No games yet."));
  const { low, high, most } = range;
  const count = high - low + 1;
  const wide = (span - LEFT - RIGHT) / count;
  const every = Math.max(1, Math.ceil((count * LABEL) / (span - LEFT))); // has a number
  const keys = Array.from({ length: count }, (_, index) => low + index);
  const left = (/** @type {number} */ key) => LEFT + (key - low) * wide;

  /** @param {number} share */
  function gridline(share) {
    const y = FLOOR - (share / most) * TALL;
    const text = `${+(100 * share).toFixed(1)} %`;
    return [
      s("line", { x1: LEFT, x2: span, y1: y, y2: y, class: "gridline" }),
      s("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, text),
    ];
  }

  /**
   * @param {number} key
   * @param {Run} run
   * @param {number} number That of the run.
   */
  function bar(key, run, number) {
    const games = counts(run)[key] ?? 0;
    const share = shareOf(run, games);
    const width = (wide * 0.86) / runs.length;
    const height = (share / most) * TALL;
    return s(
      "rect",
      {
        class: `run${number}`,
        x: left(key) + wide * 0.07 + number * width,
        y: FLOOR - height,
        width,
        height,
      },
      s(
        "title",
        {},
        tr("{axis} {value}: {count} games, {share} %", {
          axis,
          value: minus(key),
          count: games,
          share: (100 * share).toFixed(2),
        }),
      ),
    );
  }

  /** @param {number} key */
  const label = (key) =>
    s("text", { x: left(key) + wide / 2, y: FLOOR + 14, "text-anchor": "middle" }, minus(key));

  const [first, second] = runs.map((run) => minus(meanOf(run, counts(run)).toFixed(2)));
  const means =
    second === undefined
      ? tr("mean {first}", { first })
      : tr("mean {first} and mean {second}", { first, second });
  return h(
    "figure",
    {},
    h("figcaption", {}, tr("{title} ({means})", { title, means })),
    s(
      "svg",
      {
        viewBox: `0 0 ${span} ${HEIGHT + 4}`,
        class: "bars",
        role: "img",
        "aria-label": tr("{title}: from {low} to {high}, {means}", {
          title,
          low: minus(low),
          high: minus(high),
          means,
        }),
      },
      s("line", { x1: LEFT, x2: span, y1: FLOOR, y2: FLOOR, class: "axis" }),
      s("line", { x1: LEFT, x2: LEFT, y1: TOP, y2: FLOOR, class: "axis" }),
      s("text", { x: LEFT - 6, y: FLOOR, "text-anchor": "end" }, "0"),
      s("text", { x: (span + LEFT) / 2, y: HEIGHT - 2, "text-anchor": "middle" }, axis),
      roundShares(most).flatMap(gridline),
      keys.flatMap((key) => [
        ...runs.map((run, number) => bar(key, run, number)),
        ...((key - low) % every === 0 ? [label(key)] : []),
      ]),
    ),
  );
}
