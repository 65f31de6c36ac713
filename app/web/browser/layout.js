// What lies on the board, piece by piece. The kernel says what is legal; here is why something is not, what could still
// be covered, and what the groups are.

import { Bitset } from "./bitset.js";
import { bits, countBits, has } from "./geometry.js";

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

// Tetrominoes.
export class Layout {
  constructor(rules, placed) {
    const { table } = rules.tetrominoes;
    this.rules = rules;
    this.board = rules.board;
    this.table = table;
    this.placed = placed.map((index) => table.placements[index]);
    this.covered = this.placed.reduce((mask, each) => mask | each.mask, 0n);
    this.black = this.placed.reduce((mask, each) => mask | (each.black ?? 0n), 0n);
    this.left = table.kinds.map(({ count }) => count);
    for (const { kind } of this.placed) this.left[kind] -= 1;
  }

  get white() { return this.covered & ~this.black; }

  // The 2×2 blocks that a placement would complete.
  #completed(placement) {
    const covered = this.covered | placement.mask;
    return this.table.windowsOf(placement).filter((window) => !(window & ~covered) && window & ~this.covered);
  }

  // The placements that break no rule but the one that a tetromino shares an edge with another.
  get remaining() {
    const found = new Bitset(this.table.length);
    const near = new Map(this.table.kinds.map(({ shape }) => [shape, 0n]));
    for (const { shape, mask } of this.placed) near.set(shape, near.get(shape) | this.board.adjacent(mask));
    for (const each of this.table.placements) {
      if (!this.left[each.kind] || each.mask & this.covered || each.mask & near.get(each.shape)) continue;
      if (!this.#completed(each).length) found.add(each.index);
    }
    return found;
  }

  // The remaining placements that are legal or that a chain of remaining placements could connect.
  reachable(legal) {
    const { remaining } = this;
    const found = Bitset.of(this.table.length, legal);
    let frontier = found.copy();
    while (!frontier.isEmpty) {
      const left = remaining.copy().drop(found);
      if (left.isEmpty) break;
      const spread = new Bitset(this.table.length);
      for (const index of frontier) spread.unite(this.table.touches(index));
      frontier = spread.keep(left);
      found.unite(frontier);
    }
    return found;
  }

  // The bare squares that no placement can cover any more.
  protectedSquares(legal) {
    let coverable = 0n;
    for (const index of this.reachable(legal)) coverable |= this.table.placements[index].mask;
    return this.board.all & ~this.covered & ~coverable;
  }

  brokenRules(placement, firstRule) {
    const { board } = this;
    const broken = [];
    const overlapping = placement.mask & this.covered;
    if (overlapping) broken.push(`it overlaps a tetromino on ${board.names(overlapping).join(", ")}`);
    if (!this.placed.length && this.rules.firstSquare !== null && !has(placement.mask, this.rules.firstSquare)) broken.push(firstRule);
    const around = board.adjacent(placement.mask);
    if (this.placed.length && !(around & this.covered)) broken.push("it shares no edge with another tetromino");
    for (const other of [...this.placed].sort((one, two) => one.index - two.index)) {
      if (other.shape === placement.shape && other.mask & around && !(other.mask & placement.mask)) {
        broken.push(`it shares an edge with the ${other.shape} on ${other.squares.map((square) => board.name(square)).join(", ")}`);
      }
    }
    // In the order of the squares of the piece, as the table lists its blocks.
    const blocks = this.#completed(placement);
    for (const window of new Set(placement.squares.flatMap((square) => blocks.filter((each) => has(each, square))))) {
      broken.push(`it completes the 2×2 block ${board.names(window).join(", ")}`);
    }
    if (!this.left[placement.kind]) broken.push(`no such ${placement.shape} is left in the supply`);
    return broken;
  }

  // For black and for white the sizes of the largest group and of the second-largest.
  rankedGroups() {
    return [this.black, this.white].map((colour) => {
      const sizes = this.board.groups(colour, true).slice(0, 2).map(countBits);
      return [sizes[0] ?? 0, sizes[1] ?? 0];
    });
  }

  write(characters) {
    for (const { shape, squares } of this.placed) for (const square of squares) characters[square] = shape;
    return characters;
  }
}

