"""The reach of CP-SAT alone: the example games are solved from ever earlier positions, until the
limit.

A position is one of a finished example, so it is the same in every run. The limit is in processor
seconds, so that a busy machine does not change which positions are solved.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

import typer

from benchmarks.measure import print_table
from litslab.games.position import Position
from litslab.puzzles.examples import example
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.strategy import Strategist
from litslab.solver.model.settings import Settings

EXAMPLES = (
    "battle-of-lits-10",
    "battle-of-lits-18",
    "taiji-7",
    "taiji-9",
    "tailits-11",
    "wythe-8",
    "tailits+taiji-11",
    "taiji+battle-of-lits-11",
)
"""The finished example games."""


@dataclass
class MeasuredStrategist(Strategist):
    """CP-SAT with a limit in processor seconds of this process.

    Attributes
    ----------
    processor_started : float
        The processor time at the start.
    """

    processor_started: float = field(default_factory=time.process_time)

    @property
    def seconds(self) -> float:
        """Processor time since the engine was made."""
        return time.process_time() - self.processor_started

    @property
    def seconds_left(self) -> float | None:
        """A limit of CP-SAT by the clock that a busy machine does not reach first; raises
        `LimitReachedError` when the processor time has run out.
        """
        left = super().seconds_left
        return None if left is None else 20 * left


class Cost(NamedTuple):
    """What a position took.

    Attributes
    ----------
    left : int
        The placements left in the example game.
    legal : int
        The legal moves.
    value : int or None
        The exact value; None if the limit was reached first.
    positions : int
        The positions for which a model was made.
    questions : int
        The runs of CP-SAT.
    variables : int
        The mean number of variables of a run.
    processor, clock : float
        Processor seconds, and seconds by the clock.
    """

    left: int
    legal: int
    value: int | None
    positions: int
    questions: int
    variables: int
    processor: float
    clock: float


COLUMNS = (
    "example",
    "left",
    "legal",
    "value",
    "positions",
    "questions",
    "variables",
    "CPU s",
    "s by the clock",
)


def positions_before_the_end(name: str) -> list[Position]:
    """Return the positions of an example, the finished one first."""
    record = example(name)
    return [record.position(move) for move in range(len(record.moves), -1, -1)]


def measure(position: Position, left: int, limit: float, threads: int) -> Cost:
    """Solve one position within a limit in processor seconds."""
    strategist = MeasuredStrategist(Limit(limit), Settings(workers=threads))
    clock = time.perf_counter()
    try:
        value = strategist.value(position)
    except LimitReachedError:
        value = None
    return Cost(
        left=left,
        legal=position.legal.bit_count(),
        value=value,
        positions=strategist.nodes,
        questions=strategist.questions,
        variables=round(strategist.variables / max(1, strategist.questions)),
        processor=strategist.seconds,
        clock=time.perf_counter() - clock,
    )


def main(
    examples: Annotated[
        list[str] | None, typer.Argument(metavar="[EXAMPLE]", help="The examples; by default all.")
    ] = None,
    *,
    limit: Annotated[
        float,
        typer.Option(metavar="SECONDS", help="The limit for each position in processor seconds."),
    ] = 20,
    threads: Annotated[
        int,
        typer.Option(
            metavar="THREADS", help="CP-SAT's threads; one is deterministic.", min=1, max=256
        ),
    ] = 1,
    first: Annotated[
        int, typer.Option(metavar="PLACEMENTS", help="The fewest placements left.")
    ] = 1,
    failures: Annotated[
        int,
        typer.Option(
            metavar="POSITIONS",
            help="The number of positions of an example that are not solved before the next "
            "example begins.",
        ),
    ] = 1,
) -> None:
    """Print how many placements before the end of the example games CP-SAT solves."""
    rows = []
    for name in examples or EXAMPLES:
        failed = 0
        for left, position in enumerate(positions_before_the_end(name)[first:], first):
            cost = measure(position, left, limit, threads)
            failed += cost.value is None
            rows.append(_row(name, cost))
            print(" | ".join(rows[-1]), flush=True)
            if failed == failures:
                break
    print_table(f"CP-SAT alone, {limit:g} processor seconds, {threads} thread(s)", COLUMNS, rows)


def _row(name: str, cost: Cost) -> tuple[str, ...]:
    return (
        name,
        str(cost.left),
        str(cost.legal),
        "limit" if cost.value is None else f"{cost.value:+d}",
        f"{cost.positions:,}",
        f"{cost.questions:,}",
        f"{cost.variables:,}",
        f"{cost.processor:.2f}",
        f"{cost.clock:.1f}",
    )
