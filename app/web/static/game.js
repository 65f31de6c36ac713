// The game on the page: its record, the position shown, its variations, and its players.

import { tr } from "./language.js";
import { address, pack, unpack, write } from "./link.js";
import { Latest, newSeed, say, trying } from "./dom.js";
import { isUnreachable, messageOf } from "./engine.js";
import { keepGame } from "./keptgames.js";

/**
 * @typedef {import("./engine.js").ApiEngine} ApiEngine
 * @typedef {import("../page.d.ts").GameRules} GameRules
 * @typedef {import("../page.d.ts").PositionPage} PositionPage
 * @typedef {PositionPage["moves"]} Moves
 *
 * A line of play.
 *
 * @typedef {{record: string, moves: Moves}} Line
 *
 * A move of a tree, with the variations that replace it.
 *
 * @typedef {Moves[number] & {ply: number, line: Line, variations: MoveNode[][]}} MoveNode
 *
 * What the address of a game names.
 *
 * @typedef {object} GameValues
 * @property {string} [g] A record, packed.
 * @property {string} [at] The number of moves.
 * @property {string} [game] The name of a game, to begin a new one.
 * @property {number} [seed] That of its board.
 * @property {string} [opponent]
 * @property {string} [plays] "first" if the opponent begins.
 * @property {string} [id] By which a game by link is known again.
 */

/** @type {[name: string, title: string, about: string][]} The opponents from weak to strong. */
export const OPPONENTS = [
  ["random", tr("Random"), tr("any move")],
  ["greedy", tr("Greedy"), tr("takes the most points now")],
  ["mcts:512", tr("Medium"), tr("512 playouts")],
  ["mcts:2048", tr("Strong"), tr("2,048 playouts")],
  ["mcts:16384", tr("Very strong"), tr("16,384 playouts")],
  ["exact", tr("Exact"), tr("plays best where it can be proved")],
];
export const BY_LINK = "link"; // a person elsewhere, who receives the address

const newId = () => newSeed().toString(36);

/**
 * The name of an opponent on the page; empty if both players are here.
 *
 * @param {string} opponent
 */
export function nameOfOpponent(opponent) {
  if (opponent === BY_LINK) return tr("The other");
  return OPPONENTS.find(([value]) => value === opponent)?.[1] ?? opponent;
}

/** @param {{board?: string | null}} rules */
export const hasSymbols = (rules) => rules.board === "symbols";

/**
 * The question for a new game; only the symbols of a board are random.
 *
 * @param {{name: string, board?: string | null}} rules
 * @param {Record<string, unknown>} options
 * @param {number} seed
 * @param {string} board What a player has typed, by its symbols or colours; it determines the size.
 * @param {{x?: number, o?: number}} numbers How many X and O a random one has, if not the usual
 *     ones.
 */
export function beginning(rules, options, seed, board = "", numbers = {}) {
  if (board.trim() === "" || !rules.board) {
    return { game: rules.name, options, ...(hasSymbols(rules) ? { seed, ...numbers } : {}) };
  }
  const others = Object.entries(options).filter(([name]) => name !== "size" && name !== "rows");
  return { game: rules.name, options: Object.fromEntries(others), board: board.split("\n") };
}

/**
 * @param {Moves} moves
 * @param {Moves} others
 * @param {number} count
 */
const isSame = (moves, others, count) =>
  moves.slice(0, count).every(({ move }, index) => move === others[index]?.move);

/**
 * The moves of lines that agree before `from`, as a tree: those of the first, each with the
 * variations that replace it.
 *
 * @param {Line[]} lines
 * @returns {MoveNode[]}
 */
function treeOf([main, ...others], from = 0) {
  /** @type {MoveNode[]} */
  const nodes = main.moves
    .slice(from)
    .map((each, index) => ({ ...each, ply: from + index + 1, line: main, variations: [] }));
  // Where a line leaves the first; -1 if it is a part of it.
  const leaves = (/** @type {Line} */ line) =>
    line.moves.findIndex(({ move }, at) => at >= from && move !== main.moves[at]?.move);
  const groups = Object.groupBy(
    others.filter((line) => leaves(line) >= 0),
    (line) => `${leaves(line)} ${line.moves[leaves(line)].move}`,
  );
  for (const lines of Object.values(groups)) {
    if (!lines) continue;
    nodes[Math.min(leaves(lines[0]) - from, nodes.length - 1)]?.variations.push(
      treeOf(lines, leaves(lines[0])),
    );
  }
  return nodes;
}

