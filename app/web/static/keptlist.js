// An item of a list of what the browser keeps: a link to continue, and a button to remove it, which
// can be restored.

import { button, h } from "./dom.js";
import { tr } from "./language.js";

/**
 * @param {object} item
 * @param {string} item.title
 * @param {string} item.about
 * @param {[attributes: import("./dom.js").AttributesOf<HTMLAnchorElement>, text: string]} item.link
 * @param {() => void} item.remove
 * @param {() => void} item.restore
 */
export function keptItem({ title, about, link: [attributes, text], remove, restore }) {
  const node = h("li", { class: "row" });
  /** @type {HTMLElement[]} */
  const shown = [
    h("span", {}, h("strong", {}, title), " ", h("span", { class: "note" }, about)),
    h("a", { class: "button", ...attributes }, text),
    button(tr("Remove"), () => replace(remove, removed), {
      "aria-label": tr("Remove {title}: {about}", { title, about }),
    }),
  ];
  /** @type {HTMLElement[]} */
  const removed = [
    h("span", { class: "note" }, tr("{title} removed.", { title })),
    button(tr("Restore"), () => replace(restore, shown)),
  ];
  /**
   * @param {() => void} change
   * @param {HTMLElement[]} nodes
   */
  function replace(change, nodes) {
    change();
    node.replaceChildren(...nodes);
    nodes[1].focus();
  }
  node.append(...shown);
  return node;
}
