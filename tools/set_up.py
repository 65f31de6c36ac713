"""Set up ``.venv``: ``python -m tools.set_up PURPOSE``, one of `PURPOSES`.

The packages come while the kernel is compiled. Each line says what has come or was compiled; the
whole output of both is in ``build/set-up``. An empty file ``.venv/PURPOSE`` tells ``make`` that all
is there.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:
    sys.exit("Python 3.11 or later is needed: run `make PYTHON=python3.11 …`")

VENV = Path(".venv")
PYTHON = VENV / "bin" / "python"
LOGS = Path("build", "set-up")
CONSTRAINTS = Path("constraints.txt")
PROJECT = Path("pyproject.toml")

USERS = ("pictures", "web")
"""The extras that users install."""

PURPOSES: dict[str, tuple[str, ...]] = {
    "installed": (),
    "docs": ("docs",),
    "test": ("test", "docs"),
    "check": ("test", "docs", "lint"),
}
"""The extras that each purpose needs beside those of users. The tests build the site; mypy reads
the types of all that is imported.
"""

UNFINISHED = VENV / "unfinished"
"""Is there while pip installs what it has downloaded. If it is found, that was ended in the middle,
and pip may take what is half there for whole.
"""

INSTALLING = "Installing collected packages:"
"""How pip says that it begins to change the environment."""

PATIENCE = 5.0
"""Seconds that processes have to end after a signal."""

PIP_INSTALL = (
    "-m",
    "pip",
    "install",
    "--disable-pip-version-check",
    "--no-input",
    "--no-warn-conflicts",
    "--progress-bar=off",
    # What is used compiles at its first import.
    "--no-compile",
)

HAS_KERNEL = "from litslab.kernel import AVAILABLE; raise SystemExit(not AVAILABLE)"


class SetUpError(Exception):
    """A part of the set-up failed. The message says which, and why."""


@dataclass(frozen=True)
class Step:
    """A command of the set-up.

    Parameters
    ----------
    name : str
        Begins its lines, and is the name of its log.
    command : tuple[str, ...]
        The command line.
    progress : Callable[[str], str | None]
        Returns what to show of a line of its output, if anything.
    """

    name: str
    command: tuple[str, ...]
    progress: Callable[[str], str | None]

    @property
    def log(self) -> Path:
        """The file with all of its output."""
        return LOGS / f"{self.name}.log"

    def show(self, text: str) -> None:
        """Print a line about this step."""
        print(f"{self.name:>8}: {text}", flush=True)

    async def run(self) -> None:
        """Run the command to its end, or end it with all processes that it started.

        Raises
        ------
        SetUpError
            If it fails.
        """
        process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            process_group=0,
            limit=2**24,
        )
        assert process.stdout is not None
        try:
            with self.log.open("w", encoding="utf-8") as log:
                async for line in process.stdout:
                    text = line.decode(errors="replace").rstrip()
                    print(text, file=log, flush=True)
                    shown = self.progress(text)
                    if shown is not None:
                        self.show(shown)
            status = await process.wait()
        except asyncio.CancelledError:
            await end_group(process)
            # Read to its end, the pipe is closed while the event loop still runs.
            with suppress(TimeoutError):
                await asyncio.wait_for(process.stdout.read(), PATIENCE)
            raise
        if status != 0:
            raise SetUpError(f"{self.name}: failed{excerpt(self.log)}")


async def end_group(process: asyncio.subprocess.Process) -> None:
    """End a process and those that it started, by Ctrl-C if that suffices."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(TimeoutError):
            await asyncio.wait_for(_end_of_group(process), PATIENCE)
            return


async def _end_of_group(process: asyncio.subprocess.Process) -> None:
    await process.wait()
    with suppress(ProcessLookupError):
        while True:
            os.killpg(process.pid, 0)
            await asyncio.sleep(0.05)


def excerpt(log: Path) -> str:
    """Return the lines of a log that say what went wrong, and its name."""
    lines = log.read_text(encoding="utf-8").splitlines()
    errors = (n for n, line in enumerate(lines) if re.search(r"\berror\b", line, re.IGNORECASE))
    first = next(errors, len(lines))
    start = min(max(0, first - 3), max(0, len(lines) - 15))
    return "".join(f"\n    {line}" for line in (*lines[start : start + 15], f"(all of it: {log})"))


class PackageProgress:
    """Shows each package as its file comes, from the output of pip."""

    FILE = re.compile(
        r"\s*(?:Downloading|Using cached|Processing) (?:\S*/)?"
        r"(?P<name>[\w.]+)-(?P<version>[\w.!+]+)-\S+\.whl(?P<size> \(\d[^)]*\))?(?: \(from .*)?$"
    )

    def __init__(self) -> None:
        self._found = 0
        self._come = 0
        self._all_found = False

    def __call__(self, line: str) -> str | None:
        """Return what to show of a line."""
        if re.match(r"\s*(Collecting|Processing) ", line):
            self._found += 1
        if line.startswith(INSTALLING):
            return f"installing {line.count(',') + 1}"
        # Most indexes say what a package needs before it is downloaded. Then all are known.
        self._all_found |= ".whl.metadata" in line
        file = self.FILE.match(line)
        if file is None:
            return None
        self._come += 1
        of_all = f"/{self._found}" if self._all_found else ""
        name = file["name"].replace("_", "-")
        return f"{self._come}{of_all} {name} {file['version']}{file['size'] or ''}"


