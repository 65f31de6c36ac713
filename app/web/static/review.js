// The review of a game, from the end backwards: the loss by each move, the turning points, and retrying mistakes.

import { button, h, say, trying } from "./dom.js";
import { moveLabel, times } from "./words.js";

const MOMENTS = 3; // most turning points in the list

// The loss by a move, to compare moves: a proved loss counts more than an estimated one.
const weight = (each) => (each.lost_points !== null ? 1000 + each.lost_points : each.lost_share ?? 0);

function costOf(each) {
  if (each.lost_points !== null) return each.lost_points ? { short: `−${each.lost_points}`, text: times(each.lost_points, "point") } : null;
  if (!(each.lost_share > 0) || (each.status === "estimated" && !each.lost_interval[0])) return null; // nothing beyond the uncertainty
  return { short: `−${Math.round(100 * each.lost_share)} %`, text: `${Math.round(100 * each.lost_share)} % of the games` };
}

// `changed` is called for each new result.
export function makeReview(game, changed) {
  const begin = button("Review the game", () => start(), { id: "review" });
  const progress = h("p", { class: "note", id: "review-progress", "aria-live": "off" });
  const halt = button("Stop", () => { stop(); say("Review stopped."); changed(); }, { id: "stop-review" });
  const node = h("div", { id: "review-result" });
  let evaluations = new Map();
  let found = null, record = null, running = null, ticking = 0, task = null;

  function stop() {
    running?.abort();
    running = null;
    clearInterval(ticking);
  }

  async function start() {
    stop();
    const own = running = new AbortController();
    record = game.record;
    [evaluations, found, task] = [new Map(), null, null];
    const begun = performance.now();
    let known = "";
    const tell = () => { progress.textContent = `Reviewing${known} … ${Math.floor((performance.now() - begun) / 1000)} s`; };
    const hear = ({ evaluation, done, total }) => {
      if (own.signal.aborted) return;
      if (evaluation) evaluations.set(evaluation.ply, evaluation);
      if (total) known = `: ${done} of ${total} positions`;
      tell();
      changed();
    };
    ticking = setInterval(tell, 1000);
    tell();
    changed();
    await trying(async () => {
      const answer = await game.engine.stream("review", { record }, hear, own.signal);
      if (own.signal.aborted) return;
      found = answer;
      evaluations = new Map(answer.positions.map((each) => [each.ply, each]));
      say("Review finished.");
    });
    if (running !== own) return;
    stop();
    changed();
  }

  const moments = () => (found?.moves ?? []).filter((each) => each.turning_point).sort((first, second) => weight(second) - weight(first)).slice(0, MOMENTS).sort((first, second) => first.ply - second.ply);
  // The mistakes of the player here, or of both players.
  const mistakes = () => moments().filter((each) => each.best.length && (!game.opponent || each.side === game.yourSide));

  // --- retrying mistakes
  async function tryAgain(index) {
    const each = mistakes()[index];
    task = { index, each, text: `${each.side} played ${each.move}. Find a better move.`, note: "", shown: [] };
    await game.goTo(each.ply);
    changed();
  }

  function retry(move) {
    const { each } = task;
    const isRight = each.best.includes(move);
    task.text = isRight ? "That is better." : move === each.move ? "That is the move that was played. Find a better one." : "Not the move that the engine found. Try again, or see it.";
    task.note = isRight || task.shown.length ? `Better than ${each.move}, which lost ${costOf(each)?.text ?? "nothing"}.` : "";
    if (isRight) task.shown = [move];
    changed();
  }

  function show() {
    const named = moments();
    const isHere = record === game.record;
    if (task) {
      const more = task.index + 1 < mistakes().length;
      node.replaceChildren(h("div", { class: "row" },
        button("See it", () => { task.shown = [task.each.best[0]]; task.text = `Better: ${task.each.best[0]}`; changed(); }, { id: "see-better" }),
        more ? button("Next mistake", () => tryAgain(task.index + 1), { id: "next-mistake" }) : null,
        button("Done", () => { task = null; changed(); }, { id: "end-retry" })));
    } else if (running) {
      if (!progress.isConnected) node.replaceChildren(h("div", { class: "row" }, progress, halt));
    } else if (!found || !isHere) node.replaceChildren(game.page.moves.length && game.engine.offers("review") ? begin : "");
    else {
      node.replaceChildren(named.length ? h("ul", { class: "moments", "aria-label": "Moments that decided" }, named.map((each) => h("li", {},
        h("button", { class: "plain", onclick: () => trying(() => game.goTo(each.ply)) }, `Move ${each.ply + 1}, ${each.side} `, moveLabel(each.move)), ` lost ${costOf(each)?.text ?? "nothing"}`)))
        : h("p", { class: "note" }, "No move decided the game."),
      mistakes().length ? button(game.opponent ? "Retry your mistakes" : "Retry the mistakes", () => tryAgain(0), { id: "retry" }) : "");
    }
  }

  return {
    node, start, stop, retry, show,
    get isRunning() { return running !== null; },
    get retrying() { return task !== null; },
    get task() { return task; },
    get moments() { return record === game.record ? moments() : []; },
    at: (ply) => (record === game.record ? evaluations.get(ply) ?? null : null),
    lost: (ply) => (record === game.record && found ? costOf(found.moves.find((each) => each.ply === ply) ?? { lost_points: 0 }) : null),
    // Another game, or another position than the task's, ends the task.
    follow() {
      if (task && (record !== game.record || game.ply !== task.each.ply)) task = null;
      if (running && record !== game.record) stop();
    },
  };
}
