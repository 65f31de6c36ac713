// The page: the address determines the view.

import { connect, turn } from "./engine.js";
import { h, newSeed, openDialog, say, trying } from "./dom.js";
import { beginning } from "./game.js";
import { choose, language, translateDocument } from "./language.js";
import { read } from "./link.js";

translateDocument();
const languages = document.getElementById("language");
languages.value = language;
languages.addEventListener("change", () => choose(languages.value));

// The keys of the page, shown by “?”.
const BOARD_KEYS = [["Arrows", "move over the board"], ["Enter", "place the piece"], ["r", "rotate the piece"], ["f", "flip the piece"], ["c", "change its colours"], ["1–9", "choose a piece"]];
const KEYS = {
  play: [...BOARD_KEYS, ["u", "undo"], ["y", "redo"], ["s", "swap sides"], ["h", "hint"], ["n", "new game"], ["a", "analyse"]],
  analyse: [["← →", "step through the game"], ["Home End", "first and last position"], ...BOARD_KEYS],
  studies: BOARD_KEYS,
  puzzle: [["Arrows", "move over the puzzle"], ["Enter", "shaded, dot, blank"], ["x", "dot"], ["Ctrl z", "undo"], ["Ctrl y", "redo"]],
  create: [["Arrows", "move over the grid"], ["Shift arrow", "draw or remove a border"], ["Ctrl z", "undo"], ["Ctrl y", "redo"]],
};

const begun = read();
// The file of positions and results loads beside the modules of the views that show them.
if (["home", "play", "analyse"].includes(begun.page)) import("./results.js").catch(() => {});
const engine = await connect();
// Every game has a new board unless the address names one.
const freshSeed = () => engine.freshSeed() ?? newSeed();
let seed = freshSeed();
if (begun.page === "play" && begun.values.game !== undefined && begun.values.g === undefined) {
  engine.games().then((games) => {
    const rules = games.find(({ name }) => name === begun.values.game);
    if (rules) engine.askAhead("new", beginning(rules, {}, Number(begun.values.seed ?? seed)));
  }, () => {});
}
// Each view with its title.
const PAGES = {
  home: [() => import("./home.js"), ""],
  play: [() => import("./play.js"), "Play"],
  analyse: [() => import("./analyse.js"), "Analyse"],
  puzzle: [() => import("./puzzle.js"), "LITS"],
  puzzles: [() => import("./packs.js"), "LITS puzzles"],
  create: [() => import("./create.js"), "Create a LITS puzzle"],
  studies: [() => import("./studies.js"), "Endgame studies"],
  plots: [() => import("./plots.js"), "Explore"],
  rules: [() => import("./rules.js"), "Learn"],
};
const PART_OF = { puzzles: "puzzle", create: "puzzle" };
let shown = null;

// A note names the features that this engine lacks.
if (engine.note) document.getElementById("status").before(h("footer", { class: "note", id: "engine-note" }, engine.note));

let current = null, number = 0;

async function show() {
  const own = ++number;
  const { page, values } = read();
  const name = page in PAGES ? page : "home";
  const [load, title] = PAGES[name];
  values.seed = Number(values.seed ?? seed);
  seed = freshSeed();
  const left = shown;
  shown = null;
  await left?.leave(); // its state is stored before the next view begins
  if (own !== number) return;
  current = name;
  document.title = title ? `${title} · litslab` : "litslab";
  for (const link of document.querySelectorAll("header a[data-page]")) {
    if (link.dataset.page === (PART_OF[name] ?? name)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const root = h("div");
  document.getElementById("view").replaceChildren(root);
  say("");
  const mounted = await trying(async () => {
    const { mount } = await load();
    await turn();
    return mount(root, engine, values);
  });
  if (own === number) shown = mounted;
  else mounted?.leave();
}

// A view that is left keeps its state in the link that leads back to it; a puzzle is continued by itself.
document.querySelector("nav").addEventListener("click", () => {
  const link = current !== "puzzle" && read().page === current && document.querySelector(`header a[data-page="${current}"]`);
  if (link) link.href = location.hash || `#${current}`;
});
function help() {
  if (document.getElementById("help")) return;
  const keys = [...(KEYS[current] ?? []), ["?", "these keys"], ["Tab", "next control"]];
  openDialog(document.body, "help", "Keys", () => {},
    h("table", {}, h("tbody", {}, keys.map(([name, does]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, name)), h("td", {}, does))))),
    h("div", { class: "row" }, h("button", { class: "primary" }, "Close")));
}
document.querySelector("header .help").addEventListener("click", help);
window.addEventListener("keydown", (event) => { if (event.key === "?" && !event.target.closest?.("input, select, textarea")) help(); });
window.addEventListener("hashchange", show);
show();
