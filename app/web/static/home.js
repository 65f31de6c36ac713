// The first page: an introduction, the games with a position each, today's puzzles, and solved boards.

import { boardPicture } from "./board.js";
import { LEVELS, puzzlePicture, todaysPuzzle, todaysStudy } from "./collection.js";
import { h, stored, trying } from "./dom.js";
import { pack, playAddress } from "./link.js";
import { POSITIONS, SOLVED } from "./results.js";
import { times } from "./words.js";

const SHADE = "Shade one L, I, T or S in each region.";

const picture = (href) => h("a", { class: "picture", href, "aria-hidden": "true", tabindex: "-1" });
const card = (image, title, text, ...buttons) => h("li", { class: "card" }, image, h("h3", {}, title), text?.nodeType ? text : h("p", {}, text), h("div", { class: "row" }, buttons));
const small = ({ svg }) => boardPicture(svg, false).picture;

// The solved boards: each shows the last position of best play, and a link to its first.
export function solvedCards(engine) {
  return h("ul", { class: "cards", id: "solved" }, SOLVED.map(({ title, text, cost, record }) => {
    const image = picture();
    const link = h("a", { class: "button", "aria-label": `Step through ${title}` }, "Step through");
    trying(async () => {
      link.href = image.href = `#analyse?g=${await pack(record)}&at=0`;
      image.replaceChildren(small(await engine.ask("position", { record })));
    });
    return h("li", { class: "card" }, image, h("h3", {}, title), h("p", {}, text), h("p", { class: "note" }, cost), h("div", { class: "row" }, link));
  }));
}

export async function mount(root, engine) {
  const games = await engine.games();
  const last = stored("last");
  const solved = new Set(Object.keys(stored("solved") ?? {}));
  const link = (text, href, kind = "", label = undefined) => h("a", { class: `button ${kind}`, href, "aria-label": label }, text);
  const playOf = (name) => playAddress(engine, name);
  const pictures = new Map(games.map(({ name }) => [name, picture(playOf(name))]));
  const puzzles = Object.entries(LEVELS).map(([level, name]) => {
    const href = `#puzzle?today=${level}`;
    return { level, name, href, image: picture(href), text: h("p", {}, SHADE) };
  });
  const study = picture("#studies?n=today");
  const today = picture(puzzles[0].href);
  root.className = "home";
  root.append(
    h("section", { class: "hero" }, h("div", {},
      h("p", { class: "lead" }, "Six placement games and one logic puzzle, with exact answers to who wins and why."),
      h("div", { class: "row" },
        link("Today's puzzle", puzzles[0].href, "primary"),
        link("Play Battle of LITS", playOf("battle-of-lits")),
        last?.moves && !last.isOver ? link(`Continue ${last.title} (${times(last.moves, "move")})`, last.hash) : null,
        [stored("puzzle"), stored("study")].filter(Boolean).map((each) => link(`Continue ${each.title}`, each.hash)))), today),
    h("h2", {}, "Games"),
    h("ul", { class: "cards", id: "games" }, games.map(({ name, title, summary }) => card(pictures.get(name), title, summary,
      link("Play", playOf(name), "primary", `Play ${title}`), link("Learn", `#rules?game=${encodeURIComponent(name)}`, "", `Learn ${title}`)))),
    h("h2", {}, "Today"),
    h("ul", { class: "cards", id: "today" },
      puzzles.map((each) => card(each.image, `LITS puzzle, ${each.name}`, each.text, link("Solve", each.href, "primary", `Solve the puzzle, ${each.name}`),
        each === puzzles[0] ? link("Learn", "#rules?game=lits", "", "Learn the LITS puzzle") : null)),
      card(study, "Endgame study", "Only one move wins. Find it.", link("Try it", "#studies?n=today", "primary"))),
    h("h2", {}, "Solved"),
    solvedCards(engine));

  // A game without a position of its own here shows its empty board.
  async function draw(name) {
    const found = POSITIONS[name] ? await engine.ask("position", { record: POSITIONS[name] }) : (await engine.ask("new", { game: name, options: {}, seed: 1 })).page;
    pictures.get(name).replaceChildren(small(found));
  }
  async function drawPuzzle(collection, { level, image, text }) {
    const puzzle = todaysPuzzle(collection, level);
    text.textContent = `${puzzle.columns}×${puzzle.rows}. ${solved.has(puzzle.text) ? "Solved ✓" : SHADE}`;
    const page = await engine.ask("puzzle", { puzzle: puzzle.text });
    image.replaceChildren(puzzlePicture(page));
    if (image === puzzles[0].image) today.replaceChildren(puzzlePicture(page));
  }
  for (const { name } of games) trying(() => draw(name));
  trying(async () => {
    const collection = await engine.document("collection");
    for (const each of puzzles) trying(() => drawPuzzle(collection, each));
    trying(async () => study.replaceChildren(small(await engine.ask("position", { record: todaysStudy(collection).record }))));
  });
  return { leave() {} };
}
