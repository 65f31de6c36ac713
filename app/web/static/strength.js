// The strength of the opponents.

import { OPPONENTS, nameOfOpponent } from "./game.js";
import { tr } from "./language.js";
import { STRENGTHS, WEAKER } from "./results.js";

/**
 * The strength of an opponent in a game: as measured, or else how it plays.
 *
 * @param {{name: string}} rules
 * @param {string} opponent
 */
export function strengthOf({ name }, opponent) {
  const measured = STRENGTHS[name]?.[opponent];
  if (!measured?.[1]) return OPPONENTS.find(([value]) => value === opponent)?.[2] ?? "";
  const [share, games, board] = measured;
  return tr("won {share} % of {games} games against {opponent} on {board}", {
    share,
    games,
    board,
    opponent: nameOfOpponent(WEAKER[opponent]),
  });
}
