// A picture that becomes the wanted solution of a puzzle; if the rules forbid it, the closest
// solution can be found.

import { button, fileInput, h } from "./dom.js";
import { tr, trn } from "./language.js";

/**
 * @typedef {import("./grid.js").Grid} Grid
 *
 * What panels need of the view in which a puzzle is drawn.
 *
 * @typedef {object} Drawing
 * @property {() => {rows: number, columns: number}} size That of a new grid.
 * @property {(mode: string) => void} setMode
 * @property {(isDrawing?: boolean) => void} changed Called when marks or, drawing, borders have
 *     changed.
 * @property {() => void} renew Called when the grid is another one.
 */

const MOST = 20; // rows and columns

/**
 * An image as rows of squares; dark ones are #.
 *
 * @param {File} file
 * @param {{rows: number, columns: number}} size
 */
async function imageRows(file, { rows, columns }) {
  const small = await createImageBitmap(file, {
    resizeWidth: columns,
    resizeHeight: rows,
    resizeQuality: "high",
  });
  const context = h("canvas", { width: columns, height: rows }).getContext("2d");
  if (!context) throw new Error("the browser draws no pictures");
  context.drawImage(small, 0, 0);
  const { data } = context.getImageData(0, 0, columns, rows);
  const isDark = (/** @type {number} */ pixel) =>
    data[pixel + 3] >= 128 &&
    0.299 * data[pixel] + 0.587 * data[pixel + 1] + 0.114 * data[pixel + 2] < 128;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_each, column) =>
      isDark(4 * (row * columns + column)) ? "#" : ".",
    ).join(""),
  );
}

/**
 * True if rows of a text are a picture.
 *
 * @param {string[]} rows
 */
const isPicture = (rows) =>
  rows[0].length > 0 &&
  Math.max(rows.length, rows[0].length) <= MOST &&
  rows.every((row) => row.length === rows[0].length && !/[^#.?]/.test(row));

/**
 * The marks of a grid as rows: # is shaded, . is a dot.
 *
 * @param {Grid} grid
 * @param {string} blank The sign of a square without a mark.
 */
export function rowsOfMarks(grid, blank) {
  const sign = (/** @type {number} */ square) => {
    const mark = grid.marks.get(square);
    if (!mark) return blank;
    return mark.shaded ? "#" : ".";
  };
  return grid.inRows(grid.regions.map((_, square) => sign(square))).map((row) => row.join(""));
}

/**
 * @param {import("./engine.js").ApiEngine} engine
 * @param {ReturnType<typeof import("./gridtable.js").gridTable>} table
 * @param {Drawing} drawing
 * @param {object} wanted
 * @param {() => number} wanted.seed
 * @param {() => void} wanted.shaded Called when marks are a wanted solution.
 * @param {(text: string) => void} wanted.tell
 */
export function wantedPicture(engine, table, drawing, { seed, shaded, tell }) {
  const { grid, view } = table;

  /** @param {File} file */
  async function open(file) {
    const rows = file.type.startsWith("image/")
      ? await imageRows(file, drawing.size())
      : (await file.text()).trim().split(/\s+/);
    if (!isPicture(rows)) {
      throw new Error(
        tr(
          "This is no picture for a puzzle. Choose an image, or a text of at most 20 rows of at most 20 characters: # is shaded, . is blank, ? is either.",
        ),
      );
    }
    const [{ length: columns }] = rows;
    grid.remember();
    grid.rules = "lits";
    grid.clear(rows.length, columns);
    // With “?” in a picture, squares that should stay blank get dots.
    const isOpen = rows.some((row) => row.includes("?"));
    [...rows.join("")].forEach((sign, square) => {
      if (sign === "#" || (sign === "." && isOpen)) grid.mark(square, sign === "#");
    });
    shaded();
    drawing.setMode("solve");
    drawing.renew();
    tell(tr("Picture of {columns}×{rows} squares.", { columns, rows: rows.length }));
  }

  async function fit() {
    tell(tr("Looking for the closest solution …"));
    const hasDots = [...grid.marks.values()].some((mark) => !mark.shaded);
    const picture = rowsOfMarks(grid, hasDots ? "?" : ".");
    const found = await table.asking("picture", (signal) =>
      engine.stream("picture", { picture, seed: seed() }, () => {}, signal),
    );
    tell("");
    if (!found) return;
    grid.remember();
    grid.marks.clear();
    for (const name of found.shaded) grid.mark(grid.square(name), true);
    shaded();
    drawing.changed(false);
    view.light({ squares: found.missed });
    tell(
      found.missed.length
        ? trn(
            "The closest solution found differs in {count} square, shown in yellow.",
            "The closest solution found differs in {count} squares, shown in yellow.",
            found.missed.length,
          )
        : tr("The picture is a solution."),
    );
  }

  return {
    file: fileInput(
      { id: "picture", accept: "image/png,image/jpeg,image/gif,image/webp,image/bmp,.txt" },
      open,
    ),
    fit: engine.offers("picture") ? button(tr("Closest solution"), fit, { id: "fit" }) : null,
  };
}
