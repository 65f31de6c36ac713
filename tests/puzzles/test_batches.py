"""The loop behind generated puzzles and studies, with numbers for tasks and words for results."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Self

import pytest

from litslab.jobs.progress import Progress, ignore_progress
from litslab.puzzles.batches import Tally, run_batch

WORDS = {1: "one", 2: "two", 3: "one", 4: "", 5: "five"}
"""The result of each task; 3 is a duplicate of 1, and 4 finds nothing."""


@dataclass(frozen=True)
class Word:
    text: str
    rejected: dict[str, int] = field(default_factory=dict)
    existing: bool = False

    @property
    def found(self) -> bool:
        return bool(self.text)


@dataclass
class Shelf:
    """A folder in memory."""

    known: dict[int, Word] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    is_open: bool = False

    def __enter__(self) -> Self:
        self.is_open = True
        return self

    def __exit__(self, *_: object) -> None:
        self.is_open = False

    def load(self, task: int) -> Word | None:
        assert self.is_open
        return self.known.get(task)

    def add(self, generated: Word) -> None:
        assert self.is_open
        self.added.append(generated.text)


def search(number: int) -> Word:
    return Word(WORDS[number], {"short": number})


def another(word: Word, seen: frozenset[Hashable], tally: Tally) -> Word:
    tally.reject({"again": 1})
    return Word(f"{word.text} after {', '.join(sorted(map(str, seen)))}")


def batch(
    count: int,
    shelf: Shelf | None = None,
    workers: int = 1,
    told: list[Progress] | None = None,
) -> list[Word]:
    made = run_batch(
        search,
        int,
        count,
        key=lambda word: word.text,
        replace=another,
        folder=shelf,
        workers=workers,
        progress=ignore_progress if told is None else told.append,
    )
    return list(made)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order_and_duplicates_are_replaced(workers: int) -> None:
    assert [word.text for word in batch(5, workers=workers)] == [
        "one",
        "two",
        "one after one, two",
        "",
        "five",
    ]


def test_what_was_kept_is_not_searched_for_and_what_is_found_is_kept() -> None:
    shelf = Shelf({1: Word("five", existing=True), 9: Word("nine", existing=True)})
    assert [word.text for word in batch(5, shelf)] == [
        "five",
        "two",
        "one",
        "",
        "five after five, one, two",
    ]
    assert (shelf.added, shelf.is_open) == (["two", "one", "five after five, one, two"], False)


def test_progress_counts_results_and_rejected_candidates() -> None:
    told: list[Progress] = []
    batch(4, told=told)
    assert told[-1] == Progress(3, 4, "rejected: short (10), again (1)")
    assert [each.done for each in told] == [0, 1, 1, 2, 2, 2, 3, 3, 3]


def test_the_folder_is_closed_where_nobody_wants_more() -> None:
    shelf = Shelf()
    made = run_batch(search, int, 5, key=lambda word: word.text, replace=another, folder=shelf)
    opened = [(next(made).text, shelf.is_open)]
    made.close()
    assert (opened, shelf.is_open, shelf.added) == ([("one", True)], False, ["one"])
