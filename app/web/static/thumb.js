// Small pictures of LITS puzzles: paper, thin lines, and thick ones around the regions.

import { s } from "./dom.js";

const UNIT = 10;

// The lines between squares, numbered row by row: thin ones, and thick ones around it all and where a wall parts two.
export function linesOf(rows, cols, unit, isWall, isFramed = true) {
  const lines = { false: "", true: isFramed ? `M0 0h${cols * unit}v${rows * unit}h${-cols * unit}z` : "" };
  for (let square = 0; square < rows * cols; square += 1) {
    const [column, row] = [square % cols, Math.floor(square / cols)];
    if (column < cols - 1) lines[isWall(square, square + 1)] += `M${(column + 1) * unit} ${row * unit}v${unit}`;
    if (row < rows - 1) lines[isWall(square, square + cols)] += `M${column * unit} ${(row + 1) * unit}h${unit}`;
  }
  return [s("path", { class: "thin", d: lines.false }), s("path", { class: "thick", d: lines.true })];
}

export function puzzlePicture({ rows, cols, regions }) {
  const all = regions.flat();
  return s("svg", { viewBox: `-2 -2 ${cols * UNIT + 4} ${rows * UNIT + 4}`, class: "thumb", "aria-hidden": "true" },
    linesOf(rows, cols, UNIT, (square, other) => all[square] !== all[other]));
}
