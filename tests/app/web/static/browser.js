// What the modules of the page expect of a browser, as far as it needs no document. A test imports
// this first.

class Storage {
  #values = new Map();
  getItem(name) {
    return this.#values.get(name) ?? null;
  }
  setItem(name, value) {
    this.#values.set(name, String(value));
  }
  clear() {
    this.#values.clear();
  }
}

// Replace a property of the global object, which may be read-only.
export function provide(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

provide("localStorage", new Storage());
provide("location", { hash: "", hostname: "127.0.0.1" });
provide("navigator", { languages: ["en-GB", "en"] });
provide("history", {
  replaceState(_state, _title, hash) {
    location.hash = hash;
  },
});
