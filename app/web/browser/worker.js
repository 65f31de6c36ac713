// Answers one question after another, away from the page. An answer that is not wanted any more ends with its worker.

import { effectDocument, newGame, pageDocument, remainingDocument, setUp } from "./documents.js";
import { GameError } from "./errors.js";
import { Referee } from "./position.js";
import { checkGrid, findMistakes, readPuzzle } from "./puzzles.js";
import { readRecord } from "./records.js";
import { solve } from "./solving.js";
import { Kernel, KernelError } from "./wasm.js";

const INTERVAL = 100;  // milliseconds between two reports
let onProgress = () => {};
const data = await (await fetch(new URL("games.json", import.meta.url))).json();
const kernel = await Kernel.load(new URL("kernel.wasm", import.meta.url), (...found) => onProgress(...found));
const referee = new Referee(kernel);

let known = null;  // the record that was read last: the page asks many questions about one
function recordOf({ record: text }) {
  if (known?.text !== text) known = { text, record: readRecord(text, referee, data) };
  return known.record;
}

function page(record, at) {
  const document = pageDocument(record, at, data);
  known = { text: document.record, record };
  return document;
}

const positionOf = (asked) => recordOf(asked).position(asked.at ?? undefined);

const ANSWERS = {
  new: (asked) => newGame(referee, data, asked),
  setup: (asked) => setUp(referee, data, asked),
  position: (asked) => page(recordOf(asked), asked.at),
  play(asked) {
    const record = recordOf(asked);
    return page(record.append(asked.at ?? record.moves.length, asked.move));
  },
  move: (asked) => effectDocument(positionOf(asked), asked.move),
  remaining: (asked) => remainingDocument(positionOf(asked), asked.square),
  puzzle: readPuzzle,
  check: (asked) => checkGrid(kernel, asked),
  mistakes: (asked) => findMistakes(kernel, asked),
  solve(asked, report) {
    const position = positionOf(asked);
    let last = 0, what = "";
    const tell = (text, nodes) => {
      const now = performance.now();
      if (now - last < INTERVAL) return;
      last = now;
      report({ done: nodes, total: null, text });
    };
    onProgress = (lower, upper, nodes) => tell(`${what}margin between ${Math.floor(lower / 2)} and ${Math.ceil(upper / 2)}`, nodes);
    return solve(referee, position, {
      seconds: asked.time_limit ?? Infinity, allMoves: asked.all_moves ?? false, tableBytes: asked.table_bytes,
      report: (text) => { what = `${text}; `; } });
  },
};

self.onmessage = ({ data: { number, name, body } }) => {
  try {
    self.postMessage({ number, result: ANSWERS[name](body, (progress) => self.postMessage({ number, progress })) });
  } catch (error) {
    // After anything unforeseen, such as a trap in the kernel, nothing here can be relied on: this worker is replaced.
    const isForeseen = error instanceof GameError || error instanceof KernelError;
    const text = isForeseen ? error.message : `the engine failed: ${error.message ?? "out of memory"}`;
    self.postMessage({ number, error: text, isFatal: !isForeseen });
  }
};
self.postMessage({ ready: true });
