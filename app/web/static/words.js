// Moves and positions in words: move labels, turns, results and their reasons, effects of moves.

import { h, refill, showCurrent } from "./dom.js";
import { BY_LINK } from "./game.js";
import { language, mark, sentenceCase, tr, trn } from "./language.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").MoveNode} MoveNode
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {Schemas["Solution"]} Solution
 * @typedef {Schemas["PositionEstimate"]} Estimate
 *
 * What is known of a position: its exact answer, or what advice without one says.
 *
 * @typedef {Pick<Solution, "score" | "winner" | "best" | "result"> & {status: string} &
 *   Partial<Pick<Solution, "moves" | "principal_variation" | "book" | "margin" | "swap" | "info">>
 * } Known
 *
 * @typedef {Record<string, number>} Scores Points by side.
 * @typedef {readonly string[]} Sides The first and the second.
 * @typedef {[low: number, high: number]} Interval Of a share.
 *
 * A move as the list of the best moves shows it.
 *
 * @typedef {object} RatedMove
 * @property {string} move
 * @property {boolean} isProved
 * @property {string} worth What it leads to, in short.
 * @property {Interval} [span] The share of the games that it wins, if it is estimated.
 * @property {number | null} lost Points or, if estimated, a share of the games; null if not known.
 * @property {string} text
 * @property {boolean} losesGame
 *
 * The verdict on a position.
 *
 * @typedef {object} Verdict
 * @property {"proved" | "stored" | "estimated" | "open"} kind
 * @property {string} text
 * @property {string} more
 * @property {RatedMove[]} moves
 * @property {number | null} share Of the games that the first player wins, if it is estimated.
 * @property {Interval | null} interval That of the share.
 * @property {string | null} winner
 * @property {number | null} margin
 * @property {number | null} value
 * @property {string[]} line
 * @property {boolean | null} swap
 * @property {string | null} book
 * @property {string} cost
 */

// Words of the engine, for `tr` where they are shown.
mark("light");
mark("dark");
mark("black");
mark("white");
mark("w");
mark("b");
mark("swap");
mark("pass");
mark("domino");

/**
 * A share of games in percent, never 0 or 100.
 *
 * @param {number} share
 */
export function percent(share) {
  if (share > 0.99) return tr("over 99 %");
  if (share < 0.01) return tr("under 1 %");
  return `${Math.round(100 * share)} %`;
}

/** @param {string[]} texts */
const listed = (texts) => new Intl.ListFormat(language === "en" ? "en-GB" : language).format(texts);
/** @param {string} side */
const upper = (side) => sentenceCase(tr(side));
/**
 * @param {Sides} sides
 * @param {string} side
 */
export const otherSide = ([first, second], side) => (side === first ? second : first);

/**
 * The aim of a side in the phase that is being played, in one sentence.
 *
 * @param {Game} game
 * @param {string} side
 */
const aim = ({ page: { phases, phase } }, side) => phases[phase].aims[side];

/**
 * The turn in words, and the aim of the side if its player is here.
 *
 * @param {Game} game
 */
export function turnTexts(game) {
  const { to_move: side } = game.page.position;
  if (!game.opponent) {
    return [tr("{side} to move.", { side: upper(side) }), aim(game, side)];
  }
  if (game.toMove !== game.person) {
    return [tr("Your turn, as {side}.", { side: tr(side) }), aim(game, side)];
  }
  const text =
    game.opponent === BY_LINK
      ? tr("It is {side}’s turn: send the link.", { side: tr(side) })
      : tr("{opponent} is thinking …", { opponent: game.opponentName });
  return [text, ""];
}

/**
 * A number of points, given in half points.
 *
 * @param {number} halves
 */
function pointsText(halves) {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole ? `${whole}½` : "½";
}

/**
 * The scores by side, as texts; in TAILITS+TAIJI one side has half a point more.
 *
 * @param {Scores} scores
 * @param {string | null} halfPoint
 * @returns {Record<string, string>}
 */
