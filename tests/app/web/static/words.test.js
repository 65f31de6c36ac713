import "./browser.js";

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  effectText,
  judge,
  outcomeReason,
  outcomeText,
  percent,
  scoreText,
  turnTexts,
} from "../../../../app/web/static/words.js";

const SIDES = ["light", "dark"];

// A game as the page has it. `changes` are those of the game, `position` and `page` of its parts.
function gameOf({ position = {}, page = {}, ...changes } = {}) {
  const aims = { light: "Grow large light groups.", dark: "Grow large dark groups." };
  const phases = [{ game: "TAIJI", aims, sums: position.scores }];
  return {
    rules: { sides: SIDES },
    opponent: "",
    opponentName: "Greedy",
    person: 1,
    toMove: 0,
    yourSide: null,
    page: {
      position: { game: "taiji", to_move: "light", ...position },
      phases,
      phase: 0,
      ties: "Dark wins ties.",
      groups: [],
      ...page,
    },
    ...changes,
  };
}

const over = (winner, margin, isTie = false) => ({ winner, margin, by_tie_rule: isTie });

describe("shares", () => {
  for (const [share, text] of [
    [0, "under 1 %"],
    [0.004, "under 1 %"],
    [0.01, "1 %"],
    [0.5, "50 %"],
    [0.99, "99 %"],
    [1, "over 99 %"],
  ]) {
    test(`${share} is ${text}`, () => assert.equal(percent(share), text));
  }
});

describe("turns", () => {
  test("without an opponent the side is named, with its aim", () => {
    assert.deepEqual(turnTexts(gameOf()), ["Light to move.", "Grow large light groups."]);
  });

  test("the player here is told so", () => {
    const game = gameOf({ opponent: "greedy", toMove: 0, person: 1 });
    assert.deepEqual(turnTexts(game), ["Your turn, as light.", "Grow large light groups."]);
  });

  test("an engine is thinking", () => {
    const game = gameOf({ opponent: "greedy", toMove: 1, person: 1 });
    assert.deepEqual(turnTexts(game), ["Greedy is thinking …", ""]);
  });

  test("a person elsewhere waits for the link", () => {
    const game = gameOf({ opponent: "link", toMove: 1, person: 1 });
    assert.deepEqual(turnTexts(game), ["It is light’s turn: send the link.", ""]);
  });
});

describe("results", () => {
  const ended = (outcome, changes = {}) => gameOf({ position: { outcome }, ...changes });
  const mine = { opponent: "greedy", yourSide: "dark" };

  for (const [outcome, changes, text] of [
    [over("light", 3), {}, "Light wins by 3."],
    [over("dark", -2), {}, "Dark wins by 2."],
    [over("dark", 0, true), {}, "Dark wins by the tie rule."],
    [over("dark", -2), mine, "You win by 2, as dark."],
    [over("dark", 0, true), mine, "You win by the tie rule, as dark."],
    [over("light", 4), mine, "Greedy wins by 4, as light."],
    [over("light", 0, true), mine, "Greedy wins by the tie rule, as light."],
  ]) {
    test(text, () => assert.equal(outcomeText(ended(outcome, changes)), text));
  }

  test("scores are the reason", () => {
    const position = { outcome: over("light", 3), scores: { light: 13, dark: 10 } };
    assert.equal(outcomeReason(gameOf({ position })), "Light has 13, dark has 10.");
  });

  test("so is the tie rule", () => {
    const position = { outcome: over("dark", 0, true), scores: { light: 7, dark: 7 } };
    const text = "The scores are equal (7 each). Dark wins ties.";
    assert.equal(outcomeReason(gameOf({ position })), text);
  });

  test("two games in a row have their scores each", () => {
    const phases = [
      { game: "TAILITS", sums: { light: "9", dark: "4" } },
      { game: "TAIJI", sums: { light: "3 + 2 = 5", dark: "7" } },
    ];
    const position = { outcome: over("light", 3), scores: { light: 14, dark: 11 } };
    assert.equal(
      outcomeReason(gameOf({ position, page: { phases } })),
      "Light has 14, dark has 11. By game: TAILITS light 9, dark 4; TAIJI light 3 + 2 = 5, dark 7.",
    );
  });

  test("the half point is a part of the score", () => {
    const ended = (first, second, half, winner) => {
      const margin = first - second;
      const value = 2 * margin + (half === "light" ? 1 : -1);
      const phases = [
        { game: "TAILITS", sums: { light: first, dark: second } },
        { game: "TAIJI", sums: { light: 0, dark: 0 } },
      ];
      return gameOf({
        position: {
          game: "tailits+taiji",
          outcome: { winner, margin, value, by_tie_rule: margin === 0 },
          scores: { light: first, dark: second },
          half_point: half,
        },
        page: { phases },
      });
    };
    const won = ended(47, 19, "dark", "light");
    assert.equal(outcomeText(won), "Light wins by 27½.");
    assert.match(outcomeReason(won), /^Light has 47, dark has 19½\. .*; half a point for dark\.$/);
    const close = ended(7, 7, "dark", "dark");
    assert.equal(outcomeText(close), "Dark wins by ½.");
    assert.match(outcomeReason(close), /^Dark has 7½, light has 7\. /);
    assert.equal(scoreText({ light: 0, dark: 3 }, "light"), "light ½, dark 3");
  });

  test("in Wythe the sizes of groups are counted", () => {
    const group = (side, size) => ({ side, squares: new Array(size).fill("a1") });
    const groups = [group("light", 3), group("light", 3), group("dark", 3), group("dark", 2)];
    const position = {
      game: "wythe",
      outcome: over("light", 1),
      scores: { light: 3, dark: 2 },
    };
    const phases = [{ game: "Wythe", measure: "group size" }];
    assert.equal(
      outcomeReason(gameOf({ position, page: { groups, phases } })),
      "Light has 2 groups of 3, dark 1. Dark has 1 group of 2, light none.",
    );
    const none = { ...position, scores: { light: 3, dark: 0 } };
    assert.match(
      outcomeReason(gameOf({ position: none, page: { groups, phases } })),
      /Dark has more groups of no size\.$/,
    );
  });
});

