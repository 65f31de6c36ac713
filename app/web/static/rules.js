// The rules of each game, and moves for the reader to judge.

import { boardPicture } from "./board.js";
import { h, refill, row } from "./dom.js";
import { tr } from "./language.js";
import { address, playAddress, write } from "./link.js";

/**
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {Schemas["JudgedMove"]} JudgedMove
 */

const EXAMPLE_WIDTH = 200; // pixels, about

/**
 * A text with `code` in backquotes.
 *
 * @param {string} text
 */
const prose = (text) =>
  text.split("`").map((part, number) => (number % 2 ? h("code", {}, part) : part));

/**
 * The verdict on a guess.
 *
 * @param {string} move
 * @param {boolean} legal
 * @param {boolean} isRight
 */
function verdict(move, legal, isRight) {
  if (legal) {
    return isRight
      ? tr("Right: {move} is legal. ", { move })
      : tr("Not so: {move} is legal. ", { move });
  }
  return isRight
    ? tr("Right: {move} is illegal. ", { move })
    : tr("Not so: {move} is illegal. ", { move });
}

/**
 * A move to judge, with two buttons and the verdict on the guess.
 *
 * @param {JudgedMove} judged
 * @param {number} number
 */
function example({ board, move, legal, broken, says, picture: svg }, number) {
  const { picture, title } = boardPicture(svg, true, EXAMPLE_WIDTH);
  const answer = h("p", { role: "status" });
  const judge = (/** @type {boolean} */ guess) => {
    const isRight = guess === legal;
    answer.replaceChildren(
      h("strong", { class: isRight ? "proved" : "error" }, verdict(move, legal, isRight)),
      says,
      ...(broken.length
        ? [
            h(
              "span",
              { class: "note" },
              tr(" The rules say: {rules}.", { rules: broken.join(tr("; ")) }),
            ),
          ]
        : []),
    );
  };
  return h(
    "figure",
    { class: "panel example" },
    h("figcaption", {}, tr("{number}. May the outlined piece be played?", { number: number + 1 })),
    h(
      "div",
      {
        class: "board",
        role: "img",
        "aria-label": tr("The position: {board}; {move} is outlined", {
          board: board.join(" / "),
          move,
        }),
      },
      picture,
    ),
    h("p", { class: "note" }, title),
    row(
      h("button", { onclick: () => judge(true) }, tr("Legal")),
      h("button", { onclick: () => judge(false) }, tr("Illegal")),
    ),
    answer,
  );
}

/**
 * @param {HTMLElement} root
 * @param {import("./engine.js").ApiEngine} engine
 * @param {import("../page.d.ts").Values} values
 */
export async function mount(root, engine, values) {
  const { games } = await engine.document("rules");
  const names = h("div", { class: "row", role: "group", "aria-label": tr("Games") });
  const host = h("article", { class: "rules" });

  /** @param {string | undefined} name */
  function show(name) {
    const game = games.find((each) => each.name === name) ?? games[0];
    write("rules", { game: game.name });
    document.title = `${game.title} · litslab`;
    refill(
      names,
      games.map((each) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(each === game),
            "data-rules": each.name,
            onclick: () => show(each.name),
          },
          each.title,
        ),
      ),
    );
    const isPuzzle = game.name === "lits";
    host.replaceChildren(
      h(
        "div",
        { class: "text" },
        h("h2", { class: "say" }, game.title),
        ...(game.designer
          ? [h("p", { class: "note" }, tr("by {designer}", { designer: game.designer }))]
          : []),
        h("p", {}, game.summary),
        row(
          h(
            "a",
            { class: "button primary go", href: isPuzzle ? "#puzzle" : playAddress(game.name) },
            isPuzzle ? tr("Solve one") : tr("Play {game}", { game: game.title }),
          ),
          game.first_game
            ? h(
                "a",
                { class: "button", href: address("play", { first: game.name }) },
                tr("Be shown a first game"),
              )
            : null,
        ),
        ...game.sections.flatMap((each) => [
          h("h3", {}, each.title.replaceAll("`", "")),
          h("p", {}, ...prose(each.text)),
        ]),
        ...(game.assumed.length
          ? [
              h("h3", {}, tr("What is assumed here")),
              h(
                "ul",
                {},
                game.assumed.map((text) => h("li", {}, ...prose(text))),
              ),
            ]
          : []),
        ...(game.proved.length
          ? [
              h("h3", {}, tr("What is proved")),
              h(
                "ul",
                {},
                game.proved.map(({ text }) => h("li", {}, text)),
              ),
            ]
          : []),
        ...(game.links.length
          ? [
              h(
                "p",
                {},
                ...game.links.flatMap(({ text, url }) => [
                  h("a", { href: url, rel: "noreferrer" }, text),
                  " ",
                ]),
              ),
            ]
          : []),
      ),
      ...(game.examples.length
        ? [
            h(
              "section",
              { "aria-label": tr("Try it") },
              h("h3", {}, tr("Try it")),
              h("div", { class: "examples" }, game.examples.map(example)),
            ),
          ]
        : []),
    );
  }

  show(values.game);
  root.append(names, host);
}
