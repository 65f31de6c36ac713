// The view in which a LITS puzzle is solved: marks, hints, and broken rules if wanted.

import {
  begunPuzzle,
  begunPuzzles,
  keepBegun,
  keyOfGrid,
  packHistory,
  removeBegun,
  unpackHistory,
} from "./begun.js";
import { Clock, clockText } from "./clock.js";
import {
  LEVELS,
  isSolvedBefore,
  keyOf,
  nameOf,
  nextPuzzle,
  noteDay,
  noteSolved,
  packOf,
  packsOf,
  puzzleAddress,
  times,
  today,
  todaysPuzzle,
} from "./collection.js";
import {
  button,
  copyLink,
  copyText,
  downloadJson,
  drawer,
  h,
  put,
  row,
  say,
  store,
  stored,
  trying,
} from "./dom.js";
import { isUnreachable } from "./engine.js";
import { Grid } from "./grid.js";
import { explainer, gradeText, gridTable, levelDots, lightsOf, takeStep } from "./gridtable.js";
import { tr, trn } from "./language.js";
import { address, pack, unpack, write } from "./link.js";
import { ARRIVED, EXPLAINING, REPLAYING, SolveState } from "./solvestate.js";

const GRADE_DELAY = 500;
const REPLAY_SECONDS = 8;
// The marks of a replay: shaded, a dot, or blank again.
const MARKS = { "#": true, ".": false, "": null };
// Puzzles that have not exactly one solution.
const UNSOUND = {
  multiple: tr("It has several solutions."),
  impossible: tr("It has no solution."),
};
const SHOWN_LEVEL = 2; // up to it, broken rules are shown unless somebody has chosen otherwise

