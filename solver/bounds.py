"""The best and the worst that can still come of a position, whoever moves how: proved by CP-SAT."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.battle_of_lits import BattleOfLits, BattleOfLitsPosition
from games.errors import OptionError
from games.placements import Placement
from games.position import Position
from solver.apart import run_apart

if TYPE_CHECKING:
    from solver.cpsat import Optimum, Settings


@dataclass(frozen=True)
class FinishBounds:
    """The margins, from the first side's view, between which every way to finish a position lies.

    Attributes
    ----------
    position : Position
        The question.
    worst, best : int or None
        What no finish undercuts, and what none exceeds; None where the limit came before any bound.
    worst_finish, best_finish : tuple of Placement or None
        Finished positions: with these margins where the bounds are tight, the furthest found elsewhere.
    tight : bool
        Whether both bounds are margins of finishes.
    seconds : float
        Wall-clock time.
    """

    position: Position
    worst: int | None
    best: int | None
    worst_finish: tuple[Placement, ...] | None
    best_finish: tuple[Placement, ...] | None
    tight: bool
    seconds: float

    @property
    def status(self) -> str:
        """The word that commands print: optimal, feasible where one bound at least is known, or undecided."""
        if self.tight:
            return "optimal"
        return "undecided" if self.worst is None and self.best is None else "feasible"

    @property
    def decided(self) -> int | None:
        """The side that wins however the game is finished; None where the margins alone do not tell."""
        if self.worst is not None and self.worst > 0:
            return 0
        return 1 if self.best is not None and self.best < 0 else None


def bound_here(
    rules: BattleOfLits, placed: int, settings: Settings, send: Callable[[tuple[bool, Optimum]], None]
) -> None:
    """Send the least and then the greatest margin over all finishes of a position; see `bounds`."""
    from solver.cpsat import optimise  # noqa: PLC0415 - OR-Tools takes long to import
    from solver.rules_model.connectivity import DEFAULT  # noqa: PLC0415
    from solver.rules_model.games import final_positions  # noqa: PLC0415
    from solver.rules_model.scores import margin_of_symbols  # noqa: PLC0415
    from solver.rules_model.tetrominoes import only  # noqa: PLC0415

    started = time.monotonic()
    position = rules.from_placements(rules.table.of(placed))
    assert isinstance(position, BattleOfLitsPosition)
    for maximise in (False, True):
        variables = final_positions(rules, position=position)
        only(variables, placed | position.layout.reachable)
        left = None
        if settings.seconds is not None:
            passed = time.monotonic() - started
            left = settings.seconds - passed if maximise else settings.seconds / 2 - passed
        found = optimise(
            variables,
            margin_of_symbols(variables, rules.marks),
            maximise=maximise,
            connected=DEFAULT,
            settings=replace(settings, seconds=left),
        )
        send((maximise, found))


def bounds(position: Position, settings: Settings) -> FinishBounds:
    """Return the least and the greatest final margin over all ways to finish a position.

    The sides need not play well, and whose turn it is does not matter: every finished position that contains this one
    can be reached, as every piece touches another and both sides may place every piece. CP-SAT runs in a process of
    its own; Ctrl-C ends it and keeps what was proved.

    Parameters
    ----------
    position : Position
        Of Battle of LITS.
    settings : Settings
        Time, of which each of the two questions gets half, workers and seed.

    Raises
    ------
    OptionError
        If it is another game.
    """
    if not isinstance(position, BattleOfLitsPosition):
        raise OptionError(f"bounds of {position.rules.name}: expected battle-of-lits")
    started = time.monotonic()
    known: dict[bool, Optimum] = {}
    with (
        closing(run_apart(bound_here, position.rules, position.placed, settings)) as events,
        suppress(KeyboardInterrupt),
    ):
        known.update(events)
    worst, best = known.get(False), known.get(True)
    tight = all(one is not None and one.best is not None and one.best.objective == one.bound for one in (worst, best))
    return FinishBounds(
        position,
        None if worst is None else worst.bound,
        None if best is None else best.bound,
        None if worst is None or worst.best is None else worst.best.placements,
        None if best is None or best.best is None else best.best.placements,
        tight=tight,
        seconds=time.monotonic() - started,
    )
