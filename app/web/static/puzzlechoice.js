// Ways to a puzzle that is not in the packs: a link or a text, and a new random one.

import { puzzleAddress } from "./collection.js";
import { button, choice, fields, h, newSeed, numberInput, numberOf, row, task } from "./dom.js";
import { tr } from "./language.js";
import { address, pack } from "./link.js";
import { Grid } from "./grid.js";

const LEVELS = ["1", "2", "3", "4", "5"];
const USUAL_SIZE = 8;

/**
 * The address of a puzzle that was read: by its name, or else by its grid.
 *
 * @param {{url: string | null, rules?: string | null, rows: number, cols: number,
 *   regions: number[][]}} puzzle
 */
async function addressOf(puzzle) {
  if (puzzle.url) {
    return puzzleAddress({
      text: puzzle.url,
      rules: puzzle.rules === "lits" ? undefined : (puzzle.rules ?? undefined),
    });
  }
  const grid = new Grid(puzzle.rows, puzzle.cols);
  grid.rules = puzzle.rules ?? "lits";
  grid.setRegions(puzzle.regions.flat());
  return address("puzzle", { p: await pack(grid.puzzle()) });
}

/**
 * Open a puzzle from a link or a text.
 *
 * @param {import("./engine.js").ApiEngine} engine
 */
function pastedPanel(engine) {
  const source = h("textarea", {
    id: "pasted-puzzle",
    rows: "2",
    "aria-label": tr("Puzzle as URL or text"),
    placeholder: "https://puzz.link/p?lits/…",
    spellcheck: "false",
  });
  async function open() {
    const found = await engine.ask("puzzle", { puzzle: source.value });
    location.hash = await addressOf(found);
  }
  return h(
    "section",
    { class: "panel" },
    h("h3", {}, tr("Open a puzzle")),
    source,
    row(button(tr("Open"), open, { id: "open-pasted" })),
  );
}

/**
 * Generate a puzzle of a size and a level.
 *
 * @param {import("./engine.js").ApiEngine} engine
 */
function randomPanel(engine) {
  const size = numberInput("random-size", USUAL_SIZE, 4, 20);
  /** @type {[level: string, text: string][]} */
  const levels = LEVELS.map((each) => [each, tr("level {level}", { level: each })]);
  const level = choice("random-level", [["", tr("any level")], ...levels]);
  const progress = h("p", { class: "note", id: "random-progress" });
  const generating = task(tr("New random puzzle"), "random-puzzle", progress, async (signal) => {
    /** @type {import("./engine.js").Body<"generate">} */
    const body = { size: numberOf(size, USUAL_SIZE), count: 1, seed: newSeed() };
    if (level.value) body.levels = [Number(level.value), Number(level.value)];
    progress.textContent = tr("Looking for a puzzle …");
    const { puzzles } = await engine.stream("generate", body, () => {}, signal);
    if (puzzles.length) location.hash = await addressOf(puzzles[0]);
    else progress.textContent = tr("None was found in time. Try another size or level.");
  });
  const node = h(
    "section",
    { class: "panel" },
    h("h3", {}, tr("New random puzzle")),
    fields(h("label", {}, tr("Size"), size), h("label", {}, tr("Level"), level)),
    generating.buttons,
    progress,
  );
  return { node, leave: generating.leave };
}

/**
 * Make the panels that lead to a puzzle of the reader's choice.
 *
 * @param {import("./engine.js").ApiEngine} engine Reads and generates puzzles.
 * @returns {{node: HTMLElement, leave: () => void}} The panels, and what ends their work.
 */
export function puzzleChoice(engine) {
  const random = randomPanel(engine);
  return {
    node: h("div", { class: "choices" }, pastedPanel(engine), random.node),
    leave: random.leave,
  };
}
