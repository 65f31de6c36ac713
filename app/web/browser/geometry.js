// Boards and sets of squares: a square is `row * columns + column` from the lower left, a set of squares a BigInt.

import { GameError, notationError } from "./errors.js";

export function* bits(mask) {
  for (let square = 0; mask; square += 1, mask >>= 1n) if (mask & 1n) yield square;
}

export function countBits(mask) {
  let count = 0;
  for (; mask; mask &= mask - 1n) count += 1;
  return count;
}

export const maskOf = (squares) => squares.reduce((mask, square) => mask | (1n << BigInt(square)), 0n);
export const has = (mask, square) => ((mask >> BigInt(square)) & 1n) === 1n;

export function columnName(column) {
  let letters = "";
  for (let left = column + 1; left; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(97 + ((left - 1) % 26)) + letters;
  return letters;
}

function columnIndex(letters) {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 96, 0) - 1;
}

export class Board {
  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.size = columns * rows;
    this.all = (1n << BigInt(this.size)) - 1n;
    const first = maskOf(Array.from({ length: rows }, (_, row) => row * columns));
    this.notFirst = this.all & ~first;
    this.notLast = this.all & ~(first << BigInt(columns - 1));
    this.wide = BigInt(columns);
    this.windows = [];
    for (let row = 0; row + 1 < rows; row += 1) {
      for (let column = 0; column + 1 < columns; column += 1) {
        this.windows.push(maskOf([[0, 0], [0, 1], [1, 0], [1, 1]].map(([right, up]) => this.square(column + right, row + up))));
      }
    }
  }

  square(column, row) { return row * this.columns + column; }
  column(square) { return square % this.columns; }
  row(square) { return Math.floor(square / this.columns); }
  contains(column, row) { return column >= 0 && column < this.columns && row >= 0 && row < this.rows; }
  name(square) { return `${columnName(this.column(square))}${this.row(square) + 1}`; }
  names(mask) { return [...bits(mask)].map((square) => this.name(square)); }

  parse(text) {
    const found = /^([a-z]+)([1-9][0-9]*)$/.exec(text);
    if (!found) throw notationError(text, "a square such as e5");
    const column = columnIndex(found[1]), row = Number(found[2]) - 1;
    if (this.contains(column, row)) return this.square(column, row);
    const last = `${columnName(this.columns - 1)}${this.rows}`;
    throw notationError(text, `a square of the ${this.columns}×${this.rows} board (a1 to ${last})`);
  }

  #sideways(mask) { return ((mask & this.notLast) << 1n) | ((mask & this.notFirst) >> 1n); }

  // The squares that share an edge with a square of a set, without the set itself.
  adjacent(mask) { return (this.#sideways(mask) | (mask << this.wide) | (mask >> this.wide)) & this.all & ~mask; }

  // The squares that share an edge or a corner with it.
  surrounding(mask) {
    const wide = mask | this.#sideways(mask);
    return (wide | (wide << this.wide) | (wide >> this.wide)) & this.all & ~mask;
  }

  // The connected groups of a set, the largest first, equal sizes by their lowest square.
  groups(mask, diagonal = false) {
    const found = [];
    for (let left = mask; left;) {
      let group = left & -left;
      for (;;) {
        const border = (diagonal ? this.surrounding(group) : this.adjacent(group)) & left;
        if (!border) break;
        group |= border;
      }
      found.push(group);
      left &= ~group;
    }
    // A group is found by its lowest square, and sorting keeps that order.
    return found.map((group) => [group, countBits(group)]).sort(([, one], [, other]) => other - one).map(([group]) => group);
  }

  // One character per square as text rows, the top row first.
  draw(characters) {
    return Array.from({ length: this.rows }, (_, row) => characters.slice(row * this.columns, (row + 1) * this.columns).join("")).reverse();
  }
}

export function readTextBoard(rows, allowed) {
  if (!rows.length || !rows[0]) throw new GameError("board: expected at least one row of squares");
  rows.forEach((row, number) => {
    if (row.length !== rows[0].length) throw new GameError(`board: row ${number + 1} from the top: expected ${rows[0].length} squares, as the first row has`);
    for (const character of row) if (!allowed.includes(character)) throw new GameError(`board: ${JSON.stringify(character)} in row ${number + 1} from the top: expected only ${[...allowed].join(" ")}`);
  });
  return [...rows].reverse().join("");
}
