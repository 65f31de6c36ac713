import "./browser.js";

import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";

import {
  dateText,
  daysBefore,
  keyOf,
  labelOf,
  nameOf,
  nextPuzzle,
  noteDay,
  noteSolved,
  packOf,
  packsOf,
  puzzleAddress,
  streak,
  times,
  today,
  todaysPuzzle,
} from "../../../../app/web/static/collection.js";

const PUZZLES = [
  { text: "lits/1", pack: "first", level: 1, number: 1 },
  { text: "lits/2", pack: "first", level: 3, number: 2 },
  { text: "lits/3", pack: "letters", level: 2, number: 3 },
  { text: "lits/4", pack: "letters", level: 5, number: 4 },
  { text: "lits/5", pack: "other", level: 3, number: 5 },
];
const PACKS = [
  { name: "first", title: "First steps" },
  { name: "letters", title: "Letters" },
  { name: "other", title: "LITSO", rules: "litso" },
];
const engine = { document: async () => ({ puzzles: { packs: PACKS, puzzles: PUZZLES } }) };
const packs = await packsOf(engine);

// Note that a puzzle was solved in some seconds, with this help.
const solve = (text, seconds = 60, help = {}) =>
  noteSolved(text, { hints: 0, checks: 0, milliseconds: 1000 * seconds, ...help });

// A morning far from Greenwich, where it is still the day before.
process.env.TZ = "Pacific/Auckland";
beforeEach(() => {
  localStorage.clear();
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: new Date("2026-11-24T08:00:00+13:00").getTime() });
});

describe("solved puzzles", () => {
  for (const [help, stars] of [
    [{}, 3],
    [{ hints: 5 }, 2],
    [{ checks: 1 }, 2],
    [{ hints: 1, checks: 9 }, 1],
    [{ explanations: 1 }, 1],
    [{ hints: 1, checks: 9, explanations: 2 }, 1],
  ]) {
    test(`with ${JSON.stringify(help)} a puzzle has ${stars} stars`, () => {
      assert.equal(solve("lits/1", 60, help), stars);
      assert.deepEqual(times(), { "lits/1": { seconds: 60, stars } });
    });
  }

  test("more stars replace a shorter time", () => {
    solve("lits/1", 20, { hints: 1 });
    solve("lits/1", 90);
    assert.deepEqual(times()["lits/1"], { seconds: 90, stars: 3 });
  });

  test("a longer time with as many stars changes nothing", () => {
    solve("lits/1", 20);
    solve("lits/1", 90);
    assert.equal(times()["lits/1"].seconds, 20);
  });

  test("a shorter time with as many stars is kept", () => {
    solve("lits/1", 90);
    solve("lits/1", 20);
    assert.equal(times()["lits/1"].seconds, 20);
  });

  test("fewer stars replace nothing, however short the time", () => {
    solve("lits/1", 90);
    solve("lits/1", 20, { checks: 1 });
    assert.deepEqual(times()["lits/1"], { seconds: 90, stars: 3 });
  });

  test("a puzzle is the same under the address of any site", () => {
    assert.equal(keyOf("https://puzz.link/p?lits/4/4/9q02jg"), "lits/4/4/9q02jg");
    assert.equal(keyOf("another text"), "another text");
    solve("https://example.org/p?lits/1");
    assert.ok("lits/1" in times());
  });

  test("what the browser kept in another form is ignored", () => {
    const kept = { a: 5, b: null, c: { seconds: "1", stars: 2 }, d: { seconds: 1, stars: 4 } };
    localStorage.setItem(
      "litslab.solved",
      JSON.stringify({ ...kept, e: { seconds: 1, stars: 0 } }),
    );
    assert.deepEqual(Object.keys(times()), ["e"]);
    localStorage.setItem("litslab.solved", "{damaged");
    assert.deepEqual(times(), {});
  });
});

describe("packs", () => {
  test("each has its puzzles, which name their rules unless they are those of LITS", () => {
    assert.deepEqual(
      packs.map(({ puzzles }) => puzzles.length),
      [2, 2, 1],
    );
    assert.equal(packs[0].puzzles[0].rules, undefined);
    assert.equal(packs[2].puzzles[0].rules, "litso");
    assert.equal(puzzleAddress(packs[0].puzzles[0]), "#puzzle?url=lits%2F1");
    assert.equal(puzzleAddress(packs[2].puzzles[0]), "#puzzle?url=lits%2F5&rules=litso");
  });

  test("the pack of a puzzle is found by its text", () => {
    assert.equal(packOf(packs, "lits/4").name, "letters");
    assert.equal(packOf(packs, "lits/404"), undefined);
  });

  test("puzzles of letters are called by them, others by their number", () => {
    assert.equal(nameOf(packs, "lits/4"), "Letters, number B");
    assert.equal(nameOf(packs, "lits/2"), "First steps, number 2");
    assert.equal(nameOf(packs, "lits/404"), "");
    assert.equal(labelOf(PACKS[1], 25), "Z");
  });
});

