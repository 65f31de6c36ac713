import "./browser.js";

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  anchorOf,
  flipped,
  moveText,
  onBoard,
  parseSquare,
  recoloured,
  signature,
  squareName,
  squaresAt,
  turned,
} from "../../../../app/web/static/pieces.js";

// All orientations of a drawing: "#" is a cell, "b" and "w" are coloured ones.
function orientationsOf(...drawings) {
  return drawings.map((rows) => {
    const cells = [];
    rows.forEach((line, index) => {
      [...line].forEach((letter, column) => {
        const colour = letter === "#" ? "" : letter;
        if (letter !== ".") cells.push([column, rows.length - 1 - index, colour]);
      });
    });
    return cells;
  });
}

const S = orientationsOf([".##", "##."], ["#.", "##", ".#"], ["##.", ".##"], [".#", "##", "#."]);
const DOMINO = orientationsOf(["wb"], ["b", "w"], ["bw"], ["w", "b"]);
const T = orientationsOf(["###", ".#."], [".#", "##", ".#"], [".#.", "###"], ["#.", "##", "#."]);

describe("names of squares", () => {
  test("columns are letters from a, rows are numbers from 1", () => {
    assert.equal(squareName(0, 0), "a1");
    assert.equal(squareName(9, 9), "j10");
  });

  test("columns after z have two letters", () => {
    assert.equal(squareName(25, 0), "z1");
    assert.equal(squareName(26, 0), "aa1");
    assert.equal(squareName(51, 0), "az1");
    assert.equal(squareName(52, 11), "ba12");
  });

  test("reading a name is the inverse of writing it", () => {
    for (let column = 0; column < 99; column += 1) {
      assert.deepEqual(parseSquare(squareName(column, 3 * column)), [column, 3 * column]);
    }
  });
});

describe("orientations", () => {
  test("a quarter turn is clockwise", () => {
    // The stem of a T that points down points to the left afterwards.
    assert.equal(turned(T, 0), 1);
  });

  test("four quarter turns lead back", () => {
    for (const start of [0, 1, 2, 3]) {
      let index = start;
      for (let times = 0; times < 4; times += 1) index = turned(T, index);
      assert.equal(index, start);
    }
  });

  test("a turned domino keeps its colours at their ends", () => {
    const order = [0];
    for (let times = 0; times < 3; times += 1) order.push(turned(DOMINO, order.at(-1)));
    assert.deepEqual(order, [0, 3, 2, 1]);
  });

  test("a flip exchanges left and right", () => {
    assert.equal(flipped(S, 0), 2);
    assert.equal(flipped(DOMINO, 0), 2);
    assert.equal(flipped(DOMINO, 1), 1);
  });

  test("a flip that the game forbids changes nothing", () => {
    assert.equal(flipped([S[0], S[1]], 0), 0);
  });

  test("colours change through all orientations of the same cells, and no others", () => {
    const pieces = orientationsOf(["wb"], ["w", "b"], ["bw"]);
    assert.equal(recoloured(pieces, 0), 2);
    assert.equal(recoloured(pieces, 2), 0);
    assert.equal(recoloured(pieces, 1), 1);
  });
});

describe("placing", () => {
  test("a domino is held by its light half", () => {
    assert.deepEqual(anchorOf(DOMINO[2]), [1, 0, "w"]);
  });

  test("a tetromino is held by the cell nearest its middle", () => {
    assert.deepEqual(anchorOf(T[0]).slice(0, 2), [1, 1]);
  });

  test("the anchor does not depend on the order of the cells", () => {
    for (const cells of S) assert.deepEqual(anchorOf(cells), anchorOf(cells.toReversed()));
  });

  test("the cells lie around the anchor's square", () => {
    const found = squaresAt(T[0], [1, 1], "c3").map(([name]) => name);
    assert.deepEqual(found.toSorted(), ["b3", "c2", "c3", "d3"]);
  });

  test("cells left of or below the board have no name", () => {
    const found = squaresAt(T[0], [1, 1], "a1").map(([name]) => name);
    assert.deepEqual(found.toSorted(), ["", "", "a1", "b1"]);
  });

  test("equal orientations have equal signatures wherever they lie", () => {
    const moved = T[0].map(([x, y, colour]) => [x + 4, y + 2, colour]);
    assert.equal(signature("T", moved)[0], signature("T", T[0])[0]);
    assert.notEqual(signature("T", T[1])[0], signature("T", T[0])[0]);
  });
});

describe("the notation of moves", () => {
  test("squares take their places", () => {
    const squares = [
      ["d4", "b"],
      ["e4", "w"],
    ];
    assert.equal(moveText("{1},{0}", squares), "e4,d4");
    assert.equal(moveText("T[{0}b,{1}w]", squares), "T[d4b,e4w]");
  });
});

describe("a piece at the edge", () => {
  const [flat, upright] = orientationsOf(["####"], ["#", "#", "#", "#"]);
  const at = (cells, name) => onBoard(cells, anchorOf(cells), name, 6, 6);

  test("is moved onto the board by as little as it takes", () => {
    assert.deepEqual(
      ["a3", "c3", "f3"].map((name) => at(flat, name)),
      ["b3", "c3", "d3"],
    );
    assert.deepEqual(
      ["c1", "c3", "c6"].map((name) => at(upright, name)),
      ["c2", "c3", "c4"],
    );
  });

  test("that is larger than the board stays on the square", () => {
    assert.equal(onBoard(flat, anchorOf(flat), "a2", 3, 3), "a2");
  });
});
