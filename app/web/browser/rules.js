// The six games with their options: boards, tables of placements, and what the kernel is told of them.

import { GameError, NotHereError } from "./errors.js";
import { Board, has, maskOf, readTextBoard } from "./geometry.js";
import { lightAndDark, SHAPES, stacked, tableOf } from "./placements.js";

const LARGEST_SIDE = 11;

// The kinds of pieces as `games.json` has them, with a supply of L, I, T and S.
function supplied(kinds, supply) {
  return kinds.map((kind) => {
    const count = supply[SHAPES.indexOf(kind.shape)];
    if (kind.of && count % kind.of) throw new GameError(`supply: ${count} pieces of ${kind.shape}: expected a multiple of ${kind.of}, as the colouring each-once gives the six patterns of a shape to one piece each`);
    return { ...kind, count: kind.of ? count / kind.of * kind.each : count };
  });
}

// The squares in ascending order: where the kernel weighs equal ones, the first counts, and node counts depend on it.
function tetrominoNumbers({ length, placements }) {
  return [length, ...placements.flatMap(({ shape, kind, squares, black }) => {
    const ascending = [...squares].sort((one, other) => one - other);
    const blackBits = ascending.reduce((found, square, i) => found | (black !== null && has(black, square) ? 1 << i : 0), 0);
    return [SHAPES.indexOf(shape), kind, ...ascending, blackBits];
  })];
}

const dominoNumbers = (table) => [table.length, ...table.placements.flatMap(lightAndDark)];
const list = (numbers) => [numbers.length, ...numbers];
const supplyNumbers = (table) => list(table.kinds.map(({ count }) => Math.min(count, table.board.size)));

const usualGroups = (size) => (size < 8 ? 1 : size < 10 ? 2 : 3);

class Rules {
  hasSwap = false;
  swapChangesValue = false;
  halves = ["light", "dark"];
  symbols = null;
  tetrominoes = null;  // the phase of tetrominoes: its table, and where its placements begin in the table of the game
  taijitus = null;
  firstSquare = null;  // what the first tetromino has to cover
  second = false;      // whether second-largest groups are compared

  constructor(described, options) {
    Object.assign(this, { name: described.name, title: described.title, sides: described.sides, options });
  }

  get isDouble() { return this.tetrominoes !== null && this.taijitus !== null; }
  get supplyOfFour() {
    const { supply } = this.options;
    if (!Array.isArray(supply) || supply.length !== 4) throw new GameError(`supply ${supply}: expected four numbers, for L, I, T and S`);
    return supply;
  }
}

class BattleOfLits extends Rules {
  kernelName = "battle_of_lits";
  hasSwap = true;

  constructor(described, options, pieces) {
    super(described, options);
    options.rows ??= options.size;
    this.board = new Board(options.size, options.rows);
    this.symbols = options.symbols ?? Array(options.rows).fill(".".repeat(options.size));
    delete options.symbols;
    this.characters = readTextBoard(this.symbols, "XO.");
    if (this.symbols.length !== options.rows || this.symbols[0].length !== options.size) {
      throw new GameError(`board of ${this.symbols[0].length}×${this.symbols.length} squares: expected ${options.size}×${options.rows} as the options say`);
    }
    this.marks = ["X", "O"].map((symbol) => maskOf([...this.characters].flatMap((each, square) => (each === symbol ? [square] : []))));
    this.table = tableOf(this.board, supplied(pieces.plain, this.supplyOfFour));
    this.tetrominoes = { table: this.table, begins: 0 };
  }

  get kernelArguments() {
    const symbols = [...this.characters].map((each) => (each === "X" ? 1 : each === "O" ? -1 : 0));
    return [this.board.columns, this.board.rows, ...tetrominoNumbers(this.table), ...supplyNumbers(this.table), ...list(symbols)];
  }
}

function readTailits(rules, pieces) {
  const { options } = rules;
  if (options.colouring === "pieces" || options.pieces?.length) throw new NotHereError("TAILITS with drawn pieces");
  delete options.pieces;
  options.supply ??= [6, 6, 6, 6];
  rules.board = new Board(options.size, options.size);
  rules.firstSquare = Math.floor(rules.board.size / 2);
  rules.second = options.scoring === "second";
  const kinds = supplied(pieces[`${options.colouring}${options.flips ? "" : " without flips"}`], rules.supplyOfFour);
  return tableOf(rules.board, kinds);
}

class Tailits extends Rules {
  kernelName = "tailits";

  constructor(described, options, pieces) {
    super(described, options);
    this.table = readTailits(this, pieces);
    this.tetrominoes = { table: this.table, begins: 0 };
  }

  get kernelArguments() {
    return [this.board.columns, ...tetrominoNumbers(this.table), ...supplyNumbers(this.table), Number(this.second)];
  }
}

class Taiji extends Rules {
  kernelName = "taiji";

