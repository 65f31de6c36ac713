"""Count positions in two different ways, and write the counts to `tests/perft/` if both agree.

Run with ``python -m tests.perft_write`` from the top of the repository. The first way plays (`games.perft`); the
second counts sets of placements without playing, but for Wythe, which the checker of the rule texts plays out.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from litslab.games.perft import perft
from tests.games.cases import Case
from tests.rules_text import (
    BattleChecker,
    Put,
    Square,
    TaijiBattleChecker,
    TaijiChecker,
    TailitsChecker,
    TailitsTaijiChecker,
    TetrominoRules,
    WytheChecker,
    all_squares,
    sets_of_dominoes,
    sets_of_tetrominoes,
)

FOLDER = Path(__file__).parent / "perft"

TAILITS_BOARDS: tuple[tuple[str, dict[str, Any], int], ...] = tuple(
    (
        f"tailits-{size}x{size}-{colouring}{'' if flips else '-no-flips'}",
        {"size": size, "colouring": colouring, "flips": flips},
        depth,
    )
    for size, depths in ((3, (1, 1, 1)), (5, (4, 2, 2)))
    for colouring, depth in zip(("fixed", "free", "each-once"), depths, strict=True)
    for flips in (True, False)
)

BOARDS: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("taiji-2x2", "taiji", {"size": 2, "groups": 1}, 2),
    ("taiji-3x3", "taiji", {"size": 3, "groups": 1}, 4),
    ("taiji-4x4", "taiji", {"size": 4, "groups": 1}, 4),
    ("battle-of-lits-4x4", "battle-of-lits", {"size": 4}, 3),
    ("battle-of-lits-4x4-one-of-each", "battle-of-lits", {"size": 4, "supply": [1, 1, 1, 1]}, 3),
    ("battle-of-lits-3x5", "battle-of-lits", {"size": 3, "rows": 5}, 3),
    ("battle-of-lits-7x2", "battle-of-lits", {"size": 7, "rows": 2}, 2),
    ("battle-of-lits-5x5", "battle-of-lits", {"size": 5}, 3),
    *((name, "tailits", options, depth) for name, options, depth in TAILITS_BOARDS),
    (
        "tailits-5x5-each-once-l-and-i",
        "tailits",
        {"size": 5, "colouring": "each-once", "supply": [6, 6, 0, 0], "flips": False},
        3,
    ),
    ("tailits-5x5-fixed-one-of-each", "tailits", {"size": 5, "supply": [1, 1, 1, 1]}, 4),
    ("wythe-2x2", "wythe", {"size": 2}, 3),
    ("wythe-3x3", "wythe", {"size": 3}, 7),
    ("wythe-4x4", "wythe", {"size": 4}, 4),
    ("tailits+taiji-3x3", "tailits+taiji", {"size": 3, "groups": 1}, 4),
    ("tailits+taiji-3x3-free", "tailits+taiji", {"size": 3, "groups": 1, "colouring": "free"}, 4),
    ("taiji+battle-of-lits-3x3", "taiji+battle-of-lits", {"size": 3, "groups": 1}, 5),
    ("taiji+battle-of-lits-4x4", "taiji+battle-of-lits", {"size": 4, "groups": 1}, 4),
)
"""The name of the file, the game, its options and how many placements deep."""


class Counts(NamedTuple):
    """How many positions after 0, 1, … placements, and how many of these are final."""

    counts: list[int]
    final: list[int]


def by_playing(name: str, options: dict[str, Any], depth: int) -> Counts:
    """Breadth first over `Position.place`."""
    found = perft(_case(name, options).rules(), depth)
    return Counts(list(found.counts), list(found.final))


def by_sets(name: str, options: dict[str, Any], depth: int) -> Counts:
    """Count without playing, from the rule texts alone."""
    checker = _case(name, options).checker()
    counts: Counter[int] = Counter()
    final: Counter[int] = Counter()
    for pieces, positions, over in _tallies(checker, depth):
        counts[pieces] += positions
        final[pieces] += positions * over
    plies = range(depth + 1)
    return Counts([counts[ply] for ply in plies], [final[ply] for ply in plies])


def _case(name: str, options: dict[str, Any]) -> Case:
    return Case(name, {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()})


def _tallies(checker: object, depth: int) -> Iterator[tuple[int, int, bool]]:
    """Yield (number of placements, number of positions, whether these are final)."""
    match checker:
        case BattleChecker() | TailitsChecker():
            yield from _tetrominoes(checker.tetrominoes, depth)
        case TaijiChecker():
            yield from _taijitus(_squares(checker.conceivable))
        case TailitsTaijiChecker():
            yield from _tailits_taiji(checker, depth)
        case TaijiBattleChecker():
            yield from _taiji_battle(checker, depth)
        case WytheChecker():
            yield from _wythe(checker, depth)
        case _:
            raise TypeError(f"no way to count {checker}")


def _squares(puts: Iterable[Put]) -> set[Square]:
    return {square for put in puts for square in put.squares}


def _tetrominoes(rules: TetrominoRules, depth: int) -> Iterator[tuple[int, int, bool]]:
    for layout in sets_of_tetrominoes(rules, depth):
        yield layout.pieces, layout.colourings, layout.final


def _taijitus(squares: set[Square], ground: frozenset[Square] | None = None) -> Iterator[tuple[int, int, bool]]:
    """Each set of n dominoes can be coloured in 2ⁿ ways."""
    for (pieces, over), times in Counter(sets_of_dominoes(squares, ground)).items():
        yield pieces, times * 2**pieces, over


def _tailits_taiji(checker: TailitsTaijiChecker, depth: int) -> Iterator[tuple[int, int, bool]]:
    """Each finished layout of tetrominoes carries its own sets of taijitus."""
    size = checker.size
    for layout in sets_of_tetrominoes(checker.tailits.tetrominoes, depth):
        if not layout.final:
            yield layout.pieces, layout.colourings, False
            continue
        for pieces, positions, over in _taijitus(all_squares(size, size), layout.covered):
            yield layout.pieces + pieces, layout.colourings * positions, over


def _taiji_battle(checker: TaijiBattleChecker, depth: int) -> Iterator[tuple[int, int, bool]]:
    """What tetrominoes may lie does not depend on the taijitus under them."""
    above = list(sets_of_tetrominoes(checker.tetrominoes, depth))
    for below, positions, full in _taijitus(_squares(checker.taiji.conceivable)):
        if not full:
            yield below, positions, False
            continue
        for layout in above:
            yield below + layout.pieces, positions * layout.colourings, layout.final


def _wythe(checker: WytheChecker, depth: int) -> Iterator[tuple[int, int, bool]]:
    """Whether a piece may lie depends on what is under it: there is no way around playing, on the checker's board."""
    layer: set[frozenset[Put]] = {frozenset()}
    for ply in range(depth + 1):
        following: set[frozenset[Put]] = set()
        for puts in layer:
            checker.moves = [*sorted(puts, key=lambda put: put.level)]
            legal = checker.legal()
            yield ply, 1, not legal
            following |= {puts | {put} for put in legal}
        layer = following


def main() -> int:
    """Write all files whose two counts agree; the exit status says whether all did."""
    status = 0
    for name, game, options, depth in BOARDS:
        one, two = by_playing(game, options, depth), by_sets(game, options, depth)
        if one != two:
            sys.stderr.write(f"{name}: played {one}, counted {two}: not written\n")
            status = 1
            continue
        data = {"game": game, "options": options, "depth": depth, "counts": one.counts, "final": one.final}
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
        (FOLDER / f"{name}.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        sys.stdout.write(f"{name}: {one.counts}\n")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
