// How long a puzzle takes, mark by mark; the user may export it.

import { h } from "./dom.js";

export class Timer {
  constructor() {
    this.node = h("span", { id: "timer", role: "timer", "aria-label": "Time" });
    this.reset();
  }

  reset() {
    this.stop();
    this.begun = null;
    this.ended = null;
    this.marks = [];
    this.hints = 0;
    this.checks = 0;
    this.#show();
  }

  // A mark was set: the first one starts the clock.
  note(grid, isSolved) {
    if (isSolved) return;
    if (this.begun === null) {
      this.begun = performance.now();
      this.date = new Date().toISOString();
      this.ticking = setInterval(() => this.#show(), 500);
    }
    this.marks.push([Math.round(this.milliseconds()), [...grid.marks.values()].filter((mark) => mark.shaded).length, grid.marks.size]);
  }

  milliseconds() { return this.begun === null ? 0 : (this.ended ?? performance.now()) - this.begun; }

  stop() {
    clearInterval(this.ticking);
    if (this.begun !== null && this.begun !== undefined) this.ended ??= performance.now();
    this.#show();
  }

  text() {
    const seconds = Math.floor(this.milliseconds() / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  // What is exported: each change of the marks as milliseconds, shaded squares, and marks in all.
  record() {
    return { begun: this.date ?? null, milliseconds: Math.round(this.milliseconds()), hints: this.hints, checks: this.checks, changes: this.marks };
  }

  #show() { this.node.textContent = `Time ${this.text()}`; }
}
