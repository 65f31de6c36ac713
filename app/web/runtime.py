"""The Python of the page without a server: Pyodide, the packages that litslab needs there, and litslab, as bytecode.

``python -m litslab.app.web.runtime DIR`` fetches Pyodide with npm and the packages with pip, which both know where
from; each must have the checksum that is written here. Nothing of theirs is part of litslab: it is only put beside the
page that ``litslab page --static`` writes, with its licences.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from litslab.games.errors import OptionError, first_line

ROOT = Path(__file__).resolve().parents[2]

PYODIDE = "314.0.7"
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What is served of it as it is."""

WHEELS = {
    "annotated-types==0.8.0": "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
    "pydantic==2.14.3": "3f7b347782ab7e4cf4c798496ae3a82787d9f21ec12676a9c564355eeef8daa8",
    "pydantic-core==2.50.4": "e6da138a1ecc1341c8b788a5ee822670b03788e1f5decf7af9d461de6e508b8e",
    "tomli-w==1.2.0": "188306098d013b691fcadc011abd66727d3c414c571bb01b1a174ba8c983cf90",
    "typing-extensions==4.16.0": "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
    "typing-inspection==0.4.5": "bc210535442b39e1bf2805e0c7a17dfd6a4ace760c84c7f7d16245d23a6b1c39",
}
"""The packages, with the checksums of their wheels for Pyodide's Python."""

_PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")

_LITSLAB = ("games", "jobs", "kernel", "solver", "puzzles", "analysis", "app")
_LEFT_OUT = ("app/cli/", "app/web/static/", "app/web/browser/", "app/examples/")
_UNUSED = ("pydantic/v1/", "pydantic/mypy.", "pydantic/experimental/")
_UNUSED_STDLIB = (
    *(
        "unittest/",
        "pydoc",
        "pdb.",
        "bdb.",
        "doctest.",
        "xml/dom/",
        "xml/sax/",
        "xmlrpc/",
        "http/",
        "html/",
        "sqlite3/",
    ),
    *("multiprocessing/", "wsgiref/", "ensurepip/", "venv/", "turtle", "tkinter/", "idlelib/", "curses/", "ctypes/"),
    *("dbm/", "_pyrepl/", "pickletools.", "mailbox.", "imaplib.", "smtplib.", "poplib.", "ftplib.", "optparse."),
    *("_pydecimal.", "_pydatetime.", "_pyio.", "tarfile.", "profile", "cProfile.", "pstats.", "trace.", "webbrowser."),
    *("socketserver.", "netrc.", "nturl2path.", "antigravity.", "this.", "logging/config.", "logging/handlers."),
    *("asyncio/windows_", "asyncio/proactor_", "configparser.", "plistlib.", "getopt.", "filecmp.", "fileinput."),
    *(
        f"encodings/{name}"
        for name in ("big5", "cp1", "cp5", "cp6", "cp7", "cp8", "cp9", "euc", "gb", "hp_", "hz", "iso")
    ),
    *(f"encodings/{name}" for name in ("johab", "koi8", "kz1", "mac_", "palm", "ptcp", "quopri", "shift", "tis")),
)
"""What of the packages and of Python's own modules nothing here imports."""


def make_runtime(folder: Path) -> None:
    """Write Pyodide's files, ``python.zip`` and ``licences.txt`` to a folder, in place of what was there.

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
        _copy_litslab(packages / "litslab")
        library = work / "library"
        with zipfile.ZipFile(work / "package" / "python_stdlib.zip") as files:
            files.extractall(library)
        _compile(work, packages, library)
        _pack(packages, made / "python.zip", _UNUSED)
        _pack(library, made / "python_stdlib.zip", _UNUSED_STDLIB)
        (made / "licences.txt").write_text("\n\n".join(licences), encoding="utf-8")
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)


def _run(arguments: list[str], where: Path) -> None:
    try:
        ran = subprocess.run(arguments, cwd=where, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise OptionError(f"{arguments[0]} is not installed: the page without a server needs it to be made") from None
    if ran.returncode:
        lines = [line for line in ran.stderr.splitlines() if line.strip()] or ["failed"]
        raise OptionError(f"{' '.join(arguments[:4])}: {lines[-1]}")


def _check(file: Path, expected: str) -> None:
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != expected:
        raise OptionError(f"{file.name}: checksum {found}: expected {expected}")


def _fetch_pyodide(work: Path) -> str:
    """Unpack Pyodide to ``work/package``, and return what is to be said of its licence."""
    _run(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], work)
    archive = work / f"pyodide-{PYODIDE}.tgz"
    _check(archive, PYODIDE_SHA256)
    with tarfile.open(archive) as files:
        files.extractall(work, filter="data")
    return (
        f"Pyodide {PYODIDE}: Mozilla Public License 2.0; it contains CPython, under the Python Software Foundation "
        "License Version 2. Sources: https://github.com/pyodide/pyodide"
    )


def _fetch_wheels(work: Path, target: Path) -> list[str]:
    """Unpack the packages, and return their licences."""
    licences = []
    for requirement, checksum in WHEELS.items():
        folder = work / requirement
        _run(
            [
                sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                "--only-binary=:all:", *_PLATFORM, "--dest", str(folder), requirement,
            ],
            work,
        )  # fmt: skip
        (wheel,) = folder.glob("*.whl")
        _check(wheel, checksum)
        with zipfile.ZipFile(wheel) as files:
            texts = [name for name in files.namelist() if "licen" in name.lower() and ".dist-info/" in name]
            licences += [f"{requirement}\n\n{files.read(name).decode(errors='replace')}" for name in texts]
            files.extractall(target)
    return licences


def _copy_litslab(target: Path) -> None:
    """Copy the modules of litslab that the page can use, and the data that they read."""
    target.mkdir(parents=True)
    shutil.copyfile(ROOT / "litslab" / "__init__.py", target / "__init__.py")
    for part in _LITSLAB:
        for source in sorted((ROOT / part).rglob("*")):
            name = source.relative_to(ROOT).as_posix()
            if source.suffix not in {".py", ".toml", ".tsv"} or name.startswith(_LEFT_OUT):
                continue
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / name)


def _compile(work: Path, *folders: Path) -> None:
    """Compile all modules with Pyodide's own Python."""
    _run(["node", str(Path(__file__).with_name("compile.mjs")), str(work / "package"), *map(str, folders)], work)


def _pack(folder: Path, archive: Path, unused: tuple[str, ...]) -> None:
    """Pack the bytecode and the data of a folder; the same files give the same archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as files:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_dir() or path.suffix in {".py", ".pyi", ".typed"} or ".dist-info/" in name:
                continue
            if not name.startswith(unused):
                files.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), path.read_bytes(), zipfile.ZIP_DEFLATED)
    archive.write_bytes(packed.getvalue())


if __name__ == "__main__":
    try:
        make_runtime(Path(sys.argv[1]))
    except OptionError as error:
        sys.exit(first_line(error))
