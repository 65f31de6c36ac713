// LITS puzzles: read, written as a link, solved and checked.

import { GameError, NotHereError } from "./errors.js";
import { Board, maskOf } from "./geometry.js";

const CHECK_SECONDS = 2;
const DIGITS = "0123456789abcdefghijklmnopqrstuv";
const BITS = 5;
const SHAPES = "LITS";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LARGEST_SIDE = 30;

// A puzzle: its board, and of each square the region from 0, or -1 for none; the lowest row first.
class Puzzle {
  constructor(columns, rows, regions) {
    this.board = new Board(columns, rows);
    this.regions = regions;
    this.count = Math.max(-1, ...regions) + 1;
  }

  static ofRows(rows) { return new Puzzle(rows[0].length, rows.length, [...rows].reverse().flat()); }
  get rows() {
    const { columns, rows } = this.board;
    return Array.from({ length: rows }, (_, row) => this.regions.slice(row * columns, (row + 1) * columns)).reverse();
  }
  mask(region) { return maskOf(this.regions.flatMap((each, square) => (each === region ? [square] : []))); }
}

function puzzleOf({ rows, cols, regions }) {
  if (Math.max(rows, cols) > LARGEST_SIDE) throw new NotHereError(`a puzzle with more than ${LARGEST_SIDE} squares on a side`);
  if (regions.length !== rows || regions.some((row) => row.length !== cols)) throw new GameError(`regions: expected ${rows} rows of ${cols} numbers`);
  return Puzzle.ofRows(regions.map((row) => row.map((number) => number - 1)));
}

function checked(puzzle) {
  for (const region of new Set(puzzle.regions)) {
    if (region < 0) continue;
    const parts = puzzle.board.groups(puzzle.mask(region));
    const size = puzzle.regions.filter((each) => each === region).length;
    const where = puzzle.board.names(parts[0])[0];
    if (parts.length > 1) throw new GameError(`the region at ${where} is in ${parts.length} parts: expected a connected region`);
    if (size < 4) throw new GameError(`the region at ${where} has ${size} squares: expected at least 4, the size of a tetromino`);
  }
  return puzzle;
}

// --- links of puzz.link and its relatives: borders to the right of squares, then borders below them

