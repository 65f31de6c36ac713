import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { Game, beginning } from "../../../../app/web/static/game.js";
import { keptGames } from "../../../../app/web/static/keptgames.js";
import { pack, read } from "../../../../app/web/static/link.js";

// Messages go to the page, which is not here.
const status = { classList: { toggle() {} }, style: {}, textContent: "" };
provide("document", { getElementById: () => status });

const SIDES = ["black", "white"];
const RULES = [{ name: "wythe", title: "Wythe", sides: SIDES, options: [{ name: "size" }] }];

// An engine that plays a game of any moves: a record is the list of its moves. `replies` are the
// moves of the opponent, and `asked` the questions.
function engineOf(...replies) {
  const asked = [];
  const pageOf = (moves, ply = moves.length) => ({
    record: moves.join(" "),
    ply,
    title: "",
    moves: moves.map((move, index) => ({ move, side: SIDES[index % 2] })),
    position: {
      game: "wythe",
      to_move: SIDES[ply % 2],
      swapped: false,
      outcome: moves.at(-1) === "last" && ply === moves.length ? { winner: "black" } : null,
    },
  });
  const movesOf = (record) => record.split(" ").filter(Boolean);
  return {
    asked,
    pageOf,
    async ask(name, body) {
      asked.push(name);
      const moves = movesOf(body.record ?? "");
      if (name === "new") return { page: pageOf([]) };
      if (name === "play") return pageOf([...moves.slice(0, body.at), body.move]);
      return pageOf(moves, body.at);
    },
    async stream(name) {
      asked.push(name);
      return { move: replies.shift() };
    },
  };
}

// A game that begins with some moves.
async function begun(moves, { opponent = "", person = 1, replies = [], place = "play" } = {}) {
  const engine = engineOf(...replies);
  const game = new Game(engine, RULES, place, { isConnected: true });
  game.person = person;
  await game.load(moves, undefined, opponent);
  return { game, engine };
}

const movesOf = (game) => game.page.moves.map(({ move }) => move).join(" ");
const settled = () => new Promise((done) => setTimeout(done, 20));

beforeEach(() => {
  location.hash = "#play";
  localStorage.clear();
});

describe("new games", () => {
  test("only a board with symbols needs a seed", () => {
    assert.deepEqual(beginning(RULES[0], { size: 5 }, 7), { game: "wythe", options: { size: 5 } });
    const symbols = { name: "battle-of-lits", board: "symbols", options: [] };
    assert.equal(beginning(symbols, {}, 7).seed, 7);
    const numbers = { x: 3, o: 5 };
    assert.equal(beginning(symbols, {}, 7, "", numbers).x, 3);
    assert.ok(!("x" in beginning(symbols, {}, 7, "X O\n. .", numbers)));
    assert.ok(!("x" in beginning(RULES[0], {}, 7, "", numbers)));
  });

  test("a board that was typed determines the size", () => {
    const taiji = { name: "taiji", board: "colours", options: [] };
    assert.deepEqual(beginning(taiji, { size: 9, groups: 2 }, 7, "w b\n. ."), {
      game: "taiji",
      options: { groups: 2 },
      board: ["w b", ". ."],
    });
    assert.deepEqual(beginning(taiji, { size: 9 }, 7, " \n"), {
      game: "taiji",
      options: { size: 9 },
    });
  });
});

