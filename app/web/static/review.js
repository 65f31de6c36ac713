// The review of a game, from the end backwards: the loss by each move, the turning points, and
// retrying mistakes.

import { Latest, button, h, refill, row, say, trying } from "./dom.js";
import { tr, trn } from "./language.js";
import { moveLabel } from "./words.js";

const MOMENTS = 3; // most turning points in the list, and most large losses where none turned it

// The loss by a move, to compare moves: a proved loss counts more than an estimated one.
const weight = (each) =>
  each.lost_points !== null ? 1000 + each.lost_points : (each.lost?.size ?? 0);

function costOf(each) {
  if (each.lost_points !== null) {
    return each.lost_points
      ? {
          short: `−${each.lost_points}`,
          text: trn("{count} point", "{count} points", each.lost_points),
        }
      : null;
  }
  if (!(each.lost?.size > 0) || (each.status === "estimated" && !each.lost_interval[0])) {
    return null;
  } // nothing beyond the uncertainty
  const percent = Math.round(100 * each.lost.size);
  return { short: `−${percent} %`, text: tr("{percent} % of the games", { percent }) };
}

// The names of the players, and who won where the game was played; null if the record has neither.
function playersOf({ players = {}, winners = [] }) {
  const names = Object.entries(players).map(([side, name]) =>
    tr("{side}: {name}", { side: tr(side), name }),
  );
  const winner = winners.map((side) => players[side] ?? tr(side))[0];
  const result =
    winners.length > 1
      ? tr("A tie in the record, which the rules here do not have.")
      : tr("In the record {winner} won.", { winner });
  if (!names.length && !winner) return null;
  return h("p", { id: "review-players" }, [...names, ...(winner ? [result] : [])].join(" · "));
}

