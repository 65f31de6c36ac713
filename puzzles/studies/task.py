"""One study of many to be generated, and the result of the search for it."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from litslab.games.geometry import bits
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.puzzles.studies.spec import StudySpec
from litslab.puzzles.studies.study import Proof


@dataclass(frozen=True)
class StudyTask:
    """One study of many: what is found depends on nothing else, unless the deadline comes first.

    Attributes
    ----------
    spec : StudySpec
        Specification of the study.
    seed : int
        The seed of all.
    number : int
        The number of the study among those of the seed, from 1.
    avoid : frozenset
        The canonical forms of the studies that are there already (`canonical`).
    deadline : float
        The `time.time` at which to give up.
    """

    spec: StudySpec
    seed: int
    number: int
    avoid: frozenset[Hashable] = frozenset()
    deadline: float = math.inf

    @property
    def name(self) -> str:
        """The name of the study: its game, plies, seed and number."""
        return f"{self.spec.rules.name}-{self.spec.plies}-plies-seed-{self.seed}-{self.number:04}"


@dataclass(frozen=True)
class GeneratedStudy:
    """Result of a search for a study.

    Attributes
    ----------
    task : StudyTask
        The task.
    record : Record or None
        The game up to the study, with its claim; None if none was found within the limit of time or
        games.
    proof : Proof or None
        The proof of the position; None also if the study was in the folder already.
    rejected : dict of str to int
        Number of candidates that were no studies, by reason.
    nodes : int
        Nodes that the exact engine visited.
    existing : bool
        Whether the study was in the folder already.
    """

    task: StudyTask
    record: Record | None
    proof: Proof | None = None
    rejected: dict[str, int] = field(default_factory=dict, hash=False)
    nodes: int = 0
    existing: bool = False

    def __repr__(self) -> str:
        found = "no study" if self.record is None else repr(self.record)
        return f"<{self.task.name}: {found}>"

    @property
    def found(self) -> bool:
        """True if there is a study."""
        return self.record is not None


def canonical(position: Position) -> tuple[Any, ...]:
    """Return what a position and its images under the board's symmetries have in common, and no
    other position has.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> start = create("taiji", size=3).start()
    >>> len({canonical(start.play(move)) for move in start.legal_moves()})
    4
    """
    rules = position.rules
    table = position.rules.table
    images = []
    for symmetry in rules.board.symmetries:
        placed = [table.image(table[index], symmetry.squares) for index in bits(position.placed)]
        if all(image is not None for image in placed):
            indices = tuple(sorted(image.index for image in placed if image is not None))
            images.append((tuple(symmetry.apply(mask) for mask in rules.symbol_squares), indices))
    return (min(images), position.to_move, position.swapped, position.half_point)
