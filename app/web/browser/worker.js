// Runs Python, and answers one question after another. An answer that is not wanted any more ends with its worker.

import { Kernel } from "./kernel.js";
import { loadPyodide } from "./python/pyodide.mjs";

// Pyodide's own list of packages, of which none is loaded.
const NO_PACKAGES = { info: { arch: "wasm32", platform: "", python: "", version: "", abi_version: "2026_0" }, packages: {} };
const from = (name) => new URL(name, import.meta.url);
async function bytes(name) {
  const response = await fetch(from(name));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

// What an error of Python says, without its traceback.
function lastLine(error) {
  const lines = String(error.message ?? error).trim().split("\n");
  return lines.findLast((line) => /^[\w.]*(Error|Exception|Interrupt)\b/.test(line)) ?? lines.at(-1);
}

const games = JSON.parse(self.name);
for (const name of games) if (!/^[a-z_]\w*\.py$/i.test(name)) throw new Error(`${name}: expected the name of a Python file beside the page`);

const [python, kernel, packages] = await Promise.all([
  loadPyodide({ indexURL: from("python/").href, lockFileContents: JSON.stringify(NO_PACKAGES) }),
  bytes("kernel.wasm").then((module) => Kernel.load(module)),
  bytes("python/python.zip"),
]);
python.unpackArchive(packages, "zip", { extractDir: "/lib/litslab" });
python.runPython("import sys; sys.path.insert(0, '/lib/litslab')");
const page = python.pyimport("litslab.app.web.in_browser");
page.begin(kernel);

// Games that are defined elsewhere: Python files beside the page.
for (const name of games) {
  const source = new TextDecoder().decode(await bytes(`../${name}`));
  try { page.add_games(name, source); } catch (error) { throw new Error(lastLine(error)); }
}

self.onmessage = ({ data: { number, name, body } }) => {
  try {
    const answer = page.answer(name, JSON.stringify(body), (event) => self.postMessage({ number, progress: JSON.parse(event) }));
    self.postMessage({ number, ...JSON.parse(answer) });
  } catch (error) {
    // After anything unforeseen, such as a trap in the kernel, nothing here can be relied on: this worker is replaced.
    self.postMessage({ number, error: `the engine failed: ${lastLine(error)}`, status: 500, isFatal: true });
  }
};
// How many bytes both memories have, for `python -m benchmarks page --static`.
self.litslabMemory = () => python._module.HEAPU8.length + kernel.exports.memory.buffer.byteLength;
self.postMessage({ ready: true });
