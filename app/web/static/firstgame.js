// A first game for newcomers.

import { button, h } from "./dom.js";
import { tr } from "./language.js";
import { playAddress } from "./link.js";

/**
 * The guide of a first game.
 *
 * @typedef {object} Guide
 * @property {(values: import("./game.js").GameValues) => Promise<void>} begin Shows the position
 *     that the address names, or the first one.
 * @property {string} text What it says of the position.
 * @property {HTMLElement} button
 * @property {(board: import("./board.js").Board) => void} show Draws the next move on the board.
 * @property {(move: string) => Promise<void>} take Takes a move that the reader makes.
 */

/**
 * A first game, move by move: a sentence explains each move, and the reader places it for both
 * sides.
 *
 * @param {import("./game.js").Game} game
 * @param {string} name
 * @param {() => void} end Called when the reader leaves it.
 * @returns {Promise<Guide>}
 */
export async function firstGame(game, name, end) {
  const { games } = await game.engine.document("rules");
  const found = games.find((each) => each.name === name)?.first_game;
  if (!found) throw new Error(tr("there is no first game of {name}", { name }));
  const next = button(tr("Next"), () => game.redo(), { id: "next", class: "primary" });
  const away = h(
    "a",
    { class: "button primary", href: playAddress(name), id: "play-now", onclick: end },
    tr("Now play against Greedy"),
  );
  /** @returns {string | undefined} */
  const move = () => game.page.moves[game.ply]?.move;
  return {
    begin({ g, at }) {
      if (g === undefined) return game.load(found.record, 0);
      return game.load(found.record, at ? Number(at) : undefined);
    },
    get text() {
      return found.says[game.ply];
    },
    get button() {
      return move() ? next : away;
    },
    // The reader places the outlined piece, whatever way it is held.
    show(board) {
      const due = move();
      if (due) board.showMoves([due]);
    },
    async take(tried) {
      if (tried !== move()) throw new Error(tr("Place the outlined piece, or choose Next."));
      await game.redo();
    },
  };
}
