// The view in which a LITS puzzle is solved: marks, hints, and broken rules if wanted.

import { LEVELS, keyOf, nameOf, nextPuzzle, noteDay, noteSolved, packOf, packsOf, puzzleAddress, today, todaysPuzzle } from "./collection.js";
import { button, copyLink, copyText, downloadJson, drawer, h, put, row, say, store, stored, trying, unfinished } from "./dom.js";
import { explainer, gradeText, gridTable, levelDots, takeStep } from "./gridtable.js";
import { tr, trn } from "./language.js";
import { address, pack, read, unpack, write } from "./link.js";

const GRADE_DELAY = 500, REPLAY_SECONDS = 8;
const SHOWN_LEVEL = 2; // up to it, broken rules are shown unless somebody has chosen otherwise

// The clock of a puzzle; it records each mark, so that the solution can be replayed and exported.
class Timer {
  constructor() {
    this.node = h("span", { id: "timer", role: "timer", "aria-label": tr("Time") });
    [this.begun, this.ended, this.date] = [null, null, null];
    this.changes = []; // each with its milliseconds, the square, and "#", "." or ""
    this.known = new Map();
    [this.hints, this.checks] = [0, 0];
    this.#show();
  }

  // Marks were set: the first ones start the clock.
  note(grid, isSolved) {
    if (isSolved) return;
    const now = new Map([...grid.marks].map(([square, { shaded }]) => [grid.name(square), shaded ? "#" : "."]));
    const changed = [...new Set([...now.keys(), ...this.known.keys()])].filter((name) => now.get(name) !== this.known.get(name));
    if (this.begun === null && changed.length) this.resume({});
    this.changes.push(...changed.map((name) => [Math.round(this.milliseconds()), name, now.get(name) ?? ""]));
    this.known = now;
  }

