// Positions set up by hand.

import { button, choice, fields, h, newSeed, row, say, trying } from "./dom.js";
import { tr } from "./language.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./game.js").Game} Game
 */

/**
 * The symbols of a board, which are painted square by square.
 *
 * @param {() => unknown} usual Called for a standard random board.
 */
function symbolEditor(usual) {
  const paint = choice("setup-symbol", [
    ["X", "X"],
    ["O", "O"],
    [".", tr("blank")],
  ]);
  const grid = h("div", {
    class: "symbols",
    role: "group",
    "aria-label": tr("Symbols of the board"),
  });
  const node = h(
    "div",
    {},
    row(
      h("label", {}, tr("Paint"), paint),
      button(tr("Standard random board"), usual, { id: "usual" }),
    ),
    grid,
  );
  /** @type {string[][] | null} The symbols by rows; null for a board without symbols. */
  let symbols = null;

  /**
   * @param {string[]} line A row of symbols.
   * @param {number} column
   * @param {string} square
   */
  function cell(line, column, square) {
    const render = () => {
      const symbol = line[column];
      made.textContent = symbol === "." ? "" : symbol;
      made.ariaLabel = tr("{square}: {symbol}", {
        square,
        symbol: made.textContent || tr("blank"),
      });
    };
    const set = () => {
      line[column] = paint.value;
      render();
    };
    const made = h("button", {
      "data-cell": square,
      onclick: set,
      onpointerenter: (event) => {
        if (event.buttons && event.pointerType === "mouse") set();
      },
      onpointerdown: (event) => {
        if (event.pointerType === "mouse") {
          set();
          event.preventDefault();
        }
      },
    });
    render();
    return made;
  }

  /** @param {string[] | null} shown The rows of a board, if it has symbols. */
  function show(shown) {
    const lines = shown?.map((line) => [...line]) ?? null;
    symbols = lines;
    node.hidden = lines === null;
    if (lines === null) return;
    grid.style.setProperty("--columns", String(lines[0].length));
    grid.replaceChildren(
      ...lines.flatMap((line, down) =>
        line.map((_, across) =>
          cell(line, across, `${String.fromCharCode(97 + across)}${lines.length - down}`),
        ),
      ),
    );
  }

  return { node, show, rows: () => symbols?.map((line) => line.join("")) };
}

/**
 * The panel in which a position is set up: as text, by symbols, or on the board.
 *
 * @param {Game} game
 * @param {Board} board
 */
export function setupPanel(game, board) {
  const placed = h("textarea", {
    id: "setup-placed",
    "aria-label": tr("Placements on the board"),
    spellcheck: "false",
  });
  const side = h("select", { id: "setup-side" });
  const symbols = symbolEditor(usual);

  // Take the position that is shown.
  function fill() {
    const { position } = game.page;
    placed.value = position.placed.join("\n");
    side.replaceChildren(
      ...game.rules.sides.map((value) =>
        h("option", { value, selected: value === position.to_move }, tr(value)),
      ),
    );
    symbols.show(position.symbols);
  }

  async function usual() {
    const { game: name, options } = game.page.position;
    const found = await game.engine.ask("new", { game: name, options, seed: newSeed() });
    symbols.show(found.page.position.symbols);
  }

  // --- on the board: a click places the held piece or removes the one that is there; the side to
  // move stays
  const edit = h(
    "button",
    {
      id: "setup-board",
      "aria-pressed": "false",
      onclick: () => editOnBoard(board.editing === null),
    },
    tr("Place and remove on the board"),
  );

  /** @param {boolean} on */
  function editOnBoard(on) {
    board.editing = on ? { place: (move) => change((all) => [...all, move]), remove } : null;
    edit.setAttribute("aria-pressed", String(on));
    say(on ? tr("Click a free square to place the piece, and a piece to remove it.") : "");
  }

  /** @param {string} square */
  function remove(square) {
    const covers = (/** @type {string} */ text) =>
      (text.match(/[a-z]+[0-9]+/g) ?? []).some((each) => each === square);
    const found = game.page.position.placed.findLast(covers);
    if (found === undefined) return false;
    change((all) => all.toSpliced(all.lastIndexOf(found), 1));
    return true;
  }

  /** @param {(placed: string[]) => string[]} how */
  const change = (how) =>
    trying(async () => {
      fill();
      placed.value = how(game.page.position.placed).join("\n");
      await setUp();
      fill();
    });

  async function setUp() {
    const { game: name, options } = game.page.position;
    const words = placed.value.split(/\s+/).filter(Boolean).join(" ");
    await game.begin(
      await game.engine.ask("setup", {
        game: name,
        options,
        placed: words,
        to_move: words ? side.value : null,
        board: symbols.rows(), // undefined is not sent
      }),
    );
    say(tr("Position set up."));
  }

  const panel = h(
    "details",
    { class: "panel", id: "setup" },
    h("summary", {}, tr("Set up a position")),
    row(edit),
    h(
      "p",
      { class: "note" },
      tr("Uses the game and size shown. Or write one placement per line, as in the list of moves."),
    ),
    placed,
    fields(h("label", {}, tr("To move"), side)),
    symbols.node,
    row(
      button(tr("Set up"), setUp, { class: "primary", id: "set-up" }),
      button(tr("Take the position shown"), fill),
    ),
  );
  panel.addEventListener("toggle", () => {
    if (panel.open && game.isShown) fill();
    if (!panel.open && board.editing) editOnBoard(false);
  });
  let shape = ""; // the game and the size for which the panel was filled
  game.onChange(({ position, columns, rows }) => {
    const now = `${position.game} ${columns} ${rows}`;
    if (panel.open && shape !== now) fill();
    shape = now;
  });
  return panel;
}
