// The curve of a game by ply: above the line the first player wins; solid where it is proved, dashed where estimated.

import { s, trying } from "./dom.js";

const WIDTH = 400, HEIGHT = 84, EDGE = 8;

// `at(ply)` tells what is known of a position: its value, or the share of games that the first player wins.
export function drawCurve(host, game, at, moments) {
  const last = game.page.moves.length;
  host.hidden = last === 0;
  const known = Array.from({ length: last + 1 }, (_, ply) => ({ ply, ...at(ply) })).filter(({ value, share }) => (value ?? share ?? null) !== null);
  const most = Math.max(1, ...known.map(({ value }) => Math.abs(value ?? 0)));
  const level = ({ value, share }) => ((value ?? null) !== null ? value / most : 2 * share - 1);
  const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, last);
  const y = (each) => HEIGHT / 2 - level(each) * (HEIGHT / 2 - EDGE);
  const isProved = ({ status }) => status !== "estimated";
  const turning = new Set(moments.map(({ ply }) => ply));
  const go = (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const part = (((event.clientX - left) / width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    trying(() => game.goTo(Math.max(0, Math.min(last, Math.round(part * last)))));
  };
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", onclick: go,
    "aria-label": `Who wins, by move: ${known.length} of ${last + 1} positions are known` },
  s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }), s("line", { x1: x(game.ply), x2: x(game.ply), y1: 0, y2: HEIGHT, class: "now" }),
  known.slice(1).map((each, index) => s("line", { x1: x(known[index].ply), y1: y(known[index]), x2: x(each.ply), y2: y(each), class: isProved(each) && isProved(known[index]) ? "" : "estimated" })),
  known.map((each) => s("circle", { cx: x(each.ply), cy: y(each), r: turning.has(each.ply) ? 5 : 3, class: `${isProved(each) ? "proved" : "estimated"}${turning.has(each.ply) ? " moment" : ""}` })));
  host.replaceChildren(svg);
}
