// The language of the page's own texts: English in the source is the key. The catalogue of another
// language is loaded before any other module runs, as this one is imported by all that have texts
// (`docs/translating.md`).

const LANGUAGES = ["en", "ja"];
const KEY = "litslab.language";

/**
 * What stands for a {name} in a text.
 *
 * @typedef {Record<string, any>} Values
 */

/** @param {string | null} code */
const known = (code) => LANGUAGES.find((each) => each === code);

function kept() {
  try {
    return known(localStorage.getItem(KEY));
  } catch {
    return undefined;
  }
}

const ofBrowser =
  navigator.languages.map((each) => known(each.split("-")[0].toLowerCase())).find(Boolean) ?? "en";

// The language shown: of the link, or chosen before, or the browser's first that there is.
export const language =
  known(new URLSearchParams(location.hash.split("?")[1]).get("lang")) ?? kept() ?? ofBrowser;

// What a link has to name, so that it opens in the language in which it was made.
export const languageOfLinks = language === "en" && ofBrowser === "en" ? undefined : language;

/**
 * Show the page in another language from now on.
 *
 * @param {string} code
 */
export function choose(code) {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    /* not kept */
  }
  const [page, query] = location.hash.split("?");
  const values = new URLSearchParams(query);
  values.set("lang", code);
  history.replaceState(null, "", `${page || "#home"}?${values}`);
  location.reload();
}

const catalogue =
  language === "en"
    ? null
    : await fetch(new URL(`${language}.json`, import.meta.url))
        .then((response) => (response.ok ? response.json() : null))
        .catch(() => null);

// A space beside a placeholder, which Latin letters and numbers need and Japanese ones do not.
const betweenJapanese =
  /(?<=[\u3000-\u30ff\u3400-\u9fff\uff01-\uff60]) (?=[\u3000-\u30ff\u3400-\u9fff\uff01-\uff60])/g;

/**
 * @param {string} text
 * @param {Values} [values]
 */
function filled(text, values) {
  if (!values) return text;
  const found = text.replace(
    /\{(\w+)\}/g,
    (/** @type {string} */ whole, /** @type {string} */ name) => values[name] ?? whole,
  );
  return catalogue ? found.replace(betweenJapanese, "") : found;
}

/**
 * A text in the language shown; `values` are put in place of its {names}.
 *
 * @param {string} message
 * @param {Values} [values]
 * @returns {string}
 */
export const tr = (message, values) => filled(catalogue?.messages[message] ?? message, values);

/**
 * A text about a number of things, which {count} stands for.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Values} [values]
 * @returns {string}
 */
export function trn(one, many, count, values) {
  const number = Math.abs(Number(count));
  const plurals = catalogue?.plurals ?? "";
  const form = Number(plurals[number < plurals.length ? number : 100 + (number % 100)] ?? 0);
  const text = catalogue?.messages[one]?.[form] ?? (number === 1 ? one : many);
  return filled(text, { count, ...values });
}

/**
 * A text as it is, which a variable passes to `tr` later.
 *
 * @param {string} message
 */
export const mark = (message) => message;

/**
 * A text with its first letter as a capital, where sentences begin with one.
 *
 * @param {string} text
 */
export const sentenceCase = (text) =>
  language === "en" ? text[0].toUpperCase() + text.slice(1) : text;

// Translate what the document itself says.
export function translateDocument() {
  document.documentElement.lang = language;
  if (!catalogue) return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode);
    const text = node.data.replace(/\s+/g, " ").trim();
    if (text) node.data = tr(text);
  }
  for (const name of ["aria-label", "title"]) {
    for (const each of document.querySelectorAll(`body [${name}]`)) {
      each.setAttribute(name, tr(each.getAttribute(name) ?? ""));
    }
  }
}
