// The kernel as a WebAssembly module, as Python calls it: a list of numbers in, a list of numbers out
// (kernel/src/wasm/interface.cpp).

// What the module's C library asks of its surroundings: the clock alone matters. Others answer “no such file”.
function surroundings(memory) {
  const answers = {
    clock_time_get(_clock, _precision, at) {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(1e6 * performance.now())), true);
      return 0;
    },
  };
  return new Proxy(answers, { get: (known, name) => known[name] ?? (() => 8) });
}

export class Kernel {
  onProgress = null;
  error = "";
  lacksMemory = false;

  // From the bytes of the module.
  static async load(bytes) {
    let kernel = null;
    const module = await WebAssembly.compile(bytes);
    const wasi = surroundings(() => kernel.exports.memory);
    const imports = { litslab: { litslab_progress: (...found) => kernel.onProgress?.(...found) }, wasi_snapshot_preview1: {} };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) imports[from][name] ??= wasi[name];
    const { exports } = await WebAssembly.instantiate(module, imports);
    kernel = new Kernel(exports);
    exports._initialize();
    return kernel;
  }

  constructor(exports) { this.exports = exports; }

  // Call a function of the module; null stands for an error, whose text `error` has then.
  call(name, numbers) {
    const { exports } = this;
    const buffer = numbers.getBuffer("i32");
    const at = exports.litslab_input(buffer.data.length);
    new Int32Array(exports.memory.buffer, at, buffer.data.length).set(buffer.data);
    buffer.release();
    const count = exports[name]();
    if (count >= 0) return new Int32Array(exports.memory.buffer, exports.litslab_output(), count).slice();
    this.lacksMemory = count === -2;
    this.error = this.#text(exports.litslab_error());
    return null;
  }

  #text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
