// The review of a game, from the end backwards: the loss by each move, the turning points, and
// retrying mistakes.

import { Latest, button, h, refill, row, say, trying } from "./dom.js";
import { tr } from "./language.js";
import { costOf, largest } from "./losses.js";
import { moveLabel } from "./words.js";

/**
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {Schemas["Review"]} Found
 * @typedef {Schemas["ReviewedMove"]} ReviewedMove
 * @typedef {Schemas["EvaluatedPosition"]} EvaluatedPosition
 *
 * The task to find a better move.
 *
 * @typedef {object} Task
 * @property {number} index That of the mistake.
 * @property {ReviewedMove} mistake
 * @property {string} text
 * @property {string} note
 * @property {string[]} shown Moves on the board.
 *
 * @typedef {object} State
 * @property {string | null} record The one that is or was reviewed.
 * @property {Map<number, EvaluatedPosition>} evaluations By the number of moves.
 * @property {Found | null} found
 * @property {Task | null} task
 *
 * @typedef {ReturnType<typeof makeReview>} Review
 */

/**
 * The names of the players, and who won where the game was played; null if the record has neither.
 *
 * @param {Found} found
 */
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

/**
 * Who wins by proof, and from which move on.
 *
 * @param {Found} found
 */
function proofOf({ proved_from: from, positions }) {
  if (from === null) return null;
  const result = positions.at(-1)?.result;
  const text = from
    ? tr("{result}; proved from move {number} on.", { result, number: from })
    : tr("{result}; proved from the start.", { result });
  return h("p", { class: "note", id: "review-proof" }, text);
}

/**
 * The better move, and what favours it.
 *
 * @param {Found} found
 * @param {ReviewedMove} mistake
 */
function betterThan({ reasons_by_ply: byPly = {} }, { ply, best: [move] }) {
  if (!move) return null;
  const reasons = byPly[ply] ?? [];
  const values = { move, reasons: reasons.join(tr("; ")) };
  const text = reasons.length
    ? tr("Better: {move}. It {reasons}.", values)
    : tr("Better: {move}", values);
  return h("p", { class: "note" }, text);
}

/**
 * @param {import("./game.js").Game} game
 * @param {() => void} changed Called for each new result.
 */