describe("effects of a move", () => {
  const PLAIN = { covers: {}, protects: [], keeps: {}, takes_away: 0, scores: { x: 3, o: 1 } };

  test("a move without effects makes a score", () => {
    assert.equal(effectText(PLAIN), "It makes the score x 3, o 1.");
  });

  test("the half point that the move brings is a part of the score", () => {
    const effect = { ...PLAIN, scores: { black: 3, white: 1 }, half_point: "white" };
    assert.equal(effectText(effect), "It makes the score black 3, white 1½.");
  });

  test("covered symbols are counted, blank squares are not", () => {
    const text = effectText({ ...PLAIN, covers: { X: 2, O: 1, ".": 1 } });
    assert.equal(text, "It covers 2 X and 1 O, makes the score x 3, o 1.");
  });

  test("six protected squares are named, more are counted", () => {
    const protects = ["a1", "a2", "a3", "a4", "a5", "a6"];
    assert.match(effectText({ ...PLAIN, protects }), /protects a1, a2, a3, a4, a5, a6, makes/);
    const more = effectText({ ...PLAIN, protects: [...protects, "a7", "a8"] });
    assert.match(more, /protects a1, a2, a3, a4, a5, a6 and 2 more, makes/);
  });

  test("symbols that nothing can cover any more are kept for good", () => {
    const text = effectText({ ...PLAIN, protects: ["a1"], keeps: { X: 1 } });
    assert.match(text, /keeps 1 X for good on a1/);
  });

  test("placements that are gone are counted, with one form for one", () => {
    assert.match(effectText({ ...PLAIN, takes_away: 1 }), /cuts off 1 placement,/);
    assert.match(effectText({ ...PLAIN, takes_away: 1200 }), /cuts off 1,200 placements,/);
  });

  test("scores name all sides", () => {
    assert.equal(scoreText({ light: 0, dark: 2 }), "light 0, dark 2");
  });
});

