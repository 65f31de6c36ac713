// The panels beside the board of a game, which are loaded once it is shown.

import { analysisPanel } from "./analysis.js";
import { recordPanel } from "./records.js";
import { reviewPanel } from "./review.js";
import { newGamePanel, setupPanel } from "./setup.js";

// Put the panels around those that the page of the games has itself: `under` the board, and in the column `beside` it.
export function addPanels({ game, board, play, pointing, root, under, beside }) {
  if (game.engine.offers("review")) under.append(reviewPanel(game));
  beside.prepend(newGamePanel(game), analysisPanel(game, board, play, pointing));
  beside.append(recordPanel(game, root), setupPanel(game));
}
