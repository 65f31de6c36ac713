// The kernel as a WebAssembly module, as Python calls it: a text in, a text out
// (kernel/src/wasm/interface.cpp).

/**
 * What the module exports.
 *
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(size: number) => number} litslab_input Makes room for a text, and returns where.
 * @property {() => number} litslab_call Answers it, and returns where.
 *
 * @typedef {(...given: any[]) => number} Import
 */

/**
 * The functions that the module's C library needs: only the clock matters, others answer “no such
 * file”.
 *
 * @param {() => WebAssembly.Memory} memory
 * @returns {Record<string, Import>}
 */
function surroundings(memory) {
  /** @type {Record<string, Import>} */
  const answers = {
    clock_time_get(_clock, _precision, at) {
      new DataView(memory().buffer).setBigUint64(
        at,
        BigInt(Math.round(1e6 * performance.now())),
        true,
      );
      return 0;
    },
  };
  return new Proxy(answers, { get: (known, name) => known[String(name)] ?? (() => 8) });
}

export class Kernel {
  /** @type {((text: string) => void) | null} */
  onProgress = null;

  /**
   * Load the module from a response; it is compiled while it arrives if the host names its type.
   *
   * @param {Promise<Response>} response
   */
  static async load(response) {
    const file = await response;
    const isNamed = file.headers.get("content-type") === "application/wasm";
    const module = await (isNamed
      ? WebAssembly.compileStreaming(file)
      : WebAssembly.compile(await file.arrayBuffer()));
    // They are called once there is a kernel.
    const wasi = surroundings(() => kernel.exports.memory);
    /** @type {Record<string, Record<string, (at: number) => unknown>>} */
    const imports = {
      litslab: { litslab_tell: (at) => kernel.onProgress?.(kernel.#text(at)) },
      wasi_snapshot_preview1: {},
    };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from][name] ??= wasi[name];
    }
    const { exports } = await WebAssembly.instantiate(module, imports);
    const kernel = new Kernel(/** @type {Exports & WebAssembly.Exports} */ (exports));
    kernel.exports._initialize();
    return kernel;
  }

  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
  }

  /** @param {string} text */
  call(text) {
    const { exports } = this;
    const bytes = new TextEncoder().encode(text);
    const at = exports.litslab_input(bytes.length);
    new Uint8Array(exports.memory.buffer, at).set(bytes);
    return this.#text(exports.litslab_call());
  }

  /** @param {number} at */
  #text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
