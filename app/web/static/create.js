// The view that makes LITS puzzles.

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
  pointed,
  put,
  row,
  say,
  seedInput,
  seedOf,
  task,
  trying,
} from "./dom.js";
import { explainer, gradeText, gridTable } from "./gridtable.js";
import { tr, trn } from "./language.js";
import { address, unpack, write } from "./link.js";
import { bookletPanel, folderFields, leftOutList } from "./records.js";
import { PUZZLES } from "./rulebook.js";

const CHECK_DELAY = 15;
const MORE_DELAY = 500;
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

// An image as rows of squares; dark ones are #.
async function imageRows(file, columns, rows) {
  const small = await createImageBitmap(file, {
    resizeWidth: columns,
    resizeHeight: rows,
    resizeQuality: "high",
  });
  const context = h("canvas", { width: columns, height: rows }).getContext("2d");
  context.drawImage(small, 0, 0);
  const { data } = context.getImageData(0, 0, columns, rows);
  const isDark = (pixel) =>
    data[pixel + 3] >= 128 &&
    0.299 * data[pixel] + 0.587 * data[pixel + 1] + 0.114 * data[pixel + 2] < 128;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_each, column) =>
      isDark(4 * (row * columns + column)) ? "#" : ".",
    ).join(""),
  );
}

