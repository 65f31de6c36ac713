// What the page lacks, said above the view until it is there, with a button to try again.

import { button, h } from "./dom.js";
import { tr } from "./language.js";

/**
 * Hide what is said; with an owner, only if it is the owner's.
 *
 * @param {string} [owner]
 */
export function hideFailure(owner) {
  const shown = document.getElementById("failure");
  if (owner === undefined || shown?.dataset.owner === owner) shown?.remove();
}

/**
 * Say why something does not work. A failed view stays said until its own button, which asks the
 * engine too, shows the view again; the engine's failures may not take its place.
 *
 * @param {string} owner
 * @param {string} text
 * @param {() => unknown} again What the button does.
 */
export function showFailure(owner, text, again) {
  if (owner === "engine" && document.querySelector('#failure[data-owner="view"]')) return;
  hideFailure();
  const retry = () => {
    hideFailure();
    return again();
  };
  document
    .getElementById("view")
    ?.before(
      h(
        "div",
        { id: "failure", role: "alert", "data-owner": owner },
        h("p", {}, text),
        button(tr("Try again"), retry, { class: "primary" }),
      ),
    );
}
