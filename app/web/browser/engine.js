// The engine of the page without a server: Python in two Web Workers, one for short questions and
// one for long work, which ends at once when its result is no longer wanted.

import { say } from "../dom.js";
import { ApiEngine, EngineError } from "../engine.js";
import { hideFailure, showFailure } from "../failure.js";
import { language, tr } from "../language.js";
import { AT_ONCE, FIRST_SEEDS, IN_FILES, IN_LANGUAGES, LONG } from "./questions.js";

// The files with other games that the page's address names (`?games=mine.py`); the worker reads
// them. It is told by its name: a worker that the service worker has kept does not see what follows
// the “?” of its own address.
const GAMES = new URLSearchParams(location.search).getAll("games");

const PAUSE = 500; // milliseconds
// Seconds: work that ends by itself within them is waited for, as a worker takes as long to start.
const SHORT = 5;
// Seconds after which a question that should be answered at once has failed.
const LATE = 20;
// Seconds after which the page says that Python has not started.
const SLOW = 60;

class Helper {
  isBroken = false;
  #waiting = new Map();
  #count = 0;
  #turn = Promise.resolve();
  #refuse = null;

  // One that has time enough keeps Python's memory for later visits (`snapshot.js`).
  constructor(hasTime = false) {
    const name = JSON.stringify({ games: GAMES, isKeeping: hasTime && GAMES.length === 0 });
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
    this.ready = new Promise((resolve, reject) => {
      this.#refuse = reject;
      this.worker.onmessage = ({ data }) => {
        if (data.ready) resolve();
        else if (data.missing) this.#fail(new EngineError(missingText(data), 503));
        else this.#answered(data);
      };
      this.worker.onerror = ({ message }) => {
        const reason = message?.replace(/^Uncaught (Error: )?/, "");
        this.#fail(new EngineError(failureText(reason), 503));
      };
    });
    this.ready.catch(() => {});
  }

  // Nothing that was asked is answered any more.
  #fail(error) {
    this.isBroken = true;
    this.#refuse(error);
    for (const each of this.#waiting.values()) each.reject(error);
    this.#waiting.clear();
  }

  #answered({ number, result, error, status, isFatal, progress }) {
    if (isFatal) this.isBroken = true;
    const asked = this.#waiting.get(number);
    if (progress) return asked?.onProgress(progress);
    this.#waiting.delete(number);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new EngineError(error, status));
  }

  // Questions wait for each other; one that is not wanted any more when its turn comes is left out.
  // One that takes longer than its limit in seconds, if it has one, breaks the worker.
  ask(name, body, signal, { onProgress = () => {}, limit = null } = {}) {
    const answer = this.#turn.then(() => this.#send(name, body, signal, onProgress, limit));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #send(name, body, signal, onProgress, limit) {
    await this.ready;
    if (signal?.aborted) throw aborted();
    if (this.isBroken) throw new BrokenError();
    let timer = null;
    const answer = new Promise((resolve, reject) => {
      const number = ++this.#count;
      this.#waiting.set(number, { resolve, reject, onProgress });
      this.worker.postMessage({ number, name, body, language });
      if (limit !== null) timer = setTimeout(() => this.#fail(late(limit)), 1000 * limit);
    });
    return answer.finally(() => clearTimeout(timer));
  }

  // Resolves when all questions are answered.
  get idle() {
    return this.#turn;
  }

  end() {
    this.worker.terminate();
    this.#fail(new BrokenError());
  }
}

// Why a worker ended, from the message of its error; a browser tells none of a missing module.
function failureText(reason) {
  if (!reason) {
    return tr("the page's engine cannot run: its files are missing, or the browser is too old");
  }
  if (/Failed to fetch|Network ?Error|Load failed/i.test(reason)) {
    return tr("A part of the page did not arrive.");
  }
  return tr("the page's engine cannot run: {reason}", { reason });
}

const missingText = ({ missing, reason }) =>
  tr("A file of the page did not arrive: {file} ({reason}).", { file: missing, reason });

// A question came to a worker that had failed at an earlier one, or was ended.
class BrokenError extends Error {}

const late = (seconds) =>
  new EngineError(tr("no answer within {seconds} seconds", { seconds }), 503);

const aborted = () => new DOMException("not wanted any more", "AbortError");

export class BrowserEngine extends ApiEngine {
  #atOnce = null;
  #long = null;
  #isReady = false;

