// The page without a network: its files are kept by the service worker, and a sign says when.

import { h } from "../dom.js";
import { tr } from "../language.js";

/**
 * Keep the files of the page. If they are all that it needs, a sign is shown as soon as they are
 * kept.
 *
 * @param {{isWhole: boolean}} options
 */
export async function keepFiles({ isWhole }) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    await serviceWorker.register(new URL("../sw.js", import.meta.url));
  } catch {
    return; // private windows and old browsers keep nothing
  }
  await serviceWorker.ready;
  if (isWhole && (await isKept())) showSign();
}

// A service worker becomes active when every file is in its cache, or none; the cache can have been
// deleted since.
async function isKept() {
  const found = await caches.match(new URL("..", import.meta.url), { ignoreSearch: true });
  return found !== undefined;
}

// In the header, where there is room, and in words below the page.
function showSign() {
  if (document.getElementById("offline")) return;
  const words = tr("This page needs no network any more.");
  const sign = h("span", { id: "offline", class: "note", role: "status", title: words });
  document.querySelector("header h1")?.after(sign);
  // A status is read out when its text changes, not when it appears.
  sign.textContent = tr("✓ offline");
  document.getElementById("engine-note")?.append(` ${words}`);
}
