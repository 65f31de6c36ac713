// Compiles all modules of folders to bytecode with Pyodide's own Python: node compile.mjs PYODIDE FOLDER...
// The bytecode stands beside the sources, where it is found without them; docstrings are left out.

import { resolve } from "node:path";

const [pyodide, ...folders] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
let isDone = true;
for (const [number, folder] of folders.entries()) {
  python.FS.mkdirTree(`/folder${number}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/folder${number}`);
  isDone = python.runPython(`
import compileall, py_compile
compileall.compile_dir("/folder${number}", quiet=1, legacy=True, optimize=2, stripdir="/folder${number}",
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`) && isDone;
}
process.exit(isDone ? 0 : 1);