describe("moves", () => {
  test("a move is played after the others", async () => {
    const { game } = await begun("a b");
    await game.play("c");
    assert.equal(movesOf(game), "a b c");
    assert.equal(game.ply, 3);
  });

  test("listeners see the game that is shown, and each change", async () => {
    const { game } = await begun("a");
    const seen = [];
    game.onChange((page) => seen.push(page.record));
    await game.play("b");
    assert.deepEqual(seen, ["a", "a b"]);
  });

  test("undo and redo step through the game, and stop at its ends", async () => {
    const { game } = await begun("a b");
    await game.redo();
    assert.equal(game.ply, 2);
    await game.undo();
    await game.undo();
    assert.equal(game.ply, 0);
    await game.undo();
    assert.equal(game.ply, 0);
    await game.redo();
    assert.equal(game.ply, 1);
    assert.equal(movesOf(game), "a b");
  });

  test("the next move of the record is shown, and not played again", async () => {
    const { game, engine } = await begun("a b");
    await game.goTo(1);
    await game.play("b");
    assert.equal(game.ply, 2);
    assert.ok(!engine.asked.includes("play"));
    assert.equal(game.lines.length, 0);
  });

  test("another move keeps the old ones as a variation", async () => {
    const { game } = await begun("a b c");
    await game.goTo(1);
    await game.play("x");
    assert.equal(movesOf(game), "a x");
    assert.deepEqual(
      game.lines.map(({ record }) => record),
      ["a b c"],
    );
  });

  test("a move of a known variation shows it", async () => {
    const { game, engine } = await begun("a b c");
    await game.goTo(1);
    await game.play("x");
    await game.goTo(1);
    const { length } = engine.asked;
    await game.play("b");
    assert.equal(movesOf(game), "a b c");
    assert.equal(game.ply, 2);
    assert.deepEqual(
      game.lines.map(({ record }) => record),
      ["a x"],
    );
    assert.ok(!engine.asked.slice(length).includes("play"));
  });

  test("a second move waits for the answer to the first", async () => {
    const { game } = await begun("a");
    await Promise.all([game.play("b"), game.play("c")]);
    assert.equal(movesOf(game), "a b");
  });

  // Do something as soon as a record is shown, before its address is packed.
  function whenShown(game, record, act) {
    let isDone = false;
    game.onChange((page) => {
      if (isDone || page.record !== record) return;
      isDone = true;
      act();
    });
  }

  test("a move that is shown is taken back at once", async () => {
    const { game } = await begun("a");
    whenShown(game, "a b", () => game.undo());
    await game.play("b");
    await settled();
    assert.equal(game.ply, 1);
  });

  test("a move that is shown is followed by the next at once", async () => {
    const { game } = await begun("a");
    whenShown(game, "a b", () => game.play("c"));
    await game.play("b");
    await settled();
    assert.equal(movesOf(game), "a b c");
  });

  test("nobody answers a move that was taken back at once", async () => {
    const { game, engine } = await begun("", { opponent: "greedy", replies: ["reply"] });
    whenShown(game, "a", () => game.undo());
    await game.play("a");
    await settled();
    assert.equal(movesOf(game), "a");
    assert.equal(game.ply, 0);
    assert.ok(!engine.asked.includes("engine"));
  });

  test("after a move on its way was taken back the next need not wait for its answer", async () => {
    const { game, engine } = await begun("a");
    const { ask } = engine;
    let answer;
    const held = new Promise((resolve) => {
      answer = resolve;
    });
    engine.ask = async (name, body) => {
      if (body.move === "b") await held;
      return ask(name, body);
    };
    const late = game.play("b");
    await game.undo();
    await game.play("c");
    answer();
    await late;
    assert.equal(movesOf(game), "a c");
  });
});

describe("opponents", () => {
  test("the opponent answers a move", async () => {
    const { game } = await begun("", { opponent: "greedy", replies: ["reply"] });
    await game.play("a");
    assert.equal(movesOf(game), "a reply");
    assert.equal(game.isAwaiting, false);
  });

  test("one who plays first begins", async () => {
    const engine = engineOf("reply");
    const game = new Game(engine, RULES, "play", { isConnected: true });
    await game.open({ game: "wythe", opponent: "greedy", plays: "first" });
    await settled();
    assert.equal(movesOf(game), "reply");
    assert.equal(game.yourSide, "white");
  });

  test("undo takes back the opponent's move, too", async () => {
    const { game } = await begun("", { opponent: "greedy", replies: ["r1", "r2"] });
    await game.play("a");
    await game.play("b");
    await game.undo();
    assert.equal(game.ply, 2);
  });

  test("redo plays the opponent's move, too, and restart goes back to the beginning", async () => {
    const { game, engine } = await begun("", { opponent: "greedy", replies: ["r1", "r2"] });
    assert.equal(game.canRestart, false);
    await game.play("a");
    await game.play("b");
    assert.equal(game.redoPly, undefined);
    await game.restart();
    assert.equal(game.ply, 0);
    assert.equal(game.canRestart, false);
    await game.redo();
    assert.equal(game.ply, 2);
    await game.redo();
    assert.equal(game.ply, 4);
    assert.equal(movesOf(game), "a r1 b r2");
    assert.equal(engine.asked.filter((name) => name === "engine").length, 2);
    await game.redo();
    assert.equal(game.ply, 4);
  });

  test("a game against a person elsewhere has no restart", async () => {
    const { game } = await begun("a", { opponent: "link", person: 0 });
    await game.play("b");
    assert.equal(game.undoPly, 1);
    assert.equal(game.canRestart, false);
    await game.restart();
    assert.equal(game.ply, 2);
  });

  test("undo leaves the opponent's first move, which would only come again", async () => {
    const { game, engine } = await begun("a", { opponent: "greedy", person: 0 });
    assert.equal(game.undoPly, undefined);
    await game.undo();
    assert.equal(game.ply, 1);
    assert.ok(!engine.asked.includes("engine"));
    await game.load("a b c d", 3, "greedy");
    assert.equal(game.undoPly, 1);
  });

  test("undo takes back no move of a person elsewhere", async () => {
    const { game } = await begun("a", { opponent: "link", person: 0 });
    assert.equal(game.undoPly, undefined);
    await game.undo();
    assert.equal(game.ply, 1);
    await game.play("b");
    assert.equal(game.undoPly, 1);
    await game.undo();
    assert.equal(game.ply, 1);
    await game.undo();
    assert.equal(game.ply, 1);
    await game.load("a b c", undefined, "link");
    assert.equal(game.undoPly, undefined);
  });

  test("nobody answers where games are analysed", async () => {
    const { game } = await begun("a", { opponent: "greedy", replies: ["reply"], place: "analyse" });
    await settled();
    assert.equal(movesOf(game), "a");
  });

  test("nobody answers for a person elsewhere", async () => {
    const { game, engine } = await begun("", { opponent: "link" });
    await game.play("a");
    assert.equal(game.isAwaiting, true);
    assert.ok(!engine.asked.includes("engine"));
    await game.play("b");
    assert.equal(movesOf(game), "a");
    assert.equal(status.textContent, "The other is to move: send the link.");
  });

  test("nobody answers once the game is over", async () => {
    const { game, engine } = await begun("", { opponent: "greedy", replies: ["reply"] });
    await game.play("last");
    assert.equal(game.isOver, true);
    assert.ok(!engine.asked.includes("engine"));
  });

  test("a player keeps the moves made before a swap", async () => {
    const { game } = await begun("a swap c d");
    Object.assign(game.page.position, { swapped: true });
    for (const [at, side] of ["black", "white", "white", "black"].entries()) {
      game.page.moves[at].side = side;
    }
    // The first player, who began as black, is white after the swap.
    assert.deepEqual(
      [0, 1, 2, 3].map((at) => game.playerAt(at)),
      [0, 1, 0, 1],
    );
    assert.equal(game.sideOf(0), "white");
  });
});