  constructor(described, options, pieces) {
    super(described, options);
    options.groups ??= usualGroups(options.size);
    this.groups = options.groups;
    this.board = new Board(options.size, options.size);
    this.table = tableOf(this.board, pieces.taijitu);
    this.taijitus = { table: this.table, begins: 0 };
  }

  get kernelArguments() { return [this.board.columns, this.groups, ...dominoNumbers(this.table)]; }
}

class Wythe extends Rules {
  kernelName = "wythe";
  hasSwap = true;
  halves = ["white", "black"];

  constructor(described, options, pieces) {
    super(described, options);
    this.board = new Board(options.size, options.size);
    this.table = tableOf(this.board, pieces.taijitu, Math.max(1, Math.floor(Math.log2(this.board.size))));
  }

  get kernelArguments() {
    return [this.board.columns, this.table.length, ...this.table.placements.flatMap((each) => [...lightAndDark(each), each.level])];
  }
}

class TailitsTaiji extends Rules {
  kernelName = "tailits_taiji";

  constructor(described, options, pieces) {
    super(described, options);
    options.groups ??= usualGroups(options.size);
    this.groups = options.groups;
    const below = readTailits(this, pieces), above = tableOf(this.board, pieces.taijitu);
    this.tetrominoes = { table: below, begins: 0 };
    this.taijitus = { table: above, begins: below.length };
    this.table = stacked(below, above);
  }

  get kernelArguments() {
    const { table } = this.tetrominoes;
    return [this.board.columns, ...tetrominoNumbers(table), ...supplyNumbers(table), Number(this.second), ...dominoNumbers(this.taijitus.table), this.groups];
  }
}

class TaijiBattle extends Rules {
  kernelName = "taiji_battle";
  hasSwap = true;
  swapChangesValue = true;

  constructor(described, options, pieces) {
    super(described, options);
    options.groups ??= usualGroups(options.size);
    this.groups = options.groups;
    this.board = new Board(options.size, options.size);
    const below = tableOf(this.board, pieces.taijitu), above = tableOf(this.board, supplied(pieces.plain, this.supplyOfFour));
    this.taijitus = { table: below, begins: 0 };
    this.tetrominoes = { table: above, begins: below.length };
    this.table = stacked(below, above);
  }

  get kernelArguments() {
    const { table } = this.tetrominoes;
    return [this.board.columns, ...dominoNumbers(this.taijitus.table), ...tetrominoNumbers(table), ...supplyNumbers(table), this.groups];
  }
}

const CLASSES = {
  "battle-of-lits": BattleOfLits, tailits: Tailits, taiji: Taiji, wythe: Wythe,
  "tailits+taiji": TailitsTaiji, "taiji+battle-of-lits": TaijiBattle,
};

function checkOption({ name, default: usual, lowest, highest, odd, choices }, value) {
  const wrong = (expected) => new GameError(`${name} ${JSON.stringify(value)}: expected ${expected}`);
  if (choices?.length) {
    if (!choices.includes(value)) throw wrong(choices.join(" or "));
    return;
  }
  if (typeof usual === "boolean") {
    if (typeof value !== "boolean") throw wrong("true or false");
    return;
  }
  if (name === "pieces") return;
  if (Array.isArray(value) !== Array.isArray(usual)) throw wrong(Array.isArray(usual) ? "a list of whole numbers" : "a whole number");
  for (const number of Array.isArray(value) ? value : [value]) {
    if (!Number.isSafeInteger(number)) throw wrong("a whole number");
    if ((lowest !== undefined && number < lowest) || (highest !== undefined && number > highest)) throw wrong(`${lowest}${highest !== undefined ? ` to ${highest}` : " or more"}`);
    if (odd && number % 2 === 0) throw wrong("an odd number");
  }
}

// The rules of a game by its name and options; `data` is `games.json`.
export function createRules(data, name, given = {}, symbols = null) {
  const described = data.games.find((each) => each.name === name);
  if (!described) throw new GameError(`game ${JSON.stringify(name)}: expected one of ${data.games.map((each) => each.name).join(", ")}`);
  const known = described.options.filter((each) => each.name !== "symbols");
  for (const option of Object.keys(given)) {
    if (!known.some((each) => each.name === option)) throw new GameError(`option ${JSON.stringify(option)}: expected one of ${known.map((each) => each.name).join(", ")}`);
  }
  const options = {};
  for (const each of known) {
    const value = given[each.name] ?? (data.derived[name].includes(each.name) ? undefined : each.default ?? undefined);
    if (value !== undefined) checkOption(each, value);
    options[each.name] = Array.isArray(value) ? [...value] : value;
  }
  if (Math.max(options.size, options.rows ?? 0) > LARGEST_SIDE) throw new NotHereError(`a board with more than ${LARGEST_SIDE} squares on a side`);
  if (symbols) {
    if (!described.options.some((each) => each.name === "symbols")) throw new GameError(`board: expected none, as ${described.title} has no symbols`);
    options.symbols = symbols;
  }
  return new CLASSES[name](described, options, data.pieces);
}
