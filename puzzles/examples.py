"""The records, studies and puzzles that ship with the package, by name."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from pydantic import computed_field

from litslab.games.errors import check_choice, expect
from litslab.games.files import write_new
from litslab.games.record_toml import loads
from litslab.puzzles.lits.formats import is_drawing, read_text

TITLES = {
    "alphabet": "puzzles whose solutions are the letters from A to Z",
    "gallery": "puzzles of the documentation's gallery",
    "letter": "a picture to make a puzzle of",
    "letters": "pictures of all letters",
    "10x10": "a 10×10 puzzle as pzprv3",
    "9x9": "a 9×9 puzzle as janko.at writes it",
    "all": "puzzles as URLs",
    "heart": "a shading to make a puzzle of",
    "made": "generated puzzles as JSON",
    "solved": "puzzles with their solutions as plain text",
}
"""Titles of the files that contain none."""


@dataclass(frozen=True)
class Example:
    """A file that ships with the package."""

    path: str
    """Its path in the folder of examples, such as ``puzzles/all.url``."""
    text: str
    """The contents of the file."""

    @computed_field
    @property
    def name(self) -> str:
        """The name of the file without its suffix."""
        return Path(self.path).stem

    @computed_field
    @property
    def title(self) -> str:
        """A description in one line."""
        if not self.path.endswith(".toml"):
            return TITLES[self.name]
        return str(tomllib.loads(self.text)["title"])


def examples() -> list[Example]:
    """Return all examples: the files of the folder first, then those of its subfolders.

    Examples
    --------
    >>> [example.name for example in examples()][:3]
    ['alphabet', 'battle-of-lits-10', 'battle-of-lits-18']
    """
    with as_file(files("litslab").joinpath("examples")) as folder:
        paths = (path for path in folder.rglob("*") if path.is_file())
        found = [
            Example(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
            for path in paths
        ]
    return sorted(found, key=lambda example: ("/" in example.path, example.path))


def find_example(name: str) -> Example:
    """Return the example of a name, or the first example of a game by the game's name.

    Raises
    ------
    OptionError
        If there is no such example.
    """
    by_name = {each.name: each for each in examples()}
    if name not in by_name:
        name = next((each for each in by_name if each.startswith(f"{name}-")), name)
    check_choice("example", name, by_name)
    return by_name[name]


def example(name: str) -> Any:
    """Load a record or puzzle that ships with litslab.

    Parameters
    ----------
    name : str
        The name of an example, or of a game for the first of its records. The error about another
        name lists all.

    Returns
    -------
    Record or LitsPuzzle or list of LitsPuzzle or str
        A record; the one puzzle or all puzzles of a file; or a drawing as text.

    Raises
    ------
    OptionError
        If there is no such example.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.example("wythe").rules.title, len(ll.example("gallery"))
    ('Wythe', 40)
    """
    found = find_example(expect(name, str, "the name of an example"))
    if found.path.endswith(".toml"):
        return loads(found.text, name)
    if found.path.endswith(".txt") or is_drawing(found.text):
        return found.text
    puzzles = [entry.puzzle for entry in read_text(found.text, name)]
    return puzzles[0] if len(puzzles) == 1 else puzzles


def write_examples(folder: Path, *, force: bool = False) -> None:
    """Write all examples to a folder; identical files that exist are kept.

    Raises
    ------
    WouldOverwriteError
        If a different file of the same name exists and `force` is not given.
    """
    for each in examples():
        path = folder / each.path
        if path.is_file() and path.read_bytes() == each.text.encode():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, each.text, force=force)
