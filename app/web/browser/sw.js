// Keeps the page's files, so that it opens at once the next time, and without a network too.
// `litslab page --static` writes the list of files and its hash into the first lines.

const VERSION = "";
/** @type {string[]} */
const FILES = [];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const cacheName = `litslab-${VERSION}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () =>
      (await caches.open(cacheName)).addAll(
        FILES.map((file) => new Request(file, { cache: "no-cache" })),
      ))(),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("litslab-") && name !== cacheName) await caches.delete(name);
      }
      await worker.clients.claim();
    })(),
  );
});

// A new version waits while a tab shows this one, which would load the rest of its modules from the
// new files. So that it does not wait for ever, it begins when the only tab is loaded again.
worker.addEventListener("message", () => worker.skipWaiting());
const isLoadedAgain = async (/** @type {FetchEvent} */ { clientId, request: { mode, cache } }) =>
  mode === "navigate" &&
  cache === "no-cache" &&
  (await worker.clients.matchAll()).every(({ id }) => id === clientId);

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) {
    return;
  }
  event.respondWith(
    (async () => {
      if (worker.registration.waiting && (await isLoadedAgain(event))) {
        worker.registration.waiting.postMessage("begin");
        return new Response("<script>setTimeout(() => location.reload(), 100)</script>", {
          headers: { "content-type": "text/html" },
        });
      }
      const cache = await caches.open(cacheName);
      // The first search finds addresses without “?” at once; the second compares every name.
      return (
        (await cache.match(event.request)) ??
        (await cache.match(event.request, { ignoreSearch: true })) ??
        fetch(event.request)
      );
    })(),
  );
});
