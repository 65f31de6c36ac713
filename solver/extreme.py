"""Extreme finished positions: the fewest or the most pieces, the largest margin for either side."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.battle_of_lits import BattleOfLits
from games.errors import OptionError
from games.geometry import mask_of, nth_bit
from games.placements import Placement
from games.position import Position, Rules
from games.taiji import Taiji
from games.tailits import Tailits
from solver import beam
from solver.apart import run_apart
from solver.binomial_trees import bound
from solver.maximal import check_game

if TYPE_CHECKING:
    from solver.cpsat import Found, Optimum, Settings

PLAYOUTS = 40
"""Random games of which the best end is where the solver starts."""

AIMS = ("pieces", "margin")
"""What can be made large or small."""


@dataclass(frozen=True)
class Question:
    """Which finished position is wanted.

    Attributes
    ----------
    rules : Rules
        A game of one phase.
    aim : str
        One of `AIMS`; the margin is the first side's, and only Battle of LITS has it here.
    maximise : bool
        Whether the largest is wanted.
    """

    rules: Rules
    aim: str
    maximise: bool

    def __post_init__(self) -> None:
        """Check that there is such a question.

        Raises
        ------
        OptionError
            If there is not.
        """
        check_game(self.rules)
        if self.aim not in AIMS:
            raise OptionError(f"aim {self.aim!r}: expected {' or '.join(AIMS)}")
        if self.aim == "margin" and not isinstance(self.rules, BattleOfLits):
            raise OptionError(f"aim 'margin' of {self.rules.name}: expected battle-of-lits, the game with a board")


def starts(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Yield finished positions to start from: one with few tetrominoes, and the ends of random games."""
    if isinstance(rules, BattleOfLits | Tailits):
        yield rules.from_placements(rules.table.of(beam.search(rules.start().layout, long=False).placed))
    for _ in range(PLAYOUTS):
        position = rules.start()
        while not position.is_over:
            position = position.place(nth_bit(position.legal, rng.randrange(position.legal.bit_count())))
        yield position


def solve_here(question: Question, settings: Settings, send: Callable[[Found], None]) -> Optimum:
    """Answer a question in this process, which can then not be interrupted; see `solve`."""
    from solver.cpsat import optimise  # noqa: PLC0415 - OR-Tools takes long to import
    from solver.rules_model.connectivity import DEFAULT  # noqa: PLC0415
    from solver.rules_model.games import final_positions, is_connected_game  # noqa: PLC0415
    from solver.rules_model.scores import margin_of_symbols, most_tetrominoes, pieces  # noqa: PLC0415

    started = time.monotonic()
    rules = question.rules
    if question.aim == "pieces" and question.maximise and isinstance(rules, BattleOfLits | Tailits):
        return _most_tetrominoes(rules, settings, send)
    # Where the most pieces are wanted, nothing more fits anyway; colours do not count.
    variables = final_positions(rules, maximal=question.aim != "pieces" or not question.maximise, colours=False)
    if question.aim == "margin":
        assert isinstance(rules, BattleOfLits)
        objective = margin_of_symbols(variables, rules.marks)
    elif isinstance(rules, BattleOfLits | Tailits):
        objective = pieces(variables, most_tetrominoes(rules.table))
    else:
        objective = pieces(variables, rules.board.size // 2 if isinstance(rules, Taiji) else bound(rules.board))

    def worth(position: Position) -> int:
        value = position.placed.bit_count() if question.aim == "pieces" else position.outcome().margin
        return value if question.maximise else -value

    best = max(starts(rules, random.Random(settings.seed)), key=worth)
    hinted = _plain(rules, best.placed) if isinstance(rules, Taiji) else best.placed
    for index, variable in enumerate(variables.placed):
        variables.model.add_hint(variable, bool(hinted >> index & 1))
    left = None if settings.seconds is None else settings.seconds - (time.monotonic() - started)
    return optimise(
        variables,
        objective,
        maximise=question.maximise,
        connected=DEFAULT if is_connected_game(rules) else None,
        settings=replace(settings, seconds=left),
        report=send,
    )


def _most_tetrominoes(rules: BattleOfLits | Tailits, settings: Settings, send: Callable[[Found], None]) -> Optimum:
    """Find the most tetrominoes: CP-SAT is only asked for more than a beam search finds, which is soon refuted."""
    from solver.cpsat import Found, Optimum, Status, optimise  # noqa: PLC0415 - OR-Tools takes long to import
    from solver.rules_model.connectivity import DEFAULT  # noqa: PLC0415
    from solver.rules_model.games import final_positions  # noqa: PLC0415
    from solver.rules_model.scores import most_tetrominoes, pieces  # noqa: PLC0415
    from solver.rules_model.tetrominoes import strip_cuts  # noqa: PLC0415

    started = time.monotonic()
    most = most_tetrominoes(rules.table)
    long = beam.search(rules.start().layout, long=True).placed
    known = Found(long.bit_count(), most, tuple(rules.table.of(long)))
    send(known)
    if known.objective >= most:
        return Optimum(Status.OPTIMAL, known, known.objective, time.monotonic() - started, 0)
    # Nothing more fits on a board with the most pieces, so the model need not say so.
    variables = final_positions(rules, maximal=False, colours=False)
    strip_cuts(variables, known.objective + 1)
    left = None if settings.seconds is None else settings.seconds - (time.monotonic() - started)
    more = optimise(
        variables,
        pieces(variables, most, least=known.objective + 1),
        maximise=True,
        connected=DEFAULT,
        settings=replace(settings, seconds=left),
        report=send,
    )
    seconds = time.monotonic() - started
    if more.status is Status.IMPOSSIBLE:
        return Optimum(Status.OPTIMAL, known, known.objective, seconds, more.rounds)
    if more.best is None:
        return Optimum(Status.FEASIBLE, known, most if more.bound is None else more.bound, seconds, more.rounds)
    return replace(more, seconds=seconds)


def _plain(rules: Rules, placed: int) -> int:
    """Return a packing with the first colouring of each piece."""
    first: dict[int, Placement] = {}
    for placement in rules.table:
        first.setdefault(placement.mask, placement)
    return mask_of(first[placement.mask].index for placement in rules.table.of(placed))


def solve(question: Question, settings: Settings, report: Callable[[Found], None] | None = None) -> Optimum:
    """Answer a question in a process of its own; Ctrl-C ends it and keeps the best position so far.

    Parameters
    ----------
    question : Question
        What is wanted.
    settings : Settings
        Time, workers and seed.
    report : callable, optional
        Told of each better position.
    """
    from solver.cpsat import Optimum, Status  # noqa: PLC0415

    started = time.monotonic()
    best: Found | None = None
    with closing(run_apart(solve_here, question, settings)) as events:
        try:
            while True:
                best = next(events)
                if report is not None and best is not None:
                    report(best)
        except StopIteration as stopped:
            answer: Optimum = stopped.value
            return answer
        except KeyboardInterrupt:
            status = Status.UNKNOWN if best is None else Status.FEASIBLE
            bound = None if best is None else best.bound
            return Optimum(status, best, bound, time.monotonic() - started, 0)
