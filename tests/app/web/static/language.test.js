import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { describe, test } from "node:test";

provide("navigator", { languages: ["fr-FR", "en-GB", "ja"] });
const { choose, language, languageOfLinks, mark, sentenceCase, tr, trn } =
  await import("../../../../app/web/static/language.js");

describe("English", () => {
  test("the first known language of the browser is taken", () => {
    assert.equal(language, "en");
  });

  test("links need not name the browser's own language", () => {
    assert.equal(languageOfLinks, undefined);
  });

  test("placeholders are replaced, each as often as it occurs", () => {
    assert.equal(tr("{a} and {b} and {a}", { a: 1, b: "x" }), "1 and x and 1");
  });

  test("zero and the empty text are values", () => {
    assert.equal(tr("[{none}{zero}]", { none: "", zero: 0 }), "[0]");
  });

  test("a placeholder without a value stays", () => {
    assert.equal(tr("{known} {unknown}", { known: "k" }), "k {unknown}");
  });

  test("a value that looks like a placeholder is not replaced", () => {
    assert.equal(tr("{a} {b}", { a: "{b}", b: "x" }), "{b} x");
  });

  for (const [count, text] of [
    [0, "0 steps"],
    [1, "1 step"],
    [-1, "-1 step"],
    [1.5, "1.5 steps"],
    [2, "2 steps"],
  ]) {
    test(`${count} takes the right form`, () => {
      assert.equal(trn("{count} step", "{count} steps", count), text);
    });
  }

  test("the count can be written in another way", () => {
    assert.equal(trn("{count} move", "{count} moves", 1000, { count: "1,000" }), "1,000 moves");
  });

  test("sentences begin with a capital", () => {
    assert.equal(sentenceCase("light wins"), "Light wins");
  });

  test("a marked text stays as it is", () => {
    assert.equal(mark("swap"), "swap");
  });

  test("a chosen language is kept, named in the address, and the page is loaded again", () => {
    let loaded = 0;
    location.reload = () => {
      loaded += 1;
    };
    location.hash = "#play?game=taiji&lang=en";
    choose("ja");
    assert.equal(localStorage.getItem("litslab.language"), "ja");
    assert.equal(location.hash, "#play?game=taiji&lang=ja");
    assert.equal(loaded, 1);
  });

  test("without an address the home page is shown in the chosen language", () => {
    location.hash = "";
    choose("en");
    assert.equal(location.hash, "#home?lang=en");
  });
});
