import "./browser.js";

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  exportedRuns,
  meanOf,
  rangeOf,
  roundShares,
  shareOf,
} from "../../../../app/web/static/runs.js";

const runOf = (changes = {}) => ({
  name: "TAIJI",
  games: 4,
  margins: { "-2": 1, 3: 3 },
  lengths: { 8: 4 },
  wins: { light: 3, dark: 1 },
  sides: ["light", "dark"],
  ...changes,
});

describe("files", () => {
  test("runs that were exported are read", () => {
    const runs = [runOf(), runOf({ games: 5 })];
    assert.deepEqual(exportedRuns(JSON.parse(JSON.stringify(runs))), runs);
  });

  for (const [what, content] of [
    ["nothing", null],
    ["an empty list", []],
    ["a run alone", runOf()],
    ["no counts", [runOf({ lengths: undefined })]],
    ["a quantity that is too large", [runOf({ margins: { 1001: 1 } })]],
    ["a negative number of games", [runOf({ wins: { light: -1 } })]],
    ["no sides", [runOf({ sides: "light" })]],
    ["one that is no run beside another", [runOf(), 3]],
  ]) {
    test(`${what} is refused`, () => {
      assert.throws(() => exportedRuns(content), /^Error: This file holds no results/);
    });
  }
});

describe("counts", () => {
  test("the mean is of all games", () => {
    assert.equal(meanOf(runOf(), { "-2": 1, 3: 3 }), 1.75);
    assert.equal(meanOf(runOf({ games: 0 }), {}), 0);
  });

  test("a share is of the run's games", () => {
    assert.equal(shareOf(runOf(), 1), 0.25);
    assert.equal(shareOf(runOf(), undefined), 0);
  });

  test("the range is that of all runs", () => {
    const runs = [runOf(), runOf({ games: 10, margins: { 5: 9 } })];
    assert.deepEqual(
      rangeOf(runs, (run) => run.margins),
      { low: -2, high: 5, most: 0.9 },
    );
    assert.equal(
      rangeOf([runOf({ margins: {} })], (run) => run.margins),
      null,
    );
  });

  test("lines are at three round shares or more", () => {
    const percents = (most) => roundShares(most).map((share) => Math.round(100 * share));
    assert.deepEqual(percents(0.9), [20, 40, 60, 80]);
    assert.deepEqual(percents(0.16), [5, 10, 15]);
    assert.deepEqual(roundShares(0.001), []);
  });
});
