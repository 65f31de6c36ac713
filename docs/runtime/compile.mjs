// Compiles all modules of folders to bytecode with Pyodide's own Python: node compile.mjs PYODIDE
// FOLDER... The bytecode stands beside the sources, where it is found without them; docstrings and
// line numbers are left out.

import { resolve } from "node:path";

const [pyodide, ...folders] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
let isDone = true;
for (const [number, folder] of folders.entries()) {
  python.FS.mkdirTree(`/folder${number}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/folder${number}`);
  isDone =
    python.runPython(`
import compileall, marshal, pathlib, py_compile, types

def stripped(code):
    constants = []
    for each in code.co_consts:
        constants.append(stripped(each) if isinstance(each, types.CodeType) else each)
    return code.replace(co_consts=tuple(constants), co_linetable=b"")

is_done = compileall.compile_dir(
    "/folder${number}",
    quiet=1,
    legacy=True,
    optimize=2,
    stripdir="/folder${number}",
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
for path in pathlib.Path("/folder${number}").rglob("*.pyc"):
    content = path.read_bytes()
    path.write_bytes(content[:16] + marshal.dumps(stripped(marshal.loads(content[16:]))))
is_done
`) && isDone;
}
process.exit(isDone ? 0 : 1);
