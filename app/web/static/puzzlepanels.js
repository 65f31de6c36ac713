// Panels beside a puzzle that is drawn: generating puzzles, opening and converting them, and printing
// a booklet.

import {
  button,
  choice,
  copyText,
  download,
  drawer,
  dropped,
  fields,
  fileInput,
  h,
  numberInput,
  numberOf,
  row,
  say,
  seedInput,
  seedOf,
  task,
} from "./dom.js";
import { tr } from "./language.js";
import { bookletPanel, folderFields, leftOutList } from "./records.js";
import { rowsOfMarks, wantedPicture } from "./wantedpicture.js";

/**
 * @typedef {import("./engine.js").ApiEngine} ApiEngine
 * @typedef {import("./wantedpicture.js").Drawing} Drawing
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {Schemas["NewPuzzle"]} NewPuzzle
 * @typedef {ReturnType<typeof import("./gridtable.js").gridTable>} Table
 *
 * The address of the puzzle elsewhere, if it has one.
 *
 * @typedef {() => string | null} AddressOf
 */

/** @type {[symmetry: Schemas["GenerateRequest"]["symmetry"], text: string][]} */
const SYMMETRIES = [
  ["none", tr("no symmetry")],
  ["half-turn", tr("the same after a half turn")],
  ["mirror", tr("mirrored")],
  ["quarter-turn", tr("the same after a quarter turn")],
];

/**
 * The options for generating puzzles, and the list of those that were generated.
 *
 * @param {ApiEngine} engine
 * @param {Table} table
 * @param {Drawing} drawing
 */
export function generatePanel(engine, table, drawing) {
  const { grid } = table;
  /** @type {{generated: NewPuzzle[], count: number}} Those of the last task, and how many it makes. */
  const state = { generated: [], count: 0 };
  const size = numberInput("generate-size", 8, 4, 20);
  const number = numberInput("generate-count", 1, 1, 50);
  const seed = seedInput("generate-seed");
  const least = numberInput("generate-least", "", 1, 5);
  const most = numberInput("generate-most", "", 1, 5);
  const symmetry = choice("symmetry", SYMMETRIES);
  const around = h("input", { type: "checkbox", id: "around" });
  const progress = h("p", { id: "generate-progress" });
  const list = h("ul", { class: "moves", id: "generated", "aria-label": tr("Generated puzzles") });
  const picture = wantedPicture(engine, table, drawing, {
    seed: () => seedOf(seed),
    shaded() {
      around.checked = true;
    },
    tell(text) {
      progress.textContent = text;
    },
  });

  // The request that the form makes.
  function read() {
    /** @type {import("./engine.js").Body<"generate">} */
    const body = {
      size: Number(size.value),
      count: Number(number.value) || 1,
      symmetry: SYMMETRIES[symmetry.selectedIndex][0],
      rules: grid.rules,
      seed: seedOf(seed),
    };
    if (least.value || most.value) body.levels = [numberOf(least, 1), numberOf(most, 5)];
    if (around.checked) body.solution = rowsOfMarks(grid, ".");
    return body;
  }

  /** @param {NewPuzzle} puzzle */
  function show(puzzle) {
    table.replace({ ...puzzle, givens: {} });
    drawing.renew();
  }

  function tellCount() {
    const { generated, count } = state;
    progress.textContent = tr("{made} of {count} puzzles …", { made: generated.length, count });
  }

  /** @param {NewPuzzle} puzzle */
  function add(puzzle) {
    state.generated.push(puzzle);
    const label = tr("{rows}×{cols}, level {label}", { ...puzzle, label: puzzle.grade.label });
    list.append(
      h(
        "li",
        {},
        button(label, () => show(puzzle)),
      ),
    );
    tellCount();
    if (state.generated.length === 1) show(puzzle);
  }

  const generating = task(tr("Generate"), "generate", progress, async (signal) => {
    const body = read();
    const { count = 1 } = body;
    Object.assign(state, { generated: [], count });
    list.replaceChildren();
    tellCount();
    const found = await engine.stream("generate", body, ({ puzzle }) => add(puzzle), signal);
    progress.textContent = tr("{made} of {count} puzzles.", { made: found.puzzles.length, count });
  });

  const node = drawer(
    tr("Generate"),
    fields(
      h("label", {}, tr("Size"), size),
      h("label", {}, tr("Number"), number),
      h("label", {}, tr("Lowest level"), least),
      h("label", {}, tr("Highest level"), most),
      h("label", {}, tr("Regions with"), symmetry),
      h("label", {}, tr("Seed"), seed),
    ),
    row(h("label", {}, around, tr("Around the solution that is shaded"))),
    row(h("label", {}, tr("or a picture"), picture.file), picture.fit),
    generating.buttons,
    progress,
    list,
  );
  return {
    node,
    /** The addresses of the puzzles that were generated. */
    addresses: () => state.generated.map((each) => each.url ?? each.penpa),
    leave: generating.leave,
  };
}