  constructor() {
    super();
    this.#begin();
    // The second worker starts, and the files are kept, when the first has been idle: nothing is in
    // its way.
    this.#atOnce.ready.then(
      () =>
        setTimeout(async () => {
          await this.#atOnce.idle;
          this.#long ??= new Helper(true);
          this.#long.ready
            .catch(() => {})
            .then(() =>
              navigator.serviceWorker
                ?.register(new URL("../sw.js", import.meta.url))
                .catch(() => {}),
            );
        }, PAUSE),
      () => {},
    );
  }

  // Start the worker for short questions. While Python starts the first view is shown, under a thin
  // line; whatever is asked waits. If it fails or takes long, the page says so until it is there.
  #begin() {
    const before = this.#atOnce;
    const helper = new Helper();
    this.#atOnce = helper;
    before?.end(); // what waits for it asks again
    if (this.#isReady) return;
    hideFailure("engine");
    const line = document.documentElement.classList;
    line.add("starting");
    const again = () => this.#begin();
    const slow = setTimeout(
      () =>
        showFailure(
          "engine",
          tr("Python has not started yet: its files take long to arrive."),
          again,
        ),
      1000 * SLOW,
    );
    helper.ready
      .then(
        () => {
          this.#isReady = true;
          hideFailure("engine");
        },
        ({ message }) => {
          if (this.#atOnce !== helper) return;
          say("");
          showFailure("engine", message, again);
        },
      )
      .finally(() => {
        clearTimeout(slow);
        if (this.#atOnce === helper) line.remove("starting");
      });
  }

  get patience() {
    return SHORT - 1;
  }

  offers(name) {
    return AT_ONCE.includes(name) || LONG.includes(name);
  }

  // The page holds the list of the games that litslab brings; only Python knows of others.
  #all = null;
  async games() {
    if (GAMES.length === 0) return super.games();
    this.#all ??= this.#soon("games", {});
    return (await this.#all).games;
  }

  // The page's note on the features that this engine lacks.
  get note() {
    return tr(
      "This page works without a server, and offline once it has been opened. Booklets, reports, bounds, saved runs and solutions near a picture need litslab installed: open its local page with “litslab serve”.",
    );
  }

  address(name) {
    return new URL(
      `${name}${IN_LANGUAGES.includes(name) && language !== "en" ? `.${language}` : ""}.json`,
      import.meta.url,
    );
  }

  // A file of answers; an error names the file.
  document(name) {
    return super.document(name).catch(({ message }) => {
      const missing = this.address(name).href.slice(new URL("..", import.meta.url).href.length);
      throw new EngineError(missingText({ missing, reason: message }), 503);
    });
  }

  #require(name) {
    if (!this.offers(name)) {
      throw new EngineError(tr("only the local page has this: run “litslab serve”"), 404);
    }
  }

  // Before Python has started there are a few boards with symbols; later, any.
  freshSeed() {
    return this.#isReady ? null : Math.floor(FIRST_SEEDS * Math.random());
  }

  // Answers that never change are in files, so that they are there before Python is.
  async #known(name, body) {
    const file = body.game === undefined ? name : `${name}-${body.game}`;
    if (!IN_FILES.includes(file)) return undefined;
    const known = await this.document(file).catch(() => ({}));
    return known[JSON.stringify(body)];
  }

  async answer(name, body, signal) {
    this.#require(name);
    const known = await this.#known(name, body);
    if (known) return known;
    if (!this.#isReady) say(tr("Python is starting: this is answered in a moment."));
    if (LONG.includes(name)) return this.stream(name, body, () => {}, signal);
    const answer = await this.#soon(name, body, signal);
    if (signal?.aborted) throw aborted();
    return answer;
  }

  // Ask the worker for short questions; a worker that failed is replaced by a new one.
  async #soon(name, body, signal) {
    if (this.#atOnce.isBroken) this.#begin();
    try {
      return await this.#atOnce.ask(name, body, signal, { limit: LATE });
    } catch (error) {
      if (error instanceof BrokenError) return this.#soon(name, body, signal);
      throw error;
    }
  }

  async stream(name, body, onProgress, signal) {
    this.#require(name);
    if (this.#long?.isBroken) {
      this.#long.end();
      this.#long = null;
    }
    this.#long ??= new Helper();
    const helper = this.#long;
    let end;
    const ended = new Promise((_resolve, reject) => {
      end = () => {
        reject(aborted());
        if (body.time_limit <= SHORT) return;
        helper.end();
        if (this.#long === helper) this.#long = new Helper();
      };
    });
    signal?.addEventListener("abort", end);
    try {
      return await Promise.race([helper.ask(name, body, signal, { onProgress }), ended]);
    } catch (error) {
      if (error instanceof BrokenError) return await this.stream(name, body, onProgress, signal);
      throw error;
    } finally {
      signal?.removeEventListener("abort", end);
    }
  }
}
