// Pictures of positions as SVG: the same as litslab draws elsewhere, element by element.

import { bits, columnName, has, maskOf } from "./geometry.js";
import { lightAndDark } from "./placements.js";

const SIDE = 40;
const FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace";
const ADVANCE = 0.602, CAP_HEIGHT = 0.73, SHORTEST_LINE = 28;
const TETROMINO_INSET = 0.045, FLAT_INSET = 0.06, STACKED_INSET = 0.17, RADIUS = 0.16;

const scaled = (squares) => squares * SIDE;

function number(value) {
  const text = value.toFixed(2).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text) => text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd").replace(/[&<>"]/g, (each) => ENTITIES[each]);

function element(name, attributes, ...children) {
  const head = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${typeof value === "string" ? escape(value) : number(value)}"`)].join(" ");
  return children.length ? `<${head}>${children.join("")}</${name}>` : `<${head}/>`;
}

function wrap(text, length) {
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (lines.length && `${lines.at(-1)} ${word}`.length <= length) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

// The border of a set of squares as closed loops of corner points, the set on their left.
function outline(board, mask) {
  const ends = new Map();
  for (const square of bits(mask)) {
    const left = board.column(square), bottom = board.row(square);
    const corners = [[left, bottom], [left + 1, bottom], [left + 1, bottom + 1], [left, bottom + 1]];
    [[left, bottom - 1], [left + 1, bottom], [left, bottom + 1], [left - 1, bottom]].forEach(([column, row], side) => {
      if (board.contains(column, row) && has(mask, board.square(column, row))) return;
      const start = corners[side].join();
      if (!ends.has(start)) ends.set(start, []);
      ends.get(start).push(corners[(side + 1) % 4]);
    });
  }
  const point = (text) => text.split(",").map(Number);
  const loops = [];
  while (ends.size) {
    let here = [...ends.keys()].map(point).reduce((one, other) => (other[0] - one[0] || other[1] - one[1]) < 0 ? other : one);
    let before = here;
    const loop = [];
    while (ends.has(here.join())) {
      const choices = ends.get(here.join());
      const [across, up] = direction(before, here);
      const left = choices.findIndex(([x, y]) => x === here[0] - up && y === here[1] + across);
      const [there] = choices.splice(choices.length === 1 || before === here || left < 0 ? 0 : left, 1);
      if (!choices.length) ends.delete(here.join());
      loop.push(here);
      before = here;
      here = there;
    }
    loops.push(loop.filter((at, i) => direction(loop.at(i - 1), at).join() !== direction(at, loop[(i + 1) % loop.length]).join()));
  }
  return loops;
}

const direction = (start, end) => [Math.sign(end[0] - start[0]), Math.sign(end[1] - start[1])];

class Canvas {
  constructor(board, palette, caption) {
    Object.assign(this, { board, palette, frame: palette.frame });
    this.captionSize = scaled(0.34);
    const margin = scaled(0.9);
    const room = scaled(board.columns) + 2 * margin - scaled(0.5);
    this.captionLines = this.#lines(caption, Math.max(SHORTEST_LINE, Math.trunc(room / (ADVANCE * this.captionSize))));
    const texts = this.captionLines.map((line) => ADVANCE * this.captionSize * line.length + scaled(0.5));
    this.width = Math.round(Math.max(scaled(board.columns) + 2 * margin, ...texts));
    this.left = (this.width - scaled(board.columns)) / 2;
    this.top = scaled(0.4);
    this.bottom = this.top + scaled(board.rows);
    this.captionTop = this.bottom + scaled(0.72);
    this.height = Math.round(this.captionTop + this.captionLines.length * 1.5 * this.captionSize + scaled(0.25));
  }

  #lines(parts, length) {
    const lines = [];
    for (const part of parts) {
      const joined = lines.length ? `${lines.at(-1)} · ${part}` : part;
      if (lines.length && joined.length <= length) lines[lines.length - 1] = joined;
      else lines.push(...wrap(part, length));
    }
    return lines;
  }

  point(column, row) { return [this.left + scaled(column), this.bottom - scaled(row)]; }
  centre(square) { return this.point(this.board.column(square) + 0.5, this.board.row(square) + 0.5); }
  pair(point) { return this.point(...point).map(number).join(); }

  path(mask, inset = 0, radius = 0) {
    return outline(this.board, mask).map((loop) => {
      const corners = loop.map((here, i) => {
        const came = direction(loop.at(i - 1), here), goes = direction(here, loop[(i + 1) % loop.length]);
        return [here[0] - inset * (came[1] + goes[1]), here[1] + inset * (came[0] + goes[0])];
      });
      return this.rounded(corners, corners.map(() => radius));
    }).join(" ");
  }

  rounded(corners, radii) {
    return `${corners.map((corner, i) => {
      const ends = [corners.at(i - 1), corners[(i + 1) % corners.length]].map((other) => {
        const across = other[0] - corner[0], up = other[1] - corner[1];
        const share = Math.min(radii[i] / (across * across + up * up) ** 0.5, 0.5);
        return [corner[0] + across * share, corner[1] + up * share];
      });
      return `${i ? "L" : "M"}${this.pair(ends[0])}${radii[i] ? `Q${this.pair(corner)} ${this.pair(ends[1])}` : ""}`;
    }).join("")}Z`;
  }

  text(text, [x, y], size, colour, attributes = {}) {
    return element("text", { x, y: y + CAP_HEIGHT / 2 * size, "font-family": FONT, "font-size": size, "text-anchor": "middle", fill: colour, ...attributes }, escape(text));
  }

  cross(square, reach, colour, width, attributes) {
    const [x, y] = this.centre(square);
    const arm = scaled(reach);
    const data = [1, -1].map((way) => `M${number(x - arm)},${number(y - way * arm)}L${number(x + arm)},${number(y + way * arm)}`).join("");
    return element("path", { d: data, fill: "none", stroke: colour, "stroke-width": scaled(width), "stroke-linecap": "round", ...attributes });
  }

  ring(square, radius, colour, width, attributes) {
    const [cx, cy] = this.centre(square);
    return element("circle", { cx, cy, r: scaled(radius), fill: "none", stroke: colour, "stroke-width": scaled(width), ...attributes });
  }

  ticks(square, inset, length) {
    const column = this.board.column(square) + 0.5, row = this.board.row(square) + 0.5, reach = 0.5 - inset;
    return [-1, 1].flatMap((across) => [-1, 1].map((up) => {
      const corner = [column + across * reach, row + up * reach];
      return `M${this.pair([corner[0] - across * length, corner[1]])}L${this.pair(corner)}L${this.pair([corner[0], corner[1] - up * length])}`;
    })).join("");
  }

  drawFrame() {
    const { board, frame } = this;
    const right = this.left + scaled(board.columns);
    let lines = "";
    for (let column = 0; column <= board.columns; column += 1) lines += `M${number(this.left + scaled(column))},${number(this.top)}V${number(this.bottom)}`;
    for (let row = 0; row <= board.rows; row += 1) lines += `M${number(this.left)},${number(this.bottom - scaled(row))}H${number(right)}`;
    const names = [];
    for (let column = 0; column < board.columns; column += 1) names.push(this.text(columnName(column), [this.point(column + 0.5, 0)[0], this.bottom + scaled(0.36)], scaled(0.3), frame.faint));
    for (let row = 0; row < board.rows; row += 1) names.push(this.text(String(row + 1), [this.left - scaled(0.4), this.point(0, row + 0.5)[1]], scaled(0.3), frame.faint));
    return [
      element("rect", { class: "page", x: 0, y: 0, width: this.width, height: this.height, fill: frame.page }),
      element("rect", { class: "board", x: this.left, y: this.top, width: scaled(board.columns), height: scaled(board.rows), fill: frame.board }),
      element("path", { class: "grid", d: lines, fill: "none", stroke: frame.line, "stroke-width": scaled(0.025), "stroke-linecap": "square" }),
      element("g", { class: "coordinates" }, ...names),
      ...this.captionLines.map((text, line) => this.text(text, [this.width / 2, this.captionTop + (line + 0.5) * 1.5 * this.captionSize], this.captionSize, frame.ink, { class: "caption" })),
    ].join("\n");
  }
}

