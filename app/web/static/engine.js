// The interface of the engine: `games`, `ask` and `stream`; `offers` names the questions that it
// answers. The server answers, or Python in the browser if the page says so.

import { language, tr } from "./language.js";

/**
 * @typedef {import("../page.d.ts").Question} Question
 * @typedef {import("../page.d.ts").Schemas} Schemas
 */

/**
 * @template {Question} Name
 * @typedef {import("../page.d.ts").Body<Name>} Body
 */
/**
 * @template {Question} Name
 * @typedef {import("../page.d.ts").Answer<Name>} Answer
 */
/**
 * @template {Question} Name
 * @typedef {import("../page.d.ts").Progress<Name>} Progress
 */

/** @returns {Promise<ApiEngine>} */
export async function connect() {
  const isHere = document.querySelector('meta[name="litslab-engine"][content="browser"]');
  if (isHere) return new (await import("./browser/engine.js")).BrowserEngine();
  const engine = new ApiEngine();
  // Every view begins with them; one that fails asks again, and says why.
  engine.games().catch(() => {});
  return engine;
}

/**
 * Let the browser draw, and answer a click, between two pieces of work.
 *
 * @returns {Promise<void>}
 */
export const turn = () => {
  const { scheduler } = /** @type {{scheduler?: {yield?: () => Promise<void>}}} */ (globalThis);
  return (
    scheduler?.yield?.() ??
    new Promise((done) => {
      setTimeout(done);
    })
  );
};

export class EngineError extends Error {
  /**
   * @param {string} message
   * @param {number} status That of HTTP.
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * True if the engine does not answer now, because it is busy, failed or cannot be reached; the same
 * question may be answered later.
 *
 * @param {unknown} error
 */
export const isUnreachable = (error) =>
  error instanceof EngineError && (error.status === 429 || error.status >= 500);

/**
 * True if some work was ended because nobody wants it any more.
 *
 * @param {unknown} error
 */
export const isAborted = (error) => error instanceof Error && error.name === "AbortError";

/**
 * What an error says.
 *
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * The answer that a response holds; an error of the server is thrown.
 *
 * @param {Response} response
 */
async function answered(response) {
  if (response.ok) return response.json();
  let message = `${response.status} ${response.statusText}`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    /* not JSON */
  }
  throw new EngineError(message, response.status);
}

/**
 * What cannot be fetched, as it says itself, is an error of the network.
 *
 * @template Found
 * @param {Promise<Found>} work
 * @returns {Promise<Found>}
 */
export const reached = (work) =>
  work.catch((error) => {
    throw error.name === "TypeError"
      ? new EngineError(tr("the server does not answer"), 503)
      : error;
  });

const BASE = "api/v1/";
const IN_LANGUAGE = { "accept-language": language };

export class ApiEngine {
  /** @type {Map<string, Promise<any>>} Answers by the names of documents, whatever they are. */
  #documents = new Map();
  /** @type {Map<string, Promise<any>>} Answers by their questions. */
  #ahead = new Map();

  constructor() {
    // The server puts the answers that the first view needs into the page.
    const known = JSON.parse(document.getElementById("answers")?.textContent ?? "null");
    if (!known || language !== "en") return; // they are in English
    this.#documents.set("games", Promise.resolve(known));
    for (const { name, body, answer } of known.ahead) {
      this.#ahead.set(name + JSON.stringify(body), Promise.resolve(answer));
    }
  }

  /** @type {(name: Question) => boolean} Whether questions of a name are answered. */
  offers() {
    return true;
  }

  // The page's note on the features that this engine lacks.
  get note() {
    return "";
  }

  /**
   * A seed for a new board; null if any will do.
   *
   * @returns {number | null}
   */
  freshSeed() {
    return null;
  }

  // The default time limit of an analysis in seconds.
  get patience() {
    return 10;
  }

  /**
   * The address of a document that is the same for every request.
   *
   * @param {string} name
   * @returns {string | URL}
   */
  address(name) {
    return BASE + name;
  }

  /**
   * Such a document: rules, collection (of puzzles and studies) or formats. It is fetched once;
   * after an error, the next question asks again.
   *
   * @template {Question} Name
   * @param {Name} name
   * @returns {Promise<Answer<Name>>}
   */
  document(name) {
    return this.fetched(name);
  }

  /**
   * What the address of a name holds, fetched once.
   *
   * @param {string} name
   */
  fetched(name) {
    const known = this.#documents.get(name);
    if (known) return known;
    const found = reached(fetch(this.address(name), { headers: IN_LANGUAGE })).then(answered);
    found.catch(() => this.#documents.delete(name));
    this.#documents.set(name, found);
    return found;
  }

  /** @returns {Promise<Schemas["Game"][]>} */
  async games() {
    return (await this.document("games")).games;
  }

  /**
   * @param {Question} name
   * @param {object} body
   * @param {AbortSignal | undefined} signal
   * @param {string} accept
   */
  #send(name, body, signal, accept) {
    const headers = { "content-type": "application/json", accept, ...IN_LANGUAGE };
    return reached(
      fetch(BASE + name, { method: "POST", body: JSON.stringify(body), signal, headers }),
    );
  }

  /**
   * Ask a question before whoever needs the answer has been loaded; the next `ask` of the same
   * takes the answer.
   *
   * @template {Question} Name
   * @param {Name} name
   * @param {Body<Name>} body
   */
  askAhead(name, body) {
    if (this.#ahead.has(name + JSON.stringify(body))) return;
    const answer = this.ask(name, body);
    answer.catch(() => {}); // told to the one that takes it
    this.#ahead.set(name + JSON.stringify(body), answer);
  }

  /**
   * Ask a question that is answered at once.
   *
   * @template {Question} Name
   * @param {Name} name
   * @param {Body<Name>} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer<Name>>}
   */
  async ask(name, body, signal) {
    const question = name + JSON.stringify(body);
    const known = this.#ahead.get(question);
    if (!known) return this.answer(name, body, signal);
    this.#ahead.delete(question);
    await turn();
    return known;
  }

  /**
   * Have a question answered that was not asked ahead.
   *
   * @template {Question} Name
   * @param {Name} name
   * @param {Body<Name>} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer<Name>>}
   */
  async answer(name, body, signal) {
    return answered(await this.#send(name, body, signal, "application/json"));
  }

  /**
   * Ask a question that takes long; aborting the signal ends the work.
   *
   * @template {Question} Name
   * @param {Name} name
   * @param {Body<Name>} body
   * @param {(progress: Progress<Name>) => void} onProgress Receives intermediate results.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer<Name>>}
   */
  async stream(name, body, onProgress, signal) {
    const response = await this.#send(name, body, signal, "text/event-stream");
    if (!response.ok || !response.body) return answered(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let found = null;
    // It is read to its end; otherwise the connection stays open, and a browser has only six.
    for (;;) {
      const { value, done } = await reached(reader.read());
      if (done && !found) throw new EngineError(tr("the analysis ended without a result"), 503);
      if (done) return found;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const [event, data] = part.split("\n");
        const content = JSON.parse(data.slice("data: ".length));
        if (event === "event: error") throw new EngineError(content.error, 400);
        if (event === "event: result") found = content;
        else onProgress(content);
      }
    }
  }
}
