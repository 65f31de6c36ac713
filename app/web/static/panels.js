// What the page of a game loads once the board is shown: the analysis beside the board, and drawers for rarer things.

import { analysisPanel } from "./analysis.js";
import { recordPanel } from "./records.js";
import { reviewPanel } from "./review.js";
import { newGamePanel, setupPanel } from "./setup.js";

// `slot` is the place of the analysis; the drawers stand at the end of the column `beside` the board.
export function addPanels({ game, board, play, pointing, root, slot, beside, gauge }) {
  slot.append(analysisPanel(game, board, play, pointing, gauge));
  if (game.engine.offers("review")) beside.append(reviewPanel(game));
  beside.append(newGamePanel(game), recordPanel(game, root), setupPanel(game, board));
}