describe("the next puzzle", () => {
  const next = (...given) => nextPuzzle(packs, ...given)?.text;

  test("it is the next one of the pack", () => {
    assert.equal(next("lits/1"), "lits/2");
  });

  test("after the last one of a pack it is the first unsolved one", () => {
    assert.equal(next("lits/4"), "lits/1");
    solve("lits/1");
    assert.equal(next("lits/4"), "lits/2");
  });

  test("solved puzzles are left out", () => {
    solve("lits/2");
    assert.equal(next("lits/1"), "lits/3");
  });

  test("other rules are left out", () => {
    assert.equal(next("lits/5"), undefined);
  });

  test("without a current puzzle it is the first one of LITS", () => {
    assert.equal(next(null), "lits/1");
  });

  test("if all are solved there is none", () => {
    for (const { text } of PUZZLES) solve(text);
    assert.equal(next("lits/1"), undefined);
  });

  test("a harder or easier one is of the nearest level", () => {
    assert.equal(next("lits/1", 1), "lits/3");
    assert.equal(next("lits/4", -1), "lits/2");
    assert.equal(next("lits/4", 1), undefined);
    assert.equal(next("lits/1", -1), undefined);
  });
});

describe("days", () => {
  test("the day is the reader's, not that of Greenwich", () => {
    assert.equal(today(), "2026-11-24");
    assert.equal(today(new Date(2026, 10, 24, 0, 1)), "2026-11-24");
    assert.equal(today(new Date(2026, 10, 24, 23, 59)), "2026-11-24");
  });

  test("days before cross months, years and leap days", () => {
    assert.equal(daysBefore("2026-03-01", 1), "2026-02-28");
    assert.equal(daysBefore("2028-03-01", 1), "2028-02-29");
    assert.equal(daysBefore("2026-01-01", 1), "2025-12-31");
    assert.equal(daysBefore("2026-11-24", 0), "2026-11-24");
  });

  test("the puzzle of the day is the same all day, and the next one follows", () => {
    const collection = { puzzles: { puzzles: PUZZLES }, daily_puzzles: { 1: [1, 2, 3] } };
    const number = (...when) => todaysPuzzle(collection, 1, new Date(...when)).number;
    const days = [23, 24, 25, 26].map((day) => number(2026, 10, day, 12));
    assert.equal(new Set(days.slice(0, 3)).size, 3);
    assert.equal(days[3], days[0]);
    assert.equal(number(2026, 10, 24, 0, 1), days[1]);
    assert.equal(number(2026, 10, 24, 23, 59), days[1]);
  });

  test("an unknown level is the first one", () => {
    const collection = { puzzles: { puzzles: PUZZLES }, daily_puzzles: { 1: [2] } };
    assert.equal(todaysPuzzle(collection, "7").number, 2);
  });

  test("dates are written as the language does", () => {
    assert.equal(dateText("2026-03-01", { month: "long" }), "1 March");
  });

  test("a puzzle of the day is named by its date", () => {
    const daily = { level: "3", date: "2026-03-01" };
    assert.equal(nameOf(packs, "lits/1", daily), "Puzzle of the day, medium · 1 March 2026");
    assert.match(nameOf(packs, "lits/1", { level: "1", date: today() }), /^Today, easy · /);
  });
});

describe("the streak", () => {
  const solvedOn = (...days) => {
    for (const each of days) noteDay({ date: daysBefore(today(), each), level: "1" });
  };

  test("there is none at first", () => {
    assert.equal(streak(), 0);
  });

  test("days in a row count", () => {
    solvedOn(2, 1, 0);
    assert.equal(streak(), 3);
  });

  test("today's puzzle may still be solved", () => {
    solvedOn(2, 1);
    assert.equal(streak(), 2);
  });

  test("a day without a puzzle ends it", () => {
    solvedOn(5, 4, 3, 1, 0);
    assert.equal(streak(), 2);
    localStorage.clear();
    solvedOn(3, 2);
    assert.equal(streak(), 0);
  });

  test("several puzzles of a day are kept, each once, and are one day", () => {
    solvedOn(0);
    solvedOn(0);
    noteDay({ date: today(), level: "5" });
    assert.equal(streak(), 1);
    assert.deepEqual(JSON.parse(localStorage.getItem("litslab.days"))[today()], ["1", "5"]);
  });
});
