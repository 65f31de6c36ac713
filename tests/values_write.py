"""Write positions of every game with their exact values to `tests/values/`, with which every engine is compared.

Run with ``make values``, after a change of the rules or of the text of positions that is meant. The reference search
finds a value; full minimax finds it again without pruning, or the kernel where that takes too long. Nothing is written
unless both agree.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path

from benchmarks.endgame import after, half_board
from litslab.games import GAMES, Position, create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.double_games import TailitsTaijiPosition
from litslab.games.record import Record, dumps, loads
from litslab.solver.endgame.result import Limit, LimitReachedError
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.reference import Search
from tests.games.cases import CASES, Case
from tests.games.mirroring import Mirroring
from tests.games.playing import play_at_random
from tests.solver.engines.test_reference import CASES as SOLVED_CASES

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
        data = json.loads(line)
        position = loads(data.pop("record"), constructed=True).position()
        return cls(position=position, **data)


@cache
def exact_values(game: str) -> tuple[ExactValue, ...]:
    """Return the corpus of a game."""
    return tuple(map(ExactValue.of_line, (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()))


@dataclass
class Minimax:
    """Full minimax that values each position once: without pruning, bounds or an order of moves."""

    budget: int = 100_000
    values: dict[Position, int] = field(default_factory=dict)

    def value(self, position: Position) -> int:
        """Return the value; `LimitReachedError` if that takes more positions than the budget."""
        known = self.values.get(position)
        if known is not None:
            return known
        if len(self.values) >= self.budget:
            raise LimitReachedError
        values = [self.value(position.play(move)) for move in position.choices()]
        best = (max(values) if position.to_move == 0 else min(values)) if values else position.outcome().value
        self.values[position] = best
        return best


def either_side_to_move(positions: Iterable[Position]) -> Iterator[Position]:
    """Yield each position as it is, with the other side to move, and with the half point on the other side."""
    for position in positions:
        yield position
        yield position.with_to_move(1 - position.to_move)
        if isinstance(position, TailitsTaijiPosition) and position.second_phase:
            yield position.with_half_point(1 - position.last_placer)


def early_endgames(case: Case, seeds: Iterable[int], nodes: int = 1500, most: int = 2) -> Iterator[Position]:
    """Yield the earliest positions of random games that the reference values within a number of nodes, both ways."""
    for seed in seeds:
        _, positions = play_at_random(case.rules(), random.Random(seed), passes=False)
        search, reached = Search(Limit(nodes=nodes)), []
        for position in reversed(positions):
            try:
                search.value(position)
            except LimitReachedError:
                break
            reached.append(position)
        yield from either_side_to_move(reached[-most:])


TAILITS = tuple(
    {"colouring": colouring, "scoring": scoring, "flips": flips}
    for colouring, scoring, flips in product(("fixed", "free", "each-once"), ("largest", "second"), (True, False))
)

SECOND_PHASES = tuple(
    Case("tailits+taiji", {"size": size, "groups": groups, "scoring": scoring, "supply": supply, "colouring": "free"})
    for size, groups, scoring, supply in (
        (5, 1, "largest", (1, 0, 0, 0)),
        (5, 2, "second", (0, 1, 0, 1)),
        (5, 3, "largest", (6, 6, 6, 6)),
        (7, 1, "second", (6, 6, 6, 6)),
        (7, 2, "largest", (2, 0, 1, 0)),
        (7, 3, "second", (0, 6, 0, 6)),
    )
)
"""Second phases of TAILITS+TAIJI with few and with many tetrominoes below."""

PREVENTED = (
    # A move may take the last piece,
    ("X.XOXO OO.OXX OXOO.X .OO.X. XOXXX. .XO.XO", (1, 1, 2, 1), (14, 258)),
    # or fill a block of three pieces.
    ("O.OOXX .XO.O. XO...X .OX.O. OXXXXX X..X.O", (5, 1, 5, 1), (237,)),
)
"""Boards, supplies and placements of Battle of LITS where a move prevents an answer that a bound counts on."""

OWN_IMAGES = ((1, 3, 926), (1, 3, 1029), (2, 1, 500), (2, 2, 1244), (2, 3, 479), (3, 2, 1102))
"""Groups, symmetries and seeds of mirrored TAIJI that is no tie: one of a thousand symmetric positions."""


def endgames() -> Iterator[Position]:
    """Endgames of random games on every board."""
    for case in (*CASES, *SOLVED_CASES):
        yield from early_endgames(case, range(4))


def whole_boards() -> Iterator[Position]:
    """Whole boards of TAILITS: the first pieces are looked up under the symmetries, also where sets are narrow."""
    for options in TAILITS:
        yield create("tailits", size=5, **options).start()


def narrow_sets() -> Iterator[Position]:
    """TAILITS with up to 100 bodies left: several widths of the kernel's sets are used."""
    for options in TAILITS:
        yield from either_side_to_move(after(create("tailits", size=7, **options), 4, seed) for seed in range(2))


