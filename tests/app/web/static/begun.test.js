import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import {
  MOST_PUZZLES,
  begunPuzzle,
  begunPuzzles,
  keepBegun,
  keyOfGrid,
  packHistory,
  removeBegun,
  unpackHistory,
} from "../../../../app/web/static/begun.js";
import { Grid } from "../../../../app/web/static/grid.js";
import { pack } from "../../../../app/web/static/link.js";
import { store, stored } from "../../../../app/web/static/dom.js";

const puzzle = (key, more = {}) => ({
  key,
  title: "LITS 4×4",
  name: "",
  values: { p: "x", t: "0.0.0.0" },
  shaded: 0,
  total: 12,
  history: "",
  ...more,
});
const keys = () => begunPuzzles().map(({ key }) => key);

beforeEach(() => localStorage.clear());

describe("the begun puzzles", () => {
  test("the last one comes first, and each once", () => {
    for (const key of ["a", "b", "c", "a"]) keepBegun(puzzle(key));
    assert.deepEqual(keys(), ["a", "c", "b"]);
    assert.equal(begunPuzzle("c").key, "c");
    removeBegun("c");
    assert.deepEqual(keys(), ["a", "b"]);
    assert.equal(begunPuzzle("c"), undefined);
  });

  test("the oldest are dropped", () => {
    for (let number = 0; number < MOST_PUZZLES + 3; number += 1) keepBegun(puzzle(`${number}`));
    assert.equal(keys().length, MOST_PUZZLES);
    assert.equal(keys().at(-1), "3");
  });

  for (const kept of [null, 5, [], {}, { version: 1 }, { version: 1, puzzles: { length: 1 } }]) {
    test(`${JSON.stringify(kept)} is none, and is replaced`, () => {
      store("begun", kept);
      assert.deepEqual(keys(), []);
      keepBegun(puzzle("a"));
      assert.deepEqual(keys(), ["a"]);
    });
  }

  test("damaged ones are left out", () => {
    const damaged = [
      null,
      "a",
      {},
      puzzle(1),
      puzzle("b", { values: {} }),
      puzzle("c", { total: "x" }),
      puzzle("d", { title: null }),
      puzzle("e", { name: 0 }),
      puzzle("f", { history: undefined }),
      puzzle("g", { shaded: -1 }),
    ];
    store("begun", { version: 1, puzzles: [...damaged, puzzle("a")] });
    assert.deepEqual(keys(), ["a"]);
  });

  test("those of a later version are neither read nor replaced", () => {
    store("begun", { version: 2, puzzles: [puzzle("a")] });
    keepBegun(puzzle("b"));
    assert.deepEqual(keys(), []);
    assert.equal(stored("begun").version, 2);
  });

  test("a browser that keeps nothing is no error", () => {
    const kept = localStorage;
    provide("localStorage", undefined);
    keepBegun(puzzle("a"));
    assert.deepEqual(keys(), []);
    provide("localStorage", kept);
  });
});

describe("the history of a puzzle", () => {
  const record = { begun: null, changes: [[0, "a1", "#"]] };

  function marked() {
    const grid = new Grid(3, 3);
    for (let square = 0; square < 9; square += 1) {
      grid.remember();
      grid.mark(square, square % 2 === 0);
    }
    grid.undo();
    return grid;
  }

  test("it comes back as it was", async () => {
    const { past, future, ...grid } = marked();
    const state = marked().state();
    const found = await unpackHistory(await packHistory({ past, future }, record), state);
    assert.deepEqual(found, { past, future, record });
    assert.equal(grid.rows, 3);
  });

  test("a long one loses its oldest steps", async () => {
    const { past } = marked();
    const long = Array.from({ length: 100 }, () => past).flat();
    const packed = await packHistory({ past: long, future: [] }, record);
    const found = await unpackHistory(packed, marked().state());
    assert.deepEqual(found.past, long.slice(-200));
  });

  for (const text of [
    "",
    "null",
    "{}",
    '{"past": 1, "future": [], "record": {"changes": []}}',
    '{"past": [{"marks": [[0, 1, 2]], "trial": null}], "future": [], "record": {"changes": []}}',
    '{"past": [], "future": [], "record": {"changes": [[1]]}, "x": 1',
  ]) {
    test(`${text || "nothing"} is an empty one`, async () => {
      const found = await unpackHistory(await pack(text), marked().state());
      assert.deepEqual(found, { past: [], future: [], record: null });
    });
  }

  test("a damaged one is an empty one", async () => {
    assert.deepEqual((await unpackHistory("?", marked().state())).past, []);
  });
});

test("a puzzle has one key, whatever its marks", () => {
  const grid = new Grid(2, 3);
  const key = keyOfGrid(grid);
  grid.mark(1, true);
  assert.equal(keyOfGrid(grid), key);
  grid.rules = "litso";
  assert.notEqual(keyOfGrid(grid), key);
});
