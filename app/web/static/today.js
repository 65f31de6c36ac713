// The puzzles and the study of the day, from the collection.

const DAY = 24 * 60 * 60 * 1000;
const FIRST_DAY = 719163; // the number of 1970-01-01, where 0001-01-01 is day 1

// Levels of the puzzles that the home shows every day, as readers call them.
export const LEVELS = { 1: "easy", 3: "medium", 5: "hard" };

// The date where the reader is.
export const today = (now = new Date()) => new Date(now.getTime() - 60000 * now.getTimezoneOffset()).toISOString().slice(0, 10);

// Puzzles and studies change at midnight where the reader is.
const day = (now) => Math.floor((now.getTime() - 60000 * now.getTimezoneOffset()) / DAY) + FIRST_DAY;

const taken = (numbers, now) => numbers[day(now) % numbers.length];

export function todaysPuzzle({ puzzles, daily_puzzles: daily }, level, now = new Date()) {
  const number = taken(daily[level] ?? daily[1], now);
  return puzzles.puzzles.find((each) => each.number === number);
}

export function todaysStudy({ studies, daily_studies: daily }, now = new Date()) {
  const number = taken(daily, now);
  return studies.find((each) => each.collected === number);
}
