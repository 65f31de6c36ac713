// A puzzle that is drawn or solved: walls between squares, regions, marks, and their history.
// Squares are numbered row by row from the top left.

import { tr } from "./language.js";
import { parseSquare, squareName, tetrominoOf } from "./pieces.js";
import { COLUMNS, PUZZLES } from "./rulebook.js";

/**
 * @typedef {{shaded: boolean, trial: boolean}} Mark
 *
 * @typedef {import("../api.d.ts").components["schemas"]["GridRequest"]} GridRequest
 */

export class Grid {
  rules = "lits";
  rows = 0;
  cols = 0;
  /** @type {Set<string>} */
  walls = new Set();
  /** @type {Set<number>} Squares that belong to no region. */
  outside = new Set();
  /** @type {Map<number, Mark>} */
  marks = new Map();
  /** @type {string | null} The marks before a trial. */
  trial = null;
  /** @type {number[]} The region of each square; -1 is none. */
  regions = [];
  /** @type {number[][]} The squares of each region. */
  members = [];
  /** @type {string[]} States for undo. */
  past = [];
  /** @type {string[]} States for redo. */
  future = [];

  /**
   * @param {number} rows
   * @param {number} cols
   */
  constructor(rows, cols) {
    this.clear(rows, cols);
  }

  /**
   * Begin with an empty grid of a size.
   *
   * @param {number} rows
   * @param {number} cols
   */
  clear(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.walls = new Set();
    this.outside = new Set();
    this.marks = new Map();
    this.trial = null;
    this.find();
  }

  get size() {
    return this.rows * this.cols;
  }
  /** @param {number} square */
  name(square) {
    return squareName(square % this.cols, this.rows - 1 - Math.floor(square / this.cols));
  }
  /** @param {string} name */
  square(name) {
    const [column, row] = parseSquare(name);
    return (this.rows - 1 - row) * this.cols + column;
  }
  /**
   * Values of all squares, as rows.
   *
   * @template Value
   * @param {Value[]} values
   */
  inRows(values) {
    return Array.from({ length: this.rows }, (_, row) =>
      values.slice(row * this.cols, (row + 1) * this.cols),
    );
  }

  /** @param {number} square */
  neighbours(square) {
    const column = square % this.cols;
    const found = [];
    if (column > 0) found.push(square - 1);
    if (column < this.cols - 1) found.push(square + 1);
    if (square >= this.cols) found.push(square - this.cols);
    if (square + this.cols < this.size) found.push(square + this.cols);
    return found;
  }

  /**
   * The wall between two neighbours.
   *
   * @param {number} first
   * @param {number} second
   */
  static wall(first, second) {
    return first < second ? `${first} ${second}` : `${second} ${first}`;
  }

