// The gauge beside the board: who is ahead and by how much, solid where it is proved, hatched where it is estimated.

import { h } from "./dom.js";

const FULL = 20; // the margin that fills the gauge

export function makeGauge() {
  const level = h("div", { class: "level" });
  const text = h("span", {});
  const node = h("div", { class: "gauge", id: "gauge", role: "img", "aria-label": "Not analysed" }, level, text);

  function set(share, words, kind) {
    node.style.setProperty("--share", `${Math.round(100 * share)}%`);
    node.className = `gauge ${kind}`;
    node.setAttribute("aria-label", words);
    node.title = words;
  }

  return {
    node,
    clear: () => set(0.5, "Not analysed", ""),
    think: () => node.classList.add("thinking"),
    stop: () => node.classList.remove("thinking"),
    // The share of the side that is counted from below.
    estimated: (share, words) => set(share, words, "estimated"),
    // A winner that is proved is past the middle, by the margin where it is known.
    proved: (isFirst, margin, words) => {
      const part = 0.54 + 0.46 * Math.min(1, Math.abs(margin ?? 0) / FULL);
      set(isFirst ? part : 1 - part, words, "proved");
    },
  };
}
