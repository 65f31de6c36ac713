import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";

import { Clock, clockText } from "../../../../app/web/static/clock.js";

// A clock whose time the test sets, a grid to mark, and the texts that were shown.
function started() {
  const shown = [];
  const at = { now: 1000 };
  const clock = new Clock(
    (text) => shown.push(text),
    () => at.now,
  );
  const grid = {
    marks: new Map(),
    name: (square) => `a${square + 1}`,
    mark: (square, shaded) => grid.marks.set(square, { shaded }),
  };
  return { clock, grid, shown, at };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval", "Date"], now: Date.UTC(2026, 10, 24, 8, 30) });
});

describe("the text of a time", () => {
  for (const [milliseconds, text] of [
    [0, "0:00"],
    [999, "0:00"],
    [59_999, "0:59"],
    [60_000, "1:00"],
    [605_000, "10:05"],
    [6_000_000, "100:00"],
  ]) {
    test(`${milliseconds} ms is ${text}`, () => assert.equal(clockText(milliseconds), text));
  }
});

describe("the clock of a puzzle", () => {
  test("it stands still until the first mark", () => {
    const { clock, grid, at } = started();
    at.now += 5000;
    clock.note(grid);
    assert.equal(clock.milliseconds, 0);
    assert.equal(clock.state, "0.0.0.0");
    assert.equal(clock.record.begun, null);
  });

  test("it runs from the first mark on", () => {
    const { clock, grid, at } = started();
    at.now += 5000;
    grid.mark(0, true);
    clock.note(grid);
    at.now += 61_000;
    assert.equal(clock.text, "1:01");
    assert.equal(clock.record.begun, "2026-11-24T08:30:00.000Z");
  });

  test("the time is shown twice a second while it runs", () => {
    const { clock, grid, shown, at } = started();
    grid.mark(0, true);
    clock.note(grid);
    shown.length = 0;
    at.now += 1000;
    mock.timers.tick(1000);
    assert.deepEqual(shown, ["0:01", "0:01"]);
  });

  test("nothing is shown any more once it has stopped", () => {
    const { clock, grid, shown, at } = started();
    grid.mark(0, true);
    clock.note(grid);
    at.now += 2000;
    clock.stop();
    shown.length = 0;
    at.now += 9000;
    mock.timers.tick(9000);
    assert.deepEqual(shown, []);
    assert.equal(clock.text, "0:02");
  });

  test("the time of the first stop counts", () => {
    const { clock, grid, at } = started();
    grid.mark(0, true);
    clock.note(grid);
    at.now += 2000;
    clock.stop();
    at.now += 2000;
    clock.stop();
    assert.equal(clock.milliseconds, 2000);
  });

  test("a clock that never ran can be stopped, and can still start", () => {
    const { clock, grid, at } = started();
    clock.stop();
    grid.mark(0, true);
    clock.note(grid);
    at.now += 3000;
    assert.equal(clock.milliseconds, 3000);
  });

  test("each mark is recorded with its time, its square and its kind", () => {
    const { clock, grid, at } = started();
    grid.mark(0, true);
    clock.note(grid);
    at.now += 1500;
    grid.mark(0, false);
    grid.mark(4, true);
    clock.note(grid);
    at.now += 500;
    grid.marks.delete(4);
    clock.note(grid);
    assert.deepEqual(clock.changes, [
      [0, "a1", "#"],
      [1500, "a1", "."],
      [1500, "a5", "#"],
      [2000, "a5", ""],
    ]);
  });

  test("marks that stay are not recorded again", () => {
    const { clock, grid } = started();
    grid.mark(0, true);
    clock.note(grid);
    clock.note(grid);
    assert.equal(clock.changes.length, 1);
  });

  test("it resumes from the state of an address", () => {
    const before = started();
    before.grid.mark(0, true);
    before.clock.note(before.grid);
    before.clock.hints = 2;
    before.clock.checks = 1;
    before.clock.explanations = 3;
    before.at.now += 90_000;
    const { state } = before.clock;
    const { clock, at } = started();
    clock.resume(state);
    at.now += 5000;
    assert.equal(clock.text, "1:35");
    assert.equal(clock.hints, 2);
    assert.equal(clock.checks, 1);
    assert.equal(clock.explanations, 3);
  });

  test("it begins again, and an explanation that was seen still counts", () => {
    const { clock, grid, at } = started();
    grid.mark(0, true);
    clock.note(grid);
    Object.assign(clock, { hints: 1, checks: 2, explanations: 1 });
    at.now += 9000;
    clock.stop();
    clock.restart();
    grid.marks.clear();
    clock.note(grid);
    assert.equal(clock.state, "0.0.0.1");
    assert.deepEqual(clock.changes, []);
    grid.mark(3, true);
    clock.note(grid);
    at.now += 4000;
    assert.equal(clock.text, "0:04");
    assert.deepEqual(clock.changes, [[0, "a4", "#"]]);
  });

  test("a state of an address that is damaged counts nothing", () => {
    const { clock } = started();
    clock.resume("x.y.-");
    assert.equal(clock.state, "0.0.0.0");
  });

  test("an address without a state does not start it", () => {
    const { clock, at } = started();
    clock.resume("");
    at.now += 5000;
    assert.equal(clock.milliseconds, 0);
    assert.equal(clock.state, "0.0.0.0");
  });

  test("help counts even if no square was marked", () => {
    const { clock } = started();
    clock.resume("0.1.0");
    assert.equal(clock.hints, 1);
    assert.equal(clock.checks, 0);
  });

  test("the record has the time in whole milliseconds, and all changes", () => {
    const { clock, grid, at } = started();
    grid.mark(2, false);
    clock.note(grid);
    at.now += 1234.56;
    assert.deepEqual(clock.record, {
      begun: "2026-11-24T08:30:00.000Z",
      milliseconds: 1235,
      hints: 0,
      checks: 0,
      explanations: 0,
      changes: [[0, "a3", "."]],
    });
  });
});
