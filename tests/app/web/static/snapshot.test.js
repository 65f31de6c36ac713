import { provide } from "./browser.js";

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { forget, keep, kept } from "../../../../app/web/browser/snapshot.js";

// A cache of the browser, by address.
class FakeCache {
  values = new Map();
  async match(address) {
    return this.values.get(address)?.clone();
  }
  async put(address, response) {
    this.values.set(address, response);
  }
  async delete(address) {
    return this.values.delete(address);
  }
}

let stores = new Map();
const opened = (name) => {
  if (!stores.has(name)) stores.set(name, new FakeCache());
  return stores.get(name);
};

beforeEach(() => {
  stores = new Map();
  provide("caches", { keys: async () => [...stores.keys()], open: async (name) => opened(name) });
});

const memory = () => Uint8Array.from({ length: 300 }, (_, index) => index % 251);

describe("Python's memory", () => {
  test("it comes back as it was", async () => {
    await keep(memory());
    const { bytes, filled } = await kept();
    await filled;
    assert.deepEqual(bytes, memory());
  });

  test("there is none on the first visit, nor once it is forgotten", async () => {
    assert.equal(await kept(), null);
    await keep(memory());
    await forget();
    assert.equal(await kept(), null);
  });

  test("a damaged one is refused", async () => {
    await keep(memory());
    const [cache] = stores.values();
    const [[address, response]] = cache.values;
    const { headers } = response;
    cache.values.set(address, new Response(memory().fill(7, 100, 101), { headers }));
    const { filled } = await kept();
    await assert.rejects(filled, /what was kept is damaged/);
  });

  test("that of other files is deleted", async () => {
    await keep(memory());
    const [[, cache]] = stores;
    stores = new Map([
      ["litslab-before", cache],
      ["another page's", new FakeCache()],
    ]);
    assert.equal(await kept(), null);
    assert.equal(cache.values.size, 0);
  });

  test("a browser that keeps nothing is no error", async () => {
    provide("caches", undefined);
    await keep(memory());
    await forget();
    assert.equal(await kept(), null);
  });
});