const LINK = /^(?:https?:\/\/)?([^\s?]*\?)?(?:type=editor&)?\/?(?:([a-z][a-z0-9]+)(?:_edit|_play|_editor|_player)?\/)?(?:([a-z])\/)?(-?\w+)\/(-?\w+)\/([^/?&#\s]*)/;

function readSide(what, text) {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (!number) throw new GameError(`'${text}' ${what}: expected a number from 1`);
  if (number > LARGEST_SIDE) throw new NotHereError(`a puzzle of ${text} ${what}`);
  return number;
}

function readLink(text) {
  const found = LINK.exec(text);
  if (!found) throw new GameError(`the URL ${JSON.stringify(text.slice(0, 60))}: expected …?lits/COLUMNS/ROWS/BORDERS`);
  const [, address = "", named, flag, columns, rows, body] = found;
  const old = /\/([a-z0-9]+)\/(?:sa|pzprv3)\//.exec(`/${address}`);
  const kind = named ?? old?.[1] ?? "lits";
  if (kind !== "lits") throw new GameError(`a URL of a puzzle of the type '${kind}': expected lits`);
  const wide = readSide("columns", columns), high = readSide("rows", rows);
  if (flag === "d" || (old && flag !== "c")) {
    if (body.length !== wide * high || !/^[A-Za-z]*$/.test(body)) throw new GameError(`${body.length} characters of regions: expected ${wide * high} letters, one per square`);
    return byBorders(wide, high, (one, other) => body[one] !== body[other]);
  }
  const counts = [(wide - 1) * high, wide * (high - 1)];
  const lengths = counts.map((count) => Math.ceil(count / BITS));
  if (body.length !== lengths[0] + lengths[1]) throw new GameError(`${body.length} characters of borders: expected ${lengths[0] + lengths[1]} for ${wide}×${high} squares`);
  const walls = (part, count) => [...part].flatMap((digit, at) => {
    const value = DIGITS.indexOf(digit);
    if (value < 0) throw new GameError(`'${digit}' among the borders: expected a digit from 0 to 9 or a to v`);
    const digits = Array.from({ length: BITS }, (_, place) => (value >> (BITS - 1 - place)) & 1);
    if (digits.slice(Math.max(0, count - BITS * at)).includes(1)) throw new GameError("bits beyond the last border: expected zeros");
    return digits;
  });
  const right = walls(body.slice(0, lengths[0]), counts[0]), below = walls(body.slice(lengths[0]), counts[1]);
  return byBorders(wide, high, (one, other) => {
    const row = Math.floor(one / wide);
    return (other === one + 1 ? right[row * (wide - 1) + (one % wide)] : below[one]) === 1;
  });
}

// The puzzle whose regions are what borders cut apart; squares are numbered from the top here.
function byBorders(wide, high, isBorder) {
  const regions = Array(wide * high).fill(-1);
  const isWall = (one, other) => isBorder(Math.min(one, other), Math.max(one, other));
  let count = 0;
  for (let start = 0; start < regions.length; start += 1) {
    if (regions[start] >= 0) continue;
    const waiting = [start];
    regions[start] = count;
    while (waiting.length) {
      const square = waiting.pop();
      const around = [];
      if (square % wide) around.push(square - 1);
      if (square % wide < wide - 1) around.push(square + 1);
      if (square >= wide) around.push(square - wide);
      if (square + wide < regions.length) around.push(square + wide);
      for (const next of around) {
        if (regions[next] >= 0 || isWall(square, next)) continue;
        regions[next] = count;
        waiting.push(next);
      }
    }
    count += 1;
  }
  const rows = Array.from({ length: high }, (_, row) => regions.slice(row * wide, (row + 1) * wide));
  for (let square = 0; square < regions.length; square += 1) {
    for (const next of [square + 1, square + wide]) {
      if (next >= regions.length || (next === square + 1 && next % wide === 0)) continue;
      if (regions[square] === regions[next] && isWall(square, next)) throw new GameError("a border ends inside a region: expected borders all around each region");
    }
  }
  return checked(Puzzle.ofRows(rows));
}

// The link of a puzzle; null where borders cannot say it.
function linkOf(puzzle) {
  if (puzzle.regions.includes(-1)) return null;
  try { checked(puzzle); } catch { return null; }
  const { rows } = puzzle;
  const digits = (walls) => {
    let text = "";
    for (let start = 0; start < walls.length; start += BITS) {
      let value = 0;
      for (let place = 0; place < BITS; place += 1) value = 2 * value + Number(walls[start + place] ?? false);
      text += DIGITS[value];
    }
    return text;
  };
  const right = rows.flatMap((row) => row.slice(1).map((region, column) => region !== row[column]));
  const below = rows.slice(1).flatMap((row, number) => row.map((region, column) => region !== rows[number][column]));
  return `https://puzz.link/p?lits/${puzzle.board.columns}/${puzzle.board.rows}/${digits(right)}${digits(below)}`;
}

// --- grids of letters

function readGrid(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("%"));
  if (lines.some((line) => line.includes(":"))) throw new NotHereError("a puzzle with a title or with givens");
  let rows = lines.map((line) => (line.includes(" ") ? line.split(/\s+/) : [...line]));
  if (lines.length === 1) rows = (lines[0].includes("/") ? lines[0].split("/").map((part) => part.trim()) : lines[0].split(/\s+/)).map((part) => (part.includes(" ") ? part.split(/\s+/) : [...part]));
  if (!rows.length) throw new GameError("no row of letters: expected a link, or a grid of regions");
  if (Math.max(rows.length, rows[0].length) > LARGEST_SIDE) throw new NotHereError(`a puzzle with more than ${LARGEST_SIDE} squares on a side`);
  const numbers = new Map();
  return checked(Puzzle.ofRows(rows.map((row) => {
    if (row.length !== rows[0].length) throw new GameError(`${row.length} squares in a row: expected ${rows[0].length}, as in the first row`);
    return row.map((label) => {
      if ([".", "@", "-1"].includes(label)) return -1;
      if (!/^[\p{L}\p{N}]+$/u.test(label)) throw new GameError(`'${label}' in a row: expected a letter, a digit, . or @`);
      if (!numbers.has(label)) numbers.set(label, numbers.size);
      return numbers.get(label);
    });
  })));
}

const isLink = (text) => /^(https?:\/\/|(www\.)?(puzz\.link|pzv\.jp|pzprxs)|lits(_edit|_play)?\/|\d+\/\d+\/[0-9a-v]+$)/.test(text);

function gridText(puzzle) {
  const label = (region) => (region < 0 ? "." : puzzle.count <= LETTERS.length ? LETTERS[region] : String(region));
  return puzzle.rows.map((row) => row.map(label).join(puzzle.count <= LETTERS.length ? "" : " ")).join("\n");
}

export function readPuzzle({ puzzle: text }) {
  const given = text.trim();
  if (/^[{[]/.test(given) || /penpa|^pzprv3|^begin|^puzzle/i.test(given)) throw new NotHereError("this format of puzzles");
  const puzzle = isLink(given) ? readLink(given) : readGrid(given);
  return {
    rows: puzzle.board.rows, cols: puzzle.board.columns, regions: puzzle.rows.map((row) => row.map((region) => region + 1)),
    givens: {}, url: linkOf(puzzle), text: gridText(puzzle),
  };
}

// --- solving

function solveByKernel(kernel, puzzle, seconds) {
  const { board, regions } = puzzle;
  // The kernel numbers regions without a gap.
  const used = [...new Set(regions.filter((region) => region >= 0))].sort((one, other) => one - other);
  const numbered = regions.map((region) => (region < 0 ? -1 : used.indexOf(region)));
  const begun = performance.now();
  const [isComplete, nodes, ...rest] = kernel.call("solve_puzzle", [board.columns, board.rows, numbered.length, ...numbered], 2, seconds);
  const solutions = [];
  for (let at = 0; at < rest.length; at += 5 * used.length) {
    solutions.push({ squares: rest.slice(at, at + 4 * used.length), shapes: rest.slice(at + 4 * used.length, at + 5 * used.length) });
  }
  const status = solutions.length > 1 ? "multiple" : !isComplete ? "undecided" : solutions.length ? "unique" : "impossible";
  return { status, solutions, nodes, numbered, seconds: (performance.now() - begun) / 1000 };
}

const shading = ({ squares }) => maskOf(squares);

export function checkGrid(kernel, request) {
  const puzzle = puzzleOf(request);
  const { board } = puzzle;
  const found = solveByKernel(kernel, puzzle, CHECK_SECONDS);
  const one = found.status === "unique" ? found.solutions[0] : null;
  const sizes = new Map();
  for (const region of puzzle.regions) if (region >= 0) sizes.set(region, (sizes.get(region) ?? 0) + 1);
  return {
    status: found.status,
    solution: one && board.names(shading(one)),
    shapes: one && Object.fromEntries([...one.squares].sort((a, b) => a - b).map((square) => [board.name(square), SHAPES[one.shapes[found.numbered[square]]]])),
    differing: found.solutions.length > 1 ? board.names(shading(found.solutions[0]) ^ shading(found.solutions[1])) : [],
    small: [...sizes].filter(([, size]) => size < 4).map(([region]) => region + 1).sort((a, b) => a - b),
    url: linkOf(puzzle), seconds: found.seconds,
  };
}

export function findMistakes(kernel, request) {
  const puzzle = puzzleOf(request);
  const found = solveByKernel(kernel, puzzle, Infinity);
  if (found.status !== "unique") throw new GameError(`solutions: ${found.status}: expected one to hold the state against`);
  const solution = shading(found.solutions[0]);
  const [shaded, unshaded] = [request.shaded, request.unshaded].map((names) => maskOf(names.map((name) => puzzle.board.parse(name))));
  return { wrong: puzzle.board.names((shaded & ~solution) | (unshaded & solution)), complete: shaded === solution };
}
