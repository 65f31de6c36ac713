// Exact values, best moves and best play: the questions that litslab asks the kernel, in the same order.

import { bits, maskOf } from "./geometry.js";
import { formatMove } from "./notation.js";

const TABLE_BYTES = 2 ** 26;
const ENDLESS = 1e300;

export class LimitReached extends Error {}

const other = (score, more) => ({ lower: Math.max(score.lower, more.lower), upper: Math.min(score.upper, more.upper) });
const isExact = ({ lower, upper }) => lower === upper;
const winnerOf = ({ lower, upper }) => (lower > 0 ? 0 : upper < 0 ? 1 : null);

// What has been proved of positions of one game, with one limit for all questions.
class Oracle {
  #entries = new Map();

  constructor(referee, rules, seconds, tableBytes) {
    Object.assign(this, { referee, rules, seconds, nodes: 0, begun: performance.now() });
    this.limit = referee.ask(rules, "value_limit", [])[0];
    referee.ask(rules, "new_table", [], tableBytes);
  }

  get elapsed() { return (performance.now() - this.begun) / 1000; }

  bounds(position) {
    if (position.isOver) {
      const { value } = position.outcome();
      return { lower: value, upper: value };
    }
    return this.#entries.get(position.key) ?? { lower: -this.limit, upper: this.limit };
  }

  value(position) {
    const known = this.bounds(position);
    if (isExact(known)) return known.lower;
    const [first, second] = position.scores();
    return this.#ask(position, known, 2 * (first - second) + 1).lower;
  }

  // Whether a position is worth at least (maximising) or at most a value.
  reaches(position, value, maximising) {
    let known = this.bounds(position);
    const target = maximising ? value : value + 2;
    if (known.lower < target && target <= known.upper) {
      const asked = this.#ask(position, { lower: target - 2, upper: target }, target);
      known = other(known, { lower: asked.lower < target ? known.lower : target, upper: asked.upper >= target ? known.upper : target - 2 });
      this.#entries.set(position.key, known);
    }
    return maximising ? known.lower >= target : known.upper < target;
  }

  // All moves, those first that most likely keep a value.
  likelyMoves(position, value) {
    const target = position.toMove === 0 ? value : value + 2;
    const found = this.referee.ask(this.rules, "likely_moves", position.question, target);
    return found.map((index) => (index === this.rules.table.length ? "swap" : index));
  }

  #ask(position, window, guess) {
    const left = this.seconds - this.elapsed;
    if (this.nodes > 0 && left <= 0) throw new LimitReached();
    const before = this.bounds(position);
    const [lower, upper, isStopped, low, high] = this.referee.ask(this.rules, "solve", position.question, window.lower, window.upper, guess, Math.max(0, left), ENDLESS);
    this.nodes += (low >>> 0) + 2 ** 32 * high;
    if (window.lower === before.lower && window.upper === before.upper) this.#entries.set(position.key, { lower, upper });
    if (isStopped) throw new LimitReached();
    return { lower, upper };
  }
}

// One move that keeps the value of a position.
function optimalMove(oracle, position, value) {
  const maximising = position.toMove === 0;
  return oracle.likelyMoves(position, value).find((move) => oracle.reaches(position.playUnchecked(move), value, maximising));
}

function principalVariation(oracle, from, value) {
  const line = [];
  for (let position = from; !position.isOver; position = position.playUnchecked(line.at(-1))) line.push(optimalMove(oracle, position, value));
  return line;
}

