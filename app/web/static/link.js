// State in the address: `#page?key=value&…`; long texts are packed.

import { languageOfLinks, tr } from "./language.js";

async function through(stream, bytes) {
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer(),
  );
}

export async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function inflated(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

export const unpack = (packed, take = (text) => text) =>
  inflated(packed)
    .then(take)
    .catch(() => {
      throw new Error(tr("the address is damaged"));
    });

// Other names of a page.
const ALIASES = { "": "home", explore: "plots", analysis: "analyse" };

export function read(hash = location.hash) {
  const [page, query = ""] = hash.replace(/^#/, "").split("?");
  return { page: ALIASES[page] ?? page, values: Object.fromEntries(new URLSearchParams(query)) };
}

// The address of a view in a state.
export function address(page, values) {
  const query = new URLSearchParams(
    Object.entries({ ...values, lang: languageOfLinks }).filter(
      ([, value]) => value !== undefined && value !== "",
    ),
  );
  return `#${page}${query.size ? `?${query}` : ""}`;
}

// Write the state of a view into the address, without a new entry in the history, unless the view
// has been left.
export function write(page, values) {
  if (read().page !== page) return;
  const hash = address(page, values);
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

// The address of a new game; its opponent is the greedy one, if there are opponents.
export const playAddress = (name) => address("play", { game: name, opponent: "greedy" });
