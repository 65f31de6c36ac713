"""LITS puzzles and endgame studies to order, with one call each and plain arguments."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path

from litslab.games.geometry import Board
from litslab.games.position import Rules
from litslab.games.record import Record
from litslab.puzzles.generate import Generated, generate_many
from litslab.puzzles.lits import PuzzleError
from litslab.puzzles.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.store import Store
from litslab.puzzles.studies_batch import Batch
from litslab.puzzles.studies_search import PLAYERS, Wish
from litslab.puzzles.wishes import LEVELS, Wishes


def generate_puzzles(
    count: int = 1,
    *,
    size: int | tuple[int, int] = 10,
    levels: tuple[int, int] = LEVELS,
    symmetry: str = "none",
    trials: bool = True,
    given: int = 0,
    require: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    seed: int = 0,
    seconds: float | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
) -> Iterator[Generated]:
    """Make different LITS puzzles with one solution each, and yield them as they are finished.

    Parameters
    ----------
    count : int
        How many.
    size : int or tuple of int
        Columns and rows; one number for a square.
    levels : tuple of int
        The lowest and the highest level, from 1 to 5.
    symmetry : str
        Of the regions: ``none``, ``half-turn``, ``mirror`` or ``quarter-turn``.
    trials : bool
        Whether trial and error may be needed.
    given : int
        How many regions have the letter of their shape given.
    require, exclude : tuple of str
        Techniques that must be needed, and those that must not.
    seed : int
        The same seed gives the same puzzles, whatever `workers` is.
    seconds : float, optional
        Time limit per puzzle: a result that came too late has no puzzle.
    workers : int
        How many processes.
    scheduler : str, optional
        A Dask scheduler whose workers do it instead.
    folder : str or Path, optional
        Where to keep them; those that are there already are neither made again nor yielded.

    Raises
    ------
    PuzzleError
        If no puzzle can be like that.

    Examples
    --------
    >>> import litslab as ll
    >>> (made,) = ll.generate_puzzles(size=6, levels=(1, 2), seed=7)
    >>> made.grade.level in (1, 2), ll.solve_puzzle(made.puzzle).status.value
    (True, 'unique')
    """
    if symmetry not in list(RegionSymmetry):
        raise PuzzleError(f"symmetry {symmetry!r}: expected one of {', '.join(RegionSymmetry)}")
    columns, rows = (size, size) if isinstance(size, int) else size
    limits = RegionLimits.usual(Board(max(columns, 1), max(rows, 1)), symmetry=RegionSymmetry(symmetry))
    wishes = Wishes(columns, rows, levels, limits, frozenset(require), frozenset(exclude), trials, given=given)
    store = None if folder is None else Store(Path(folder), wishes, seed)
    known = {} if store is None else store.open()
    made = generate_many(wishes, count, seed, known=known, jobs=workers, scheduler=scheduler, seconds=seconds)
    return _kept(made, store)


def _kept(made: Generator[Generated, None, None], store: Store | None) -> Iterator[Generated]:
    """Yield puzzles, each after it was put into the folder, if there is one."""
    with closing(made) as results:
        for each in results:
            if store is not None and each.puzzle is not None:
                store.add(each)
            yield each
    if store is not None:
        store.finish()


def generate_studies(
    rules: Rules,
    count: int = 1,
    *,
    plies: int = 8,
    surprise: bool = True,
    players: tuple[str, ...] = tuple(PLAYERS),
    engine: str | None = None,
    seed: int = 0,
    seconds: float | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
) -> Iterator[Record]:
    """Search the ends of played games for positions that exactly one move wins, and yield them as records.

    Parameters
    ----------
    rules : Rules
        The game; every game of Battle of LITS gets a board of its own.
    count : int
        How many.
    plies : int
        Length of the principal variation.
    surprise : bool
        Whether every greedy move has to lose.
    players : tuple of str
        Who plays the games: of ``random``, ``greedy`` and ``mcts``.
    engine : str, optional
        The exact engine; the fastest that knows the game where not given.
    seed : int
        The same seed gives the same studies, whatever `workers` is.
    seconds : float, optional
        When to stop.
    workers : int
        How many processes.
    scheduler : str, optional
        A Dask scheduler whose workers do it instead.
    folder : str or Path, optional
        Where to keep them; those that are there already are not searched again.

    Raises
    ------
    OptionError
        If no study can be like that.

    Examples
    --------
    >>> import litslab as ll
    >>> (study,) = ll.generate_studies(ll.new_game("taiji", size=4, groups=1).rules, plies=4, seed=1)
    >>> len(ll.solve(study.position()).best)
    1
    """
    wish = Wish(rules, plies, surprise, seed, players, engine)
    batch = Batch(wish, count, workers, scheduler, None if folder is None else Path(folder), seconds)
    return _studies(batch)


def _studies(batch: Batch) -> Iterator[Record]:
    with closing(iter(batch)) as studies:
        for _, record in studies:
            yield record
