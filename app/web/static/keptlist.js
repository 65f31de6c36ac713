// An item of a list of what the browser keeps: a link to continue, and a button to remove it, which
// can be restored.

import { button, h } from "./dom.js";
import { tr } from "./language.js";

// `link` has its attributes and its text; `remove` and `restore` change what is kept.
export function keptItem({ title, about, link: [attributes, text], remove, restore }) {
  const node = h("li", { class: "row" });
  const shown = [
    h("span", {}, h("strong", {}, title), " ", h("span", { class: "note" }, about)),
    h("a", { class: "button", ...attributes }, text),
    button(tr("Remove"), () => replace(remove, removed), {
      "aria-label": tr("Remove {title}: {about}", { title, about }),
    }),
  ];
  const removed = [
    h("span", { class: "note" }, tr("{title} removed.", { title })),
    button(tr("Restore"), () => replace(restore, shown)),
  ];
  function replace(change, nodes) {
    change();
    node.replaceChildren(...nodes);
    nodes[1].focus();
  }
  node.append(...shown);
  return node;
}
