// The review of a game: what each move cost, and a curve below the board.

import { h, s, say, trying } from "./dom.js";

const HEIGHT = 130, EDGE = 24;
const MOMENTS = 3; // that many are named at most

// How much a move lost, to compare moves: a proved loss before an estimated one.
const weight = (each) => (each.lost_points !== null ? 1000 + each.lost_points : each.lost_share ?? 0);

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
  const button = h("button", { id: "review", onclick: () => trying(start) }, "Review the game");
  const host = h("div", { id: "review-result" });
  const stop = h("button", { id: "stop-review", hidden: true, onclick: () => { cancel(); say("Review stopped."); } }, "Stop");
  const progress = h("p", { id: "review-progress", "aria-live": "off" });
  let running = null;
  let reviewed = null;

  function cancel() {
    running?.abort();
    rest();
  }

  function rest() {
    running = null;
    stop.hidden = true;
    button.disabled = false;
    progress.textContent = "";
  }

  async function start() {
    cancel();
    const own = new AbortController();
    running = own;
    const record = game.record;
    stop.hidden = false;
    button.disabled = true;
    host.replaceChildren();
    host.scrollIntoView({ block: "nearest" });
    const begun = performance.now();
    let known = "";
    const tell = () => { progress.textContent = `Reviewing${known} … ${Math.floor((performance.now() - begun) / 1000)} s`; };
    const ticking = setInterval(tell, 1000);
    own.signal.addEventListener("abort", () => clearInterval(ticking));
    tell();
    let found;
    try {
      found = await game.engine.stream("review", { record }, ({ text }) => { known = text ? `: ${text}` : known; if (!own.signal.aborted) tell(); }, own.signal);
    } finally {
      clearInterval(ticking);
      if (running === own) rest();
    }
    if (own.signal.aborted) return;
    reviewed = record;
    const cost = (each) => {
      if (each.lost_points !== null) return each.lost_points ? `${each.lost_points} ${each.lost_points === 1 ? "point" : "points"}` : "nothing";
      if (each.status === "estimated" && each.lost_share && !each.lost_interval[0]) return "nothing beyond the uncertainty";
      return each.lost_share ? `${Math.round(100 * each.lost_share)} % of the games` : "nothing";
    };
    const moments = found.moves.filter((each) => each.turning_point).sort((first, second) => weight(second) - weight(first)).slice(0, MOMENTS);
    const named = new Set(moments);
    const go = (each) => h("button", { onclick: () => trying(() => game.goTo(each.ply + 1)) }, `${each.ply + 1}. ${each.side} ${each.move}`);
    host.replaceChildren(
      moments.length ? h("div", {}, h("h3", {}, moments.length === 1 ? "The moment that decided" : "The moments that decided"),
        h("ol", { class: "moments" }, [...moments].sort((first, second) => first.ply - second.ply).map((each) => h("li", {}, go(each), ` lost ${cost(each)} (${each.status})${each.best.length ? `; better: ${each.best[0]}` : ""}`))))
        : h("p", {}, "No move stands out: nothing was lost beyond the uncertainty."),
      curve(found, game, Math.max(300, Math.min(720, host.clientWidth))),
      h("p", { class: "note" }, "Filled points are proved, hollow ones estimated. Choose a point to see the position."),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What each move lost" },
        h("table", {}, h("thead", {}, h("tr", {}, ["Move", "Lost", "Better"].map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", {}, found.moves.map((each) => h("tr", { class: named.has(each) ? "blunder" : "" },
            h("td", {}, go(each)), h("td", {}, `${cost(each)} (${each.status})`),
            h("td", {}, each.best.slice(0, 3).join(" "))))))));
    say("Review finished.");
  }

  game.onChange((page) => {
    if (page.record === reviewed) return;
    cancel();
    reviewed = null;
    host.replaceChildren();
  });
  return h("div", {}, h("div", { class: "row" }, button, stop), progress, host);
}