// Taijitus.
export class Packing {
  constructor(rules, placed) {
    const { table } = rules.taijitus;
    this.board = rules.board;
    this.table = table;
    this.placed = placed.map((index) => table.placements[index]);
    this.dark = this.placed.reduce((mask, each) => mask | each.black, 0n);
    this.light = this.placed.reduce((mask, each) => mask | each.mask, 0n) & ~this.dark;
  }

  get occupied() { return this.light | this.dark; }

  scores(groups) {
    return [this.light, this.dark].map((colour) => sum(this.board.groups(colour).slice(0, groups).map(countBits)));
  }

  overlapRule(placement) {
    const occupied = placement.mask & this.occupied;
    return occupied ? [`it overlaps a taijitu on ${this.board.names(occupied).join(", ")}`] : [];
  }

  protectedSquares(legal) {
    return this.board.all & ~legal.reduce((mask, index) => mask | this.table.placements[index].mask, 0n);
  }

  write(characters) {
    for (const square of bits(this.light)) characters[square] = "w";
    for (const square of bits(this.dark)) characters[square] = "b";
    return characters;
  }
}

// The stacks of Wythe, from placements each of which is on those before it.
export class Stacks {
  constructor(rules, placed) {
    const { table, board } = rules;
    this.board = board;
    this.sides = rules.sides;
    this.heights = Array(board.size).fill(0);
    this.tops = Array(board.size).fill(null);
    this.locked = 0n;  // the squares whose uppermost bit is the only uncovered one of its piece
    for (const index of placed) {
      const placement = table.placements[index];
      for (const square of placement.squares) {
        const below = this.tops[square];
        if (below) this.locked |= below.mask & ~(1n << BigInt(square));
        this.heights[square] += 1;
        this.tops[square] = placement;
      }
    }
  }

  // 0 for black, 1 for white, null where there is no stack.
  colour(square) {
    const top = this.tops[square];
    return top ? (has(top.black, square) ? 0 : 1) : null;
  }

  ofSide(side) {
    let found = 0n;
    for (let square = 0; square < this.board.size; square += 1) if (this.colour(square) === side) found |= 1n << BigInt(square);
    return found;
  }

  // The biggest group size of which a side has more groups than the other; 0 if there is none.
  scores() {
    const counts = [0, 1].map((side) => {
      const sizes = new Map();
      for (const group of this.board.groups(this.ofSide(side))) sizes.set(countBits(group), (sizes.get(countBits(group)) ?? 0) + 1);
      return sizes;
    });
    return [0, 1].map((side) => Math.max(0, ...[...counts[side]].filter(([size, count]) => count > (counts[1 - side].get(size) ?? 0)).map(([size]) => size)));
  }

  protectedSquares(isOver) {
    const { board } = this;
    if (isOver) return board.all;
    const unlocked = board.all & ~this.locked;
    let found = board.all;
    for (const square of bits(unlocked)) if (board.adjacent(1n << BigInt(square)) & unlocked) found &= ~(1n << BigInt(square));
    return found;
  }

  brokenRules(placement) {
    const { board, heights, tops } = this;
    const [first, second] = placement.squares;
    const broken = [];
    if (heights[first] !== heights[second]) {
      broken.push(`the stacks on ${board.name(first)} and ${board.name(second)} differ in height (${heights[first]} and ${heights[second]})`);
    } else if (heights[first] !== placement.level) {
      broken.push(`the stacks are ${heights[first]} high, not ${placement.level}`);
    }
    for (const square of placement.squares) {
      const bit = has(placement.black, square) ? 0 : 1;
      if (this.colour(square) === bit) broken.push(`a ${this.sides[bit]} bit would lie on a ${this.sides[bit]} bit on ${board.name(square)}`);
    }
    const hidden = new Set(placement.squares.filter((square) => tops[square] && (has(this.locked, square) || tops[first] === tops[second])).map((square) => tops[square].squares));
    for (const squares of new Map([...hidden].map((each) => [each.join(), each])).values()) {
      broken.push(`the piece on ${squares.map((square) => board.name(square)).join(" and ")} would have no uncovered bit`);
    }
    return broken;
  }

  write(characters) { return characters.map((bare, square) => (this.tops[square] ? "bw"[this.colour(square)] : bare)); }
}
