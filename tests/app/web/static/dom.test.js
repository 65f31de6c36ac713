import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import {
  Latest,
  filling,
  numberOf,
  store,
  stored,
  unfinished,
} from "../../../../app/web/static/dom.js";
import { EngineError } from "../../../../app/web/static/engine.js";

describe("one piece of work at a time", () => {
  // Work that ends when the test says so.
  function work() {
    let end;
    const ending = new Promise((done) => {
      end = done;
    });
    return { end, run: () => ending };
  }

  test("its result is returned", async () => {
    const latest = new Latest();
    const { end, run } = work();
    const found = latest.run(run);
    assert.equal(latest.isWorking, true);
    end(3);
    assert.equal(await found, 3);
    assert.equal(latest.isWorking, false);
  });

  test("a later one ends the one before, which returns nothing", async () => {
    const latest = new Latest();
    const before = work();
    const after = work();
    let signal;
    const first = latest.run((given) => {
      signal = given;
      return before.run();
    });
    const second = latest.run(after.run);
    assert.equal(signal.aborted, true);
    before.end("old");
    assert.equal(await first, undefined);
    assert.equal(latest.isWorking, true);
    after.end("new");
    assert.equal(await second, "new");
  });

  test("after an error another one can begin", async () => {
    const latest = new Latest();
    await assert.rejects(latest.run(() => Promise.reject(new Error("failed"))));
    assert.equal(latest.isWorking, false);
    assert.equal(await latest.run(() => 1), 1);
  });
});

describe("what is filled in later", () => {
  const status = { style: {}, classList: { toggle() {} }, textContent: "" };
  beforeEach(() => provide("document", { getElementById: () => status }));
  const busy = () => Promise.reject(new EngineError("busy", 503));
  // Let what is ready run, then pass the time.
  const passing = async (mock, seconds) => {
    await new Promise((done) => {
      setImmediate(done);
    });
    mock.timers.tick(1000 * seconds);
  };

  test("is asked for again while the engine does not answer, after longer pauses", async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let count = 0;
    const found = filling({ isConnected: true }, () => (++count < 3 ? busy() : "picture"));
    await passing(mock, 1);
    assert.equal(count, 1);
    await passing(mock, 1);
    await passing(mock, 2);
    assert.equal(count, 2);
    await passing(mock, 2);
    assert.equal(await found, "picture");
  });

  test("is not asked for again once its place has gone", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const found = filling({ isConnected: false }, busy);
    await passing(mock, 2);
    assert.equal(await found, undefined);
  });

  test("is not asked for again after a refusal", async () => {
    const refused = () => Promise.reject(new EngineError("no", 400));
    assert.equal(await filling({ isConnected: true }, refused), undefined);
  });
});

describe("numbers of inputs", () => {
  for (const [value, expected] of [
    ["7", 7],
    ["7.6", 8],
    ["1", 2],
    ["99", 20],
    ["", 5],
    ["many", 5],
  ]) {
    test(`“${value}” between 2 and 20 is ${expected}`, () => {
      assert.equal(numberOf({ value, min: "2", max: "20" }, 5), expected);
    });
  }
});

describe("what the browser keeps", () => {
  beforeEach(() => localStorage.clear());

  test("a value comes back, and null if there is none", () => {
    store("study", { hash: "#studies" });
    assert.deepEqual(stored("study"), { hash: "#studies" });
    assert.equal(stored("other"), null);
  });

  test("a damaged value is none", () => {
    localStorage.setItem("litslab.study", "{");
    assert.equal(stored("study"), null);
  });

  for (const [name, kept, expected] of [
    ["a study", { hash: "#studies?s=x" }, true],
    ["the address of another page", { hash: "https://example.org/#studies?" }, false],
    ["a number for an address", { hash: 5 }, false],
    ["nothing", null, false],
  ]) {
    test(`${name} is ${expected ? "unfinished" : "nothing to resume"}`, () => {
      store("study", kept);
      assert.equal(Boolean(unfinished("study", "#studies?")), expected);
    });
  }
});
