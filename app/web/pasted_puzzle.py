"""Errors about pasted puzzles in sentences; see `app.web.pasted`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from litslab.app.web.pasted import Kind, PastedError, elsewhere, kind_of, quoted
from litslab.games.language import together, tr
from litslab.puzzles.lits.formats import format_of
from litslab.puzzles.lits.puzzle import PuzzleError

EXAMPLE = "https://puzz.link/p?lits/4/4/9q02jg"
"""The example of a puzzle."""

_VARIANT = re.compile(r"https?://\S*[?&]V=([\w-]+)", re.IGNORECASE)
"""The address of a variant in the form of Kudamono."""

_TEXTS = frozenset({"grid", "url", "task"})
"""The formats that any text may seem to have."""


@contextmanager
def pasted_puzzle(text: str) -> Iterator[None]:
    """Turn the error of a text that is no puzzle into sentences."""
    try:
        yield
    except PuzzleError as error:
        expected = tr(
            "Paste the link of a LITS puzzle, such as {example}, or a grid with a letter for the "
            "region of each square.",
            example=EXAMPLE,
        )
        raise PastedError(together([_told(text, error), expected])) from None


def _told(text: str, error: PuzzleError) -> str:
    """Return what a text is that is no puzzle."""
    kind = kind_of(text)
    if kind is Kind.PUZZLE_SITE:
        return tr(
            "An address of puzzle-lits.com does not hold the puzzle. Paste its task instead: "
            "the text after “var task =” in the source of the page (Ctrl-U in most browsers)."
        )
    if kind is Kind.LITS:
        return _unreadable_link(text)
    if kind in {Kind.ROWS, Kind.WORDS} and (format := format_of(text.strip())).name not in _TEXTS:
        return tr(
            "This puzzle in the format {format} is incomplete or damaged. Copy it again as a "
            "whole.",
            format=tr(format.title),
        )
    if kind is Kind.ROWS:
        return tr("The grid cannot be read: {error}.", error=error)
    if kind is Kind.WORDS:
        return tr("“{text}” is no puzzle.", text=quoted(text))
    return elsewhere(text, kind)


def _unreadable_link(text: str) -> str:
    """Return what is wrong with the link of a LITS puzzle."""
    variant = _VARIANT.search(text)
    if variant is not None:
        return tr(
            "This puzzle is of the variant {variant}, which litslab cannot read.",
            variant=variant[1],
        )
    return tr("This link of a LITS puzzle is incomplete or damaged. Copy it again as a whole.")
