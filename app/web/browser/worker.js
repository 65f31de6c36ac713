// Runs Python, and answers one question after another. An answer that is not wanted any more ends
// with its worker.

import { Kernel } from "./kernel.js";
import createModule from "./python/pyodide.asm.mjs";
import { loadPyodide } from "./python/pyodide.mjs";
import { forget, keep, kept } from "./snapshot.js";

// Pyodide's own list of packages; none of them is loaded.
const NO_PACKAGES = {
  info: { arch: "wasm32", platform: "", python: "", version: "", abi_version: "2026_0" },
  packages: {},
};
const PACKAGES = "/lib/litslab";
// Loaded before Python starts, so that it has its place in the memory before a snapshot is put
// there.
const LIBRARY = `${PACKAGES}/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so`;

const from = (/** @type {string} */ name) => new URL(name, import.meta.url);

// Pyodide does not say that a file is missing, so the page is told here of every file that does not
// arrive.
const fetched = self.fetch.bind(self);
self.fetch = async (address, options) => {
  const url = address instanceof Request ? address.url : String(address);
  const missing = url.slice(from("..").href.length);
  const lost = (/** @type {string} */ reason) => self.postMessage({ missing, reason });
  try {
    const response = await fetched(address, options);
    if (!response.ok) lost(`${response.status} ${response.statusText}`);
    return response;
  } catch (error) {
    lost(error instanceof Error ? error.message : String(error));
    throw error;
  }
};

// Nor that its module could not be compiled, such as one that arrived in part.
const { instantiateStreaming } = WebAssembly;
/** @type {typeof instantiateStreaming} */
const instantiated = async (source, imports) => {
  try {
    return await instantiateStreaming(source, imports);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
    throw error;
  }
};
WebAssembly.instantiateStreaming = instantiated;

/** @param {string} name */
async function file(name) {
  const response = await fetch(from(name));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * The files of a tar, compressed by gzip, with their names.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<[name: string, content: Uint8Array]>}
 */
async function* unpacked({ body }) {
  if (body === null) throw new Error("python/packages.bin: empty");
  const stream = body.pipeThrough(new DecompressionStream("gzip"));
  const tar = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = (/** @type {number} */ at, /** @type {number} */ length) =>
    new TextDecoder().decode(tar.subarray(at, at + length)).split("\0")[0];
  for (let at = 0; tar[at];) {
    const name = text(at, 100);
    const size = parseInt(text(at + 124, 12), 8);
    yield [
      text(at + 345, 155) ? `${text(at + 345, 155)}/${name}` : name,
      tar.subarray(at + 512, at + 512 + size),
    ];
    at += 512 + 512 * Math.ceil(size / 512);
  }
}

/**
 * Start Python with its packages: with the memory that was kept, or by importing all.
 *
 * @param {Awaited<ReturnType<typeof kept>>} snapshot
 */
async function start(snapshot) {
  const packages = file("python/packages.bin");
  const python = await loadPyodide({
    indexURL: from("python/").href,
    env: { PYDANTIC_DISABLE_PLUGINS: "__all__" }, // to look for some takes long
    lockFileContents: JSON.stringify(NO_PACKAGES),
    _loadSnapshot: snapshot?.bytes,
    _makeSnapshot: isKeeping && !snapshot,
    async createPyodideModule(settings) {
      const { locateFile } = settings;
      settings.dynamicLibraries = [LIBRARY];
      settings.locateFile = (name) =>
        name === LIBRARY ? from("python/pydantic_core.wasm").href : locateFile(name);
      const [module] = await Promise.all([createModule(settings), snapshot?.filled]);
      if (snapshot && module.HEAP8.length < snapshot.bytes.length) {
        module.growMemory(snapshot.bytes.length);
      }
      return module;
    },
  });
  if (snapshot) {
    // it is in Python's memory now
    snapshot.bytes = new Uint8Array();
    delete python._api.config._loadSnapshot;
  }
  let folder = ""; // of the file before: to look for it takes as long as to write a file
  for await (const [name, content] of unpacked(await packages)) {
    const path = `${PACKAGES}/${name}`;
    const own = path.slice(0, path.lastIndexOf("/"));
    if (own !== folder) python.FS.mkdirTree((folder = own));
    python.FS.writeFile(path, content, { canOwn: true });
  }
  // There is little to collect while everything is imported.
  python.runPython(
    snapshot
      ? "import random; random.seed()"
      : `import gc, sys; gc.disable(); sys.path.insert(0, "${PACKAGES}")`,
  );
  const page = python.pyimport("litslab.app.web.in_browser");
  python.runPython("import gc; gc.enable()");
  return { python, page };
}

/**
 * The message of an error of Python, without its traceback.
 *
 * @param {unknown} error
 */
function lastLine(error) {
  const lines = String(error instanceof Error ? error.message : error)
    .trim()
    .split("\n");
  return (
    lines.findLast((line) => /^[\w.]*(Error|Exception|Interrupt)\b/.test(line)) ?? lines.at(-1)
  );
}

const { games, isKeeping } = JSON.parse(self.name);
for (const name of games) {
  if (!/^[a-z_]\w*\.py$/i.test(name)) {
    throw new Error(`${name}: expected the name of a Python file beside the page`);
  }
}
// An error that nobody awaits ends the worker.
self.addEventListener("unhandledrejection", ({ reason }) =>
  setTimeout(() => {
    throw reason;
  }),
);

const compiling = Kernel.load(file("kernel.wasm"));
let snapshot = await kept();
// Pyodide asks for it when its own module has been compiled; by then the browser has it.
if (!snapshot) file("python/pydantic_core.wasm").then((response) => response.arrayBuffer());
/** @type {Awaited<ReturnType<typeof start>> | null} */
let started = null;
if (snapshot) {
  // The snapshot is kept here: leaving the page also fails this way, and damaged memory is replaced
  // below.
  try {
    started = await start(snapshot);
  } catch {
    snapshot = null;
  }
}
started ??= await start(null);
const { python, page } = started;
if (isKeeping && !snapshot) {
  page.prepare();
  keep(python.makeMemorySnapshot());
}
const kernel = await compiling;
page.begin(kernel);

// Games that are defined elsewhere: Python files beside the page.
for (const name of games) {
  const source = new TextDecoder().decode(await (await file(`../${name}`)).arrayBuffer());
  try {
    page.add_games(name, source);
  } catch (error) {
    throw new Error(lastLine(error), { cause: error });
  }
}

self.onmessage = ({ data: { number, name, body, language } }) => {
  try {
    const answer = page.answer(
      name,
      JSON.stringify(body),
      (/** @type {string} */ event) => self.postMessage({ number, progress: JSON.parse(event) }),
      language,
    );
    self.postMessage({ number, ...JSON.parse(answer) });
  } catch (error) {
    // After anything unforeseen, such as a trap in the kernel, nothing here can be relied on: this
    // worker is replaced.
    if (snapshot) forget();
    self.postMessage({
      number,
      error: `the engine failed: ${lastLine(error)}`,
      status: 500,
      isFatal: true,
    });
  }
};
// For tests, and for `python -m benchmarks page --static`: how this started, and how many bytes
// both memories have.
Object.assign(self, {
  litslabStart: snapshot ? "snapshot" : "files",
  litslabMemory: () => python._module.HEAPU8.length + kernel.exports.memory.buffer.byteLength,
});
self.postMessage({ ready: true });
