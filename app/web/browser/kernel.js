// The kernel as a WebAssembly module, as Python calls it: a text in, a text out
// (kernel/src/wasm/interface.cpp).

// The functions that the module's C library needs: only the clock matters, others answer “no such
// file”.
function surroundings(memory) {
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
  return new Proxy(answers, { get: (known, name) => known[name] ?? (() => 8) });
}

export class Kernel {
  onProgress = null;

  // Load the module from a response; it is compiled while it arrives if the host names its type.
  static async load(response) {
    let kernel = null;
    const file = await response;
    const isNamed = file.headers.get("content-type") === "application/wasm";
    const module = await (isNamed
      ? WebAssembly.compileStreaming(file)
      : WebAssembly.compile(await file.arrayBuffer()));
    const wasi = surroundings(() => kernel.exports.memory);
    const imports = {
      litslab: { litslab_tell: (at) => kernel.onProgress?.(kernel.#text(at)) },
      wasi_snapshot_preview1: {},
    };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from][name] ??= wasi[name];
    }
    const { exports } = await WebAssembly.instantiate(module, imports);
    kernel = new Kernel(exports);
    exports._initialize();
    return kernel;
  }

  constructor(exports) {
    this.exports = exports;
  }

  call(text) {
    const { exports } = this;
    const bytes = new TextEncoder().encode(text);
    const at = exports.litslab_input(bytes.length);
    new Uint8Array(exports.memory.buffer, at).set(bytes);
    return this.#text(exports.litslab_call());
  }

  #text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
