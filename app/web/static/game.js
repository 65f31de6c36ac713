// A game that is being looked at: its record, the position shown, side lines, and who plays.

import { pack, unpack, write } from "./link.js";
import { say, store, trying } from "./dom.js";

export class Game {
  constructor(engine, games) {
    this.engine = engine;
    this.games = games;
    this.page = null;
    this.undone = [];
    this.lines = [];
    this.opponent = "";
    this.person = 1;
    this.listeners = [];
    this.thinking = null;
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
    const packed = await pack(this.record);
    const against = this.opponent && this.person === 1 ? `&opponent=${encodeURIComponent(this.opponent)}` : "";
    store("last", { hash: `#play?g=${packed}${against}`, title: this.page.title || this.rules.title, moves: this.page.moves.length });
    write("play", { g: packed, at: this.ply === this.page.moves.length ? undefined : this.ply });
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
    if (ply < 0 || ply > this.page.moves.length || ply === this.ply) return;
    if (await this.#ask("position", { record: this.record, at: ply })) await this.#changed();
  }

  // Play a move; another one than the record's next keeps the record as a side line.
  async play(move) {
    const next = this.page.moves[this.ply];
    if (next?.move === move) {
      await this.goTo(this.ply + 1);
    } else {
      const before = this.page;
      if (!(await this.#ask("play", { ...this.here, move }))) return;
      if (next) this.lines.push({ record: before.record, ply: before.ply, moves: before.moves });
      await this.#changed();
    }
    if (this.isOver) say(this.outcomeText());
    else say(`${move}: ${this.page.position.to_move} to move`);
    await this.#answer();
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

  oppose(level, person) {
    this.opponent = level;
    this.person = person;
    return this.#answer();
  }

  stopThinking() {
    this.thinking?.abort();
    this.thinking = null;
  }

  async #answer() {
    if (!this.opponent || this.isOver || this.toMove !== this.person || this.ply < this.page.moves.length) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    say("The engine is thinking …");
    const body = { ...this.here, player: this.opponent, seed: this.ply };
    const found = await trying(() => this.engine.stream("engine", body, () => {}, thinking.signal));
    if (thinking.signal.aborted || !found) return;
    this.thinking = null;
    await this.play(found.move);
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
