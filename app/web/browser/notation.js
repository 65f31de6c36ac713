// Moves as text, and back.

import { IllegalMoveError, notationError } from "./errors.js";
import { countBits, has, maskOf } from "./geometry.js";
import { lightAndDark, SHAPES } from "./placements.js";

export function formatPlacement(placement, board) {
  const { shape, squares, black } = placement;
  if (shape === "D") return lightAndDark(placement).map((square) => board.name(square)).join(",");
  const colour = (square) => (black === null ? "" : has(black, square) ? "b" : "w");
  return `${shape}[${squares.map((square) => board.name(square) + colour(square)).join(",")}]`;
}

export const formatMove = (move, { table, board }) => (typeof move === "number" ? formatPlacement(table.placements[move], board) : move);

// The index of the placement that a text names; `heights` are those of stacks.
export function parsePlacement(text, rules, heights = null) {
  const shapes = new Set(rules.table.kinds.map(({ shape }) => shape));
  const found = /^([LITS])\[([^[\]]*)\]$/.exec(text);
  if (found && SHAPES.some((shape) => shapes.has(shape))) return parseTetromino(text, found[1], found[2].split(","), rules);
  if (!found && shapes.has("D")) return parseDomino(text, rules, heights);
  throw notationError(text, `a move of ${rules.title} such as ${examples(rules).join(" or ")}`);
}

function examples({ table, isDouble, tetrominoes, taijitus, name }) {
  const coloured = table.kinds.some(({ shape, orientations }) => shape !== "D" && orientations[0][0][2]);
  const tetromino = coloured ? ["T[e6b,f6w,f7b,g6w]"] : ["L[a1,a2,a3,b1]"];
  return [...(tetrominoes ? tetromino : []), ...(isDouble || taijitus || name === "wythe" ? ["e5,e6"] : [])];
}

function parseDomino(text, { table, board, halves }, heights) {
  const names = text.split(",");
  if (names.length !== 2) throw notationError(text, `two squares, the ${halves[0]} one and the ${halves[1]} one, such as e5,e6`);
  const [light, dark] = names.map((name) => board.parse(name));
  if (!has(board.adjacent(1n << BigInt(light)), dark)) throw notationError(text, "two squares that share an edge");
  const placement = table.find("D", maskOf([light, dark]), 1n << BigInt(dark), heights ? heights[light] : 0);
  if (!placement) throw new IllegalMoveError(text, ["some piece under it would have no uncovered bit"]);
  return placement.index;
}

function shapeOf(board, squares, kinds) {
  const cells = squares.map((square) => [board.column(square), board.row(square)]);
  const left = Math.min(...cells.map(([column]) => column)), bottom = Math.min(...cells.map(([, row]) => row));
  const text = (all) => all.map(([column, row]) => `${column} ${row}`).sort().join();
  const here = text(cells.map(([column, row]) => [column - left, row - bottom]));
  return kinds.find(({ shape, orientations }) => shape !== "D" && orientations.some((each) => text(each) === here))?.shape ?? null;
}

function parseTetromino(text, shape, words, { table, board }) {
  const coloured = table.kinds.some((kind) => kind.shape !== "D" && kind.orientations[0][0][2] !== "");
  let black = 0n;
  const squares = words.map((word) => {
    if (!coloured) return board.parse(word);
    if (!/\d[bw]$/.test(word)) throw notationError(text, `a colour, b or w, after the square '${word}'`);
    const square = board.parse(word.slice(0, -1));
    if (word.endsWith("b")) black |= 1n << BigInt(square);
    return square;
  });
  const mask = maskOf(squares);
  if (squares.length !== 4 || countBits(mask) !== 4) throw notationError(text, `four different squares that form an ${shape}`);
  const actual = shapeOf(board, squares, table.kinds);
  if (actual !== shape) throw notationError(text, `squares that form the shape ${shape} (these form ${actual === null ? "no tetromino of this game" : `the shape ${actual}`})`);
  const inOrder = [...squares].sort((one, other) => board.column(one) - board.column(other) || one - other);
  if (inOrder.join() !== squares.join()) throw notationError(text, `the squares sorted by column, then row (${inOrder.map((square) => board.name(square)).join(",")})`);
  if (coloured && countBits(black) !== 2) throw notationError(text, `two black squares and two white ones (these are ${countBits(black)} black)`);
  const placement = table.find(shape, mask, coloured ? black : null);
  if (!placement) throw new IllegalMoveError(text, [`no ${shape} piece of this game can lie so: its colours are other ones`]);
  return placement.index;
}

export function parseMove(text, position) {
  if (text === "swap" || text === "pass") return text;
  return parsePlacement(text, position.rules, position.rules.name === "wythe" ? position.stacks.heights : null);
}

// A set of placements; in Wythe each is on those written before it.
export function parsePlacements(text, rules) {
  const heights = Array(rules.board.size).fill(0);
  const found = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const index = parsePlacement(word, rules, heights);
    if (found.includes(index)) throw notationError(word, "each placement once");
    found.push(index);
    for (const square of rules.table.placements[index].squares) heights[square] += 1;
  }
  return found;
}
