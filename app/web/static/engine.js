// The interface of the engine: `games`, `ask` and `stream`; `offers` names the questions that it
// answers. The server answers, or Python in the browser if the page says so.

import { language, tr } from "./language.js";

export async function connect() {
  const isHere = document.querySelector('meta[name="litslab-engine"]')?.content === "browser";
  if (isHere) return new (await import("./browser/engine.js")).BrowserEngine();
  const engine = new ApiEngine();
  // Every view begins with them; one that fails asks again, and says why.
  engine.games().catch(() => {});
  return engine;
}

// Lets the browser draw, and answer a click, between two pieces of work.
export const turn = () =>
  globalThis.scheduler?.yield?.() ??
  new Promise((done) => {
    setTimeout(done);
  });

export class EngineError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

// True if the engine does not answer now, because it is busy, failed or cannot be reached; the same
// question may be answered later.
export const isUnreachable = (error) => error.status === 429 || error.status >= 500;

// The answer that a response holds; an error of the server is thrown.
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

// What cannot be fetched, as it says itself, is an error of the network.
export const reached = (work) =>
  work.catch((error) => {
    throw error.name === "TypeError"
      ? new EngineError(tr("the server does not answer"), 503)
      : error;
  });

const BASE = "api/v1/";
const IN_LANGUAGE = { "accept-language": language };

export class ApiEngine {
  #documents = new Map();
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

  offers() {
    return true;
  }

  // A seed for a new board; null if any will do.
  freshSeed() {
    return null;
  }

  // The default time limit of an analysis in seconds.
  get patience() {
    return 10;
  }

  // The address of a document that is the same for every request.
  address(name) {
    return BASE + name;
  }

  // Such a document: rules, collection (of puzzles and studies) or formats. It is fetched once;
  // after an error, the next question asks again.
  document(name) {
    if (!this.#documents.has(name)) {
      const found = reached(fetch(this.address(name), { headers: IN_LANGUAGE })).then(answered);
      found.catch(() => this.#documents.delete(name));
      this.#documents.set(name, found);
    }
    return this.#documents.get(name);
  }

  async games() {
    return (await this.document("games")).games;
  }

  #send(name, body, signal, accept) {
    const headers = { "content-type": "application/json", accept, ...IN_LANGUAGE };
    return reached(
      fetch(BASE + name, { method: "POST", body: JSON.stringify(body), signal, headers }),
    );
  }

  // Ask a question before whoever needs the answer has been loaded; the next `ask` of the same
  // takes the answer.
  askAhead(name, body) {
    if (this.#ahead.has(name + JSON.stringify(body))) return;
    const answer = this.ask(name, body);
    answer.catch(() => {}); // told to the one that takes it
    this.#ahead.set(name + JSON.stringify(body), answer);
  }

  // Ask a question that is answered at once.
  async ask(name, body, signal) {
    const question = name + JSON.stringify(body);
    const known = this.#ahead.get(question);
    if (!known) return this.answer(name, body, signal);
    this.#ahead.delete(question);
    await turn();
    return known;
  }

  // Have a question answered that was not asked ahead.
  async answer(name, body, signal) {
    return answered(await this.#send(name, body, signal, "application/json"));
  }

  // Ask a question that takes long: `onProgress` receives intermediate results; aborting the signal
  // ends the work.
  async stream(name, body, onProgress, signal) {
    const response = await this.#send(name, body, signal, "text/event-stream");
    if (!response.ok) return answered(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let found = null;
    // It is read to its end; otherwise the connection stays open, and a browser has only six.
    for (;;) {
      const { value, done } = await reached(reader.read());
      if (done && !found) throw new EngineError(tr("the analysis ended without a result"), 503);
      if (done) return found;
      const parts = (text + value).split("\n\n");
      text = parts.pop();
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