// What is said below the board.
function captionOf(position) {
  const { rules } = position;
  const marks = position.constructed ? ["constructed: no game leads here"] : [];
  if (position.isOver) {
    const { scores: [first, second], winner, byTieRule, tieRule } = position.outcome();
    const result = byTieRule ? `${winner} wins ${first}–${second}: ${tieRule}` : `${winner} wins ${Math.max(first, second)}–${Math.min(first, second)}`;
    return [rules.title, result, ...marks];
  }
  const isSwapped = rules.swapChangesValue && position.swapped;
  const turn = `${position.side} to move${isSwapped ? ` as ${rules.sides[1 - position.toMove]}` : ""}`;
  const scores = position.scores().map((score, side) => `${rules.sides[side]} ${score}`).join(", ");
  return [rules.title, position.canSwap ? `${turn} (or swap)` : turn, scores, ...marks];
}

export function draw(position, palette) {
  const { rules } = position;
  const { board } = rules;
  const caption = captionOf(position);
  const canvas = new Canvas(board, palette, caption);
  const layers = [canvas.drawFrame(), ...(rules.name === "wythe" ? stackLayers(canvas, position) : pieceLayers(canvas, position)),
    protectedLayer(canvas, position), lastLayer(canvas, position)];
  for (let square = 0; square < board.size; square += 1) {
    const [x, y] = canvas.centre(square);
    layers.push(element("rect", { class: "hit", "data-square": board.name(square), x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, fill: "transparent" }));
  }
  const body = ["", element("title", {}, escape(caption.join(" · "))), ...layers.filter(Boolean), ""].join("\n");
  const size = { width: canvas.width, height: canvas.height, viewBox: `0 0 ${canvas.width} ${canvas.height}`, role: "img" };
  return `${element("svg", { xmlns: "http://www.w3.org/2000/svg", ...size }, body)}\n`;
}

