import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  ARRIVED,
  EXPLAINING,
  REPLAYING,
  SOLVED,
  SOLVING,
  SolveState,
} from "../../../../app/web/static/solvestate.js";

// The state after some steps: "finish", "end", "again", or what is shown.
function after(...steps) {
  const state = new SolveState();
  for (const step of steps) {
    if ([ARRIVED, EXPLAINING, REPLAYING].includes(step)) state.show(step);
    else state[step]();
  }
  return state;
}

describe("the state of a solve", () => {
  for (const [steps, now, isSolved] of [
    [[], SOLVING, false],
    [["finish"], SOLVED, true],
    [["finish", "finish"], SOLVED, true],
    [["finish", "again"], SOLVING, false],
    [["finish", "again", "finish"], SOLVED, true],
    [["end"], SOLVING, false],
    [["finish", "end"], SOLVED, true],
    [[EXPLAINING], EXPLAINING, false],
    [[EXPLAINING, "end"], SOLVING, false],
    [[EXPLAINING, EXPLAINING, "end"], SOLVING, false],
    [[EXPLAINING, "end", "finish"], SOLVED, true],
    [["finish", EXPLAINING], EXPLAINING, true],
    [["finish", EXPLAINING, "end"], SOLVED, true],
    [["finish", REPLAYING], REPLAYING, true],
    [["finish", REPLAYING, "end"], SOLVED, true],
    [["finish", REPLAYING, "again"], SOLVING, false],
    [["finish", REPLAYING, EXPLAINING, "end"], REPLAYING, true],
    [[ARRIVED, "finish"], ARRIVED, false],
    [[ARRIVED, EXPLAINING, "end"], ARRIVED, false],
    [[ARRIVED, "again", "finish"], SOLVED, true],
    [[REPLAYING], REPLAYING, false],
    [[REPLAYING, "finish"], REPLAYING, false],
    [[REPLAYING, EXPLAINING, "end"], REPLAYING, false],
    [[REPLAYING, "again", "finish"], SOLVED, true],
    [[EXPLAINING, "finish"], EXPLAINING, false],
  ]) {
    test(`${steps.join(", ") || "at the start"}: ${now}`, () => {
      const state = after(...steps);
      assert.equal(state.now, now);
      assert.equal(state.isSolved, isSolved);
      assert.equal(state.isCounting, now === SOLVING);
      assert.equal(state.isExplaining, now === EXPLAINING);
    });
  }

  for (const steps of [["finish"], [EXPLAINING], [REPLAYING], ["finish", REPLAYING]]) {
    test(`no solve is finished after ${steps.join(", ")}`, () =>
      assert.equal(after(...steps).finish(), false));
  }

  test("a solve is finished once", () => {
    const state = after();
    assert.equal(state.finish(), true);
    assert.equal(state.finish(), false);
  });

  test("the marks of a replay and of a grid that came full are another's", () => {
    for (const [step, expected] of [
      [ARRIVED, true],
      [REPLAYING, true],
      [EXPLAINING, false],
      ["finish", false],
    ]) {
      assert.equal(after(step).isAnothers, expected, step);
    }
  });
});
