// The curve of a game by ply: above the line the first player wins; solid if proved, dashed if
// estimated.

import { refill, s, trying } from "./dom.js";
import { tr } from "./language.js";
import { firstShareText } from "./words.js";

/**
 * The evaluation of a position: its value, or the share of games that the first player wins, with
 * its 95 % interval.
 *
 * @typedef {object} Evaluation
 * @property {string} status
 * @property {number | null} value
 * @property {number | null} share
 * @property {[number, number] | null} interval
 *
 * A point of the curve.
 *
 * @typedef {object} Point
 * @property {number} ply
 * @property {number} level From −1 to 1.
 * @property {boolean} isProved
 * @property {{share: number, interval: [number, number]} | null} doubt An interval that is shown.
 */

const WIDTH = 480;
const HEIGHT = 84;
const EDGE = 8;
const CAP = 3; // half the width of the ends of an interval

/**
 * The points of the positions that are known.
 *
 * @param {number} count The number of positions.
 * @param {(ply: number) => Evaluation | null} at
 * @returns {Point[]}
 */
export function curvePoints(count, at) {
  const evaluations = Array.from({ length: count }, (_, ply) => at(ply));
  const most = Math.max(1, ...evaluations.map((each) => Math.abs(each?.value ?? 0)));
  return evaluations.flatMap((each, ply) => {
    if (!each) return [];
    const { value = null, share = null, interval = null } = each;
    const isProved = each.status !== "estimated";
    if (value !== null) return [{ ply, level: value / most, isProved, doubt: null }];
    if (share === null) return [];
    const doubt = interval && interval[0] < interval[1] ? { share, interval } : null;
    return [{ ply, level: 2 * share - 1, isProved, doubt }];
  });
}

/**
 * A vertical bar with an end above and below.
 *
 * @param {number} x
 * @param {number} low
 * @param {number} high
 */
const barPath = (x, low, high) =>
  [`M${x} ${low}V${high}`, ...[low, high].map((end) => `M${x - CAP} ${end}H${x + CAP}`)].join("");

/**
 * @param {HTMLElement} host
 * @param {import("./game.js").Game} game
 * @param {(ply: number) => Evaluation | null} at
 * @param {{ply: number}[]} moments The moves that decided the game.
 */
export function drawCurve(host, game, at, moments) {
  const last = game.page.moves.length;
  host.hidden = last === 0;
  const points = curvePoints(last + 1, at);
  const turning = new Set(moments.map(({ ply }) => ply));
  const x = (/** @type {number} */ ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, last);
  const y = (/** @type {number} */ level) => HEIGHT / 2 - level * (HEIGHT / 2 - EDGE);

  /** @param {MouseEvent} event */
  function go(event) {
    const { left, width } = svg.getBoundingClientRect();
    const part = (((event.clientX - left) / width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    trying(() => game.goTo(Math.max(0, Math.min(last, Math.round(part * last)))));
  }

  const lines = points.slice(1).map((each, index) => {
    const before = points[index];
    return s("line", {
      x1: x(before.ply),
      y1: y(before.level),
      x2: x(each.ply),
      y2: y(each.level),
      class: each.isProved && before.isProved ? "" : "estimated",
    });
  });
  const intervals = points.flatMap(({ ply, doubt }) => {
    if (!doubt) return [];
    const { share, interval } = doubt;
    const [low, high] = interval;
    return s(
      "path",
      { d: barPath(x(ply), y(2 * low - 1), y(2 * high - 1)), class: "interval" },
      s("title", {}, firstShareText(share, interval)),
    );
  });
  const circles = points.map(({ ply, level, isProved }) =>
    s("circle", {
      cx: x(ply),
      cy: y(level),
      r: turning.has(ply) ? 5 : 3,
      class: `${isProved ? "proved" : "estimated"}${turning.has(ply) ? " moment" : ""}`,
    }),
  );
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "curve",
      role: "img",
      onclick: go,
      "aria-label": tr("Who wins, by move: {known} of {count} positions are known", {
        known: points.length,
        count: last + 1,
      }),
    },
    s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }),
    s("line", { x1: x(game.ply), x2: x(game.ply), y1: 0, y2: HEIGHT, class: "now" }),
    lines,
    intervals,
    circles,
  );
  refill(host, [svg]);
}