// `changed` is called for each new result.
export function makeReview(game, changed) {
  const begin = button(tr("Review the game"), () => start(), { id: "review" });
  const progress = h("p", { class: "note", id: "review-progress", "aria-live": "off" });
  const halt = button(
    tr("Stop"),
    () => {
      stop();
      say(tr("Review stopped."));
      changed();
    },
    { id: "stop-review" },
  );
  const node = h("div", { id: "review-result" });
  let evaluations = new Map();
  let found = null;
  let record = null;
  let ticking = 0;
  let task = null;
  const working = new Latest();

  function stop() {
    working.end();
    clearInterval(ticking);
  }

  const start = () => trying(() => working.run(review));

  async function review(signal) {
    record = game.record;
    evaluations = new Map();
    found = null;
    task = null;
    const begun = performance.now();
    let known = null;
    const tell = () => {
      const values = { ...known, seconds: Math.floor((performance.now() - begun) / 1000) };
      progress.textContent = known
        ? tr("Reviewing: {done} of {total} positions … {seconds} s", values)
        : tr("Reviewing … {seconds} s", values);
    };
    const hear = ({ evaluation, done, total }) => {
      if (signal.aborted) return;
      if (evaluation) evaluations.set(evaluation.ply, evaluation);
      if (total) known = { done, total };
      tell();
      changed();
    };
    clearInterval(ticking);
    ticking = setInterval(tell, 1000);
    tell();
    changed();
    try {
      const answer = await game.engine.stream("review", { record }, hear, signal);
      if (signal.aborted) return;
      found = answer;
      evaluations = new Map(answer.positions.map((each) => [each.ply, each]));
      say(tr("Review finished."));
    } finally {
      if (!signal.aborted) {
        stop();
        changed();
      }
    }
  }

  // The largest losses of a kind, in the order of the game.
  const largest = (kind) =>
    (found?.moves ?? [])
      .filter((each) => each[kind])
      .sort((first, second) => weight(second) - weight(first))
      .slice(0, MOMENTS)
      .sort((first, second) => first.ply - second.ply);
  const moments = () => largest("is_turning_point");
  const listed = () => (moments().length ? moments() : largest("is_large_loss"));
  // The mistakes of the player here, or of both players.
  const mistakes = () =>
    listed().filter(
      (each) => each.best.length && (!game.opponent || game.playerAt(each.ply) !== game.person),
    );

  // --- retrying mistakes
  async function tryAgain(index) {
    const each = mistakes()[index];
    await game.goTo(each.ply);
    if (game.ply !== each.ply || record !== game.record) return; // somewhere else meanwhile
    task = {
      index,
      each,
      text: tr("{side} played {move}. Find a better move.", {
        side: tr(each.side),
        move: each.move,
      }),
      note: "",
      shown: [],
    };
    changed();
  }

  function retry(move) {
    const { each } = task;
    const isRight = each.best.includes(move);
    if (isRight) {
      task.text = tr("That is better.");
      task.shown = [move];
    } else if (move === each.move) {
      task.text = tr("That is the move that was played. Find a better one.");
    } else {
      task.text = tr("Not the move that the engine found. Try again, or see it.");
    }
    const loss = costOf(each)?.text;
    if (!task.shown.length) task.note = "";
    else if (loss) {
      task.note = tr("Better than {move}, which lost {loss}.", { move: each.move, loss });
    } else {
      task.note = tr("Better than {move}, which lost nothing.", each);
    }
    changed();
  }

  // The better move, and what favours it.
  function better({ ply, best: [move] }) {
    const reasons = found.reasons_by_ply?.[ply] ?? [];
    if (!move) return null;
    const values = { move, reasons: reasons.join(tr("; ")) };
    const text = reasons.length
      ? tr("Better: {move}. It {reasons}.", values)
      : tr("Better: {move}", values);
    return h("p", { class: "note" }, text);
  }

  // Who wins by proof, and from which move on.
  function proof() {
    const from = found.proved_from;
    if (from === null) return null;
    const winner = found.positions.at(-1).result;
    const text = from
      ? tr("{result}; proved from move {number} on.", { result: winner, number: from })
      : tr("{result}; proved from the start.", { result: winner });
    return h("p", { class: "note", id: "review-proof" }, text);
  }

  // The moments that decided the game, or that none did and the largest losses.
  function momentList() {
    const named = listed();
    const hasDecided = moments().length > 0;
    const label = hasDecided ? tr("Moments that decided") : tr("The largest losses");
    return [
      hasDecided ? null : h("p", { class: "note" }, tr("No move decided the game.")),
      named.length ? h("ul", { class: "moments", "aria-label": label }, named.map(moment)) : null,
    ];
  }

  const moment = (each) =>
    h(
      "li",
      {},
      h(
        "button",
        { class: "plain", onclick: () => trying(() => game.goTo(each.ply)) },
        tr("Move {number}, {side} ", { number: each.ply + 1, side: tr(each.side) }),
        moveLabel(each.move),
      ),
      costOf(each) ? tr(" lost {loss}", { loss: costOf(each).text }) : tr(" lost nothing"),
      better(each),
    );

  function show() {
    if (task) {
      const more = task.index + 1 < mistakes().length;
      refill(node, [
        h(
          "div",
          { class: "row" },
          button(
            tr("See it"),
            () => {
              task.shown = [task.each.best[0]];
              task.text = tr("Better: {move}", { move: task.each.best[0] });
              changed();
            },
            { id: "see-better" },
          ),
          more
            ? button(tr("Next mistake"), () => tryAgain(task.index + 1), { id: "next-mistake" })
            : null,
          button(
            tr("Done"),
            () => {
              task = null;
              changed();
            },
            { id: "end-retry" },
          ),
        ),
      ]);
    } else if (working.isWorking) {
      if (!progress.isConnected) refill(node, [row(progress, halt)]);
    } else if (!found || record !== game.record) {
      refill(node, [game.page.moves.length ? begin : ""]);
    } else {
      refill(node, [
        h("div", { class: "review-text" }, momentList(), playersOf(found), proof()),
        mistakes().length
          ? button(
              game.opponent ? tr("Retry your mistakes") : tr("Retry the mistakes"),
              () => tryAgain(0),
              { id: "retry" },
            )
          : "",
      ]);
    }
  }

  return {
    node,
    start,
    stop,
    retry,
    show,
    get isRunning() {
      return working.isWorking;
    },
    get task() {
      return task;
    },
    get moments() {
      return record === game.record ? moments() : [];
    },
    at: (ply) => (record === game.record ? (evaluations.get(ply) ?? null) : null),
    lost: (ply) =>
      record === game.record && found
        ? costOf(found.moves.find((each) => each.ply === ply) ?? { lost_points: 0 })
        : null,
    // Another game, or another position than the task's, ends the task.
    follow() {
      if (task && (record !== game.record || game.ply !== task.each.ply)) task = null;
      if (working.isWorking && record !== game.record) stop();
    },
  };
}
