// The puzzles that were begun and are not solved, which the browser keeps: each with its marks, its
// clock, the help taken and the history of its marks.

import { pack, unpack } from "./link.js";
import { store, stored } from "./dom.js";

const NAME = "begun";
const VERSION = 1; // of what is stored; a later one is neither read nor replaced
const MOST_STEPS = 200; // of undo and of redo
const MOST_LETTERS = 500_000; // of the states of these steps

export const MOST_PUZZLES = 50; // the oldest are dropped

/**
 * A puzzle that was begun.
 *
 * @typedef {object} BegunPuzzle
 * @property {string} key That of its grid.
 * @property {string} title
 * @property {string} name
 * @property {Record<string, string> & {p: string}} values Those of its address; `p` are the marks.
 * @property {number} shaded The number of shaded squares.
 * @property {number | null} total That of a solution, if it is known.
 * @property {string} history Packed.
 *
 * The states to which undo and redo lead.
 *
 * @typedef {{past: string[], future: string[]}} History
 *
 * The record of a clock.
 *
 * @typedef {{begun: string | null, changes: import("./clock.js").Change[]}} ClockRecord
 *
 * What a step of the history keeps of a state.
 *
 * @typedef {{marks: unknown[], trial: unknown}} Step
 */

/**
 * The same text for the same puzzle, whatever address it was opened by.
 *
 * @param {{rules: string, rows: number, cols: number, regions: number[]}} grid
 */
export const keyOfGrid = ({ rules, rows, cols, regions }) =>
  `${rules} ${rows}x${cols} ${regions.join(" ")}`;

/** @param {unknown} value */
const isText = (value) => typeof value === "string";
/** @param {unknown} value */
const isCount = (value) => typeof value === "number" && Number.isInteger(value) && value >= 0;

/**
 * @param {any} each What was stored.
 * @returns {each is BegunPuzzle}
 */
function isBegun(each) {
  return (
    [each?.key, each?.title, each?.name, each?.history, each?.values?.p].every(isText) &&
    isCount(each.shaded) &&
    (each.total === null || isCount(each.total))
  );
}

/**
 * The begun puzzles, the last one first.
 *
 * @returns {BegunPuzzle[]}
 */
export function begunPuzzles() {
  const kept = stored(NAME);
  if (kept?.version !== VERSION || !Array.isArray(kept.puzzles)) return [];
  return kept.puzzles.filter(isBegun);
}

/** @param {BegunPuzzle[]} puzzles */
function write(puzzles) {
  if (stored(NAME)?.version > VERSION) return;
  store(NAME, { version: VERSION, puzzles: puzzles.slice(0, MOST_PUZZLES) });
}

/** @param {string} key */
export const begunPuzzle = (key) => begunPuzzles().find((each) => each.key === key);

/** @param {string} key */
const others = (key) => begunPuzzles().filter((each) => each.key !== key);

/** @param {BegunPuzzle} puzzle */
export const keepBegun = (puzzle) => write([puzzle, ...others(puzzle.key)]);

/** @param {string} key */
export function removeBegun(key) {
  if (begunPuzzle(key)) write(others(key));
}

// --- the history of the marks, and the record of the clock

/**
 * The last states, without what is the same in all of them.
 *
 * @param {string[]} states
 */
function shortened(states) {
  const kept = [];
  let letters = 0;
  for (const state of states.slice(-MOST_STEPS).reverse()) {
    letters += state.length;
    if (letters > MOST_LETTERS) break;
    const { marks, trial } = JSON.parse(state);
    kept.unshift({ marks, trial });
  }
  return kept;
}

/**
 * @param {History} history
 * @param {ClockRecord} record
 */
export const packHistory = ({ past, future }, record) =>
  pack(JSON.stringify({ past: shortened(past), future: shortened(future), record }));

/** @param {unknown} mark */
const isMark = (mark) =>
  Array.isArray(mark) &&
  isCount(mark[0]) &&
  mark.slice(1).every((each) => typeof each === "boolean");

/**
 * @param {Step[]} steps
 * @param {string} state
 */
function lengthened(steps, state) {
  const all = JSON.parse(state);
  return steps.map(({ marks, trial }) => {
    if (!marks.every(isMark) || !(trial === null || isText(trial))) throw new Error(NAME);
    return JSON.stringify({ ...all, marks, trial });
  });
}

/** @param {unknown} change */
const isChange = (change) =>
  Array.isArray(change) && isCount(change[0]) && change.slice(1).every(isText);

/**
 * The history of a puzzle in a state, and its record; an empty one if it is damaged.
 *
 * @param {string} packed
 * @param {string} state
 * @returns {Promise<History & {record: ClockRecord | null}>}
 */
export async function unpackHistory(packed, state) {
  try {
    const { past, future, record } = JSON.parse(await unpack(packed));
    if (!record.changes.every(isChange)) throw new Error(NAME);
    return { past: lengthened(past, state), future: lengthened(future, state), record };
  } catch {
    return { past: [], future: [], record: null };
  }
}
