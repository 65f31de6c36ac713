"""Answers about the puzzles, studies and examples that come with litslab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from litslab.app.documents.studies import Studies, Study
from litslab.games.result_json import extended
from litslab.puzzles.examples import Example
from litslab.puzzles.lits import collection
from litslab.puzzles.lits.collection import CollectedPuzzle, Pack
from litslab.puzzles.studies.collection import daily_studies, study_collection


@dataclass(frozen=True, eq=False, kw_only=True)
class CountedPack(Pack):
    """A part of the collection."""

    count: int
    """The number of its puzzles below."""


@dataclass(frozen=True, eq=False)
class PuzzleCollection:
    """Puzzles of the collection, by number."""

    licence: str
    packs: list[CountedPack]
    """The packs of the puzzles."""
    puzzles: tuple[CollectedPuzzle, ...]

    @classmethod
    def of(cls, puzzles: Sequence[CollectedPuzzle]) -> Self:
        """Describe puzzles and their packs."""
        counts = Counter(each.pack for each in puzzles)
        packs = [
            extended(CountedPack, each, count=counts[each.name])
            for each in collection.packs()
            if each.name in counts
        ]
        return cls(collection.LICENCE, packs, tuple(puzzles))


@dataclass(frozen=True, eq=False)
class Collection:
    """All puzzles and studies that come with litslab, in the form that the page reads."""

    puzzles: PuzzleCollection
    studies: list[Study]
    daily_puzzles: dict[int, list[int]]
    """For each level the numbers of the puzzles that take turns as the puzzle of the day. Day 1 is
    0001-01-01 of the Gregorian calendar. The puzzle of day n has the index n modulo the length of
    the list, from 0."""
    daily_studies: list[int]
    """The numbers of the studies, which take turns in the same way."""

    @classmethod
    def made(cls) -> Self:
        """Describe the collection."""
        by_level = {
            level: [each.number for each in collection.daily_puzzles(level)]
            for level in collection.LEVELS
        }
        return cls(
            PuzzleCollection.of(collection.collection()),
            Studies.of(study_collection()).studies,
            by_level,
            [each.number for each in daily_studies()],
        )


@dataclass(frozen=True, eq=False)
class Examples:
    """All examples."""

    examples: list[Example]


ExampleAnswer = Example | Examples
"""`litslab example`: one, or all."""
