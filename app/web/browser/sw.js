// Keeps the page's files, so that it opens at once the next time, and without a network too.
// `litslab page --static` writes the list of files and its hash into the first lines.

const VERSION = "";
const FILES = [];

const cacheName = `litslab-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("litslab-") && name !== cacheName) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(cacheName);
    // The first search finds addresses without “?” at once; the second compares every name.
    return (await cache.match(event.request)) ?? (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  })());
});
