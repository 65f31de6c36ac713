// Pictures that are asked for when they come into sight, one after the other.

import { h, trying } from "./dom.js";
import { turn } from "./engine.js";

/**
 * Make places for pictures that are drawn as soon as they come into sight.
 *
 * @template {object} Question
 * @param {(question: Question) => Promise<Element>} draw Returns the picture of a question.
 * @returns {{place: (question: Question) => HTMLElement, leave: () => void}} `place` makes an
 *     element that the picture will fill; `leave` ends all drawing.
 */
export function lazyPictures(draw) {
  /** @type {WeakMap<Element, Question>} */
  const questions = new WeakMap();
  const watcher = new IntersectionObserver(async (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      const question = questions.get(target);
      if (question) trying(async () => target.replaceChildren(await draw(question)));
      await turn();
    }
  });
  /** @param {Question} question */
  function place(question) {
    const node = h("span", { class: "picture" });
    questions.set(node, question);
    watcher.observe(node);
    return node;
  }
  return { place, leave: () => watcher.disconnect() };
}