export const scoreTexts = (scores, halfPoint) =>
  Object.fromEntries(
    Object.entries(scores).map(([side, score]) => [
      side,
      pointsText(2 * score + (side === halfPoint ? 1 : 0)),
    ]),
  );

/**
 * The result of a game that is over.
 *
 * @param {Game} game
 */
function outcomeOf(game) {
  const { outcome } = game.page.position;
  if (outcome === null) throw new Error("the game is not over");
  return outcome;
}

/**
 * The result in words.
 *
 * @param {Game} game
 */
export function outcomeText(game) {
  const { half_point: halfPoint } = game.page.position;
  const outcome = outcomeOf(game);
  const { winner } = outcome;
  const byTieRule = outcome.by_tie_rule && !halfPoint;
  const values = {
    points: pointsText(Math.abs(halfPoint ? outcome.value : 2 * outcome.margin)),
    winner: upper(winner),
    side: tr(winner),
    opponent: game.opponentName,
  };
  if (!game.opponent) {
    return byTieRule
      ? tr("{winner} wins by the tie rule.", values)
      : tr("{winner} wins by {points}.", values);
  }
  if (winner === game.yourSide) {
    return byTieRule
      ? tr("You win by the tie rule, as {side}.", values)
      : tr("You win by {points}, as {side}.", values);
  }
  return byTieRule
    ? tr("{opponent} wins by the tie rule, as {side}.", values)
    : tr("{opponent} wins by {points}, as {side}.", values);
}

/**
 * The reason for a win.
 *
 * @param {Game} game
 */
export function outcomeReason(game) {
  const { scores, half_point: halfPoint } = game.page.position;
  const { winner, by_tie_rule: byTieRule } = outcomeOf(game);
  const loser = otherSide(game.rules.sides, winner);
  if (byTieRule && !halfPoint) {
    return tr("The scores are equal ({score} each). {rule}", {
      score: scores[winner],
      rule: game.page.ties,
    });
  }
  const { phases } = game.page;
  if (phases.some(({ measure }) => measure === "group size")) {
    return tr("{first} {second}", {
      first: greatestSize(game, winner),
      second: greatestSize(game, loser),
    });
  }
  const values = (/** @type {Record<string, string>} */ points, /** @type {string} */ first) => ({
    winner: first,
    score: points[winner],
    loser: tr(loser),
    less: points[loser],
  });
  const points = phases.length > 1 ? scoreTexts(scores, halfPoint) : phases[0].sums;
  const all = tr("{winner} has {score}, {loser} has {less}.", values(points, upper(winner)));
  if (phases.length === 1) return all;
  const parts = phases.map((phase) =>
    tr("{game} {winner} {score}, {loser} {less}", {
      game: phase.game,
      ...values(phase.sums, tr(winner)),
    }),
  );
  if (halfPoint) parts.push(tr("half a point for {side}", { side: tr(halfPoint) }));
  return tr("{scores} By game: {games}.", { scores: all, games: parts.join(tr("; ")) });
}

/**
 * The score of a side as the greatest size of which it has more groups.
 *
 * @param {Game} game
 * @param {string} side
 */
function greatestSize(game, side) {
  const size = game.page.position.scores[side];
  const other = otherSide(game.rules.sides, side);
  const count = (/** @type {string} */ owner) =>
    game.page.groups.filter((each) => each.side === owner && each.squares.length === size).length;
  const fewer = count(other);
  const values = { side: upper(side), size, other: tr(other), fewer };
  if (!size) return tr("{side} has more groups of no size.", values);
  if (!fewer) {
    return trn(
      "{side} has {count} group of {size}, {other} none.",
      "{side} has {count} groups of {size}, {other} none.",
      count(side),
      values,
    );
  }
  return trn(
    "{side} has {count} group of {size}, {other} {fewer}.",
    "{side} has {count} groups of {size}, {other} {fewer}.",
    count(side),
    values,
  );
}

/**
 * The effects of a move in words, from the answer of the engine.
 *
 * @param {Schemas["MoveEffect"]} effect
 */
