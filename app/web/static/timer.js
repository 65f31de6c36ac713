// How long a puzzle takes, mark by mark, so that the way to the solution can be replayed and exported.

import { h } from "./dom.js";

export class Timer {
  constructor() {
    this.node = h("span", { id: "timer", role: "timer", "aria-label": "Time" });
    this.reset();
  }

  reset() {
    clearInterval(this.ticking);
    [this.begun, this.ended, this.date] = [null, null, null];
    this.changes = []; // each with its milliseconds, the square, and "#", "." or ""
    this.known = new Map();
    [this.hints, this.checks] = [0, 0];
    this.#show();
  }

  // Marks were set: the first ones start the clock.
  note(grid, isSolved) {
    if (isSolved) return;
    const now = new Map([...grid.marks].map(([square, { shaded }]) => [grid.name(square), shaded ? "#" : "."]));
    const changed = [...new Set([...now.keys(), ...this.known.keys()])].filter((name) => now.get(name) !== this.known.get(name));
    if (this.begun === null && changed.length) this.resume({});
    this.changes.push(...changed.map((name) => [Math.round(this.milliseconds()), name, now.get(name) ?? ""]));
    this.known = now;
  }

  // Continue from a number of milliseconds, hints and checks.
  resume({ milliseconds = 0, hints = this.hints, checks = this.checks }) {
    [this.hints, this.checks] = [hints, checks];
    this.begun = performance.now() - milliseconds;
    this.date ??= new Date().toISOString();
    clearInterval(this.ticking);
    this.ticking = setInterval(() => this.#show(), 500);
    this.#show();
  }

  milliseconds() { return this.begun === null ? 0 : (this.ended ?? performance.now()) - this.begun; }

  stop() {
    clearInterval(this.ticking);
    if (this.begun !== null) this.ended ??= performance.now();
    this.#show();
  }

  text() {
    const seconds = Math.floor(this.milliseconds() / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  // What is exported.
  record() {
    return { begun: this.date, milliseconds: Math.round(this.milliseconds()), hints: this.hints, checks: this.checks, changes: this.changes };
  }

  #show() { this.node.textContent = this.text(); }
}