  // Continue from a number of milliseconds, hints and checks.
  resume({ milliseconds = 0, hints = this.hints, checks = this.checks }) {
    [this.hints, this.checks] = [hints, checks];
    this.begun = performance.now() - milliseconds;
    this.date ??= new Date().toISOString();
    clearInterval(this.ticking);
    this.ticking = setInterval(() => this.#show(), 500);
    this.#show();
  }

  milliseconds() { return this.begun === null ? 0 : (this.ended ?? performance.now()) - this.begun; }

  stop() {
    clearInterval(this.ticking);
    if (this.begun !== null) this.ended ??= performance.now();
    this.#show();
  }

  // The record for an export.
  get record() { return { begun: this.date, milliseconds: Math.round(this.milliseconds()), hints: this.hints, checks: this.checks, changes: this.changes }; }

  #show() {
    const seconds = Math.floor(this.milliseconds() / 1000);
    this.node.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

export async function mount(root, engine, values) {
  const timer = new Timer();
  const table = gridTable(engine, changed);
  const { grid, view } = table;
  const check = (id, label, isChecked, onchange) => { const box = h("input", { type: "checkbox", id, checked: isChecked, onchange }); return [box, h("label", {}, box, label)]; };
  const [dots, dotsLabel] = check("dots", tr("Mark the rest of finished regions"), false, () => { if (dots.checked) { grid.remember(); changed(false); } });
  const [painted, paintedLabel] = check("painted", tr("Paint finished regions"), true, () => { view.paintRegions = painted.checked; view.draw(); });
  const [ruled, ruledLabel] = check("ruled", tr("Show broken rules"), true, () => { store("rules", ruled.checked); showRules(); });
  const name = h("p", { class: "note", id: "puzzle-name" });
  const title = h("h2", { class: "say", id: "puzzle-title" });
  const rules = h("p", { class: "note", id: "puzzle-rules" });
  const level = h("span", { id: "grid-level" });
  const progress = h("span", { class: "note", id: "marked" });
  const broken = h("p", { class: "error", id: "broken", role: "status" });
  const solvedPanel = h("div", { class: "ended", id: "solved-panel", hidden: true });
  const explained = explainer(engine, table);
  let packs = [];
  let daily = null; // the date and level of a puzzle of the day
  let opened = null; // the text from which it was read
  let url = null, isSolved = false, isLeft = false;
  let isKept = false; // true if it is stored for the next visit

  const rulesOf = () => (grid.rules === "lits" ? undefined : grid.rules);

  // Keep the marks, the time, hints and checks in the address and for the next visit.
  async function keep() {
    const t = [Math.round(timer.milliseconds()), timer.hints, timer.checks].join(".");
    const values = { ...(opened ? { url: opened, rules: rulesOf() } : {}), ...(daily ? { today: daily.level, date: daily.date } : {}), p: await table.state(), t };
    if (!isLeft) write("puzzle", values);
    const isOpen = !isSolved && grid.marks.size > 0;
    if (isOpen || isKept) store("puzzle", isOpen ? { hash: address("puzzle", values), title: title.textContent } : null);
    isKept = isOpen;
  }

  function changed() {
    table.showButtons();
    explained.close();
    if (Object.values(view.lit).some((squares) => squares.length)) view.light({});
    if (dots.checked) grid.markFinished();
    timer.note(grid, isSolved);
    showRules();
    const shaded = [...grid.marks.values()].filter((mark) => mark.shaded).length;
    progress.textContent = grid.total === null ? tr("{count} squares", { count: shaded }) : tr("{count} of {total} squares", { count: shaded, total: grid.total });
    table.later("keep", 200, () => trying(keep));
    trial.begin.hidden = grid.trial !== null;
    trial.accept.hidden = trial.discard.hidden = grid.trial === null;
    if (!isSolved && grid.isFull) table.later("done", 30, isDone);
  }

  // Show the broken rules, if that is wanted.
  function showRules() {
    const found = ruled.checked ? grid.broken() : [];
    view.broken = found.flatMap(({ squares }) => squares);
    put(broken, found[0]?.text ?? "");
    view.draw();
  }

  const asked = () => table.asking("mistakes", (signal) => engine.ask("mistakes", grid.request(true), signal));

  async function isDone() {
    const found = await asked();
    if (found?.complete) await finish();
    else if (found && grid.total !== null) broken.textContent ||= tr("All squares are placed, but not all of them are right.");
  }

  async function finish() {
    isSolved = true;
    timer.stop();
    const known = opened ?? url;
    const stars = known ? noteSolved(known, timer) : 0;
    if (daily) noteDay(daily);
    const result = { puzzle: title.textContent, time: timer.node.textContent, stars: "★".repeat(stars) };
    const told = tr("Solved in {time}.", result), shared = tr("{puzzle} solved in {time} {stars}", result).trim();
    const next = nextPuzzle(packs, known);
    const replay = address("puzzle", { url: known, rules: rulesOf(), replay: await pack(JSON.stringify(timer.changes)) });
    solvedPanel.replaceChildren(h("p", {}, h("strong", {}, told, " "), h("span", { class: "stars" }, result.stars)),
      row(known ? button(tr("Share the result"), () => copyText(`${shared}\n${url ?? new URL(puzzleAddress({ text: known, rules: rulesOf() }), location.href).href}`, tr("Result"))) : null,
        known ? button(tr("Share the way"), () => copyLink(new URL(replay, location.href).href), { id: "share-way" }) : null, button(tr("Replay"), () => play(timer.changes), { id: "replay" }),
        next ? h("a", { class: "button primary", id: "next-puzzle", href: puzzleAddress(next) }, tr("Next puzzle")) : null));
    solvedPanel.hidden = false;
    solvedPanel.scrollIntoView({ block: "nearest" });
    say(told);
    trying(keep);
  }

  // Set the marks of a solver again, in some seconds.
  async function play(changes) {
    grid.marks.clear();
    isSolved = true; // nothing of it counts
    for (const [, square, mark] of changes) {
      if (!table.host.isConnected) return;
      grid.mark(grid.square(square), mark === "#" ? true : mark === "." ? false : null);
      view.draw();
      await new Promise((resolve) => { setTimeout(resolve, (1000 * REPLAY_SECONDS) / changes.length); });
    }
    showRules();
  }

  // --- a puzzle that is shown
  function begin() {
    table.fit();
    grid.past = [];
    title.textContent = `${grid.rule.title} ${grid.cols}×${grid.rows}`;
    rules.textContent = grid.rule.text;
    document.title = `${title.textContent} · litslab`;
    name.textContent = nameOf(packs, opened && keyOf(opened), daily);
    showLevel(null);
    changed();
    table.later("grade", GRADE_DELAY, async () => {
      const state = await table.asking("check", (signal) => engine.ask("check", grid.request(), signal));
      url = state?.url ?? null;
      if (state?.status === "unique") table.background("grade", showLevel);
      else if (state) level.textContent = state.status === "multiple" ? tr("It has several solutions.") : state.status === "impossible" ? tr("It has no solution.") : "";
    });
    all.href = address("puzzles", { pack: daily ? undefined : packOf(packs, opened && keyOf(opened))?.name });
    for (const [step, link] of [[-1, easier], [1, harder]]) {
      const other = nextPuzzle(packs, opened && keyOf(opened), step);
      link.href = other ? puzzleAddress(other) : address("puzzles", {});
    }
  }

  function showLevel(found) {
    level.replaceChildren(found ? levelDots(parseInt(found.label, 10)) : "");
    level.title = found ? gradeText(found) : "";
    ruled.checked = stored("rules") ?? (found === null || (!found.limited && parseInt(found.label, 10) <= SHOWN_LEVEL));
    showRules();
  }

  const trial = { begin: button(tr("Try"), () => { grid.begin(); changed(); }, { id: "try" }),
    accept: button(tr("Keep"), () => { grid.accept(); changed(); }, { id: "accept", hidden: true }), discard: button(tr("Discard"), () => { grid.discard(); changed(); }, { id: "discard", hidden: true }) };

  // --- hints in three stages: where to look, why, and which squares
  const hintText = h("p", { id: "hint-text" });
  const apply = button(tr("Mark it"), () => {
    grid.remember();
    takeStep(grid, step);
    closeHint();
    changed();
  }, { class: "primary", id: "apply-hint" });
  const more = button(tr("Why?"), () => tellHint(told + 1), { id: "more-hint" });
  const hint = h("div", { class: "panel", hidden: true, id: "hint-panel" }, hintText, row(more, apply, button(tr("Close"), closeHint)));
  let step = null, told = 0;

  function closeHint() { hint.hidden = true; view.light({}); }

  function tellHint(number) {
    told = number;
    hint.hidden = false;
    apply.hidden = told < 2;
    more.hidden = told === 2;
    more.textContent = told === 0 ? tr("Why?") : tr("What follows?");
    if (told === 0) {
      const squares = step.squares.slice(0, 4).join(tr(", "));
      hintText.replaceChildren(h("strong", {}, tr("Look here: ")), step.squares.length > 4 ? tr("something follows at {squares} …", { squares }) : tr("something follows at {squares}.", { squares }));
      view.light({ squares: step.squares });
    } else if (told === 1) {
      hintText.replaceChildren(h("strong", {}, tr("{technique} (level {level}): ", { technique: step.name, level: step.level })), step.text);
      view.light({ squares: step.squares, excluded: step.excluded });
    } else {
      const { shade, unshade } = step;
      const facts = [shade.length && trn("{squares} is shaded", "{squares} are shaded", shade.length, { squares: shade.join(tr(", ")) }),
        unshade.length && trn("{squares} is unshaded", "{squares} are unshaded", unshade.length, { squares: unshade.join(tr(", ")) })].filter(Boolean).join(tr("; "));
      hintText.replaceChildren(h("strong", {}, tr("So ")), facts ? tr("{facts}.", { facts }) : tr("some placements are excluded."));
      view.light(step);
    }
    table.live.textContent = hintText.textContent;
    hint.scrollIntoView({ block: "nearest" });
  }

  const noteUse = (of) => { timer[of] += 1; trying(keep); };

  // No hint leads on from a wrong mark, and none is needed where the last square has just been marked.
  async function getHint() {
    const marks = await asked();
    if (!marks || marks.wrong.length || (marks.complete && !isSolved)) return tellCheck(marks);
    noteUse("hints");
    const found = await table.asking("hint", (signal) => engine.ask("hint", grid.request(true), signal));
    if (!found) return;
    if (!found.step) return say(found.solved ? tr("The puzzle is solved.") : tr("No known technique leads on from here."));
    step = found.step;
    tellHint(0);
    say("");
  }

  // Say if a mark is wrong; a button shows which.
  async function tellCheck(found) {
    if (!found) return;
    noteUse("checks");
    if (found.complete && !isSolved) return finish();
    const count = found.wrong.length;
    say(found.complete ? tr("Solved.") : count ? tr("Something is wrong.") : tr("Correct so far."));
    broken.replaceChildren(...(count ? [trn("{count} mark is wrong.", "{count} marks are wrong.", count), " ", button(tr("Show where"), () => { view.light({ wrong: found.wrong }); table.live.textContent = found.wrong.join(tr(", ")); }, { id: "show-wrong" })] : []));
  }

  const foot = h("div", { class: "foot" }, table.undo, trial.begin, trial.accept, trial.discard, button(tr("Check"), async () => tellCheck(await asked()), { id: "mistakes" }),
    button(tr("Hint"), getHint, { id: "hint", class: "primary" }));
  const [easier, all, harder] = [["easier", tr("‹ Easier")], ["all-puzzles", tr("All puzzles")], ["harder", tr("Harder ›")]].map(([id, text]) => h("a", { class: "button", id }, text));
  const side = h("aside", { class: "side", "aria-label": tr("Puzzle") },
    h("div", { class: "told" }, title, level), name, rules,
    h("p", { class: "note", id: "grid-keys" }, matchMedia("(pointer: coarse)").matches ? tr("Tap: shaded, dot, blank. Drag for many.") : tr("Click: shaded, dot, blank; the right button sets dots. Drag for many.")),
    h("div", { class: "strip" }, timer.node, progress, broken), hint, solvedPanel, explained.node,
    foot, h("div", { class: "foot still" }, easier, all, harder),
    drawer(tr("More"), row(ruledLabel, paintedLabel, dotsLabel), table.colours,
      row(table.redo, explained.button, button(tr("Clear marks"), () => { grid.remember(); grid.marks.clear(); grid.trial = null; changed(); }),
        button(tr("Export times"), () => downloadJson("lits-solve.json", { url, rows: grid.rows, cols: grid.cols, regions: grid.inRows(grid.regions), rules: rulesOf(), solved: isSolved, ...timer.record }))),
      row(button(tr("Copy link"), async () => { await keep(); copyLink(location.href); }), button(tr("Create"), async () => { location.hash = address("create", { p: await table.state() }); }, { id: "to-create" }), button(tr("Print"), () => print(), { id: "print" }))));
  const place = h("div", { class: "place solving", inert: true }, table.stage, side);
  root.append(place, table.live);

  // A half-solved puzzle is resumed if the address names it, or none.
  const left = read(unfinished("puzzle", "#puzzle?")?.hash ?? "").values;
  const isSame = values.url !== undefined ? values.url === left.url : values.today === undefined || (values.today === left.today && (values.date ?? today()) === left.date);
  if (isSame && values.p === undefined && values.replay === undefined) Object.assign(values, left);
  const restored = values.p !== undefined && await trying(() => unpack(values.p, (text) => grid.restore(text)));
  const collection = trying(async () => { packs = await packsOf(engine); });
  if (!restored || values.today !== undefined || values.url !== undefined) await collection;
  if (values.today !== undefined) daily = { level: Object.hasOwn(LEVELS, values.today) ? values.today : "1", date: Date.parse(`${values.date}T12:00Z`) > 0 ? values.date : today() };
  if (restored) {
    isKept = true;
    opened = values.url ?? null;
    const marks = new Map(grid.marks);
    begin();
    const [milliseconds, hints, checks] = (values.t ?? "").split(".").map(Number);
    timer.known = new Map([...marks].map(([square, { shaded }]) => [grid.name(square), shaded ? "#" : "."]));
    if (milliseconds || hints || checks) timer.resume({ milliseconds, hints, checks });
  } else {
    const chosen = daily && todaysPuzzle(await engine.document("collection"), daily.level, new Date(`${daily.date}T12:00`)).text;
    for (const text of [values.url, chosen, (nextPuzzle(packs, null) ?? packs[0]?.puzzles[0])?.text].filter(Boolean)) {
      opened ??= await trying(async () => { table.replace(await engine.ask("puzzle", { puzzle: text, rules: text === values.url ? values.rules : undefined })); return text; });
    }
    if (opened) begin();
  }
  place.inert = false;
  if (values.replay !== undefined) trying(() => unpack(values.replay, (text) => play(JSON.parse(text))));
  return {
    leave() {
      isLeft = true;
      table.leave();
      timer.stop();
      return grid.marks.size && !isSolved ? trying(keep) : undefined;
    },
  };
}
