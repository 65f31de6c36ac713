// Positions as the page shows them: the same documents as the API's.

import { IllegalMoveError, UnreachableError } from "./errors.js";
import { bits, has } from "./geometry.js";
import { draw } from "./drawing.js";
import { formatMove, parseMove, parsePlacements } from "./notation.js";
import { Position } from "./position.js";
import { makeSymbols } from "./random.js";
import { GameRecord } from "./records.js";
import { createRules } from "./rules.js";

const bySide = (rules, scores) => Object.fromEntries(rules.sides.map((side, number) => [side, scores[number]]));
const pieceName = (shape) => (shape === "D" ? "domino" : shape);

function outcomeDocument(position) {
  const { rules } = position;
  const { winner, margin, value, scores, byTieRule } = position.outcome();
  const document = { winner, margin, value, scores: bySide(rules, scores), by_tie_rule: byTieRule };
  if (rules.isDouble) {
    const names = rules.name === "tailits+taiji" ? ["TAILITS", "TAIJI"] : ["TAIJI", "Battle of LITS"];
    document.phases = position.phaseScores().map((each, phase) => ({ game: names[phase], scores: bySide(rules, each) }));
  }
  return document;
}

function positionDocument(position) {
  const { rules } = position;
  const { board } = rules;
  return {
    game: rules.name, options: rules.options, board: board.draw(position.squareCharacters()),
    placed: position.placed.map((index) => formatMove(index, rules)),
    ...(rules.symbols ? { symbols: rules.symbols } : {}),
    to_move: position.side, swapped: position.swapped, half_point: position.halfPoint, scores: bySide(rules, position.scores()),
    legal_moves: position.legalMoveCount, constructed: position.constructed, protected: board.names(position.protectedSquares),
    protected_until: rules.isDouble && !position.secondPhase ? "end of phase" : "end of game",
    outcome: position.isOver ? outcomeDocument(position) : null,
  };
}

function placementDocument({ rules }, index) {
  const { shape, squares, black } = rules.table.placements[index];
  const colour = (square) => (black === null ? "" : has(black, square) ? "b" : "w");
  return { move: formatMove(index, rules), piece: pieceName(shape), squares: squares.map((square) => [rules.board.name(square), colour(square)]) };
}

// The kinds of pieces of the phase that is being played.
function piecesDocument(position) {
  const { table } = position.rules;
  const isDomino = position.legal.some((index) => table.placements[index].shape === "D");
  const placed = Array(table.kinds.length).fill(0);
  for (const index of position.placed) placed[table.placements[index].kind] += 1;
  return table.kinds.flatMap((kind, number) => ((kind.shape === "D") === isDomino
    ? [{ piece: pieceName(kind.shape), left: kind.count === null ? null : kind.count - placed[number], orientations: kind.orientations }]
    : []));
}

function groupsDocument(position) {
  const { board, sides } = position.rules;
  return position.groupColours().flatMap(({ colour, side, squares, scoring, counted, diagonal }) => board.groups(squares, diagonal).map((group, number) => ({
    colour, side: sides[side], squares: board.names(group),
    counts: { largest: number < Math.max(1, counted), second: number === 1, uneven: true }[scoring],
  })));
}

export function pageDocument(record, at, data) {
  const ply = at ?? record.moves.length;
  const position = record.position(ply);
  const { rules } = position;
  const { board } = rules;
  return {
    record: record.write(), title: record.about.title ?? "", ply,
    moves: record.moves.map((move, number) => ({ move: formatMove(move, rules), side: record.positions[number].side })),
    position: positionDocument(position), columns: board.columns, rows: board.rows, svg: draw(position, data.palette),
    pieces: piecesDocument(position), legal: position.legal.map((index) => placementDocument(position, index)),
    can_swap: position.canSwap, groups: groupsDocument(position), uncoverable: board.names(position.openProtected & ~position.covered),
  };
}

export function newGame(referee, data, { game, options, seed = 0, board = null }) {
  let rules = createRules(data, game, options, board);
  if (rules.symbols && board === null) rules = createRules(data, game, options, makeSymbols(rules.board, seed));
  const record = GameRecord.start(referee, rules);
  return { record: record.write(), page: pageDocument(record, 0, data) };
}

export function setUp(referee, data, { game, options, board = null, placed = "", to_move: toMove = null }) {
  const rules = createRules(data, game, options, board);
  let record = GameRecord.start(referee, rules);
  if (placed.trim() || toMove !== null) {
    const placements = parsePlacements(placed, rules);
    const make = (constructed) => Position.fromPlacements(referee, rules, placements, { toMove, constructed });
    let position;
    try {
      position = make(false);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      position = make(true);
    }
    record = GameRecord.setUp(position);
  }
  return { record: record.write(), page: pageDocument(record, 0, data) };
}

// What a move would do, or every rule that it breaks.
export function effectDocument(position, text) {
  const { rules } = position;
  let move;
  try {
    move = parseMove(text, position);
    position.check(move);
  } catch (error) {
    if (!(error instanceof IllegalMoveError)) throw error;
    return { move: text, legal: false, broken: error.broken, covers: {}, scores: {}, takes_away: null, protects: [], keeps: {} };
  }
  const after = position.playUnchecked(move);
  const [before, now] = [position.squareCharacters(), after.squareCharacters()];
  const covered = typeof move === "number" ? [...rules.table.placements[move].squares] : [];
  const kept = after.protectedSquares & ~position.protectedSquares;
  const left = new Set(after.legal);
  return {
    move: formatMove(move, rules), legal: true, broken: [],
    covers: counted(covered.map((square) => before[square])),
    scores: bySide(rules, after.scores()), takes_away: position.legal.filter((index) => !left.has(index)).length,
    protects: rules.board.names(kept),
    keeps: counted([...bits(kept)].map((square) => now[square])),
  };
}

// How often each character occurs, in their order.
function counted(characters) {
  const sorted = [...characters].sort();
  return Object.fromEntries([...new Set(sorted)].map((each) => [each, sorted.filter((one) => one === each).length]));
}

export function remainingDocument(position, name) {
  const { rules } = position;
  const square = rules.board.parse(name);
  const covering = position.legal.filter((index) => has(rules.table.placements[index].mask, square));
  return { placements: position.legal.length, covering: covering.map((index) => formatMove(index, rules)) };
}
