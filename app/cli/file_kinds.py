"""Kinds of files: recognised by their contents, so that a command that was given a file of another
kind can say which command reads it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from litslab.app.cli.values import refuse

KINDS: dict[str, tuple[str, str, tuple[bytes, ...]]] = {
    "record": ("a game record", "show", ()),
    "study": ("an endgame study", "study check", ()),
    "puzzles": ("a file of LITS puzzles", "puzzle show", ()),
    "run": ("a run of games", "run describe", (b"PAR1",)),
    "campaign": ("a campaign", "campaign status", (b"SQLite format 3",)),
    "certificate": ("a certificate", "verify", (b'{\n"format": "litslab certificate',)),
    "picture": ("a picture", "", (b"\x89PNG", b"%PDF", b"<svg")),
    "empty": ("an empty file", "", ()),
}
"""The kinds of files: the name of each in messages, the command that shows one, and its first
bytes.
"""

_KIND_OF_PARAMETER = {
    **dict.fromkeys(("first", "second", "studies", "resume"), "record"),
    "puzzle": "puzzles",
    "other": "run",
    "book": "campaign",
    "proof": "certificate",
}
"""The kind of file that a parameter takes; other parameters have the name of the kind."""


LARGEST_TEXT = 10**7
"""The bytes of a file that are read to find out its kind."""


def kind_of(path: Path) -> str | None:
    """Return the kind of a file by its contents, or None if it is of no known kind."""
    from litslab.games.toml import read_toml
    from litslab.puzzles.lits.formats import read_text

    with path.open("rb") as file:
        data = file.read(LARGEST_TEXT)
    with suppress(ValueError, RecursionError):
        found = read_toml(data.decode(), "")
        if not found:
            return "empty"
        if "game" in found:
            return "study" if "study" in found else "record"
    with suppress(ValueError, RecursionError):
        return "puzzles" if read_text(data.decode(), "") else None
    return next((kind for kind, (_, _, starts) in KINDS.items() if data.startswith(starts)), None)


def check_kinds(error: ValueError, given: Mapping[str, Any]) -> None:
    """Raise a better error than a command did if it is about a file of another kind than its
    parameter takes.

    Parameters
    ----------
    error : ValueError
        The error of the command.
    given : mapping
        The values of the command's parameters.

    Raises
    ------
    OptionError
        If there is such a file; the error names its kind and the command that reads it.
    """
    for name, value in given.items():
        expected = _KIND_OF_PARAMETER.get(name, name)
        if expected not in KINDS:
            continue
        for path in value if isinstance(value, list) else [value]:
            if path and str(path) in str(error) and os.path.isfile(path):  # noqa: PTH113
                _check_kind(Path(path), expected)


def _check_kind(path: Path, expected: str) -> None:
    kind = kind_of(path)
    is_record = kind == "study" and expected == "record"  # a study is a record
    if kind is None or kind == expected or is_record:
        return
    noun, reader, _ = KINDS[kind]
    known = f"; `litslab {reader}` reads it" if reader else ""
    refuse(f"{path} is {noun}: expected {KINDS[expected][0]}{known}")
