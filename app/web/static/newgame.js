// The dialog for a new game: which, how large, against whom, and who begins.

import { button, choice, fields, h, openDialog, row, say, seedInput, seedOf } from "./dom.js";
import { messageOf } from "./engine.js";
import { BY_LINK, OPPONENTS, beginning, hasSymbols } from "./game.js";
import { tr } from "./language.js";
import { address } from "./link.js";
import { gamesButton } from "./mygames.js";
import { gameFields } from "./options.js";
import { chooseSound, hasSound } from "./sound.js";
import { strengthOf } from "./strength.js";

/**
 * @typedef {import("../page.d.ts").GameRules} GameRules
 * @typedef {import("../page.d.ts").Schemas["Started"]} Started
 */

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

/**
 * An input for the number of a symbol on a random board; empty for the usual one.
 *
 * @param {string} name
 * @param {string} text
 */
function symbolNumber(name, text) {
  const input = h("input", {
    type: "number",
    id: `new-${name}`,
    min: "0",
    placeholder: tr("usual"),
  });
  const read = () => (input.value === "" ? undefined : Number(input.value));
  return { node: h("label", {}, text, input), read };
}

/** What the board consists of: a seed and numbers if it is random, or what a player types. */
function boardFields() {
  const seed = seedInput("seed");
  const x = symbolNumber("x", tr("Number of X"));
  const o = symbolNumber("o", tr("Number of O"));
  const random = [x.node, o.node, h("label", {}, tr("Seed"), seed)];
  const own = h("textarea", { id: "own-board", rows: "3", spellcheck: "false" });
  const label = h("span");
  const ownBoard = h("label", { class: "wide" }, label, own);
  return {
    nodes: [...random, ownBoard],
    /** @param {GameRules} rules */
    show(rules) {
      // Only the symbols of a board are random.
      for (const each of random) each.hidden = !hasSymbols(rules);
      const offered = rules.board ? OWN_BOARDS[rules.board] : null;
      ownBoard.hidden = !offered;
      label.textContent = offered?.label ?? "";
      own.placeholder = offered?.example ?? "";
      own.value = "";
    },
    /**
     * The question for a new game.
     *
     * @param {GameRules} rules
     * @param {Record<string, unknown>} options
     */
    question: (rules, options) =>
      beginning(rules, options, seedOf(seed), own.value, { x: x.read(), o: o.read() }),
  };
}

/**
 * Open the dialog.
 *
 * @param {import("./game.js").Game} game
 * @param {HTMLElement} root
 * @param {(started: Started, opponent: string, person: number) => Promise<void>} begin Begins the
 *     game; `person` is the opponent's number as a player.
 */
export function newGame(game, root, begin) {
  const board = boardFields();
  const chosen = gameFields(
    game.games,
    "game",
    "new",
    (name) => (name === game.rules.name ? game.page.position.options : {}),
    chooseGame,
  );
  const opponent = choice(
    "level",
    [
      ...OPPONENTS.map(([value, name]) => /** @type {const} */ ([value, name])),
      ["", tr("A person, on this screen")],
      [BY_LINK, tr("A person, by link")],
    ],
    { onchange: () => render(), "aria-describedby": "strength" },
  );
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
    onchange: ({ currentTarget }) => chooseSound(currentTarget.checked),
  });
  const strength = h("p", { class: "note", id: "strength" });
  // Inside the dialog, which would hide a message of the page.
  const refusal = h("p", { class: "error", id: "refusal", role: "alert" });
  const guided = h(
    "a",
    { id: "first-game", onclick: () => dialog.close() },
    tr("Be shown a first game"),
  );

  function chooseGame() {
    board.show(chosen.rules());
    chosen.fields.append(...board.nodes);
    guided.href = address("play", { first: chosen.select.value });
    render();
  }

  // Show what the opponent needs.
  function render() {
    begins.hidden = opponent.value === "";
    strength.textContent = strengthOf(chosen.rules(), opponent.value);
  }

  async function start() {
    const wasKept = game.isKept;
    const who = person.value === "" ? Math.floor(2 * Math.random()) : Number(person.value);
    const question = board.question(chosen.rules(), chosen.read());
    await begin(await game.engine.ask("new", question), opponent.value, who);
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
      h("label", {}, tr("Game"), chosen.select),
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
    start().catch((error) => {
      refusal.textContent = messageOf(error);
    });
  });
}
