// Moves and positions in words: move labels, turns, results and their reasons, effects of moves.

import { h, refill } from "./dom.js";
import { BY_LINK } from "./game.js";

export const times = (count, name) => `${count} ${name}${String(count) === "1" ? "" : "s"}`;
// A share of games in percent, never 0 or 100.
export const percent = (share) => (share > 0.99 ? "over 99 %" : share < 0.01 ? "under 1 %" : `${Math.round(100 * share)} %`);

const upper = (text) => text[0].toUpperCase() + text.slice(1);
const other = (game, side) => game.rules.sides.find((each) => each !== side);

// The aim of a side, in one sentence.
const aim = (game, side) => (game.rules.aim ?? "").replaceAll("{own}", side).replaceAll("{other}", other(game, side));

// The turn in words, with the aim of the side.
export function turnText(game) {
  const { to_move: side } = game.page.position;
  if (!game.opponent) return `${upper(side)} to move. ${aim(game, side)}`;
  if (game.toMove !== game.person) return `Your turn, as ${side}. ${aim(game, side)}`;
  return game.opponent === BY_LINK ? `It is ${side}’s turn: send the link.` : `${game.opponentName} is thinking …`;
}

export function outcomeText(game) {
  const { winner, margin, by_tie_rule: byTieRule } = game.page.position.outcome;
  const how = byTieRule ? "by the tie rule" : `by ${Math.abs(margin)}`;
  if (!game.opponent) return `${upper(winner)} wins ${how}.`;
  return winner === game.yourSide ? `You win ${how}, as ${winner}.` : `${game.opponentName} wins ${how}, as ${winner}.`;
}

// The reason for a win.
export function outcomeReason(game) {
  const { game: name, outcome: { winner, by_tie_rule: byTieRule, phases }, scores } = game.page.position;
  const loser = other(game, winner);
  if (byTieRule) return `The scores are equal (${scores[winner]} each), and the tie rule decides.`;
  if (name === "wythe") return `${greatestSize(game, winner)} ${greatestSize(game, loser)}`;
  const parts = phases?.map((phase) => `${game.games.find((each) => each.name === phase.game)?.title ?? phase.game} ${winner} ${phase.scores[winner]}, ${loser} ${phase.scores[loser]}`);
  const all = `${upper(winner)} has ${scores[winner]}, ${loser} has ${scores[loser]}.`;
  return parts ? `${all} By game: ${parts.join("; ")}.` : all;
}

// The score of a side in Wythe: the greatest size of which it has more groups.
function greatestSize(game, side) {
  const size = game.page.position.scores[side];
  const count = (owner) => game.page.groups.filter((each) => each.side === owner && each.squares.length === size).length;
  if (!size) return `${upper(side)} has more groups of no size.`;
  return `${upper(side)} has ${times(count(side), "group")} of ${size}, ${other(game, side)} ${count(other(game, side)) || "none"}.`;
}

// The effects of a move in words, from the answer of the engine.
export function effectText({ covers, protects, keeps, takes_away: away, scores }) {
  const counted = (characters) => Object.entries(characters).filter(([character]) => /[a-z]/i.test(character)).map(([character, count]) => `${count} ${character}`).join(" and ");
  const parts = [
    counted(covers) ? `covers ${counted(covers)}` : null,
    protects.length ? `${counted(keeps) ? `keeps ${counted(keeps)} for good on` : "protects"} ${protects.slice(0, 6).join(", ")}${protects.length > 6 ? ` and ${protects.length - 6} more` : ""}` : null,
    away ? `cuts off ${times(away.toLocaleString("en"), "placement")}` : null,
  ].filter(Boolean);
  return `It ${[...parts, `makes the score ${scoreText(scores)}`].join(", ")}.`;
}

export const scoreText = (scores) => Object.entries(scores).map(([side, score]) => `${side} ${score}`).join(", ");