  /**
   * The squares that a path connects with one.
   *
   * @param {number} start
   * @param {(square: number, other: number) => boolean} joins Whether a step is part of a path.
   */
  #connected(start, joins) {
    const found = new Set([start]);
    for (const square of found) {
      for (const other of this.neighbours(square)) if (joins(square, other)) found.add(other);
    }
    return [...found];
  }

  // Find the regions: squares without a wall between them, numbered from 0; -1 is none.
  find() {
    this.regions = new Array(this.size).fill(-1);
    this.members = [];
    const joins = (/** @type {number} */ square, /** @type {number} */ other) =>
      !this.outside.has(other) && !this.walls.has(Grid.wall(square, other));
    for (let start = 0; start < this.size; start += 1) {
      if (this.regions[start] >= 0 || this.outside.has(start)) continue;
      const found = this.#connected(start, joins).sort((one, other) => one - other);
      for (const square of found) this.regions[square] = this.count;
      this.members.push(found);
    }
  }

  get count() {
    return this.members.length;
  }

  /**
   * Set the regions, and walls between them.
   *
   * @param {number[]} regions
   */
  setRegions(regions) {
    this.walls.clear();
    this.outside = new Set(regions.flatMap((region, square) => (region < 0 ? [square] : [])));
    for (let square = 0; square < this.size; square += 1) {
      for (const other of this.neighbours(square)) {
        if (regions[square] !== regions[other]) this.walls.add(Grid.wall(square, other));
      }
    }
    this.find();
  }

  /**
   * Move a square to the region of another one, or to a region of its own.
   *
   * @param {number} square
   * @param {number | null} from
   */
  paint(square, from) {
    const regions = [...this.regions];
    regions[square] = from === null ? this.count : regions[from];
    this.setRegions(regions);
  }

  get rule() {
    return PUZZLES[this.rules];
  }
  /** @param {number} square */
  isShaded(square) {
    return this.marks.get(square)?.shaded;
  }

  // The number of shaded squares in the solution; null if regions may be left out.
  get total() {
    if (this.rule.isOptional) return null;
    const covered = 4 * this.rule.tetrominoes * this.count;
    return this.rule.isInverse ? this.members.flat().length - covered : covered;
  }

  // The known squares of the tetromino of each region; of two, each group of shaded squares.
  parts() {
    if (this.rule.tetrominoes > 1) {
      return this.members.flatMap((members) => this.#groupsOf(members));
    }
    return this.members.map((members) => {
      if (!this.rule.isInverse) return members.filter((square) => this.isShaded(square));
      const left = members.filter((square) => !this.isShaded(square));
      return left.length > 4 ? left.filter((square) => this.marks.has(square)) : left;
    });
  }

  /**
   * The connected groups of the shaded squares of a region.
   *
   * @param {number[]} members
   */
  #groupsOf(members) {
    const waiting = new Set(members.filter((square) => this.isShaded(square)));
    const joins = (/** @type {number} */ square, /** @type {number} */ other) =>
      this.isShaded(other) === true && this.regions[other] === this.regions[square];
    return [...waiting].flatMap((start) => {
      if (!waiting.has(start)) return [];
      const group = this.#connected(start, joins);
      for (const square of group) waiting.delete(square);
      return [group];
    });
  }

  // The shapes of complete tetrominoes, by square.
  finished() {
    /** @type {Map<number, string>} */
    const found = new Map();
    for (const part of this.parts()) {
      const shape =
        part.length === 4 &&
        tetrominoOf(part.map((square) => [square % this.cols, Math.floor(square / this.cols)]));
      if (shape && this.rule.shapes.includes(shape)) {
        for (const square of part) found.set(square, shape);
      }
    }
    return found;
  }

  // The rules that the marks break, in words, with the squares.
  broken() {
    const { isInverse, mayBeBlank, shapes } = this.rule;
    const isDouble = this.rule.tetrominoes > 1;
    const region = (/** @type {number} */ square) => this.regions[square];
    const shaded = this.members.flat().filter((square) => this.isShaded(square));
    /** @type {{text: string, squares: number[]}[]} */
    const found = [];
    const note = (/** @type {string} */ text, /** @type {number[]} */ squares) => {
      if (squares.length) found.push({ text, squares: [...new Set(squares)] });
    };
    const finished = this.finished();
    const parts = this.parts();
    const tooLarge = isDouble
      ? tr("More than four shaded squares of a region are connected.")
      : tr("More than four squares are shaded in a region.");
    note(
      isInverse ? tr("More than four squares are unshaded in a region.") : tooLarge,
      parts.filter((part) => part.length > 4).flat(),
    );
    if (isDouble) {
      const groups = this.members.map((members) => this.#groupsOf(members));
      note(
        tr("More than eight squares are shaded in a region."),
        groups.filter((each) => each.flat().length > 8).flat(2),
      );
      note(
        tr("Eight squares in a region are not two tetrominoes."),
        groups
          .filter((each) => each.flat().length === 8 && each.some((group) => group.length !== 4))
          .flat(2),
      );
    }
    if (isInverse) {
      note(
        tr("Fewer than four squares are left unshaded in a region."),
        this.members
          .filter((members) => members.filter((square) => !this.isShaded(square)).length < 4)
          .flat(),
      );
    }
    const blocks = this.regions
      .map((_, square) => [square, square + 1, square + this.cols, square + this.cols + 1])
      .filter(([first, , , last]) => first % this.cols < this.cols - 1 && last < this.size);
    const isO = (/** @type {number[]} */ block) =>
      finished.get(block[0]) === "O" &&
      block.every((square) => region(square) === region(block[0]));
    note(
      tr("A 2×2 block is full."),
      blocks
        .filter((block) => block.every((square) => this.isShaded(square)) && !isO(block))
        .flat(),
    );
    if (!mayBeBlank) {
      note(
        tr("A 2×2 block is blank."),
        blocks
          .filter((block) =>
            block.every((square) => region(square) >= 0 && this.isShaded(square) === false),
          )
          .flat(),
      );
    }
    note(
      shapes.includes("O")
        ? tr("Four squares in a region form no L, I, T, S or O.")
        : tr("Four squares in a region form no L, I, T or S."),
      parts.filter((part) => part.length === 4 && !finished.has(part[0])).flat(),
    );
    note(
      tr("Two equal shapes share an edge."),
      [...finished.keys()].filter((square) =>
        this.neighbours(square).some(
          (other) =>
            region(other) !== region(square) && finished.get(other) === finished.get(square),
        ),
      ),
    );
    note(
      tr("A group is cut off from the rest."),
      this.#closed(shaded, Math.max(this.total ?? 0, shaded.length)),
    );
    return found;
  }

  // True if the number of shaded squares can be that of a solution: in all, or four or none in each
  // region.
  get isFull() {
    const shaded = this.members.map(
      (members) => members.filter((square) => this.isShaded(square)).length,
    );
    const all = shaded.reduce((sum, count) => sum + count, 0);
    return (
      all > 0 &&
      (this.total === null ? shaded.every((count) => count % 4 === 0) : all === this.total)
    );
  }

  /**
   * The squares of groups that can grow no more: no blank square touches them, and they are smaller
   * than `total`.
   *
   * @param {number[]} shaded
   * @param {number} total
   */
  #closed(shaded, total) {
    const isOpen = (/** @type {number} */ square) =>
      this.neighbours(square).some((other) => !this.marks.has(other) && this.regions[other] >= 0);
    const waiting = new Set(shaded);
    const found = [];
    for (const start of waiting) {
      const group = this.#connected(start, (_, other) => this.isShaded(other) === true);
      for (const square of group) waiting.delete(square);
      if (group.length < total && !group.some(isOpen)) found.push(...group);
    }
    return found;
  }

  // Mark the blank squares of finished regions.
  markFinished() {
    const finished = this.finished();
    for (const members of this.members) {
      const needed = this.rule.tetrominoes > 1 ? 8 : 1;
      if (members.filter((square) => finished.has(square)).length < needed) continue;
      for (const square of members) {
        if (!this.marks.has(square)) {
          this.mark(square, this.rule.isInverse && !finished.has(square));
        }
      }
    }
  }

  /**
   * Shade a square, dot it, or leave it blank.
   *
   * @param {number} square
   * @param {boolean | null} value
   */
  mark(square, value) {
    if (this.outside.has(square)) return;
    if (value === null) this.marks.delete(square);
    else this.marks.set(square, { shaded: value, trial: this.trial !== null });
  }

  /**
   * The request of a question about the puzzle.
   *
   * @returns {Omit<GridRequest, "shaded" | "unshaded"> & Partial<GridRequest>}
   */
  request(withMarks = false) {
    const named = (/** @type {boolean} */ shaded) =>
      [...this.marks]
        .filter(([, mark]) => mark.shaded === shaded)
        .map(([square]) => this.name(square));
    return {
      rows: this.rows,
      cols: this.cols,
      regions: this.inRows(this.regions),
      rules: this.rules,
      ...(withMarks ? { shaded: named(true), unshaded: named(false) } : {}),
    };
  }

  // --- undo and redo

  state() {
    return JSON.stringify({
      rules: this.rules,
      rows: this.rows,
      cols: this.cols,
      walls: [...this.walls],
      outside: [...this.outside],
      marks: [...this.marks].map(([square, mark]) => [square, mark.shaded, mark.trial]),
      trial: this.trial,
    });
  }

  // The state without marks.
  puzzle() {
    return JSON.stringify({ ...JSON.parse(this.state()), marks: [], trial: null });
  }

  /**
   * Show a state again.
   *
   * @param {string} text
   */
  restore(text) {
    const { rules = "lits", rows, cols, walls, outside, marks, trial } = JSON.parse(text);
    const whole = (/** @type {number} */ value) => Number.isInteger(value) && value >= 0;
    if (
      !whole(rows) ||
      !whole(cols) ||
      rows < 1 ||
      cols < 1 ||
      Math.max(rows, cols) > COLUMNS.length ||
      !Object.hasOwn(PUZZLES, rules)
    ) {
      throw new Error(text);
    }
    this.rules = rules;
    this.clear(rows, cols);
    this.walls = new Set(walls);
    this.outside = new Set(outside);
    for (const [square, shaded, isTrial] of marks) {
      this.marks.set(square, { shaded, trial: isTrial });
    }
    this.trial = trial;
    this.find();
    return this;
  }

  // Remember the state before a change.
  remember() {
    const now = this.state();
    if (this.past.at(-1) === now) return;
    this.past.push(now);
    this.future = [];
  }

  /**
   * Restore the last other state of a list, and add this one to another list.
   *
   * @param {string[]} from
   * @param {string[]} to
   */
  step(from, to) {
    const now = this.state();
    /** @type {string | undefined} */
    let target = now;
    while (target === now) target = from.pop();
    if (target === undefined) return false;
    to.push(now);
    this.restore(target);
    return true;
  }

  undo() {
    return this.step(this.past, this.future);
  }
  redo() {
    return this.step(this.future, this.past);
  }

  begin() {
    this.remember();
    this.trial = JSON.stringify([...this.marks]);
  }
  accept() {
    this.remember();
    for (const mark of this.marks.values()) mark.trial = false;
    this.trial = null;
  }
  discard() {
    this.remember();
    this.marks = new Map(JSON.parse(this.trial ?? "[]"));
    this.trial = null;
  }
}
