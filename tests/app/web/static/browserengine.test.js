import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, beforeEach, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

// The modules as `litslab page --static` puts them together, with the questions that it writes.
const WEB = path.resolve(import.meta.dirname, "../../../../app/web");
const folder = mkdtempSync(path.join(tmpdir(), "litslab-page-"));
cpSync(path.join(WEB, "static"), folder, { recursive: true });
cpSync(path.join(WEB, "browser"), path.join(folder, "browser"), { recursive: true });
writeFileSync(
  path.join(folder, "browser", "questions.js"),
  `export const AT_ONCE = ["position", "new"];
export const LONG = ["analyse"];
export const IN_FILES = ["position"];
export const IN_LANGUAGES = [];
export const FIRST_SEEDS = 3;
`,
);
after(() => rmSync(folder, { recursive: true }));

// What the page shows: a message, and what says that Python has not started.
const status = { style: {}, classList: { toggle() {} }, textContent: "" };
const element = () => ({
  dataset: {},
  append() {},
  addEventListener() {},
  setAttribute() {},
});
let failures = [];
provide("document", {
  documentElement: { classList: { add() {}, remove() {} } },
  createElement: element,
  querySelector: () => null,
  getElementById: (id) => {
    if (id === "status") return status;
    return id === "view" ? { before: (node) => failures.push(node) } : null;
  },
});
provide("location", { hash: "", hostname: "127.0.0.1", search: "" });

// A worker does what the test says, and keeps what it was asked.
let workers = [];
class FakeWorker {
  asked = [];
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage(question) {
    this.asked.push(question);
  }
  terminate() {
    this.isEnded = true;
  }
  tell(data) {
    this.onmessage({ data });
  }
  answer(result) {
    this.tell({ number: this.asked.at(-1).number, result });
  }
}
provide("Worker", FakeWorker);

let files = {};
provide("fetch", async (address) => {
  const name = String(address).split("/").at(-1);
  return name in files
    ? new Response(JSON.stringify(files[name]))
    : new Response("", { status: 404, statusText: "Not Found" });
});

const { BrowserEngine } = await import(
  pathToFileURL(path.join(folder, "browser", "engine.js")).href
);

// Let what is ready run.
const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });

beforeEach(({ mock }) => {
  workers = [];
  failures = [];
  files = { "position.json": {} };
  mock?.timers.enable({ apis: ["setTimeout"] });
});
afterEach(({ mock }) => mock?.timers.reset());

describe("the engine of the page without a server", () => {
  test("a question waits until Python has started", async () => {
    const engine = new BrowserEngine();
    const answer = engine.ask("new", { game: "taiji" });
    await settled();
    assert.deepEqual(workers[0].asked, []);
    workers[0].tell({ ready: true });
    await settled();
    assert.equal(workers[0].asked[0].name, "new");
    workers[0].answer("begun");
    assert.equal(await answer, "begun");
  });

  test("what is in a file needs no Python", async () => {
    const body = { record: "x" };
    files["position.json"] = { [JSON.stringify(body)]: "shown" };
    assert.equal(await new BrowserEngine().ask("position", body), "shown");
    assert.deepEqual(workers[0].asked, []);
  });

  test("a file that is missing is named", async () => {
    await assert.rejects(new BrowserEngine().document("collection"), /collection\.json.*404/);
  });

  test("an error has the words and the status of Python", async () => {
    const engine = new BrowserEngine();
    workers[0].tell({ ready: true });
    const answer = engine.ask("new", { game: "chess" });
    await settled();
    workers[0].tell({ number: workers[0].asked[0].number, error: "no such game", status: 400 });
    await assert.rejects(answer, { message: "no such game", status: 400 });
  });

  test("a worker that cannot start says so, and is replaced for the next question", async () => {
    const engine = new BrowserEngine();
    workers[0].tell({ missing: "browser/kernel.wasm", reason: "404 Not Found" });
    await settled();
    assert.equal(failures.length, 1);
    const answer = engine.ask("new", { game: "taiji" });
    await settled();
    assert.equal(workers.length, 2);
    assert.equal(workers[0].isEnded, true);
    workers[1].tell({ ready: true });
    await settled();
    workers[1].answer("begun");
    assert.equal(await answer, "begun");
  });

  test("after a fatal error the next question goes to a new worker", async () => {
    const engine = new BrowserEngine();
    workers[0].tell({ ready: true });
    const failed = engine.ask("new", { game: "taiji" });
    await settled();
    const { number } = workers[0].asked[0];
    workers[0].tell({ number, error: "the engine failed", status: 500, isFatal: true });
    await assert.rejects(failed, { status: 500 });
    const answer = engine.ask("new", { game: "wythe" });
    await settled();
    workers[1].tell({ ready: true });
    await settled();
    workers[1].answer("begun");
    assert.equal(await answer, "begun");
  });

  test("long work has a worker of its own, tells its progress, and ends it when unwanted", async () => {
    const engine = new BrowserEngine();
    const progress = [];
    const own = new AbortController();
    const work = engine.stream("analyse", {}, (each) => progress.push(each), own.signal);
    const [, long] = workers;
    long.tell({ ready: true });
    await settled();
    long.tell({ number: long.asked[0].number, progress: { done: 1 } });
    assert.deepEqual(progress, [{ done: 1 }]);
    own.abort();
    await assert.rejects(work, { name: "AbortError" });
    assert.equal(long.isEnded, true);
    assert.equal(workers.length, 3);
  });

  test("what only a server answers is refused", async () => {
    const engine = new BrowserEngine();
    assert.equal(engine.offers("report"), false);
    await assert.rejects(engine.ask("report", {}), { status: 404 });
  });
});
