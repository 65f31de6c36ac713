// The options of games, and positions set up by hand.

import { button, choice, fields, h, newSeed, row, say, trying } from "./dom.js";
import { mark, sentenceCase, tr } from "./language.js";

const HIDDEN = new Set(["symbols", "pieces"]);

// Names and choices of options, which `tr` is given where they are shown.
mark("size");
mark("groups");
mark("rows");
mark("supply");
mark("scoring");
mark("colouring");
mark("flips");
mark("largest");
mark("second");
mark("fixed");
mark("free");
mark("each-once");
mark("sum");
mark("squares");
mark("products");
mark("tonga");

const labelOf = (option) =>
  Array.isArray(option.default) ? tr("Pieces: L, I, T, S") : sentenceCase(tr(option.name));

// Inputs for the options of a game, with given values, and a function that reads them.
function optionFields(rules, prefix, given) {
  const inputs = rules.options
    .filter(({ name }) => !HIDDEN.has(name))
    .map((option) => {
      const id = `${prefix}-${option.name}`;
      const value = given[option.name] ?? option.default;
      // `read` returns the value of the input, or undefined for the default.
      const field = (input, read) => ({ option, input, read });
      if (option.choices?.length) {
        return field(
          h(
            "select",
            { id },
            option.choices
              .filter((each) => each !== "pieces")
              .map((each) => h("option", { value: each, selected: each === value }, tr(each))),
          ),
          (input) => input.value,
        );
      }
      if (typeof option.default === "boolean") {
        return field(
          h("input", { type: "checkbox", id, checked: value }),
          (input) => input.checked,
        );
      }
      if (Array.isArray(option.default)) {
        return field(
          h("input", { type: "text", id, value: option.default.join(" "), size: "8" }),
          (input) =>
            input.value.trim() === option.default.join(" ")
              ? undefined
              : input.value
                  .trim()
                  .split(/[\s,]+/)
                  .map(Number),
        );
      }
      return field(
        h("input", {
          type: "number",
          id,
          min: option.lowest,
          max: option.highest,
          placeholder: option.default,
          value: option.name === "size" ? value : "",
        }),
        (input) => (input.value === "" ? undefined : Number(input.value)),
      );
    });
  const read = () =>
    Object.fromEntries(
      inputs
        .map((each) => [each.option.name, each.read(each.input)])
        .filter(([, value]) => value !== undefined),
    );
  const nodes = inputs.map(({ option, input }) =>
    h("label", { title: option.help }, labelOf(option), input),
  );
  // Options with choices are explained in full; one of them rests on an assumption.
  const notes = inputs
    .filter(({ option }) => option.choices?.length)
    .map(({ option }) =>
      h(
        "p",
        { class: "note" },
        tr("{option}: {help}", { option: tr(option.name), help: option.help }),
      ),
    );
  return { nodes: [...nodes, ...notes], read };
}

// A choice of a game, and its options with given values; `chosen` is called for another game.
export function gameFields(games, id, prefix, given = () => ({}), chosen = () => {}) {
  const host = fields();
  const select = choice(
    id,
    games.map(({ name, title }) => [name, title]),
    { onchange: () => choose() },
  );
  const rules = () => games.find(({ name }) => name === select.value);
  let options = null;

  function choose(name = select.value) {
    if (games.some((each) => each.name === name)) select.value = name;
    options = optionFields(rules(), prefix, given(select.value));
    host.replaceChildren(...options.nodes);
    chosen();
  }

  return { select, fields: host, rules, choose, read: () => options.read() };
}

export function setupPanel(game, board) {
  const placed = h("textarea", {
    id: "setup-placed",
    "aria-label": tr("Placements on the board"),
    spellcheck: "false",
  });
  const side = h("select", { id: "setup-side" });
  const grid = h("div", {
    class: "symbols",
    role: "group",
    "aria-label": tr("Symbols of the board"),
  });
  const paint = choice("setup-symbol", [
    ["X", "X"],
    ["O", "O"],
    [".", tr("blank")],
  ]);
  const symbols = h(
    "div",
    {},
    row(
      h("label", {}, tr("Paint"), paint),
      button(tr("Standard random board"), usual, { id: "usual" }),
    ),
    grid,
  );
  let symbolRows = null;

  function drawBoard(shown) {
    symbolRows = shown?.map((row) => [...row]) ?? null;
    symbols.hidden = symbolRows === null;
    if (symbolRows === null) return;
    grid.style.setProperty("--columns", symbolRows[0].length);
    grid.replaceChildren(
      ...symbolRows.flatMap((row, down) =>
        row.map((symbol, across) => {
          const where = `${String.fromCharCode(97 + across)}${symbolRows.length - down}`;
          const show = (value) => {
            symbolRows[down][across] = value;
            node.textContent = value === "." ? "" : value;
            node.ariaLabel = tr("{square}: {symbol}", {
              square: where,
              symbol: node.textContent || tr("blank"),
            });
          };
          const set = () => show(paint.value);
          const node = h("button", {
            "data-cell": where,
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
          show(symbol);
          return node;
        }),
      ),
    );
  }

  function fill() {
    const { position } = game.page;
    placed.value = position.placed.join("\n");
    side.replaceChildren(
      ...game.rules.sides.map((value) =>
        h("option", { value, selected: value === position.to_move }, tr(value)),
      ),
    );
    drawBoard(position.symbols);
  }

  async function usual() {
    const { game: name, options } = game.page.position;
    const found = await game.engine.ask("new", { game: name, options, seed: newSeed() });
    drawBoard(found.page.position.symbols);
  }

  // On the board, a click places the held piece or removes the one that is there; the side to move
  // stays.
  const edit = h(
    "button",
    {
      id: "setup-board",
      "aria-pressed": "false",
      onclick: () => editOnBoard(board.editing === null),
    },
    tr("Place and remove on the board"),
  );
  function editOnBoard(on) {
    board.editing = on ? { place: (move) => change((all) => [...all, move]), remove } : null;
    edit.setAttribute("aria-pressed", String(on));
    say(on ? tr("Click a free square to place the piece, and a piece to remove it.") : "");
  }

  function remove(square) {
    const covers = (text) => (text.match(/[a-z]+[0-9]+/g) ?? []).includes(square);
    const found = game.page.position.placed.findLast(covers);
    if (found === undefined) return false;
    change((all) => all.toSpliced(all.lastIndexOf(found), 1));
    return true;
  }

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
    const rows = symbolRows?.map((row) => row.join("")); // undefined is not sent
    await game.begin(
      await game.engine.ask("setup", {
        game: name,
        options,
        placed: words,
        to_move: words ? side.value : null,
        board: rows,
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
    symbols,
    row(
      button(tr("Set up"), setUp, { class: "primary", id: "set-up" }),
      button(tr("Take the position shown"), fill),
    ),
  );
  panel.addEventListener("toggle", () => {
    if (panel.open && game.isShown) fill();
    if (!panel.open && board.editing) editOnBoard(false);
  });
  let shape = "";
  game.onChange(({ position, columns, rows }) => {
    const now = `${position.game} ${columns} ${rows}`;
    if (panel.open && shape !== now) fill();
    shape = now;
  });
  return panel;
}