export function effectText(effect) {
  const { covers, protects, keeps, takes_away: away, scores, half_point: halfPoint } = effect;
  const counted = (/** @type {Record<string, number>} */ characters) =>
    listed(
      Object.entries(characters)
        .filter(([character]) => /[a-z]/i.test(character))
        .map(([character, count]) => tr("{count} {symbol}", { count, symbol: tr(character) })),
    );
  const covered = counted(covers);
  const kept = counted(keeps);
  const named = protects.slice(0, 6).join(tr(", "));
  const squares =
    protects.length > 6
      ? tr("{squares} and {count} more", { squares: named, count: protects.length - 6 })
      : named;
  const effects = [
    covered && tr("covers {symbols}", { symbols: covered }),
    squares &&
      (kept
        ? tr("keeps {symbols} for good on {squares}", { symbols: kept, squares })
        : tr("protects {squares}", { squares })),
    away &&
      trn("cuts off {count} placement", "cuts off {count} placements", away, {
        count: away.toLocaleString("en"),
      }),
  ]
    .filter(Boolean)
    .join(tr(", "));
  const values = { effects, scores: scoreText(scores, halfPoint) };
  return effects
    ? tr("It {effects}, makes the score {scores}.", values)
    : tr("It makes the score {scores}.", values);
}

/**
 * @param {Scores} scores
 * @param {string | null} halfPoint
 */
export const scoreText = (scores, halfPoint = null) =>
  Object.entries(scoreTexts(scores, halfPoint))
    .map(([side, score]) => tr("{side} {score}", { side: tr(side), score }))
    .join(tr(", "));

/**
 * @param {Known} solution
 * @param {boolean} isEstimated
 * @returns {Verdict["kind"]}
 */
function kindOf(solution, isEstimated) {
  if (solution.book) return "stored";
  if (isEstimated) return "estimated";
  return solution.winner ? "proved" : "open";
}

/**
 * The moves of an estimate: the recommended one, then the others by certainty.
 *
 * @param {Estimate} estimate
 * @param {Sides} sides
 */
function estimatedMoves(estimate, sides) {
  const [recommended, ...others] = estimate.moves.map((each) => ({
    move: each.move,
    isProved: each.score.value !== null,
    worth: range(each.interval),
    span: each.interval,
    lost: Math.max(0, estimate.moves[0].share - each.share),
    losesGame: false,
    text: tr("wins {share} of the games, {margin}", {
      share: percent(each.share),
      margin: marginText(each.margin, sides),
    }),
  }));
  others.sort((one, other) => other.span[0] - one.span[0]);
  return recommended ? [recommended, ...others] : [];
}

/**
 * The moves of an exact answer, the best ones first.
 *
 * @param {Known} solution
 * @param {string} result
 * @param {string} side
 * @param {number} sign That of values that are good for the side to move.
 * @returns {RatedMove[]}
 */
function exactMoves(solution, result, side, sign) {
  const { score, winner } = solution;
  const { value } = score;
  const told = solution.moves?.length
    ? solution.moves
    : solution.best.map((move) => ({ move, score, result, winner }));
  const best =
    value ??
    Math.max(
      ...(solution.moves ?? []).map((each) => sign * (each.score.value ?? each.score.lower)),
    ) * sign;
  // The line of play that is shown ends with the margin of the result; another one of the same
  // value may end with another margin.
  const [next] = solution.principal_variation ?? [];
  const moves = told.map((each) => {
    const known = each.score.value;
    const lost = known === null ? null : Math.max(0, sign * (best - known)) / 2;
    const text = each.move === next && known === value ? result : each.result;
    return {
      move: each.move,
      isProved: known !== null && !solution.book,
      worth: language === "en" ? text.replace(" wins ", " ") : text,
      lost,
      text: lost ? lossText(text, lost) : text,
      losesGame: known !== null && value !== null && winner === side && each.winner !== side,
    };
  });
  const rank = (/** @type {RatedMove} */ { lost, move }) =>
    (lost ?? Infinity) - (move === next ? 0.1 : 0);
  return moves.sort((one, other) => rank(one) - rank(other) || 0);
}

