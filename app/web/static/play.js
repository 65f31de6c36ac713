// The view in which games are played: two players, a board, the pieces, one sentence.

import { boardPanel, strip } from "./boardpanel.js";
import {
  Latest,
  button,
  copyLink,
  h,
  newSeed,
  openDialog,
  row,
  say,
  stored,
  trying,
} from "./dom.js";
import { BY_LINK, Game, OPPONENTS, beginning } from "./game.js";
import { lastGame } from "./keptgames.js";
import { tr } from "./language.js";
import { address } from "./link.js";
import { ruleNote } from "./rule.js";
import { strengthOf } from "./strength.js";
import {
  effectText,
  fillMoves,
  judge,
  moveLabel,
  otherSide,
  outcomeReason,
  outcomeText,
  turnTexts,
} from "./words.js";

/**
 * @typedef {import("../page.d.ts").PositionPage} PositionPage
 * @typedef {ReturnType<typeof boardPanel>} Panel
 * @typedef {import("./game.js").GameValues & {first?: string}} Values `first` is the name of a game
 *     that a guide shows.
 *
 * @typedef {object} State
 * @property {import("./firstgame.js").Guide | null} guide That of a first game.
 * @property {number | null} lookedAt The number of moves of an earlier position that is looked at.
 * @property {{ply: number, phase: number} | null} shown Of the position that was shown last.
 */

const HINT_SECONDS = 3;

const knock = async () => (await import("./sound.js")).knock();

/**
 * The number of X and O of a board.
 *
 * @param {PositionPage} page
 */
function numbersOf({ position: { symbols } }) {
  if (!symbols) return {};
  const text = symbols.join("");
  const count = (/** @type {string} */ symbol) => text.split(symbol).length - 1;
  return { x: count("X"), o: count("O") };
}

/**
 * Hints: the first shows a square, the next one the move and its effects.
 *
 * @param {Game} game
 * @param {Panel} panel
 * @param {HTMLElement} note
 */
function hints(game, { board, live }, note) {
  const { engine } = game;
  const working = new Latest();
  /** @type {string | null} The move whose square has been shown. */
  let told = null;

  function tell(text = "", named = "") {
    note.textContent = text;
    live.textContent = named + text;
  }

  async function showSquare() {
    tell(tr("Looking for a good move …"));
    const answer = await working.run((signal) =>
      engine.stream("analyse", { ...game.here, time_limit: HINT_SECONDS }, () => {}, signal),
    );
    if (!answer) return;
    const best = judge(answer, game.page.position.to_move, game.rules.sides).moves.at(0);
    const square = best?.move.match(/[a-z]+[0-9]+/)?.[0];
    if (best && square) {
      told = best.move;
      board.showSquares([square]);
      tell(tr("A good move covers the marked square. Ask again to see it."), `${square}: `);
    } else {
      tell(
        best
          ? tr("The engine would {move}.", { move: tr(best.move) })
          : tr("The engine found no move in time."),
      );
    }
  }

  /** @param {string} move */
  async function showMove(move) {
    board.showMoves([move]);
    const effects = await working.run((signal) =>
      engine.ask("move", { ...game.here, move }, signal),
    );
    if (effects) tell(effectText(effects), `${move}: `);
  }

  return {
    ask: () => (told ? showMove(told) : showSquare()),
    // Another position is shown.
    end() {
      working.end();
      told = null;
    },
  };
}

/**
 * Ask whether to swap. The board does not change by it, so a dialog explains it first.
 *
 * @param {HTMLElement} root
 * @param {Game} game
 * @param {() => unknown} swap
 */
function askToSwap(root, { page, rules }, swap) {
  const own = page.position.to_move;
  const side = tr(own);
  const other = tr(otherSide(rules.sides, own));
  openDialog(
    root,
    "swap-dialog",
    tr("Swap sides?"),
    (answer) => {
      if (answer === "swap") swap();
    },
    h(
      "p",
      {},
      tr(
        "The position stays as it is. You take over {other}; your opponent becomes {side} and is to move.",
        { side, other },
      ),
    ),
    h("p", { class: "note" }, tr("Swap if you would rather have the first player's side.")),
    row(
      h(
        "button",
        { class: "primary", value: "swap", autofocus: true },
        tr("Swap and be {side}", { side: other }),
      ),
      h("button", { value: "stay" }, tr("Stay {side}", { side })),
    ),
  );
}

