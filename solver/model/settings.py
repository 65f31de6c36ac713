"""Settings of CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from litslab.games.errors import OptionError, check_time_limit, expect
from litslab.games.files import as_path, refuse_overwriting
from litslab.jobs.work_options import check_seed, check_threads

CPSAT = "cpsat"
"""The name of the CP-SAT engine in results."""


@dataclass(frozen=True)
class Inspection:
    """A look at the work of CP-SAT, for people who work with its models (``docs/models.md``).

    Attributes
    ----------
    log : bool
        Whether CP-SAT writes its search log to standard error.
    export : Path or None
        A file for the first model that CP-SAT solves, as a text protocol buffer.
    force : bool
        Whether an existing file may be replaced.
    """

    log: bool = False
    export: Path | None = None
    force: bool = False

    def __post_init__(self) -> None:
        """Check the file before long work.

        Raises
        ------
        OptionError
            If something is of another type.
        WouldOverwriteError
            If the file exists and may not be replaced.
        """
        expect(self.log, bool, "log as True or False")
        expect(self.force, bool, "force as True or False")
        if self.export is not None:
            object.__setattr__(self, "export", as_path(self.export))
            refuse_overwriting(self.export, self.force)

    def check_engine(self, engine: object) -> None:
        """Raise if there is something to inspect and the engine is not CP-SAT.

        Raises
        ------
        OptionError
            If it is another one.
        """
        if engine != CPSAT and (self.log or self.export is not None):
            raise OptionError(f"log, export: expected only with engine {CPSAT}")

    def without_export(self) -> Inspection:
        """Return what is inspected after the first question."""
        return replace(self, export=None)


@dataclass(frozen=True)
class Settings:
    """Settings of CP-SAT.

    Attributes
    ----------
    time_limit : float or None
        Wall-clock time; None for no limit.
    workers : int
        The number of threads; one is deterministic.
    seed : int
        The solver's random seed.
    inspection : Inspection
        The search log and the file of the model.
    """

    time_limit: float | None = None
    workers: int = 1
    seed: int = 0
    inspection: Inspection = field(default_factory=Inspection)

    def __post_init__(self) -> None:
        """Check the settings, which CP-SAT would refuse in its own words.

        Raises
        ------
        OptionError
            If one is out of range.
        """
        check_time_limit(self.time_limit)
        check_threads(self.workers)
        check_seed(self.seed)
