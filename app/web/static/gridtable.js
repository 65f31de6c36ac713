// Shared parts of the views that solve and create puzzles: the grid, its picture, questions about
// it, explanations.

import { Latest, button, h, isIn, row, say, trying } from "./dom.js";
import { EngineError } from "./engine.js";
import { Grid } from "./grid.js";
import { GridView } from "./gridview.js";
import { tr } from "./language.js";
import { pack } from "./link.js";

/**
 * @typedef {import("./engine.js").ApiEngine} ApiEngine
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {Schemas["ExplainedStep"]} ExplainedStep
 *
 * Questions that are asked without haste.
 *
 * @typedef {"grade" | "conflict"} Background
 *
 * The state of a grid and its history.
 *
 * @typedef {{state: string, past: string[], future: string[]}} Covered
 */

/**
 * @param {ApiEngine} engine
 * @param {(isDrawing: boolean) => void} changed Called when marks or, drawing, borders change.
 */
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
  /** @type {Record<string, Latest>} */
  const requests = {};
  /** @type {Record<string, ReturnType<typeof setTimeout>>} */
  const timers = {};

  /**
   * A question replaces an open one of the same name.
   *
   * @template Found
   * @param {string} name
   * @param {(signal: AbortSignal) => Promise<Found>} work
   */
  const run = (name, work) => (requests[name] ??= new Latest()).run(work);
  /**
   * Ask such a question; an error is shown.
   *
   * @template Found
   * @param {string} name
   * @param {(signal: AbortSignal) => Promise<Found>} work
   */
  const asking = (name, work) => trying(() => run(name, work));

  /**
   * Do something later, unless it is put off again.
   *
   * @param {string} name
   * @param {number} delay
   * @param {() => unknown} work
   */
  function later(name, delay, work) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, delay);
  }

  /**
   * Ask a question without haste: while the engine is busy, it is asked again.
   *
   * @template {Background} Name
   * @param {Name} name
   * @param {(found: import("./engine.js").Answer<Name>) => void} present
   */
  async function background(name, present) {
    try {
      const body = /** @type {import("./engine.js").Body<Name>} */ (grid.request());
      const found = await run("more", (signal) => engine.stream(name, body, () => {}, signal));
      if (found) present(found);
    } catch (error) {
      if (error instanceof EngineError && error.status === 429) {
        later("more", 1000, () => background(name, present));
      }
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
  /** @param {KeyboardEvent} event */
  function key(event) {
    if (
      !event.ctrlKey ||
      event.altKey ||
      isIn(event, "input, textarea") ||
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
    /** @param {string} name */
    cancel(name) {
      requests[name]?.end();
    },
    showButtons() {
      undo.disabled = !grid.past.length;
      redo.disabled = !grid.future.length;
    },
    /** What the grid was before an explanation that is shown on it. */
    covered: /** @type {Covered | null} */ (null),
    uncover: () => {}, // ends the explanation
    // The grid and the marks of the solver, packed.
    state() {
      return pack(table.covered?.state ?? grid.state());
    },
    fit() {
      view.pinch.reset();
      stage.style.setProperty("--aspect", String(grid.cols / grid.rows));
    },
    /**
     * Show another puzzle.
     *
     * @param {{rows: number, cols: number, regions: number[][], rules?: string | null,
     *   givens?: Record<string, boolean>}} puzzle
     */
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

/**
 * What to light up for a step.
 *
 * @param {ExplainedStep} step
 */
export const lightsOf = ({ looks, shaded, unshaded, excluded }) => ({
  squares: looks,
  shade: shaded,
  unshade: unshaded,
  excluded,
});

/**
 * @param {Grid} grid
 * @param {ExplainedStep} step
 */
export function takeStep(grid, { shaded, unshaded }) {
  for (const name of shaded) grid.mark(grid.square(name), true);
  for (const name of unshaded) grid.mark(grid.square(name), false);
}

/**
 * The steps of a solution by hand, as a slide show above the marks of the solver.
 *
 * @param {ApiEngine} engine
 * @param {ReturnType<typeof gridTable>} table
 * @param {object} events
 * @param {() => void} [events.began] Called before its first step is shown.
 * @param {() => void} [events.ended] Called once the marks of the solver are back.
 */
export function explainer(engine, table, { began = () => {}, ended = () => {} } = {}) {
  const { grid, view, live, asking, cancel } = table;
  /** @type {ExplainedStep[]} */
  let steps = [];
  const text = h("p", { id: "step-text" });
  /** @type {HTMLInputElement} */
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

  /** @param {number} number */
  function show(number) {
    if (!steps.length) return;
    const index = Math.max(0, Math.min(steps.length - 1, number));
    slide.value = String(index);
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
    slide.max = String(Math.max(0, steps.length - 1));
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
    steps = [];
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

/**
 * A level as dots, five at most.
 *
 * @param {number} level
 */
export function levelDots(level) {
  const title = tr("Level {level}", { level });
  return h(
    "span",
    { class: "dots", title, role: "img", "aria-label": title },
    Array.from({ length: 5 }, (_, index) => h("i", { class: index < level ? "on" : "" })),
  );
}

/**
 * The level of a puzzle in words.
 *
 * @param {Schemas["Grade"]} found
 */
export function gradeText(found) {
  if (found.limited) return tr("Too hard to be graded within the limit.");
  return found.solved
    ? tr("Level {label}.", found)
    : tr("Level {label}: beyond single trials.", found);
}
