import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

// The catalogue comes from its file; a browser that speaks English opens a link in Japanese.
location.hash = "#play?game=taiji&lang=ja";
provide("fetch", async (url) => new Response(await readFile(url)));
const { language, languageOfLinks, sentenceCase, tr, trn } =
  await import("../../../../app/web/static/language.js");
const { address } = await import("../../../../app/web/static/link.js");

describe("Japanese, from a link", () => {
  test("the language of the link comes before the browser's", () => {
    assert.equal(language, "ja");
  });

  test("links name it", () => {
    assert.equal(languageOfLinks, "ja");
    assert.equal(address("rules", { game: "wythe" }), "#rules?game=wythe&lang=ja");
  });

  test("texts come from the catalogue", () => {
    assert.match(tr("Play"), /^[\u3040-\u30ff\u3400-\u9fff]+$/);
  });

  test("a text that the catalogue lacks stays English", () => {
    assert.equal(
      tr("no catalogue has this {thing}", { thing: "text" }),
      "no catalogue has this text",
    );
  });

  test("one and many have the same form", () => {
    const [one, many] = [1, 2].map((count) => trn("{count} position", "{count} positions", count));
    assert.equal(one.replace("1", "2"), many);
    assert.notEqual(many, "2 positions");
  });

  test("no space stays between Japanese letters, other spaces do", () => {
    assert.equal(tr("{a} {b} {c}", { a: "白", b: "勝ち", c: "a1 b2" }), "白勝ち a1 b2");
  });

  test("the first letter is not changed", () => {
    assert.equal(sentenceCase("a1の部屋"), "a1の部屋");
  });
});
