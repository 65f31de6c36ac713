// The view in which games are analysed: gauge, verdict, best moves, curve and moves.

import { bestMoves } from "./bestmoves.js";
import { boardPanel } from "./boardpanel.js";
import { drawCurve } from "./curve.js";
import { Latest, button, copyLink, h, put, store, stored, trying } from "./dom.js";
import { messageOf } from "./engine.js";
import { Game } from "./game.js";
import { makeGauge, provedShare } from "./gauge.js";
import { tr, trn } from "./language.js";
import { address } from "./link.js";
import { makeReview } from "./review.js";
import { ruleNote } from "./rule.js";
import {
  TAGS,
  fillMoves,
  firstShareText,
  judge,
  outcomeReason,
  outcomeText,
  scoreText,
} from "./words.js";

/**
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {import("../page.d.ts").PositionPage} PositionPage
 * @typedef {import("../page.d.ts").WorkDone} WorkDone
 * @typedef {Schemas["EvaluatedPosition"]} Evaluation That of a review.
 *
 * What the engine has found: `isFinal` once it has searched as long as it may, `isRated` once every
 * move has a value.
 *
 * @typedef {import("./words.js").Verdict & {isFinal?: boolean, isRated?: boolean}} Finding
 *
 * @typedef {object} State
 * @property {Map<string, Finding>} known By record and number of moves.
 * @property {{seconds: number, all: boolean}} settings The engine's time limit, and whether it rates
 *     every move.
 * @property {ReturnType<typeof import("./more.js").makeMore> | null} more The less used panels.
 */

const DELAY = 250; // milliseconds before the engine begins, so that a game can be stepped through
const FIRST_SECONDS = 2;

/** @param {number} done */
const countText = (done) => Number(done).toLocaleString("en");

/**
 * What a review has proved stays while the engine estimates.
 *
 * @param {Evaluation | null} evaluation
 * @param {Finding} found
 */
const isSurer = (evaluation, found) =>
  evaluation !== null && evaluation.status !== "estimated" && found.kind === "estimated";

/**
 * Whether the player to move should swap, in words.
 *
 * @param {boolean | null} swap
 */
function swapText(swap) {
  if (swap === null) return "";
  return swap ? tr("The player to move should swap.") : tr("The player to move should not swap.");
}

/**
 * @param {HTMLElement} root
 * @param {import("./engine.js").ApiEngine} engine
 * @param {import("./game.js").GameValues} values
 * @returns {Promise<import("../page.d.ts").View>}
 */
