// The puzzles that come with litslab: those solved in this browser, the next one, and the puzzles
// of the day.

import { s, store, stored } from "./dom.js";
import { language, tr } from "./language.js";
import { address } from "./link.js";

/**
 * @typedef {import("./engine.js").ApiEngine} ApiEngine
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {Schemas["CollectedPuzzle"] & {rules: string}} PackedPuzzle
 * @typedef {Omit<Schemas["CountedPack"], "count"> & {puzzles: PackedPuzzle[]}} Pack
 *
 * How a puzzle was solved.
 *
 * @typedef {{seconds: number, stars: number}} Time
 *
 * A puzzle of the day.
 *
 * @typedef {{level: string, date: string}} Daily
 */

/**
 * A day in the language shown: 1 March, with a year if the format has one.
 *
 * @param {Date} day
 * @param {Intl.DateTimeFormatOptions} format
 */
export const dayText = (day, format) =>
  day.toLocaleDateString(language === "en" ? "en-GB" : language, { day: "numeric", ...format });
/**
 * @param {string} date
 * @param {Intl.DateTimeFormatOptions} format
 */
export const dateText = (date, format) => dayText(new Date(`${date}T12:00`), format);

/** @param {string} address */
export const keyOf = (address) =>
  address.includes("lits/") ? address.slice(address.indexOf("lits/")) : address;
/**
 * @param {any} each What was stored.
 * @returns {each is Time}
 */
export const isTime = (each) => Number.isFinite(each?.seconds) && [0, 1, 2, 3].includes(each.stars);
/** @returns {Record<string, Time>} */
export const times = () =>
  Object.fromEntries(Object.entries({ ...stored("solved") }).filter(([, each]) => isTime(each)));

/**
 * The stars of a solve: three without help, one fewer for hints, and one for checks; one after an
 * explanation.
 *
 * @param {{hints: number, checks: number, explanations: number}} help
 */
export const starsOf = ({ hints, checks, explanations }) =>
  explanations > 0 ? 1 : 3 - Number(hints > 0) - Number(checks > 0);

/** @param {string} address */
export const isSolvedBefore = (address) => Object.hasOwn(times(), keyOf(address));

/**
 * Keep that a puzzle is solved, and return the stars.
 *
 * @param {string} address
 * @param {import("./clock.js").Clock} clock
 */
export function noteSolved(address, clock) {
  const stars = starsOf(clock);
  const all = times();
  const before = all[keyOf(address)];
  const seconds = Math.round(clock.milliseconds / 1000);
  if (!before || stars > before.stars || (stars === before.stars && seconds < before.seconds)) {
    store("solved", { ...all, [keyOf(address)]: { seconds, stars } });
  }
  return stars;
}

/**
 * The packs of LITS puzzles, each with its puzzles.
 *
 * @param {ApiEngine} engine
 * @returns {Promise<Pack[]>}
 */
export async function packsOf(engine) {
  const { packs, puzzles } = (await engine.document("collection")).puzzles;
  return packs.map((pack) => ({
    ...pack,
    puzzles: puzzles
      .filter((each) => each.pack === pack.name)
      .map((each) => ({ ...each, rules: pack.rules })),
  }));
}

/** @param {{text: string, rules?: string}} puzzle */
export const puzzleAddress = ({ text, rules }) => address("puzzle", { url: text, rules });

/**
 * The next unsolved puzzle with the same rules: in the pack after the current one, or else the
 * first of all. With a step, one of a higher or lower level.
 *
 * @param {Pack[]} packs
 * @param {string | null} current
 */
export function nextPuzzle(packs, current, step = 0) {
  const solved = times();
  const known = packs.flatMap((pack) => pack.puzzles);
  const now = known.find(({ text }) => text === current);
  const all = known.filter(({ rules }) => rules === now?.rules);
  const isOpen = (/** @type {PackedPuzzle} */ each) => !solved[each.text] && each.text !== current;
  if (step) {
    if (!now) return undefined;
    const far = (/** @type {PackedPuzzle} */ each) => Math.abs(each.level - now.level);
    return all
      .filter((each) => isOpen(each) && Math.sign(each.level - now.level) === step)
      .sort((one, other) => far(one) - far(other))[0];
  }
  const own = (now && packs.find((pack) => pack.puzzles.includes(now))?.puzzles) ?? [];
  const after = now ? own.slice(own.indexOf(now) + 1) : own;
  return after.find(isOpen) ?? all.find(isOpen);
}

/**
 * @param {Pack[]} packs
 * @param {string | null} text
 */
export const packOf = (packs, text) =>
  packs.find(({ puzzles }) => puzzles.some((each) => each.text === text));

/**
 * The name of a puzzle in its pack: its number there, or the letter that one of its regions forms.
 *
 * @param {Pack} pack
 * @param {number} index
 */
