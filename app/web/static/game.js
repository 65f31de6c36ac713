// A game that is being looked at: its record, the position shown, side lines, and who plays.

// The opponents from weak to strong: what the engine calls each, its name here, and what it does.
export const OPPONENTS = [
  ["", "Nobody", "two players here"], ["random", "Random"], ["greedy", "Greedy", "scores most at once"], ["mcts:512", "Medium", "512 playouts"],
  ["mcts:1024", "Strong", "1,024 playouts"], ["mcts:4096", "Very strong", "4,096 playouts"], ["exact", "Exact where it can be"],
];

// The question for a new game; chance makes nothing but the symbols of a board.
export const beginning = (rules, options, seed) => ({ game: rules.name, options, ...(rules.options.some(({ name }) => name === "symbols") ? { seed } : {}) });

import { address, pack, unpack, write } from "./link.js";
import { say, store, trying } from "./dom.js";

export class Game {
  constructor(engine, games) {
    this.engine = engine;
    this.games = games;
    this.page = null;
    this.undone = [];
    this.lines = [];
    this.opponent = "";
    this.person = 1; // which player the opponent is
    this.listeners = [];
    this.thinking = null;
    this.isSending = false; // a move whose answer is not there yet
    this.asked = 0;
  }

  // Call a listener with the game that is shown, and with each that will be.
  onChange(listener) {
    this.listeners.push(listener);
    if (this.page) listener(this.page);
  }

  get rules() { return this.games.find((each) => each.name === this.page.position.game); }
  get record() { return this.page.record; }
  get ply() { return this.page.ply; }
  get isOver() { return this.page.position.outcome !== null; }
  // What a question about this position starts with.
  get here() { return { record: this.record, at: this.ply }; }

  // Which of the two players is to move: after a swap they have exchanged sides.
  get toMove() {
    const { to_move: side, swapped } = this.page.position;
    return (this.rules.sides.indexOf(side) + (swapped ? 1 : 0)) % 2;
  }

  // Whether the opponent is to move, at the end of the game so far.
  get isAwaiting() {
    return this.opponent !== "" && !this.isOver && this.toMove === this.person && this.ply === this.page.moves.length;
  }

  // What the opponent is called; empty where two play here.
  get opponentName() { return this.opponent && (OPPONENTS.find(([value]) => value === this.opponent)?.[1] ?? this.opponent); }

  // The side of the one who plays here against an opponent; null where two do.
  get yourSide() { return this.opponent ? this.rules.sides[(1 - this.person + (this.page.position.swapped ? 1 : 0)) % 2] : null; }

