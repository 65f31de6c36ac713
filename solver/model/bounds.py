"""Proved bounds, by CP-SAT, of the results that a position can still lead to."""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import computed_field

from litslab.games.geometry import bits
from litslab.games.language import tr
from litslab.games.move import SWAP
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.position_result import PositionResult
from litslab.games.random_play import random_end
from litslab.games.result_json import JsonPlacement, does_not_apply
from litslab.games.rules import Rules
from litslab.games.sources import AnyPosition, as_position
from litslab.jobs.child_object import run_in_child
from litslab.jobs.errors import ChildTimeoutError
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.model.optimum import Found
from litslab.solver.model.settings import Inspection, Settings
from litslab.solver.score import Score

PLAYOUTS = 40
"""The number of random games; the solver starts from the best end."""


@dataclass(frozen=True)
class End:
    """Bounds of the best or the worst margin of all finishes of a position."""

    bound: int | None = None
    """The proved bound of all margins; None if nothing is known."""
    found: int | None = None
    """The margin of the most extreme finish that was found."""
    finish: tuple[JsonPlacement, ...] | None = None
    """That finish."""
    swap: bool = False
    """Whether it includes the swap: in TAIJI+Battle of LITS the placements alone do not determine
    the margin.
    """

    @property
    def tight(self) -> bool:
        """Return whether the bound is the margin of a finish."""
        return self.bound is not None and self.bound == self.found


@dataclass(frozen=True)
class FinishBounds(PositionResult):
    """Bounds of the margins of all finishes of a position, from the first side's view."""

    worst_end: End
    best_end: End
    """The two extremes."""
    seconds: float
    """Wall-clock time."""

    def __repr__(self) -> str:
        return f"<FinishBounds: margin {self.worst} to {self.best}, {self.status}>"

    @computed_field
    @property
    def worst(self) -> int:
        """A lower bound of all margins: by the rules alone if the limit was reached before any
        other.
        """
        proved = self.worst_end.bound
        return -largest_margin(self.position.rules) if proved is None else proved

    @computed_field
    @property
    def best(self) -> int:
        """An upper bound of all margins: by the rules alone if the limit was reached before any
        other.
        """
        proved = self.best_end.bound
        return largest_margin(self.position.rules) if proved is None else proved

    @property
    def tight(self) -> bool:
        """Return whether both bounds are margins of finishes."""
        return self.worst_end.tight and self.best_end.tight

    @computed_field
    @property
    def status(self) -> Literal["optimal", "feasible", "undecided"]:
        """The state of the proof: optimal, feasible if at least one bound was proved, or
        undecided if both are by the rules alone.
        """
        if self.tight:
            return "optimal"
        nothing_proved = self.worst_end.bound is None and self.best_end.bound is None
        return "undecided" if nothing_proved else "feasible"

    @property
    def score(self) -> Score:
        """The bounds of the value, from the margins and the known part of the tie rule."""
        limit = self.position.rules.value_limit()
        lower_tie, upper_tie = self.position.tie_range()
        return Score(
            lower=max(-limit, 2 * self.worst + lower_tie),
            upper=min(limit, 2 * self.best + upper_tie),
        )

    @property
    def is_settled(self) -> bool:
        """Return whether one side wins every finish, or each side some that was found, by more than
        the tie rule.
        """
        worst, best = self.worst_end.found, self.best_end.found
        return self.decided is not None or (
            worst is not None and best is not None and worst < 0 < best
        )

    @computed_field
    @property
    def winner(self) -> str | None:
        """The side that wins however the game is finished; None if that is not proved."""
        return self.score.winner(self.rules.sides)

    @computed_field(exclude_if=does_not_apply)
    @property
    def constructed(self) -> bool:
        """Return whether the position was set up by hand and perhaps no game can reach it."""
        return self.position.constructed

    @property
    def decided(self) -> int | None:
        """The side that wins every finish; None if that is not proved."""
        return self.score.winning_side


def largest_margin(rules: Rules) -> int:
    """Return the largest margin of a game by its rules alone: its pieces, squares and symbols."""
    return (rules.value_limit() - 1) // 2


def random_ends(
    position: Position,
    seed: int,
    is_late: Callable[[], bool] = lambda: False,
) -> list[Position]:
    """Return the ends of `PLAYOUTS` uniformly random games from a position, without the swap.

    There are fewer, but at least one, if `is_late` returns true after a game.
    """
    rng = random.Random(seed)
    ends = []
    for _ in range(PLAYOUTS):
        ends.append(random_end(position, rng))
        if is_late():
            break
    return ends


def finished(position: Position, finish: Iterable[Placement], *, swap: bool = False) -> Position:
    """Return a finished position that continues another, with the history of that one: swap, half
    point and turns.

    Parameters
    ----------
    position : Position
        The position to continue.
    finish : iterable of Placement
        All placements of the finished position.
    swap : bool
        Whether to make the swap as soon as possible.
    """
    waiting = sum(1 << placement.index for placement in finish) & ~position.placed
    while waiting or position.legal:
        if swap and position.can_swap:
            position = position.play_unchecked(SWAP)
            swap = False
        possible = position.legal & waiting
        if not possible:
            raise ValueError("the placements do not finish the position")
        index = (possible & -possible).bit_length() - 1
        position = position.place(index)
        waiting &= ~(1 << index)
    return position


