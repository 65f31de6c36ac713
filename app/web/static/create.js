// The view that makes LITS puzzles.

import { button, choice, fields, h, numberInput, numberOf, row, trying } from "./dom.js";
import { gridCheck } from "./gridcheck.js";
import { explainer, gridTable } from "./gridtable.js";
import { tr } from "./language.js";
import { address, unpack, write } from "./link.js";
import { bookPanel, generatePanel, openPanel } from "./puzzlepanels.js";
import { PUZZLES } from "./rulebook.js";

const KEEP_DELAY = 200; // milliseconds
const USUAL_SIZE = 8;

/** @type {[mode: string, title: string][]} */
const MODES = [
  ["borders", tr("Borders")],
  ["regions", tr("Regions")],
  ["outside", tr("Holes")],
  ["solve", tr("A solution")],
];
/** @type {Record<string, string>} How one draws in a mode. */
const KEYS = {
  borders: tr(
    "Drag along the lines to draw or remove borders. Keys: arrows move, Shift and an arrow toggles a border.",
  ),
  regions: tr(
    "Drag from a region into its neighbours to extend it; with Shift or the right button a new region begins.",
  ),
  outside: tr("Click squares that belong to no region."),
  solve: tr("Shade the solution that you want, and generate regions around it."),
};

/**
 * @param {HTMLElement} root
 * @param {import("./engine.js").ApiEngine} engine
 * @param {import("../page.d.ts").Values} values
 * @returns {Promise<import("../page.d.ts").View>}
 */
export async function mount(root, engine, values) {
  const { formats } = await engine.document("formats");
  const table = gridTable(engine, changed);
  const { grid, view } = table;
  const explained = explainer(engine, table, { ended: () => changed(false) });
  const check = gridCheck(engine, table, renew);
  const mode = choice("mode", MODES, { onchange: () => setMode(mode.value) });
  const rules = choice(
    "rules",
    Object.entries(PUZZLES).map(([name, { title }]) => [name, title]),
    {
      onchange: () => {
        grid.remember();
        grid.rules = rules.value;
        changed();
      },
    },
  );
  const keys = h("p", { class: "note", id: "grid-keys" });
  const rows = numberInput("rows", USUAL_SIZE, 2, 20);
  const cols = numberInput("cols", USUAL_SIZE, 2, 20);
  const drawing = { size, setMode, changed, renew };
  const generate = generatePanel(engine, table, drawing);
  const url = () => check.url;
  const open = openPanel(engine, table, drawing, { root, formats, url, link: check.link });
  const book = bookPanel(engine, url, generate.addresses);

  // The size of a new grid.
  function size() {
    return { rows: numberOf(rows, USUAL_SIZE), columns: numberOf(cols, USUAL_SIZE) };
  }

  /** @param {string} value */
  function setMode(value) {
    view.mode = mode.value = value;
    keys.textContent = KEYS[value];
    view.draw();
  }

  // Called when marks or, drawing, borders have changed.
  function changed(isDrawing = true) {
    table.showButtons();
    explained.close();
    // Their results would describe the grid before.
    for (const name of ["repair", "borders", "picture"]) table.cancel(name);
    table.later("keep", KEEP_DELAY, () =>
      trying(async () => write("create", { p: await table.state() })),
    );
    if (isDrawing) check.again();
  }

  // Show another grid.
  function renew() {
    table.fit();
    rows.value = String(grid.rows);
    cols.value = String(grid.cols);
    rules.value = grid.rules;
    view.cursor = 0;
    view.light({});
    table.stage.scrollIntoView({ block: "nearest" }); // on a phone it may be above
    changed();
  }

  function empty() {
    const wanted = size();
    grid.remember();
    grid.clear(wanted.rows, wanted.columns);
    renew();
  }

  async function solve() {
    location.hash = address("puzzle", { p: await table.state() });
  }

  const side = h(
    "aside",
    { class: "side", "aria-label": tr("Tools") },
    h("div", { class: "told" }, check.status),
    check.level,
    check.offered,
    explained.node,
    fields(
      h("label", {}, tr("Rules"), rules),
      h("label", {}, tr("Draw"), mode),
      h("label", {}, tr("Rows"), rows),
      h("label", {}, tr("Columns"), cols),
    ),
    keys,
    row(button(tr("New empty grid"), empty, { id: "empty" }), check.colour),
    h(
      "div",
      { class: "foot" },
      table.undo,
      table.redo,
      explained.button,
      button(tr("Print"), () => print(), { id: "print" }),
      button(tr("Solve"), solve, { id: "to-solve", class: "primary" }),
    ),
    generate.node,
    open,
    book.node,
  );
  const place = h("div", { class: "place creating", inert: true }, table.stage, side);
  root.append(place, table.live);

  const { p } = values;
  const restored = p !== undefined && (await trying(() => unpack(p, (text) => grid.restore(text))));
  if (!restored) grid.clear(6, 6);
  grid.past = [];
  setMode("borders");
  renew();
  place.inert = false;
  return {
    leave() {
      table.leave();
      generate.leave();
      book.leave();
    },
  };
}
