"""Questions about finished positions: their number, a list of them, and the extreme ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litslab.games.errors import OptionError
from litslab.games.position import Rules
from litslab.jobs.progress import OnProgress
from litslab.solver.finals.maximal import Finals, FinalsEngine, Tally, count

if TYPE_CHECKING:
    from litslab.solver.finals.extreme import Extreme


def finals(rules: Rules, *, engine: str | None = None, colours: bool = True, time_limit: float | None = None) -> Finals:
    """Return the finished positions of a game, to be iterated once.

    Parameters
    ----------
    rules, engine, colours, time_limit
        As for `count_finals`.

    Raises
    ------
    OptionError
        If there is no such engine, or it does not know the game.
    """
    known = [each.value for each in FinalsEngine]
    if engine is not None and engine not in known:
        raise OptionError(f"engine {engine!r}: expected {', '.join(known[:-1])} or {known[-1]}")
    found = Finals(rules, None if engine is None else FinalsEngine(engine), colours, time_limit)
    found.chosen  # noqa: B018 - an engine that cannot do it is refused before anything is done
    return found


def count_finals(
    rules: Rules,
    *,
    engine: str | None = None,
    colours: bool = True,
    orbits: bool = True,
    time_limit: float | None = None,
    progress: OnProgress | None = None,
) -> Tally:
    """Count the positions in which nothing more fits, as sets of placements; Ctrl-C ends it as a limit does.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    engine : str, optional
        ``kernel``, ``cpsat`` or ``play``; the fastest that knows the game if not given.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions.
    orbits : bool
        Whether to count up to the board's symmetries, too.
    time_limit : float, optional
        When to stop.
    progress : callable, optional
        Receives now and then how many are found.

    Raises
    ------
    OptionError
        If there is no such engine, or it does not know the game.

    Examples
    --------
    >>> import litslab as ll
    >>> tally = ll.count_finals(ll.new_game("battle-of-lits", size=5).rules)
    >>> tally.count, tally.orbits, tally.complete
    (10544, 1334, True)
    """
    return count(finals(rules, engine=engine, colours=colours, time_limit=time_limit), progress, orbits=orbits)


def extreme_finals(
    rules: Rules,
    aim: str = "pieces",
    *,
    maximise: bool = True,
    engine: str = "auto",
    time_limit: float | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: OnProgress | None = None,
) -> Extreme:
    """Find the finished position with the fewest or most pieces, or with the largest margin for either side.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    aim : str
        ``pieces``, or ``margin`` of Battle of LITS, which is seen from the first side.
    maximise : bool
        Whether the largest is wanted, or else the smallest.
    engine : str
        ``auto``, the fastest way known for the question, or ``cpsat``, the general model alone.
    time_limit : float, optional
        When to stop.
    threads : int
        CP-SAT's threads; one is deterministic.
    seed : int
        Random seed.
    progress : callable, optional
        Receives the best position's number and its bound as text, each time a better one is found.

    Raises
    ------
    OptionError
        If there is no such aim or engine.

    Examples
    --------
    >>> import litslab as ll
    >>> found = ll.extreme_finals(ll.new_game("taiji", size=5).rules, maximise=False)
    >>> found.best.objective, found.status.value
    (9, 'optimal')
    """
    from litslab.solver.finals.extreme import ExtremeSpec, solve  # noqa: PLC0415
    from litslab.solver.model.search import Settings  # noqa: PLC0415 - OR-Tools takes long to import

    if engine not in {"auto", "cpsat"}:
        raise OptionError(f"engine {engine!r}: expected auto or cpsat")
    question = ExtremeSpec(rules, aim, maximise, model_only=engine == "cpsat")
    return solve(question, Settings(time_limit, threads, seed), progress)
