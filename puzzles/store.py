"""A folder of generated puzzles: one JSON file each, as `puzzles.formats.json_form` has it, and what else is known.

A folder belongs to one request. An interrupted run goes on where it stopped: what is there is read and not made again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from litslab.games.drawing.export import save
from litslab.games.errors import GameError
from litslab.games.files import write_new
from litslab.puzzles.check import solution_of
from litslab.puzzles.formats import Entry, FormatError, load, read_one, write
from litslab.puzzles.formats.json_form import document
from litslab.puzzles.generate import Generated
from litslab.puzzles.lits import LitsPuzzle
from litslab.puzzles.svg import draw_puzzle
from litslab.puzzles.wishes import LEVELS, Wishes

REQUEST = "request.json"
"""The file that says what the puzzles of a folder were made from."""

INDEX = "index.json"
"""The file that lists the puzzles of a finished folder."""


class StoreError(GameError):
    """A folder that cannot be used; the text is one line that says why."""


@dataclass(frozen=True)
class Store:
    """A folder of generated puzzles.

    Attributes
    ----------
    folder : Path
        The folder.
    wishes : Wishes
        What the puzzles have to be like.
    seed : int
        Their seed.
    pictures : tuple of str
        Which pictures stand beside each puzzle: some of ``.svg``, ``.png`` and ``.pdf``.
    """

    folder: Path
    wishes: Wishes
    seed: int
    pictures: tuple[str, ...] = ()

    def open(self) -> dict[int, LitsPuzzle]:
        """Make the folder, or return by number the puzzles that an earlier run left in it.

        Raises
        ------
        StoreError
            If the folder holds puzzles of another request.
        FormatError
            If a file in it is damaged.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        request = json.dumps({"seed": self.seed, "wishes": _plain(self.wishes)}, sort_keys=True)
        path = self.folder / REQUEST
        if not path.exists():
            write_new(path, request + "\n")
        elif load(path).strip() != request:
            raise StoreError(f"{self.folder}: has puzzles of another request: expected a folder of its own for each")
        known = {}
        for file in self.folder.glob("lits-*.json"):
            number = file.stem.rsplit("-", 1)[-1]
            if number.isascii() and number.isdigit():
                known[int(number) - 1] = read_file(file).puzzle
        return known

    def add(self, generated: Generated) -> None:
        """Write a puzzle, its pictures first, so that a puzzle that is there is whole.

        Raises
        ------
        FileError
            If it cannot be written; the puzzles before it stay.
        """
        assert generated.puzzle is not None
        stem = self.folder / name_of(generated)
        for suffix in self.pictures:
            picture = draw_puzzle(generated.puzzle)
            save(picture, stem.with_name(stem.name + suffix), force=True)
            solved = draw_puzzle(generated.puzzle, generated.solution)
            save(solved, stem.with_name(f"{stem.name}-solution{suffix}"), force=True)
        write_new(stem.with_name(stem.name + ".json"), json.dumps(describe(generated)) + "\n", force=True)

    def finish(self) -> None:
        """Write the index of all puzzles of the folder."""
        listed = [
            {"file": path.name, **{key: content[key] for key in ("id", "url", "level", "score", "rows", "cols")}}
            for path, content in documents(self.folder)
        ]
        write_new(self.folder / INDEX, json.dumps(listed, indent=1) + "\n", force=True)


def _plain(wishes: Wishes) -> Any:
    """Return wishes as plain data, sets in order."""
    return json.loads(json.dumps(asdict(wishes), default=_plain_value))


def _plain_value(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else str(value)


def name_of(generated: Generated) -> str:
    """Return what a puzzle is called: its size, seed and number, counted from 1."""
    order = generated.order
    return f"lits-{order.wishes.columns}x{order.wishes.rows}-{order.seed}-{order.number + 1:04d}"


def describe(generated: Generated) -> dict[str, Any]:
    """Describe a puzzle as a JSON document: that of its format, and its level, techniques, link and origin.

    ``url`` is null where a puzz.link URL cannot say what is given; ``penpa``, which is there only then, is a link of
    penpa-edit that says it.
    """
    assert generated.puzzle is not None
    assert generated.solution is not None
    assert generated.grade is not None
    entry = Entry(generated.puzzle, name_of(generated), generated.solution.shading)
    url = _link(entry)
    return {
        **document(entry),
        "status": "unique",
        **generated.grade.describe(),
        "shapes": [shape.value for shape in generated.solution.shapes],
        "url": url,
        **({} if url is not None else {"penpa": write(replace(entry, shading=None), "penpa")}),
        "seed": generated.order.seed,
        "number": generated.order.number + 1,
        "rejected": generated.rejected,
    }


def _link(entry: Entry) -> str | None:
    try:
        return write(entry, "url")
    except FormatError:
        return None


def read_file(path: Path) -> Entry:
    """Read one puzzle of a folder.

    Raises
    ------
    FormatError
        Naming the file, if it is damaged.
    """
    try:
        return read_one(load(path))
    except GameError as error:
        raise FormatError(f"{path}: {error}") from None


class _StoredModel(BaseModel):
    """What a file of a folder says beside the puzzle, as far as indexes and booklets need it."""

    model_config = ConfigDict(strict=True, extra="ignore")

    id: str
    url: str | None
    level: Annotated[int, Field(ge=LEVELS[0], le=LEVELS[1])]
    label: str
    score: FiniteFloat
    rows: int
    cols: int


def _stored(path: Path) -> dict[str, Any]:
    """Return a file of a folder as a JSON document that has what `_StoredModel` asks for.

    Raises
    ------
    FormatError
        Naming the file and what is missing or wrong.
    """
    expected = "expected a puzzle that `litslab puzzle generate` made"
    try:
        content = json.loads(load(path))
        _StoredModel.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the document"
        what = f"no {place}" if first["type"] == "missing" else f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}"
        raise FormatError(f"{path}: {what}: {expected}") from None
    except ValueError:  # a puzzle in another format
        raise FormatError(f"{path}: no JSON: {expected}") from None
    assert isinstance(content, dict)  # the model has looked
    return content


def documents(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Return the puzzles of a folder as JSON documents, in the order of their numbers.

    Raises
    ------
    StoreError
        If there is none.
    FormatError
        If a file is damaged, or its solution is none.
    """
    found = []
    for path in sorted(folder.glob("lits-*.json")):
        entry = read_file(path)
        content = _stored(path)
        if entry.shading is None:
            raise FormatError(f"{path}: no solution: expected a puzzle that `litslab puzzle generate` made")
        solution_of(entry.puzzle, entry.shading)
        found.append((path, content))
    if not found:
        raise StoreError(f"{folder}: no generated puzzles there: expected lits-….json")
    return found