export class Game {
  #asking = new Latest(); // for a page
  #sending = new Latest(); // of a move, until its answer is there
  #thinking = new Latest(); // of the opponent
  /** @type {string | undefined} The address under which this game was kept. */
  #kept = undefined;
  /** @type {PositionPage | null} */
  #page = null;

  /**
   * @param {ApiEngine} engine
   * @param {GameRules[]} games
   * @param {"play" | "analyse"} place
   * @param {HTMLElement} root
   */
  constructor(engine, games, place, root) {
    this.engine = engine;
    this.games = games;
    this.place = place;
    this.root = root;
    /** @type {Line[]} The other lines of play. */
    this.lines = [];
    this.opponent = "";
    this.person = 1; // the opponent's number as a player
    this.id = newId(); // by which a game by link is known again
    /** @type {((page: PositionPage) => void)[]} */
    this.listeners = [];
    /** @type {string | undefined} The name of a game that a guide shows. */
    this.first = undefined;
  }

  // True once there is a game.
  get isShown() {
    return this.#page !== null;
  }

  // What is shown; there is none before `isShown`.
  get page() {
    if (this.#page === null) throw new Error("no game is shown");
    return this.#page;
  }

  /**
   * Call a listener with the game that is shown, and with each that will be.
   *
   * @param {(page: PositionPage) => void} listener
   */
  onChange(listener) {
    this.listeners.push(listener);
    if (this.#page) listener(this.#page);
  }

  get rules() {
    const { game } = this.page.position;
    const found = this.games.find((each) => each.name === game);
    if (!found) throw new Error(`${game} is none of the games`);
    return found;
  }
  get record() {
    return this.page.record;
  }
  get ply() {
    return this.page.ply;
  }
  get isOver() {
    return this.page.position.outcome !== null;
  }
  get title() {
    return this.page.title || this.rules.title;
  }
  // The start of a question about this position.
  get here() {
    return { record: this.record, at: this.ply };
  }
  get tree() {
    return treeOf([{ record: this.record, moves: this.page.moves }, ...this.lines]);
  }

  // The player to move, 0 or 1; after a swap they have exchanged sides.
  get toMove() {
    return this.page.position.to_move === this.sideOf(0) ? 0 : 1;
  }

  // True while the opponent is to move.
  get isAwaiting() {
    return (
      this.place === "play" && this.opponent !== "" && !this.isOver && this.toMove === this.person
    );
  }

  // True until the answer to a move is there.
  get isSending() {
    return this.#sending.isWorking;
  }

  get opponentName() {
    return nameOfOpponent(this.opponent);
  }

  // The side of the player here; null if both players are here.
  get yourSide() {
    return this.opponent ? this.sideOf(1 - this.person) : null;
  }

  /**
   * The player who made a move of the game.
   *
   * @param {number} at
   */
  playerAt(at) {
    const { moves, position, ply } = this.page;
    const hasSwapped = moves
      .slice(Math.min(at, ply), Math.max(at, ply))
      .some(({ move }) => move === "swap");
    const exchanges = Number(position.swapped) + Number(hasSwapped);
    return (this.rules.sides.indexOf(moves[at].side) + exchanges) % 2;
  }

  /** @param {number} player */
  sideOf(player) {
    return this.rules.sides[(player + (this.page.position.swapped ? 1 : 0)) % 2];
  }

  /**
   * Ask for a page, and show it unless another one has been asked for since.
   *
   * @template {"position" | "play"} Name
   * @param {Name} name
   * @param {import("./engine.js").Body<Name>} body
   */
  async #ask(name, body) {
    this.#thinking.end();
    const page = await this.#asking.run(() => this.engine.ask(name, body));
    if (page === undefined) return false;
    this.#page = page;
    return true;
  }

  // The state of the game for an address, up to a number of moves.
  async values() {
    const {
      record,
      ply,
      opponent,
      person,
      first,
      id,
      page: { moves },
    } = this;
    return {
      first,
      g: await pack(record),
      opponent,
      plays: opponent && person === 0 ? "first" : undefined,
      at: ply === moves.length ? undefined : ply,
      id: opponent === BY_LINK ? id : undefined,
    };
  }

  // True if this is a game of the player here, with moves.
  get isKept() {
    return this.place === "play" && !this.first && this.ply > 0;
  }

  // Show the game, and keep it and its opponent in the address, and for the next visit.
  async #changed() {
    for (const listener of this.listeners) listener(this.page);
    const { page, place, first, root } = this;
    const values = await this.values();
    if (page !== this.page) return; // a later one is kept
    if (place === "play" && !first && root.isConnected) this.#keep(address("play", values));
    if (root.isConnected) write(place, values);
  }

