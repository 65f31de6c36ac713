// Pieces: orientations, turning and flipping, and the text of a placement.

const columns = "abcdefghijklmnopqrstuvwxyz";

export function squareName(column, row) {
  return (
    (column < 26 ? "" : columns[Math.floor(column / 26) - 1]) + columns[column % 26] + (row + 1)
  );
}

export function parseSquare(name) {
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(name);
  const column =
    [...letters].reduce((sum, letter) => sum * 26 + columns.indexOf(letter) + 1, 0) - 1;
  return [column, Number(digits) - 1];
}

const key = (cells) =>
  cells
    .map((cell) => cell.join(","))
    .sort()
    .join(" ");

function moved(cells) {
  const [left, bottom] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells.map(([column, row, colour]) => [column - left, row - bottom, colour]);
}

// The index of an orientation after a change of its cells; the same index if the piece has no such
// orientation.
function changed(orientations, index, change) {
  const wanted = key(moved(orientations[index].map(change)));
  const found = orientations.findIndex((cells) => key(cells) === wanted);
  return found < 0 ? index : found;
}

export const turned = (orientations, index) =>
  changed(orientations, index, ([x, y, colour]) => [y, -x, colour]);
export const flipped = (orientations, index) =>
  changed(orientations, index, ([x, y, colour]) => [-x, y, colour]);

// The next orientation that covers the same cells in other colours.
export function recoloured(orientations, index) {
  const shape = (cells) => key(cells.map(([x, y]) => [x, y]));
  const same = orientations.flatMap((cells, each) =>
    shape(cells) === shape(orientations[index]) ? [each] : [],
  );
  return same[(same.indexOf(index) + 1) % same.length];
}

// The cell by which a piece is held: the light half of a domino, else the one nearest its middle.
export function anchorOf(cells) {
  if (cells.length === 2) return cells.find(([, , colour]) => colour === "w") ?? cells[0];
  const middle = (axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;
  const across = middle(0);
  const up = middle(1);
  const far = ([x, y]) => Math.round(1000 * ((x - across) ** 2 + (y - up) ** 2));
  return cells.toSorted(
    (one, other) => far(one) - far(other) || one[0] - other[0] || one[1] - other[1],
  )[0];
}

// The orientation of a piece as text, and its anchor.
export const signature = (piece, cells) => [
  `${piece} ${key(moved(cells))}`,
  anchorOf(cells).slice(0, 2),
];

// The squares of a piece whose anchor is on a square, some of them perhaps outside the board.
export function squaresAt(cells, [anchorColumn, anchorRow], name) {
  const [column, row] = parseSquare(name);
  return cells.map(([x, y, colour]) => {
    const at = [column + x - anchorColumn, row + y - anchorRow];
    return [at[0] < 0 || at[1] < 0 ? "" : squareName(...at), colour];
  });
}

// The square nearest to another one on which a piece, held by its anchor, lies on the board.
export function onBoard(cells, anchor, name, columns, rows) {
  const [column, row] = [columns, rows].map((size, axis) => {
    const at = parseSquare(name)[axis];
    const before = anchor[axis] - Math.min(...cells.map((cell) => cell[axis]));
    const after = Math.max(...cells.map((cell) => cell[axis])) - anchor[axis];
    return before + after < size ? Math.max(before, Math.min(size - 1 - after, at)) : at;
  });
  return squareName(column, row);
}

// A placement as the notation of moves writes it.
export function moveText(piece, squares) {
  if (piece === "domino") {
    const light = squares.find(([, colour]) => colour === "w")[0];
    return `${light},${squares.find(([name]) => name !== light)[0]}`;
  }
  const sorted = [...squares].sort(([first], [second]) => {
    const [a, b] = parseSquare(first);
    const [c, d] = parseSquare(second);
    return a - c || b - d;
  });
  return `${piece}[${sorted.map(([name, colour]) => name + colour).join(",")}]`;
}
