// Positions of the six games. What is legal and who has won is the kernel's answer.

import { GameError, IllegalMoveError, UnreachableError } from "./errors.js";
import { countBits } from "./geometry.js";
import { Layout, Packing, Stacks } from "./layout.js";
import { formatPlacement } from "./notation.js";

const PLACED_LAST_WINS = "whoever placed last wins ties";
const NOBODY_PLACED = "nothing could be placed: the side that could not begin loses ties";

// Asks the kernel about one game at a time.
export class Referee {
  #rules = null;

  constructor(kernel) { this.kernel = kernel; }

  ask(rules, name, input, ...more) {
    if (this.#rules !== rules) {
      this.#rules = null;
      this.kernel.call(rules.kernelName, rules.kernelArguments);
      this.#rules = rules;
    }
    return this.kernel.call(name, input, ...more);
  }
}

export class Position {
  #legal = null;
  #layout = null;
  #packing = null;
  #stacks = null;

  // `placed`: indices of the table, each of which lies on those before it. `suspect`: whether it was set up by hand, so
  // that perhaps no game leads here.
  constructor(referee, rules, { placed = [], toMove = 0, swapped = false, lastPlacer = 0, last = null, passes = 0, suspect = false } = {}) {
    const byLevel = (one, other) => rules.table.placements[one].level - rules.table.placements[other].level || one - other;
    Object.assign(this, { referee, rules, placed: [...placed].sort(byLevel), toMove, swapped, lastPlacer, last, passes, suspect });
  }

  static start(referee, rules) {
    const bare = new Position(referee, rules);
    // Where no tetromino fits at all, TAIJI begins at once and White has the half point.
    return bare.#hasHalfPoint && bare.secondPhase ? bare.#with({ toMove: 1, lastPlacer: 1 }) : bare;
  }

