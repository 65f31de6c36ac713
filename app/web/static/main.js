// The page: which view is shown follows the address.

import { ApiEngine } from "./engine.js";
import { h, trying } from "./dom.js";
import { read } from "./link.js";

const engine = new ApiEngine();
const pages = {
  play: () => import("./play.js"),
  puzzle: () => import("./puzzle.js"),
  plots: () => import("./plots.js"),
};
let shown = null;

async function show() {
  const { page, values } = read();
  const name = page in pages ? page : "play";
  shown?.leave?.();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.page === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const root = h("div");
  document.getElementById("view").replaceChildren(root);
  shown = await trying(async () => (await pages[name]()).mount(root, engine, values));
}

window.addEventListener("hashchange", show);
show();