const inOrder = (pieces) => [...pieces].sort((one, other) => one.index - other.index);

function pieceLayers(canvas, position) {
  const { rules } = position;
  const tetrominoes = rules.tetrominoes ? inOrder(position.layout.placed) : [];
  const taijitus = rules.taijitus ? inOrder(position.packing.placed) : [];
  const isAbove = rules.isDouble && rules.taijitus.begins > 0;
  const drawn = tetrominoes.map((each) => tetromino(canvas, each)).join("\n");
  const halves = taijitus.map((each) => taijitu(canvas, each, isAbove ? STACKED_INSET : FLAT_INSET)).join("\n");
  if (isAbove) return [drawn, halves];
  const covered = maskOf(tetrominoes.flatMap(({ squares }) => squares));
  // Bare ground under the tetrominoes cuts the taijitus below off where the tetromino's squares begin.
  const ground = taijitus.length ? element("path", { class: "ground", d: canvas.path(covered), fill: canvas.frame.board }) : "";
  const marks = rules.symbols ? rules.marks : [0n, 0n];
  return [halves, ground, visibleSymbols(canvas, marks.map((mark) => mark & ~covered)), drawn, coveredSymbols(canvas, tetrominoes, marks), coveredHalves(canvas, taijitus, covered)];
}

function tetromino(canvas, { shape, squares, mask, black }) {
  const { palette, board } = canvas;
  const colours = palette.shapes[shape];
  const isBlack = (square) => has(black, square);
  const parts = [element("path", { d: canvas.path(mask, TETROMINO_INSET, RADIUS), fill: colours.fill, stroke: colours.rim, "stroke-width": scaled(0.05) })];
  const attributes = { class: "piece", "data-shape": shape, "data-squares": board.names(mask).join(" ") };
  const first = squares.reduce((one, other) => ((board.row(one) - board.row(other) || board.column(other) - board.column(one)) < 0 ? other : one));
  let [x, y] = canvas.centre(first);
  let ink = colours.ink;
  if (black === null) {
    [x, y] = [x - scaled(0.27), y - scaled(0.26)];
  } else {
    attributes["data-black"] = board.names(black).join(" ");
    for (const square of squares) {
      parts.push(element("path", { d: canvas.path(1n << BigInt(square), 0.18, 0.1), fill: isBlack(square) ? palette.dark : palette.light, stroke: colours.rim, "stroke-width": scaled(0.02) }));
    }
    ink = isBlack(first) ? palette.light : palette.dark;
  }
  parts.push(canvas.text(shape, [x, y], scaled(0.26), ink, { class: "letter", opacity: 0.8 }));
  return element("g", attributes, ...parts);
}

function taijitu(canvas, placement, inset) {
  const { palette, board } = canvas;
  const [light, dark] = lightAndDark(placement);
  const whole = canvas.path(placement.mask, inset, RADIUS);
  return element("g", { class: "piece", "data-shape": "D", "data-light": board.name(light), "data-dark": board.name(dark) },
    element("path", { d: whole, fill: palette.light }),
    element("path", { d: half(canvas, dark, light, inset), fill: palette.dark }),
    element("path", { d: whole, fill: "none", stroke: palette.rim, "stroke-width": scaled(0.04) }));
}

// One half of a domino: rounded at its end, straight where it meets the other half.
function half(canvas, square, other, inset) {
  const { board } = canvas;
  const column = board.column(square), row = board.row(square);
  const across = board.column(other) - column, up = board.row(other) - row;
  const corners = [], radii = [];
  for (const [right, above] of [[0, 0], [1, 0], [1, 1], [0, 1]]) {
    const meetsAcross = across === 2 * right - 1, meetsUp = up === 2 * above - 1;
    corners.push([column + right + (meetsAcross ? 0 : inset * (1 - 2 * right)), row + above + (meetsUp ? 0 : inset * (1 - 2 * above))]);
    radii.push(meetsAcross || meetsUp ? 0 : RADIUS);
  }
  return canvas.rounded(corners, radii);
}

