// A puzzle that is drawn or solved: walls between squares, regions, marks, and what can be taken back.
// Squares are numbered row by row from the top left.

import { squareName } from "./pieces.js";

const SHAPES = {
  "0,0 0,1 0,2 0,3": "I", "0,0 0,1 0,2 1,1": "T", "0,0 0,1 0,2 1,0": "L", "0,0 0,1 1,1 1,2": "S",
};

// The letter of four squares: the smallest of their eight pictures decides.
export function shapeOf(cells) {
  const pictures = [];
  for (const flip of [1, -1]) {
    let turned = cells.map(([x, y]) => [x * flip, y]);
    for (let quarter = 0; quarter < 4; quarter += 1) {
      turned = turned.map(([x, y]) => [y, -x]);
      const left = Math.min(...turned.map(([x]) => x)), low = Math.min(...turned.map(([, y]) => y));
      pictures.push(turned.map(([x, y]) => `${x - left},${y - low}`).sort().join(" "));
    }
  }
  return SHAPES[pictures.sort()[0]] ?? SHAPES[pictures.find((picture) => picture in SHAPES)] ?? null;
}

export class Grid {
  constructor(rows, cols) {
    this.clear(rows, cols);
    this.past = [];
    this.future = [];
  }

  clear(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.walls = new Set();
    this.outside = new Set();
    this.marks = new Map();
    this.trial = null;
    this.find();
  }

  get size() { return this.rows * this.cols; }
  name(square) { return squareName(square % this.cols, this.rows - 1 - Math.floor(square / this.cols)); }
  square(name) {
    if (this.names === undefined || this.named !== this.size * 1000 + this.cols) {
      this.names = new Map(Array.from({ length: this.size }, (_, each) => [this.name(each), each]));
      this.named = this.size * 1000 + this.cols;
    }
    return this.names.get(name);
  }

  neighbours(square) {
    const column = square % this.cols;
    return [column > 0 && square - 1, column < this.cols - 1 && square + 1, square >= this.cols && square - this.cols,
      square + this.cols < this.size && square + this.cols].filter((each) => each !== false);
  }

  // The wall between two neighbours.
  static wall(first, second) { return first < second ? `${first} ${second}` : `${second} ${first}`; }

  // Find the regions: squares that no wall parts, numbered from 0; -1 is none.
  find() {
    this.regions = new Array(this.size).fill(-1);
    let count = 0;
    for (let start = 0; start < this.size; start += 1) {
      if (this.regions[start] >= 0 || this.outside.has(start)) continue;
      const waiting = [start];
      this.regions[start] = count;
      while (waiting.length) {
        const square = waiting.pop();
        for (const other of this.neighbours(square)) {
          if (this.regions[other] >= 0 || this.outside.has(other) || this.walls.has(Grid.wall(square, other))) continue;
          this.regions[other] = count;
          waiting.push(other);
        }
      }
      count += 1;
    }
    this.count = count;
  }

  // Take over regions; walls stand where two differ.
  setRegions(regions) {
    this.walls.clear();
    this.outside = new Set(regions.flatMap((region, square) => (region < 0 ? [square] : [])));
    for (let square = 0; square < this.size; square += 1) {
      for (const other of this.neighbours(square)) if (regions[square] !== regions[other]) this.walls.add(Grid.wall(square, other));
    }
    this.find();
  }

  // Put a square into the region of another one, or into a region of its own.
  paint(square, from) {
    const regions = [...this.regions];
    regions[square] = from === null ? this.count : regions[from];
    this.setRegions(regions);
  }

  members(region) { return this.regions.flatMap((each, square) => (each === region ? [square] : [])); }

  // The shape in each region with exactly four connected shaded squares.
  finished() {
    const found = new Map();
    const shaded = new Map();
    for (const [square, mark] of this.marks) {
      if (!mark.shaded || this.regions[square] < 0) continue;
      const region = this.regions[square];
      shaded.set(region, [...(shaded.get(region) ?? []), square]);
    }
    for (const [region, squares] of shaded) {
      if (squares.length !== 4) continue;
      const shape = shapeOf(squares.map((square) => [square % this.cols, Math.floor(square / this.cols)]));
      if (shape) found.set(region, shape);
    }
    return found;
  }

