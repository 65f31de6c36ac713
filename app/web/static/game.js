// A game that is being looked at: its record, the position shown, side lines, and who plays.

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
      say("Waiting for the opponent …");
      await this.#answer();
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
    if (this.isOver) say(this.outcomeText());
    else say(`${move}: ${this.page.position.to_move} to move`);
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
    await this.#keep();
    await this.#answer();
  }

  stopThinking() {
    this.thinking?.abort();
    this.thinking = null;
  }

  async #answer() {
    if (!this.isAwaiting || this.thinking) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    say("The engine is thinking …");
    const body = { ...this.here, player: this.opponent, seed: this.ply };
    const found = await trying(() => this.engine.stream("engine", body, () => {}, thinking.signal));
    if (this.thinking !== thinking) return;
    this.thinking = null;
    if (found) await this.#make(found.move);
  }

  outcomeText() {
    const { winner, margin, by_tie_rule: byTieRule } = this.page.position.outcome;
    return byTieRule ? `The game is over: ${winner} wins by the tie rule` : `The game is over: ${winner} wins by ${Math.abs(margin)}`;
  }

  // Why the winner has won.
  outcomeReason() {
    const { outcome: { winner, by_tie_rule: byTieRule }, scores } = this.page.position;
    const other = this.rules.sides.find((side) => side !== winner);
    return byTieRule ? `The scores are equal (${scores[winner]} each), and the tie rule decides.` : `${winner} has ${scores[winner]}, ${other} has ${scores[other]}.`;
  }

  leave() {
    this.asked += 1;
    this.stopThinking();
    this.listeners = [];
  }
}