  /** @param {string} hash */
  #keep(hash) {
    const { title, ply, isOver } = this;
    keepGame({ hash, title, moves: ply, isOver, time: Date.now() }, this.#kept);
    this.#kept = hash;
  }

  /**
   * Show a record, from a file, an address or a new game.
   *
   * @param {string} record
   * @param {number} [at]
   */
  async load(record, at, opponent = "") {
    this.#sending.end();
    if (!(await this.#ask("position", at === undefined ? { record } : { record, at }))) return;
    this.lines = [];
    this.opponent = opponent;
    this.#kept = location.hash;
    await this.#changed();
    trying(() => this.#answer());
  }

  /**
   * Start a game by its name, on the board of a seed.
   *
   * @param {string} name
   * @param {number} seed
   */
  async start(name, seed) {
    const rules = this.games.find((each) => each.name === name) ?? { name, options: [] };
    await this.begin(await this.engine.ask("new", beginning(rules, {}, seed)));
  }

  /**
   * Show the game that an address names, or try the other ways until one shows a game. The opponent
   * is known before.
   *
   * @param {GameValues} values
   * @param {...(() => Promise<void>)} others
   */
  async open({ g, at, game: name, seed, opponent = "", plays, id }, ...others) {
    this.opponent = opponent;
    if (id !== undefined) this.id = id;
    this.person = plays === "first" ? 0 : 1;
    const ways = [
      ...(g === undefined
        ? []
        : [async () => this.load(await unpack(g), at ? Number(at) : undefined, opponent)]),
      ...(name === undefined ? [] : [() => this.start(name, seed ?? newSeed())]),
      ...others,
    ];
    // Another game does not stand in for one that cannot be read now.
    for (const way of ways) {
      if (this.isShown) return;
      try {
        await way();
      } catch (error) {
        if (isUnreachable(error)) throw error;
        say(messageOf(error), true);
      }
    }
  }

  /** @param {{page: PositionPage}} started */
  async begin(started) {
    this.#end();
    this.#page = started.page;
    this.lines = [];
    this.id = newId();
    this.#kept = undefined;
    await this.#changed();
    trying(() => this.#answer());
  }

  /** @param {number} ply */
  async goTo(ply) {
    if (ply === this.ply) {
      this.#asking.end(); // a position asked for before is no longer wanted
    } else if (ply >= 0 && ply <= this.page.moves.length) {
      this.#sending.end();
      if (await this.#seek(ply)) await this.#changed();
    }
    await this.#answer();
  }

  /** @param {number} ply */
  #seek(ply) {
    return this.#ask("position", { record: this.record, at: ply });
  }

  /**
   * Play a move, unless the opponent's is awaited.
   *
   * @param {string} move
   */
  async play(move) {
    if (this.isSending) return;
    if (this.isAwaiting) return this.wait();
    await this.#send(move);
    await this.#answer();
  }

  /** @param {string} move */
  async #send(move) {
    const isShown = await this.#sending.run(() => this.#make(move));
    if (isShown) await this.#changed();
  }

  // Say whose turn it is, and ask the opponent again if it does not answer.
  async wait() {
    if (!this.isAwaiting) return;
    say(
      this.opponent === BY_LINK
        ? tr("The other is to move: send the link.")
        : tr("It is the turn of {opponent}.", { opponent: this.opponentName }),
    );
    await this.#answer();
  }

  /**
   * Play a move. One that differs from the record's next keeps the old moves as a variation; a known
   * variation is gone into. The answer is true if there is a page to show.
   *
   * @param {string} move
   */
  async #make(move) {
    const {
      page: { moves },
      ply,
    } = this;
    const known = this.lines.find(
      (line) => line.moves[ply]?.move === move && isSame(line.moves, moves, ply),
    );
    if (moves[ply]?.move === move) return this.#seek(ply + 1);
    if (known) return this.#enter(known, ply + 1);
    const before = { record: this.record, moves };
    if (!(await this.#ask("play", { ...this.here, move }))) return false;
    if (moves[ply]) this.lines.push(before);
    return true;
  }

  /**
   * Show the position after some moves of a line: this one or a variation.
   *
   * @param {Line} line
   * @param {number} ply
   */
  async goInto(line, ply) {
    if (line.record === this.record) return this.goTo(ply);
    this.#sending.end();
    if (await this.#enter(line, ply)) await this.#changed();
    return undefined;
  }

  /**
   * @param {Line} line
   * @param {number} ply
   */
  async #enter(line, ply) {
    const here = { record: this.record, moves: this.page.moves };
    if (!(await this.#ask("position", { record: line.record, at: ply }))) return false;
    this.lines = [here, ...this.lines.filter((each) => each.record !== line.record)];
    return true;
  }

  // The number of moves that Undo leaves; undefined where it takes nothing back. Against an opponent
  // it takes back the last move of the player here and what has answered it: several moves, where
  // the second game of two begins. A move that came by link was made elsewhere, and stays.
  get undoPly() {
    const isOwn = (/** @type {number} */ at) => !this.opponent || this.playerAt(at) !== this.person;
    let ply = this.ply - 1;
    while (this.opponent !== BY_LINK && ply >= 0 && !isOwn(ply)) ply -= 1;
    return ply >= 0 && isOwn(ply) ? ply : undefined;
  }

  async undo() {
    if (this.isSending && !this.isAwaiting) return this.#endAsking(); // of the move on its way
    const ply = this.undoPly;
    if (ply === undefined) return undefined;
    this.#thinking.end();
    return this.goTo(ply);
  }

  // The number of moves that Redo leads to; undefined where nothing was taken back. Against an
  // opponent it plays the answer, too, so that it leads back to where Undo began.
  get redoPly() {
    const { moves } = this.page;
    if (this.ply >= moves.length) return undefined;
    let ply = this.ply + 1;
    while (this.opponent && ply < moves.length && this.playerAt(ply) === this.person) ply += 1;
    return ply;
  }

  async redo() {
    const ply = this.redoPly;
    return ply === undefined ? undefined : this.goTo(ply);
  }

  // Whether there are moves to take back all at once; those by link stay.
  get canRestart() {
    return this.opponent !== BY_LINK && this.undoPly !== undefined;
  }

  // Go back to the beginning; Redo still knows the moves.
  async restart() {
    if (!this.canRestart) return undefined;
    this.#thinking.end();
    return this.goTo(0);
  }

  async #answer() {
    if (
      !this.isAwaiting ||
      this.opponent === BY_LINK ||
      this.#thinking.isWorking ||
      this.#asking.isWorking
    ) {
      return;
    }
    const body = { ...this.here, player: this.opponent, seed: this.ply };
    const found = await trying(() =>
      this.#thinking.run((signal) => this.engine.stream("engine", body, () => {}, signal)),
    );
    if (found) await this.#send(found.move);
  }

  #endAsking() {
    this.#asking.end();
    this.#sending.end();
  }

  #end() {
    this.#endAsking();
    this.#thinking.end();
  }

  leave() {
    this.#end();
    this.listeners = [];
  }
}
