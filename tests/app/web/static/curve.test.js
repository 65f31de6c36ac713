import "./browser.js";

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { worthOf } from "../../../../app/web/static/bestmoves.js";
import { curvePoints } from "../../../../app/web/static/curve.js";
import { provedShare } from "../../../../app/web/static/gauge.js";

describe("the curve", () => {
  const proved = (value) => ({ status: "exact", value, share: value > 0 ? 1 : 0, interval: null });
  const estimated = (share, interval = null) => ({
    status: "estimated",
    value: null,
    share,
    interval,
  });
  const pointsOf = (...evaluations) => curvePoints(evaluations.length, (ply) => evaluations[ply]);

  test("has values relative to the greatest one", () => {
    const levels = pointsOf(proved(-8), proved(4)).map(({ level }) => level);
    assert.deepEqual(levels, [-1, 0.5]);
  });

  test("has shares between the sides", () => {
    const interval = [0.5, 1];
    assert.deepEqual(pointsOf(estimated(0.75, interval)), [
      { ply: 0, level: 0.5, isProved: false, doubt: { share: 0.75, interval } },
    ]);
  });

  test("leaves out positions that are not known", () => {
    const unknown = { status: "open", value: null, share: null, interval: null };
    const points = pointsOf(null, proved(2), unknown, estimated(0.5));
    assert.deepEqual(
      points.map(({ ply }) => ply),
      [1, 3],
    );
  });

  test("has no interval without a length, or of a value", () => {
    const points = pointsOf(estimated(0.5, [0.5, 0.5]), { ...proved(2), interval: [0.2, 0.8] });
    assert.deepEqual(
      points.map(({ doubt }) => doubt),
      [null, null],
    );
  });
});

test("a proved winner has more than half of the gauge, and all of it by a large margin", () => {
  assert.equal(provedShare(true, null), 0.54);
  assert.equal(provedShare(true, -20), 1);
  assert.equal(provedShare(true, 100), 1);
  assert.equal(provedShare(false, 100), 0);
  assert.ok(provedShare(false, 4) < provedShare(false, 2));
});

test("the worth of a move is relative to the greatest loss", () => {
  const all = [{ lost: 0 }, { lost: 2 }, { lost: 8 }, { lost: null }];
  assert.deepEqual(
    all.map((each) => worthOf(each, all)),
    [1, 0.75, 0, 0],
  );
  assert.equal(worthOf({ lost: 0 }, [{ lost: 0 }]), 1);
});
