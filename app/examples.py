"""The records, studies and puzzles that ship with the package, by name."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from litslab.games.errors import OptionError
from litslab.games.files import write_new

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
    """A file that ships with the package.

    Attributes
    ----------
    path : str
        Its path in the folder of examples, such as ``puzzles/all.url``.
    text : str
        The contents of the file.
    """

    path: str
    text: str

    @property
    def name(self) -> str:
        """The name of the file without its suffix."""
        return Path(self.path).stem

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
        found = [
            Example(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
            for path in folder.rglob("*")
            if path.is_file()
        ]
    return sorted(found, key=lambda example: ("/" in example.path, example.path))


def find_example(name: str) -> Example:
    """Return the example of a name, or the first example of a game by the game's name.

    Raises
    ------
    OptionError
        If there is no such example.
    """
    by_name = {example.name: example for example in reversed(examples())}
    of_game = [example for example in reversed(by_name.values()) if example.name.startswith(f"{name}-")]
    if found := by_name.get(name) or next(iter(of_game), None):
        return found
    near = difflib.get_close_matches(name, by_name, n=1)
    guess = f"did you mean {near[0]}? " if near else ""
    raise OptionError(f"example {name!r}: {guess}expected one that `litslab example` lists")


def write_examples(folder: Path, *, force: bool = False) -> None:
    """Write all examples to a folder; identical files that exist are kept.

    Raises
    ------
    WouldOverwriteError
        If a different file of the same name exists and `force` is not given.
    """
    for example in examples():
        path = folder / example.path
        if path.is_file() and path.read_bytes() == example.text.encode():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, example.text, force=force)
