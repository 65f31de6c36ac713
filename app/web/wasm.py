"""The kernel compiled to WebAssembly, for the page that needs no server: ``python -m litslab.app.web.wasm FILE``.

The compiler is Zig's clang from the package index (the extra ``static``). Its C++ library for WebAssembly is built
without exceptions, by which a search is stopped at its limits. So what the kernel needs of the library is compiled
here, from the sources that come with the compiler; that is also a sixth of the work of building the whole library.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from litslab.games.errors import OptionError, first_line
from litslab.games.files import write_new
from litslab.jobs.child import processors

ROOT = Path(__file__).resolve().parents[2]
"""The checkout, where this is not an installed package."""

KERNEL = ROOT / "kernel" / "src"

_SOURCES = ("wasm/interface.cpp", "wasm/runtime.c", "search/engine.cpp", "games/*.cpp", "lits/*.cpp")
_STACK = 16 << 20  # a search keeps some tens of kilobytes per move
_TARGET = ("--target=wasm32-wasi", "-O2", "-fexceptions", "-fwasm-exceptions", "-mexception-handling")
_LINKING = (
    "-nostdlib++", "-mexec-model=reactor", "-Wl,--strip-all", "-Wl,--gc-sections", f"-Wl,-z,stack-size={_STACK}",
)  # fmt: skip
_KERNEL = ("-DNDEBUG", "-ffp-contract=off", f"-I{KERNEL}")
# The fewest with which the linker finds every symbol.
_LIBRARY_SOURCES = (
    *(f"libcxx/src/{name}.cpp" for name in (
        "algorithm", "chrono", "error_category", "hash", "memory", "new_helpers", "stdexcept", "string", "system_error",
    )),
    *(f"libcxxabi/src/{name}.cpp" for name in (
        "abort_message", "cxa_default_handlers", "cxa_exception", "cxa_exception_storage", "cxa_handlers",
        "cxa_personality", "fallback_malloc", "private_typeinfo", "stdlib_exception", "stdlib_new_delete",
        "stdlib_stdexcept", "stdlib_typeinfo",
    )),
    "libunwind/src/Unwind-wasm.c",
)  # fmt: skip
_LIBRARY = (
    "-w", "-fdeclspec", "-D_LIBCXXABI_BUILDING_LIBRARY", "-D_LIBCXXABI_HAS_NO_THREADS", "-D_LIBCPP_BUILDING_LIBRARY",
    "-DLIBCXX_BUILDING_LIBCXXABI", "-D_LIBCPP_ENABLE_CXX17_REMOVED_UNEXPECTED_FUNCTIONS",
    "-D__USING_WASM_EXCEPTIONS__", "-D_LIBUNWIND_HAS_NO_THREADS", "-DLIBCXXABI_NON_DEMANGLING_TERMINATE",
)  # fmt: skip


def compile_kernel(target: Path) -> None:
    """Compile the kernel of this checkout to a WebAssembly module.

    Raises
    ------
    OptionError
        If the compiler or the sources are missing, or it does not compile.
    """
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise OptionError("ziglang is not installed: expected `pip install 'litslab[static]'`")
    if not KERNEL.is_dir():
        raise OptionError("the kernel's sources are missing: expected a checkout of litslab")
    library = Path(spec.origin).parent / "lib"
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        headers = [f"-I{library / each}" for each in ("libcxxabi/include", "libcxx/src", "libunwind/include")]
        sources: list[tuple[Path, Sequence[str]]] = [
            *((path, _KERNEL) for pattern in _SOURCES for path in sorted(KERNEL.glob(pattern))),
            *((library / name, (*_LIBRARY, *headers)) for name in _LIBRARY_SOURCES),
        ]
        objects = [Path(folder) / f"{number}.o" for number in range(len(sources))]

        def compile_one(number: int) -> None:
            source, options = sources[number]
            language = ("cc",) if source.suffix == ".c" else ("c++", "-std=gnu++23")  # 23 for the library
            _run([*language, *_TARGET, *options, "-c", str(source), "-o", str(objects[number])], target)

        with ThreadPoolExecutor(max_workers=processors()) as pool:
            list(pool.map(compile_one, range(len(sources))))  # raises what was raised there
        module = Path(folder) / "kernel.wasm"
        _run(["c++", *_TARGET, *_LINKING, *map(str, objects), "-o", str(module)], target)
        write_new(target, module.read_bytes(), force=True)


def _run(arguments: Sequence[str], target: Path) -> None:
    """Run the compiler; what it has compiled is kept beside the target, so that the next time is quick."""
    caches = {"ZIG_GLOBAL_CACHE_DIR": "zig", "ZIG_LOCAL_CACHE_DIR": "zig-local"}
    places = {name: os.environ.get(name, str(target.parent.resolve() / folder)) for name, folder in caches.items()}
    ran = subprocess.run(
        [sys.executable, "-m", "ziglang", *arguments], env=os.environ | places, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if ran.returncode:
        errors = [line for line in ran.stderr.splitlines() if "error" in line] or [ran.stderr]
        raise OptionError(f"the kernel does not compile to WebAssembly: {errors[0]}")


if __name__ == "__main__":
    try:
        compile_kernel(Path(sys.argv[1]))
    except OptionError as error:
        sys.exit(first_line(error))
