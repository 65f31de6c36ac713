"""The runtime of the page without a server: the kernel compiled to WebAssembly, and litslab as
bytecode on Pyodide.

``litslab page --static`` builds it where litslab is installed: a package has this folder and the
kernel's sources. In a checkout ``make static`` builds it once, and again after a change.

The compiler of the kernel is Zig's clang from the package index (the extra ``static``). Its C++
library for WebAssembly has no exceptions, but the kernel stops a search by an exception. Therefore
the parts of it that the kernel needs are compiled here, from the sources beside the compiler. That
is a sixth of the work of building the whole library.

Pyodide is fetched with npm and the packages with pip. Each must have the checksum that is written
here. None of it is part of litslab: its files are only put beside the page that ``litslab page
--static`` writes, with their licences.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import litslab
from litslab.games.errors import OptionError
from litslab.games.files import write_new
from litslab.games.packages import missing_text
from litslab.jobs.machine import processors

PACKAGE = Path(litslab.__file__).parent
KERNEL = PACKAGE / "kernel" / "src"

_SOURCES = (
    "wasm/interface.cpp",
    "wasm/runtime.c",
    "core/*.cpp",
    "search/*.cpp",
    "games/*.cpp",
    "lits/*.cpp",
)
_STACK = 16 << 20  # a search keeps some tens of kilobytes per move
# Without -g0 Zig spends a fifth of its time on debug information, which the linker removes.
_TARGET = (
    "--target=wasm32-wasi",
    "-O2",
    "-g0",
    "-fexceptions",
    "-fwasm-exceptions",
    "-mexception-handling",
)
_LINKING = (
    "-nostdlib++",
    "-mexec-model=reactor",
    "-Wl,--strip-all",
    "-Wl,--gc-sections",
    f"-Wl,-z,stack-size={_STACK}",
)
_KERNEL = ("-DNDEBUG", "-ffp-contract=off", f"-I{KERNEL}")
_LIBRARY = (
    "-w",
    "-fdeclspec",
    "-D_LIBCXXABI_BUILDING_LIBRARY",
    "-D_LIBCXXABI_HAS_NO_THREADS",
    "-D_LIBCPP_BUILDING_LIBRARY",
    "-DLIBCXX_BUILDING_LIBCXXABI",
    "-D_LIBCPP_ENABLE_CXX17_REMOVED_UNEXPECTED_FUNCTIONS",
    "-D__USING_WASM_EXCEPTIONS__",
    "-D_LIBUNWIND_HAS_NO_THREADS",
    "-DLIBCXXABI_NON_DEMANGLING_TERMINATE",
)

PYODIDE = "314.0.7"
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files of Pyodide that are served unchanged."""

PACKAGES = "packages.bin"
"""litslab and the packages it needs: a tar compressed by gzip, under a name that no host takes for
one to unpack.
"""

LIBRARY = "pydantic_core.wasm"
"""The only one of their files that is not Python's: the browser compiles it while Python starts."""

WHEELS = {
    "annotated-types==0.8.0": "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
    "pydantic==2.14.3": "3f7b347782ab7e4cf4c798496ae3a82787d9f21ec12676a9c564355eeef8daa8",
    "pydantic-core==2.50.4": "e6da138a1ecc1341c8b788a5ee822670b03788e1f5decf7af9d461de6e508b8e",
    "tomli-w==1.2.0": "188306098d013b691fcadc011abd66727d3c414c571bb01b1a174ba8c983cf90",
    "typing-extensions==4.16.0": "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
    "typing-inspection==0.4.5": "bc210535442b39e1bf2805e0c7a17dfd6a4ace760c84c7f7d16245d23a6b1c39",
}
"""The packages, with the checksums of their wheels for Pyodide's Python."""

_PIP = (sys.executable, "-m", "pip")
_PIP_DOWNLOAD = (
    *_PIP,
    "download",
    "--quiet",
    "--disable-pip-version-check",
    "--no-deps",
    "--only-binary=:all:",
)
_PLATFORM = (
    "--platform",
    "pyemscripten_2026_0_wasm32",
    "--python-version",
    "3.14",
    "--implementation",
    "cp",
)

_LITSLAB = ("games", "jobs", "kernel", "solver", "puzzles", "analysis", "app", "locale")