def bound_here(
    position: Position,
    settings: Settings,
    started: float,
    send: Callable[[tuple[bool, End]], None],
) -> None:
    """Send ever better bounds of the least margin of all finishes, then of the greatest; see
    `bounds`.

    The time counts from `started` by `time.monotonic`.
    """
    deadline = math.inf if settings.time_limit is None else started + settings.time_limit
    starts = random_ends(position, settings.seed, lambda: time.monotonic() >= deadline)
    half = math.inf if settings.time_limit is None else started + settings.time_limit / 2
    _bound_end(position, starts, settings, half, send, maximise=False)
    later = replace(settings, inspection=settings.inspection.without_export())
    _bound_end(position, starts, later, deadline, send, maximise=True)


def _bound_end(
    position: Position,
    starts: Sequence[Position],
    settings: Settings,
    deadline: float,
    send: Callable[[tuple[bool, End]], None],
    *,
    maximise: bool,
) -> None:
    """Send ever better bounds of one end, which begin with the best of some finishes; `deadline` is
    a time of the clock `time.monotonic`.
    """
    from litslab.solver.model.games import ending, final_positions  # noqa: PLC0415
    from litslab.solver.model.search import optimise  # noqa: PLC0415 - OR-Tools takes long to import

    extreme = max if maximise else min
    limit = largest_margin(position.rules)
    first = extreme(starts, key=lambda each: each.outcome().margin)
    end = End(found=first.outcome().margin, finish=first.placements)
    send((maximise, end))
    one_at_a_time = threading.Lock()  # CP-SAT calls back from several threads

    def on_bound(bound: int) -> None:
        nonlocal end
        bound = max(-limit, min(bound, limit))
        with one_at_a_time:
            end = replace(end, bound=bound)
            send((maximise, end))

    def take(found: Found) -> None:
        # The model may underestimate a finish, so the rules score it again.
        nonlocal end
        swaps = (False, True) if position.rules.swap_changes_value else (False,)
        margins = [
            (finished(position, found.placements, swap=swap).outcome().margin, swap)
            for swap in swaps
        ]
        margin, swap = extreme(margins, key=lambda each: each[0])
        with one_at_a_time:
            if end.found is None or extreme(margin, end.found) != end.found:
                end = replace(end, found=margin, finish=found.placements, swap=swap)
                send((maximise, end))

    finals = final_positions(position.rules, position=position)
    variables = finals.variables
    for index in bits(variables.free):
        variables.model.add_hint(variables.placed[index], bool(first.placed >> index & 1))
    margin = ending(variables, position, 0 if maximise else 1, ties=False).margin
    left = None if deadline == math.inf else deadline - time.monotonic()
    optimum = optimise(
        variables,
        margin,
        maximise=maximise,
        connected=finals.connected,
        settings=replace(settings, time_limit=left),
        report=take,
        report_bound=on_bound,
    )
    if optimum.bound is not None:
        on_bound(optimum.bound)


class _EnoughError(Exception):
    """The known bounds suffice."""


def bounds(
    position: AnyPosition,
    *,
    time_limit: float | None = None,
    threads: int = 1,
    seed: int = 0,
    inspection: Inspection | None = None,
    progress: OnProgress = ignore_progress,
    enough: Callable[[FinishBounds], bool] | None = None,
) -> FinishBounds:
    """Return the least and the greatest final margin over all ways to finish a position.

    The moves need not be good, and the side to move does not matter: every finished position that
    contains this one can be reached, because both sides may place every piece. CP-SAT runs in a
    child process. A limit and Ctrl-C keep the bounds that it has proved and the best finishes that
    it has found.

    Parameters
    ----------
    position : Position or Record or str or Path
        A position of any game with a CP-SAT model, as for `solver.solve.solve`.
    time_limit : float, optional
        Wall-clock time: half of it for the worst end, the rest for the best; unlimited by default.
    threads : int
        CP-SAT's threads; one is deterministic.
    seed : int
        Random seed.
    inspection : Inspection, optional
        CP-SAT's search log, and a file for the model of the worst end.
    progress : callable, optional
        Receives the bounds as text, each time they change.
    enough : callable, optional
        Returns whether the known bounds suffice.

    Raises
    ------
    OptionError
        If an option is out of range.
    SolverError, OutOfMemoryError
        If CP-SAT refuses the model, or has no more memory.

    Examples
    --------
    >>> import litslab as ll
    >>> found = ll.bounds(ll.example("battle-of-lits-10").position(10))
    >>> found.worst, found.best, found.status
    (-1, 5, 'optimal')
    """
    here = as_position(position)
    settings = Settings(time_limit, threads, seed, inspection or Inspection())
    started = time.monotonic()  # the time to start the process counts
    ends = {False: End(), True: End()}

    def so_far() -> FinishBounds:
        return FinishBounds(here, ends[False], ends[True], time.monotonic() - started)

    def on_end(event: tuple[bool, End]) -> None:
        maximise, ends[maximise] = event
        known = so_far()
        told = tr("margin between {worst} and {best}", worst=known.worst, best=known.best)
        progress(Progress(text=told))
        if enough is not None and enough(known):
            raise _EnoughError

    with suppress(KeyboardInterrupt, ChildTimeoutError, _EnoughError):
        run_in_child(bound_here, here, settings, started, on_event=on_end, time_limit=time_limit)
    return so_far()
