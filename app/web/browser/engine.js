// The engine of the page without a server: Python in two Web Workers, one for short questions and
// one for long work, which ends at once when its result is no longer wanted.

import { say } from "../dom.js";
import { ApiEngine, EngineError } from "../engine.js";
import { hideFailure, showFailure } from "../failure.js";
import { language, tr } from "../language.js";
import { keepFiles } from "./offline.js";
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

/**
 * @typedef {import("../engine.js").Question} Question
 *
 * What a worker sends: that it is ready, which file is missing, or an answer.
 *
 * @typedef {object} Message
 * @property {boolean} [ready]
 * @property {string} [missing]
 * @property {string} [reason]
 * @property {number} number
 * @property {any} [result] The answer of the question with that number.
 * @property {any} [progress]
 * @property {string} [error]
 * @property {number} [status]
 * @property {boolean} [isFatal]
 *
 * Who waits for an answer.
 *
 * @typedef {object} Waiting
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {(progress: any) => void} onProgress
 */

/** A worker, which answers one question after another. */
class Helper {
  isBroken = false;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #count = 0;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();
  /** @type {(error: Error) => void} */
  #refuse = () => {};

  // One that has time enough keeps Python's memory for later visits (`snapshot.js`).
  constructor(hasTime = false) {
    const name = JSON.stringify({ games: GAMES, isKeeping: hasTime && GAMES.length === 0 });
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.#refuse = reject;
      this.worker.onmessage = (/** @type {MessageEvent<Message>} */ { data }) => {
        const { ready, missing, reason = "" } = data;
        if (ready) resolve();
        else if (missing) this.#fail(new EngineError(missingText({ missing, reason }), 503));
        else this.#answered(data);
      };
      this.worker.onerror = ({ message }) => {
        const reason = message?.replace(/^Uncaught (Error: )?/, "");
        this.#fail(new EngineError(failureText(reason), 503));
      };
    });
    this.ready.catch(() => {});
  }

  /**
   * Nothing that was asked is answered any more.
   *
   * @param {Error} error
   */
  #fail(error) {
    this.isBroken = true;
    this.#refuse(error);
    for (const each of this.#waiting.values()) each.reject(error);
    this.#waiting.clear();
  }

  /** @param {Message} message */
  #answered({ number, result, error, status, isFatal, progress }) {
    if (isFatal) this.isBroken = true;
    const asked = this.#waiting.get(number);
    if (progress) {
      asked?.onProgress(progress);
      return;
    }
    this.#waiting.delete(number);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new EngineError(error, status ?? 500));
  }

  /**
   * Questions wait for each other; one that is not wanted any more when its turn comes is left out.
   * One that takes longer than its limit in seconds, if it has one, breaks the worker.
   *
   * @param {Question} name
   * @param {object} body
   * @param {AbortSignal | undefined} signal
   * @param {{onProgress?: Waiting["onProgress"], limit?: number | null}} options
   */
  ask(name, body, signal, { onProgress = () => {}, limit = null } = {}) {
    const answer = this.#turn.then(() => this.#send(name, body, signal, onProgress, limit));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /**
   * @param {Question} name
   * @param {object} body
   * @param {AbortSignal | undefined} signal
   * @param {Waiting["onProgress"]} onProgress
   * @param {number | null} limit
   * @returns {Promise<any>}
   */
  async #send(name, body, signal, onProgress, limit) {
    await this.ready;
    if (signal?.aborted) throw aborted();
    if (this.isBroken) throw new BrokenError();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer = undefined;
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

/**
 * Why a worker ended, from the message of its error; a browser tells none of a missing module.
 *
 * @param {string | undefined} reason
 */
function failureText(reason) {
  if (!reason) {
    return tr("the page's engine cannot run: its files are missing, or the browser is too old");
  }
  if (/Failed to fetch|Network ?Error|Load failed/i.test(reason)) {
    return tr("A part of the page did not arrive.");
  }
  return tr("the page's engine cannot run: {reason}", { reason });
}

/** @param {{missing: string, reason: string}} file */
const missingText = ({ missing, reason }) =>
  tr("A file of the page did not arrive: {file} ({reason}).", { file: missing, reason });

// A question came to a worker that had failed at an earlier one, or was ended.
class BrokenError extends Error {}

const late = (/** @type {number} */ seconds) =>
  new EngineError(tr("no answer within {seconds} seconds", { seconds }), 503);

const aborted = () => new DOMException("not wanted any more", "AbortError");

export class BrowserEngine extends ApiEngine {
  #atOnce = new Helper();
  /** @type {Helper | null} */
  #long = null;
  #isReady = false;

  constructor() {
    super();
    this.#begin();
    // What is shown comes first: the files are kept, and the second worker starts, when the first
    // has been idle.
    this.#atOnce.ready.then(
      () =>
        setTimeout(async () => {
          await this.#atOnce.idle;
          this.#long ??= new Helper(true);
          // Games of a file that the address names are not among the files that are kept.
          void keepFiles({ isWhole: GAMES.length === 0 });
        }, PAUSE),
      () => {},
    );
  }

  // Start another worker for short questions.
  #renew() {
    const before = this.#atOnce;
    this.#atOnce = new Helper();
    before.end(); // what waits for it asks again
    if (!this.#isReady) this.#begin();
  }

  // While Python starts the first view is shown, under a thin line; whatever is asked waits. If it
  // fails or takes long, the page says so until it is there.
  #begin() {
    const helper = this.#atOnce;
    hideFailure("engine");
    const line = document.documentElement.classList;
    line.add("starting");
    const again = () => this.#renew();
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

  /** @param {Question} name */
  offers(name) {
    return AT_ONCE.includes(name) || LONG.includes(name);
  }

  // The page holds the list of the games that litslab brings; only Python knows of others.
  /** @type {Promise<{games: import("../engine.js").Schemas["Game"][]}> | null} */
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

  /**
   * @param {string} name
   * @returns {URL}
   */
  address(name) {
    return new URL(
      `${name}${IN_LANGUAGES.includes(name) && language !== "en" ? `.${language}` : ""}.json`,
      import.meta.url,
    );
  }

  /**
   * A file of answers; an error names the file.
   *
   * @param {string} name
   */
  fetched(name) {
    return super.fetched(name).catch(({ message }) => {
      const missing = this.address(name).href.slice(new URL("..", import.meta.url).href.length);
      throw new EngineError(missingText({ missing, reason: message }), 503);
    });
  }

  /** @param {Question} name */
  #require(name) {
    if (!this.offers(name)) {
      throw new EngineError(tr("only the local page has this: run “litslab serve”"), 404);
    }
  }

  // Before Python has started there are a few boards with symbols; later, any.
  freshSeed() {
    return this.#isReady ? null : Math.floor(FIRST_SEEDS * Math.random());
  }

  /**
   * Answers that never change are in files, so that they are there before Python is.
   *
   * @param {Question} name
   * @param {object} body
   */
  async #known(name, body) {
    const file = "game" in body ? `${name}-${body.game}` : name;
    if (!IN_FILES.includes(file)) return undefined;
    const known = await this.fetched(file).catch(() => ({}));
    return known[JSON.stringify(body)];
  }

  /**
   * @template {Question} Name
   * @param {Name} name
   * @param {import("../engine.js").Body<Name>} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<import("../engine.js").Answer<Name>>}
   */
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

  /**
   * Ask the worker for short questions; a worker that failed is replaced by a new one.
   *
   * @param {Question} name
   * @param {object} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async #soon(name, body, signal) {
    if (this.#atOnce.isBroken) this.#renew();
    try {
      return await this.#atOnce.ask(name, body, signal, { limit: LATE });
    } catch (error) {
      if (error instanceof BrokenError) return this.#soon(name, body, signal);
      throw error;
    }
  }

  /**
   * @template {Question} Name
   * @param {Name} name
   * @param {import("../engine.js").Body<Name>} body
   * @param {(progress: import("../engine.js").Progress<Name>) => void} onProgress
   * @param {AbortSignal} [signal]
   * @returns {Promise<import("../engine.js").Answer<Name>>}
   */
  async stream(name, body, onProgress, signal) {
    this.#require(name);
    if (this.#long?.isBroken) {
      this.#long.end();
      this.#long = null;
    }
    this.#long ??= new Helper();
    const helper = this.#long;
    const limit = "time_limit" in body ? Number(body.time_limit ?? Infinity) : Infinity;
    let end = () => {};
    /** @type {Promise<never>} */
    const ended = new Promise((_resolve, reject) => {
      end = () => {
        reject(aborted());
        if (limit <= SHORT) return;
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