export async function mount(root, engine, values) {
  const game = new Game(engine, await engine.games(), "analyse", root);
  /** @type {State} */
  const state = {
    known: new Map(),
    settings: { seconds: engine.patience, all: false },
    more: null,
  };
  const gauge = makeGauge();
  const title = h("span", { id: "position-title" });
  const status = h("span", { id: "state" });
  const tag = h("span", { class: "tag", id: "trust" });
  const verdict = h("h2", { class: "say", id: "verdict", "aria-live": "polite" });
  const detail = h("p", { class: "note", id: "detail" });
  const inForce = ruleNote();
  const curve = h("div", { id: "curve" });
  const moves = h("ol", { class: "movelist", id: "moves", "aria-label": tr("Moves") });
  const running = h("input", {
    type: "checkbox",
    id: "engine",
    checked: stored("engine") !== false,
    onchange: ({ currentTarget }) => {
      store("engine", currentTarget.checked);
      start();
    },
  });
  const swap = button(tr("swap sides"), () => play("swap"), { class: "plain", id: "swap" });
  const back = button("◀", () => game.goTo(game.ply - 1), {
    id: "back",
    "aria-label": tr("Back"),
    title: "←",
    "aria-keyshortcuts": "ArrowLeft",
  });
  const forth = button("▶", () => game.goTo(game.ply + 1), {
    id: "forth",
    "aria-label": tr("Forward"),
    title: "→",
    "aria-keyshortcuts": "ArrowRight",
  });
  const share = button(tr("Share"), () => copyLink(location.href), { id: "share" });
  const toPlay = button(
    tr("Play"),
    async () => {
      location.hash = address("play", await game.values());
    },
    { id: "to-play", title: tr("Play on from here") },
  );
  const others = button(tr("More…"), () => showMore(panels.hidden), {
    id: "more",
    "aria-expanded": "false",
    "aria-controls": "panels",
  });
  const panels = h("div", { id: "panels", hidden: true });
  const panel = boardPanel(engine, {
    here: () => game.here,
    play,
    ask: (square) => state.more?.ask(square),
  });
  const { board } = panel;
  board.stepsThroughGame = true;
  const best = bestMoves(game, panel, play);
  const review = makeReview(game, () => {
    render();
    start();
  });
  const place = h(
    "div",
    { class: "place analysing", inert: true },
    h("section", { class: "stage", "aria-label": tr("Board") }, gauge.node, panel.host),
    h(
      "aside",
      { class: "side", "aria-label": tr("Analysis") },
      h("div", { class: "told" }, verdict, tag),
      h(
        "p",
        { class: "note" },
        title,
        " · ",
        status,
        " · ",
        h("label", {}, running, tr("Engine")),
        " ",
        swap,
      ),
      inForce.node,
      detail,
      best.nodes,
      curve,
      review.node,
      panel.hand,
      moves,
      panels,
      h("div", { class: "foot" }, back, forth, toPlay, share, others),
    ),
  );

  /** @param {string} move */
  function play(move) {
    return trying(async () => (review.task ? review.retry(move) : game.play(move)));
  }

  // --- the engine

  const working = new Latest();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting = undefined;

  const key = () => `${game.ply} ${game.record}`;

  function stop() {
    working.end();
    clearTimeout(waiting);
    gauge.think(false);
  }

  function start() {
    stop();
    const isWanted = running.checked && !game.isOver && !review.isRunning && !review.task;
    const found = state.known.get(key());
    if (!isWanted || (found?.isFinal && (!state.settings.all || found.isRated))) return;
    waiting = setTimeout(() => trying(() => working.run(think)), DELAY);
  }

  /**
   * A short analysis, then a longer one if the position is undecided, then a value for each move if
   * that is wanted.
   *
   * @param {AbortSignal} signal
   */
  async function think(signal) {
    const { settings } = state;
    const where = key();

    /** @param {Schemas["Advice"] | Schemas["Solution"]} answer */
    function keep(answer) {
      if (signal.aborted) return null;
      /** @type {Finding} */
      const found = judge(answer, game.page.position.to_move, game.rules.sides);
      state.known.set(where, found);
      render();
      return found;
    }

    // A search tells no second estimate below the one that is shown, be it a review's.
    const tellPlayouts = (/** @type {WorkDone} */ { done, text }) => {
      if (signal.aborted) return;
      const longer = trn(
        "a longer search: {count} playout",
        "a longer search: {count} playouts",
        done,
        { count: countText(done) },
      );
      const found = state.known.get(where);
      const isKnown = found || review.at(game.ply);
      detail.textContent = isKnown ? [found?.more, longer].filter(Boolean).join(" · ") : text;
    };
    const tellPositions = (/** @type {WorkDone} */ { done, text }) => {
      if (signal.aborted) return;
      const visited = done
        ? trn("{count} position", "{count} positions", done, { count: countText(done) })
        : "";
      detail.textContent = [text, visited].filter(Boolean).join(" · ");
    };
    const analyse = async (/** @type {number} */ seconds) =>
      keep(
        await engine.stream("analyse", { ...game.here, time_limit: seconds }, tellPlayouts, signal),
      );
    const rate = async () =>
      keep(
        await engine.stream(
          "solve",
          { ...game.here, time_limit: settings.seconds, all_moves: true },
          tellPositions,
          signal,
        ),
      );

    gauge.think(true);
    try {
      let found = await analyse(Math.min(FIRST_SECONDS, settings.seconds));
      if (found?.kind === "estimated" && settings.seconds > FIRST_SECONDS) {
        found = await analyse(settings.seconds);
      }
      if (found && settings.all && found.kind === "proved") {
        found = await rate();
        if (found) found.isRated = true;
      }
      if (!found) return;
      found.isFinal = true;
      render();
    } catch (error) {
      if (!signal.aborted) detail.textContent = messageOf(error);
    } finally {
      if (!signal.aborted) stop();
    }
  }

  // --- what is shown

  // Show another position of the game.
  function show(/** @type {PositionPage} */ page) {
    const { position, ply } = page;
    stop();
    board.isLocked = game.isOver;
    panel.show(page, game.rules.title);
    inForce.show(page, game.rules.sides);
    title.textContent = game.title;
    document.title = [tr("Analyse {game}", { game: game.title }), "litslab"].join(" · ");
    status.textContent = [
      position.outcome ? "" : tr("{side} to move", { side: tr(position.to_move) }),
      scoreText(position.scores, position.half_point),
      position.swapped ? tr("sides were swapped") : "",
      position.constructed ? tr("set up by hand") : "",
    ]
      .filter(Boolean)
      .join(" · ");
    swap.hidden = !page.can_swap;
    back.disabled = ply === 0;
    forth.disabled = ply === page.moves.length;
    review.follow();
    render();
    start();
  }

  // Show what is known of the position.
  function render() {
    if (!game.isShown) return;
    const { task } = review;
    const { outcome } = game.page.position;
    const evaluation = review.at(game.ply);
    const found = state.known.get(key()) ?? null;
    const shown = task || outcome || (found && isSurer(evaluation, found)) ? null : found;
    best.render(shown);
    gauge.show(0.5, tr("Not analysed"), "");
    if (task) {
      tell("", task.text, task.note);
      best.outline(task.shown);
    } else if (outcome) renderEnd(outcome);
    else if (shown) renderFound(shown);
    else if (evaluation) renderEvaluation(evaluation);
    else {
      tell(
        "",
        game.rules.title,
        running.checked ? tr("The engine begins …") : tr("The engine is off."),
      );
    }
    const own = found && { ...found, status: found.kind };
    drawCurve(
      curve,
      game,
      (ply) => review.at(ply) ?? (ply === game.ply ? own : null),
      review.moments,
    );
    fillMoves(moves, game.tree, game.ply, moveItem, true);
    review.render();
  }

  /**
   * @param {string} kind
   * @param {string} text
   */
  function tell(kind, text, more = "") {
    tag.hidden = !TAGS[kind];
    tag.className = `tag ${kind}`;
    tag.textContent = TAGS[kind] ?? "";
    put(verdict, text);
    detail.textContent = more;
  }

  /** @param {Schemas["Outcome"]} outcome */
  function renderEnd({ winner, margin }) {
    const text = outcomeText(game);
    gauge.show(provedShare(winner === game.rules.sides[0], margin), text, "proved");
    tell("proved", text, outcomeReason(game));
  }

  /** @param {Evaluation} evaluation */
  function renderEvaluation({ status: how, result, share: part, interval }) {
    const text = result ?? firstShareText(part, interval);
    const kind = how === "estimated" ? how : "proved";
    gauge.show(kind === "estimated" ? part : provedShare(part > 0.5, 0), text, kind);
    tell(kind, text);
  }

  /** @param {Finding} found */
  function renderFound(found) {
    const { kind, text, book, winner, margin } = found;
    const isFirst = winner === game.rules.sides[0];
    const said = tr("{status}: {result}", { status: TAGS[kind], result: text });
    if (kind === "stored") gauge.show(isFirst ? 1 : 0, said, "estimated");
    else if (found.share !== null) gauge.show(found.share, said, "estimated");
    else if (winner) gauge.show(provedShare(isFirst, margin), said, "proved");
    tell(
      kind,
      book ? tr("{result} ({book})", { result: text, book }) : text,
      [found.more, game.page.can_swap ? swapText(found.swap) : "", found.cost]
        .filter(Boolean)
        .join(" · "),
    );
  }

  /**
   * @param {import("./game.js").MoveNode} node
   * @param {HTMLElement} label
   */
  function moveItem({ line, ply, move }, label) {
    const lost = line.record === game.record ? review.lost(ply - 1) : null;
    return h(
      "button",
      { class: "plain", title: move, onclick: () => trying(() => game.goInto(line, ply)) },
      label,
      lost ? h("b", { class: "lost", title: lost.text }, ` ${lost.short}`) : null,
    );
  }

  /**
   * Show the less used panels in place of the analysis, or hide them.
   *
   * @param {boolean} on
   */
  async function showMore(on) {
    if (on && !state.more) {
      const { settings } = state;
      const again = () => {
        start();
        render();
      };
      state.more = (await import("./more.js")).makeMore({ game, panel, root, settings, again });
      panels.append(...state.more.nodes);
    }
    panels.hidden = !on;
    place.classList.toggle("with-panels", on);
    others.setAttribute("aria-expanded", String(on));
    if (!on) state.more?.close();
  }

  game.onChange(show);
  root.append(place, panel.live);
  const deafen = panel.listen({
    ArrowLeft: () => game.goTo(game.ply - 1),
    ArrowRight: () => game.goTo(game.ply + 1),
    Home: () => game.goTo(0),
    End: () => game.goTo(game.page.moves.length),
    Escape: () => showMore(false),
  });

  // The game of the address; else a sample game.
  await game.open(values, async () => {
    const { POSITIONS } = await import("./results.js");
    await game.load(POSITIONS["battle-of-lits"]);
  });
  place.inert = !game.isShown;
  if (game.isShown && game.ply > 0 && game.ply === game.page.moves.length && game.isOver) {
    review.start();
  }
  return {
    leave() {
      deafen();
      stop();
      review.stop();
      best.leave();
      game.leave();
    },
  };
}