_CONTENTS = tomllib.loads(Path(__file__).with_name("contents.toml").read_text(encoding="utf-8"))
_LIBRARY_SOURCES: list[str] = _CONTENTS["library_sources"]
_LEFT_OUT: tuple[str, ...] = tuple(_CONTENTS["left_out"])
_UNUSED_PACKAGES: tuple[str, ...] = tuple(_CONTENTS["unused_packages"])
_UNUSED_STDLIB: tuple[str, ...] = tuple(_CONTENTS["unused_stdlib"])


def build(folder: Path) -> tuple[Path, Path]:
    """Build the kernel and Python for the browser in a folder, and return both.

    Raises
    ------
    OptionError
        If a program is missing, or one of them cannot be built.
    """
    # Before the minutes of compiling.
    compiler_library()
    for command in (["node"], ["npm"], [*_PIP]):
        run_program([*command, "--version"], folder)
    kernel = folder / "kernel.wasm"
    python = folder / "python"
    compile_kernel(kernel)
    make_runtime(python)
    return kernel, python


def compiler_library() -> Path:
    """Return the folder with the sources of the compiler's library.

    Raises
    ------
    OptionError
        If the compiler is not installed.
    """
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise OptionError(missing_text("the page without a server", "ziglang"))
    return Path(spec.origin).parent / "lib"


def compile_kernel(target: Path) -> None:
    """Compile the kernel to a WebAssembly module.

    Raises
    ------
    OptionError
        If the compiler is missing, or it does not compile.
    """
    library = compiler_library()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        sources = _sources_with_options(library)
        objects = [Path(folder) / f"{number}.o" for number in range(len(sources))]

        def compile_one(number: int) -> None:
            source, options = sources[number]
            command = [*_language(source), *_TARGET, *options]
            _run_compiler([*command, "-c", str(source), "-o", str(objects[number])], target)

        with ThreadPoolExecutor(max_workers=processors()) as pool:
            list(pool.map(compile_one, range(len(sources))))  # raises what was raised there
        module = Path(folder) / "kernel.wasm"
        _run_compiler(["c++", *_TARGET, *_LINKING, *map(str, objects), "-o", str(module)], target)
        write_new(target, module.read_bytes(), force=True)


def _sources_with_options(library: Path) -> list[tuple[Path, Sequence[str]]]:
    """Return the sources of the kernel and of the library, with the compiler's options for each."""
    own = [path for pattern in _SOURCES for path in sorted(KERNEL.glob(pattern))]
    folders = ("libcxxabi/include", "libcxx/src", "libunwind/include")
    headers = [f"-I{library / each}" for each in folders]
    return [
        *((path, _KERNEL) for path in own),
        *((library / name, (*_LIBRARY, *headers)) for name in _LIBRARY_SOURCES),
    ]


def _language(source: Path) -> list[str]:
    return ["cc"] if source.suffix == ".c" else ["c++", "-std=gnu++23"]  # 23 for the library


def _run_compiler(arguments: Sequence[str], target: Path) -> None:
    """Run the compiler. Its caches are kept beside the target, so that the next run is quick."""
    caches = {"ZIG_GLOBAL_CACHE_DIR": "zig", "ZIG_LOCAL_CACHE_DIR": "zig-local"}
    places = {
        name: os.environ.get(name, str(target.parent.resolve() / folder))
        for name, folder in caches.items()
    }
    ran = subprocess.run(
        [sys.executable, "-m", "ziglang", *arguments],
        env=os.environ | places,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        errors = [line for line in ran.stderr.splitlines() if "error" in line] or [ran.stderr]
        raise OptionError(f"the kernel does not compile to WebAssembly: {errors[0]}")


def make_runtime(folder: Path) -> None:
    """Write Pyodide's files, `PACKAGES`, `LIBRARY` and ``licences.txt`` to a folder, in place of
    what was there.

    Raises
    ------
    OptionError
        If npm, pip or Node are missing, or what they fetch is not what it should be.
    """
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        work = Path(scratch)
        made = work / "made"
        made.mkdir()
        licences = [_fetch_pyodide(work)]
        for name in PYODIDE_FILES:
            shutil.copyfile(work / "package" / name, made / name)
        packages = work / "packages"
        licences += _fetch_wheels(work, packages)
        copy_litslab(packages / "litslab")
        library = work / "library"
        with zipfile.ZipFile(work / "package" / "python_stdlib.zip") as files:
            files.extractall(library)
        compiler = str(Path(__file__).with_name("compile.mjs"))  # by Pyodide's own Python
        run_program(["node", compiler, str(work / "package"), str(packages), str(library)], work)
        (library_file,) = packages.glob("pydantic_core/*.so")
        library_file.rename(made / LIBRARY)
        # Python finds it by its name, under which the browser has loaded it (`browser/start.js`).
        library_file.touch()
        pack_tar(packages, made / PACKAGES, _UNUSED_PACKAGES)
        pack_zip(library, made / "python_stdlib.zip", _UNUSED_STDLIB)
        (made / "licences.txt").write_text("\n\n".join(licences), encoding="utf-8")
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)


