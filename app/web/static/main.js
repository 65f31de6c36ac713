// The page: the address determines the view.

import { EngineError, connect, isAborted, messageOf, reached, turn } from "./engine.js";
import { h, isIn, newSeed, openDialog, row, say } from "./dom.js";
import { hideFailure, showFailure } from "./failure.js";
import { beginning } from "./game.js";
import { choose, language, tr, translateDocument } from "./language.js";
import { read } from "./link.js";
import { loadStyleSheet } from "./stylesheets.js";

/**
 * A key of the page, and what it does.
 *
 * @typedef {[name: string, does: string]} Key
 */

/** @param {string} id That of an element which the document has. */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

translateDocument();
const languages = /** @type {HTMLSelectElement} */ (element("language"));
languages.value = language;
languages.addEventListener("change", () => choose(languages.value));

// The keys of the page, shown by “?”.
/** @type {Key[]} */
const BOARD_KEYS = [
  [tr("Arrows"), tr("move over the board")],
  ["Enter", tr("place the piece")],
  ["r", tr("rotate the piece")],
  ["f", tr("flip the piece")],
  ["c", tr("change its colours")],
  ["1–9", tr("choose a piece")],
];
/** @type {Record<string, Key[]>} */
const KEYS = {
  play: [
    ...BOARD_KEYS,
    ["u", tr("undo")],
    ["y", tr("redo")],
    ["s", tr("swap sides")],
    ["h", tr("hint")],
    ["n", tr("new game")],
    ["a", tr("analyse")],
  ],
  analyse: [
    ["← →", tr("step through the game")],
    ["Home End", tr("first and last position")],
    ...BOARD_KEYS,
  ],
  studies: BOARD_KEYS,
  puzzle: [
    [tr("Arrows"), tr("move over the puzzle")],
    ["Enter", tr("shaded, dot, blank")],
    ["x", tr("dot")],
    ["Ctrl z", tr("undo")],
    ["Ctrl y", tr("redo")],
  ],
  create: [
    [tr("Arrows"), tr("move over the grid")],
    [tr("Shift arrow"), tr("draw or remove a border")],
    ["Ctrl z", tr("undo")],
    ["Ctrl y", tr("redo")],
  ],
};

const begun = read();
// The file of positions and results loads beside the modules of the views that show them.
if (["home", "play", "analyse"].includes(begun.page)) import("./results.js").catch(() => {});
const engine = await connect().catch((error) => {
  element("view").replaceChildren();
  showFailure("view", tr("A part of the page did not arrive."), () => location.reload());
  throw error;
});
// Every game has a new board unless the address names one.
const freshSeed = () => engine.freshSeed() ?? newSeed();
let seed = freshSeed();
if (begun.page === "play" && begun.values.game !== undefined && begun.values.g === undefined) {
  engine.games().then(
    (games) => {
      const rules = games.find(({ name }) => name === begun.values.game);
      if (rules) engine.askAhead("new", beginning(rules, {}, Number(begun.values.seed ?? seed)));
    },
    () => {},
  );
}
/**
 * A view: its title, and its style sheets beyond those that the page names itself.
 *
 * @typedef {[
 *   load: () => Promise<import("../page.d.ts").ViewModule>, title: string, ...sheets: string[],
 * ]} Page
 */

/** @type {Record<string, Page>} */
const PAGES = {
  home: [() => import("./home.js"), "", "home"],
  play: [() => import("./play.js"), tr("Play")],
  analyse: [() => import("./analyse.js"), tr("Analyse"), "analyse"],
  puzzle: [() => import("./puzzle.js"), tr("LITS"), "grid", "puzzle"],
  puzzles: [() => import("./packs.js"), tr("LITS puzzles"), "packs"],
  create: [() => import("./create.js"), tr("Create a LITS puzzle"), "grid", "puzzle"],
  studies: [() => import("./studies.js"), tr("Endgame studies"), "studies"],
  plots: [() => import("./plots.js"), tr("Explore"), "plots"],
  rules: [() => import("./rules.js"), tr("Learn"), "rules"],
};
/** @type {Record<string, string>} */
const PART_OF = { puzzles: "puzzle", create: "puzzle" };
// A note names the features that this engine lacks.
if (engine.note) {
  element("status").before(h("footer", { class: "note", id: "engine-note" }, engine.note));
}

/** @type {import("../page.d.ts").View | void} */
let shown = undefined;
let current = "";
let number = 0;

/** @returns {NodeListOf<HTMLAnchorElement>} The links of the header to pages. */
const pageLinks = () => document.querySelectorAll("header a[data-page]");

async function show() {
  const own = ++number;
  const { page, values } = read();
  const name = page in PAGES ? page : "home";
  const [load, title, ...sheets] = PAGES[name];
  const seeded = { ...values, seed: Number(values.seed ?? seed) };
  seed = freshSeed();
  const left = shown;
  shown = undefined;
  await left?.leave(); // its state is stored before the next view begins
  if (own !== number) return;
  current = name;
  document.title = title ? `${title} · litslab` : "litslab";
  for (const link of pageLinks()) {
    link.ariaCurrent = link.dataset.page === (PART_OF[name] ?? name) ? "page" : null;
  }
  const root = h("div");
  element("view").replaceChildren(root);
  say("");
  hideFailure();
  let mounted;
  try {
    const [{ mount }] = await reached(Promise.all([load(), ...sheets.map(loadStyleSheet)]));
    await turn();
    mounted = await mount(root, engine, seeded);
  } catch (error) {
    if (own === number && error instanceof EngineError) {
      root.remove();
      showFailure("view", error.message, show);
    } else if (!isAborted(error)) say(messageOf(error), true);
  }
  if (own === number) shown = mounted;
  else mounted?.leave();
}

// The link of a view that is left keeps its state; that of a view that failed tries again.
document.querySelector("nav")?.addEventListener("click", ({ target }) => {
  const link =
    current !== "puzzle" &&
    read().page === current &&
    [...pageLinks()].find(({ dataset }) => dataset.page === current);
  if (link) link.href = location.hash || `#${current}`;
  if (!shown && target instanceof HTMLAnchorElement && target.hash === location.hash) show();
});
function help() {
  if (document.getElementById("help")) return;
  const keys = [...(KEYS[current] ?? []), ["?", tr("these keys")], ["Tab", tr("next control")]];
  openDialog(
    document.body,
    "help",
    tr("Keys"),
    () => {},
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        keys.map(([name, does]) =>
          h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, name)), h("td", {}, does)),
        ),
      ),
    ),
    row(h("button", { class: "primary" }, tr("Close"))),
  );
}
document.querySelector("header .help")?.addEventListener("click", help);
window.addEventListener("keydown", (event) => {
  if (event.key === "?" && !isIn(event, "input, select, textarea")) help();
});
window.addEventListener("keydown", () => import("./focus.js"), { once: true });
window.addEventListener("hashchange", show);
show();
