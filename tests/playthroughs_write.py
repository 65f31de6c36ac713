"""Play the games of `tests/playthroughs/` move by move, and write what each position is below the
record of its game.

Run with ``make playthroughs`` from the top of the repository. The files are golden: a change of
theirs is a change of the rules, of the notation or of a value, and has to be meant. They do not
depend on the order in which the code keeps placements, nor on how its search is built. A new one
begins as the record of a game.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from litslab.games import Move, Position
from litslab.games.notation import format_move
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.solver.engines.registry import make_oracle

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))

FEW_MOVES = 40
"""Up to this many legal moves are listed; of more there is only their digest."""

FEW_POSITIONS = 1500
"""Values are given of the positions from which no more than this many others can be reached."""

BEGIN = "\n\nply 0\n"


def record_of(path: Path) -> Record:
    """Return the game of a file."""
    return loads(path.read_text(encoding="utf-8").partition(BEGIN)[0], path.name)


def text_of(record: Record) -> str:
    """Return the text of a game's file."""
    values = _values(record)
    moves = (*record.moves, None)
    plies = enumerate(zip(record.positions, moves, values, strict=True))
    blocks = ("\n".join(_block(number, *ply)) for number, ply in plies)
    return "\n\n".join((dumps(record).rstrip(), *blocks)) + "\n"


def _values(record: Record) -> list[int | None]:
    """Return the exact value of each position near the end, by the reference search."""
    values: list[int | None] = [None] * len(record.positions)
    oracle = make_oracle(record.rules, engine="reference")
    for number in reversed(range(len(values))):
        position = record.positions[number]
        if not reaches_few(position):
            break
        values[number] = oracle.value(position)
    return values


def _block(number: int, position: Position, move: Move | None, value: int | None) -> Iterator[str]:
    rules = position.rules
    legal = sorted(format_move(each, rules) for each in position.legal_moves())
    first, second = position.scores()
    yield f"ply {number}"
    yield from position.text_rows()
    yield f"to move: {position.side}"
    yield f"scores: {rules.sides[0]} {first}, {rules.sides[1]} {second}"
    digest = hashlib.sha256("\n".join(legal).encode()).hexdigest()[:16]
    yield f"legal moves: {len(legal)}, digest {digest}"
    if legal and len(legal) <= FEW_MOVES:
        yield textwrap.fill(
            " ".join(legal),
            100,
            initial_indent="  ",
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    if value is not None:
        yield f"value: {value}"
    if move is None:
        yield f"outcome: {position.outcome()}"
    else:
        yield f"move: {format_move(move, rules)}"


def reaches_few(position: Position) -> bool:
    """Return whether no more than `FEW_POSITIONS` positions can be reached from here."""
    found = {position}
    waiting = [position]
    while waiting:
        current = waiting.pop()
        for move in current.choices():
            following = current.play_unchecked(move)
            if following not in found:
                if len(found) > FEW_POSITIONS:
                    return False
                found.add(following)
                waiting.append(following)
    return True


def first_difference(kept: str, found: str) -> str | None:
    """Say in which line two texts begin to differ, and at which ply; None if they are equal."""
    place = "the record"
    for number, (old, new) in enumerate(zip_longest(kept.split("\n"), found.split("\n")), start=1):
        if old != new:
            shown = ["nothing" if line is None else repr(line) for line in (old, new)]
            return f"line {number}, {place}: the file has {shown[0]}, the game gives {shown[1]}"
        if old is not None and old.startswith("ply "):
            place = old
    return None


def main() -> None:
    """Write all files, and say which have changed."""
    for path in FILES:
        text = text_of(record_of(path))
        before = path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        print(f"{path.stem}: {first_difference(before, text) or 'unchanged'}")


if __name__ == "__main__":
    main()
