// Pictures that are asked for when they come into sight, one after the other.

import { h, trying } from "./dom.js";
import { turn } from "./engine.js";

/**
 * Make places for pictures that are drawn as soon as they come into sight.
 *
 * @param {(question: object) => Promise<Element>} draw Returns the picture of a question.
 * @returns {{place: (question: object) => HTMLElement, leave: () => void}} `place` makes an element
 *     that the picture will fill; `leave` ends all drawing.
 */
export function lazyPictures(draw) {
  const questions = new WeakMap();
  const watcher = new IntersectionObserver(async (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      trying(async () => target.replaceChildren(await draw(questions.get(target))));
      await turn();
    }
  });
  function place(question) {
    const node = h("span", { class: "picture" });
    questions.set(node, question);
    watcher.observe(node);
    return node;
  }
  return { place, leave: () => watcher.disconnect() };
}
