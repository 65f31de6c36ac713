"""Find the exact values of the positions in `tests/values/`, with which every engine is compared,
and write them there.

Run with ``make values``, after a change of the rules or of the text of positions that is meant. The
reference search finds a value; full minimax finds it again without pruning, or the kernel where
that takes too long. Nothing is written unless both agree. A new position is a line with its family
and record.

Families are endgames, with either side to move, of random games on every board; whole boards, where
the first pieces are looked up under the symmetries; narrow sets, for which the kernel has several
widths; larger battles, where groups are merged and replies refute moves; battles with answers,
which would reveal a mistake in the gain of a reply or in the moves that prevent it; second phases
on levels of all patterns; forced placements of Wythe, full of pairs of stacks that are sure to be
covered; mirrored games of TAIJI; and own images, where mirroring proves no tie.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from litslab.games import GAMES, Position
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.reference import Search

FOLDER = Path(__file__).parent / "values"


@dataclass(frozen=True)
class ExactValue:
    """A line of the corpus.

    Attributes
    ----------
    family : str
        The kind of position.
    position : Position
        The position.
    value : int
        Its exact value.
    nodes : int
        How many positions the reference search visited.
    checked_by : str
        The second way in which the value was found: ``minimax`` or ``kernel``.
    """

    family: str
    position: Position
    value: int
    nodes: int
    checked_by: str

    def line(self) -> str:
        """Return the value as a line of JSON."""
        data = {
            "family": self.family,
            "record": dumps(Record(self.position.rules, setup=self.position)),
            "value": self.value,
            "nodes": self.nodes,
            "checked_by": self.checked_by,
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def of_line(cls, line: str) -> ExactValue:
        """Read a line of JSON."""
        data = {"value": 0, "nodes": 0, "checked_by": ""} | json.loads(line)
        position = loads(data.pop("record"), constructed=True).position()
        return cls(position=position, **data)


@cache
def exact_values(game: str) -> tuple[ExactValue, ...]:
    """Return the corpus of a game."""
    return tuple(
        map(ExactValue.of_line, (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines())
    )


@dataclass
class Minimax:
    """Full minimax that values each position once: without pruning, bounds or an order of moves."""

    budget: int = 100_000
    values: dict[Position, int] = field(default_factory=dict)

    def value(self, position: Position) -> int:
        """Return the value; `LimitReachedError` if that takes more positions than the budget."""
        if (known := self.values.get(position)) is not None:
            return known
        if len(self.values) >= self.budget:
            raise LimitReachedError
        values = [self.value(position.play(move)) for move in position.choices()]
        best = (
            (max(values) if position.to_move == 0 else min(values))
            if values
            else position.outcome().value
        )
        self.values[position] = best
        return best


def check(found: ExactValue) -> ExactValue:
    """Find a value a second way, and return it with the name of that way."""
    try:
        second = Minimax().value(found.position)
        way = "minimax"
    except LimitReachedError:
        second = KernelOracle(rules=found.position.rules).value(found.position)
        way = "kernel"
    if second != found.value:
        raise SystemExit(f"the reference says {found.value}, {way} {second}:\n{found.line()}")
    return replace(found, checked_by=way)


def main() -> None:
    """Write the files of all games."""
    for game in GAMES:
        lines = []
        for stored in exact_values(game):
            search = Search()
            value = search.value(stored.position)
            lines.append(check(replace(stored, value=value, nodes=search.nodes)).line())
        (FOLDER / f"{game}.jsonl").write_text(
            "".join(f"{line}\n" for line in lines), encoding="utf-8"
        )
        print(f"{game}: {len(lines)} values", file=sys.stderr)


if __name__ == "__main__":
    main()
