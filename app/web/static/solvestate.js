// The state of a solve: whose marks are on the grid, and whether they count.

export const SOLVING = "solving"; // marks are timed and kept, and help is counted
export const SOLVED = "solved"; // until the solve begins again
export const EXPLAINING = "explaining"; // the marks are those of an explanation
export const REPLAYING = "replaying"; // the marks are those of a solution that is shown again
export const ARRIVED = "arrived"; // the grid came full by a link

export class SolveState {
  #states = [SOLVING]; // the last one is the present one, and the others return after it

  get now() {
    return this.#states.at(-1);
  }

  // True if marks are timed and kept, help is counted, and a complete grid is a solution.
  get isCounting() {
    return this.now === SOLVING;
  }

  // True if the marks are another's, and are not kept.
  get isAnothers() {
    return this.now === REPLAYING || this.now === ARRIVED;
  }

  get isExplaining() {
    return this.now === EXPLAINING;
  }

  // True if the puzzle was solved, whatever is shown now.
  get isSolved() {
    return this.#states.includes(SOLVED);
  }

  // The puzzle is solved; false if the marks do not count.
  finish() {
    if (!this.isCounting) return false;
    this.#states = [SOLVED];
    return true;
  }

  /**
   * Show an explanation, a replay or a full grid, until `end`.
   *
   * @param {string} kind
   */
  show(kind) {
    if (this.now !== kind) this.#states.push(kind);
  }

  // End what is shown; the state before it returns.
  end() {
    if (this.#states.length > 1) this.#states.pop();
  }

  // Solve the puzzle again, or begin to solve one whose solution was shown.
  again() {
    this.#states = [SOLVING];
  }
}