// Run until the limit comes; what is known then is kept.
function withinLimit(found, work) {
  found.isFinished = false;
  try {
    work(found);
    found.isFinished = true;
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  return found;
}

function findOptimalMoves(oracle, position, allMoves, report) {
  const moves = allMoves ? position.choices : [];
  const found = withinLimit({ best: [], line: [] }, (known) => {
    const value = oracle.value(position);
    known.line = principalVariation(oracle, position, value);
    known.best = known.line.slice(0, 1);
    moves.forEach((move, number) => {
      report(`values of moves: ${number} of ${moves.length}`);
      oracle.value(position.playUnchecked(move));
    });
    if (allMoves || !known.best.length) return;
    known.best = position.choices.filter((move, number) => {
      report(`other best moves: ${number} of ${position.choices.length}`);
      return oracle.reaches(position.playUnchecked(move), value, position.toMove === 0);
    });
  });
  const scored = moves.map((move) => ({ move, score: oracle.bounds(position.playUnchecked(move)) }));
  const score = oracle.bounds(position);
  const equals = (each) => each.lower === score.lower && each.upper === score.upper;
  if (found.best.length && moves.length) found.best = scored.filter((each) => equals(each.score) || found.best.includes(each.move)).map((each) => each.move);
  return { ...found, score, moves: scored, underSwap: false, swap: swapAdvice(position, score), isComplete: found.isFinished && scored.every((each) => isExact(each.score)) };
}

// --- before the first placement of a game with a swap: the most even openings

// What is proved of an opening's worth to its maker, whose opponent takes the better side.
function worth(after, { lower, upper }) {
  if (after.isOver) return { lower, upper };
  const least = lower < 0 && upper > 0 ? 1 : Math.min(Math.abs(lower), Math.abs(upper));
  return { lower: -Math.max(Math.abs(lower), Math.abs(upper)), upper: -least };
}

function scoreUnderSwap(openings) {
  const worths = openings.map(({ after, score }) => worth(after, score));
  return { lower: Math.max(...worths.map((each) => each.lower)), upper: Math.max(...worths.map((each) => each.upper)) };
}

// Those first that gain about what a turn is worth (solver/endgame/openings.py).
const TURN = 2;
function mostPromisingFirst(openings) {
  const distance = ({ after }) => {
    const [first, second] = after.scores();
    return Math.abs(first - second - TURN);
  };
  const distances = new Map(openings.map((each) => [each, distance(each)]));
  return [...openings].sort((one, other) => distances.get(one) - distances.get(other));
}

function* mostEven(oracle, all, report) {
  const openings = mostPromisingFirst(all);
  const final = new Map(openings.filter(({ after }) => after.isOver).map(({ move, after }) => [move, after.outcome().value]));
  const greatest = Math.max(...final.values());
  if (greatest > 0) {
    yield* openings.filter(({ move }) => final.get(move) === greatest);
    return;
  }
  const favoursFirst = new Map();
  for (let value = 1; value <= oracle.limit + 2; value += 2) {
    const isEven = ({ move, after }) => {
      if (after.isOver) return final.get(move) === -value;
      if (!favoursFirst.has(move)) favoursFirst.set(move, oracle.reaches(after, 1, true));
      const first = favoursFirst.get(move);
      return oracle.reaches(after, first ? value : -value, !first);
    };
    let isSettled = false;
    for (const opening of openings) {
      report(`looking for openings of value ${value}`);
      if (!isEven(opening)) continue;
      isSettled = true;
      yield opening;
    }
    if (isSettled) return;
  }
}

// The symmetries of a board as permutations of its squares, the identity first.
function symmetriesOf(board) {
  const column = board.columns - 1, row = board.rows - 1;
  const images = [(x, y) => [x, y], (x, y) => [column - x, row - y], (x, y) => [column - x, y], (x, y) => [x, row - y]];
  if (column === row) images.push((x, y) => [row - y, x], (x, y) => [y, column - x], (x, y) => [y, x], (x, y) => [row - y, column - x]);
  return images.map((image) => Array.from({ length: board.size }, (_, square) => board.square(...image(board.column(square), board.row(square)))));
}

// The first placements up to symmetry, each as a list of all its images, itself first.
function openingOrbits({ rules: { board, table, marks }, legal }) {
  const symmetries = marks?.some(Boolean) ? symmetriesOf(board).slice(0, 1) : symmetriesOf(board);
  const move = (squares, mask) => (mask === null ? null : maskOf([...bits(mask)].map((square) => squares[square])));
  const orbits = [], seen = new Set();
  for (const index of legal) {
    if (seen.has(index)) continue;
    const { shape, mask, black, level } = table.placements[index];
    const images = new Set(symmetries.map((squares) => table.find(shape, move(squares, mask), move(squares, black), level).index));
    for (const image of images) seen.add(image);
    orbits.push([index, ...[...images].filter((image) => image !== index)]);
  }
  return orbits;
}

function findEvenOpenings(oracle, position, allMoves, report) {
  const openings = openingOrbits(position).map((images) => ({ move: images[0], images, after: position.playUnchecked(images[0]) }));
  const scored = () => openings.map((each) => ({ ...each, score: oracle.bounds(each.after) }));
  const even = new Set();
  const found = withinLimit({ best: [], line: [] }, (known) => {
    if (allMoves) openings.forEach(({ after }, number) => {
      report(`values of openings: ${number} of ${openings.length}`);
      oracle.value(after);
    });
    let likely = mostEven(oracle, openings, report);
    if (allMoves && scored().every(({ score }) => isExact(score))) {
      const worths = scored().map(({ after, score }) => worth(after, score).lower);
      likely = openings.filter((_, number) => worths[number] === Math.max(...worths));
    }
    for (const { move, images, after } of likely) {
      if (!known.line.length) known.line = [move, ...principalVariation(oracle, after, oracle.value(after))];
      for (const image of images) even.add(image);
    }
  });
  found.best = position.choices.filter((move) => even.has(move));
  const known = scored();
  const score = known.length ? scoreUnderSwap(known) : oracle.bounds(position);
  const ofMove = new Map(known.flatMap((each) => each.images.map((image) => [image, each.score])));
  const moves = allMoves ? position.choices.map((move) => ({ move, score: ofMove.get(move) })) : [];
  const swap = found.best.length && isExact(score) ? { value: score.lower, swap: null, best: found.best } : null;
  return { ...found, score, moves, underSwap: true, swap, isComplete: found.isFinished };
}

// The player who may swap takes the side that the value favours.
function swapAdvice(position, score) {
  const { rules } = position;
  if (!rules.hasSwap || rules.swapChangesValue) return null;
  if (position.canSwap && isExact(score)) return { value: -Math.abs(score.lower), swap: score.lower > 0, best: [] };
  return null;
}

// --- as documents

const PLAYERS = ["the first player", "the second player"];

function scoreDocument(score, sides) {
  const winner = winnerOf(score);
  return {
    value: isExact(score) ? score.lower : null, lower: score.lower, upper: score.upper,
    winner: winner === null ? null : sides[winner], result: winner === null ? "winner unknown" : `${sides[winner]} wins`,
  };
}

// The final margin of the line of best play, from the first side's view; under the swap from the first player's.
function marginOf(position, { line, underSwap }) {
  const final = line.reduce((at, move) => at.playUnchecked(move), position);
  if (!final.isOver) return null;
  const { margin, value } = final.outcome();
  return underSwap && line.length > 1 && value > 0 ? -margin : margin;
}

// Solve a position exactly, or as far as the time allows; `report` is told what is being done.
export function solve(referee, position, { seconds = Infinity, allMoves = false, tableBytes = TABLE_BYTES, report = () => {} } = {}) {
  const { rules } = position;
  const oracle = new Oracle(referee, rules, seconds, tableBytes);
  const found = (position.swapFollows ? findEvenOpenings : findOptimalMoves)(oracle, position, allMoves, report);
  const text = (moves) => moves.map((move) => formatMove(move, rules));
  const document = {
    status: isExact(found.score) ? "exact" : "bounded",
    ...scoreDocument(found.score, found.underSwap ? PLAYERS : rules.sides),
    margin: marginOf(position, found), best: text(found.best), best_complete: found.isComplete, pv: text(found.line),
    nodes: oracle.nodes, seconds: oracle.elapsed, engine: "kernel", constructed: position.constructed,
  };
  if (document.margin !== null && document.winner) document.result += document.margin ? ` by ${Math.abs(document.margin)}` : " by the tie rule";
  if (found.underSwap) document.under_swap = true;
  if (found.swap) document.swap = { value: found.swap.value, should_swap: found.swap.swap, best: text(found.swap.best) };
  if (found.moves.length) document.moves = found.moves.map(({ move, score }) => ({ move: formatMove(move, rules), ...scoreDocument(score, rules.sides) }));
  return document;
}
