"""Run every command where no extra of litslab is installed, and check that it works or names the
extra that it needs; or those alone that need one of some extras, which have to work:
``every_command.py [--hide] EXTRA …``.

With ``--hide`` the packages of other extras are hidden, and all others that litslab does not name.
This needs no package but litslab, so that it can be run with a wheel.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
import traceback
from collections.abc import Sequence
from importlib import metadata
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

TABLE = Path(__file__).with_name("every_command.txt")
NOT_RUN = {"page"}
"""Where the extra is installed, this takes minutes, and needs Node."""


def rows() -> list[tuple[str, str, str]]:
    """Return the extra that each command needs, its status and its command line."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    parts = [line.split(maxsplit=2) for line in lines if not line.startswith("#")]
    return [(extra.strip("-"), status, command) for extra, status, command in parts]


def packages_of(extras: Sequence[str]) -> set[str]:
    """Return the names of the packages that litslab installs with these extras, and all that these
    need.
    """
    found: set[str] = set()
    waiting = [("litslab", frozenset(extras))]
    while waiting:
        name, wanted = waiting.pop()
        if name in found:
            continue
        found.add(name)
        try:
            needed = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # for another system
            continue
        for each in needed:
            requirement, _, condition = each.partition(";")
            extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)", condition)
            if extra is None or extra[1] in wanted:
                matched = re.match(r"[\w.-]+", requirement)
                assert matched is not None
                waiting.append((re.sub(r"[-_.]+", "-", matched[0]).lower(), frozenset()))
    return found


class Hider:
    """Hides the modules of all installed packages but some.

    Parameters
    ----------
    kept : set of str
        The names of these packages.
    """

    def __init__(self, kept: set[str]) -> None:
        self._hidden = set()
        for module, packages in metadata.packages_distributions().items():
            if not kept.intersection(re.sub(r"[-_.]+", "-", each).lower() for each in packages):
                self._hidden.add(module)

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Raise an error if a module is hidden."""
        del path, target
        if name.partition(".")[0] in self._hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def run(command: str) -> tuple[int | None, str]:
    """Run a command line; return its status, None for a traceback, and its standard error."""
    from litslab.app.cli import main  # noqa: PLC0415 - with what is hidden

    err = io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"quit\n"))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        try:
            status: int | None = main(shlex.split(command))
        except BaseException:
            status = None
            traceback.print_exc()
    return status, err.getvalue()


def mistake(extra: str, status: str, command: str, *, installed: bool) -> str:
    """Run a command, and describe what is wrong with its end; empty if nothing is."""
    found, err = run(command)
    if not installed:
        lines = err.splitlines()
        if found == 2 and len(lines) == 1 and f"pip install 'litslab[{extra}]'" in lines[0]:
            return ""
        return f"{command}: status {found}: expected a line that names {extra}\n{err}"
    if found is None or "pip install" in err or status not in {"-", str(found)}:
        return f"{command}: status {found}: expected {status}\n{err}"
    return ""


def main(arguments: list[str]) -> int:
    """Run the commands in the working directory; return 1 if one does not end as it should."""
    extras = [each for each in arguments if each != "--hide"]
    if "--hide" in arguments:
        sys.meta_path.insert(0, Hider(packages_of(extras)))
        from litslab.app.web import static_page  # noqa: PLC0415

        static_page.WASM = Path("not made")
    if "web" in extras:
        import uvicorn  # noqa: PLC0415

        uvicorn.Server.run = lambda *_, **__: None  # type: ignore[method-assign]
    from litslab import kernel  # noqa: PLC0415

    wrong = []
    for extra, status, command in rows():
        installed = not extra or extra in extras
        if installed and command.split()[0] in NOT_RUN:
            continue
        if command.startswith("maximal estimate") and not kernel.AVAILABLE:
            continue
        # Where there are no extras, what needs none works, and the rest names its extra.
        if not extras or extra in extras:
            wrong.append(mistake(extra, status, command, installed=installed))
        elif command.startswith("example"):
            run(command)
    print("\n".join(filter(None, wrong)))
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