  #with(changes) {
    const { placed, toMove, swapped, lastPlacer, last, passes, suspect } = this;
    return new Position(this.referee, this.rules, { placed, toMove, swapped, lastPlacer, last, passes, suspect, ...changes });
  }

  get #hasHalfPoint() { return this.rules.name === "tailits+taiji"; }
  get question() { return [this.toMove, Number(this.swapped), this.lastPlacer, this.placed.length, ...this.placed]; }
  #ask(name) { return this.referee.ask(this.rules, name, this.question); }

  // The legal placements as indices of the table, in its order.
  get legal() {
    const length = this.rules.table.length;
    this.#legal ??= this.#ask("choices").filter((index) => index < length).sort((one, other) => one - other);
    return this.#legal;
  }

  get isOver() { return this.legal.length === 0; }
  isLegal(index) { return this.legal.includes(index); }

  #placedIn(phase) {
    return this.placed.map((index) => index - phase.begins).filter((index) => index >= 0 && index < phase.table.length);
  }
  #legalIn(phase) {
    return this.legal.map((index) => index - phase.begins).filter((index) => index >= 0 && index < phase.table.length);
  }

  get layout() { return this.#layout ??= new Layout(this.rules, this.#placedIn(this.rules.tetrominoes)); }
  get packing() { return this.#packing ??= new Packing(this.rules, this.#placedIn(this.rules.taijitus)); }
  get stacks() { return this.#stacks ??= new Stacks(this.rules, this.placed); }

  // Whether the second game of a double game is being played.
  get secondPhase() {
    const { rules } = this;
    if (!rules.isDouble) return false;
    const first = rules.tetrominoes.begins === 0 ? rules.tetrominoes : rules.taijitus;
    return this.#legalIn(first).length === 0;
  }

  get phase() { return Number(this.secondPhase); }
  get side() { return this.rules.sides[this.toMove]; }
  get halfPoint() { return this.#hasHalfPoint && this.secondPhase ? this.rules.sides[this.lastPlacer] : null; }

  get #ofSwapPhase() { return this.rules.isDouble ? this.layout.placed.length : this.placed.length; }
  get canSwap() { return this.rules.hasSwap && !this.swapped && this.toMove === 1 && this.#ofSwapPhase === 1; }
  get swapFollows() { return this.rules.hasSwap && !this.rules.swapChangesValue && !this.placed.length && this.toMove === 0; }

  // The moves that decide the value: indices, and "swap" where it is one of them.
  get choices() { return this.rules.swapChangesValue && this.canSwap && !this.isOver ? [...this.legal, "swap"] : this.legal; }
  get legalMoveCount() { return this.legal.length + (this.canSwap && !this.isOver ? 1 : 0); }

  get key() {
    const last = this.#hasHalfPoint && this.secondPhase ? this.lastPlacer : 0;
    return `${[...this.placed].sort((one, other) => one - other)} ${this.toMove} ${this.swapped} ${last}`;
  }

  // The position after a placement that is legal.
  place(index) {
    const after = this.#with({ placed: [...this.placed, index], toMove: 1 - this.toMove, last: index, passes: 0 });
    if (!this.rules.isDouble || this.secondPhase || !after.secondPhase) return after;
    // The other game begins: White starts TAIJI, and who began TAIJI+Battle of LITS starts its second phase.
    return after.#with(this.#hasHalfPoint ? { toMove: 1, lastPlacer: this.toMove } : { toMove: 0 });
  }

  withSwapMade() {
    const { rules } = this;
    if (!rules.hasSwap) throw new IllegalMoveError("swap", [`${rules.title} has no swap`]);
    if (!this.#ofSwapPhase) throw new IllegalMoveError("swap", ["the swap comes after the first placement, which is not made yet"]);
    if (this.#ofSwapPhase === 1 && this.isOver) throw new IllegalMoveError("swap", ["the first placement ended the game, so the swap came too late"]);
    return this.#with({ swapped: true, last: "swap", toMove: rules.swapChangesValue ? 1 - this.toMove : this.toMove });
  }

  brokenRules(move) {
    const { rules } = this;
    if (move === "swap") {
      if (!rules.hasSwap) return [`${rules.title} has no swap`];
      if (!this.canSwap) return ["the swap is only for the second player's first turn"];
      return this.isOver ? ["the game is over"] : [];
    }
    if (move === "pass") {
      if (rules.name !== "wythe") return [`${rules.title} has no pass`];
      if (!this.isOver) return ["passing is allowed only if no piece can be placed"];
      return this.passes === 2 ? ["both have passed: the game is over"] : [];
    }
    const placement = rules.table.placements[move];
    if (rules.name === "wythe") return this.stacks.brokenRules(placement);
    const inPhase = (phase) => phase && move >= phase.begins && move < phase.begins + phase.table.length;
    const firstRule = rules.firstSquare === null ? "" : `the first tetromino has to cover the centre ${rules.board.name(rules.firstSquare)}`;
    if (inPhase(rules.tetrominoes)) {
      if (rules.isDouble && rules.tetrominoes.begins && !this.secondPhase) return ["a taijitu can still be placed: Battle of LITS has not begun"];
      return this.layout.brokenRules(rules.tetrominoes.table.placements[move - rules.tetrominoes.begins], firstRule);
    }
    if (rules.isDouble && rules.taijitus.begins && !this.secondPhase) return ["a tetromino can still be placed: TAIJI has not begun"];
    const broken = this.packing.overlapRule(placement);
    const onTetrominoes = rules.isDouble && rules.taijitus.begins ? placement.mask & this.layout.covered : 0n;
    if (onTetrominoes && onTetrominoes !== placement.mask) {
      broken.push(`the taijitu on ${placement.squares.map((square) => rules.board.name(square)).join(", ")} would not lie flat: one half on the board, one on a tetromino`);
    }
    return broken;
  }

  check(move) {
    const isFine = typeof move === "number" ? this.isLegal(move) : !this.brokenRules(move).length;
    if (isFine) return;
    throw new IllegalMoveError(typeof move === "number" ? formatPlacement(this.rules.table.placements[move], this.rules.board) : move, this.brokenRules(move));
  }

  play(move) {
    this.check(move);
    return this.playUnchecked(move);
  }

  playUnchecked(move) {
    if (move === "swap") return this.withSwapMade();
    return move === "pass" ? this.#with({ last: "pass", passes: this.passes + 1 }) : this.place(move);
  }

  // What each phase brings the two players; one phase where the game is not a double one.
  phaseScores() {
    const { rules } = this;
    if (rules.name === "wythe") return [this.stacks.scores()];
    if (!rules.isDouble && rules.taijitus) return [this.packing.scores(rules.groups)];
    if (rules.name === "battle-of-lits") return [rules.marks.map((mark) => countBits(mark & ~this.layout.covered))];
    if (rules.name === "taiji+battle-of-lits") {
      const visible = [this.packing.light, this.packing.dark].map((squares) => countBits(squares & ~this.layout.covered));
      return [this.packing.scores(rules.groups), this.swapped ? visible.reverse() : visible];
    }
    const ranked = this.layout.rankedGroups().map((sizes) => sizes[Number(rules.second)]);
    if (!rules.isDouble) return [ranked];
    const [light, dark] = this.packing.scores(rules.groups);
    return [ranked, [dark, light]];
  }

  scores() { return this.phaseScores().reduce((total, each) => total.map((points, side) => points + each[side])); }

  outcome() {
    const value = this.#ask("final_value")[0];
    if (value === undefined) throw new GameError("the game is not over: it has no outcome yet");
    const scores = this.scores();
    const margin = scores[0] - scores[1];
    const winner = value > 0 ? 0 : 1;
    return { value, margin, scores, winner: this.rules.sides[winner], byTieRule: margin === 0, tieRule: this.#tieRule() };
  }

  #tieRule() {
    const { rules } = this;
    if (rules.name === "taiji") return "Dark wins ties";
    if (rules.name === "wythe") return "whoever placed last loses when both score 0";
    if (this.#hasHalfPoint) return this.layout.placed.length ? "the last tetromino's half point decides" : `no tetromino could be placed: ${this.halfPoint} has the half point`;
    if (rules.name === "taiji+battle-of-lits") return this.layout.placed.length ? "whoever placed the last tetromino wins ties" : "no tetromino could be placed: the side that could not begin that phase loses ties";
    if (rules.second) {
      const [[black], [white]] = this.layout.rankedGroups();
      if (black !== white) return "equal second-largest groups: the larger largest group wins";
    }
    return this.placed.length ? PLACED_LAST_WINS : NOBODY_PLACED;
  }

  // The visible squares that no placement of this phase can cover any more.
  get protectedSquares() {
    const { rules } = this;
    if (rules.name === "wythe") return this.stacks.protectedSquares(this.isOver);
    const tetrominoesNow = rules.isDouble ? this.secondPhase === rules.tetrominoes.begins > 0 : rules.tetrominoes !== null;
    return tetrominoesNow
      ? this.layout.protectedSquares(this.#legalIn(rules.tetrominoes))
      : this.packing.protectedSquares(this.#legalIn(rules.taijitus));
  }

  get openProtected() { return this.isOver ? 0n : this.protectedSquares; }
  get covered() { return this.placed.reduce((mask, index) => mask | this.rules.table.placements[index].mask, 0n); }

  // The colours whose groups matter: name, side, squares, how they score, how many are counted, whether corners join.
  groupColours() {
    const { rules } = this;
    const tailits = () => ["black", "white"].map((colour, side) => ({
      colour, side, squares: colour === "black" ? this.layout.black : this.layout.white,
      scoring: rules.second ? "second" : "largest", counted: 1, diagonal: true }));
    const taiji = ([light, dark]) => [["light", light, this.packing.light], ["dark", dark, this.packing.dark]].map(([colour, side, squares]) => ({
      colour, side, squares, scoring: "largest", counted: rules.groups, diagonal: false }));
    switch (rules.name) {
      case "wythe": return rules.sides.map((colour, side) => ({ colour, side, squares: this.stacks.ofSide(side), scoring: "uneven", counted: 0, diagonal: false }));
      case "tailits": return tailits();
      case "tailits+taiji": return [...tailits(), ...taiji([1, 0])];
      case "taiji": case "taiji+battle-of-lits": return taiji([0, 1]);
      default: return [];
    }
  }

  // One character per square: what the text drawing shows.
  squareCharacters() {
    const { rules } = this;
    const bare = Array(rules.board.size).fill(".");
    const lowerWhite = (letters) => letters.map((letter, square) => ((this.layout.black >> BigInt(square)) & 1n ? letter : letter.toLowerCase()));
    switch (rules.name) {
      case "wythe": return this.stacks.write(bare);
      case "taiji": return this.packing.write(bare);
      case "battle-of-lits": return this.layout.write([...rules.characters]);
      case "tailits": return lowerWhite(this.layout.write(bare));
      case "taiji+battle-of-lits": return this.layout.write(this.packing.write(bare));
      default: return this.secondPhase ? this.packing.write(this.layout.write(bare)) : lowerWhite(this.layout.write(bare));
    }
  }

  // --- positions without a history

  // The position of a set of placements: they are played in some order that is legal.
  static assemble(referee, rules, placements) {
    let position = Position.start(referee, rules);
    const level = (index) => rules.table.placements[index].level;
    let waiting = [...placements].sort((one, other) => level(one) - level(other) || one - other);
    while (waiting.length) {
      const later = [];
      for (const index of waiting) {
        if (position.isLegal(index)) position = position.place(index);
        else later.push(index);
      }
      if (later.length === waiting.length) position.check(later[0]);
      waiting = later;
    }
    return position;
  }

  static fromPlacements(referee, rules, placements, { toMove = null, swapped = false, halfPoint = null, constructed = false } = {}) {
    const side = (what, name) => {
      if (!rules.sides.includes(name)) throw new GameError(`${what} '${name}': expected ${rules.sides.join(" or ")}`);
      return rules.sides.indexOf(name);
    };
    let played = Position.assemble(referee, rules, placements);
    if (swapped) played = played.withSwapMade();
    let position = played;
    if (halfPoint !== null) {
      if (position.halfPoint === null) throw new GameError(`half point '${halfPoint}': expected none in this position`);
      position = position.#with({ lastPlacer: side("half point", halfPoint) });
    }
    if (toMove !== null) position = position.#with({ toMove: side("side to move", toMove) });
    const unreachable = (what, given, expected) => new UnreachableError(`${what} '${given}': no game leads to it: expected ${expected} after these placements (or 'constructed = true' to set it up all the same)`);
    if (!constructed && position.toMove !== played.toMove) throw unreachable("side to move", position.side, played.side);
    if (!constructed && position.halfPoint !== played.halfPoint) throw unreachable("half point", position.halfPoint, played.halfPoint);
    return position.#with({ last: null, suspect: true });
  }

  // Whether no game leads here.
  get constructed() {
    if (!this.suspect) return false;
    try {
      const played = Position.fromPlacements(this.referee, this.rules, this.placed, { swapped: this.swapped });
      return played.key !== this.key;
    } catch (error) {
      if (error instanceof IllegalMoveError) return true;
      throw error;
    }
  }
}
