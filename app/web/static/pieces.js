// Pieces: how they lie, turned and flipped, and the text of a placement.

const columns = "abcdefghijklmnopqrstuvwxyz";

export function squareName(column, row) {
  return (column < 26 ? "" : columns[Math.floor(column / 26) - 1]) + columns[column % 26] + (row + 1);
}

export function parseSquare(name) {
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(name);
  const column = [...letters].reduce((sum, letter) => sum * 26 + columns.indexOf(letter) + 1, 0) - 1;
  return [column, Number(digits) - 1];
}

const key = (cells) => cells.map((cell) => cell.join(",")).sort().join(" ");

function moved(cells) {
  const left = Math.min(...cells.map(([column]) => column));
  const bottom = Math.min(...cells.map(([, row]) => row));
  return cells.map(([column, row, colour]) => [column - left, row - bottom, colour]);
}

// The index of an orientation after a change of its cells; the same one where the piece has no such orientation.
function changed(orientations, index, change) {
  const wanted = key(moved(orientations[index].map(change)));
  const found = orientations.findIndex((cells) => key(cells) === wanted);
  return found < 0 ? index : found;
}

export const turned = (orientations, index) => changed(orientations, index, ([x, y, colour]) => [y, -x, colour]);
export const flipped = (orientations, index) => changed(orientations, index, ([x, y, colour]) => [-x, y, colour]);

// The squares of a piece whose first cell is on a square; null where it leaves the board.
export function squaresAt(cells, name, width, height) {
  const [column, row] = parseSquare(name);
  const [anchorColumn, anchorRow] = cells[0];
  const squares = [];
  for (const [x, y, colour] of cells) {
    const at = [column + x - anchorColumn, row + y - anchorRow];
    if (at[0] < 0 || at[1] < 0 || at[0] >= width || at[1] >= height) return null;
    squares.push([squareName(...at), colour]);
  }
  return squares;
}

export const placementKey = (piece, squares) => `${piece} ${squares.map((square) => square.join("")).sort().join(" ")}`;

// A placement as the notation of moves writes it.
export function moveText(piece, squares) {
  if (piece === "domino") {
    const light = squares.find(([, colour]) => colour === "w")[0];
    return `${light},${squares.find(([name]) => name !== light)[0]}`;
  }
  const sorted = [...squares].sort(([first], [second]) => {
    const [a, b] = parseSquare(first), [c, d] = parseSquare(second);
    return a - c || b - d;
  });
  return `${piece}[${sorted.map(([name, colour]) => name + colour).join(",")}]`;
}
