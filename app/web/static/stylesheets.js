// The style sheets of single views, each loaded with the first view that needs it.

import { h } from "./dom.js";

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Load a style sheet, unless it is there.
 *
 * @param {string} name That of its file, without `.css`.
 * @returns {Promise<void>} Rejected with a `TypeError` if it does not arrive, like a module; the
 *     next call tries again.
 */
export function loadStyleSheet(name) {
  const known = loaded.get(name);
  if (known) return known;
  const link = h("link", { rel: "stylesheet", href: `${name}.css` });
  const loading = new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve(undefined));
    link.addEventListener("error", () => {
      loaded.delete(name);
      link.remove();
      reject(new TypeError(`${name}.css does not arrive`));
    });
  });
  loaded.set(name, loading);
  document.head.append(link);
  return loading;
}
