// The losses by the moves of a game, as a review has found them.

import { tr, trn } from "./language.js";

/**
 * @typedef {import("../page.d.ts").Schemas["ReviewedMove"]} ReviewedMove
 * @typedef {Pick<ReviewedMove, "lost_points" | "lost">} Loss
 */

const MOST = 3; // of the largest losses

/**
 * The loss by a move, to compare moves: a proved loss counts more than an estimated one.
 *
 * @param {Loss} move
 */
const weight = ({ lost_points: points, lost }) =>
  points === null ? (lost?.size ?? 0) : 1000 + points;

/**
 * The loss by a move in words; null if it lost nothing, or nothing beyond the uncertainty.
 *
 * @param {Loss & Pick<ReviewedMove, "status" | "lost_interval">} move
 */
export function costOf({ lost_points: points, lost, lost_interval: interval, status }) {
  if (points === 0) return null;
  if (points !== null) {
    return { short: `−${points}`, text: trn("{count} point", "{count} points", points) };
  }
  if (!(lost?.size > 0) || (status === "estimated" && !interval[0])) return null;
  const percent = Math.round(100 * lost.size);
  return { short: `−${percent} %`, text: tr("{percent} % of the games", { percent }) };
}

/**
 * The largest losses of a kind, in the order of the game.
 *
 * @template {Loss & Pick<ReviewedMove, "ply" | "is_turning_point" | "is_large_loss">} Move
 * @param {Move[]} moves
 * @param {"is_turning_point" | "is_large_loss"} kind
 */
export const largest = (moves, kind) =>
  moves
    .filter((each) => each[kind])
    .sort((first, second) => weight(second) - weight(first))
    .slice(0, MOST)
    .sort((first, second) => first.ply - second.ply);