export const labelOf = (pack, index) =>
  pack.name === "letters" ? String.fromCharCode(65 + index) : index + 1;

/**
 * The name of a puzzle: its date, or its number in a pack.
 *
 * @param {Pack[]} packs
 * @param {string | null} text
 * @param {Daily | null} daily
 */
export function nameOf(packs, text, daily) {
  if (daily) {
    const named = {
      level: LEVELS[daily.level],
      date: dateText(daily.date, { month: "long", year: "numeric" }),
    };
    return daily.date === today()
      ? tr("Today, {level} · {date}", named)
      : tr("Puzzle of the day, {level} · {date}", named);
  }
  const pack = packOf(packs, text);
  return pack
    ? tr("{pack}, number {number}", {
        pack: pack.title,
        number: labelOf(
          pack,
          pack.puzzles.findIndex((each) => each.text === text),
        ),
      })
    : "";
}

// --- the puzzles and the study of the day, and the days on which a puzzle was solved
const DAY = 24 * 60 * 60 * 1000;
const FIRST_DAY = 719163; // the number of 1970-01-01, where 0001-01-01 is day 1

/** @type {Record<string, string>} The levels of the puzzles of the day, as readers call them. */
export const LEVELS = { 1: tr("easy"), 3: tr("medium"), 5: tr("hard") };

// The reader's local date.
export const today = (now = new Date()) =>
  new Date(now.getTime() - 60000 * now.getTimezoneOffset()).toISOString().slice(0, 10);

// The number of the day; puzzles and studies change at midnight local time.
const day = (/** @type {Date} */ now) =>
  Math.floor((now.getTime() - 60000 * now.getTimezoneOffset()) / DAY) + FIRST_DAY;

/**
 * @param {number[]} numbers
 * @param {Date} now
 */
const taken = (numbers, now) => numbers[day(now) % numbers.length];

/**
 * The puzzle of the day.
 *
 * @param {Pick<Schemas["Collection"], "puzzles" | "daily_puzzles">} collection
 * @param {string} level
 */
export function todaysPuzzle({ puzzles, daily_puzzles: daily }, level, now = new Date()) {
  const number = taken(daily[level] ?? daily[1], now);
  return puzzles.puzzles.find((each) => each.number === number);
}

/**
 * The study of the day.
 *
 * @param {Pick<Schemas["Collection"], "studies" | "daily_studies">} collection
 */
export function todaysStudy({ studies, daily_studies: daily }, now = new Date()) {
  const number = taken(daily, now);
  return studies.find((each) => each.collected === number);
}

/**
 * @param {string} date
 * @param {number} days
 */
export const daysBefore = (date, days) =>
  new Date(Date.parse(`${date}T12:00Z`) - days * DAY).toISOString().slice(0, 10);

/** @param {Daily} daily */
export function noteDay({ date, level }) {
  const days = { ...stored("days") };
  store("days", { ...days, [date]: [...new Set([days[date] ?? [], level].flat())] });
}

export function streak() {
  const days = stored("days") ?? {};
  let count = 0;
  const first = days[today()] ? 0 : 1; // today's may still be solved
  while (days[daysBefore(today(), first + count)]) count += 1;
  return count;
}

// --- pictures

/**
 * The lines between squares, numbered row by row: thin ones, and thick ones for the frame and the
 * walls.
 *
 * @param {number} rows
 * @param {number} cols
 * @param {number} unit The side of a square.
 * @param {(square: number, other: number) => boolean} isWall
 */
export function linesOf(rows, cols, unit, isWall, isFramed = true) {
  let thin = "";
  let thick = isFramed ? `M0 0h${cols * unit}v${rows * unit}h${-cols * unit}z` : "";
  const add = (/** @type {boolean} */ isThick, /** @type {string} */ line) => {
    if (isThick) thick += line;
    else thin += line;
  };
  for (let square = 0; square < rows * cols; square += 1) {
    const column = square % cols;
    const row = Math.floor(square / cols);
    if (column < cols - 1) {
      add(isWall(square, square + 1), `M${(column + 1) * unit} ${row * unit}v${unit}`);
    }
    if (row < rows - 1) {
      add(isWall(square, square + cols), `M${column * unit} ${(row + 1) * unit}h${unit}`);
    }
  }
  return [s("path", { class: "thin", d: thin }), s("path", { class: "thick", d: thick })];
}

/**
 * A small picture of a puzzle: paper, thin lines, and thick ones around the regions.
 *
 * @param {{rows: number, cols: number, regions: number[][]}} puzzle
 */
export function puzzlePicture({ rows, cols, regions }) {
  const unit = 10;
  const all = regions.flat();
  return s(
    "svg",
    {
      viewBox: `-2 -2 ${cols * unit + 4} ${rows * unit + 4}`,
      class: "thumb",
      "aria-hidden": "true",
    },
    linesOf(rows, cols, unit, (square, other) => all[square] !== all[other]),
  );
}
