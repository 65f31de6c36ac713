"""Play one seeded game of every kind move by move, and write what each position is to `tests/playthroughs/`.

Run with ``make playthroughs`` from the top of the repository. The files are golden: a change of theirs is a change of
the rules, of the notation or of a value, and has to be meant. They do not depend on the order in which the code keeps
placements, nor on how its search is built.
"""

from __future__ import annotations

import hashlib
import random
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

from litslab.games import PASS, SWAP, Move, Position
from litslab.games.notation import format_move
from litslab.games.pieces import DrawnPiece
from litslab.solver.engines.registry import make_oracle
from tests.games.cases import PIECES, Case, symbols

FOLDER = Path(__file__).parent / "playthroughs"

FEW_MOVES = 40
"""Up to this many legal moves are listed; of more there is only their digest."""

FEW_POSITIONS = 1500
"""Values are given of the positions from which no more than this many others can be reached."""


@dataclass(frozen=True)
class Playthrough:
    """One game to its end.

    Attributes
    ----------
    file : str
        The name of its file, without the suffix.
    case : Case
        The game and its options.
    seed : int
        The random seed of the moves.
    swap : bool
        Whether the swap is taken, where the game has one.
    passes : int
        How often the players pass when nothing fits any more (Wythe).
    """

    file: str
    case: Case
    seed: int = 1
    swap: bool = False
    passes: int = 0

    @property
    def path(self) -> Path:
        """The file of its text."""
        return FOLDER / f"{self.file}.txt"

    def plies(self) -> list[tuple[Position, Move | None]]:
        """Return each position and the move made there; none at the end."""
        rng = random.Random(self.seed)
        position = self.case.rules().start()
        found: list[tuple[Position, Move | None]] = []
        while not position.is_over:
            move = self._choose(position, rng)
            found.append((position, move))
            position = position.play(move)
        for _ in range(self.passes):
            found.append((position, PASS))
            position = position.play(PASS)
        return [*found, (position, None)]

    def _choose(self, position: Position, rng: random.Random) -> Move:
        """Choose by the moves' texts, which stay the same whatever numbers the placements have."""
        if self.swap and position.can_swap:
            return SWAP
        placements = (move for move in position.legal_moves() if move is not SWAP)
        return rng.choice(sorted(placements, key=lambda move: format_move(move, position.rules)))

    def text(self) -> str:
        """Return the text of the file."""
        plies = self.plies()
        values = self._values(plies)
        blocks = (
            self._block(number, *ply, value) for number, (ply, value) in enumerate(zip(plies, values, strict=True))
        )
        return "\n\n".join(map("\n".join, (self._header(), *blocks))) + "\n"

    def _header(self) -> Iterator[str]:
        rules = self.case.rules()
        yield f"game: {rules.name}"
        for option in rules.options():
            yield f"{option.name}: {_option_text(getattr(rules, option.name))}"
        yield f"seed: {self.seed}"

    @staticmethod
    def _values(plies: list[tuple[Position, Move | None]]) -> list[int | None]:
        """Return the exact value of each position near the end, by the reference search."""
        values: list[int | None] = [None] * len(plies)
        oracle = make_oracle(plies[0][0].rules, engine="reference")
        for number in reversed(range(len(plies))):
            position = plies[number][0]
            if not reaches_few(position):
                break
            values[number] = oracle.value(position)
        return values

    @staticmethod
    def _block(number: int, position: Position, move: Move | None, value: int | None) -> Iterator[str]:
        rules = position.rules
        legal = sorted(format_move(each, rules) for each in position.legal_moves())
        first, second = position.scores()
        yield f"ply {number}"
        yield str(position)
        yield f"to move: {position.side}"
        yield f"scores: {rules.sides[0]} {first}, {rules.sides[1]} {second}"
        digest = hashlib.sha256("\n".join(legal).encode()).hexdigest()[:16]
        yield f"legal moves: {len(legal)}, digest {digest}"
        if legal and len(legal) <= FEW_MOVES:
            yield textwrap.fill(
                " ".join(legal), 100, initial_indent="  ", subsequent_indent="  ",
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
        if value is not None:
            yield f"value: {value}"
        if move is None:
            yield f"outcome: {position.outcome()}"
        else:
            yield f"move: {format_move(move, rules)}"


def _option_text(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(_option_text(each) for each in value)
    if isinstance(value, DrawnPiece):
        return f"{value.count}×{'/'.join(value.drawing).replace(' ', '.')}"
    return {"None": "none", "True": "yes", "False": "no"}.get(str(value), str(value))


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
    place = "the header"
    for number, (old, new) in enumerate(zip_longest(kept.split("\n"), found.split("\n")), start=1):
        if old != new:
            shown = ["nothing" if line is None else repr(line) for line in (old, new)]
            return f"line {number}, {place}: the file has {shown[0]}, the game gives {shown[1]}"
        if old is not None and old.startswith("ply "):
            place = old
    return None


def _tailits(size: int, colouring: str, scoring: str, **options: Any) -> Case:
    return Case("tailits", {"size": size, "colouring": colouring, "scoring": scoring, **options})


TAILITS = tuple(
    Playthrough(f"tailits-5-{colouring}-{scoring}", _tailits(5, colouring, scoring), seed)
    for seed, (colouring, scoring) in enumerate(product(("fixed", "free", "each-once"), ("largest", "second")), start=1)
)

PLAYTHROUGHS: tuple[Playthrough, ...] = (
    Playthrough("taiji-3", Case("taiji", {"size": 3, "groups": 1})),
    Playthrough("taiji-5-two-groups", Case("taiji", {"size": 5, "groups": 2})),
    Playthrough("taiji-7", Case("taiji", {"size": 7})),
    Playthrough("battle-of-lits-4", Case("battle-of-lits", {"size": 4, "symbols": symbols(4, 4)})),
    Playthrough("battle-of-lits-6-swap", Case("battle-of-lits", {"size": 6, "symbols": symbols(6, 6)}), swap=True),
    Playthrough("battle-of-lits-7x3", Case("battle-of-lits", {"size": 7, "rows": 3, "symbols": symbols(7, 3)})),
    Playthrough(
        "battle-of-lits-7-few-pieces-swap",
        Case("battle-of-lits", {"size": 7, "supply": (1, 2, 0, 2), "symbols": symbols(7, 7)}),
        swap=True,
    ),
    *TAILITS,
    Playthrough("tailits-5-fixed-no-flips", _tailits(5, "fixed", "largest", flips=False)),
    Playthrough("tailits-7-fixed", _tailits(7, "fixed", "largest")),
    Playthrough("tailits-7-each-once-second", _tailits(7, "each-once", "second", flips=False)),
    Playthrough("tailits-7-pieces", _tailits(7, "pieces", "largest", pieces=PIECES)),
    Playthrough("wythe-3", Case("wythe", {"size": 3})),
    Playthrough("wythe-4-swap", Case("wythe", {"size": 4}), swap=True),
    Playthrough("wythe-5-swap-passes", Case("wythe", {"size": 5}), swap=True, passes=2),
    Playthrough("tailits+taiji-5", Case("tailits+taiji", {"size": 5, "groups": 2})),
    Playthrough(
        "tailits+taiji-5-free-second",
        Case("tailits+taiji", {"size": 5, "groups": 1, "colouring": "free", "scoring": "second"}),
    ),
    Playthrough("tailits+taiji-7-each-once", Case("tailits+taiji", {"size": 7, "colouring": "each-once"})),
    Playthrough("taiji+battle-of-lits-4", Case("taiji+battle-of-lits", {"size": 4, "groups": 2})),
    Playthrough("taiji+battle-of-lits-5-swap", Case("taiji+battle-of-lits", {"size": 5, "groups": 1}), swap=True),
    Playthrough("taiji+battle-of-lits-7", Case("taiji+battle-of-lits", {"size": 7})),
    Playthrough("taiji-9", Case("taiji")),
    Playthrough("battle-of-lits-10-swap", Case("battle-of-lits", {"size": 10, "symbols": symbols(10, 10)}), swap=True),
    Playthrough("tailits-11", Case("tailits")),
    Playthrough("wythe-8-passes", Case("wythe"), passes=1),
)
"""Every game and option, on small and medium boards, and the four plain games on a published one."""


def main() -> None:
    """Write all files, and say which have changed."""
    for playthrough in PLAYTHROUGHS:
        text = playthrough.text()
        before = playthrough.path.read_text(encoding="utf-8") if playthrough.path.exists() else ""
        playthrough.path.write_text(text, encoding="utf-8")
        print(f"{playthrough.file}: {first_difference(before, text) or 'unchanged'}")


if __name__ == "__main__":
    main()
