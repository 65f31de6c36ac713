// Runs of simulated games: how their counts are compared, and reading those that were exported.

import { tr } from "./language.js";

/**
 * @typedef {import("../page.d.ts").Schemas["RunState"] & {name: string, sides: string[]}} Run
 * @typedef {Record<string, number>} Counts Numbers of games by a quantity.
 */

const HIGHEST = 1000; // quantity in a file

/** @param {any} counts What a file holds. */
const areCounts = (counts) =>
  counts &&
  Object.entries(counts).every(
    ([key, games]) => !(Math.abs(Number(key)) > HIGHEST) && Number(games) >= 0,
  );

/**
 * @param {any} each What a file holds.
 * @returns {each is Run}
 */
const isRun = (each) =>
  each &&
  [each.margins, each.lengths, each.wins].every(areCounts) &&
  Array.isArray(each.sides) &&
  Number.isInteger(each.games);

/**
 * The runs of a file that was exported from here.
 *
 * @param {unknown} read The file's content.
 * @returns {Run[]}
 */
export function exportedRuns(read) {
  if (!Array.isArray(read) || !read.length || !read.every(isRun)) {
    throw new Error(
      tr(
        "This file holds no results. Choose one that this page has exported: its name ends in .json.",
      ),
    );
  }
  return read;
}

/**
 * The share of a run's games.
 *
 * @param {Run} run
 * @param {number | undefined} games
 */
export const shareOf = (run, games = 0) => games / Math.max(1, run.games);

/**
 * @param {Run} run
 * @param {Counts} counts
 */
export function meanOf(run, counts) {
  const all = Object.entries(counts).reduce((sum, [key, games]) => sum + Number(key) * games, 0);
  return shareOf(run, all);
}

/**
 * The least and the greatest quantity, and the greatest share; null without games.
 *
 * @param {Run[]} runs
 * @param {(run: Run) => Counts} counts
 */
export function rangeOf(runs, counts) {
  const keys = runs.flatMap((run) => Object.keys(counts(run)).map(Number));
  if (!keys.length) return null;
  const shares = runs.flatMap((run) =>
    Object.values(counts(run)).map((games) => shareOf(run, games)),
  );
  return { low: Math.min(...keys), high: Math.max(...keys), most: Math.max(...shares) };
}

/**
 * Round shares up to the greatest one, for lines as in the reports.
 *
 * @param {number} most
 */
export function roundShares(most) {
  const step = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005].find((size) => most / size >= 3) ?? 0.002;
  const found = [];
  for (let share = step; share <= most; share += step) found.push(share);
  return found;
}