/**
 * @param {HTMLElement} root
 * @param {import("./engine.js").ApiEngine} engine
 * @param {Values} values
 * @returns {Promise<import("../page.d.ts").View>}
 */
export async function mount(root, engine, values) {
  const game = new Game(engine, await engine.games(), "play", root);
  /** @type {State} */
  const state = { guide: null, lookedAt: null, shown: null };
  const strips = {
    them: h("div", { class: "strip them", id: "them" }),
    you: h("div", { class: "strip", id: "you" }),
  };
  const sentence = h("h2", { class: "say", id: "sentence", "aria-live": "polite" });
  const actions = h("div", { class: "row", id: "actions" });
  const note = h("p", { class: "note", id: "play-note" });
  const rules = h("a", { id: "rules-link" }, tr("Rules"));
  const inForce = ruleNote();
  const moves = h("ol", { class: "movelist", id: "moves", "aria-label": tr("Moves") });
  const buttons = {
    undo: button(tr("Undo"), () => game.undo(), {
      id: "undo",
      title: "u",
      "aria-keyshortcuts": "u",
    }),
    redo: button(tr("Redo"), () => game.redo(), {
      id: "redo",
      title: "y",
      "aria-keyshortcuts": "y",
    }),
    restart: button(tr("Restart"), () => game.restart(), { id: "restart" }),
    hint: button(tr("Hint"), () => hint.ask(), {
      id: "hint",
      title: "h",
      "aria-keyshortcuts": "h",
    }),
    new: button(tr("New"), renew, { id: "new", title: "n", "aria-keyshortcuts": "n" }),
    analyse: button(
      tr("Analyse"),
      async () => {
        location.hash = address("analyse", await game.values());
      },
      { id: "analyse", title: "a", "aria-keyshortcuts": "a" },
    ),
  };
  const panel = boardPanel(engine, { here: () => game.here, play, wait: () => game.wait() }, false);
  const { board } = panel;
  const hint = hints(game, panel, note);
  const looking = new Latest();
  const hasRoom = matchMedia("(width >= 900px) and (height >= 600px)"); // for coordinates
  // The controls are inert until there is a game.
  const place = h(
    "div",
    { class: "place playing", inert: true },
    h("section", { class: "stage plain", "aria-label": tr("Board") }, panel.host),
    h(
      "aside",
      { class: "side", "aria-label": tr("Game") },
      strips.them,
      h("div", { class: "told" }, sentence, actions),
      inForce.node,
      panel.hand,
      h("p", { class: "handy" }, note, rules),
      moves,
      strips.you,
      h("div", { class: "foot" }, Object.values(buttons)),
    ),
  );

  // --- actions

  /** @param {string} move */
  function play(move) {
    return trying(() => (state.guide ? state.guide.take(move) : game.play(move)));
  }

  function swap() {
    if (game.isShown && game.page.can_swap) askToSwap(root, game, () => play("swap"));
  }

  async function renew() {
    (await import("./newgame.js")).newGame(game, root, (started, opponent, person) => {
      state.guide = null;
      Object.assign(game, { opponent, person, first: undefined });
      return game.begin(started);
    });
  }

  // The same game once more, on a new board; against an opponent with the sides exchanged.
  async function again() {
    const started = await engine.ask(
      "new",
      beginning(game.rules, game.page.position.options, newSeed(), "", numbersOf(game.page)),
    );
    if (game.opponent) game.person = 1 - game.person;
    return game.begin(started);
  }

  // Copy the address at which the other player goes on.
  async function send() {
    const plays = game.person === 0 ? undefined : "first";
    const hash = address("play", { ...(await game.values()), plays, at: undefined });
    await copyLink(new URL(hash, location.href).href);
  }

  /**
   * Look at the position after some moves, while the game waits or goes on.
   *
   * @param {number} ply
   */
  async function lookAt(ply) {
    if (ply < 0 || ply > game.ply || state.guide) return;
    if (ply === game.ply) return backToGame();
    state.lookedAt = ply; // at once, as the next key counts from there
    const page = await looking.run((signal) =>
      engine.ask("position", { record: game.record, at: ply }, signal),
    );
    if (page) renderEarlier(page, ply);
  }

  function backToGame() {
    if (state.lookedAt !== null) render(game.page);
  }

  // --- what is shown

  /**
   * Show a position of the game.
   *
   * @param {PositionPage} page
   */
  function render(page) {
    const { guide } = state;
    const { outcome } = page.position;
    looking.end();
    hint.end();
    state.lookedAt = null;
    document.title = `${game.title} · litslab`;
    rules.href = address("rules", { game: game.rules.name });
    board.isLocked = game.isOver || game.isAwaiting;
    board.isNamed = hasRoom.matches || guide !== null; // its sentences name squares
    renderStrips(page);
    const other = nameOfOther();
    const reply = replyOf(page);
    renderSentence(reply && !guide ? [`${other}: `, moveLabel(reply)] : []);
    panel.show(page, game.rules.title, sentence.textContent);
    if (reply) panel.live.textContent = `${other}: ${tr(reply)}`;
    note.textContent = guide ? "" : noteText(page);
    inForce.show(page, game.rules.sides);
    board.lay(outcome ? "groups" : "");
    announce(page);
    actions.replaceChildren(...(guide ? [guide.button] : actionButtons(page)));
    // There are eleven controls at most.
    rules.hidden = actions.childElementCount > 0 && page.pieces.length > 1;
    buttons.undo.disabled = game.undoPly === undefined;
    buttons.restart.disabled = !game.canRestart;
    buttons.redo.disabled = game.redoPly === undefined;
    buttons.hint.disabled = board.isLocked;
    place.classList.toggle("guided", guide !== null);
    renderMoves(page.ply);
    guide?.show(board);
  }

  /**
   * Show an earlier position, in which nothing can be placed.
   *
   * @param {PositionPage} page
   * @param {number} ply
   */
  function renderEarlier(page, ply) {
    hint.end();
    board.isLocked = true;
    board.lay("");
    sentence.textContent = tr("After move {ply} of {count}.", { ply, count: game.ply });
    panel.show(page, game.rules.title, sentence.textContent);
    note.textContent = "";
    actions.replaceChildren(
      button(tr("Back to the game"), backToGame, { class: "primary", id: "back" }),
    );
    rules.hidden = true;
    buttons.hint.disabled = true;
    renderMoves(ply);
  }

  function nameOfOther() {
    if (game.opponent === BY_LINK) return tr("The other, by link");
    return game.opponentName || tr("Second player");
  }

  /**
   * Show the players and their scores.
   *
   * @param {PositionPage} page
   */
  function renderStrips({ position }) {
    const { opponent } = game;
    const below = opponent ? 1 - game.person : 0; // you are below
    const [mine, theirs] = [game.sideOf(below), game.sideOf(1 - below)];
    const you = opponent ? tr("You") : tr("First player");
    const words = (/** @type {string} */ side, /** @type {string} */ more) =>
      [
        side.length > 1 ? tr(side) : "",
        position.half_point === side ? tr("with half a point more") : "",
        more,
      ]
        .filter(Boolean)
        .join(" · ");
    const strength = opponent ? strengthOf(game.rules, opponent) : "";
    strip(strips.them, position, theirs, nameOfOther(), words(theirs, strength));
    strip(strips.you, position, mine, you, words(mine, ""));
  }

  /**
   * The last move, if the other player made it.
   *
   * @param {PositionPage} page
   */
  function replyOf({ ply, moves: made }) {
    if (!ply || !game.opponent || game.playerAt(ply - 1) !== game.person) return null;
    return made[ply - 1].move;
  }

  /**
   * Say the result or the turn, with the aim of the side, unless a guide says something else. Where
   * there is no room for the list of moves, the other player's last one follows.
   *
   * @param {(string | HTMLElement)[]} reply
   */
  function renderSentence(reply) {
    const said = state.guide?.text ?? (game.isOver ? outcomeText(game) : "");
    const [turn, aim] = said ? [said, ""] : turnTexts(game);
    const gap = tr("{text} {more}", { text: "", more: "" });
    sentence.replaceChildren(
      turn,
      ...(aim ? [gap, h("span", { class: "aim" }, aim)] : []),
      ...(reply.length ? [gap, h("span", { class: "last" }, ...reply)] : []),
    );
  }

  /**
   * The reason of a result, or how a piece is placed.
   *
   * @param {PositionPage} page
   */
  function noteText({ position }) {
    if (position.outcome) return outcomeReason(game);
    if (board.isLocked) return "";
    if (matchMedia("(pointer: coarse)").matches) {
      return tr("Tap a square, and tap it again to place.");
    }
    return panel.buttons.colour.hidden
      ? tr("Point at a square: R turns, F flips, a click places.")
      : tr("Point at a square: R turns, F flips, C changes colours, a click places.");
  }

  /**
   * What the player can do besides placing a piece.
   *
   * @param {PositionPage} page
   */
  function actionButtons({ can_swap: canSwap, position }) {
    const made = [];
    if (canSwap && !game.isAwaiting) {
      made.push(button(tr("Swap sides"), swap, { id: "swap", title: "s" }));
    }
    if (game.opponent === BY_LINK && game.isAwaiting) {
      made.push(button(tr("Copy the link"), send, { id: "send", class: "primary" }));
    }
    if (position.outcome) {
      made.push(
        button(game.opponent ? tr("Rematch") : tr("Play again"), again, {
          class: "primary",
          id: "again",
        }),
        button(tr("Review"), () => buttons.analyse.click(), { id: "review" }),
      );
    }
    return made;
  }

  /** @param {number} current */
  function renderMoves(current) {
    fillMoves(
      moves,
      game.tree.slice(0, game.ply),
      current,
      ({ move, ply }, label) =>
        h(
          "button",
          { class: "plain", title: move, onclick: () => trying(() => lookAt(ply)) },
          label,
        ),
      false,
    );
  }

  /**
   * Announce the second game of two when it begins. A placed piece is heard where the reader has
   * chosen that.
   *
   * @param {PositionPage} page
   */
  function announce({ ply, moves: made, phases, phase, position }) {
    const before = state.shown;
    state.shown = { ply, phase };
    if (!before) return;
    if (phase > before.phase && !position.outcome) {
      say(tr("{game} begins: {scoring}", phases[phase]));
    }
    if (ply > before.ply && made[ply - 1].move !== "swap" && stored("sound")) {
      knock().catch(() => {}); // there is no sound here
    }
  }

  game.onChange(render);
  root.append(place, panel.live);
  const deafen = panel.listen({
    u: () => buttons.undo.click(),
    y: () => buttons.redo.click(),
    s: swap,
    h: () => buttons.hint.click(),
    n: () => buttons.new.click(),
    a: () => buttons.analyse.click(),
    ArrowLeft: () => lookAt((state.lookedAt ?? game.ply) - 1),
    ArrowRight: () => lookAt((state.lookedAt ?? game.ply) + 1),
    Escape: () => board.hover(null),
  });

  // --- the game of the address, the last one unless it is over, or a new one

  /** @param {string} name */
  async function beginGuided(name) {
    const guide = await (
      await import("./firstgame.js")
    ).firstGame(game, name, () => {
      state.guide = null;
    });
    state.guide = guide;
    game.first = name;
    await guide.begin(values).catch(async (error) => {
      await guide.begin({});
      throw error;
    });
  }

  const { first } = values;
  const isFresh = values.g === undefined && values.game === undefined && first === undefined;
  const last = lastGame();
  if (isFresh && last) {
    location.replace(last.hash);
    return { leave: deafen };
  }
  const asked = values.opponent ?? (isFresh ? "greedy" : "");
  // One that nobody knows is the greedy one.
  const opponent = ["", BY_LINK, ...OPPONENTS.map(([name]) => name)].includes(asked)
    ? asked
    : "greedy";
  const start = () => game.start(game.games[0].name, values.seed ?? newSeed());
  if (first === undefined) await game.open({ ...values, opponent }, start);
  else await game.open({}, () => beginGuided(first), start);
  place.inert = !game.isShown;
  return {
    leave() {
      deafen();
      hint.end();
      looking.end();
      game.leave();
    },
  };
}
