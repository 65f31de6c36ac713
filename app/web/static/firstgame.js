// A first game, move by move: each is told in a sentence and placed by the reader, for both sides.

import { button, h } from "./dom.js";
import { playAddress } from "./link.js";

// `end` is called when the reader leaves it.
export async function firstGame(game, name, end) {
  const { games } = await game.engine.rules();
  const found = games.find((each) => each.name === name)?.first_game;
  if (!found) throw new Error(`there is no first game of ${name}`);
  const next = button("Next", () => game.redo(), { id: "next", class: "primary" });
  const away = h("a", { class: "button primary", href: playAddress(game.engine, name), id: "play-now", onclick: end }, "Now play against Greedy");
  const move = () => game.page.moves[game.ply]?.move;
  return {
    begin: () => game.load(found.record, 0),
    get text() { return found.says[game.ply]; },
    get button() { return move() ? next : away; },
    // The reader places the outlined piece, whatever way it is held.
    show: (board) => { if (move()) board.showMoves([move()]); },
    take: (tried) => {
      if (tried !== move()) throw new Error("Place the outlined piece, or choose Next.");
      return game.redo();
    },
  };
}