  async #ask(name, body) {
    this.stopThinking();
    const number = ++this.asked;
    const page = await this.engine.ask(name, body);
    if (number !== this.asked) return false;
    this.page = page;
    return true;
  }

  async #changed() {
    for (const listener of this.listeners) listener(this.page);
    await this.#keep();
  }

  // Keep the game and its opponent in the address, and for the next visit.
  async #keep() {
    const { title, moves } = this.page;
    const at = this.ply === moves.length ? undefined : this.ply;
    const plays = this.opponent && this.person === 0 ? "first" : undefined;
    const values = { g: await pack(this.record), opponent: this.opponent, plays };
    store("last", { hash: address("play", values), title: title || this.rules.title, moves: moves.length });
    write("play", { ...values, at });
  }

  // Show a record, from a file, an address or a new game.
  async load(record, at) {
    if (!(await this.#ask("position", at === undefined ? { record } : { record, at }))) return;
    this.lines = [];
    this.opponent = "";
    await this.#changed();
  }

  async restore(packed, at) {
    let record;
    try { record = await unpack(packed); } catch { throw new Error("the address holds no game"); }
    await this.load(record, at === undefined ? undefined : Number(at));
  }

  async begin(started) {
    this.stopThinking();
    this.asked += 1;
    this.page = started.page;
    this.lines = [];
    await this.#changed();
    await this.#answer();
  }

  async goTo(ply) {
    await this.#show(ply);
    await this.#answer();
  }

  async #show(ply) {
    if (ply < 0 || ply > this.page.moves.length || ply === this.ply) return;
    if (await this.#ask("position", { record: this.record, at: ply })) await this.#changed();
  }

  // Play a move, unless the opponent's is awaited.
  async play(move) {
    if (this.isSending) return;
    if (this.isAwaiting) {
      await this.wait();
      return;
    }
    this.isSending = true;
    try {
      await this.#make(move);
    } finally {
      this.isSending = false;
    }
    await this.#answer();
  }

  // Nothing can be played now: say why, and ask the opponent again if it does not answer.
  async wait() {
    if (!this.isAwaiting) return;
    say(`It is the turn of ${this.opponentName}.`);
    await this.#answer();
  }

  // Another move than the record's next keeps the record as a side line.
  async #make(move) {
    const next = this.page.moves[this.ply];
    if (next?.move === move) {
      await this.#show(this.ply + 1);
    } else {
      const before = this.page;
      if (!(await this.#ask("play", { ...this.here, move }))) return;
      if (next) this.lines.push({ record: before.record, ply: before.ply, moves: before.moves });
      await this.#changed();
    }
    say(this.isOver ? this.outcomeText() : `${move}: ${this.turnText()}`);
  }

  // Play moves one after the other, without an answer between them.
  async playLine(moves) {
    const opponent = this.opponent;
    this.opponent = "";
    try {
      for (const move of moves) await this.play(move);
    } finally {
      this.opponent = opponent;
    }
    await this.oppose(opponent, this.person);
  }

  async switchTo(line) {
    const here = { record: this.record, ply: line.ply, moves: this.page.moves };
    if (!(await this.#ask("position", { record: line.record, at: line.ply }))) return;
    this.lines = this.lines.map((each) => (each === line ? here : each));
    await this.#changed();
  }

  // Take back a move, and the engine's answer before it.
  async undo() {
    let ply = this.ply - 1;
    if (this.opponent && ply > 0 && this.page.moves[ply] && !this.thinking && this.toMove !== this.person) ply -= 1;
    this.stopThinking();
    await this.goTo(ply);
  }

  redo() { return this.goTo(this.ply + 1); }

  async oppose(level, person) {
    this.stopThinking();
    this.opponent = level;
    this.person = person;
    await this.#changed();
    await this.#answer();
  }

  stopThinking() {
    this.thinking?.abort();
    this.thinking = null;
  }

  async #answer() {
    if (!this.isAwaiting || this.thinking || this.isSending) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    say(`${this.opponentName} is thinking …`);
    const body = { ...this.here, player: this.opponent, seed: this.ply };
    const found = await trying(() => this.engine.stream("engine", body, () => {}, thinking.signal));
    if (this.thinking !== thinking) return;
    this.isSending = true; // until the move is made, no click comes between
    try {
      if (found) await this.#make(found.move);
    } finally {
      this.isSending = false;
      if (this.thinking === thinking) this.thinking = null;
    }
  }

  // Whose turn it is, for the one who plays here.
  turnText() {
    const { to_move: side } = this.page.position;
    if (!this.opponent) return `${side} to move`;
    return this.toMove === this.person ? `${this.opponentName} to move, as ${side}` : `Your turn, as ${side}`;
  }

  outcomeText() {
    const { winner, margin, by_tie_rule: byTieRule } = this.page.position.outcome;
    const how = byTieRule ? "by the tie rule" : `by ${Math.abs(margin)}`;
    if (!this.opponent) return `The game is over: ${winner} wins ${how}`;
    return winner === this.yourSide ? `The game is over: you win ${how}, as ${winner}` : `The game is over: ${this.opponentName} wins ${how}, as ${winner}; you lose`;
  }

  // Why the winner has won.
  outcomeReason() {
    const { outcome: { winner, by_tie_rule: byTieRule, phases }, scores } = this.page.position;
    const other = this.rules.sides.find((side) => side !== winner);
    const parts = phases?.map((phase) => `${this.games.find((each) => each.name === phase.game)?.title ?? phase.game} ${winner} ${phase.scores[winner]}, ${other} ${phase.scores[other]}`);
    const all = byTieRule ? `The scores are equal (${scores[winner]} each), and the tie rule decides.` : `${winner} has ${scores[winner]}, ${other} has ${scores[other]}.`;
    return parts ? `${all} By game: ${parts.join("; ")}.` : all;
  }

  leave() {
    this.asked += 1;
    this.stopThinking();
    this.listeners = [];
  }
}
