"""The text of the puzzles and examples that come with litslab."""

from __future__ import annotations

from collections.abc import Sequence

from litslab.app.text.parts import Lines
from litslab.games.language import tr
from litslab.puzzles.examples import Example
from litslab.puzzles.lits.collection import LICENCE, CollectedPuzzle, packs

_LONGEST_TEXT = 36


def puzzles_text(puzzles: Sequence[CollectedPuzzle], *, whole: bool) -> Lines:
    """Yield the packs, each with its puzzles unless these are the `whole` collection."""
    if not puzzles:
        yield "no puzzle of the collection is like that"
    for pack in packs():
        own = [each for each in puzzles if each.pack == pack.name]
        if not own:
            continue
        yield f"{pack.name:<14}{len(own):>4}  {tr(pack.about)}"
        if not whole:
            yield from map(_puzzle_line, own)
    if whole:
        yield f"{len(puzzles)} puzzles, free to copy ({LICENCE})"
        yield "--pack NAME lists a pack; litslab puzzle show collection/1 draws a puzzle"


def _puzzle_line(each: CollectedPuzzle) -> str:
    text = each.text if len(each.text) <= _LONGEST_TEXT else f"{each.text[: _LONGEST_TEXT - 1]}…"
    size = f"{each.columns}×{each.rows}"
    return f"  {each.number:>4}  {size:<6} level {each.level}  score {each.score:>7.1f}  {text}"


def examples_text(examples: Sequence[Example]) -> Lines:
    """Yield each name with its title."""
    widest = max(len(each.name) for each in examples)
    for each in examples:
        yield f"{each.name:{widest}}  {each.title}"
