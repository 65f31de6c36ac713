// State in the address: `#page?key=value&…`; long texts are packed.

import { languageOfLinks, tr } from "./language.js";

/**
 * @param {CompressionStream | DecompressionStream} stream
 * @param {BlobPart} bytes
 */
async function through(stream, bytes) {
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer(),
  );
}

/**
 * Pack a text for an address.
 *
 * @param {string} text
 */
export async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} packed */
async function inflated(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

/**
 * Unpack a text of an address, and return what `take` makes of it; by default itself.
 *
 * @type {{
 *   (packed: string): Promise<string>;
 *   <Found>(packed: string, take: (text: string) => Found): Promise<Found>;
 * }}
 */
export const unpack = (
  /** @type {string} */ packed,
  /** @type {(text: string) => any} */ take = (text) => text,
) =>
  inflated(packed)
    .then(take)
    .catch(() => {
      throw new Error(tr("the address is damaged"));
    });

/** @type {Record<string, string>} Other names of a page. */
const ALIASES = { "": "home", explore: "plots", analysis: "analyse" };

/** The page of an address, and its values by their names. */
export function read(hash = location.hash) {
  const [page, query = ""] = hash.replace(/^#/, "").split("?");
  return { page: ALIASES[page] ?? page, values: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * The address of a view in a state.
 *
 * @param {string} page
 * @param {Record<string, string | number | undefined>} values
 */
export function address(page, values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, lang: languageOfLinks })) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  return `#${page}${query.size ? `?${query}` : ""}`;
}

/**
 * Write the state of a view into the address, without a new entry in the history, unless the view
 * has been left.
 *
 * @param {string} page
 * @param {Record<string, string | number | undefined>} values
 */
export function write(page, values) {
  if (read().page !== page) return;
  const hash = address(page, values);
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

/**
 * The address of a new game; its opponent is the greedy one, if there are opponents.
 *
 * @param {string} name
 */
export const playAddress = (name) => address("play", { game: name, opponent: "greedy" });
