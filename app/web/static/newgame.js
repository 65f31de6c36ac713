// New games: the dialog that asks which, how large, against whom, and who begins; and a first game
// for newcomers.

import { button, choice, fields, h, openDialog, row, say, seedInput, seedOf } from "./dom.js";
import { BY_LINK, OPPONENTS, beginning, hasSymbols } from "./game.js";
import { tr } from "./language.js";
import { address, playAddress } from "./link.js";
import { gamesButton } from "./mygames.js";
import { strengthOf } from "./play.js";
import { gameFields } from "./options.js";
import { chooseSound, hasSound } from "./sound.js";

// The boards that a player can type: what they consist of, and an example.
const OWN_BOARDS = {
  symbols: {
    label: tr("Your own board (rows of X, O and . for empty)"),
    example: "X O . X\nO . X O\n. X O .",
  },
  colours: {
    label: tr("Your own position (rows of w for light, b for dark and . for empty)"),
    example: "w b .\n. b w\n. . .",
  },
};

// An input for the number of a symbol on a random board; empty for the usual one.
function symbolNumber(name, text) {
  const input = h("input", {
    type: "number",
    id: `new-${name}`,
    min: "0",
    placeholder: tr("usual"),
  });
  const read = () => (input.value === "" ? undefined : Number(input.value));
  return { label: h("label", {}, text, input), read };
}

// `begin(started, opponent, person)` begins the game; `person` is the opponent's number as a
// player.
export function newGame(game, root, begin) {
  const chosen = gameFields(
    game.games,
    "game",
    "new",
    (name) => (name === game.rules.name ? game.page.position.options : {}),
    choose,
  );
  const { select, rules } = chosen;
  const seed = seedInput("seed");
  const seeded = h("label", {}, tr("Seed"), seed);
  const numbers = {
    x: symbolNumber("x", tr("Number of X")),
    o: symbolNumber("o", tr("Number of O")),
  };
  const board = h("textarea", {
    id: "own-board",
    rows: "3",
    spellcheck: "false",
  });
  const boardLabel = h("span");
  const ownBoard = h("label", { class: "wide" }, boardLabel, board);
  const offered = [
    ...OPPONENTS.map(([value, name]) => [value, name]),
    ["", tr("A person, on this screen")],
    [BY_LINK, tr("A person, by link")],
  ];
  const opponent = choice("level", offered, {
    onchange: () => measure(),
    "aria-describedby": "strength",
  });
  const person = choice("person", [
    ["1", tr("you")],
    ["0", tr("the opponent")],
    ["", tr("at random")],
  ]);
  const begins = h("label", {}, tr("First"), person);
  const sound = h("input", {
    type: "checkbox",
    id: "sound",
    checked: hasSound(),
    onchange: () => chooseSound(sound.checked),
  });
  const strength = h("p", { class: "note", id: "strength" });
  // Inside the dialog, which would hide a message of the page.
  const refusal = h("p", { class: "error", id: "refusal", role: "alert" });
  const guided = h(
    "a",
    { id: "first-game", onclick: () => dialog.close() },
    tr("Be shown a first game"),
  );

  function choose() {
    // Only the symbols of a board are random.
    for (const each of [seeded, numbers.x.label, numbers.o.label]) {
      each.hidden = !hasSymbols(rules());
    }
    const own = OWN_BOARDS[rules().board];
    ownBoard.hidden = !own;
    boardLabel.textContent = own?.label ?? "";
    board.placeholder = own?.example ?? "";
    board.value = "";
    chosen.fields.append(numbers.x.label, numbers.o.label, seeded, ownBoard);
    guided.href = address("play", { first: select.value });
    measure();
  }

  function measure() {
    begins.hidden = opponent.value === "";
    strength.textContent = strengthOf(rules(), opponent.value);
  }

  async function start() {
    const wasKept = game.isKept;
    const who = person.value === "" ? Math.floor(2 * Math.random()) : Number(person.value);
    await begin(
      await game.engine.ask(
        "new",
        beginning(rules(), chosen.read(), seedOf(seed), board.value, {
          x: numbers.x.read(),
          o: numbers.o.read(),
        }),
      ),
      opponent.value,
      who,
    );
    dialog.close();
    const values = { game: game.rules.title };
    say(
      wasKept
        ? tr("New game: {game}. The previous game is in My games.", values)
        : tr("New game: {game}", values),
    );
  }

  opponent.value = game.opponent;
  person.value = String(game.person);
  chosen.choose(game.page.position.game);
  const dialog = openDialog(
    root,
    "new-dialog",
    tr("New game"),
    () => {},
    fields(
      h("label", {}, tr("Game"), select),
      guided,
      h("div", { class: "with-note" }, h("label", {}, tr("Opponent"), opponent), strength),
      begins,
      h("label", {}, tr("Sound of placed pieces"), sound),
    ),
    h("details", {}, h("summary", {}, tr("Size and rules")), chosen.fields),
    refusal,
    row(
      h("button", { class: "primary", id: "new-game" }, tr("Start")),
      gamesButton(root, () => dialog.close()),
      button(tr("Cancel"), () => dialog.close()),
    ),
  );
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    start().catch(({ message }) => {
      refusal.textContent = message;
    });
  });
}

// A first game, move by move: a sentence explains each move, and the reader places it for both
// sides. `end` is called when the reader leaves it.
export async function firstGame(game, name, end) {
  const { games } = await game.engine.document("rules");
  const found = games.find((each) => each.name === name)?.first_game;
  if (!found) throw new Error(tr("there is no first game of {name}", { name }));
  const next = button(tr("Next"), () => game.redo(), { id: "next", class: "primary" });
  const away = h(
    "a",
    { class: "button primary", href: playAddress(name), id: "play-now", onclick: end },
    tr("Now play against Greedy"),
  );
  const move = () => game.page.moves[game.ply]?.move;
  return {
    // Where the address says, or at the beginning.
    begin: ({ g, at }) => game.load(found.record, g === undefined ? 0 : at && Number(at)),
    get text() {
      return found.says[game.ply];
    },
    get button() {
      return move() ? next : away;
    },
    // The reader places the outlined piece, whatever way it is held.
    show: (board) => {
      if (move()) board.showMoves([move()]);
    },
    take: (tried) => {
      if (tried !== move()) throw new Error(tr("Place the outlined piece, or choose Next."));
      return game.redo();
    },
  };
}
