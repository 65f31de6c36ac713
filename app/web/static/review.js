// The review of a game: what each move cost, and a curve below the board.

import { h, s, say, trying } from "./dom.js";

const HEIGHT = 130, EDGE = 24;

function curve(found, game, width) {
  const known = found.positions.filter((each) => each.value !== null || each.share !== null);
  const last = Math.max(1, found.positions.length - 1);
  const most = Math.max(1, ...known.map((each) => (each.value === null ? 0 : Math.abs(each.value) / 2)));
  const x = (ply) => EDGE + ((width - 2 * EDGE) * ply) / last;
  const level = (each) => (each.value !== null ? each.value / 2 / most : 2 * each.share - 1);
  const y = (each) => HEIGHT / 2 - level(each) * (HEIGHT / 2 - EDGE);
  const text = (each) => (each.value !== null
    ? `${each.result} (exact)`
    : each.status !== "estimated" ? `${each.result} (proved)`
    : `the first player wins ${Math.round(100 * each.share)} % (estimated)`);
  return s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "curve", role: "img", "aria-label": "Value by move: above the line the first player wins" },
    s("line", { x1: EDGE, x2: width - EDGE, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }),
    s("polyline", { points: known.map((each) => `${x(each.ply)},${y(each)}`).join(" ") }),
    known.map((each) => s("circle", {
      cx: x(each.ply), cy: y(each), r: 5, class: each.status, onclick: () => trying(() => game.goTo(each.ply)),
    }, s("title", {}, `after ${each.ply}: ${text(each)}`))),
    s("text", { x: 2, y: 14 }, "first player wins"), s("text", { x: 2, y: HEIGHT - 4 }, "second player wins"));
}

export function reviewPanel(game) {
  const button = h("button", { type: "button", id: "review", onclick: () => trying(start) }, "Review the game");
  const host = h("div", { id: "review-result" });
  let running = null;
  let reviewed = null;

  async function start() {
    running?.abort();
    const own = new AbortController();
    running = own;
    const record = game.record;
    say("Reviewing …");
    host.replaceChildren();
    const found = await game.engine.stream("review", { record }, () => {}, own.signal);
    if (own.signal.aborted) return;
    reviewed = record;
    const cost = (each) => {
      if (each.lost_points !== null) return each.lost_points ? `${each.lost_points} ${each.lost_points === 1 ? "point" : "points"}` : "nothing";
      return each.lost_share ? `${Math.round(100 * each.lost_share)} % of the games` : "nothing";
    };
    host.replaceChildren(curve(found, game, Math.max(300, Math.min(720, host.clientWidth))),
      h("p", { class: "note" }, "Filled points are proved, hollow ones estimated. Choose a point to see the position."),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What each move lost" },
        h("table", {}, h("thead", {}, h("tr", {}, ["Move", "Lost", "Better"].map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", {}, found.moves.map((each) => h("tr", { class: each.turning_point ? "blunder" : "" },
            h("td", {}, h("button", { type: "button", onclick: () => trying(() => game.goTo(each.ply + 1)) }, `${each.ply + 1}. ${each.side} ${each.move}`)),
            h("td", {}, `${cost(each)} (${each.status})${each.turning_point ? ", turning point" : ""}`),
            h("td", {}, each.best.slice(0, 3).join(" "))))))));
    say("Review finished.");
  }

  game.onChange((page) => {
    if (page.record === reviewed) return;
    running?.abort();
    reviewed = null;
    host.replaceChildren();
  });
  return h("div", {}, h("div", { class: "row" }, button), host);
}
