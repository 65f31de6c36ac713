// The engine of the page without a server: Python in two Web Workers, one for short questions and one for long work, which
// ends at once when its result is no longer wanted.

import { say } from "../dom.js";
import { ApiEngine, EngineError } from "../engine.js";
import { language, tr } from "../language.js";

const LONG = new Set(["solve", "analyse", "engine", "review", "generate", "explain", "grade", "conflict", "repair", "borders", "attempt", "clue", "studies", "simulate"]);
const AT_ONCE = new Set(["new", "setup", "position", "play", "move", "remaining", "study", "puzzle", "check", "hint", "mistakes", "convert"]);

// The files with other games that the page's address names (`?games=mine.py`); the worker reads them. It is told by its
// name: a worker that the service worker has kept does not see what follows the “?” of its own address.
const GAMES = new URLSearchParams(location.search).getAll("games");

// Some of their answers are in files; other games have no file.
const CONSTANT = new Set(["position", "puzzle", ...(GAMES.length === 0 ? ["new"] : [])]);

// Files of which each language has its own; others hold no texts that are shown.
const TEXTS = new Set(["games", "rules", "collection", "formats"]);

const PAUSE = 500;  // milliseconds
const FIRST_SEEDS = 3;  // of `static_page.py`
const SHORT = 5;  // seconds: work that ends by itself within them is waited for, as a worker takes as long to start

class Helper {
  isBroken = false;
  #waiting = new Map();
  #count = 0;
  #turn = Promise.resolve();

  // One that has time enough keeps Python's memory for later visits (`snapshot.js`).
  constructor(hasTime = false) {
    const name = JSON.stringify({ games: GAMES, isKeeping: hasTime && GAMES.length === 0 });
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => (data.ready ? resolve() : this.#answered(data));
      this.worker.onerror = (event) => {
        this.isBroken = true;
        const error = new EngineError(event.message ? tr("the page's engine cannot run: {reason}", { reason: event.message }) : tr("the page's engine cannot run: its files are missing, or the browser is too old"), 503);
        reject(error);
        for (const each of this.#waiting.values()) each.reject(error);
      };
    });
    this.ready.catch(() => {});
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
  ask(name, body, signal, onProgress = () => {}) {
    const answer = this.#turn.then(() => this.#send(name, body, signal, onProgress));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #send(name, body, signal, onProgress) {
    await this.ready;
    if (signal?.aborted) throw aborted();
    return new Promise((resolve, reject) => {
      const number = ++this.#count;
      this.#waiting.set(number, { resolve, reject, onProgress });
      this.worker.postMessage({ number, name, body, language });
    });
  }

  // Resolves when all questions are answered.
  get idle() { return this.#turn; }

  end() { this.worker.terminate(); }
}

const aborted = () => new DOMException("not wanted any more", "AbortError");

export class BrowserEngine extends ApiEngine {
  #atOnce = new Helper();
  #long = null;
  #isReady = false;

  constructor() {
    super();
    // While Python starts the first view is shown, under a thin line; whatever is asked waits.
    const line = document.documentElement.classList;
    line.add("starting");
    this.#atOnce.ready.then(() => { this.#isReady = true; }).catch(({ message }) => say(message, true)).then(() => line.remove("starting"));
    // The second worker starts, and the files are kept, when the first has been idle: nothing is in its way.
    this.#atOnce.ready.then(() => setTimeout(async () => {
      await this.#atOnce.idle;
      this.#long ??= new Helper(true);
      this.#long.ready.catch(() => {}).then(() => navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => {}));
    }, PAUSE), () => {});
  }

  get patience() { return SHORT - 1; }

  offers(name) { return AT_ONCE.has(name) || LONG.has(name); }

  // The page holds the list of the games that litslab brings; only Python knows of others.
  #all = null;
  async games() {
    if (GAMES.length === 0) return super.games();
    this.#all ??= this.#atOnce.ask("games", {});
    return (await this.#all).games;
  }

  // The page's note on the features that this engine lacks.
  get note() { return tr("This page works without a server, and offline once it has been opened. Booklets, reports, bounds, saved runs and solutions near a picture need litslab installed: open its local page with “litslab serve”."); }

  address(name) { return new URL(`${name}${TEXTS.has(name) && language !== "en" ? `.${language}` : ""}.json`, import.meta.url); }

  #require(name) {
    if (!this.offers(name)) throw new EngineError(tr("only the local page has this: run “litslab serve”"), 404);
  }

  // Before Python has started there are a few boards with symbols; later, any.
  freshSeed() { return this.#isReady ? null : Math.floor(FIRST_SEEDS * Math.random()); }

  // Answers that never change are in files, so that they are there before Python is.
  async #known(name, body) {
    if (!CONSTANT.has(name)) return undefined;
    const known = await this.document(name === "new" ? `new-${body.game}` : name).catch(() => ({}));
    return known[JSON.stringify(body)];
  }

  async answer(name, body, signal) {
    this.#require(name);
    const known = await this.#known(name, body);
    if (known) return known;
    if (!this.#isReady) say(tr("Python is starting: this is answered in a moment."));
    if (LONG.has(name)) return this.stream(name, body, () => {}, signal);
    if (this.#atOnce.isBroken) {
      this.#atOnce.end();
      this.#atOnce = new Helper();
    }
    const answer = await this.#atOnce.ask(name, body, signal);
    if (signal?.aborted) throw aborted();
    return answer;
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
      return await Promise.race([helper.ask(name, body, signal, onProgress), ended]);
    } finally {
      signal?.removeEventListener("abort", end);
    }
  }
}
