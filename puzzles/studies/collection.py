"""The endgame studies that come with litslab, each with a number that never changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from litslab.games.record import Record
from litslab.games.record_toml import loads
from litslab.puzzles.daily import in_daily_order, of_the_day
from litslab.puzzles.lits.collection import numbered

STUDIES_FOLDER = "studies"


@dataclass(frozen=True)
class CollectedStudy:
    """An endgame study of the collection.

    Attributes
    ----------
    number : int
        Its number, from 1, which stays the same in later versions.
    text : str
        Its record, as TOML.
    record : Record
        The record, which claims that one move wins.
    """

    number: int
    text: str
    record: Record


@cache
def study_collection() -> tuple[CollectedStudy, ...]:
    """Return the studies that come with litslab, by number.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.study_collection()[0].record.rules.title
    'Battle of LITS'
    """
    paths = sorted(
        files("litslab.puzzles").joinpath("collection", STUDIES_FOLDER).iterdir(),
        key=lambda path: path.name,
    )
    texts = [path.read_text(encoding="utf-8") for path in paths if path.name.endswith(".toml")]
    return tuple(
        CollectedStudy(number, text, loads(text)) for number, text in enumerate(texts, start=1)
    )


def study(number: int) -> CollectedStudy:
    """Return the study with a number.

    Raises
    ------
    PuzzleError
        If there is none.
    """
    return numbered(study_collection(), number, "study")


def study_of_the_day(day: date) -> CollectedStudy:
    """Return the study of a day: the same for everybody, and another one on the next day.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.study_of_the_day(date(2026, 11, 25)).record.rules.title
    'Wythe'
    """
    return of_the_day(daily_studies(), day)


def daily_studies() -> tuple[CollectedStudy, ...]:
    """Return the studies in the order in which they take turns as that of the day."""
    return in_daily_order({f"study {each.number}": each for each in study_collection()})
