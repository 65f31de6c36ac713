import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Pinch } from "../../../../app/web/static/pinch.js";

const WHOLE = { x: -16, y: -4, width: 200, height: 100 };

// Put two fingers on the picture, and move them.
function pinched(pinch, [from, other], [to, then]) {
  pinch.down(1, from);
  pinch.down(2, other);
  pinch.move(1, to);
  pinch.move(2, then);
}

describe("two fingers on a picture", () => {
  test("one finger changes nothing", () => {
    const pinch = new Pinch();
    assert.equal(pinch.down(1, { x: 0.2, y: 0.2 }), false);
    assert.equal(pinch.move(1, { x: 0.8, y: 0.2 }), false);
    assert.equal(pinch.isPinching, false);
    assert.deepEqual(pinch.partOf(WHOLE), WHOLE);
  });

  test("the picture grows around the point between the fingers", () => {
    const pinch = new Pinch();
    const ends = [
      { x: 0.4, y: 0.5 },
      { x: 0.6, y: 0.5 },
    ];
    const far = [
      { x: 0.3, y: 0.5 },
      { x: 0.7, y: 0.5 },
    ];
    pinched(pinch, ends, far);
    assert.ok(pinch.isPinching && pinch.isZoomed);
    const { x, y, width, height } = pinch.partOf(WHOLE);
    for (const [found, wanted] of [
      [x, -16 + 50],
      [y, -4 + 25],
      [width, 100],
      [height, 50],
    ]) {
      assert.ok(Math.abs(found - wanted) < 1e-9);
    }
  });

  test("it stays in sight, is at most four times as large, and never smaller", () => {
    const pinch = new Pinch();
    const near = [
      { x: 0.05, y: 0.05 },
      { x: 0.1, y: 0.05 },
    ];
    const far = [
      { x: 0.05, y: 0.05 },
      { x: 0.95, y: 0.05 },
    ];
    pinched(pinch, near, far);
    const part = pinch.partOf(WHOLE);
    assert.equal(part.width, 50);
    assert.ok(part.x >= WHOLE.x && part.x + part.width <= WHOLE.x + WHOLE.width);
    pinch.up(1);
    pinch.up(2);
    pinched(pinch, far, near);
    assert.equal(pinch.isZoomed, false);
    assert.deepEqual(pinch.partOf(WHOLE), WHOLE);
  });

  test("pinching lasts until both fingers have left, and a reset shows the whole", () => {
    const pinch = new Pinch();
    pinch.down(1, { x: 0.4, y: 0.4 });
    assert.equal(pinch.down(2, { x: 0.6, y: 0.6 }), true);
    pinch.move(2, { x: 0.9, y: 0.9 });
    pinch.up(1);
    assert.equal(pinch.isPinching, true);
    assert.equal(pinch.move(2, { x: 0.5, y: 0.5 }), false);
    pinch.up(2);
    assert.equal(pinch.isPinching, false);
    assert.equal(pinch.isZoomed, true);
    pinch.reset();
    assert.deepEqual(pinch.partOf(WHOLE), WHOLE);
  });
});
