// Keeps the page's files, so that it opens at once the next time, and without a network too.
// `litslab page --static` writes the list of files and its hash into the first lines.

const VERSION = "";
const FILES = [];

const cacheName = `litslab-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () =>
      (await caches.open(cacheName)).addAll(
        FILES.map((file) => new Request(file, { cache: "no-cache" })),
      ))(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("litslab-") && name !== cacheName) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

// A new version waits while a tab shows this one, which would load the rest of its modules from the
// new files. So that it does not wait for ever, it begins when the only tab is loaded again.
self.addEventListener("message", () => self.skipWaiting());
const isLoadedAgain = async ({ clientId, request: { mode, cache } }) =>
  mode === "navigate" &&
  cache === "no-cache" &&
  (await self.clients.matchAll()).every(({ id }) => id === clientId);

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) {
    return;
  }
  event.respondWith(
    (async () => {
      if (self.registration.waiting && (await isLoadedAgain(event))) {
        self.registration.waiting.postMessage("begin");
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
