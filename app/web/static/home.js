// The first page: what this is, the games with a real position each, today's puzzle, and what has been solved.

import { boardPicture } from "./board.js";
import { h, stored, trying } from "./dom.js";
import { POSITIONS, PUZZLES } from "./showcase.js";

const DAY = 24 * 60 * 60 * 1000;

const LINES = {
  taiji: "Every piece serves both sides. Grow the larger groups of your colour.",
  "battle-of-lits": "Cover the opponent's symbols with tetrominoes, and keep your own visible.",
  tailits: "Tetrominoes of two colours: build the largest group of yours.",
  wythe: "Pieces of two bits that climb onto each other: have more groups of the greatest size.",
  "tailits+taiji": "TAILITS first, then TAIJI on top of it; both scores count.",
  "taiji+battle-of-lits": "TAIJI makes the board, then Battle of LITS covers it.",
};

const SOLVED = [
  ["TAIJI 6×6", "With one, two or three groups scored, Dark wins by the tie rule.", "134 to 235 million positions searched each, with proofs to check"],
  ["Battle of LITS 10×10", "On all 20 boards tried, the second player wins by the tie rule, thanks to the swap.", "32 to 221 million positions searched each"],
];

// Puzzles change at midnight where the reader is.
export function today(puzzles, now = new Date()) {
  const days = Math.floor((now.getTime() - 60000 * now.getTimezoneOffset()) / DAY);
  return puzzles[days % puzzles.length];
}

export async function mount(root, engine) {
  let isLeft = false;
  const games = await engine.games();
  const pictures = new Map(games.map(({ name }) => [name, h("a", { class: "picture", href: `#play?game=${encodeURIComponent(name)}`, "aria-hidden": "true", tabindex: "-1" })]));
  const last = stored("last");
  const link = (text, href, kind = "") => h("a", { class: `button ${kind}`, href }, text);
  const card = (title, text, ...more) => h("li", { class: "card" }, h("h3", {}, title), h("p", {}, text), ...more);
  root.className = "home";
  root.append(
    h("p", { class: "lead" }, "Six placement games and one logic puzzle, with exact answers to who wins and why."),
    h("div", { class: "row" },
      link("Today's puzzle", `#puzzle?url=${today(PUZZLES.easy)}`, "primary"),
      link("Play Battle of LITS", "#play?game=battle-of-lits"),
      last?.moves ? link(`Continue ${last.title} (${last.moves} ${last.moves === 1 ? "move" : "moves"})`, last.hash) : null),
    h("h2", {}, "Games"),
    h("ul", { class: "cards", id: "games" }, games.map(({ name, title }) => h("li", { class: "card" },
      pictures.get(name), h("h3", {}, title), h("p", {}, LINES[name] ?? ""),
      h("div", { class: "row" }, h("a", { class: "button primary", href: `#play?game=${encodeURIComponent(name)}`, "aria-label": `Play ${title}` }, "Play"))))),
    h("h2", {}, "Today"),
    h("ul", { class: "cards", id: "today" },
      Object.entries(PUZZLES).map(([level, puzzles]) => card(`LITS puzzle, ${level}`, "Shade one L, I, T or S in each region. Equal shapes never touch, and all shaded squares are connected.",
        h("div", { class: "row" }, link("Solve", `#puzzle?url=${today(puzzles)}`)))),
      engine.hasPage("studies") ? card("Endgame study", "One side is to move, and only one move wins. Find it.", h("div", { class: "row" }, link("Try it", "#studies"))) : null),
    h("h2", {}, "Solved"),
    h("ul", { class: "cards", id: "solved" }, SOLVED.map(([title, text, cost]) => card(title, text, h("p", { class: "note" }, cost)))));

  // A game without a position of its own here shows its empty board.
  async function draw(name) {
    const found = POSITIONS[name]
      ? await engine.ask("position", { record: POSITIONS[name] })
      : (await engine.ask("new", { game: name, options: {}, seed: 1 })).page;
    if (!isLeft) pictures.get(name).replaceChildren(boardPicture(found.svg).picture);
  }
  for (const { name } of games) trying(() => draw(name));
  return { leave() { isLeft = true; } };
}
