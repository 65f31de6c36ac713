"""A folder of generated puzzles: one JSON file each (`puzzles.lits.formats.json_form`), and what else is known.

A folder belongs to one request; an interrupted run is resumed: what is there is read and not generated again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from litslab.games.drawing.canvas import save
from litslab.games.errors import GameError
from litslab.jobs.folder import ResumableFolder
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.formats import FormatError, PuzzleEntry, load, read_one, write
from litslab.puzzles.lits.formats.json_form import document
from litslab.puzzles.lits.generate.search import Accept, GeneratedPuzzle, PuzzleTask
from litslab.puzzles.lits.generate.spec import LEVELS, PuzzleSpec
from litslab.puzzles.lits.grade import Grade
from litslab.puzzles.lits.svg import draw_puzzle

INDEX = "index.json"
"""The file that lists the puzzles of a finished folder."""


_EXPECTED = "expected a puzzle that `litslab puzzle generate` made"


class StoreError(GameError):
    """A folder that cannot be used; the text is one line that says why."""


class PuzzleFolder:
    """A folder of generated puzzles, open for one process: a context manager.

    When it is closed, also by Ctrl-C, it gets an index of its puzzles.

    Parameters
    ----------
    path : Path
        The folder; it is made where it is missing.
    spec : PuzzleSpec
        What the puzzles have to be like.
    seed : int
        Their seed.
    pictures : tuple of str
        Which pictures are kept with each puzzle: some of ``.svg``, ``.png`` and ``.pdf``.
    accept : callable, optional
        What else decides whether a puzzle is taken.

    Raises
    ------
    FolderError
        On entering, if the folder holds puzzles of another request, or another process uses it.
    FileError
        If something cannot be written; the puzzles before it stay.
    """

    def __init__(
        self, path: Path, spec: PuzzleSpec, seed: int, pictures: tuple[str, ...] = (), accept: Accept | None = None
    ) -> None:
        self.path = path
        self._spec = spec
        self._seed = seed
        self._accept = accept
        self._pictures = pictures
        self._folder = ResumableFolder(path, _manifest(spec, seed, accept), contents="puzzles")

    def __enter__(self) -> Self:
        """Open the folder."""
        self._folder.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None or not issubclass(kind, Exception):  # not after an error, which may be a full disk
                self._write_index()
        finally:
            self._folder.__exit__()

    def read(self, count: int) -> dict[int, GeneratedPuzzle]:
        """Return by number the puzzles up to a number that an earlier run left.

        Raises
        ------
        FormatError
            If a file is damaged.
        """
        known = {}
        for path in self.path.glob("lits-*.json"):
            number = path.stem.rsplit("-", 1)[-1]
            if number.isascii() and number.isdigit():
                task = PuzzleTask(self._spec, self._seed, int(number), accept=self._accept)
                known[task.number] = _read_generated(path, task)
        return {number: found for number, found in known.items() if number <= count}

    def add(self, generated: GeneratedPuzzle) -> None:
        """Write a puzzle, its pictures first, so that a puzzle that is there is whole."""
        if generated.puzzle is None:
            raise ValueError("only a result with a puzzle is kept")
        name = generated.task.name
        for suffix in self._pictures:
            save(draw_puzzle(generated.puzzle), self.path / f"{name}{suffix}", force=True)
            solved = draw_puzzle(generated.puzzle, generated.solution)
            save(solved, self.path / f"{name}-solution{suffix}", force=True)
        self._folder.write(f"{name}.json", json.dumps(describe(generated)) + "\n")

    def _write_index(self) -> None:
        if not any(self.path.glob("lits-*.json")):
            return
        listed = [
            {"file": path.name, **{key: content[key] for key in ("id", "url", "level", "score", "rows", "cols")}}
            for path, content in documents(self.path)
        ]
        self._folder.write(INDEX, json.dumps(listed, indent=1) + "\n")


def _manifest(spec: PuzzleSpec, seed: int, accept: Accept | None) -> str:
    """Return a request as one line, sets in order; a predicate is known by its name."""
    request: dict[str, object] = asdict(spec) | {"rules": spec.rules.name, "seed": seed}
    if accept is not None:
        kind = accept if hasattr(accept, "__qualname__") else type(accept)
        request["accept"] = f"{kind.__module__}.{kind.__qualname__}"
    return json.dumps(request, sort_keys=True, default=_plain_value)


def _plain_value(value: object) -> object:
    return sorted(map(str, value)) if isinstance(value, frozenset) else str(value)


def describe(generated: GeneratedPuzzle) -> dict[str, Any]:
    """Describe a puzzle as a JSON document: that of its format, and its level, techniques, link and origin.

    ``url`` is null where a puzz.link URL cannot say what is given, or has no such rules; ``penpa``, which is there only
    in the first case, is a link of penpa-edit that says it.
    """
    assert generated.puzzle is not None
    assert generated.solution is not None
    assert generated.grade is not None
    entry = PuzzleEntry(generated.puzzle, generated.task.name, generated.solution.shading)
    url = _link(entry)
    return {
        **document(entry),
        "status": "unique",
        **generated.grade.describe(),
        "elegance": generated.elegance,
        "shapes": generated.solution.letters(),
        "url": url,
        **({} if url is not None or (penpa := _link(entry, "penpa")) is None else {"penpa": penpa}),
        "seed": generated.task.seed,
        "number": generated.task.number,
        "rejected": generated.rejected,
    }


def _link(entry: PuzzleEntry, name: str = "url") -> str | None:
    try:
        return write(replace(entry, shading=None), name)
    except FormatError:
        return None


def read_file(path: Path) -> PuzzleEntry:
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


class _GeneratedModel(_StoredModel):
    """What a file of a folder says of the search, for a run that is resumed."""

    techniques: dict[str, int]
    trials: int
    concentration: FiniteFloat
    solved: bool
    elegance: FiniteFloat
    rejected: dict[str, int] = Field(default_factory=dict)


def _read_generated(path: Path, task: PuzzleTask) -> GeneratedPuzzle:
    """Return what a search has found and kept.

    Raises
    ------
    FormatError
        Naming the file, if it is damaged.
    """
    entry = read_file(path)
    said = _GeneratedModel.model_validate(_stored(path, _GeneratedModel))
    if entry.shading is None:
        raise FormatError(f"{path}: no solution: {_EXPECTED}")
    solution = solution_of(entry.puzzle, entry.shading)
    grade = Grade(said.level, said.score, said.techniques, said.trials, said.concentration, said.solved)
    return GeneratedPuzzle(task, entry.puzzle, solution, grade, said.rejected, existing=True, elegance=said.elegance)


def _stored(path: Path, model: type[_StoredModel] = _StoredModel) -> dict[str, Any]:
    """Return a file of a folder as a JSON document that has what a model asks for.

    Raises
    ------
    FormatError
        Naming the file and what is missing or wrong.
    """
    try:
        content = json.loads(load(path))
        model.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the document"
        what = f"no {place}" if first["type"] == "missing" else f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}"
        raise FormatError(f"{path}: {what}: {_EXPECTED}") from None
    except ValueError:  # a puzzle in another format
        raise FormatError(f"{path}: no JSON: {_EXPECTED}") from None
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
            raise FormatError(f"{path}: no solution: {_EXPECTED}")
        solution_of(entry.puzzle, entry.shading)
        found.append((path, content))
    if not found:
        raise StoreError(f"{folder}: no generated puzzles there: expected lits-….json")
    return found