/**
 * @param {string} result
 * @param {number} lost
 */
const lossText = (result, lost) =>
  trn(
    "{result}: loses {count} point",
    "{result}: loses {count} points",
    Math.round(10 * lost) / 10,
    { result },
  );

/**
 * An estimate in words: the share of games that the likely winner wins, with its interval. Where a
 * swap is possible, the share is that of a player and not of a side.
 *
 * @param {Estimate} estimate
 * @param {string} side
 * @param {Sides} sides
 */
function shareText(estimate, side, sides) {
  if (estimate.undecided) return tr("too early to say who wins");
  let names = [side, otherSide(sides, side)];
  if (estimate.under_swap) names = [tr("the first player"), tr("the second player")];
  else if ((estimate.should_swap ?? null) !== null) {
    names = [tr("the second player"), tr("the first player")];
  }
  const [low, high] = estimate.interval;
  const isLikely = estimate.share >= 0.5;
  return tr("{side} wins {share} ({range})", {
    side: tr(isLikely ? names[0] : names[1]),
    share: percent(isLikely ? estimate.share : 1 - estimate.share),
    range: range(isLikely ? [low, high] : [1 - high, 1 - low]),
  });
}

/**
 * How sure an estimate is, in words.
 *
 * @param {Estimate} estimate
 * @param {Sides} sides
 */
const certaintyText = ({ undecided, playouts, margin }, sides) =>
  undecided
    ? trn("{playouts} game so far", "{playouts} games so far", playouts, { playouts })
    : tr("of the games, with the 95 % interval; {margin}", { margin: marginText(margin, sides) });

/**
 * The share of games that the first player wins, and its interval, from those of the side to move.
 *
 * @param {{share: number, interval: Interval}} estimate
 * @param {boolean} isFirst
 * @returns {{share: number, interval: Interval}}
 */
function firstShare({ share, interval: [low, high] }, isFirst) {
  return isFirst
    ? { share, interval: [low, high] }
    : { share: 1 - share, interval: [1 - high, 1 - low] };
}

/**
 * A share of the games that the first player wins, with its interval.
 *
 * @param {number} share
 * @param {Interval} interval
 */
export const firstShareText = (share, interval) =>
  tr("The first player wins {share} of the games (95 % interval: {range})", {
    share: percent(share),
    range: range(interval),
  });

/**
 * The verdict on a position, from an exact answer, the file of a campaign or an estimate.
 *
 * @param {Solution | Schemas["Advice"]} answer
 * @param {string} side The one to move.
 * @param {Sides} sides
 * @returns {Verdict}
 */
export function judge(answer, side, sides) {
  const advice = "solution" in answer ? answer : null;
  /** @type {Known} */
  const solution = "solution" in answer ? (answer.solution ?? answer) : answer;
  const { nodes, seconds } = "solution" in answer ? answer : answer.info;
  const estimate = advice?.estimate ?? null;
  const isProved = solution.status === "exact";
  const isEstimated = estimate !== null && !isProved;
  // Beside an estimate, the result is what is proved so far.
  const { result } = isEstimated ? answer : solution;
  const moves = isEstimated
    ? estimatedMoves(estimate, sides)
    : exactMoves(solution, result, side, side === sides[0] ? 1 : -1);
  const told = isEstimated ? shareText(estimate, side, sides) : result;
  const sure = isEstimated ? certaintyText(estimate, sides) : "";
  const more =
    isEstimated && solution.winner
      ? tr("{estimate}; proved so far: {result}", { estimate: sure, result })
      : sure;
  const saysSomething = isEstimated && !estimate.undecided;
  const first = saysSomething ? firstShare(estimate, side === sides[0]) : null;
  return {
    kind: kindOf(solution, isEstimated),
    text: sentenceCase(told),
    more,
    moves,
    share: first?.share ?? null,
    interval: first?.interval ?? null,
    winner: isEstimated ? null : solution.winner,
    margin: solution.margin ?? null,
    value: isEstimated ? null : solution.score.value,
    line: solution.principal_variation?.length
      ? solution.principal_variation
      : (estimate?.line ?? []),
    swap: solution.swap?.should_swap ?? null,
    book: solution.book ?? null,
    cost: solution.book
      ? tr("nothing was searched; the campaign visited {positions}", {
          positions: positions(solution.info?.nodes ?? nodes),
        })
      : tr("{positions}, {seconds} s", {
          positions: positions(nodes),
          seconds: seconds.toFixed(1),
        }),
  };
}