// The verdict on a position, from an exact answer, the file of a campaign or an estimate: `kind` is proved,
// stored, estimated or open; a move's `lost` is in points or, if estimated, a share of the games.
export function judge(answer, side, sides) {
  const solution = answer.solution === undefined ? answer : answer.solution ?? answer;
  const estimate = answer.estimate ?? solution.estimate ?? null;
  const sign = side === sides[0] ? 1 : -1;
  const isProved = solution.status === "exact";
  const isEstimated = estimate !== null && !isProved;
  const kind = solution.book ? "stored" : isEstimated ? "estimated" : solution.winner ? "proved" : "open";
  const best = solution.value ?? Math.max(...(solution.moves ?? []).map((each) => sign * (each.value ?? each.lower))) * sign;
  // The result follows from the value: lines of play of the same value may end with different margins.
  const result = answer.solution === undefined ? solution.moves?.find((each) => each.value !== null && each.value === solution.value)?.result ?? solution.result : answer.result;
  const short = (text) => text.replace(" wins ", " ");
  const moves = isEstimated
    ? estimate.moves.map((each) => ({
      move: each.move, isProved: each.value !== null, worth: range(each.interval), span: each.interval, lost: Math.max(0, estimate.moves[0].share - each.share), losesGame: false,
      text: `wins ${percent(each.share)} of the games, ${marginText(each.margin, sides)}`,
    }))
    : (solution.moves?.length ? solution.moves : solution.best.map((move) => ({ move, value: solution.value, result, winner: solution.winner }))).map((each) => {
      const lost = each.value === null ? null : Math.max(0, sign * (best - each.value)) / 2;
      return { move: each.move, isProved: each.value !== null && !solution.book, worth: short(each.result), lost, text: `${each.result}${lost ? `: loses ${times(Math.round(10 * lost) / 10, "point")}` : ""}`,
        losesGame: each.value !== null && solution.value !== null && solution.winner === side && each.winner !== side };
    });
  // The recommended move comes first; other estimates are sorted by certainty.
  const [recommended] = moves;
  moves.sort((one, other) => (isEstimated ? (recommended === other) - (recommended === one) || other.span[0] - one.span[0] : (one.lost ?? Infinity) - (other.lost ?? Infinity)));
  const likely = estimate?.share < 0.5 ? sides.find((each) => each !== side) : side;
  const told = !isEstimated ? result : `${likely} wins ${percent(Math.max(estimate.share, 1 - estimate.share))} of the games`;
  const more = isEstimated ? `${side} ${range(estimate.interval)} with 95 % confidence, ${marginText(estimate.margin, sides)}${solution.winner ? `; proved so far: ${result}` : ""}` : "";
  const share = isEstimated ? (side === sides[0] ? estimate.share : 1 - estimate.share) : null;
  return {
    kind, text: upper(told), more, moves, share, winner: isEstimated ? null : solution.winner, margin: solution.margin, value: isEstimated ? null : solution.value,
    line: solution.pv?.length ? solution.pv : estimate?.line ?? [], swap: solution.swap?.should_swap ?? null, book: solution.book ?? null,
    cost: solution.book ? `nothing was searched; the campaign visited ${positions(solution.nodes)}` : `${positions(answer.nodes ?? solution.nodes)}, ${(answer.seconds ?? solution.seconds).toFixed(1)} s`,
  };
}

const range = ([low, high]) => (percent(low) === percent(high) ? percent(low) : `${Math.round(100 * low)}–${Math.round(100 * high)} %`);
const marginText = (margin, sides) => `on average ${times(Math.abs(Math.round(10 * margin) / 10), "point")} for ${sides[margin > 0 ? 0 : 1]}`;
const positions = (nodes) => `${nodes.toLocaleString("en")} positions`;
export const TAGS = { proved: "Proved", stored: "As stored, not verified", estimated: "Estimated", open: "Not decided" };

// “S[f5,f6,g4,g5]” is S f5–g5, “e4,d4” the domino whose light half lies on e4; other words stay as they are.
export function moveLabel(move) {
  const squares = move.match(/[a-z]+[0-9]+/g);
  if (!squares) return h("span", { class: "move" }, move);
  const shape = /^[LITS](?=\[)/.exec(move)?.[0];
  return h("span", { class: "move", title: move }, h("span", { class: `kind ${shape ?? "domino"}` }, shape ?? ""), ` ${squares[0]}–${squares.at(-1)}`);
}

// Fill the list `host` with the moves of a game as a tree. `show(node, label)` makes what stands for a move; where
// variations are shown, they follow the move that they replace.
export function fillMoves(host, nodes, current, show, withVariations) {
  const isCurrent = (node) => node.ply === current && node.line === nodes[0]?.line;
  const item = (node) => show(node, moveLabel(node.move), isCurrent(node));
  const number = (node) => `${Math.ceil(node.ply / 2)}${node.ply % 2 ? "" : " …"}`;
  const variation = (moves) => [moves.map((node, index) => [node.ply % 2 || !index ? h("i", {}, number(node)) : null, item(node),
    index ? node.variations.map((each) => ["(", variation(each), ")"]) : null])].flat(9).filter((each) => each !== null);
  refill(host, nodes.flatMap((node) => [
    h("li", { class: node.ply % 2 ? "" : "second" }, node.ply % 2 ? h("i", {}, Math.ceil(node.ply / 2)) : null, item(node)),
    ...(withVariations ? node.variations.map((each) => h("li", { class: "variation" }, variation(each))) : [])]));
  if (!nodes.length) return; // to ask for sizes would lay out a page that is still being made
  // The list scrolls, and never the page.
  const shown = host.querySelector("[aria-current]");
  host.scrollTop = shown ? Math.max(0, shown.offsetTop - host.offsetTop - host.clientHeight + 2 * shown.offsetHeight) : 0;
}
