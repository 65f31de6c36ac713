import "./browser.js";

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { costOf, largest } from "../../../../app/web/static/losses.js";

// A move of a review; `changes` are those to one that lost nothing.
const moveOf = (changes = {}) => ({
  ply: 0,
  status: "exact",
  lost_points: null,
  lost: { size: 0 },
  lost_interval: [0, 0],
  is_turning_point: false,
  is_large_loss: false,
  ...changes,
});

describe("the loss by a move", () => {
  test("in points, where it is proved", () => {
    assert.deepEqual(costOf(moveOf({ lost_points: 1 })), { short: "−1", text: "1 point" });
    assert.deepEqual(costOf(moveOf({ lost_points: 4 })), { short: "−4", text: "4 points" });
  });

  test("in games, where it is estimated", () => {
    const move = moveOf({ status: "estimated", lost: { size: 0.126 }, lost_interval: [0.02, 0.2] });
    assert.deepEqual(costOf(move), { short: "−13 %", text: "13 % of the games" });
  });

  test("is none, where nothing was lost", () => {
    assert.equal(costOf(moveOf({ lost_points: 0 })), null);
    assert.equal(costOf(moveOf()), null);
  });

  test("is none within the uncertainty", () => {
    const move = moveOf({ status: "estimated", lost: { size: 0.1 }, lost_interval: [0, 0.3] });
    assert.equal(costOf(move), null);
  });
});

describe("the largest losses", () => {
  const turning = (ply, points, size = 0) =>
    moveOf({ ply, lost_points: points, lost: { size }, is_turning_point: true });
  const plies = (moves, kind = "is_turning_point") => largest(moves, kind).map(({ ply }) => ply);

  test("are at most three, in the order of the game", () => {
    assert.deepEqual(
      plies([turning(1, 5), turning(2, 1), turning(3, 9), turning(4, 7)]),
      [1, 3, 4],
    );
  });

  test("are proved ones before estimated ones", () => {
    const moves = [turning(1, null, 0.9), turning(2, 1), turning(3, 1), turning(4, 1)];
    assert.deepEqual(plies(moves), [2, 3, 4]);
  });

  test("are of one kind", () => {
    const moves = [turning(1, 5), moveOf({ ply: 2, lost_points: 3, is_large_loss: true })];
    assert.deepEqual(plies(moves, "is_large_loss"), [2]);
    assert.deepEqual(plies([]), []);
  });
});