function visibleSymbols(canvas, [crosses, rings]) {
  const { board, frame: { ink } } = canvas;
  return [
    ...[...bits(crosses)].map((square) => canvas.cross(square, 0.2, ink, 0.1, { class: "symbol", "data-symbol": "X", "data-square": board.name(square) })),
    ...[...bits(rings)].map((square) => canvas.ring(square, 0.22, ink, 0.09, { class: "symbol", "data-symbol": "O", "data-square": board.name(square) })),
  ].join("\n");
}

function coveredSymbols(canvas, tetrominoes, marks) {
  return tetrominoes.flatMap(({ shape, mask }) => ["X", "O"].flatMap((symbol, side) => [...bits(mask & marks[side])].map((square) => {
    const mark = symbol === "X" ? "cross" : "ring";
    return canvas[mark](square, 0.1, canvas.palette.shapes[shape].ink, 0.05, { class: "covered-symbol", "data-symbol": symbol, "data-square": canvas.board.name(square), opacity: 0.5 });
  }))).join("\n");
}

function coveredHalves(canvas, taijitus, covered) {
  return taijitus.flatMap((each) => lightAndDark(each).flatMap((square, number) => {
    if (!has(covered, square)) return [];
    const [cx, cy] = canvas.centre(square);
    const symbol = ["light", "dark"][number];
    return [element("circle", { class: "covered-symbol", "data-symbol": symbol, "data-square": canvas.board.name(square), cx, cy, r: scaled(0.1), fill: canvas.palette[symbol], opacity: 0.75 })];
  })).join("\n");
}

function stackLayers(canvas, position) {
  const { palette, board } = canvas;
  const { heights, tops } = position.stacks;
  const pieces = [], numbers = [];
  tops.forEach((top, square) => {
    if (!top) return;
    const isDark = has(top.black, square);
    if (!top.squares.every((other) => tops[other] === top)) {
      pieces.push(element("path", {
        class: "bit", "data-colour": isDark ? "dark" : "light", "data-square": board.name(square), d: canvas.path(1n << BigInt(square), FLAT_INSET, RADIUS),
        fill: isDark ? palette.dark : palette.light, stroke: palette.rim, "stroke-width": scaled(0.04) }));
    } else if (square === Math.min(...top.squares)) {
      pieces.push(taijitu(canvas, top, FLAT_INSET));
    }
    if (heights[square] >= 2) numbers.push(canvas.text(String(heights[square]), canvas.centre(square), scaled(0.42), isDark ? palette.light : palette.dark, { class: "height", "data-square": board.name(square) }));
  });
  return [pieces.join("\n"), numbers.join("\n")];
}

// The squares with ticks in their corners, those that look dark, and those under tetrominoes.
function shades(position) {
  const { rules } = position;
  const dead = position.openProtected;
  if (rules.name === "wythe") return { dead, dark: position.stacks.ofSide(0), covered: 0n };
  if (!rules.isDouble && rules.taijitus) return { dead: dead & ~position.packing.occupied, dark: position.packing.dark, covered: 0n };
  const { covered, black } = position.layout;
  if (!rules.isDouble) return { dead, dark: black, covered };
  const { occupied, dark } = position.packing;
  if (rules.taijitus.begins) return { dead: dead & ~occupied, dark: dark | (black & ~occupied), covered };
  return { dead: position.secondPhase ? dead : dead & ~occupied, dark: dark & ~covered, covered };
}

function protectedLayer(canvas, position) {
  const { dead, dark, covered } = shades(position);
  return [...bits(dead)].map((square) => element("path", {
    class: "protected", "data-square": canvas.board.name(square), d: canvas.ticks(square, has(covered, square) ? 0.26 : 0.15, 0.1), fill: "none",
    stroke: has(dark, square) ? canvas.frame.line : canvas.frame.faint, "stroke-width": scaled(0.035), opacity: 0.85 })).join("\n");
}

function lastLayer(canvas, { rules, last }) {
  if (typeof last !== "number") return "";
  const { shape, mask } = rules.table.placements[last];
  const isStacked = rules.isDouble && rules.taijitus.begins > 0 && shape === "D";
  const data = canvas.path(mask, isStacked ? STACKED_INSET : TETROMINO_INSET, RADIUS);
  const { halo, last: colour } = canvas.palette;
  return element("g", { class: "last", "data-squares": canvas.board.names(mask).join(" ") },
    ...[[halo, 0.13], [colour, 0.075]].map(([stroke, width]) => element("path", { d: data, fill: "none", stroke, "stroke-width": scaled(width) })));
}
