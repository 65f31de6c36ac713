// The page of the LITS puzzles: draw, check, solve, explain, generate.

import { bookletPanel } from "./booklet.js";
import { collectionPanel, noteSolved } from "./collection.js";
import { button, choice, copyText, download, drawer, dropped, h, numberInput, say, seedInput, seedOf, task, trying } from "./dom.js";
import { Grid } from "./grid.js";
import { GridView } from "./gridview.js";
import { pack, unpack, write } from "./link.js";
import { folderFields } from "./records.js";
import { Timer } from "./timer.js";
import { todaysPuzzle } from "./today.js";

const CHECK_DELAY = 15, GRADE_DELAY = 500;


export async function mount(root, engine, values) {
  const grid = new Grid(8, 8);
  const timer = new Timer();
  const live = h("p", { class: "hidden", "aria-live": "polite" });
  const host = h("div", {
    class: "grid", id: "grid", tabindex: "0", role: "application", "aria-label": "Puzzle", "aria-describedby": "grid-keys",
  });
  const view = new GridView(host, grid, {
    begin: () => grid.remember(), changed: (isDrawing) => changed(isDrawing), say: (text) => { live.textContent = text; },
  });
  const requests = {};
  const timers = {};
  let steps = null;
  let url = null;
  let opened = null; // the puzzle of the collection that is shown
  let isSolved = false;

  // A question replaces the one of the same name that is still open.
  async function asking(name, work) {
    requests[name]?.abort();
    const own = new AbortController();
    requests[name] = own;
    const found = await trying(() => work(own.signal));
    return own.signal.aborted ? undefined : found;
  }
  function later(name, delay, work) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, delay);
  }

  // --- what is known of the grid
  const status = h("p", { id: "grid-status", "aria-live": "polite" });
  const level = h("p", { id: "grid-level" });
  const links = h("p", { id: "grid-links" });

  async function check() {
    const found = await asking("check", (signal) => engine.ask("check", grid.request(), signal));
    if (!found) return;
    const count = found.differing.length;
    status.dataset.status = found.status;
    status.className = found.status === "unique" ? "proved" : "";
    status.textContent = {
      unique: "One solution.", multiple: `More than one solution: two differ in ${count} squares, marked with “?”.`,
      impossible: "No solution.", undecided: "Not decided in time.",
    }[found.status] + (found.small.length ? ` ${found.small.length === 1 ? "1 region has" : `${found.small.length} regions have`} fewer than four squares.` : "");
    view.light(view.mode === "solve" ? {} : { differing: found.differing, conflict: found.small });
    url = found.url;
    links.replaceChildren(...(url ? [h("a", { href: url, rel: "noopener noreferrer", target: "_blank" }, "Open on puzz.link"), " ", button("Copy its address", () => copyText(url, "Address"))] : []));
    level.textContent = "";
    requests.more?.abort();
    later("more", GRADE_DELAY, () => (found.status === "unique" ? grade() : found.status === "impossible" && !found.small.length ? conflict() : undefined));
  }

  // What is told beyond the check, as soon as the server has time for it.
  async function background(name, again) {
    if (!engine.offers(name)) return undefined;
    requests.more?.abort();
    const own = new AbortController();
    requests.more = own;
    try {
      const found = await engine.stream(name, grid.request(), () => {}, own.signal);
      return own.signal.aborted ? undefined : found;
    } catch (error) {
      if (error.status === 429 && !own.signal.aborted) later("more", 1000, again);
      return undefined;
    }
  }

  async function grade() {
    const found = await background("grade", grade);
    if (!found) return;
    if (found.limited) level.textContent = "Too hard to be graded within the limit.";
    else level.textContent = found.solved ? `Level ${found.label}.` : `Level ${found.label}: beyond single trials.`;
  }

  async function conflict() {
    const found = await background("conflict", conflict);
    if (!found?.regions?.length) return;
    const names = found.regions.map((region) => grid.name(grid.members(region)[0]));
    status.textContent = `No solution: the regions at ${names.join(", ")} cannot be filled together.`;
    if (view.mode !== "solve") view.light({ conflict: found.regions });
  }

  async function keep() { write("puzzle", { p: await pack(grid.state()) }); }

  function changed(isDrawing) {
    showButtons();
    later("keep", 200, () => trying(keep));
    steps = null;
    explained.hidden = true;
    if (isDrawing) {
      opened = null;
      later("check", CHECK_DELAY, check);
      isSolved = false;
      return;
    }
    if (Object.values(view.lit).some((squares) => squares.length)) view.light({});
    if (dots.checked && grid.dotFinished()) view.draw();
    timer.note(grid, isSolved);
    if (auto.checked && !isSolved && grid.count && [...grid.marks.values()].filter((mark) => mark.shaded).length === 4 * grid.count) later("auto", 30, isDone);
  }

  async function isDone() {
    const found = await asking("mistakes", (signal) => engine.ask("mistakes", grid.request(true), signal));
    if (!found?.complete) return;
    isSolved = true;
    timer.stop();
    say(`Solved in ${timer.text()}.`);
    const address = opened ?? url;
    const stars = address ? noteSolved(address, timer) : 0;
    const result = `LITS ${grid.cols}×${grid.rows} solved in ${timer.text()} ${"★".repeat(stars)}`.trim();
    solvedPanel.replaceChildren(h("p", {}, h("strong", {}, `Solved in ${timer.text()}. `), h("span", { class: "stars" }, "★".repeat(stars))),
      h("div", { class: "row" }, url ? button("Share the result", () => copyText(`${result}\n${url}`, "Result")) : null,
        collection.next() ? button("Next puzzle", () => openNext(), { class: "primary", id: "next-puzzle" }) : null));
    solvedPanel.hidden = false;
    collection.draw();
  }

  // Show another puzzle.
  function replace(puzzle) {
    grid.remember();
    grid.clear(puzzle.rows, puzzle.cols);
    grid.setRegions(puzzle.regions.flat());
    for (const [name, shaded] of Object.entries(puzzle.givens ?? {})) if (grid.regions[grid.square(name)] >= 0) grid.mark(grid.square(name), shaded);
    renew();
  }

  function fit() { stage.style.setProperty("--aspect", grid.cols / grid.rows); }

  function renew() {
    fit();
    isSolved = false;
    solvedPanel.hidden = true;
    timer.reset();
    rows.value = grid.rows;
    cols.value = grid.cols;
    view.cursor = 0;
    view.light({});
    changed(true);
  }

  // --- modes
  const mode = choice("mode", [["borders", "Draw borders"], ["regions", "Paint regions"], ["outside", "Cut squares out"]], { onchange: () => setMode(mode.value) });
  const keys = h("p", { class: "note", id: "grid-keys" });
  const KEYS = {
    solve: "Click or tap: shaded, dot, blank; the right button sets dots. Keys: arrows move, Enter marks, x sets a dot.",
    borders: "Drag along the lines to draw or remove borders. Keys: arrows move, Shift and an arrow toggles a border.",
    regions: "Drag from a region into its neighbours to extend it; with Shift or the right button a new region begins. Keys: Shift and an arrow toggles a border.",
    outside: "Click squares that belong to no region.",
  };
  function setMode(value) {
    view.mode = value;
    const isSolving = value === "solve";
    if (!isSolving) mode.value = value;
    keys.textContent = KEYS[value];
    solving.hidden = !isSolving;
    creating.hidden = isSolving;
    root.classList.toggle("solving", isSolving);
    tabs.solve.setAttribute("aria-pressed", String(isSolving));
    tabs.create.setAttribute("aria-pressed", String(!isSolving));
    view.light({});
    if (value !== "solve") check();
  }
  const tabs = {
    solve: button("Solve", () => setMode("solve"), { id: "tab-solve" }),
    create: button("Create", () => setMode(mode.value), { id: "tab-create" }),
  };
  const [rows, cols] = ["rows", "cols"].map((id) => numberInput(id, 8, 2, 20));
  const drawing = h("div", { class: "row" }, h("label", {}, "Rows", rows), h("label", {}, "Columns", cols),
    button("New empty grid", () => { grid.remember(); grid.clear(Number(rows.value) || 8, Number(cols.value) || 8); renew(); }, { id: "empty" }));

  // --- solving
  const dots = h("input", { type: "checkbox", id: "dots", onchange: () => { if (dots.checked) { grid.remember(); changed(false); } } });
  const solvedPanel = h("div", { class: "ended", id: "solved-panel", hidden: true });
  const collection = collectionPanel(engine, openAddress);
  const auto = h("input", { type: "checkbox", id: "auto", checked: true });
  const painted = h("input", { type: "checkbox", id: "painted", checked: true, onchange: () => { view.paintRegions = painted.checked; view.draw(); } });
  const trial = { begin: button("Try", () => { grid.begin(); changed(false); }, { id: "try" }),
    accept: button("Keep the trial", () => { grid.accept(); view.draw(); changed(false); }),
    discard: button("Discard the trial", () => { grid.discard(); view.draw(); changed(false); }, { id: "discard" }) };
  const undo = button("Undo", () => { if (grid.undo()) { view.light({}); changed(true); } }, { id: "undo-mark" });
  const redo = button("Redo", () => { if (grid.redo()) { view.light({}); changed(true); } });
  function showButtons() {
    undo.disabled = !grid.past.length;
    redo.disabled = !grid.future.length;
    trial.begin.hidden = grid.trial !== null;
    trial.accept.hidden = trial.discard.hidden = grid.trial === null;
  }

  // A hint tells where to look, then why something follows, then what.
  const hintText = h("p", { id: "hint-text", "aria-live": "polite" });
  let step = null;
  let told = 0;
  const apply = button("Mark it", () => {
    grid.remember();
    take(step);
    closeHint();
    changed(false);
  }, { class: "primary", id: "apply-hint" });
  const more = button("Why?", () => tellHint(told + 1), { id: "more-hint" });
  const hint = h("div", { class: "panel", hidden: true, id: "hint-panel" }, hintText, h("div", { class: "row" }, more, apply, button("Close", closeHint)));

  function closeHint() {
    hint.hidden = true;
    view.light({});
  }

  function tellHint(number) {
    told = number;
    hint.hidden = false;
    apply.hidden = told < 2;
    more.hidden = told === 2;
    more.textContent = told === 0 ? "Why?" : "What follows?";
    if (told === 0) {
      hintText.replaceChildren(h("strong", {}, "Look here: "), `something follows at ${step.squares.slice(0, 4).join(", ")}${step.squares.length > 4 ? " …" : ""}.`);
      view.light({ squares: step.squares });
    } else if (told === 1) {
      hintText.replaceChildren(h("strong", {}, `${step.technique} (level ${step.level}): `), step.text);
      view.light({ squares: step.squares, excluded: step.excluded });
    } else {
      const named = (names, what) => (names.length ? `${names.join(", ")} ${names.length === 1 ? "is" : "are"} ${what}` : "");
      hintText.replaceChildren(h("strong", {}, "So "), [named(step.shade, "shaded"), named(step.unshade, "unshaded")].filter(Boolean).join("; ") || "some placements are excluded", ".");
      lightStep(step);
    }
  }

  const lightStep = ({ squares, shade, unshade, excluded }) => view.light({ squares, shade, unshade, excluded });
  function take({ shade, unshade }) {
    for (const name of shade) grid.mark(grid.square(name), true);
    for (const name of unshade) grid.mark(grid.square(name), false);
  }

  async function getHint() {
    timer.hints += 1;
    const found = await asking("hint", (signal) => engine.ask("hint", grid.request(true), signal));
    if (!found) return;
    if (!found.step) {
      say(found.solved ? "The puzzle is solved." : "No known technique leads on from here.");
      return;
    }
    step = found.step;
    tellHint(0);
    say("");
  }

  async function mistakes() {
    timer.checks += 1;
    const found = await asking("mistakes", (signal) => engine.ask("mistakes", grid.request(true), signal));
    if (!found) return;
    view.light({ wrong: found.wrong });
    const count = found.wrong.length;
    say(found.complete ? "Solved." : count ? `${count === 1 ? "1 mark is" : `${count} marks are`} wrong: ${found.wrong.join(", ")}` : "No mistakes so far.");
  }

  // --- the whole way as a slide show
  const stepText = h("p", { id: "step-text", "aria-live": "polite" });
  const slide = h("input", { type: "range", id: "slide", min: "0", value: "0", oninput: () => showStep(Number(slide.value)), "aria-label": "Step" });
  const explained = h("div", { class: "panel", hidden: true, id: "explained" },
    h("div", { class: "row" }, button("Previous", () => showStep(Number(slide.value) - 1)), slide, button("Next", () => showStep(Number(slide.value) + 1), { id: "next-step" })), stepText);

  async function explain() {
    say("Explaining …");
    const found = await asking("explain", (signal) => engine.stream("explain", grid.request(), () => {}, signal));
    if (!found) return;
    grid.remember();
    grid.trial = null;
    steps = found.steps;
    slide.max = steps.length - 1;
    explained.hidden = false;
    hint.hidden = true;
    say(found.complete ? `${steps.length} steps.` : `The known techniques lead ${steps.length} steps far.`);
    showStep(0);
  }

  function showStep(number) {
    if (!steps?.length) return;
    const index = Math.max(0, Math.min(steps.length - 1, number));
    slide.value = index;
    grid.marks.clear();
    steps.slice(0, index).forEach(take);
    stepText.replaceChildren(h("strong", {}, `${index + 1} of ${steps.length}, ${steps[index].technique}: `), steps[index].text);
    lightStep(steps[index]);
  }

  // --- generating
  const wanted = { size: numberInput("generate-size", 8, 4, 20), count: numberInput("generate-count", 1, 1, 50), seed: seedInput("generate-seed"),
    least: numberInput("generate-least", "", 1, 10), most: numberInput("generate-most", "", 1, 10) };
  const symmetry = choice("symmetry", ["none", "half-turn", "mirror", "quarter-turn"].map((value) => [value, value]));
  const progress = h("p", { id: "generate-progress", "aria-live": "polite" });
  const made = h("ul", { class: "moves", id: "generated", "aria-label": "Generated puzzles" });

  let generated = [];

  const generating = task("Generate", "generate", progress, async (signal) => {
    const count = Number(wanted.count.value) || 1;
    const body = { size: Number(wanted.size.value), count, symmetry: symmetry.value, seed: seedOf(wanted.seed) };
    if (wanted.least.value || wanted.most.value) body.levels = [Number(wanted.least.value) || 1, Number(wanted.most.value) || 10];
    made.replaceChildren();
    progress.textContent = `0 of ${count} puzzles …`;
    generated = [];
    const add = ({ puzzle }) => {
      generated.push(puzzle);
      made.append(h("li", {}, button(`${puzzle.rows}×${puzzle.cols}, level ${puzzle.label}`, () => replace({ ...puzzle, givens: {} }))));
      progress.textContent = `${made.childElementCount} of ${count} puzzles …`;
      if (made.childElementCount === 1) replace({ ...puzzle, givens: {} });
    };
    const found = await engine.stream("generate", body, add, signal);
    progress.textContent = `${found.puzzles.length} of ${count} puzzles.`;
  });

  // --- pasting
  const source = h("textarea", { id: "puzzle-text", "aria-label": "Puzzle as URL or text", placeholder: "https://puzz.link/p?lits/…", spellcheck: "false" });
  const file = h("input", { type: "file", id: "puzzle-file", onchange: async () => { if (file.files[0]) { source.value = await file.files[0].text(); trying(read); } } });
  dropped(root, async (data) => {
    source.value = data.files.length ? await data.files[0].text() : data.getData("text");
    await read();
  });
  async function openAddress(address) {
    replace(await engine.ask("puzzle", { puzzle: address }));
    opened = address;
    setMode("solve");
    collection.draw(address);
  }
  const openNext = () => openAddress(collection.next());

  async function read() {
    replace(await engine.ask("puzzle", { puzzle: source.value }));
    setMode("solve");
    say("Puzzle opened.");
  }

  function exportTimes() {
    const record = { url, rows: grid.rows, cols: grid.cols, regions: grid.request().regions, solved: isSolved, ...timer.record() };
    download("lits-solve.json", `${JSON.stringify(record, null, 1)}\n`, "application/json");
  }

  // --- a booklet
  const printed = h("textarea", { id: "book-puzzles", "aria-label": "Puzzles of the booklet, one per line", placeholder: "https://puzz.link/p?lits/…", spellcheck: "false" });
  const print = (addresses) => { printed.value = [...printed.value.split("\n"), ...addresses].filter(Boolean).join("\n"); };
  const book = bookletPanel("LITS", (layout, onProgress, signal) => engine.stream("puzzlebook", { ...layout, puzzles: printed.value }, onProgress, signal),
    [{ name: "rules", label: "Rules", checked: true }, { name: "hints", label: "Hints", checked: false }, { name: "solutions", label: "Solutions", checked: true }]);

  const solving = h("section", { "aria-label": "Solving" },
    h("div", { class: "row" }, timer.node),
    h("div", { class: "row" }, engine.offers("hint") ? button("Hint", getHint, { id: "hint", class: "primary" }) : null, button("Show mistakes", mistakes, { id: "mistakes" }),
      trial.begin, trial.accept, trial.discard),
    hint, solvedPanel, explained,
    h("h2", {}, "Puzzles"), collection.node,
    drawer("Options", h("div", { class: "row" }, h("label", {}, auto, "Say when it is solved"), h("label", {}, painted, "Paint finished regions"), h("label", {}, dots, "Dot the rest of finished regions")),
      h("div", { class: "row" }, engine.offers("explain") ? button("Explain all", explain, { id: "explain" }) : null, button("Clear marks", () => { grid.remember(); grid.marks.clear(); grid.trial = null; view.light({}); changed(false); })),
      h("div", { class: "row" }, button("Export times", exportTimes), collection.buttons)));
  const creating = h("section", { "aria-label": "Creating", hidden: true },
    h("div", { class: "row" }, h("label", {}, "Draw", mode)), drawing,
    engine.offers("generate") ? drawer("Generate",
      h("div", { class: "row" }, h("label", {}, "Size", wanted.size), h("label", {}, "Number", wanted.count), h("label", {}, "Seed", wanted.seed)),
      h("div", { class: "row" }, h("label", {}, "Level from", wanted.least), h("label", {}, "to", wanted.most), h("label", {}, "Symmetry", symmetry)),
      generating.buttons, progress, made) : null,
    engine.offers("puzzlebook") ? drawer("Print a booklet", printed,
      h("div", { class: "row" }, button("Add this puzzle", () => { if (url) print([url]); else say("This puzzle has no address.", true); }, { id: "book-add" }),
        button("Add the generated ones", () => print(generated.map((each) => each.url ?? each.penpa)), { id: "book-add-all" })), book.nodes) : null);

  const stage = h("section", { class: "stage plain", "aria-label": "Puzzle" }, host);
  const columns = h("div", { class: "place", inert: true }, stage,
    h("aside", { class: "side", "aria-label": "Tools" },
      h("div", { class: "row" }, h("div", { class: "tabs", role: "group", "aria-label": "What to do" }, tabs.solve, tabs.create), undo, redo),
      h("div", { class: "row known" }, status, level), solving, creating,
      drawer("Open and share", source, h("div", { class: "row" }, button("Open", read, { id: "open-puzzle" }), h("label", {}, "or a file", file)),
        folderFields(engine, [".txt", ".json"], (text) => { source.value = text; return read(); }, () => `${url ?? source.value}\n`),
        h("div", { class: "row" }, button("Copy link", async () => { await keep(); copyText(location.href, "Link"); })), links),
      keys));
  root.append(columns, live);

  const key = (event) => {
    if (event.ctrlKey && !event.altKey && event.key === "z" && !event.target.closest?.("input, textarea")) { undo.click(); event.preventDefault(); }
  };
  window.addEventListener("keydown", key);

  const restored = values.p === undefined ? undefined : await trying(async () => { grid.restore(await unpack(values.p)); return true; });
  if (restored) { renew(); collection.draw(); }
  else {
    if (values.url === undefined) await collection.loaded;
    const daily = values.today === undefined ? undefined : todaysPuzzle(await engine.collection(), values.today).text;
    await trying(() => openAddress(values.url ?? daily ?? collection.next()));
  }
  grid.past = [];
  setMode(values.mode ?? "solve");
  showButtons();
  columns.inert = false;
  return {
    leave() {
      window.removeEventListener("keydown", key);
      for (const each of Object.values(timers)) clearTimeout(each);
      for (const each of Object.values(requests)) each.abort();
      timer.stop();
      generating.leave();
      book.leave();
    },
  };
}
