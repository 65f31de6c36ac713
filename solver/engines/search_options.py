"""Options of a search, checked once: limits, engine, threads, memory, processes and seed."""

from __future__ import annotations

from dataclasses import dataclass, field

from litslab.games.errors import check_choice
from litslab.games.rules import Rules
from litslab.jobs.work_options import check_memory, check_seed, check_threads, check_workers
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.registry import ENGINES, make_oracle
from litslab.solver.model.settings import Inspection


@dataclass(frozen=True)
class SearchOptions:
    """Options of a search.

    Attributes
    ----------
    limit : Limit
        The limits of the search.
    engine : str or None
        ``kernel``, ``reference`` or ``cpsat``; by default the fastest that knows the game.
    threads : int
        The number of threads in each process; one is deterministic.
    memory : int
        Size of the table in each process in MiB.
    workers : int
        The number of processes on this machine.
    scheduler : str or None
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    seed : int
        Random seed.
    inspection : Inspection
        CP-SAT's search log and the file of its first model.
    """

    limit: Limit = field(default_factory=Limit)
    engine: str | None = None
    threads: int = 1
    memory: int = DEFAULT_MEMORY
    workers: int = 1
    scheduler: str | None = None
    seed: int = 0
    inspection: Inspection = field(default_factory=Inspection)

    def __post_init__(self) -> None:
        """Check the options.

        Raises
        ------
        OptionError
            If there is no such engine, a number is out of range or of another type, or the
            scheduler is no address.
        """
        check_choice("engine", self.engine, ENGINES)
        self.inspection.check_engine(self.engine)
        check_threads(self.threads)
        check_memory(self.memory)
        check_workers(self.workers, self.scheduler)
        check_seed(self.seed)

    @property
    def is_divided(self) -> bool:
        """Return whether several processes share the work."""
        return self.workers > 1 or self.scheduler is not None

    def oracle(self, rules: Rules, limit: Limit | None = None) -> Oracle:
        """Return an engine for a game, whose time starts now.

        Parameters
        ----------
        rules : Rules
            The game.
        limit : Limit, optional
            The limits, if they are not those of the options.

        Raises
        ------
        OptionError
            If the kernel is requested and does not support this game and board.
        """
        return make_oracle(
            rules,
            self.limit if limit is None else limit,
            engine=self.engine,
            threads=self.threads,
            memory=self.memory,
            inspection=self.inspection,
        )
