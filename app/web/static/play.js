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
import { STRENGTHS, WEAKER } from "./results.js";
import {
  effectText,
  fillMoves,
  judge,
  moveLabel,
  outcomeReason,
  outcomeText,
  turnTexts,
} from "./words.js";

const HINT_SECONDS = 3;

const knock = async () => (await import("./sound.js")).knock();

// The measured strength of an opponent in a game.
export function strengthOf(rules, opponent) {
  const [share, games, board] = STRENGTHS[rules.name]?.[opponent] ?? [];
  return games
    ? tr("won {share} % of {games} games against {opponent} on {board}", {
        share,
        games,
        board,
        opponent: OPPONENTS.find(([name]) => name === WEAKER[opponent])[1],
      })
    : (OPPONENTS.find(([name]) => name === opponent)?.[2] ?? "");
}

// How many X and O a board has.
function numbersOf({ position: { symbols } }) {
  const count = (symbol) => symbols?.join("").split(symbol).length - 1;
  return symbols ? { x: count("X"), o: count("O") } : {};
}

export async function mount(root, engine, values) {
  const game = new Game(engine, await engine.games(), "play", root);
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
    hint: button(tr("Hint"), hint, { id: "hint", title: "h", "aria-keyshortcuts": "h" }),
    new: button(tr("New"), renew, { id: "new", title: "n", "aria-keyshortcuts": "n" }),
    analyse: button(
      tr("Analyse"),
      async () => {
        location.hash = address("analyse", await game.values());
      },
      { id: "analyse", title: "a", "aria-keyshortcuts": "a" },
    ),
  };
  let told = null; // the move of a hint whose square has been shown
  const hinting = new Latest();
  const looking = new Latest();
  let lookedAt = null; // the number of moves of an earlier position that is looked at
  let guide = null; // the guide of a first game

  const play = (move) => trying(() => (guide ? guide.take(move) : game.play(move)));
  const panel = boardPanel(engine, { here: () => game.here, play, wait: () => game.wait() }, false);
  const { board } = panel;
  const hasRoom = matchMedia("(width >= 900px) and (height >= 600px)"); // for coordinates

  // A hint shows a square first, then the move and its effects.
  async function hint() {
    const tell = (text, named = "") => {
      note.textContent = text;
      panel.live.textContent = named + text;
    };
    if (told) {
      board.showMoves([told]);
      const effects = await hinting.run((signal) =>
        engine.ask("move", { ...game.here, move: told }, signal),
      );
      if (effects) tell(effectText(effects), `${told}: `);
      return;
    }
    tell(tr("Looking for a good move …"));
    const answer = await hinting.run((signal) =>
      engine.stream("analyse", { ...game.here, time_limit: HINT_SECONDS }, () => {}, signal),
    );
    if (!answer) return;
    const {
      moves: [best],
    } = judge(answer, game.page.position.to_move, game.rules.sides);
    const square = best?.move.match(/[a-z]+[0-9]+/)?.[0];
    if (square) {
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

  async function renew() {
    (await import("./newgame.js")).newGame(game, root, (started, opponent, person) => {
      guide = null;
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
    await copyLink(
      new URL(address("play", { ...(await game.values()), plays, at: undefined }), location.href)
        .href,
    );
  }

  // The board does not change by a swap, so a dialog explains it first.
  function askToSwap() {
    if (!game.isShown || !game.page.can_swap) return;
    const own = game.page.position.to_move;
    const [side, other] = [own, game.rules.sides.find((each) => each !== own)].map((each) =>
      tr(each),
    );
    openDialog(
      root,
      "swap-dialog",
      tr("Swap sides?"),
      (answer) => {
        if (answer === "swap") play("swap");
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

  // The reason of a result, or how a piece is placed.
  function noteText(position) {
    if (position.outcome) return outcomeReason(game);
    if (board.isLocked) return "";
    if (matchMedia("(pointer: coarse)").matches) {
      return tr("Tap a square, and tap it again to place.");
    }
    return panel.buttons.colour.hidden
      ? tr("Point at a square: R turns, F flips, a click places.")
      : tr("Point at a square: R turns, F flips, C changes colours, a click places.");
  }

  // A placed piece is heard where the reader has chosen that.
  let plyShown = null;
  function knockFor({ ply, moves }) {
    const isPlaced = plyShown !== null && ply > plyShown && moves[ply - 1].move !== "swap";
    plyShown = ply;
    if (isPlaced && stored("sound")) knock().catch(() => {}); // there is no sound here
  }

  // The second game of two is announced when it begins.
  let phaseShown = null;
  function tellPhase({ phases, phase, position }) {
    const hasBegun = phaseShown !== null && phase > phaseShown && !position.outcome;
    phaseShown = phase;
    if (hasBegun) say(tr("{game} begins: {scoring}", phases[phase]));
  }

  // Say the result or the turn, with the aim of the side, unless a guide says something else. Where
  // there is no room for the list of moves, the other player's last one follows.
  function tell(other) {
    const said = guide?.text ?? (game.isOver ? outcomeText(game) : "");
    const [turn, aim] = said ? [said, ""] : turnTexts(game);
    const gap = tr("{text} {more}", { text: "", more: "" });
    sentence.replaceChildren(
      turn,
      ...(aim ? [gap, h("span", { class: "aim" }, aim)] : []),
      ...(other ? [gap, h("span", { class: "last" }, ...other)] : []),
    );
  }

  // Look at the position after some moves, while the game waits or goes on.
  async function lookAt(ply) {
    if (ply < 0 || ply > game.ply || guide) return;
    if (ply === game.ply) return backToGame();
    lookedAt = ply; // at once, as the next key counts from there
    const page = await looking.run((signal) =>
      engine.ask("position", { record: game.record, at: ply }, signal),
    );
    if (!page) return;
    hinting.end();
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
    showMoves(ply);
  }

  function backToGame() {
    if (lookedAt !== null) show(game.page);
  }

  function showMoves(current) {
    const item = (node, label) =>
      h(
        "button",
        { class: "plain", title: node.move, onclick: () => trying(() => lookAt(node.ply)) },
        label,
      );
    fillMoves(moves, game.tree.slice(0, game.ply), current, item, false);
  }

  // Show the position of the game.
  function show(page) {
    const { position } = page;
    looking.end();
    lookedAt = null;
    const below = game.opponent ? 1 - game.person : 0; // you are below
    const names = [
      game.opponent === BY_LINK
        ? tr("The other, by link")
        : game.opponentName || tr("Second player"),
      game.opponent ? tr("You") : tr("First player"),
    ];
    const part = (side) =>
      [
        side.length > 1 ? tr(side) : "",
        position.half_point === side ? tr("with half a point more") : "",
      ]
        .filter(Boolean)
        .join(" · ");
    board.isLocked = game.isOver || game.isAwaiting;
    board.isNamed = hasRoom.matches || guide !== null; // its sentences name squares
    hinting.end();
    told = null;
    document.title = `${game.title} · litslab`;
    rules.href = address("rules", { game: game.rules.name });
    strip(
      strips.them,
      position,
      game.sideOf(1 - below),
      names[0],
      [part(game.sideOf(1 - below)), game.opponent ? strengthOf(game.rules, game.opponent) : ""]
        .filter(Boolean)
        .join(" · "),
    );
    strip(strips.you, position, game.sideOf(below), names[1], part(game.sideOf(below)));
    const isTheirs = page.ply && game.opponent && game.playerAt(page.ply - 1) === game.person;
    const last = page.moves[page.ply - 1]?.move;
    tell(isTheirs && !guide ? [`${names[0]}: `, moveLabel(last)] : null);
    panel.show(page, game.rules.title, sentence.textContent);
    if (isTheirs) panel.live.textContent = `${names[0]}: ${tr(last)}`;
    note.textContent = guide ? "" : noteText(position);
    inForce.show(page, game.rules.sides);
    board.lay(position.outcome ? "groups" : "");
    tellPhase(page);
    knockFor(page);
    actions.replaceChildren(
      ...[
        guide?.button,
        !guide && page.can_swap && !game.isAwaiting
          ? button(tr("Swap sides"), askToSwap, { id: "swap", title: "s" })
          : null,
        !guide && game.opponent === BY_LINK && game.isAwaiting
          ? button(tr("Copy the link"), send, { id: "send", class: "primary" })
          : null,
        !guide && position.outcome
          ? button(game.opponent ? tr("Rematch") : tr("Play again"), again, {
              class: "primary",
              id: "again",
            })
          : null,
        !guide && position.outcome
          ? button(tr("Review"), () => buttons.analyse.click(), { id: "review" })
          : null,
      ].filter(Boolean),
    );
    // There are eleven controls at most.
    rules.hidden = actions.childElementCount > 0 && page.pieces.length > 1;
    buttons.undo.disabled = game.undoPly === undefined;
    buttons.restart.disabled = !game.canRestart;
    buttons.redo.disabled = game.redoPly === undefined;
    buttons.hint.disabled = board.isLocked;
    place.classList.toggle("guided", guide !== null);
    showMoves(page.ply);
    guide?.show(board);
  }

  game.onChange(show);

  const stage = h("section", { class: "stage plain", "aria-label": tr("Board") }, panel.host);
  const side = h(
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
  );
  // The controls are inert until there is a game.
  const place = h("div", { class: "place playing", inert: true }, stage, side);
  root.append(place, panel.live);

  const deafen = panel.listen({
    u: () => buttons.undo.click(),
    y: () => buttons.redo.click(),
    s: askToSwap,
    h: () => buttons.hint.click(),
    n: () => buttons.new.click(),
    a: () => buttons.analyse.click(),
    ArrowLeft: () => lookAt((lookedAt ?? game.ply) - 1),
    ArrowRight: () => lookAt((lookedAt ?? game.ply) + 1),
    Escape: () => board.hover(null),
  });

  // The game of the address, the last one unless it is over, or a new one.
  const last = lastGame();
  const guided = async () => {
    guide = await (
      await import("./newgame.js")
    ).firstGame(game, values.first, () => {
      guide = null;
    });
    game.first = values.first;
    await guide.begin(values).catch(async (error) => {
      await guide.begin({});
      throw error;
    });
  };
  const isGuided = values.first !== undefined;
  const isFresh = values.g === undefined && values.game === undefined && !isGuided;
  if (isFresh && last) {
    location.replace(last.hash);
    return { leave: deafen };
  }
  const asked = values.opponent ?? (isFresh ? "greedy" : "");
  // One that nobody knows is the greedy one.
  const opponent = ["", BY_LINK, ...OPPONENTS.map(([name]) => name)].includes(asked)
    ? asked
    : "greedy";
  await game.open(isGuided ? {} : { ...values, opponent }, ...(isGuided ? [guided] : []), () =>
    game.start(game.games[0].name, values.seed),
  );
  place.inert = !game.isShown;
  return {
    leave() {
      deafen();
      hinting.end();
      game.leave();
    },
  };
}
