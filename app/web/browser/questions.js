// What Python in the browser is asked, and which answers are in files beside this one.
// `static_page.py` fills these in.

/** @type {string[]} Questions that are answered at once. */
export const AT_ONCE = [];

/** @type {string[]} Those that take longer. */
export const LONG = [];

/**
 * Files with answers to some questions: the name of the question, and of a game if it names one.
 *
 * @type {string[]}
 */
export const IN_FILES = [];

/** @type {string[]} Files of which each language has its own; others hold no texts to be shown. */
export const IN_LANGUAGES = [];

// The boards with symbols in these files have the seeds below this one.
export const FIRST_SEEDS = 0;
