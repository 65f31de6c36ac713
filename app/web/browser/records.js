// Records: a game with its options and its moves, as TOML.

import { GameError, NotHereError } from "./errors.js";
import { formatMove, parseMove, parsePlacements } from "./notation.js";
import { Position } from "./position.js";
import { createRules } from "./rules.js";
import { readToml, writeToml } from "./toml.js";

const PHASE_MARK = "|";

const isText = (value) => typeof value === "string";
const isTable = (value) => typeof value === "object" && !Array.isArray(value);
const areTexts = (value) => Array.isArray(value) && value.every(isText);
const isTruth = (value) => typeof value === "boolean";
const TEXT = [isText, "a text"], TABLE = [isTable, "a table"], TEXTS = [areTexts, "a list of texts"], TRUTH = [isTruth, "true or false"];
const ENTRIES = {
  game: TEXT, title: TEXT, comment: TEXT, options: TABLE, setup: TABLE, players: TABLE, position: TABLE, study: TABLE,
  moves: [(value) => isText(value) || areTexts(value), "a text or a list of texts"],
};
const SETUP = { board: TEXTS };
const POSITION = { placed: TEXT, to_move: TEXT, swapped: TRUTH, half_point: TEXT, constructed: TRUTH };

// Refuse entries that a table of a record does not have, or not of that type.
function checkEntries(table, entries, place = "") {
  for (const [name, value] of Object.entries(table)) {
    if (!Object.hasOwn(entries, name)) throw new GameError(`the record: ${place}${name}: no such entry here`);
    const [fits, expected] = entries[name];
    if (!fits(value)) throw new GameError(`the record: ${place}${name}: expected ${expected}`);
  }
}

export class GameRecord {
  // `about`: title, comment and players; `study` is kept as it was read.
  constructor(positions, moves, { about = {}, hasSetup = false, study = null } = {}) {
    Object.assign(this, { positions, moves, about, hasSetup, study });
  }

  static start(referee, rules) { return new GameRecord([Position.start(referee, rules)], []); }
  static setUp(position) { return new GameRecord([position], [], { hasSetup: true }); }

  get rules() { return this.positions[0].rules; }

  position(ply = this.moves.length) {
    if (!Number.isInteger(ply) || ply < 0 || ply > this.moves.length) throw new GameError(`ply ${ply}: expected 0 to ${this.moves.length}, as the record has ${this.moves.length} moves`);
    return this.positions[ply];
  }

  // The record with a move in place of those after a ply.
  append(ply, text) {
    const position = this.position(ply);
    const move = parseMove(text, position);
    return new GameRecord([...this.positions.slice(0, ply + 1), position.play(move)], [...this.moves.slice(0, ply), move], { ...this, study: null });
  }

  write() {
    const { rules, positions, moves, about } = this;
    const data = { game: rules.name };
    if (about.title) data.title = about.title;
    if (about.comment) data.comment = about.comment;
    data.moves = moves.flatMap((move, ply) => {
      const phaseEnds = positions[ply + 1].phase > positions[ply].phase && ply + 1 < moves.length;
      return phaseEnds ? [formatMove(move, rules), PHASE_MARK] : [formatMove(move, rules)];
    });
    data.options = rules.options;
    if (rules.symbols) data.setup = { board: rules.symbols };
    if (about.players && Object.keys(about.players).length) data.players = about.players;
    if (this.hasSetup) data.position = describeSetup(positions[0]);
    if (this.study) data.study = this.study;
    return writeToml(data);
  }
}

function describeSetup(position) {
  const { rules } = position;
  const described = { placed: position.placed.map((index) => formatMove(index, rules)).join(" "), to_move: position.side };
  if (position.swapped) described.swapped = true;
  if (position.halfPoint !== null) described.half_point = position.halfPoint;
  if (position.constructed) described.constructed = true;
  return described;
}

export function readRecord(text, referee, data) {
  if (!text.includes("=")) throw new NotHereError("a game in the LITS Text Protocol");
  const model = readToml(text);
  checkEntries(model, ENTRIES);
  checkEntries(model.setup ?? {}, SETUP, "setup.");
  checkEntries(model.position ?? {}, POSITION, "position.");
  if (model.game === undefined) throw new GameError("the record: game: missing");
  if (model.setup && !model.setup.board) throw new GameError("the record: setup.board: missing");
  const rules = createRules(data, model.game, model.options ?? {}, model.setup?.board ?? null);
  const about = { title: model.title ?? "", comment: model.comment ?? "", players: model.players ?? {} };
  for (const name of Object.values(about.players)) if (!isText(name)) throw new GameError("the record: players: expected names as texts");
  for (const side of Object.keys(about.players)) if (!rules.sides.includes(side)) throw new GameError(`the record: player '${side}': expected ${rules.sides.join(" or ")}`);
  const first = model.position ? readSetup(model.position, referee, rules) : Position.start(referee, rules);
  const words = typeof model.moves === "string" ? model.moves.split(/\s+/).filter(Boolean) : model.moves ?? [];
  const positions = [first], moves = [];
  let isMarked = true;  // whether the words so far have the phase mark that the position needs
  words.forEach((word, number) => {
    const position = positions.at(-1);
    try {
      if (word === PHASE_MARK) {
        if (isMarked) throw new GameError(`'${word}': expected it only between the two phases of a double game`);
        isMarked = true;
        return;
      }
      if (!isMarked) throw new GameError(`'${word}': expected '${PHASE_MARK}' first, as the second phase begins here`);
      const move = parseMove(word, position);
      const following = position.play(move);
      isMarked = following.phase <= position.phase;
      moves.push(move);
      positions.push(following);
    } catch (error) {
      throw error instanceof GameError ? new GameError(`the record, move ${number + 1}: ${error.message}`) : error;
    }
  });
  if (words.length && words.at(-1) === PHASE_MARK) throw new GameError(`the record: '${PHASE_MARK}': expected a move of the second phase after it`);
  return new GameRecord(positions, moves, { about, hasSetup: model.position !== undefined, study: model.study ?? null });
}

function readSetup(model, referee, rules) {
  const placed = parsePlacements(model.placed ?? "", rules);
  const position = Position.fromPlacements(referee, rules, placed, {
    toMove: model.to_move ?? null, swapped: model.swapped ?? false, halfPoint: model.half_point ?? null, constructed: model.constructed ?? false });
  if (model.constructed && !position.constructed) throw new GameError("the record: constructed = true: expected it only for a position that no game leads to");
  return position;
}
