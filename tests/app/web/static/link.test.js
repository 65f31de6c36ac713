import "./browser.js";

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import {
  address,
  pack,
  playAddress,
  read,
  unpack,
  write,
} from "../../../../app/web/static/link.js";

beforeEach(() => {
  location.hash = "";
});

describe("packed texts", () => {
  for (const [name, text] of [
    ["nothing", ""],
    ["Japanese", "部屋 a1 × 2"],
    ["a long record", 'game = "taiji"\nmoves = "e4,d4"\n'.repeat(500)],
  ]) {
    test(`${name} comes back as it was`, async () => {
      assert.equal(await unpack(await pack(text)), text);
    });
  }

  test("an address needs no escapes for them", async () => {
    for (let number = 0; number < 64; number += 1) {
      assert.match(await pack(`${number} ÿ`.repeat(number)), /^[\w-]+$/);
    }
  });

  test("a long text becomes shorter", async () => {
    assert.ok((await pack("moves ".repeat(200))).length < 50);
  });

  test("the reader of the text receives it, and its result is returned", async () => {
    assert.equal(await unpack(await pack("[1, 2]"), (text) => JSON.parse(text)[1]), 2);
  });

  for (const [name, packed] of [
    ["no letters of the alphabet", "!!!"],
    ["no packed text", "abcd"],
  ]) {
    test(`${name}: the address is damaged`, async () => {
      await assert.rejects(unpack(packed), /^Error: the address is damaged$/);
    });
  }

  test("a packed text that is cut off is damaged", async () => {
    const packed = await pack("a record with some moves, or so");
    await assert.rejects(unpack(packed.slice(0, -8)), /the address is damaged/);
  });

  test("a text that its reader refuses is damaged", async () => {
    const refused = unpack(await pack("{"), JSON.parse);
    await assert.rejects(refused, /the address is damaged/);
  });
});

describe("addresses", () => {
  test("an address names the page and its values", () => {
    assert.equal(address("play", { game: "taiji", at: 3 }), "#play?game=taiji&at=3");
  });

  test("values that are undefined or empty are left out, zero is not", () => {
    assert.equal(address("play", { game: undefined, opponent: "", at: 0 }), "#play?at=0");
    assert.equal(address("play", { game: undefined }), "#play");
  });

  test("reading is the inverse of writing", () => {
    const values = { url: "lits/4/4/9q02jg?&=#", rules: "lits+plus ä" };
    assert.deepEqual(read(address("puzzle", values)), { page: "puzzle", values });
  });

  test("the page without an address is home, and old names still lead somewhere", () => {
    assert.equal(read("").page, "home");
    assert.equal(read("#explore").page, "plots");
    assert.equal(read("#analysis?g=x").page, "analyse");
  });

  test("without an argument the address of the page is read", () => {
    location.hash = "#rules?game=wythe";
    assert.deepEqual(read(), { page: "rules", values: { game: "wythe" } });
  });

  test("a state is written into the address of its own page", () => {
    location.hash = "#play?at=1";
    write("play", { at: 2 });
    assert.equal(location.hash, "#play?at=2");
  });

  test("a view that has been left does not change the address", () => {
    location.hash = "#rules";
    write("play", { at: 2 });
    assert.equal(location.hash, "#rules");
  });

  test("a new game is played against the greedy opponent", () => {
    const { page, values } = read(playAddress("tailits+taiji"));
    assert.equal(page, "play");
    assert.deepEqual(values, { game: "tailits+taiji", opponent: "greedy" });
  });
});
