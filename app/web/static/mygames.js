// The dialog with the games that the browser keeps, to continue or to remove each.

import { dayText } from "./collection.js";
import { button, h, openDialog, row } from "./dom.js";
import { BY_LINK, nameOfOpponent } from "./game.js";
import { keepGame, keptGames, removeGame } from "./keptgames.js";
import { keptItem } from "./keptlist.js";
import { tr, trn } from "./language.js";
import { read } from "./link.js";

/**
 * @typedef {import("./keptgames.js").KeptGame} KeptGame
 */

/** @param {KeptGame} game */
function told({ hash, moves, isOver, time }) {
  const { opponent = "" } = read(hash).values;
  const name = opponent === BY_LINK ? tr("The other, by link") : nameOfOpponent(opponent);
  return [
    trn("{count} move", "{count} moves", moves),
    name || tr("two players"),
    isOver ? tr("finished") : "",
    dayText(new Date(time), { month: "long" }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * @param {KeptGame} game
 * @param {() => void} leave Called when a game is chosen.
 */
function item(game, leave) {
  const { title } = game;
  const about = told(game);
  const label = game.isOver
    ? tr("Open {title}: {about}", { title, about })
    : tr("Continue {title}: {about}", { title, about });
  return keptItem({
    title,
    about,
    link: [
      { href: game.hash, "aria-label": label, onclick: leave },
      game.isOver ? tr("Open") : tr("Continue"),
    ],
    remove: () => removeGame(game),
    restore: () => keepGame(game),
  });
}

/** @param {HTMLElement} root */
function openGames(root) {
  const dialog = openDialog(
    root,
    "games-dialog",
    tr("My games"),
    () => {},
    h(
      "ul",
      { class: "kept" },
      keptGames().map((each) => item(each, () => dialog.close())),
    ),
    row(button(tr("Close"), () => dialog.close())),
  );
}

/**
 * A button that opens the dialog in an element; null if no game is kept.
 *
 * @param {HTMLElement} root
 * @param {() => void} before Called first.
 */
export const gamesButton = (root, before = () => {}) =>
  keptGames().length
    ? button(
        tr("My games"),
        () => {
          before();
          openGames(root);
        },
        { id: "my-games" },
      )
    : null;
