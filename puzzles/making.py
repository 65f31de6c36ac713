"""LITS puzzles and endgame studies to order, with one call each, in a folder or not."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from litslab.games.record import Record
from litslab.puzzles.generate import Generated, generate_many
from litslab.puzzles.store import Store
from litslab.puzzles.studies_batch import Batch
from litslab.puzzles.studies_search import Wish
from litslab.puzzles.wishes import Wishes


def generate_puzzles(
    spec: Wishes,
    count: int = 1,
    *,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
    time_limit: float | None = None,
) -> Iterator[Generated]:
    """Generate different LITS puzzles with one solution each, and yield them in the order of their numbers.

    Parameters
    ----------
    spec : PuzzleSpec
        What all of them have to be like.
    count : int
        How many.
    seed : int
        The same seed gives the same puzzles, whatever `workers` is.
    workers : int
        How many processes of this machine search.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers search instead.
    folder : str or Path, optional
        Where to keep them; those that are there already are neither generated again nor yielded.
    time_limit : float, optional
        Seconds for each puzzle: the result of one that was not found in time has no puzzle.

    Raises
    ------
    StoreError
        If the folder holds puzzles of another request.

    Examples
    --------
    >>> import litslab as ll
    >>> (made,) = ll.generate_puzzles(ll.PuzzleSpec(6, 6, levels=(1, 2)), seed=7)
    >>> made.grade.level in (1, 2), ll.solve_puzzle(made.puzzle).status.value
    (True, 'unique')
    """
    store = None if folder is None else Store(Path(folder), spec, seed)
    known = {} if store is None else store.open()
    made = generate_many(spec, count, seed, known=known, jobs=workers, scheduler=scheduler, seconds=time_limit)
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
    spec: Wish,
    count: int = 1,
    *,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
    time_limit: float | None = None,
) -> Iterator[Record]:
    """Search the ends of played games for positions that exactly one move wins, and yield them as records.

    Parameters
    ----------
    spec : StudySpec
        What all of them have to be like.
    count : int
        How many.
    seed : int
        The same seed gives the same studies, whatever `workers` is.
    workers : int
        How many processes of this machine search.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers search instead.
    folder : str or Path, optional
        Where to keep them; those that are there already are yielded, and not searched for again.
    time_limit : float, optional
        Seconds for all of them.

    Raises
    ------
    StudyFileError
        If a file that is there already is not of this run.

    Examples
    --------
    >>> import litslab as ll
    >>> (study,) = ll.generate_studies(ll.StudySpec(ll.new_game("taiji", size=4, groups=1).rules, plies=4), seed=1)
    >>> len(ll.solve(study.position()).best)
    1
    """
    where = None if folder is None else Path(folder)
    return _records(Batch(replace(spec, seed=seed), count, workers, scheduler, where, time_limit))


def _records(batch: Batch) -> Iterator[Record]:
    with closing(iter(batch)) as studies:
        for _, record in studies:
            yield record