export function makeReview(game, changed) {
  /** @type {State} */
  const state = { record: null, evaluations: new Map(), found: null, task: null };
  const working = new Latest();
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

  // True if the game that is shown is or was reviewed.
  const isOfGame = () => state.record === game.record;

  // --- reviewing

  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking = undefined;

  function stop() {
    working.end();
    clearInterval(ticking);
  }

  const start = () => trying(() => working.run(review));

  /** @param {AbortSignal} signal */
  async function review(signal) {
    const { record } = game;
    Object.assign(state, { record, evaluations: new Map(), found: null, task: null });
    const begun = performance.now();
    let known = { done: 0, total: 0 };
    const tell = () => {
      const values = { ...known, seconds: Math.floor((performance.now() - begun) / 1000) };
      progress.textContent = known.total
        ? tr("Reviewing: {done} of {total} positions … {seconds} s", values)
        : tr("Reviewing … {seconds} s", values);
    };
    /** @param {import("../page.d.ts").Progress<"review">} progress */
    const hear = ({ evaluation, done = 0, total }) => {
      if (signal.aborted) return;
      if (evaluation) state.evaluations.set(evaluation.ply, evaluation);
      if (total) known = { done, total };
      tell();
      changed();
    };
    clearInterval(ticking);
    ticking = setInterval(tell, 1000);
    tell();
    changed();
    try {
      const found = await game.engine.stream("review", { record }, hear, signal);
      if (signal.aborted) return;
      state.found = found;
      state.evaluations = new Map(found.positions.map((each) => [each.ply, each]));
      say(tr("Review finished."));
    } finally {
      if (!signal.aborted) {
        stop();
        changed();
      }
    }
  }

  const moments = () => largest(state.found?.moves ?? [], "is_turning_point");
  // The moments that decided the game, or the largest losses where none did.
  const listed = () =>
    moments().length ? moments() : largest(state.found?.moves ?? [], "is_large_loss");
  // The mistakes of the player here, or of both players.
  const mistakes = () =>
    listed().filter(
      (each) => each.best.length && (!game.opponent || game.playerAt(each.ply) !== game.person),
    );

  // --- retrying mistakes

  /** @param {number} index */
  async function tryAgain(index) {
    const mistake = mistakes()[index];
    const { ply, side, move } = mistake;
    await game.goTo(ply);
    if (game.ply !== ply || !isOfGame()) return; // somewhere else meanwhile
    const text = tr("{side} played {move}. Find a better move.", { side: tr(side), move });
    state.task = { index, mistake, text, note: "", shown: [] };
    changed();
  }

  /** @param {string} move */
  function retry(move) {
    const { task } = state;
    if (!task) return;
    const { mistake } = task;
    if (mistake.best.includes(move)) {
      task.text = tr("That is better.");
      task.shown = [move];
    } else if (move === mistake.move) {
      task.text = tr("That is the move that was played. Find a better one.");
    } else {
      task.text = tr("Not the move that the engine found. Try again, or see it.");
    }
    task.note = task.shown.length ? comparison(mistake) : "";
    changed();
  }

  /** @param {ReviewedMove} mistake */
  function comparison(mistake) {
    const values = { move: mistake.move, loss: costOf(mistake)?.text };
    return values.loss
      ? tr("Better than {move}, which lost {loss}.", values)
      : tr("Better than {move}, which lost nothing.", values);
  }

  function seeBetter() {
    const { task } = state;
    if (!task) return;
    const [move] = task.mistake.best;
    task.shown = [move];
    task.text = tr("Better: {move}", { move });
    changed();
  }

  function endTask() {
    state.task = null;
    changed();
  }

  // --- what is shown

  function render() {
    const { found, task } = state;
    if (task) renderTask(task);
    else if (working.isWorking) {
      if (!progress.isConnected) refill(node, [row(progress, halt)]);
    } else if (!found || !isOfGame()) refill(node, [game.page.moves.length ? begin : ""]);
    else renderFound(found);
  }

  /** @param {Task} task */
  function renderTask({ index }) {
    const hasMore = index + 1 < mistakes().length;
    refill(node, [
      row(
        button(tr("See it"), seeBetter, { id: "see-better" }),
        hasMore
          ? button(tr("Next mistake"), () => tryAgain(index + 1), { id: "next-mistake" })
          : null,
        button(tr("Done"), endTask, { id: "end-retry" }),
      ),
    ]);
  }

  /** @param {Found} found */
  function renderFound(found) {
    refill(node, [
      h("div", { class: "review-text" }, momentList(found), playersOf(found), proofOf(found)),
      mistakes().length
        ? button(
            game.opponent ? tr("Retry your mistakes") : tr("Retry the mistakes"),
            () => tryAgain(0),
            { id: "retry" },
          )
        : "",
    ]);
  }

  /**
   * The moments that decided the game, or that none did and the largest losses.
   *
   * @param {Found} found
   */
  function momentList(found) {
    const named = listed();
    const hasDecided = moments().length > 0;
    const label = hasDecided ? tr("Moments that decided") : tr("The largest losses");
    return [
      hasDecided ? null : h("p", { class: "note" }, tr("No move decided the game.")),
      named.length
        ? h(
            "ul",
            { class: "moments", "aria-label": label },
            named.map((each) => moment(found, each)),
          )
        : null,
    ];
  }

  /**
   * @param {Found} found
   * @param {ReviewedMove} each
   */
  function moment(found, each) {
    const loss = costOf(each)?.text;
    return h(
      "li",
      {},
      h(
        "button",
        { class: "plain", onclick: () => trying(() => game.goTo(each.ply)) },
        tr("Move {number}, {side} ", { number: each.ply + 1, side: tr(each.side) }),
        moveLabel(each.move),
      ),
      loss ? tr(" lost {loss}", { loss }) : tr(" lost nothing"),
      betterThan(found, each),
    );
  }

  return {
    node,
    start,
    stop,
    retry,
    render,
    get isRunning() {
      return working.isWorking;
    },
    get task() {
      return state.task;
    },
    get moments() {
      return isOfGame() ? moments() : [];
    },
    /**
     * The evaluation of a position of the game, if it is known.
     *
     * @param {number} ply
     */
    at: (ply) => (isOfGame() ? (state.evaluations.get(ply) ?? null) : null),
    /**
     * The loss by a move of the game in words, if it lost something.
     *
     * @param {number} ply
     */
    lost(ply) {
      const move = isOfGame() ? state.found?.moves.find((each) => each.ply === ply) : null;
      return move ? costOf(move) : null;
    },
    // Another game, or another position than the task's, ends the task.
    follow() {
      const { task } = state;
      if (task && (!isOfGame() || game.ply !== task.mistake.ply)) state.task = null;
      if (working.isWorking && !isOfGame()) stop();
    },
  };
}
