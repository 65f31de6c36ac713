// Shared parts of the views that solve and create puzzles: the grid, its picture, questions about
// it, explanations.

import { Latest, button, h, row, say, trying } from "./dom.js";
import { Grid } from "./grid.js";
import { GridView } from "./gridview.js";
import { tr } from "./language.js";
import { pack } from "./link.js";

// `changed(isDrawing)` is called when marks or, drawing, borders change.
export function gridTable(engine, changed) {
  const grid = new Grid(8, 8);
  const live = h("p", { class: "hidden", "aria-live": "polite" });
  const host = h("div", {
    class: "grid",
    id: "grid",
    tabindex: "0",
    role: "application",
    "aria-label": tr("Puzzle"),
    "aria-describedby": "grid-keys",
  });
  const view = new GridView(host, grid, {
    begin: () => grid.remember(),
    changed,
    say: (text) => {
      live.textContent = text;
    },
  });
  const stage = h("section", { class: "stage plain", "aria-label": tr("Puzzle") }, host);
  const requests = {};
  const timers = {};

  // A question replaces an open one of the same name.
  const run = (name, work) => (requests[name] ??= new Latest()).run(work);
  const asking = (name, work) => trying(() => run(name, work));

  function later(name, delay, work) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, delay);
  }

  // Ask a question without haste: while the engine is busy, it is asked again.
  async function background(name, present) {
    try {
      const found = await run("more", (signal) =>
        engine.stream(name, grid.request(), () => {}, signal),
      );
      if (found) present(found);
    } catch (error) {
      if (error.status === 429) later("more", 1000, () => background(name, present));
    }
  }

  function takeBack() {
    if (table.covered !== null) table.uncover();
    else if (grid.undo()) showStep();
  }
  function takeAgain() {
    if (grid.redo()) showStep();
  }
  function showStep() {
    view.light({});
    changed(true);
  }
  const undo = button(tr("Undo"), takeBack, { id: "undo-mark" });
  const redo = button(tr("Redo"), takeAgain, { id: "redo-mark" });
  function key(event) {
    if (
      !event.ctrlKey ||
      event.altKey ||
      event.target.closest?.("input, textarea") ||
      !"zy".includes(event.key)
    ) {
      return;
    }
    (event.key === "z" ? undo : redo).click();
    event.preventDefault();
  }
  window.addEventListener("keydown", key);

  const table = {
    grid,
    host,
    view,
    stage,
    live,
    asking,
    later,
    background,
    undo,
    redo,
    cancel(name) {
      requests[name]?.end();
    },
    showButtons() {
      undo.disabled = !grid.past.length;
      redo.disabled = !grid.future.length;
    },
    // The state of the grid and its history while an explanation is shown on it.
    covered: null,
    uncover: () => {}, // ends the explanation
    // The grid and the marks of the solver, packed.
    state() {
      return pack(this.covered?.state ?? grid.state());
    },
    fit() {
      view.pinch.reset();
      stage.style.setProperty("--aspect", grid.cols / grid.rows);
    },
    // Show another puzzle.
    replace(puzzle) {
      grid.remember();
      grid.rules = puzzle.rules ?? "lits";
      grid.clear(puzzle.rows, puzzle.cols);
      grid.setRegions(puzzle.regions.flat());
      for (const [name, shaded] of Object.entries(puzzle.givens ?? {})) {
        if (grid.regions[grid.square(name)] >= 0) grid.mark(grid.square(name), shaded);
      }
    },
    leave() {
      window.removeEventListener("keydown", key);
      for (const each of Object.values(timers)) clearTimeout(each);
      for (const each of Object.values(requests)) each.end();
    },
  };
  return table;
}

// What to light up for a step.
export const lightsOf = ({ looks, shaded, unshaded, excluded }) => ({
  squares: looks,
  shade: shaded,
  unshade: unshaded,
  excluded,
});

export function takeStep(grid, { shaded, unshaded }) {
  for (const name of shaded) grid.mark(grid.square(name), true);
  for (const name of unshaded) grid.mark(grid.square(name), false);
}

// The steps of a solution by hand, as a slide show above the marks of the solver. `began()` is
// called before its first step is shown, and `ended()` once the marks of the solver are back.
export function explainer(engine, table, { began = () => {}, ended = () => {} } = {}) {
  const { grid, view, live, asking, cancel } = table;
  let steps = null;
  const text = h("p", { id: "step-text" });
  const slide = h("input", {
    type: "range",
    id: "slide",
    min: "0",
    value: "0",
    oninput: () => show(Number(slide.value)),
    "aria-label": tr("Step"),
  });
  const node = h(
    "div",
    { class: "panel", hidden: true, id: "explained" },
    row(
      button(tr("Previous"), () => show(Number(slide.value) - 1)),
      slide,
      button(tr("Next"), () => show(Number(slide.value) + 1), { id: "next-step" }),
    ),
    text,
    row(button(tr("Back to your marks"), back, { id: "end-explaining" })),
  );

  function show(number) {
    if (!steps?.length) return;
    const index = Math.max(0, Math.min(steps.length - 1, number));
    slide.value = index;
    grid.marks.clear();
    for (const step of steps.slice(0, index)) takeStep(grid, step);
    text.replaceChildren(
      h(
        "strong",
        {},
        tr("{number} of {count}, {technique}: ", {
          number: index + 1,
          count: steps.length,
          technique: steps[index].technique,
        }),
      ),
      steps[index].text,
    );
    live.textContent = text.textContent;
    view.light(lightsOf(steps[index]));
  }

  async function explain() {
    back();
    say(tr("Explaining …"));
    const found = await asking("explain", (signal) =>
      engine.stream("explain", grid.request(), () => {}, signal),
    );
    if (!found) return;
    began();
    table.covered = { state: grid.state(), past: [...grid.past], future: [...grid.future] };
    grid.remember();
    grid.trial = null;
    steps = found.steps;
    slide.max = Math.max(0, steps.length - 1);
    node.hidden = false;
    table.showButtons();
    say(
      found.path.is_complete
        ? tr("{count} steps.", { count: steps.length })
        : tr("The known techniques lead {count} steps far.", { count: steps.length }),
    );
    show(0);
  }

  // End the explanation; its marks stay on the grid, and undo leads back to those of the solver.
  function close() {
    cancel("explain");
    steps = null;
    table.covered = null;
    node.hidden = true;
  }

  // End the explanation, and show the marks of the solver again.
  function back() {
    if (table.covered === null) return;
    const { state, past, future } = table.covered;
    grid.restore(state);
    Object.assign(grid, { past, future });
    close();
    view.light({});
    ended();
  }

  table.uncover = back;
  return {
    node,
    button: button(tr("Explain"), explain, { id: "explain" }),
    close,
    back,
  };
}

// A level as dots, five at most.
export function levelDots(level) {
  const title = tr("Level {level}", { level });
  return h(
    "span",
    { class: "dots", title, role: "img", "aria-label": title },
    Array.from({ length: 5 }, (_, index) => h("i", { class: index < level ? "on" : "" })),
  );
}

// The level of a puzzle in words.
export function gradeText(found) {
  if (found.limited) return tr("Too hard to be graded within the limit.");
  return found.solved
    ? tr("Level {label}.", found)
    : tr("Level {label}: beyond single trials.", found);
}
