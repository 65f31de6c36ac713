// Pieces: orientations, turning and flipping, and the text of a placement.

import { COLUMNS, SHAPES } from "./rulebook.js";

/**
 * The squares of a piece: column and row from the lower left corner, and the colour.
 *
 * @typedef {import("../api.d.ts").components["schemas"]["PieceKind"]["orientations"][number]} Cells
 * @typedef {Cells[number]} Cell
 * @typedef {[number, number]} Point Column and row.
 * @typedef {[name: string, colour: string]} Square A square that a piece covers, and its colour there.
 */

/**
 * The name of a square by its column and row.
 *
 * @param {number} column
 * @param {number} row
 */
export const squareName = (column, row) => COLUMNS[column] + (row + 1);

/**
 * The column and the row of a square by its name.
 *
 * @param {string} name
 * @returns {Point}
 */
export function parseSquare(name) {
  const [, letters, digits] = /** @type {RegExpExecArray} */ (/^([a-z]+)(\d+)$/.exec(name));
  return [COLUMNS.indexOf(letters), Number(digits) - 1];
}

/** @param {(Point | Cell)[]} cells */
const key = (cells) =>
  cells
    .map((cell) => cell.join(","))
    .sort()
    .join(" ");

/**
 * @param {Cells} cells
 * @returns {Cells}
 */
function moved(cells) {
  const left = Math.min(...cells.map(([column]) => column));
  const bottom = Math.min(...cells.map(([, row]) => row));
  return cells.map(([column, row, colour]) => [column - left, row - bottom, colour]);
}

/**
 * The index of an orientation after a change of its cells; the same index if the piece has no such
 * orientation.
 *
 * @param {Cells[]} orientations
 * @param {number} index
 * @param {(cell: Cell) => Cell} change
 */
function changed(orientations, index, change) {
  const wanted = key(moved(orientations[index].map(change)));
  const found = orientations.findIndex((cells) => key(cells) === wanted);
  return found < 0 ? index : found;
}

/**
 * The index of an orientation after a quarter turn.
 *
 * @param {Cells[]} orientations
 * @param {number} index
 */
export const turned = (orientations, index) =>
  changed(orientations, index, ([x, y, colour]) => [y, -x, colour]);
/**
 * The index of an orientation after it is flipped.
 *
 * @param {Cells[]} orientations
 * @param {number} index
 */
export const flipped = (orientations, index) =>
  changed(orientations, index, ([x, y, colour]) => [-x, y, colour]);

/**
 * The next orientation that covers the same cells in other colours.
 *
 * @param {Cells[]} orientations
 * @param {number} index
 */
export function recoloured(orientations, index) {
  /** @param {Cells} cells */
  const shape = (cells) => key(cells.map(([x, y]) => /** @type {Point} */ ([x, y])));
  const same = orientations.flatMap((cells, each) =>
    shape(cells) === shape(orientations[index]) ? [each] : [],
  );
  return same[(same.indexOf(index) + 1) % same.length];
}

/**
 * The cell by which a piece is held: the light half of a domino, else the one nearest its middle.
 *
 * @param {Cells} cells
 * @returns {Cell}
 */
export function anchorOf(cells) {
  if (cells.length === 2) return cells.find(([, , colour]) => colour === "w") ?? cells[0];
  const across = cells.reduce((sum, [x]) => sum + x, 0) / cells.length;
  const up = cells.reduce((sum, [, y]) => sum + y, 0) / cells.length;
  /** @param {Cell} cell */
  const far = ([x, y]) => Math.round(1000 * ((x - across) ** 2 + (y - up) ** 2));
  return cells.toSorted(
    (one, other) => far(one) - far(other) || one[0] - other[0] || one[1] - other[1],
  )[0];
}

/**
 * The orientation of a piece as text, and its anchor.
 *
 * @param {string} piece
 * @param {Cells} cells
 * @returns {[string, Point]}
 */
export function signature(piece, cells) {
  const [column, row] = anchorOf(cells);
  return [`${piece} ${key(moved(cells))}`, [column, row]];
}

/**
 * The squares of a piece whose anchor is on a square, some of them perhaps outside the board.
 *
 * @param {Cells} cells
 * @param {Point | Cell} anchor
 * @param {string} name
 * @returns {Square[]}
 */
export function squaresAt(cells, [anchorColumn, anchorRow], name) {
  const [column, row] = parseSquare(name);
  return cells.map(([x, y, colour]) => {
    const across = column + x - anchorColumn;
    const up = row + y - anchorRow;
    return [across < 0 || up < 0 ? "" : squareName(across, up), colour];
  });
}

/**
 * The square nearest to another one on which a piece, held by its anchor, lies on the board.
 *
 * @param {Cells} cells
 * @param {Point | Cell} anchor
 * @param {string} name
 * @param {number} columnCount
 * @param {number} rowCount
 */
export function onBoard(cells, anchor, name, columnCount, rowCount) {
  /** @param {0 | 1} axis @param {number} size */
  const nearest = (axis, size) => {
    const at = parseSquare(name)[axis];
    const before = anchor[axis] - Math.min(...cells.map((cell) => cell[axis]));
    const after = Math.max(...cells.map((cell) => cell[axis])) - anchor[axis];
    return before + after < size ? Math.max(before, Math.min(size - 1 - after, at)) : at;
  };
  return squareName(nearest(0, columnCount), nearest(1, rowCount));
}

/**
 * A placement as the notation of moves writes it.
 *
 * @param {string} notation `{0}`, `{1}` … stand for the names of its squares.
 * @param {Square[]} squares
 */
export const moveText = (notation, squares) =>
  notation.replace(/\{(\d)\}/g, (_, number) => squares[number][0]);

/**
 * The letter of the tetromino that squares form, or null if they form none.
 *
 * @param {Point[]} squares
 */
export function tetrominoOf(squares) {
  const cells = moved(squares.map(([column, row]) => [column, row, ""]));
  return SHAPES[key(cells.map(([column, row]) => [column, row]))] ?? null;
}