/**
 * The regions of a grid as letters, below the name of its rules.
 *
 * @param {import("./grid.js").Grid} grid
 */
function asText(grid) {
  const letters = grid.regions.map((region) =>
    region < 0 ? "." : String.fromCharCode(region < 26 ? 65 + region : 71 + region),
  );
  const rows = grid.inRows(letters).map((each) => each.join(""));
  return `rules: ${grid.rules}\n${rows.join("\n")}`;
}

/**
 * Opening a puzzle, and the one that is drawn in other formats.
 *
 * @param {ApiEngine} engine
 * @param {Table} table
 * @param {Drawing} drawing
 * @param {object} given
 * @param {HTMLElement} given.root Takes files and texts that are dropped.
 * @param {Schemas["Formats"]["formats"]} given.formats
 * @param {AddressOf} given.url
 * @param {HTMLElement} given.link
 */
export function openPanel(engine, table, drawing, { root, formats, url, link }) {
  const { grid } = table;
  const source = h("textarea", {
    id: "puzzle-text",
    "aria-label": tr("Puzzle as URL or text"),
    placeholder: "https://puzz.link/p?lits/…",
    spellcheck: "false",
  });
  const file = fileInput({ id: "puzzle-file" }, async (opened) => open(await opened.text()));
  const format = choice(
    "format",
    formats.map(({ name, title }) => [name, title]),
  );
  format.value = "url";
  const leftOut = leftOutList("convert-errors");
  let filled = ""; // what the page wrote there

  /** @param {string} text */
  function fill(text) {
    source.value = text;
    filled = source.value; // whose line ends the browser chooses
  }

  async function open(text = source.value) {
    const found = await table.asking("open", () => engine.ask("puzzle", { puzzle: text }));
    if (!found) return;
    table.replace(found);
    fill(text); // a long one blocks the page
    drawing.renew();
    say(tr("Puzzle opened."));
  }

  const drawn = () => url() ?? asText(grid);

  // The puzzles that were pasted and not opened; otherwise the one that is drawn.
  async function convert() {
    leftOut.show([]);
    const pasted = source.value === filled ? "" : source.value.trim();
    const found = await engine.ask("convert", { puzzle: pasted || drawn(), to: format.value });
    fill(found.text);
    await copyText(found.text, tr("Text"));
    leftOut.show(found.errors);
  }

  dropped(root, async (data) =>
    open(data.files.length ? await data.files[0].text() : data.getData("text")),
  );
  return drawer(
    tr("Open, convert, share"),
    source,
    row(
      button(tr("Open"), () => open(), { id: "open-puzzle" }),
      h("label", {}, tr("or a file"), file),
    ),
    row(
      h("label", {}, tr("As"), format),
      button(tr("Convert and copy"), convert, { id: "convert" }),
      button(tr("Save"), () =>
        download("puzzle.txt", `${source.value || drawn()}\n`, "text/plain"),
      ),
    ),
    leftOut.node,
    folderFields(engine, [".txt", ".json"], open, () => `${drawn()}\n`),
    link,
  );
}

/**
 * The puzzles of a booklet to print.
 *
 * @param {ApiEngine} engine
 * @param {AddressOf} url
 * @param {() => (string | null)[]} generated The addresses of the puzzles that were generated.
 */
export function bookPanel(engine, url, generated) {
  const puzzles = h("textarea", {
    id: "book-puzzles",
    "aria-label": tr("Puzzles of the booklet, one per line"),
    placeholder: "https://puzz.link/p?lits/…",
    spellcheck: "false",
  });
  const add = (/** @type {(string | null)[]} */ addresses) => {
    puzzles.value = [...puzzles.value.split("\n"), ...addresses].filter(Boolean).join("\n");
  };
  function addDrawn() {
    const drawn = url();
    if (drawn) add([drawn]);
    else say(tr("This puzzle has no address."), true);
  }
  const { nodes, leave } = bookletPanel(
    "LITS",
    (layout, onProgress, signal) =>
      engine.stream("puzzlebook", { ...layout, puzzles: puzzles.value }, onProgress, signal),
    [
      { name: "rules", label: tr("Rules"), checked: true },
      { name: "hints", label: tr("Hints"), checked: false },
      { name: "solutions", label: tr("Solutions"), checked: true },
    ],
  );
  const node = engine.offers("puzzlebook")
    ? drawer(
        tr("Print a booklet"),
        puzzles,
        row(
          button(tr("Add this puzzle"), addDrawn, { id: "book-add" }),
          button(tr("Add the generated ones"), () => add(generated()), { id: "book-add-all" }),
        ),
        nodes,
      )
    : null;
  return { node, leave };
}
