// Python's memory after everything has been imported, kept in the browser for later visits: they
// need not import again. It is a help only: whatever goes wrong with it, Python starts as on the
// first visit.

// The hash of the page's files, which `litslab page --static` writes here: the memory belongs to
// these files alone.
const VERSION = "";

const cacheName = `litslab-${VERSION}`; // of the service worker, which deletes those of other files
const AT = new URL("snapshot.bin", import.meta.url).href;
const CHECKSUM = "litslab-checksum";
const LENGTH = "litslab-length";

/** @param {Uint8Array<ArrayBuffer> | ArrayBuffer} bytes */
async function checksum(bytes) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((each) => each.toString(16))
    .join(" ");
}

// The memory kept for these files, or null; its bytes are complete when `filled` is. Memory of
// other files is deleted.
export async function kept() {
  try {
    for (const name of await caches.keys()) {
      if (name.startsWith("litslab-") && name !== cacheName) {
        await (await caches.open(name)).delete(AT);
      }
    }
    const found = await (await caches.open(cacheName)).match(AT);
    return found ? reading(found) : null;
  } catch {
    return null; /* no cache here */
  }
}

/** @param {Response} found */
function reading(found) {
  const bytes = new Uint8Array(Number(found.headers.get(LENGTH)));
  const filled = found.arrayBuffer().then(async (read) => {
    if ((await checksum(read)) !== found.headers.get(CHECKSUM)) {
      throw new Error("what was kept is damaged");
    }
    bytes.set(new Uint8Array(read));
  });
  filled.catch(() => {}); // the caller who awaits it sees the error
  return { bytes, filled };
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function keep(bytes) {
  try {
    const headers = { [CHECKSUM]: await checksum(bytes), [LENGTH]: String(bytes.length) };
    await (await caches.open(cacheName)).put(AT, new Response(bytes, { headers }));
  } catch {
    /* no room, or no cache here */
  }
}

export async function forget() {
  try {
    await (await caches.open(cacheName)).delete(AT);
  } catch {
    /* no cache here */
  }
}