/** @param {Interval} interval */
const range = ([low, high]) =>
  percent(low) === percent(high)
    ? percent(low)
    : `${Math.round(100 * low)}–${Math.round(100 * high)} %`;
/**
 * @param {number} margin
 * @param {Sides} sides
 */
const marginText = (margin, sides) =>
  trn(
    "on average {count} point for {side}",
    "on average {count} points for {side}",
    Math.abs(Math.round(10 * margin) / 10),
    { side: tr(sides[margin > 0 ? 0 : 1]) },
  );
const positions = (/** @type {number} */ nodes) =>
  trn("{count} position", "{count} positions", nodes, { count: nodes.toLocaleString("en") });
/** @type {Record<string, string>} How sure a verdict is, by its kind. */
export const TAGS = {
  proved: tr("Proved"),
  stored: tr("As stored, not verified"),
  estimated: tr("Estimated"),
  open: tr("Not decided"),
};

/**
 * A move as it is shown: “S[f5,f6,g4,g5]” is S f5–g5, “e4,d4” the domino whose light half lies on
 * e4; other words stay as they are.
 *
 * @param {string} move
 */
export function moveLabel(move) {
  const squares = move.match(/[a-z]+[0-9]+/g);
  if (!squares) return h("span", { class: "move" }, tr(move));
  const shape = /^[LITS](?=\[)/.exec(move)?.[0];
  return h(
    "span",
    { class: "move", title: move },
    h("span", { class: `kind ${shape ?? "domino"}` }, shape ?? ""),
    ` ${squares[0]}–${squares.at(-1)}`,
  );
}

/**
 * Fill a list with the moves of a game as a tree; where variations are shown, they follow the move
 * that they replace.
 *
 * @param {HTMLElement} host
 * @param {MoveNode[]} nodes
 * @param {number} current The number of the moves that are shown on the board.
 * @param {(node: MoveNode, label: HTMLElement) => HTMLElement} show Makes the element for a move.
 * @param {boolean} withVariations
 */
export function fillMoves(host, nodes, current, show, withVariations) {
  const isCurrent = (/** @type {MoveNode} */ node) =>
    node.ply === current && node.line === nodes[0]?.line;
  const item = (/** @type {MoveNode} */ node) =>
    Object.assign(show(node, moveLabel(node.move)), {
      ariaCurrent: isCurrent(node) ? "step" : null,
    });
  const number = (/** @type {MoveNode} */ node) =>
    `${Math.ceil(node.ply / 2)}${node.ply % 2 ? "" : " …"}`;
  /** @type {(moves: MoveNode[]) => (HTMLElement | string)[]} */
  const variation = (moves) =>
    moves.flatMap((node, index) => [
      ...(node.ply % 2 || !index ? [h("i", {}, number(node))] : []),
      item(node),
      ...(index ? node.variations.flatMap((each) => ["(", ...variation(each), ")"]) : []),
    ]);
  refill(
    host,
    nodes.flatMap((node) => [
      h(
        "li",
        { class: node.ply % 2 ? "" : "second" },
        node.ply % 2 ? h("i", {}, Math.ceil(node.ply / 2)) : null,
        item(node),
      ),
      ...(withVariations
        ? node.variations.map((each) => h("li", { class: "variation" }, variation(each)))
        : []),
    ]),
  );
  // To ask for sizes would lay out a page that is still being made.
  if (nodes.length) showCurrent(host);
}