def kernel_progress(line: str) -> str | None:
    """Return what to show of a line of the kernel's build."""
    line = line.strip()
    if re.match(r"Installing (build|backend) dependencies: started", line):
        return "fetching the tools of the build"
    if line.startswith("*** Configuring CMake"):
        return "looking for the compiler"
    compiled = re.match(r"\[ *(\d+/\d+|\d+%)\] (?:Building|Linking) .*?([^/ ]+)$", line)
    if compiled is None:
        return None
    return f"{compiled[1]} {compiled[2].removesuffix('.o')}"


def no_progress(line: str) -> None:
    """Show nothing of a line."""


def requirements(extras: tuple[str, ...]) -> list[str]:
    """Return the packages that litslab with some extras needs, as ``pyproject.toml`` names them."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(each for extra in extras for each in optional[extra])]


def is_current(stamp: Path) -> bool:
    """Return whether the kernel was installed after the last change of its sources."""
    sources = [PROJECT, Path("CMakeLists.txt"), *Path("kernel", "src").rglob("*.?pp")]
    return stamp.exists() and all(
        source.stat().st_mtime <= stamp.stat().st_mtime for source in sources
    )


async def set_up(extras: tuple[str, ...]) -> None:
    """Make ``.venv`` if it is missing, and bring it up to date.

    Raises
    ------
    SetUpError
        If a part of it fails; the other part is ended.
    """
    if UNFINISHED.exists():
        print("The last set-up was interrupted, so .venv is made again.", flush=True)
        shutil.rmtree(VENV)
    if not (VENV / "bin" / "pip").exists():
        await make_venv()
    parts = [asyncio.ensure_future(install_packages(extras))]
    if not is_current(VENV / "installed"):
        parts.append(asyncio.ensure_future(install_kernel()))
    try:
        await asyncio.gather(*parts)
    finally:
        for part in parts:
            part.cancel()
        await asyncio.gather(*parts, return_exceptions=True)


async def make_venv() -> None:
    """Make an environment with pip alone."""
    step = Step("venv", (sys.executable, "-m", "venv", str(VENV)), no_progress)
    step.show("making it")
    await step.run()


async def install_packages(extras: tuple[str, ...]) -> None:
    """Install the packages that litslab with some extras needs."""
    files = ("--constraint", str(CONSTRAINTS), *requirements(extras))
    shown = PackageProgress()

    def progress(line: str) -> str | None:
        if line.startswith(INSTALLING):
            UNFINISHED.touch()
        return shown(line)

    step = Step("packages", (str(PYTHON), *PIP_INSTALL, *files), progress)
    await step.run()
    UNFINISHED.unlink(missing_ok=True)
    step.show("installed")


async def install_kernel() -> None:
    """Compile the kernel, and install litslab with it as links to this checkout."""
    options = ("--config-settings=cmake.define.LITSLAB_NATIVE=ON", "--editable", ".")
    command = (str(PYTHON), *PIP_INSTALL, "--verbose", "--no-deps", *options)
    step = Step("kernel", command, kernel_progress)
    await step.run()
    # For users of pip it is no error if the kernel cannot be compiled.
    check = await asyncio.create_subprocess_exec(PYTHON, "-c", HAS_KERNEL)
    if await check.wait() != 0:
        raise SetUpError(
            f"kernel: not compiled{excerpt(step.log)}\n"
            "`make` needs a C++20 compiler. `pip install '.[pictures,web]'` works without, many "
            "times slower."
        )
    step.show("installed")


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other set-up works in ``.venv``."""
    LOGS.mkdir(parents=True, exist_ok=True)
    with (LOGS / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Waiting for another set-up of .venv.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


async def until_signal(extras: tuple[str, ...]) -> int:
    """Set up, and return the exit status: when a signal comes, all processes are ended first."""
    work = asyncio.ensure_future(set_up(extras))
    received: list[int] = []

    def stop(number: int) -> None:
        if not received:
            work.cancel()
        received.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            asyncio.get_running_loop().add_signal_handler(number, stop, number)
    try:
        await work
    except asyncio.CancelledError:
        print("Set-up stopped.", file=sys.stderr)
        return 128 + received[0]
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def main(purpose: str) -> int:
    """Set up for a purpose, and return the exit status."""
    extras = (*USERS, *PURPOSES[purpose])
    print(f"Setting up .venv: {', '.join(extras)}.", flush=True)
    start = time.monotonic()
    with alone():
        status = asyncio.run(until_signal(extras))
        if status != 0:
            return status
        for each, needed in PURPOSES.items():
            if set(needed) <= set(extras):
                (VENV / each).touch()
    print(f"Set up in {time.monotonic() - start:.0f} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