def run_program(arguments: list[str], where: Path) -> None:
    """Run a program in a folder.

    Raises
    ------
    OptionError
        If it is not installed, or fails.
    """
    try:
        ran = subprocess.run(arguments, cwd=where, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise OptionError(
            f"{arguments[0]} is not installed: the page without a server needs it to be made"
        ) from None
    if ran.returncode:
        lines = [line for line in ran.stderr.splitlines() if line.strip()] or ["failed"]
        raise OptionError(f"{' '.join(arguments[:4])}: {lines[-1]}")


def check_file(file: Path, expected: str) -> None:
    """Check the SHA-256 checksum of a file.

    Raises
    ------
    OptionError
        If the file has another one.
    """
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != expected:
        raise OptionError(f"{file.name}: checksum {found}: expected {expected}")


def _fetch_pyodide(work: Path) -> str:
    """Unpack Pyodide to ``work/package``, and return the note about its licence."""
    run_program(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], work)
    archive = work / f"pyodide-{PYODIDE}.tgz"
    check_file(archive, PYODIDE_SHA256)
    with tarfile.open(archive) as files:
        files.extractall(work, filter="data")
    return (
        f"Pyodide {PYODIDE}: Mozilla Public License 2.0; it contains CPython, under the Python "
        "Software Foundation "
        "License Version 2. Sources: https://github.com/pyodide/pyodide"
    )


def _fetch_wheels(work: Path, target: Path) -> list[str]:
    """Unpack the packages, and return their licences."""
    licences = []
    for requirement, checksum in WHEELS.items():
        folder = work / requirement
        run_program([*_PIP_DOWNLOAD, *_PLATFORM, "--dest", str(folder), requirement], work)
        (wheel,) = folder.glob("*.whl")
        check_file(wheel, checksum)
        with zipfile.ZipFile(wheel) as files:
            for name in files.namelist():
                if "licen" in name.lower() and ".dist-info/" in name:
                    text = files.read(name).decode(errors="replace")
                    licences.append(f"{requirement}\n\n{text}")
            files.extractall(target)
    return licences


def copy_litslab(target: Path) -> None:
    """Copy the modules of litslab that the page can use, and the data that they read."""
    target.mkdir(parents=True)
    shutil.copyfile(PACKAGE / "__init__.py", target / "__init__.py")
    for part in _LITSLAB:
        for source in sorted((PACKAGE / part).rglob("*")):
            name = source.relative_to(PACKAGE).as_posix()
            if source.suffix not in {".py", ".toml", ".tsv", ".mo"} or name.startswith(_LEFT_OUT):
                continue
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / name)


def pack_tar(folder: Path, archive: Path, unused: tuple[str, ...]) -> None:
    """Pack the bytecode and the data of a folder, as a whole; the same files give the
    same archive.
    """
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as files:
        for name, path in _used(folder, unused):
            entry = tarfile.TarInfo(name)
            entry.size = path.stat().st_size
            files.addfile(entry, io.BytesIO(path.read_bytes()))
    archive.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


def pack_zip(folder: Path, archive: Path, unused: tuple[str, ...]) -> None:
    """Pack a folder as Python itself reads it."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as files:
        for name, path in _used(folder, unused):
            files.writestr(
                zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)),
                path.read_bytes(),
                zipfile.ZIP_DEFLATED,
            )


def _used(folder: Path, unused: tuple[str, ...]) -> list[tuple[str, Path]]:
    """Return the bytecode and the data of a folder, by name."""
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        is_source = path.suffix in {".py", ".pyi", ".typed"}
        if path.is_file() and not is_source and ".dist-info/" not in name:
            found.append((name, path))
    return [(name, path) for name, path in found if not name.startswith(unused)]