describe("verdicts", () => {
  const scoreOf = (value) => ({ lower: value ?? -99, upper: value ?? 99, value });
  const SOLUTION = {
    status: "exact",
    score: scoreOf(5),
    margin: 2,
    winner: "light",
    result: "light wins by 2",
    best: ["a1,a2"],
    moves: [],
    principal_variation: ["a1,a2", "b1,b2"],
    info: { nodes: 1234, seconds: 0.56, engine: "kernel" },
  };
  const MOVES = [
    { move: "c1,c2", score: scoreOf(-1), winner: "dark", result: "dark wins by the tie rule" },
    { move: "b1,b2", score: scoreOf(1), winner: "light", result: "light wins by the tie rule" },
    { move: "a1,a2", score: scoreOf(5), winner: "light", result: "light wins by 2" },
  ];
  const ESTIMATE = {
    share: 0.7,
    margin: 1.26,
    interval: [0.6, 0.8],
    line: ["d1,d2"],
    moves: [
      { move: "d1,d2", score: scoreOf(null), share: 0.7, margin: 1.26, interval: [0.6, 0.8] },
      { move: "e1,e2", score: scoreOf(null), share: 0.5, margin: 0, interval: [0.4, 0.6] },
      { move: "f1,f2", score: scoreOf(null), share: 0.55, margin: -1, interval: [0.5, 0.6] },
    ],
  };
  const COST = { nodes: 1234, seconds: 0.56 }; // of an advice
  const open = {
    ...SOLUTION,
    status: "bounded",
    score: scoreOf(null),
    winner: null,
    result: "not decided",
  };

  test("an exact answer is a proof", () => {
    const found = judge(SOLUTION, "light", SIDES);
    assert.equal(found.kind, "proved");
    assert.equal(found.text, "Light wins by 2");
    assert.equal(found.share, null);
    assert.deepEqual(found.line, SOLUTION.principal_variation);
    assert.equal(found.cost, "1,234 positions, 0.6 s");
  });

  test("without values of all moves the best ones are listed", () => {
    const [only, ...others] = judge(SOLUTION, "light", SIDES).moves;
    assert.equal(only.move, "a1,a2");
    assert.equal(only.worth, "light by 2");
    assert.equal(others.length, 0);
  });

  test("moves are sorted by what they lose, in points", () => {
    const { moves } = judge({ ...SOLUTION, moves: MOVES }, "light", SIDES);
    assert.deepEqual(
      moves.map(({ move, lost }) => [move, lost]),
      [
        ["a1,a2", 0],
        ["b1,b2", 2],
        ["c1,c2", 3],
      ],
    );
    assert.equal(moves[1].text, "light wins by the tie rule: loses 2 points");
  });

  test("only a move that gives up a win loses the game", () => {
    const { moves } = judge({ ...SOLUTION, moves: MOVES }, "light", SIDES);
    assert.deepEqual(
      moves.map(({ losesGame }) => losesGame),
      [false, false, true],
    );
  });

  test("who loses anyway cannot lose the game by a move", () => {
    const lost = MOVES.slice(0, 1);
    const answer = { ...SOLUTION, score: scoreOf(-1), winner: "dark", moves: lost };
    assert.equal(judge(answer, "light", SIDES).moves[0].losesGame, false);
  });

  test("the second side wants low values", () => {
    const answer = { ...SOLUTION, score: scoreOf(-1), winner: "dark", moves: MOVES };
    const { moves } = judge(answer, "dark", SIDES);
    assert.deepEqual(
      moves.map(({ move, lost, losesGame }) => [move, lost, losesGame]),
      [
        ["c1,c2", 0, false],
        ["b1,b2", 1, true],
        ["a1,a2", 3, true],
      ],
    );
  });

  test("moves without a value come last, and lose nothing that is known", () => {
    const moves = [
      { move: "d1,d2", score: { ...scoreOf(null), lower: -3 }, result: "not decided" },
      ...MOVES,
    ];
    const last = judge({ ...SOLUTION, moves }, "light", SIDES).moves.at(-1);
    assert.equal(last.move, "d1,d2");
    assert.equal(last.lost, null);
    assert.equal(last.isProved, false);
  });

  test("what a campaign has stored is not proved here", () => {
    const found = judge({ ...SOLUTION, book: "wythe-5", moves: MOVES }, "light", SIDES);
    assert.equal(found.kind, "stored");
    assert.equal(found.book, "wythe-5");
    assert.ok(found.moves.every(({ isProved }) => !isProved));
    assert.equal(found.cost, "nothing was searched; the campaign visited 1,234 positions");
  });

  test("without a winner nothing is decided", () => {
    assert.equal(judge({ ...open, best: [] }, "light", SIDES).kind, "open");
  });

  test("an estimate tells the share of the side that probably wins", () => {
    const found = judge({ ...COST, solution: open, estimate: ESTIMATE }, "light", SIDES);
    assert.equal(found.kind, "estimated");
    assert.equal(found.text, "Light wins 70 % (60–80 %)");
    assert.equal(
      found.more,
      "of the games, with the 95 % interval; on average 1.3 points for light",
    );
    assert.equal(found.winner, null);
    assert.equal(found.value, null);
    assert.deepEqual(found.line, open.principal_variation);
    // The figure and its interval are of one side, which is named.
    const unlikely = { ...ESTIMATE, share: 0.2, interval: [0.15, 0.3] };
    const other = judge({ ...COST, solution: open, estimate: unlikely }, "light", SIDES);
    assert.equal(other.text, "Dark wins 80 % (70–85 %)");
    assert.doesNotMatch(other.more, /15|20|30 %/);
  });

  test("the curve gets the first player's share with its interval", () => {
    const shown = (side) => {
      const estimate = { ...ESTIMATE, share: 0.75, interval: [0.5, 0.875] };
      const { share, interval } = judge({ ...COST, solution: open, estimate }, side, SIDES);
      return [share, ...interval];
    };
    assert.deepEqual(shown("light"), [0.75, 0.5, 0.875]);
    assert.deepEqual(shown("dark"), [0.25, 0.125, 0.5]);
    assert.equal(judge(SOLUTION, "light", SIDES).interval, null);
  });

  test("where a swap is possible the share is that of a player", () => {
    const before = { ...ESTIMATE, under_swap: true };
    const after = { ...ESTIMATE, should_swap: false };
    const text = (estimate, side) => judge({ ...COST, solution: open, estimate }, side, SIDES).text;
    assert.match(text(before, "light"), /^The first player wins 70 %/);
    assert.match(text(after, "dark"), /^The second player wins 70 %/);
    assert.match(text({ ...after, share: 0.2 }, "dark"), /^The first player wins 80 %/);
  });

  test("the verdict says how the line below it ends", () => {
    const both = "light wins by 5 or 6";
    const score = scoreOf(11);
    const solution = {
      ...SOLUTION,
      score,
      result: "light wins by 6",
      moves: [
        { move: "b1,b2", score, winner: "light", result: both },
        { move: "a1,a2", score, winner: "light", result: both },
      ],
    };
    for (const answer of [solution, { ...COST, solution, estimate: null, result: both }]) {
      const found = judge(answer, "light", SIDES);
      assert.equal(found.text, "Light wins by 6");
      assert.deepEqual(
        found.moves.map(({ move, worth }) => [move, worth]),
        [
          ["a1,a2", "light by 6"],
          ["b1,b2", "light by 5 or 6"],
        ],
      );
    }
  });

  test("the share is that of the first side, whoever is to move", () => {
    const answer = { ...COST, solution: open, estimate: ESTIMATE };
    assert.equal(judge(answer, "light", SIDES).share, 0.7);
    assert.ok(Math.abs(judge(answer, "dark", SIDES).share - 0.3) < 1e-9);
  });

  test("an estimate that says nothing yet names no winner and has no share", () => {
    const estimate = { ...ESTIMATE, share: 0.99, interval: [0, 1], playouts: 3, undecided: true };
    const found = judge({ ...COST, solution: open, estimate }, "light", SIDES);
    assert.equal(found.kind, "estimated");
    assert.equal(found.text, "Too early to say who wins");
    assert.equal(found.more, "3 games so far");
    assert.equal(found.share, null);
    assert.equal(found.interval, null);
  });

  test("of estimated moves the recommended one is first, others are sorted by certainty", () => {
    const { moves } = judge({ ...COST, solution: open, estimate: ESTIMATE }, "light", SIDES);
    assert.deepEqual(
      moves.map(({ move }) => move),
      ["d1,d2", "f1,f2", "e1,e2"],
    );
    assert.equal(moves[0].worth, "60–80 %");
    assert.equal(moves[0].text, "wins 70 % of the games, on average 1.3 points for light");
    assert.match(moves[1].text, /on average 1 point for dark$/);
  });

  test("a proof counts more than an estimate beside it", () => {
    const answer = { ...COST, solution: SOLUTION, estimate: ESTIMATE, result: "light wins by 2" };
    const found = judge(answer, "light", SIDES);
    assert.equal(found.kind, "proved");
    assert.equal(found.more, "");
  });

  test("a winner that is known already stands beside the estimate", () => {
    const known = { ...open, winner: "light" };
    const answer = { ...COST, solution: known, estimate: ESTIMATE, result: "light wins" };
    assert.match(judge(answer, "light", SIDES).more, /; proved so far: light wins$/);
  });

  test("an advised swap is passed on", () => {
    assert.equal(judge(SOLUTION, "light", SIDES).swap, null);
    const swap = { should_swap: true };
    assert.equal(judge({ ...SOLUTION, swap }, "light", SIDES).swap, true);
  });
});