describe("addresses", () => {
  test("a game is opened again by its values", async () => {
    const { game, engine } = await begun("a b c");
    game.opponent = "mcts:512";
    game.person = 0;
    await game.goTo(1);
    const values = await game.values();
    assert.equal(values.at, 1);
    const other = new Game(engine, RULES, "analyse", { isConnected: true });
    await other.open(values);
    assert.equal(movesOf(other), "a b c");
    assert.equal(other.ply, 1);
    assert.equal(other.opponent, "mcts:512");
    assert.equal(other.person, 0);
  });

  test("the last position of a game needs no number", async () => {
    const { game } = await begun("a b");
    assert.equal((await game.values()).at, undefined);
  });

  test("if an address is damaged the next way is tried", async () => {
    const game = new Game(engineOf(), RULES, "play", { isConnected: true });
    await game.open({ g: "!!!" }, () => game.load("a"));
    assert.equal(movesOf(game), "a");
    assert.equal(status.textContent, "the address is damaged");
  });

  test("a game that is played is kept for the next visit, one that is analysed is not", async () => {
    await begun("a b", { place: "analyse" });
    assert.deepEqual(keptGames(), []);
    await begun("a b");
    const [kept] = keptGames();
    assert.equal(kept.moves, 2);
    assert.equal(kept.isOver, false);
    assert.match(kept.hash, /^#play\?g=/);
  });

  test("a game is kept once, and a new one beside it", async () => {
    const { game, engine } = await begun("a");
    await game.play("b");
    await game.play("last");
    assert.deepEqual(
      keptGames().map(({ moves, isOver }) => [moves, isOver]),
      [[3, true]],
    );
    await game.begin(await engine.ask("new", {}));
    assert.equal(keptGames().length, 1);
    assert.equal(game.isKept, false);
    await game.play("c");
    assert.equal(game.isKept, true);
    assert.deepEqual(
      keptGames().map(({ moves }) => moves),
      [1, 3],
    );
    await game.undo();
    assert.deepEqual(
      keptGames().map(({ moves }) => moves),
      [3],
    );
  });

  test("a game that is opened by its address goes on under the same entry", async () => {
    const { game } = await begun("a");
    location.hash = keptGames()[0].hash;
    const other = new Game(game.engine, RULES, "play", { isConnected: true });
    await other.open(read(location.hash).values);
    await other.play("b");
    assert.deepEqual(
      keptGames().map(({ moves }) => moves),
      [2],
    );
  });

  test("a game by link is the same one when it comes back", async () => {
    const { game, engine } = await begun("a", { opponent: "link", person: 0 });
    await game.play("b");
    const answered = { ...(await game.values()), g: await pack("a b c"), plays: "first" };
    location.hash = "#play";
    const later = new Game(engine, RULES, "play", { isConnected: true });
    await later.open(answered);
    assert.deepEqual(
      keptGames().map(({ moves }) => moves),
      [3],
    );
    await later.begin(await engine.ask("new", {}));
    assert.notEqual(later.id, game.id);
  });

  test("games in two tabs are kept both", async () => {
    const one = await begun("a");
    location.hash = "#play"; // each tab has its own
    const other = await begun("b");
    assert.equal(keptGames().length, 2);
    await one.game.play("c");
    await other.game.play("d");
    await one.game.play("e");
    assert.deepEqual(
      keptGames().map(({ moves }) => moves),
      [3, 2],
    );
  });
});
