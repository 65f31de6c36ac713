"""Documents of the puzzles, studies and examples that come with litslab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import RootModel

from litslab.app.documents.base import By, Document
from litslab.app.documents.studies import CollectedStudyDocument, StudyCollectionDocument
from litslab.app.text.parts import Lines
from litslab.games.language import tr
from litslab.puzzles.lits import collection
from litslab.puzzles.studies.collection import daily_studies, study_collection

_LONGEST_TEXT = 36


class PackDocument(Document):
    """A part of the collection."""

    name: str
    title: Annotated[str, By(lambda pack, _: tr(pack.title))]
    about: Annotated[str, By(lambda pack, _: tr(pack.about))]
    rules: str
    count: int
    """The number of its puzzles below."""


class CollectedPuzzleDocument(Document):
    """A puzzle of the collection."""

    number: int
    pack: str
    columns: int
    rows: int
    level: int
    score: float
    origin: str
    """The seed and the number of its generation."""
    text: str
    """The puzzle in a form that all commands and the page read."""

    def lines(self) -> Lines:
        """Yield the line of the puzzle in a list."""
        text = (
            self.text if len(self.text) <= _LONGEST_TEXT else f"{self.text[: _LONGEST_TEXT - 1]}…"
        )
        size = f"{self.columns}×{self.rows}"
        yield f"  {self.number:>4}  {size:<6} level {self.level}  score {self.score:>7.1f}  {text}"


class PuzzleCollectionDocument(Document):
    """Puzzles of the collection, by number."""

    licence: str
    packs: list[PackDocument]
    """The packs of the puzzles."""
    puzzles: list[CollectedPuzzleDocument]

    @classmethod
    def of(cls, puzzles: Sequence[collection.CollectedPuzzle]) -> Self:
        """Describe puzzles and their packs."""
        counts = Counter(each.pack for each in puzzles)
        found = (each for each in collection.packs() if each.name in counts)
        packs = [PackDocument.made_of(each, count=counts[each.name]) for each in found]
        return cls.made_of(None, licence=collection.LICENCE, packs=packs, puzzles=tuple(puzzles))

    def lines(self, *, whole: bool = False) -> Lines:
        """Yield the packs, each with its puzzles unless these are the `whole` collection."""
        if not self.puzzles:
            yield "no puzzle of the collection is like that"
        for pack in self.packs:
            yield f"{pack.name:<14}{pack.count:>4}  {pack.about}"
            if not whole:
                for each in self.puzzles:
                    yield from each.lines() if each.pack == pack.name else ()
        if whole:
            yield f"{len(self.puzzles)} puzzles, free to copy ({self.licence})"
            yield "--pack NAME lists a pack; litslab puzzle show collection/1 draws a puzzle"


class CollectionDocument(Document):
    """All puzzles and studies that come with litslab, in the form that the page reads."""

    puzzles: PuzzleCollectionDocument
    studies: list[CollectedStudyDocument]
    daily_puzzles: dict[int, list[int]]
    """For each level the numbers of the puzzles that take turns as the puzzle of the day. Day 1 is
    0001-01-01 of the Gregorian calendar. The puzzle of day n has the index n modulo the length of
    the list, from 0."""
    daily_studies: list[int]
    """The numbers of the studies, which take turns in the same way."""

    @classmethod
    def made(cls) -> Self:
        """Describe the collection."""
        puzzles = PuzzleCollectionDocument.of(collection.collection())
        studies = StudyCollectionDocument.of(study_collection()).studies
        by_level = {
            level: [each.number for each in collection.daily_puzzles(level)]
            for level in collection.LEVELS
        }
        by_day = [each.number for each in daily_studies()]
        return cls(puzzles=puzzles, studies=studies, daily_puzzles=by_level, daily_studies=by_day)


class ExampleDocument(Document):
    """A record, a study, or a file of puzzles."""

    name: str
    path: str
    """Its path in the folder of all examples."""
    title: str
    text: str
    """The contents of the file."""

    def lines(self) -> Lines:
        """Yield the file, line by line."""
        yield from self.text.splitlines()


class AllExamplesDocument(Document):
    """All examples."""

    examples: list[ExampleDocument]

    def lines(self) -> Lines:
        """Yield each name with its title."""
        widest = max(len(each.name) for each in self.examples)
        for each in self.examples:
            yield f"{each.name:{widest}}  {each.title}"


class ExampleAnswer(RootModel[ExampleDocument | AllExamplesDocument]):
    """`litslab example`: one, or all."""
