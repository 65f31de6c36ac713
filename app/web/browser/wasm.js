// The kernel as a WebAssembly module: lists of numbers in, lists of numbers out.

export class KernelError extends Error {}

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
  // `onProgress(lower, upper, nodes)` is called while a position is being solved.
  static async load(address, onProgress = () => {}) {
    const response = await fetch(address);
    if (!response.ok) throw new KernelError(`${address}: ${response.status} ${response.statusText}`);
    let instance = null;
    const wasi = surroundings(() => instance.exports.memory);
    const module = await WebAssembly.compile(await response.arrayBuffer());
    const imports = { litslab: { litslab_progress: (...found) => onProgress(...found) }, wasi_snapshot_preview1: {} };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) imports[from][name] ??= wasi[name];
    instance = await WebAssembly.instantiate(module, imports);
    instance.exports._initialize();
    return new Kernel(instance.exports);
  }

  constructor(exports) { this.exports = exports; }

  // Call a function of the module with a list as its input, and return the list that it answers.
  call(name, input = [], ...more) {
    const { exports } = this;
    const at = exports.litslab_input(input.length);
    new Int32Array(exports.memory.buffer, at, input.length).set(input);
    const count = exports[name](...more);
    if (count < 0) throw new KernelError(this.#text(exports.litslab_error()));
    return Array.from(new Int32Array(exports.memory.buffer, exports.litslab_output(), count));
  }

  #text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