export async function mount(root, engine, values) {
  const table = gridTable(engine, changed);
  const { grid, view } = table;
  const status = h("h2", { class: "say", id: "grid-status", "aria-live": "polite" });
  const level = h("p", { class: "note", id: "grid-level", "aria-live": "polite" });
  const solutions = h("div", { class: "row", id: "solutions" });
  const repairs = h("div", { class: "row", id: "repairs" });
  const effects = h("p", { class: "note", id: "effects" });
  const found = h("div", { class: "row", id: "found" }, solutions, repairs, effects);
  const links = h("p", { id: "grid-links" });
  const explained = explainer(engine, table, { ended: () => changed(false) });
  const mode = choice(
    "mode",
    [
      ["borders", tr("Borders")],
      ["regions", tr("Regions")],
      ["outside", tr("Holes")],
      ["solve", tr("A solution")],
    ],
    { onchange: () => setMode(mode.value) },
  );
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
  const [rows, cols] = ["rows", "cols"].map((id) => numberInput(id, 8, 2, 20));
  let url = null;

  function setMode(value) {
    view.mode = mode.value = value;
    keys.textContent = KEYS[value];
    view.draw();
  }

  function changed(isDrawing = true) {
    table.showButtons();
    explained.close();
    // Their results would describe the grid before.
    for (const name of ["repair", "borders", "picture"]) table.cancel(name);
    table.later("keep", 200, () => trying(async () => write("create", { p: await table.state() })));
    if (!isDrawing) return;
    delete status.dataset.status; // until this grid is checked
    view.effects = {};
    effects.replaceChildren();
    found.inert = true; // what it offers is about the grid before
    table.later("check", CHECK_DELAY, check);
  }

  function renew() {
    table.fit();
    rows.value = grid.rows;
    cols.value = grid.cols;
    rules.value = grid.rules;
    view.cursor = 0;
    view.light({});
    table.stage.scrollIntoView({ block: "nearest" }); // on a phone it may be above
    changed();
  }

  // --- the state of the grid
  async function check() {
    const checked = await table.asking("check", (signal) =>
      engine.ask("check", grid.request(), signal),
    );
    if (!checked) return;
    found.inert = false;
    const small = checked.small.length;
    status.dataset.status = checked.status;
    status.className = checked.status === "unique" ? "say proved" : "say";
    const told = {
      unique: tr("One solution."),
      multiple: tr("More than one solution."),
      impossible: tr("No solution."),
      undecided: tr("Not decided in time."),
    }[checked.status];
    const tooSmall =
      grid.rule.tetrominoes > 1
        ? trn(
            "{told} {count} region has fewer than nine squares.",
            "{told} {count} regions have fewer than nine squares.",
            small,
            { told },
          )
        : trn(
            "{told} {count} region has fewer than four squares.",
            "{told} {count} regions have fewer than four squares.",
            small,
            { told },
          );
    put(status, small ? tooSmall : told);
    view.light({ differing: checked.differing, conflict: checked.small });
    view.ghosts = null;
    url = checked.url;
    put(
      level,
      checked.status === "multiple"
        ? tr("Two solutions differ in {count} squares, marked with “?”.", {
            count: checked.differing.length,
          })
        : "",
    );
    links.replaceChildren(
      ...(url
        ? [
            h(
              "a",
              { href: url, rel: "noopener noreferrer", target: "_blank" },
              tr("Open on puzz.link"),
            ),
          ]
        : []),
    );
    solutions.replaceChildren(
      ...checked.solutions.map((squares, index) => {
        const on = () => view.light({ shade: squares });
        const off = () => view.light({ differing: checked.differing, conflict: checked.small });
        return h(
          "button",
          { ...pointed(on, off), onclick: on },
          checked.solutions.length === 1
            ? tr("Show the solution")
            : tr("Solution {number}", { number: index + 1 }),
        );
      }),
    );
    repairs.replaceChildren(
      ...(["multiple", "impossible"].includes(checked.status) && !small
        ? [button(tr("Suggest repairs"), repair, { id: "repair" })]
        : []),
    );
    table.cancel("more");
    table.later("more", MORE_DELAY, () => {
      if (checked.status === "unique") {
        table.background("grade", (grade) => {
          level.textContent = gradeText(grade);
        });
      }
      if (checked.status === "impossible" && !small) table.background("conflict", showConflict);
    });
  }

  function showConflict({ regions }) {
    if (!regions?.length) return;
    const names = regions.map((region) => grid.name(grid.members[region][0]));
    level.textContent =
      names.length === 1
        ? tr("The region at {square} cannot be filled.", { square: names[0] })
        : tr("The regions at {squares} cannot be filled together.", {
            squares: names.join(tr(", ")),
          });
    view.light({ conflict: regions });
  }

  const tellRepairs = (text) => {
    repairs.replaceChildren(h("p", { class: "note" }, text));
    table.live.textContent = text;
  };

  // Borders to move so that one solution is left: shown as ghosts, accepted by a click.
  async function repair() {
    tellRepairs(tr("Looking for borders to move …"));
    const found = await table.asking("repair", (signal) =>
      engine.stream("repair", grid.request(), () => {}, signal),
    );
    if (!found) return;
    tellRepairs(
      found.repairs.length
        ? tr("Moving these squares to another region leaves exactly one solution (proved):")
        : tr("No small repair was found."),
    );
    repairs.append(
      ...found.repairs.map((each) => {
        const ghosts = (regions) => () => {
          view.ghosts = regions;
          view.draw();
        };
        const accept = () => {
          grid.remember();
          grid.setRegions(each.regions.flat());
          view.ghosts = null;
          renew();
        };
        return h(
          "button",
          {
            class: "repair",
            ...pointed(ghosts(each.regions.flat()), ghosts(null)),
            onclick: accept,
          },
          each.moves.map(({ square }) => square).join(tr(" and ")),
        );
      }),
    );
  }

  // Colours of the borders, by what moving them leaves.
  async function colour() {
    const found = await table.asking("borders", (signal) =>
      engine.stream("borders", grid.request(), () => {}, signal),
    );
    if (!found) return;
    view.effects = found;
    view.draw();
    const kinds = [
      ["unique", tr("one solution")],
      ["multiple", tr("several")],
      ["impossible", tr("none")],
    ];
    effects.replaceChildren(
      tr("Moving a square across a border leaves:"),
      ...kinds.flatMap(([effect, text]) => [" ", h("span", { class: `effect ${effect}` }, text)]),
      " ",
      tr("Click one to move its square."),
    );
  }

  // --- generating
  const wanted = {
    size: numberInput("generate-size", 8, 4, 20),
    count: numberInput("generate-count", 1, 1, 50),
    seed: seedInput("generate-seed"),
    least: numberInput("generate-least", "", 1, 5),
    most: numberInput("generate-most", "", 1, 5),
  };
  const symmetry = choice("symmetry", [
    ["none", tr("no symmetry")],
    ["half-turn", tr("the same after a half turn")],
    ["mirror", tr("mirrored")],
    ["quarter-turn", tr("the same after a quarter turn")],
  ]);
  const around = h("input", { type: "checkbox", id: "around" });
  const progress = h("p", { id: "generate-progress" });
  const made = h("ul", { class: "moves", id: "generated", "aria-label": tr("Generated puzzles") });
  let generated = [];

  // A picture becomes the wanted solution; if the rules forbid it, the closest solution can be
  // found.
  const image = fileInput(
    { id: "picture", accept: "image/png,image/jpeg,image/gif,image/webp,image/bmp,.txt" },
    openPicture,
  );
  async function openPicture(file) {
    const rowsOf = file.type.startsWith("image/")
      ? await imageRows(file, numberOf(cols, 8), numberOf(rows, 8))
      : (await file.text()).trim().split(/\s+/);
    const [{ length }] = rowsOf;
    if (
      rowsOf.length > 20 ||
      length > 20 ||
      rowsOf.some((row) => row.length !== length || /[^#.?]/.test(row))
    ) {
      throw new Error(
        tr(
          "This is no picture for a puzzle. Choose an image, or a text of at most 20 rows of at most 20 characters: # is shaded, . is blank, ? is either.",
        ),
      );
    }
    grid.remember();
    grid.rules = "lits";
    grid.clear(rowsOf.length, length);
    // With “?” in a picture, squares that should stay blank get dots.
    const isOpen = rowsOf.some((row) => row.includes("?"));
    [...rowsOf.join("")].forEach((mark, square) => {
      if (mark === "#" || (mark === "." && isOpen)) grid.mark(square, mark === "#");
    });
    around.checked = true;
    setMode("solve");
    renew();
    progress.textContent = tr("Picture of {columns}×{rows} squares.", {
      columns: length,
      rows: rowsOf.length,
    });
  }
  const rowsOfMarks = (blank) =>
    grid
      .inRows(
        grid.regions.map(
          (_, square) => ({ true: "#", false: "." })[grid.isShaded(square)] ?? blank,
        ),
      )
      .map((row) => row.join(""));
  async function fit() {
    progress.textContent = tr("Looking for the closest solution …");
    const picture = rowsOfMarks([...grid.marks.values()].some((mark) => !mark.shaded) ? "?" : ".");
    const found = await table.asking("picture", (signal) =>
      engine.stream("picture", { picture, seed: seedOf(wanted.seed) }, () => {}, signal),
    );
    progress.textContent = "";
    if (!found) return;
    grid.remember();
    grid.marks.clear();
    for (const name of found.shaded) grid.mark(grid.square(name), true);
    around.checked = true;
    changed(false);
    view.light({ squares: found.missed });
    progress.textContent = found.missed.length
      ? trn(
          "The closest solution found differs in {count} square, shown in yellow.",
          "The closest solution found differs in {count} squares, shown in yellow.",
          found.missed.length,
        )
      : tr("The picture is a solution.");
  }

  const show = (puzzle) => {
    table.replace({ ...puzzle, givens: {} });
    renew();
  };
  const generating = task(tr("Generate"), "generate", progress, async (signal) => {
    const count = Number(wanted.count.value) || 1;
    const body = {
      size: Number(wanted.size.value),
      count,
      symmetry: symmetry.value,
      rules: grid.rules,
      seed: seedOf(wanted.seed),
    };
    if (wanted.least.value || wanted.most.value) {
      body.levels = [numberOf(wanted.least, 1), numberOf(wanted.most, 5)];
    }
    if (around.checked) body.solution = rowsOfMarks(".");
    made.replaceChildren();
    progress.textContent = tr("{made} of {count} puzzles …", { made: 0, count });
    generated = [];
    const add = ({ puzzle }) => {
      generated.push(puzzle);
      made.append(
        h(
          "li",
          {},
          button(tr("{rows}×{cols}, level {label}", { ...puzzle, label: puzzle.grade.label }), () =>
            show(puzzle),
          ),
        ),
      );
      progress.textContent = tr("{made} of {count} puzzles …", { made: generated.length, count });
      if (generated.length === 1) show(puzzle);
    };
    const found = await engine.stream("generate", body, add, signal);
    progress.textContent = tr("{made} of {count} puzzles.", { made: found.puzzles.length, count });
  });

  // --- opening, and other formats
  const source = h("textarea", {
    id: "puzzle-text",
    "aria-label": tr("Puzzle as URL or text"),
    placeholder: "https://puzz.link/p?lits/…",
    spellcheck: "false",
  });
  let filled = ""; // what the page wrote there
  function fill(text) {
    source.value = text;
    filled = source.value; // whose line ends the browser chooses
  }
  const file = fileInput({ id: "puzzle-file" }, async (opened) => open(await opened.text()));
  dropped(root, async (data) =>
    open(data.files.length ? await data.files[0].text() : data.getData("text")),
  );
  async function open(text = source.value) {
    const found = await table.asking("open", () => engine.ask("puzzle", { puzzle: text }));
    if (!found) return;
    table.replace(found);
    fill(text); // a long one blocks the page
    renew();
    say(tr("Puzzle opened."));
  }
  const format = choice(
    "format",
    (await engine.document("formats")).formats.map(({ name, title }) => [name, title]),
  );
  format.value = "url";
  const letters = () =>
    grid.regions.map((region) =>
      region < 0 ? "." : String.fromCharCode(region < 26 ? 65 + region : 71 + region),
    );
  const asText = () =>
    `rules: ${grid.rules}\n${grid
      .inRows(letters())
      .map((row) => row.join(""))
      .join("\n")}`;
  const leftOut = leftOutList("convert-errors");
  // The puzzles that were pasted and not opened; otherwise the one that is drawn.
  async function convert() {
    leftOut.show([]);
    const pasted = source.value === filled ? "" : source.value.trim();
    const found = await engine.ask("convert", {
      puzzle: pasted || (url ?? asText()),
      to: format.value,
    });
    fill(found.text);
    await copyText(found.text, tr("Text"));
    leftOut.show(found.errors);
  }

  // --- a booklet
  const printed = h("textarea", {
    id: "book-puzzles",
    "aria-label": tr("Puzzles of the booklet, one per line"),
    placeholder: "https://puzz.link/p?lits/…",
    spellcheck: "false",
  });
  const add = (addresses) => {
    printed.value = [...printed.value.split("\n"), ...addresses].filter(Boolean).join("\n");
  };
  const book = bookletPanel(
    "LITS",
    (layout, onProgress, signal) =>
      engine.stream("puzzlebook", { ...layout, puzzles: printed.value }, onProgress, signal),
    [
      { name: "rules", label: tr("Rules"), checked: true },
      { name: "hints", label: tr("Hints"), checked: false },
      { name: "solutions", label: tr("Solutions"), checked: true },
    ],
  );

  const side = h(
    "aside",
    { class: "side", "aria-label": tr("Tools") },
    h("div", { class: "told" }, status),
    level,
    found,
    explained.node,
    fields(
      h("label", {}, tr("Rules"), rules),
      h("label", {}, tr("Draw"), mode),
      h("label", {}, tr("Rows"), rows),
      h("label", {}, tr("Columns"), cols),
    ),
    keys,
    row(
      button(
        tr("New empty grid"),
        () => {
          grid.remember();
          grid.clear(numberOf(rows, 8), numberOf(cols, 8));
          renew();
        },
        { id: "empty" },
      ),
      button(tr("Colour the borders"), colour, { id: "borders" }),
    ),
    h(
      "div",
      { class: "foot" },
      table.undo,
      table.redo,
      explained.button,
      button(tr("Print"), () => print(), { id: "print" }),
      button(
        tr("Solve"),
        async () => {
          location.hash = address("puzzle", { p: await table.state() });
        },
        { id: "to-solve", class: "primary" },
      ),
    ),
    drawer(
      tr("Generate"),
      fields(
        h("label", {}, tr("Size"), wanted.size),
        h("label", {}, tr("Number"), wanted.count),
        h("label", {}, tr("Lowest level"), wanted.least),
        h("label", {}, tr("Highest level"), wanted.most),
        h("label", {}, tr("Regions with"), symmetry),
        h("label", {}, tr("Seed"), wanted.seed),
      ),
      row(h("label", {}, around, tr("Around the solution that is shaded"))),
      row(
        h("label", {}, tr("or a picture"), image),
        engine.offers("picture") ? button(tr("Closest solution"), fit, { id: "fit" }) : null,
      ),
      generating.buttons,
      progress,
      made,
    ),
    drawer(
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
          download("puzzle.txt", `${source.value || (url ?? asText())}\n`, "text/plain"),
        ),
      ),
      leftOut.node,
      folderFields(engine, [".txt", ".json"], open, () => `${url ?? asText()}\n`),
      links,
    ),
    engine.offers("puzzlebook")
      ? drawer(
          tr("Print a booklet"),
          printed,
          row(
            button(
              tr("Add this puzzle"),
              () => {
                if (url) add([url]);
                else say(tr("This puzzle has no address."), true);
              },
              { id: "book-add" },
            ),
            button(
              tr("Add the generated ones"),
              () => add(generated.map((each) => each.url ?? each.penpa)),
              { id: "book-add-all" },
            ),
          ),
          book.nodes,
        )
      : null,
  );
  const place = h("div", { class: "place creating", inert: true }, table.stage, side);
  root.append(place, table.live);

  const restored =
    values.p !== undefined && (await trying(() => unpack(values.p, (text) => grid.restore(text))));
  if (!restored) grid.clear(6, 6);
  grid.past = [];
  setMode("borders");
  renew();
  place.inert = false;
  return {
    leave() {
      table.leave();
      generating.leave();
      book.leave();
    },
  };
}
