import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { store, stored } from "../../../../app/web/static/dom.js";
import {
  MOST_GAMES,
  keepGame,
  keptGames,
  lastGame,
  removeGame,
} from "../../../../app/web/static/keptgames.js";

provide("document", { getElementById: () => null });

const game = (name, more = {}) => ({
  hash: `#play?g=${name}`,
  title: "Wythe",
  moves: 3,
  isOver: false,
  time: Date.UTC(2026, 10, 28),
  ...more,
});
const names = () => keptGames().map(({ hash }) => hash.split("=")[1]);

beforeEach(() => localStorage.clear());

describe("the games that are kept", () => {
  test("the last one comes first, and each once", () => {
    for (const name of ["a", "b", "c", "a"]) keepGame(game(name));
    assert.deepEqual(names(), ["a", "c", "b"]);
    removeGame(game("c"));
    assert.deepEqual(names(), ["a", "b"]);
  });

  test("a game that goes on takes the place of what it was", () => {
    keepGame(game("a"));
    keepGame(game("b"));
    keepGame(game("a1"), "#play?g=a");
    assert.deepEqual(names(), ["a1", "b"]);
  });

  test("a game by link goes on under its identity", () => {
    keepGame(game("a&id=x", { moves: 1 }));
    keepGame(game("b&id=y", { moves: 1 }));
    keepGame(game("c&id=x", { moves: 2 }));
    assert.deepEqual(
      keptGames().map(({ hash }) => hash),
      ["#play?g=c&id=x", "#play?g=b&id=y"],
    );
    // An old link that is opened again removes nothing.
    keepGame(game("a&id=x", { moves: 1 }));
    assert.equal(keptGames().length, 3);
  });

  test("a game without moves is not kept, whatever it was before", () => {
    keepGame(game("a"));
    keepGame(game("b"));
    keepGame(game("b0", { moves: 0 }), "#play?g=b");
    assert.deepEqual(names(), ["a"]);
  });

  test("the oldest are dropped", () => {
    for (let number = 0; number < MOST_GAMES + 3; number += 1) keepGame(game(`${number}`));
    assert.equal(names().length, MOST_GAMES);
    assert.equal(names().at(-1), "3");
  });

  test("the last game is continued unless it is over", () => {
    assert.equal(lastGame(), undefined);
    keepGame(game("a"));
    assert.equal(lastGame().hash, "#play?g=a");
    keepGame(game("b", { isOver: true }));
    assert.equal(lastGame(), undefined);
  });

  for (const kept of [null, 5, [], {}, { version: 1 }, { version: 1, games: { length: 1 } }]) {
    test(`${JSON.stringify(kept)} is none, and is replaced`, () => {
      store("games", kept);
      assert.deepEqual(names(), []);
      keepGame(game("a"));
      assert.deepEqual(names(), ["a"]);
    });
  }

  for (const damage of [
    { hash: 5 },
    { hash: "https://example.org/#play?g=x" },
    { hash: "javascript:alert()" },
    { title: null },
    { moves: "3" },
    { moves: 0 },
    { isOver: "no" },
    { time: "yesterday" },
    { time: 1e300 },
  ]) {
    test(`a game with ${JSON.stringify(damage)} is left out`, () => {
      store("games", { version: 1, games: [null, game("x", damage), game("a")] });
      assert.deepEqual(names(), ["a"]);
    });
  }

  test("what a later version has stored is neither read nor replaced", () => {
    const later = { version: 2, games: [game("a")] };
    store("games", later);
    keepGame(game("b"));
    assert.deepEqual(names(), []);
    assert.deepEqual(stored("games"), later);
  });
});
