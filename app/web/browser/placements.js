// All placements of some pieces on a board, in the order of litslab's tables: kind, orientation, square.

import { Bitset } from "./bitset.js";
import { has, maskOf } from "./geometry.js";

export const SHAPES = ["L", "I", "T", "S"];

// Kinds of pieces: `{ shape, orientations, count }`, where an orientation is a list of [column, row, colour] sorted by
// column, then row, and a colour "w", "b" or "".
export function tableOf(board, kinds, levels = 1) {
  const placements = [];
  for (let level = 0; level < levels; level += 1) {
    kinds.forEach((kind, number) => {
      for (const cells of kind.orientations) placements.push(...everywhere(board, kind, number, cells, placements.length, level));
    });
  }
  return new Table(board, kinds, placements);
}

function* everywhere(board, { shape }, kind, cells, firstIndex, level) {
  const wide = Math.max(...cells.map(([column]) => column)), high = Math.max(...cells.map(([, row]) => row));
  const coloured = cells[0][2] !== "";
  let index = firstIndex;
  for (let row = 0; row + high < board.rows; row += 1) {
    for (let column = 0; column + wide < board.columns; column += 1) {
      const corner = board.square(column, row);
      const squares = cells.map(([x, y]) => corner + board.square(x, y));
      const black = coloured ? maskOf(squares.filter((_, number) => cells[number][2] === "b")) : null;
      yield { index, shape, kind, level, squares, mask: maskOf(squares), black };
      index += 1;
    }
  }
}

// The light square and the dark one of a two-coloured domino.
export function lightAndDark({ squares, black }) {
  return has(black, squares[0]) ? [squares[1], squares[0]] : squares;
}

export class Table {
  #byContent = new Map();
  #covering = null;
  #touches = new Map();

  constructor(board, kinds, placements) {
    this.board = board;
    this.kinds = kinds;
    this.placements = placements;
    for (const each of placements) this.#byContent.set(Table.#content(each), each);
  }

  static #content({ shape, mask, black, level }) { return `${shape} ${mask} ${black} ${level}`; }

  get length() { return this.placements.length; }

  find(shape, mask, black, level = 0) { return this.#byContent.get(Table.#content({ shape, mask, black, level })); }

  // For each square, the placements that cover it.
  get covering() {
    if (!this.#covering) {
      this.#covering = Array.from({ length: this.board.size }, () => new Bitset(this.length));
      for (const { index, squares } of this.placements) for (const square of squares) this.#covering[square].add(index);
    }
    return this.#covering;
  }

  coveringAny(squares) {
    const found = new Bitset(this.length);
    for (const square of squares) found.unite(this.covering[square]);
    return found;
  }

  // The placements that share an edge with one and no square.
  touches(index) {
    const { mask, squares } = this.placements[index];
    if (!this.#touches.has(mask)) {
      const around = [];
      for (let square = 0, left = this.board.adjacent(mask); left; square += 1, left >>= 1n) if (left & 1n) around.push(square);
      this.#touches.set(mask, this.coveringAny(around).drop(this.coveringAny(squares)));
    }
    return this.#touches.get(mask);
  }

  windowsOf({ mask }) { return this.board.windows.filter((window) => window & mask); }
}

// One table of the placements of two phases: the second's kinds and indices follow the first's.
export function stacked(below, above) {
  const moved = above.placements.map((each) => ({ ...each, index: below.length + each.index, kind: below.kinds.length + each.kind }));
  return new Table(below.board, [...below.kinds, ...above.kinds], [...below.placements, ...moved]);
}
