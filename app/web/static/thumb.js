// Small pictures of LITS puzzles: paper, thin lines, and thick ones around the regions.

import { s } from "./dom.js";

const UNIT = 10;

export function puzzlePicture({ rows, cols, regions }) {
  let thin = "", thick = `M0 0H${cols * UNIT}V${rows * UNIT}H0Z`;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < cols; column += 1) {
      const [x, y] = [column * UNIT, row * UNIT];
      const draw = (other, line) => { if (other === undefined) return; if (other === regions[row][column]) thin += line; else thick += line; };
      draw(regions[row][column + 1], `M${x + UNIT} ${y}v${UNIT}`);
      draw(regions[row + 1]?.[column], `M${x} ${y + UNIT}h${UNIT}`);
    }
  }
  return s("svg", { viewBox: `-2 -2 ${cols * UNIT + 4} ${rows * UNIT + 4}`, class: "thumb", "aria-hidden": "true" },
    s("path", { class: "thin", d: thin }), s("path", { class: "thick", d: thick }));
}
