// The games that were played on the page, which the browser keeps: the last ones, each with its
// address.

import { store, stored } from "./dom.js";
import { read } from "./link.js";

const NAME = "games";
const VERSION = 1; // of what is stored; a later one is neither read nor replaced
const START = "#play?g="; // of an address

export const MOST_GAMES = 20; // the oldest are dropped

/**
 * A game that is kept.
 *
 * @typedef {object} KeptGame
 * @property {string} hash Its address.
 * @property {string} title
 * @property {number} moves How many were played.
 * @property {boolean} isOver
 * @property {number} time When it was kept.
 */

/** @param {unknown} value */
const isText = (value) => typeof value === "string";

/**
 * @param {any} each What was stored.
 * @returns {each is KeptGame}
 */
const isKept = (each) =>
  [each?.hash, each?.title].every(isText) &&
  each.hash.startsWith(START) &&
  Number.isInteger(each.moves) &&
  each.moves > 0 &&
  typeof each.isOver === "boolean" &&
  !Number.isNaN(new Date(each.time).valueOf());

/**
 * The games, the last one first.
 *
 * @returns {KeptGame[]}
 */
export function keptGames() {
  const kept = stored(NAME);
  if (kept?.version !== VERSION || !Array.isArray(kept.games)) return [];
  return kept.games.filter(isKept);
}

// The last game, unless it is over.
export const lastGame = () =>
  keptGames()
    .slice(0, 1)
    .find(({ isOver }) => !isOver);

/** @param {KeptGame[]} games */
function write(games) {
  if (stored(NAME)?.version > VERSION) return;
  store(NAME, { version: VERSION, games: games.slice(0, MOST_GAMES) });
}

/** @param {KeptGame} game */
const idOf = ({ hash }) => read(hash).values.id;

/**
 * Keep a game in place of the same one: that which was kept under a former hash, or an earlier
 * position of a game by link, which has an identity. Without moves there is nothing to keep.
 *
 * @param {KeptGame} game
 * @param {string} [former]
 */
export function keepGame(game, former) {
  const id = idOf(game);
  const isSame = (/** @type {KeptGame} */ each) =>
    each.hash === former ||
    each.hash === game.hash ||
    (id !== undefined && idOf(each) === id && each.moves <= game.moves);
  const games = keptGames();
  const others = games.filter((each) => !isSame(each));
  if (game.moves) write([game, ...others]);
  else if (others.length < games.length) write(others);
}

/** @param {KeptGame} game */
export const removeGame = (game) => keepGame({ ...game, moves: 0 });
