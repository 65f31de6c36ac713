// The first page: an introduction, the games with a position each, today's puzzles, and solved
// boards.

import { boardPicture } from "./board.js";
import { begunPuzzles } from "./begun.js";
import { begunSection, continueAddress } from "./begunlist.js";
import { LEVELS, puzzlePicture, times, todaysPuzzle, todaysStudy } from "./collection.js";
import { filling, h, row, unfinished } from "./dom.js";
import { lastGame } from "./keptgames.js";
import { tr, trn } from "./language.js";
import { pack, playAddress } from "./link.js";
import { gamesButton } from "./mygames.js";
import { POSITIONS, SOLVED } from "./results.js";

const MOST_BEGUN = 5;

/**
 * @typedef {import("./engine.js").ApiEngine} ApiEngine
 * @typedef {import("../page.d.ts").Schemas} Schemas
 */

/** @param {string} [href] */
const picture = (href) => h("a", { class: "picture", href, "aria-hidden": "true", tabindex: "-1" });
/**
 * @param {HTMLElement} image
 * @param {string} title
 * @param {string | HTMLElement} text
 * @param {...(HTMLElement | null)} buttons
 */
const card = (image, title, text, ...buttons) =>
  h(
    "li",
    { class: "card" },
    image,
    h("h3", {}, title),
    typeof text === "string" ? h("p", {}, text) : text,
    row(buttons),
  );
/** @param {{svg: string}} page */
const small = ({ svg }) => boardPicture(svg, false).picture;

/**
 * The solved boards: each shows the last position of best play, and a link to its first.
 *
 * @param {ApiEngine} engine
 */
export function solvedCards(engine) {
  return h(
    "ul",
    { class: "cards", id: "solved" },
    SOLVED.map(({ title: english, text, cost, record }) => {
      const title = tr(english);
      const image = picture();
      const link = h(
        "a",
        { class: "button", "aria-label": tr("Step through {title}", { title }) },
        tr("Step through"),
      );
      filling(image, async () => {
        link.href = image.href = `#analyse?g=${await pack(record)}&at=0`;
        image.replaceChildren(small(await engine.ask("position", { record })));
      });
      return h(
        "li",
        { class: "card" },
        image,
        h("h3", {}, title),
        h("p", {}, tr(text)),
        h("p", { class: "note" }, tr(cost)),
        row(link),
      );
    }),
  );
}

/**
 * @param {HTMLElement} root
 * @param {ApiEngine} engine
 */
export async function mount(root, engine) {
  const games = await engine.games();
  const last = lastGame();
  const lastStudy = unfinished("study", "#studies?");
  const solved = times();
  /** @type {(text: string, href: string, kind?: string, label?: string) => HTMLAnchorElement} */
  const link = (text, href, kind = "", label = undefined) =>
    h("a", { class: `button ${kind}`, href, "aria-label": label }, text);
  const cards = games.map((game) => ({ ...game, image: picture(playAddress(game.name)) }));
  const puzzles = Object.entries(LEVELS).map(([level, name]) => {
    const href = `#puzzle?today=${level}`;
    return {
      level,
      name,
      href,
      image: picture(href),
      text: h("p", {}, tr("Shade one L, I, T or S in each region.")),
    };
  });
  const study = picture("#studies?n=today");
  const today = picture(puzzles[0].href);
  root.className = "home";
  root.append(
    h(
      "section",
      { class: "hero" },
      h(
        "div",
        {},
        h(
          "p",
          { class: "lead" },
          tr("Six placement games and one logic puzzle, with exact answers to who wins and why."),
        ),
        h(
          "div",
          { class: "row" },
          link(tr("Today's puzzle"), puzzles[0].href, "primary"),
          link(tr("Play Battle of LITS"), playAddress("battle-of-lits")),
          last
            ? link(
                trn(
                  "Continue {title} ({count} move)",
                  "Continue {title} ({count} moves)",
                  last.moves,
                  last,
                ),
                last.hash,
              )
            : null,
          gamesButton(root),
          begunPuzzles()
            .slice(0, 1)
            .map((each) => link(tr("Continue {title}", each), continueAddress(each))),
          lastStudy ? link(tr("Continue {title}", lastStudy), lastStudy.hash) : null,
        ),
      ),
      today,
    ),
    begunSection(MOST_BEGUN) ?? "",
    h("h2", {}, tr("Games")),
    h(
      "ul",
      { class: "cards", id: "games" },
      cards.map(({ name, title, summary, image }) =>
        card(
          image,
          title,
          summary,
          link(tr("Play"), playAddress(name), "primary", tr("Play {game}", { game: title })),
          link(
            tr("Learn"),
            `#rules?game=${encodeURIComponent(name)}`,
            "",
            tr("Learn {game}", { game: title }),
          ),
        ),
      ),
    ),
    h("h2", {}, tr("Today")),
    h(
      "ul",
      { class: "cards", id: "today" },
      puzzles.map((each) =>
        card(
          each.image,
          tr("LITS puzzle, {level}", { level: each.name }),
          each.text,
          link(
            tr("Solve"),
            each.href,
            "primary",
            tr("Solve the puzzle, {level}", { level: each.name }),
          ),
          each === puzzles[0]
            ? link(tr("Learn"), "#rules?game=lits", "", tr("Learn the LITS puzzle"))
            : null,
        ),
      ),
      card(
        study,
        tr("Endgame study"),
        tr("Only one move wins. Find it."),
        link(tr("Try it"), "#studies?n=today", "primary"),
      ),
    ),
    h("h2", {}, tr("Solved")),
    solvedCards(engine),
  );

  /**
   * Draw a game; one without a position of its own here shows its empty board.
   *
   * @param {string} name
   * @param {HTMLElement} image
   */
  async function draw(name, image) {
    const found = POSITIONS[name]
      ? await engine.ask("position", { record: POSITIONS[name] })
      : (await engine.ask("new", { game: name, options: {}, seed: 1 })).page;
    image.replaceChildren(small(found));
  }
  /**
   * @param {Schemas["Collection"]} collection
   * @param {typeof puzzles[number]} place
   */
  async function drawPuzzle(collection, { level, image, text }) {
    const puzzle = todaysPuzzle(collection, level);
    if (!puzzle) return;
    text.textContent = solved[puzzle.text]
      ? tr("{columns}×{rows}. Solved ✓", puzzle)
      : tr("{columns}×{rows}. Shade one L, I, T or S in each region.", puzzle);
    const page = await engine.ask("puzzle", { puzzle: puzzle.text });
    image.replaceChildren(puzzlePicture(page));
    if (image === puzzles[0].image) today.replaceChildren(puzzlePicture(page));
  }
  for (const { name, image } of cards) filling(image, () => draw(name, image));
  filling(study, async () => {
    const collection = await engine.document("collection");
    for (const each of puzzles) filling(each.image, () => drawPuzzle(collection, each));
    const record = todaysStudy(collection)?.record;
    if (record === undefined) return;
    filling(study, async () =>
      study.replaceChildren(small(await engine.ask("position", { record }))),
    );
  });
}
