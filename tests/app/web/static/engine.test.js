import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { ApiEngine, EngineError } from "../../../../app/web/static/engine.js";

let requests = [];
let answers = [];
let known = null;

// The page's document has the answers of the first view; the server gives `answers`, in turn.
provide("document", { getElementById: () => known && { textContent: JSON.stringify(known) } });
provide("fetch", async (address, options) => {
  requests.push({ address, ...options });
  const answer = answers.shift();
  if (answer instanceof Error) throw answer;
  return answer;
});

const json = (value, status = 200) => new Response(JSON.stringify(value), { status });

// A stream of events that arrives in the given parts.
function events(...parts) {
  const encoder = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(encoder.encode(part));
        controller.close();
      },
    }),
  );
}
const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

beforeEach(() => {
  requests = [];
  answers = [];
  known = null;
});

describe("questions", () => {
  test("a question is posted as JSON, in the language of the page", async () => {
    answers = [json({ legal: true })];
    const found = await new ApiEngine().ask("move", { move: "swap" });
    assert.deepEqual(found, { legal: true });
    const [{ address, method, body, headers }] = requests;
    assert.equal(address, "api/v1/move");
    assert.equal(method, "POST");
    assert.equal(body, '{"move":"swap"}');
    assert.equal(headers["accept-language"], "en");
  });

  test("an error has the server's words and status", async () => {
    answers = [json({ error: "a1: expected a free square" }, 409)];
    await assert.rejects(new ApiEngine().ask("play", {}), (error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.message, "a1: expected a free square");
      assert.equal(error.status, 409);
      return true;
    });
  });

  test("an error that is no JSON has the words of the status", async () => {
    answers = [new Response("<html>", { status: 502, statusText: "Bad Gateway" })];
    await assert.rejects(new ApiEngine().ask("play", {}), /^Error: 502 Bad Gateway$/);
  });

  test("a server that cannot be reached does not answer", async () => {
    answers = [new TypeError("Failed to fetch")];
    await assert.rejects(new ApiEngine().ask("play", {}), /the server does not answer/);
  });

  test("a question that was ended stays ended", async () => {
    answers = [new DOMException("ended", "AbortError")];
    await assert.rejects(new ApiEngine().ask("play", {}), { name: "AbortError" });
  });
});

describe("documents and questions asked ahead", () => {
  test("a document is fetched once", async () => {
    answers = [json({ games: ["taiji"] })];
    const engine = new ApiEngine();
    assert.deepEqual(await engine.games(), ["taiji"]);
    assert.deepEqual(await engine.games(), ["taiji"]);
    assert.equal(requests.length, 1);
  });

  test("after an error it is fetched again", async () => {
    answers = [json({ error: "busy" }, 503), json({ games: [] })];
    const engine = new ApiEngine();
    await assert.rejects(engine.games(), /busy/);
    assert.deepEqual(await engine.games(), []);
  });

  test("an answer that was asked ahead is taken once", async () => {
    answers = [json(1), json(2)];
    const engine = new ApiEngine();
    engine.askAhead("new", { game: "taiji" });
    engine.askAhead("new", { game: "taiji" });
    assert.equal(requests.length, 1);
    assert.equal(await engine.ask("new", { game: "taiji" }), 1);
    assert.equal(await engine.ask("new", { game: "taiji" }), 2);
  });

  test("another question does not take it", async () => {
    answers = [json(1), json(2)];
    const engine = new ApiEngine();
    engine.askAhead("new", { game: "taiji" });
    assert.equal(await engine.ask("new", { game: "wythe" }), 2);
  });

  test("what the server has put into the page is not asked", async () => {
    known = {
      games: ["wythe"],
      ahead: [{ name: "new", body: { game: "wythe" }, answer: "begun" }],
    };
    const engine = new ApiEngine();
    assert.deepEqual(await engine.games(), ["wythe"]);
    assert.equal(await engine.ask("new", { game: "wythe" }), "begun");
    assert.equal(requests.length, 0);
  });
});

describe("long work", () => {
  // The result and the progress of a stream.
  async function streamed(...parts) {
    answers = [events(...parts)];
    const progress = [];
    const result = await new ApiEngine().stream("solve", {}, (each) => progress.push(each));
    return { result, progress };
  }

  test("progress comes before the result", async () => {
    const { result, progress } = await streamed(
      event("progress", { nodes: 1 }) + event("progress", { nodes: 2 }) + event("result", "done"),
    );
    assert.deepEqual(progress, [{ nodes: 1 }, { nodes: 2 }]);
    assert.equal(result, "done");
  });

  test("events may be cut anywhere", async () => {
    const text = event("progress", { text: "x\ny" }) + event("result", [1]);
    const { result, progress } = await streamed(...text);
    assert.deepEqual(progress, [{ text: "x\ny" }]);
    assert.deepEqual(result, [1]);
  });

  test("an error ends it", async () => {
    await assert.rejects(streamed(event("error", { error: "no such move" })), /no such move/);
  });

  test("a stream without a result is an error", async () => {
    const work = streamed(event("progress", 1));
    await assert.rejects(work, /the analysis ended without a result/);
  });

  test("a refused request is one, too", async () => {
    answers = [json({ error: "too many analyses" }, 429)];
    await assert.rejects(new ApiEngine().stream("solve", {}), { status: 429 });
  });
});