  // Which rules the marks break, in words, and on which squares.
  broken() {
    const isShaded = (square) => this.marks.get(square)?.shaded === true;
    const shaded = [...this.marks.keys()].filter((square) => isShaded(square) && this.regions[square] >= 0);
    const found = [];
    const note = (text, squares) => { if (squares.length) found.push({ text, squares: [...new Set(squares)] }); };
    const finished = this.finished();
    const inRegion = new Map();
    for (const square of shaded) inRegion.set(this.regions[square], [...(inRegion.get(this.regions[square]) ?? []), square]);
    note("More than four squares are shaded in a region.", [...inRegion.values()].filter((squares) => squares.length > 4).flat());
    const blocks = shaded.map((square) => [square, square + 1, square + this.cols, square + this.cols + 1]).filter((block) => block[0] % this.cols < this.cols - 1 && block.every(isShaded));
    note("A 2×2 block is full.", blocks.flat());
    note("Four squares in a region form no L, I, T or S.", [...inRegion].filter(([region, squares]) => squares.length === 4 && !finished.has(region)).flatMap(([, squares]) => squares));
    const shape = (square) => finished.get(this.regions[square]);
    note("Two equal shapes share an edge.", shaded.filter((square) => shape(square) && this.neighbours(square).some((other) =>
      isShaded(other) && this.regions[other] !== this.regions[square] && shape(other) === shape(square))));
    note("A group is cut off from the rest.", this.#closedGroups(shaded).flat());
    return found;
  }

  // Groups of shaded squares that no blank square touches, while more is to be shaded.
  #closedGroups(shaded) {
    const waiting = new Set(shaded);
    const closed = [];
    for (const start of shaded) {
      if (!waiting.delete(start)) continue;
      const group = [start];
      let isOpen = false;
      for (const square of group) {
        for (const other of this.neighbours(square)) {
          if (waiting.delete(other)) group.push(other);
          else if (!this.marks.has(other) && this.regions[other] >= 0) isOpen = true;
        }
      }
      if (!isOpen && group.length < 4 * this.count) closed.push(group);
    }
    return closed;
  }

  // Dot the blank squares of finished regions; return whether there were any.
  dotFinished() {
    let isChanged = false;
    for (const region of this.finished().keys()) {
      for (const square of this.members(region)) {
        if (this.marks.has(square)) continue;
        this.mark(square, false);
        isChanged = true;
      }
    }
    return isChanged;
  }

  mark(square, value) {
    if (this.outside.has(square)) return;
    if (value === null) this.marks.delete(square);
    else this.marks.set(square, { shaded: value, trial: this.trial !== null });
  }

  // What the server is asked about.
  request(withMarks = false) {
    const regions = Array.from({ length: this.rows }, (_, row) => this.regions.slice(row * this.cols, (row + 1) * this.cols));
    const named = (shaded) => [...this.marks].filter(([, mark]) => mark.shaded === shaded).map(([square]) => this.name(square));
    return { rows: this.rows, cols: this.cols, regions, ...(withMarks ? { shaded: named(true), unshaded: named(false) } : {}) };
  }

  // --- what can be taken back

  state() {
    return JSON.stringify({
      rows: this.rows, cols: this.cols, walls: [...this.walls], outside: [...this.outside],
      marks: [...this.marks].map(([square, mark]) => [square, mark.shaded, mark.trial]), trial: this.trial,
    });
  }

  restore(text) {
    const { rows, cols, walls, outside, marks, trial } = JSON.parse(text);
    const whole = (value) => Number.isInteger(value) && value >= 0;
    if (!whole(rows) || !whole(cols) || rows < 1 || cols < 1 || rows > 100 || cols > 100) throw new Error("the address holds no puzzle");
    this.clear(rows, cols);
    this.walls = new Set(walls);
    this.outside = new Set(outside);
    this.marks = new Map(marks.map(([square, shaded, isTrial]) => [square, { shaded, trial: isTrial }]));
    this.trial = trial;
    this.find();
  }

  // Remember how it is before a change.
  remember() {
    const now = this.state();
    if (this.past.at(-1) === now) return;
    this.past.push(now);
    this.future = [];
  }

  step(from, to) {
    let target = from.pop();
    const now = this.state();
    while (target === now && from.length) target = from.pop();
    if (target === undefined || target === now) return false;
    to.push(now);
    this.restore(target);
    return true;
  }

  undo() { return this.step(this.past, this.future); }
  redo() { return this.step(this.future, this.past); }

  begin() { this.remember(); this.trial = JSON.stringify([...this.marks]); }
  accept() {
    this.remember();
    for (const mark of this.marks.values()) mark.trial = false;
    this.trial = null;
  }
  discard() {
    this.remember();
    this.marks = new Map(JSON.parse(this.trial));
    this.trial = null;
  }
}
