import "./browser.js";

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Grid } from "../../../../app/web/static/grid.js";

// A grid of drawn regions: a letter each, "." is a square of none; rows from the top.
function gridOf(...drawing) {
  const letters = [...new Set(drawing.join(""))].filter((letter) => letter !== ".");
  const grid = new Grid(drawing.length, drawing[0].length);
  grid.setRegions([...drawing.join("")].map((letter) => letters.indexOf(letter)));
  return grid;
}

// Mark squares as they are drawn: "#" is shaded, "-" a dot, anything else stays.
function draw(grid, ...drawing) {
  [...drawing.join("")].forEach((letter, square) => {
    if (letter === "#" || letter === "-") grid.mark(square, letter === "#");
  });
  return grid;
}

const names = (grid, squares) => squares.map((square) => grid.name(square)).toSorted();

// The names of the squares that break a rule, by words of its text.
function squaresOf(grid, words) {
  const found = grid.broken().find(({ text }) => text.includes(words));
  return found ? names(grid, found.squares) : [];
}

describe("squares", () => {
  test("the first square is at the top left, and rows are counted from below", () => {
    const grid = new Grid(3, 4);
    assert.equal(grid.name(0), "a3");
    assert.equal(grid.name(11), "d1");
  });

  test("reading a name is the inverse of naming", () => {
    const grid = new Grid(5, 30);
    for (let square = 0; square < grid.size; square += 1) {
      assert.equal(grid.square(grid.name(square)), square);
    }
  });

  test("neighbours end at the border", () => {
    const grid = new Grid(3, 3);
    assert.deepEqual(names(grid, grid.neighbours(grid.square("a1"))), ["a2", "b1"]);
    assert.deepEqual(names(grid, grid.neighbours(grid.square("c2"))), ["b2", "c1", "c3"]);
    assert.equal(grid.neighbours(grid.square("b2")).length, 4);
  });

  test("values are divided into rows", () => {
    assert.deepEqual(new Grid(2, 3).inRows([1, 2, 3, 4, 5, 6]), [
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });
});

describe("regions", () => {
  test("they are numbered as they come from the top left", () => {
    assert.deepEqual(gridOf("BBA", "BCA").inRows(gridOf("BBA", "BCA").regions), [
      [0, 0, 1],
      [0, 2, 1],
    ]);
  });

  test("parts that a region does not connect are regions of their own", () => {
    assert.equal(gridOf("ABA").count, 3);
  });

  test("squares outside belong to none", () => {
    const grid = gridOf("A.B");
    assert.deepEqual(grid.regions, [0, -1, 1]);
    assert.equal(grid.count, 2);
  });

  test("a border that surrounds nothing divides nothing", () => {
    const grid = new Grid(2, 2);
    grid.walls.add(Grid.wall(0, 1));
    grid.find();
    assert.equal(grid.count, 1);
    grid.walls.add(Grid.wall(3, 2));
    grid.find();
    assert.equal(grid.count, 2);
  });

  test("the border of two squares is the same from both sides", () => {
    assert.equal(Grid.wall(10, 9), Grid.wall(9, 10));
  });

  test("a square moves to the region of another one", () => {
    const grid = gridOf("AAB");
    grid.paint(1, 2);
    assert.deepEqual(grid.regions, [0, 1, 1]);
  });

  test("a square can become a region of its own", () => {
    const grid = gridOf("AAA");
    grid.paint(1, null);
    assert.deepEqual(grid.regions, [0, 1, 2]);
  });
});

describe("shapes", () => {
  for (const [shape, ...drawing] of [
    ["L", "#..", "###"],
    ["I", "####"],
    ["I", "#", "#", "#", "#"],
    ["T", "###", ".#."],
    ["S", ".##", "##."],
    ["S", "#.", "##", ".#"],
  ]) {
    test(`${drawing.join(" / ")} is ${shape}`, () => {
      const grid = gridOf(...drawing.map((line) => "A".repeat(line.length)));
      assert.deepEqual(
        [
          ...new Set(
            draw(grid, ...drawing)
              .finished()
              .values(),
          ),
        ],
        [shape],
      );
    });
  }

  test("four squares of a block are an O, which only some rules have", () => {
    const grid = draw(gridOf("AA", "AA"), "##", "##");
    assert.equal(grid.finished().size, 0);
    grid.rules = "litso";
    assert.equal(grid.finished().get(0), "O");
  });

  test("squares that are not connected have no shape", () => {
    assert.equal(draw(gridOf("AAAAA"), "##-##").finished().size, 0);
  });

  test("fewer or more than four squares have none either", () => {
    assert.equal(draw(gridOf("AAAAA"), "###").finished().size, 0);
    assert.equal(draw(gridOf("AAAAA"), "#####").finished().size, 0);
  });

  test("with inverse rules the unshaded squares are the tetromino", () => {
    const grid = gridOf("AAA", "AAA");
    grid.rules = "inverse-litso";
    draw(grid, "#--", "--#");
    assert.deepEqual(names(grid, [...grid.finished().keys()]), ["a1", "b1", "b2", "c2"]);
    assert.equal(grid.finished().get(1), "S");
  });

  test("the last four squares without a mark are one, too", () => {
    const grid = gridOf("AAA", "AAA");
    grid.rules = "inverse-litso";
    assert.equal(draw(grid, "#..", "...").finished().size, 0);
    assert.equal(draw(grid, "#..", "..#").finished().size, 4);
  });
});

describe("broken rules", () => {
  // lits/4/4/9q02jg and its solution.
  const REGIONS = ["AABB", "AABC", "ABBC", "CCCC"];
  const SOLUTION = ["#-##", "###-", "#-#-", "####"];

  test("a blank grid and a solution break none", () => {
    const grid = gridOf(...REGIONS);
    assert.deepEqual(grid.broken(), []);
    draw(grid, ...SOLUTION);
    assert.deepEqual(grid.broken(), []);
    assert.equal(grid.isFull, true);
    assert.equal([...grid.finished().values()].toSorted().join(""), "IIIILLLLTTTT");
  });

  test("five squares in a region are too many", () => {
    assert.equal(squaresOf(draw(gridOf("AAAAA"), "#####"), "More than four").length, 5);
  });

  test("a full block is one across regions, too", () => {
    const grid = draw(gridOf("AB", "AB", "AB"), "##", "##", "--");
    assert.deepEqual(squaresOf(grid, "2×2"), ["a2", "a3", "b2", "b3"]);
  });

  test("a block does not reach around the border", () => {
    const grid = draw(gridOf("AAAA", "AAAA"), "#--#", "#--#");
    assert.deepEqual(squaresOf(grid, "2×2"), []);
  });

  test("an O may fill a block if the rules have it, two halves of others may not", () => {
    const grid = gridOf("AAA", "AAA");
    grid.rules = "litso";
    assert.deepEqual(squaresOf(draw(grid, "##", "."), "2×2"), []);
    draw(grid, "##-", "##-");
    assert.deepEqual(squaresOf(grid, "2×2"), []);
    const halves = gridOf("AB", "AB");
    halves.rules = "litso";
    assert.equal(squaresOf(draw(halves, "##", "##"), "2×2").length, 4);
  });

  test("equal shapes of two regions may not share an edge", () => {
    const grid = draw(gridOf("AAAA", "BBBB"), "####", "####");
    assert.equal(squaresOf(grid, "equal shapes").length, 8);
  });

  test("different shapes may share an edge, equal ones may touch at a corner", () => {
    const different = draw(gridOf("AAAA", "BBBB", "BBBB"), "####", "#---", "###-");
    assert.deepEqual(squaresOf(different, "equal shapes"), []);
    const corner = draw(gridOf("AAAABBBB", "AAAABBBB"), "####----", "----####");
    assert.deepEqual(squaresOf(corner, "equal shapes"), []);
  });

  test("a group without a way out is cut off", () => {
    const grid = draw(gridOf("AAAABBBB"), "##--..##");
    assert.deepEqual(squaresOf(grid, "cut off"), ["a1", "b1"]);
  });

  test("a group that can still grow is not", () => {
    assert.deepEqual(squaresOf(draw(gridOf("AAAABBBB"), "##...-##"), "cut off"), ["g1", "h1"]);
  });

  test("squares outside are no way out", () => {
    const grid = draw(gridOf("AAAA.BBBB"), "####.....");
    assert.equal(squaresOf(grid, "cut off").length, 4);
  });

  test("with inverse rules a region needs four unshaded squares", () => {
    const grid = gridOf("AAAAA");
    grid.rules = "inverse-litso";
    assert.deepEqual(squaresOf(draw(grid, "#...."), "Fewer than four"), []);
    assert.equal(squaresOf(draw(grid, "##..."), "Fewer than four").length, 5);
  });

  test("with Double LITS a region has two tetrominoes that share no edge", () => {
    const grid = gridOf("AAAAAAAAAA");
    grid.rules = "double-lits";
    assert.deepEqual(squaresOf(draw(grid, "####-####-"), "region"), []);
    assert.equal(squaresOf(draw(grid, "#########-"), "are connected").length, 9);
    assert.equal(squaresOf(grid, "More than eight").length, 9);
    grid.mark(0, false);
    assert.equal(squaresOf(grid, "not two tetrominoes").length, 8);
  });

  test("with Double LITS the rest of a region is marked after both tetrominoes", () => {
    const grid = gridOf("AAAAAAAAAA");
    grid.rules = "double-lits";
    draw(grid, "####......").markFinished();
    assert.equal(grid.marks.size, 4);
    draw(grid, "####.####.").markFinished();
    assert.equal(grid.marks.size, 10);
  });

  test("with LITS+ a blank block breaks a rule, once all of it is marked", () => {
    const grid = gridOf("AA", "AA");
    assert.deepEqual(squaresOf(draw(grid, "--", "--"), "blank"), []);
    grid.rules = "lits-plus";
    assert.equal(squaresOf(grid, "blank").length, 4);
    grid.mark(0, null);
    assert.deepEqual(squaresOf(grid, "blank"), []);
  });
});

describe("the number of shaded squares", () => {
  test("it is four in each region", () => {
    assert.equal(gridOf("AAAABBBB").total, 8);
  });

  test("with inverse rules it is all but four in each", () => {
    const grid = gridOf("AAAAABBBBB.");
    grid.rules = "inverse-litso";
    assert.equal(grid.total, 2);
  });

  test("with Double LITS it is eight in each", () => {
    const grid = gridOf("AAAAAAAAA");
    grid.rules = "double-lits";
    assert.equal(grid.total, 8);
    assert.equal(draw(grid, "####-####").isFull, true);
    assert.equal(grid.finished().size, 8);
  });

  test("with LITS+ it is not known, and regions have four or none", () => {
    const grid = gridOf("AAAABBBB");
    grid.rules = "lits-plus";
    assert.equal(grid.total, null);
    assert.equal(draw(grid, "###.----").isFull, false);
    assert.equal(draw(grid, "####----").isFull, true);
  });

  test("a grid is full with the last square, and not when it is blank", () => {
    const grid = gridOf("AAAABBBB");
    assert.equal(grid.isFull, false);
    assert.equal(draw(grid, "#######").isFull, false);
    assert.equal(draw(grid, "########").isFull, true);
  });
});

describe("marks", () => {
  test("squares outside take none", () => {
    assert.equal(draw(gridOf("A.A"), "###").marks.size, 2);
  });

  test("the rest of a finished region is marked, other regions stay", () => {
    const grid = draw(gridOf("AAAAAA", "BBBBBB"), ".####.", "###...");
    grid.markFinished();
    assert.equal(grid.isShaded(grid.square("a2")), false);
    assert.equal(grid.isShaded(grid.square("f2")), false);
    assert.equal(grid.isShaded(grid.square("d1")), undefined);
  });

  test("a question names regions by rows, and marks only if they matter", () => {
    const grid = draw(gridOf("AB", "AB"), "#-");
    const plain = { rows: 2, cols: 2, rules: "lits" };
    const regions = [
      [0, 1],
      [0, 1],
    ];
    assert.deepEqual(grid.request(), { ...plain, regions });
    assert.deepEqual(grid.request(true), { ...plain, regions, shaded: ["a2"], unshaded: ["b2"] });
  });
});

describe("undo, redo and trials", () => {
  // Mark a square as the page does: the state before is remembered.
  function step(grid, square, value) {
    grid.remember();
    grid.mark(square, value);
  }

  test("steps are undone and redone one by one", () => {
    const grid = gridOf("AAAA");
    step(grid, 0, true);
    step(grid, 1, false);
    assert.equal(grid.undo(), true);
    assert.deepEqual([...grid.marks.keys()], [0]);
    assert.equal(grid.undo(), true);
    assert.equal(grid.marks.size, 0);
    assert.equal(grid.undo(), false);
    assert.equal(grid.redo(), true);
    assert.equal(grid.redo(), true);
    assert.equal(grid.isShaded(1), false);
    assert.equal(grid.redo(), false);
  });

  test("a new grid has nothing to undo or redo", () => {
    assert.equal(new Grid(4, 4).undo(), false);
    assert.equal(new Grid(4, 4).redo(), false);
  });

  test("a step that changed nothing is not undone by itself", () => {
    const grid = gridOf("AAAA");
    step(grid, 0, true);
    grid.remember();
    grid.remember();
    grid.undo();
    assert.equal(grid.marks.size, 0);
  });

  test("after a new step nothing can be redone", () => {
    const grid = gridOf("AAAA");
    step(grid, 0, true);
    grid.undo();
    step(grid, 1, true);
    assert.equal(grid.redo(), false);
  });

  test("borders are undone as marks are", () => {
    const grid = gridOf("AAAA");
    grid.remember();
    grid.paint(0, null);
    assert.equal(grid.count, 2);
    grid.undo();
    assert.equal(grid.count, 1);
  });

  test("a discarded trial leaves the marks from before it", () => {
    const grid = draw(gridOf("AAAA"), "#");
    grid.begin();
    grid.mark(1, true);
    grid.mark(0, null);
    assert.equal(grid.marks.get(1).trial, true);
    grid.discard();
    assert.deepEqual([...grid.marks.keys()], [0]);
    assert.equal(grid.trial, null);
  });

  test("the marks of an accepted trial are marks like others", () => {
    const grid = gridOf("AAAA");
    grid.begin();
    grid.mark(1, true);
    grid.accept();
    assert.deepEqual(grid.marks.get(1), { shaded: true, trial: false });
    assert.equal(grid.trial, null);
  });
});

describe("stored states", () => {
  test("a state is restored with its rules, regions, marks and trial", () => {
    const grid = draw(gridOf("AAB.", "ABB."), "#-");
    grid.rules = "lits-plus";
    grid.begin();
    grid.mark(2, true);
    const restored = new Grid(8, 8).restore(grid.state());
    assert.deepEqual(restored.request(true), grid.request(true));
    assert.equal(restored.state(), grid.state());
    restored.discard();
    assert.equal(restored.marks.size, 2);
  });

  const state = JSON.parse(new Grid(2, 2).state());
  for (const [name, change] of [
    ["no rows", { rows: 0 }],
    ["half a column", { cols: 1.5 }],
    ["101 rows", { rows: 101 }],
    ["a text for a number", { cols: "2" }],
    ["unknown rules", { rules: "sudoku" }],
    ["rules that every object has", { rules: "toString" }],
  ]) {
    test(`a state with ${name} is refused, and the grid stays`, () => {
      const grid = draw(gridOf("AB"), "#");
      const before = grid.state();
      assert.throws(() => grid.restore(JSON.stringify({ ...state, ...change })));
      assert.equal(grid.state(), before);
    });
  }
});