export async function mount(root, engine, values) {
  const time = h("span", { id: "timer", role: "timer", "aria-label": tr("Time") });
  const clock = new Clock((text) => {
    time.textContent = text;
  });
  const table = gridTable(engine, changed);
  const { grid, view } = table;
  const check = (id, label, isChecked, onchange) => {
    const box = h("input", { type: "checkbox", id, checked: isChecked, onchange });
    return [box, h("label", {}, box, label)];
  };
  const [dots, dotsLabel] = check("dots", tr("Mark the rest of finished regions"), false, () => {
    if (dots.checked) {
      grid.remember();
      changed(false);
    }
  });
  const [painted, paintedLabel] = check("painted", tr("Paint finished regions"), true, () => {
    view.paintRegions = painted.checked;
    view.draw();
  });
  const [ruled, ruledLabel] = check("ruled", tr("Show broken rules"), true, () => {
    store("rules", ruled.checked);
    showRules();
  });
  const name = h("p", { class: "note", id: "puzzle-name" });
  const title = h("h2", { class: "say", id: "puzzle-title" });
  const rules = h("p", { class: "note", id: "puzzle-rules" });
  const level = h("span", { id: "grid-level" });
  const progress = h("span", { class: "note", id: "marked" });
  const broken = h("p", { class: "error", id: "broken", role: "status" });
  const solvedPanel = h("div", { class: "ended", id: "solved-panel", hidden: true });
  const solve = new SolveState();
  const explained = explainer(engine, table, {
    began() {
      table.cancel("mistakes");
      noteUse("explanations");
      solve.show(EXPLAINING);
      enableRestart();
    },
    ended: changed,
  });
  let packs = [];
  let daily = null; // the date and level of a puzzle of the day
  let opened = null; // the text from which it was read
  let url = null;
  let wasSolvedBefore = false; // in this visit, or as far as this browser knows
  let replays = 0;
  let keeps = 0;
  let below = []; // the own marks of a puzzle whose replay is shown
  let arrived = null; // the state of a grid that came full by a link, until it is changed
  let isLeft = false;
  let isKept = false; // true if it is stored for the next visit

  const rulesOf = () => (grid.rules === "lits" ? undefined : grid.rules);

  const isAsItCame = () => arrived !== null && grid.state() === arrived;

  // What names the puzzle in an address.
  const named = () => ({
    ...(opened ? { url: opened, rules: rulesOf() } : {}),
    ...(daily ? { today: daily.level, date: daily.date } : {}),
  });

  // Copy a link to the puzzle, with its text if it has no name.
  async function copy(marks) {
    const p = marks ?? (opened ? undefined : await pack(grid.puzzle()));
    const link = address("puzzle", { ...named(), p });
    await copyLink(new URL(link, location.href).href);
  }

  const shadedCount = () => [...grid.marks.values()].filter((mark) => mark.shaded).length;

  // Keep the marks, the time, hints and checks in the address and for the next visit.
  async function keep() {
    if (solve.isAnothers || isAsItCame()) return;
    keeps += 1;
    const own = keeps;
    const history = table.covered ?? grid;
    const isOpen = !solve.isSolved && (grid.marks.size > 0 || history.past.length > 0);
    const key = keyOfGrid(grid);
    const count = shadedCount();
    const t = clock.state;
    const [p, packed] = await Promise.all([table.state(), packHistory(history, clock.record)]);
    if (own !== keeps) return; // the marks have changed since
    const values = { ...named(), p, t };
    if (!isLeft) write("puzzle", values);
    if (isOpen) {
      keepBegun({
        key,
        title: title.textContent,
        name: name.textContent,
        values,
        shaded: count,
        total: grid.total,
        history: packed,
      });
    } else if (isKept || solve.isSolved) {
      removeBegun(key);
    }
    isKept = isOpen;
  }

  function changed() {
    // Answers about the marks before would be false.
    for (const name of ["mistakes", "hint"]) table.cancel(name);
    explained.close();
    if (solve.isExplaining) solve.end();
    if (!isAsItCame()) arrived = null;
    const isEmpty = grid.marks.size === 0;
    if (isEmpty && !solve.isCounting) solveAgain();
    table.showButtons();
    if (Object.values(view.lit).some((squares) => squares.length)) view.light({});
    if (dots.checked) grid.markFinished();
    if (solve.isCounting) clock.note(grid);
    showRules();
    const shaded = shadedCount();
    progress.textContent =
      grid.total === null
        ? tr("{count} squares", { count: shaded })
        : tr("{count} of {total} squares", { count: shaded, total: grid.total });
    table.later("keep", 200, () => trying(keep));
    enableRestart();
    restart.hidden = trial.begin.hidden = grid.trial !== null;
    trial.accept.hidden = trial.discard.hidden = grid.trial === null;
    table.later("done", 30, isDone);
  }

  const restart = button(tr("Restart"), clearMarks, { id: "restart" });

  // The marks of an explanation or a replay are cleared, too.
  function enableRestart() {
    restart.disabled = grid.marks.size === 0 && solve.isCounting;
  }

  function clearMarks() {
    grid.remember();
    grid.marks.clear();
    grid.trial = null;
    changed();
  }

  // Begin again with an empty grid and a new clock.
  function solveAgain() {
    wasSolvedBefore ||= solve.isSolved;
    solve.again();
    clock.restart();
    grid.past = below;
    grid.future = [];
    below = [];
    solvedPanel.hidden = true;
    table.host.inert = false;
  }

  // Show the broken rules, if that is wanted.
  function showRules() {
    const found = ruled.checked ? grid.broken() : [];
    view.broken = found.flatMap(({ squares }) => squares);
    put(broken, found[0]?.text ?? "");
    view.draw();
  }

  const asked = () =>
    table.asking("mistakes", (signal) => engine.ask("mistakes", grid.request(true), signal));

  async function isDone() {
    if (!solve.isCounting || !grid.isFull) return;
    const found = await asked();
    if (found?.complete) await (isAsItCame() ? showArrived() : finish(found));
    else if (found && grid.total !== null) {
      broken.textContent ||= tr("All squares are placed, but not all of them are right.");
    }
  }

  async function finish({ status }) {
    if (!solve.finish()) return;
    clock.stop();
    const known = await identify();
    if (!solve.isSolved) return; // it has been begun again
    wasSolvedBefore ||= known !== null && isSolvedBefore(known);
    const stars = known ? noteSolved(known, clock) : 0;
    if (daily) noteDay(daily);
    const result = {
      puzzle: title.textContent,
      time: clock.text,
      stars: "★".repeat(stars),
    };
    const told = clock.explanations
      ? tr("Solved in {time}, after an explanation.", result)
      : tr("Solved in {time}.", result);
    const shared = tr("{puzzle} solved in {time} {stars}", result).trim();
    const replay = address("puzzle", {
      url: known,
      rules: rulesOf(),
      replay: await pack(JSON.stringify(clock.changes)),
    });
    solvedPanel.replaceChildren(
      h("p", {}, h("strong", {}, told, " "), h("span", { class: "stars" }, result.stars)),
      status === "multiple"
        ? h("p", {}, tr("This is one of several solutions: all of them count."))
        : "",
      row(
        known
          ? button(tr("Share the result"), () =>
              copyText(
                `${shared}\n${url ?? new URL(puzzleAddress({ text: known, rules: rulesOf() }), location.href).href}`,
                tr("Result"),
              ),
            )
          : null,
        known
          ? button(tr("Share the way"), () => copyLink(new URL(replay, location.href).href), {
              id: "share-way",
            })
          : null,
        button(tr("Replay"), () => play(clock.changes), { id: "replay" }),
        nextLink(known),
      ),
    );
    showPanel();
    say(told);
    trying(keep);
  }

  function showPanel() {
    solvedPanel.hidden = false;
    solvedPanel.scrollIntoView({ block: "nearest" });
  }

  function nextLink(known) {
    const next = nextPuzzle(packs, known);
    return next
      ? h(
          "a",
          { class: "button primary", id: "next-puzzle", href: puzzleAddress(next) },
          tr("Next puzzle"),
        )
      : null;
  }

  // Return the text by which a solve is kept; the engine writes that of a puzzle without a name.
  async function identify() {
    if (opened === null && url === null) {
      const state = await trying(() => engine.ask("check", grid.request()));
      url = state?.url ?? null;
    }
    return opened ?? url;
  }

  // Show a grid that came full by a link. It is no solve, but the reader may have solved it before.
  async function showArrived() {
    const known = await identify();
    if (!isAsItCame()) return; // a mark has changed since
    const own = known === null ? undefined : times()[keyOf(known)];
    if (!own) noteUse("explanations");
    solve.show(ARRIVED);
    clock.stop();
    below = grid.past;
    grid.past = [];
    table.showButtons();
    solvedPanel.replaceChildren(
      own
        ? h(
            "p",
            {},
            h("strong", {}, tr("Solved in {time}.", { time: clockText(1000 * own.seconds) }), " "),
            h("span", { class: "stars" }, "★".repeat(own.stars)),
          )
        : h("p", {}, tr("This link came with a full grid, which does not count as your solve.")),
      row(
        button(own ? tr("Solve it again") : tr("Solve it yourself"), clearMarks, {
          id: "solve-arrived",
        }),
        nextLink(known),
      ),
    );
    showPanel();
  }

  // Set the marks of a solver again, in some seconds.
  async function play(changes) {
    explained.back();
    noteUse("explanations");
    solve.show(REPLAYING);
    enableRestart();
    table.host.inert = true;
    grid.marks.clear();
    replays += 1;
    const own = replays;
    for (const [, square, mark] of changes) {
      if (!table.host.isConnected || solve.now !== REPLAYING || own !== replays) break;
      grid.mark(grid.square(square), MARKS[mark] ?? null);
      view.draw();
      await new Promise((resolve) => {
        setTimeout(resolve, (1000 * REPLAY_SECONDS) / changes.length);
      });
    }
    if (own !== replays) return; // another one is shown
    table.host.inert = false;
    if (solve.isSolved && solve.now === REPLAYING) solve.end();
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
      const state = await table.asking("check", (signal) =>
        engine.ask("check", grid.request(), signal),
      );
      url = state?.url ?? null;
      if (state?.status === "unique") table.background("grade", showLevel);
      else if (state) {
        level.textContent = UNSOUND[state.status] ?? "";
      }
    });
    all.href = address("puzzles", {
      pack: daily ? undefined : packOf(packs, opened && keyOf(opened))?.name,
    });
    for (const [step, link] of [
      [-1, easier],
      [1, harder],
    ]) {
      const other = nextPuzzle(packs, opened && keyOf(opened), step);
      link.href = other ? puzzleAddress(other) : address("puzzles", {});
    }
  }

  function showLevel(found) {
    level.replaceChildren(found ? levelDots(parseInt(found.label, 10)) : "");
    level.title = found ? gradeText(found) : "";
    ruled.checked =
      stored("rules") ??
      (found === null || (!found.limited && parseInt(found.label, 10) <= SHOWN_LEVEL));
    showRules();
  }

  const trial = {
    begin: button(
      tr("Try"),
      () => {
        explained.back();
        grid.begin();
        changed();
      },
      { id: "try" },
    ),
    accept: button(
      tr("Keep"),
      () => {
        grid.accept();
        changed();
      },
      { id: "accept", hidden: true },
    ),
    discard: button(
      tr("Discard"),
      () => {
        grid.discard();
        changed();
      },
      { id: "discard", hidden: true },
    ),
  };

  // --- hints in three stages: where to look, why, and which squares
  const hintText = h("p", { id: "hint-text" });
  const apply = button(
    tr("Mark it"),
    () => {
      grid.remember();
      takeStep(grid, step);
      closeHint();
      changed();
    },
    { class: "primary", id: "apply-hint" },
  );
  const more = button(tr("Why?"), () => tellHint(told + 1), { id: "more-hint" });
  const hint = h(
    "div",
    { class: "panel", hidden: true, id: "hint-panel" },
    hintText,
    row(more, apply, button(tr("Close"), closeHint)),
  );
  let step = null;
  let told = 0;

  function closeHint() {
    hint.hidden = true;
    view.light({});
  }

  function tellHint(number) {
    told = number;
    hint.hidden = false;
    apply.hidden = told < 2;
    more.hidden = told === 2;
    more.textContent = told === 0 ? tr("Why?") : tr("What follows?");
    if (told === 0) {
      const squares = step.looks.slice(0, 4).join(tr(", "));
      hintText.replaceChildren(
        h("strong", {}, tr("Look here: ")),
        step.looks.length > 4
          ? tr("something follows at {squares} …", { squares })
          : tr("something follows at {squares}.", { squares }),
      );
      view.light({ squares: step.looks });
    } else if (told === 1) {
      hintText.replaceChildren(
        h(
          "strong",
          {},
          tr("{technique} (level {level}): ", { technique: step.technique, level: step.level }),
        ),
        step.text,
      );
      view.light({ squares: step.looks, excluded: step.excluded });
    } else {
      const { shaded: shade, unshaded: unshade } = step;
      const facts = [
        shade.length &&
          trn("{squares} is shaded", "{squares} are shaded", shade.length, {
            squares: shade.join(tr(", ")),
          }),
        unshade.length &&
          trn("{squares} is unshaded", "{squares} are unshaded", unshade.length, {
            squares: unshade.join(tr(", ")),
          }),
      ]
        .filter(Boolean)
        .join(tr("; "));
      hintText.replaceChildren(
        h("strong", {}, tr("So ")),
        facts ? tr("{facts}.", { facts }) : tr("some placements are excluded."),
      );
      view.light(lightsOf(step));
    }
    table.live.textContent = hintText.textContent;
    hint.scrollIntoView({ block: "nearest" });
  }

  const noteUse = (of) => {
    if (!solve.isCounting) return;
    clock[of] += 1;
    trying(keep);
  };

  // No hint leads on from a wrong mark, and none is needed where the last square has just been
  // marked.
  async function getHint() {
    explained.back();
    const marks = await asked();
    if (!marks || marks.wrong.length || (marks.complete && solve.isCounting)) {
      return tellCheck(marks);
    }
    noteUse("hints");
    const found = await table.asking("hint", (signal) =>
      engine.ask("hint", grid.request(true), signal),
    );
    if (!found) return;
    if (!found.step) {
      return say(
        found.solved ? tr("The puzzle is solved.") : tr("No known technique leads on from here."),
      );
    }
    step = found.step;
    tellHint(0);
    say("");
  }

  async function getCheck() {
    explained.back();
    await tellCheck(await asked());
  }

  // Say if a mark is wrong; a button shows which.
  async function tellCheck(found) {
    if (!found) return;
    noteUse("checks");
    if (found.complete && solve.isCounting) return isAsItCame() ? showArrived() : finish(found);
    const count = found.wrong.length;
    if (found.complete) say(tr("Solved."));
    else say(count ? "" : tr("Correct so far."));
    broken.replaceChildren(
      ...(count
        ? [
            trn("{count} mark is wrong.", "{count} marks are wrong.", count),
            " ",
            button(
              tr("Show where"),
              () => {
                view.light({ wrong: found.wrong });
                table.live.textContent = found.wrong.join(tr(", "));
              },
              { id: "show-wrong" },
            ),
          ]
        : []),
    );
  }

  // Open the puzzle of the address, or else of the day, or else the next one.
  async function openPuzzle() {
    if (values.url === undefined) packs = await packsOf(engine);
    const chosen =
      daily &&
      todaysPuzzle(
        await engine.document("collection"),
        daily.level,
        new Date(`${daily.date}T12:00`),
      ).text;
    const next = (nextPuzzle(packs, null) ?? packs[0]?.puzzles[0])?.text;
    for (const text of [values.url, chosen, next].filter(Boolean)) {
      const rules = text === values.url ? values.rules : undefined;
      try {
        table.replace(await engine.ask("puzzle", { puzzle: text, rules }));
        opened = text;
        return;
      } catch (error) {
        // Another puzzle does not stand in for one that cannot be read now.
        if (isUnreachable(error)) throw error;
        say(error.message, true);
      }
    }
  }

  // The begun puzzle of the grid, with its state and its history.
  async function findBegun() {
    const found = begunPuzzle(keyOfGrid(grid));
    if (!found) return null;
    try {
      const state = await unpack(found.values.p, (text) => new Grid(1, 1).restore(text).state());
      return { ...found, state, history: await unpackHistory(found.history, state) };
    } catch {
      return null; // it is damaged
    }
  }

  // Show the puzzle with the marks of the address, or else with those that were kept. Other marks
  // that were kept are those that undo leads to.
  async function resume(isLinked) {
    const begun = await findBegun();
    const isMarked = isLinked && grid.marks.size > 0;
    const isOwn = begun !== null && (!isMarked || grid.state() === begun.state);
    if (values.replay !== undefined) {
      below = begun === null ? [] : [begun.state];
      begin();
      return;
    }
    if (isMarked && !isOwn && grid.isFull) arrived = grid.state();
    if (isOwn) {
      grid.restore(begun.state);
      if (daily === null && begun.values.today !== undefined) {
        daily = { level: begun.values.today, date: begun.values.date };
      }
    }
    isKept = begun !== null;
    begin();
    if (begun === null) {
      clock.resume(String(values.t ?? ""));
      return;
    }
    const { past, future, record } = begun.history;
    if (isOwn) {
      Object.assign(grid, { past, future });
      clock.resume(String(begun.values.t ?? ""));
      if (record) clock.recall(record);
    } else {
      grid.past = [...past, begun.state];
      clock.resume(String(values.t ?? ""));
    }
    table.showButtons();
  }

  const foot = h(
    "div",
    { class: "foot" },
    table.undo,
    table.redo,
    restart,
    trial.begin,
    trial.accept,
    trial.discard,
    button(tr("Check"), getCheck, { id: "mistakes" }),
    button(tr("Hint"), getHint, { id: "hint", class: "primary" }),
  );
  const [easier, all, harder] = [
    ["easier", tr("‹ Easier")],
    ["all-puzzles", tr("All puzzles")],
    ["harder", tr("Harder ›")],
  ].map(([id, text]) => h("a", { class: "button", id }, text));
  const side = h(
    "aside",
    { class: "side", "aria-label": tr("Puzzle") },
    h("div", { class: "told" }, title, level),
    name,
    rules,
    h(
      "p",
      { class: "note", id: "grid-keys" },
      matchMedia("(pointer: coarse)").matches
        ? tr("Tap: shaded, dot, blank. Drag for many.")
        : tr("Click: shaded, dot, blank; the right button sets dots. Drag for many."),
    ),
    h("div", { class: "strip" }, time, progress, broken),
    hint,
    solvedPanel,
    explained.node,
    foot,
    h("div", { class: "foot still" }, easier, all, harder),
    drawer(
      tr("More"),
      row(ruledLabel, paintedLabel, dotsLabel),
      row(
        explained.button,
        button(tr("Export times"), () =>
          downloadJson("lits-solve.json", {
            url,
            rows: grid.rows,
            cols: grid.cols,
            regions: grid.inRows(grid.regions),
            rules: rulesOf(),
            solved: solve.isSolved,
            solved_before: wasSolvedBefore,
            ...clock.record,
          }),
        ),
      ),
      row(
        button(tr("Copy link"), () => copy()),
        button(tr("Copy link with my marks"), async () => copy(await table.state())),
        button(
          tr("Create"),
          async () => {
            location.hash = address("create", { p: await table.state() });
          },
          { id: "to-create" },
        ),
        button(tr("Print"), () => print(), { id: "print" }),
      ),
    ),
  );
  const place = h("div", { class: "place solving", inert: true }, table.stage, side);
  root.append(place, table.live);

  // The last begun puzzle is resumed if the address names none.
  const namesNone = [values.url, values.today, values.p, values.replay].every(
    (value) => value === undefined,
  );
  if (namesNone) Object.assign(values, begunPuzzles()[0]?.values);
  const restored =
    values.p !== undefined && (await trying(() => unpack(values.p, (text) => grid.restore(text))));
  const collection = trying(async () => {
    packs = await packsOf(engine);
  });
  if (!restored || values.today !== undefined || values.url !== undefined) await collection;
  if (values.today !== undefined) {
    daily = {
      level: Object.hasOwn(LEVELS, values.today) ? values.today : "1",
      date: Date.parse(`${values.date}T12:00Z`) > 0 ? values.date : today(),
    };
  }
  if (restored) {
    opened = values.url ?? null;
  } else {
    await openPuzzle();
  }
  if (restored || opened) await resume(restored);
  place.inert = false;
  if (values.replay !== undefined) {
    trying(() => unpack(values.replay, (text) => play(JSON.parse(text))));
  }
  return {
    leave() {
      isLeft = true;
      table.leave();
      clock.stop();
      explained.back();
      return trying(keep);
    },
  };
}