def larger_battles() -> Iterator[Position]:
    """Battles with so many placements left that groups are merged and replies refute moves."""
    for seed in range(6):
        yield after(half_board(7, seed), 3, seed)


def battles_with_answers() -> Iterator[Position]:
    """Battles that would reveal a mistake in the gain of a reply, or in the moves that prevent it."""
    for seed in (0, 9, 10, 23):
        yield after(half_board(6, seed), 1, seed)
    for symbols, supply, placed in PREVENTED:
        position: Position = BattleOfLits(size=6, symbols=tuple(symbols.split()), supply=supply).start()
        for index in placed:
            position = position.place(index)
        yield position


def second_phases() -> Iterator[Position]:
    """Second phases of TAILITS+TAIJI on levels of all patterns."""
    for case in SECOND_PHASES:
        yield from early_endgames(case, range(300, 306), nodes=500, most=3)


def forced_placements() -> Iterator[Position]:
    """Late positions of Wythe, full of pairs of stacks that are sure to be covered."""
    for size in (3, 4, 5):
        yield from early_endgames(Case("wythe", {"size": size}), range(200, 225), nodes=600, most=3)


def mirrored_positions(groups: int, symmetry: int, seed: int, mistakes: float = 0.0) -> Iterator[Position]:
    """Positions with 10 to 20 placements left of a game of TAIJI that one side mirrors."""
    positions = Mirroring(create("taiji", size=6, groups=groups), symmetry).positions(random.Random(seed), mistakes)
    yield from either_side_to_move(each for each in positions if 10 <= each.legal.bit_count() <= 20)


def mirrored() -> Iterator[Position]:
    """Positions of TAIJI in which one side has mirrored the other, or has nearly."""
    for groups, mistakes, symmetry, seed in product((1, 2, 3), (0.0, 0.3), range(1, 8), range(4)):
        yield from mirrored_positions(groups, symmetry, seed, mistakes)


def own_images() -> Iterator[Position]:
    """Symmetric positions of TAIJI where a placement is its own image: mirroring proves no tie."""
    for groups, symmetry, seed in OWN_IMAGES:
        yield from mirrored_positions(groups, symmetry, seed)


FAMILIES: tuple[Callable[[], Iterator[Position]], ...] = (
    endgames, whole_boards, narrow_sets, larger_battles, battles_with_answers, second_phases, forced_placements,
    mirrored, own_images,
)  # fmt: skip


def check(found: ExactValue) -> ExactValue:
    """Find a value a second way, and return it with the name of that way."""
    try:
        second, way = Minimax().value(found.position), "minimax"
    except LimitReachedError:
        second, way = KernelOracle(rules=found.position.rules).value(found.position), "kernel"
    if second != found.value:
        raise SystemExit(f"the reference says {found.value}, {way} {second}:\n{found.line()}")
    return replace(found, checked_by=way)


def corpus() -> Iterator[ExactValue]:
    """Yield every position that is not finished once, with its value."""
    seen = set()
    for family in FAMILIES:
        for position in family():
            text = dumps(Record(position.rules, setup=position))
            if text in seen or position.is_over:
                continue
            seen.add(text)
            search = Search()
            value = search.value(position)
            yield check(ExactValue(family.__name__.replace("_", " "), position, value, search.nodes, ""))


def main() -> None:
    """Write the files of all games."""
    lines: dict[str, list[str]] = {name: [] for name in GAMES}
    for found in corpus():
        lines[found.position.rules.name].append(found.line())
    for name, each in lines.items():
        (FOLDER / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in each), encoding="utf-8")
        print(f"{name}: {len(each)} values", file=sys.stderr)


if __name__ == "__main__":
    main()
