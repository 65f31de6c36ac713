// The gauge beside the board shows the lead: solid if proved, hatched if estimated.

import { h } from "./dom.js";
import { tr } from "./language.js";

const FULL = 20; // the margin that fills the gauge

/**
 * The part of the gauge that the first player has by proof: a winner has more than half of it, and
 * more by a known margin.
 *
 * @param {boolean} isFirst Whether the first player wins.
 * @param {number | null} margin
 */
export function provedShare(isFirst, margin) {
  const part = 0.54 + 0.46 * Math.min(1, Math.abs(margin ?? 0) / FULL);
  return isFirst ? part : 1 - part;
}

export function makeGauge() {
  const node = h(
    "div",
    { class: "gauge", id: "gauge", role: "img", "aria-label": tr("Not analysed") },
    h("div", { class: "level" }),
  );

  /**
   * @param {number} share That of the first player.
   * @param {string} words
   * @param {string} kind
   */
  function show(share, words, kind) {
    node.style.setProperty("--share", `${Math.round(100 * share)}%`);
    node.className = `gauge ${kind}`;
    node.setAttribute("aria-label", words);
    node.title = words;
  }

  /** @param {boolean} on */
  const think = (on) => node.classList.toggle("thinking", on);

  return { node, show, think };
}
