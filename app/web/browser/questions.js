// What Python in the browser is asked, and which answers are in files beside this one.
// `static_page.py` fills these in.

// Questions that are answered at once, and those that take longer.
export const AT_ONCE = [];
export const LONG = [];

// Files with answers to some questions: the name of the question, and of a game if it names one.
export const IN_FILES = [];

// Files of which each language has its own; others hold no texts that are shown.
export const IN_LANGUAGES = [];

// The boards with symbols in these files have the seeds below this one.
export const FIRST_SEEDS = 0;
