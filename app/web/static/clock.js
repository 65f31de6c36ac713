// The clock of a puzzle: the time of a solver, the help that was taken, and each mark with its
// time, so that the solution can be replayed and exported.

/**
 * A mark that was set or removed: its milliseconds, the square, and "#" for shaded, "." for a dot,
 * or nothing.
 *
 * @typedef {[milliseconds: number, square: string, mark: string]} Change
 *
 * The parts of a grid that the clock reads.
 *
 * @typedef {object} MarkedGrid
 * @property {Map<number, {shaded: boolean}>} marks
 * @property {(square: number) => string} name
 */

const TICK = 500;

/**
 * Minutes and seconds.
 *
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The marks of a grid by the names of their squares: "#" is shaded, "." a dot.
 *
 * @param {MarkedGrid} grid
 */
const marksOf = (grid) =>
  new Map([...grid.marks].map(([square, { shaded }]) => [grid.name(square), shaded ? "#" : "."]));

export class Clock {
  #show;
  #now;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking = undefined;
  /** @type {number | null} */
  #begun = null;
  /** @type {number | null} */
  #ended = null;
  /** @type {string | null} */
  #date = null;
  /** @type {Map<string, string>} */
  #known = new Map();

  /**
   * @param {(text: string) => void} show Shows the time.
   * @param {() => number} now Returns milliseconds that never run backwards.
   */
  constructor(show, now = () => performance.now()) {
    this.#show = show;
    this.#now = now;
    this.hints = 0;
    this.checks = 0;
    this.explanations = 0; // explanations and replays: whoever saw one knows the solution
    /** @type {Change[]} */
    this.changes = [];
    this.#tell();
  }

  get milliseconds() {
    return this.#begun === null ? 0 : (this.#ended ?? this.#now()) - this.#begun;
  }

  // The time as it is shown.
  get text() {
    return clockText(this.milliseconds);
  }

  // The time and the help for an address, from which `resume` continues.
  get state() {
    return [Math.round(this.milliseconds), this.hints, this.checks, this.explanations].join(".");
  }

  // The record for an export.
  get record() {
    return {
      begun: this.#date,
      milliseconds: Math.round(this.milliseconds),
      hints: this.hints,
      checks: this.checks,
      explanations: this.explanations,
      changes: this.changes,
    };
  }

  /**
   * Record the marks that were set or removed: the first ones start the clock.
   *
   * @param {MarkedGrid} grid
   */
  note(grid) {
    const now = marksOf(grid);
    const changed = [...new Set([...now.keys(), ...this.#known.keys()])].filter(
      (name) => now.get(name) !== this.#known.get(name),
    );
    if (this.#begun === null && changed.length) this.#start(0);
    const at = Math.round(this.milliseconds);
    for (const name of changed) this.changes.push([at, name, now.get(name) ?? ""]);
    this.#known = now;
  }

  /**
   * Continue from such a state.
   *
   * @param {string} state
   */
  resume(state) {
    const [milliseconds = 0, hints = 0, checks = 0, explanations = 0] = state
      .split(".")
      .map((text) => Number(text) || 0);
    if (!milliseconds && !hints && !checks && !explanations) return;
    this.hints = hints;
    this.checks = checks;
    this.explanations = explanations;
    this.#start(milliseconds);
  }

  /**
   * Recall the marks that led to those of the grid, from an earlier record.
   *
   * @param {{begun: string | null, changes: Change[]}} record
   */
  recall({ begun, changes }) {
    this.#date = begun;
    this.changes = changes;
  }

  // Begin again from no marks. The solution that an explanation has shown is still known.
  restart() {
    clearInterval(this.#ticking);
    this.#begun = null;
    this.#ended = null;
    this.#date = null;
    this.#known = new Map();
    this.hints = 0;
    this.checks = 0;
    this.changes = [];
    this.#tell();
  }

  stop() {
    clearInterval(this.#ticking);
    if (this.#begun !== null) this.#ended ??= this.#now();
    this.#tell();
  }

  /** @param {number} milliseconds */
  #start(milliseconds) {
    this.#begun = this.#now() - milliseconds;
    this.#date ??= new Date().toISOString();
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => this.#tell(), TICK);
    this.#tell();
  }

  #tell() {
    this.#show(this.text);
  }
}
