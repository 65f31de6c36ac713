"""Making a report: the parts one after another, each with its share of the time, until they are done or Ctrl-C."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from litslab import kernel
from litslab.analysis.report.context import Budget, Material, random_run, with_board
from litslab.analysis.report.facts import facts
from litslab.analysis.report.model import Report, Section
from litslab.analysis.report.numbers import option_words
from litslab.analysis.report.own_sections import MakeSection, own_sections
from litslab.analysis.report.play import GREEDY, Clock, Match, MatchPool, engine
from litslab.analysis.report.sections import (
    balance,
    colourings,
    extremes,
    length,
    mirroring,
    openings,
    phases,
    sample_game,
    scoreless,
    size,
    small_boards,
    swap,
)
from litslab.analysis.report.sections import rules as the_rules
from litslab.analysis.report.small_boards import SmallBoard, solve_small_boards
from litslab.games.position import Position, Rules
from litslab.games.record import Record, describe_options, dumps
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.play.players import Player


@dataclass(frozen=True)
class Part:
    """A part of the work.

    Attributes
    ----------
    name : str
        What is being worked out.
    make : callable
        Makes a section in so many seconds from the material and the small boards that were solved; None where there
        is nothing to show.
    weight : float
        Its share of the time; a part without one takes hardly any, and is made even after Ctrl-C.
    applies : callable
        Whether a game has it.
    """

    name: str
    make: Callable[[Material, list[SmallBoard], float], Section | None]
    weight: float = 0.0
    applies: Callable[[Rules], bool] = lambda _: True


def _solve(material: Material, boards: list[SmallBoard], time_limit: float) -> None:
    """Solve small boards; those that are solved stay, also if Ctrl-C stops it. The smallest always have a second."""
    for board in solve_small_boards(material.rules, material.seed, max(1.0, time_limit), material.pool.workers):
        boards.append(board)  # noqa: PERF402 - an interrupted `extend` would keep none


PARTS = (
    Part("rules", lambda material, _, __: the_rules.section(material.rules, material.seed)),
    Part("a game", lambda material, _, __: sample_game.section(material)),
    Part("lengths", lambda material, _, __: length.section(material)),
    Part("numbers of positions", lambda material, _, time_limit: size.section(material, time_limit), 6.0),
    Part("balance", lambda material, _, __: balance.section(material)),
    Part("levels of play", lambda material, _, time_limit: balance.ladder(material, time_limit), 30.0),
    Part("openings", lambda material, _, time_limit: openings.section(material, time_limit), 14.0),
    Part("small boards", _solve, 20.0),
    Part("values of small boards", lambda _, boards, __: small_boards.section(tuple(boards))),
    Part("swap", lambda material, boards, _: swap.section(material, tuple(boards))),
    Part("mirroring", lambda material, _, time_limit: mirroring.section(material, time_limit), 12.0),
    Part("extreme games", lambda material, _, __: extremes.section(material), 3.0),
    Part(
        "colourings", lambda material, _, __: colourings.section(material), 3.0, lambda rules: bool(rules.colourings())
    ),
    Part(
        "games of 0–0",
        lambda material, _, __: scoreless.section(material),
        3.0,
        lambda rules: rules.equal_scores_are_zero,
    ),
    Part("phases", lambda material, _, __: phases.section(material), 0.0, lambda rules: rules.is_double),
)
"""The parts in the order of the report."""


def _own_parts(rules: Rules) -> list[Part]:
    """Return the parts that a game has of its own; they come last."""

    def part(name: str, make: MakeSection) -> Part:
        return Part(name, lambda material, _, time_limit: make(material, time_limit), 5.0)

    return [part(name, make) for name, make in own_sections(rules)]


_GREEDY, _ENGINE = "greedy games", "games of the engine"
_GATHERING = {_GREEDY: 8.0, _ENGINE: 22.0}
"""The games that several parts need, and their share of the time."""


@dataclass(frozen=True)
class Built:
    """A report and what became of it.

    Attributes
    ----------
    report : Report
        What was finished.
    missing : tuple of str
        What is not in it, or not whole, because it was stopped.
    files : tuple of Path
        Where it was written, if it was: the page, the Markdown and the pictures.
    """

    report: Report
    missing: tuple[str, ...]
    files: tuple[Path, ...] = ()


def request(rules: Rules, seed: int) -> str:
    """Return what the games of a report depend on, as one line: the manifest of their folder."""
    return json.dumps({"record": dumps(Record(rules, ())), "seed": seed}, ensure_ascii=False)


def build(
    rules: Rules,
    budget: Budget,
    *,
    seed: int,
    workers: int,
    folder: Path,
    scheduler: str | None = None,
    progress: OnProgress | None = None,
) -> Built:
    """Make a report; Ctrl-C ends it with what is finished, and where that is nothing is passed on.

    Parameters
    ----------
    rules : Rules
        The game; Battle of LITS without symbols gets a board.
    budget : Budget
        How much to play and search.
    seed : int
        Where all randomness comes from. The time decides how many games are played, not what they are.
    workers : int
        How many games are played at a time.
    folder : Path
        Where files of games may be left. Random games of the same report that are there are not played again.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers play instead.
    progress : callable, optional
        Receives what is being worked out, as text, each time that changes.

    Raises
    ------
    ChildDiedError
        If a process that played was killed.
    WorkerError
        If the cluster cannot be used.
    """
    began = time.monotonic()
    rules = with_board(rules, seed)
    start = rules.start()
    parts = [*(part for part in PARTS if part.applies(rules)), *_own_parts(rules)]
    boards: list[SmallBoard] = []
    with MatchPool(workers, scheduler) as pool:
        report = progress or ignore_progress
        report(Progress(text="random games"))
        run = random_run(
            start, folder / "random.parquet", budget.random_games, seed=seed, workers=workers, scheduler=scheduler
        )
        pool.ready()
        left = budget.seconds - (time.monotonic() - began)
        work = _Work(Clock(left, _GATHERING | {part.name: part.weight for part in parts}), report)
        matches = []
        for name, player, games in (
            (_GREEDY, GREEDY, 4 * budget.level_games),
            (_ENGINE, engine(budget.usual_playouts), budget.level_games),
        ):
            played = work.do(name, partial(_alike, pool, start, player, games, seed=seed))
            matches.append(played or Match((player.name, player.name), (), rules))
        material = Material(rules, budget, seed, pool, run, *matches)
        made = [work.do(part.name, partial(part.make, material, boards), brief=not part.weight) for part in parts]
    return Built(
        Report(
            f"{rules.title} {rules.board.columns}×{rules.board.rows}",
            _subtitle(rules),
            facts(material, boards),
            tuple(section for section in made if section is not None),
            _colophon(seed, workers, time.monotonic() - began, work.missing),
        ),
        tuple(work.missing),
    )


def _subtitle(rules: Rules) -> str:
    options = describe_options(rules).items()
    return "; ".join(f"{name.replace('_', ' ')} {option_words(value)}" for name, value in options)


def _alike(pool: MatchPool, start: Position, player: Player, games: int, time_limit: float, *, seed: int) -> Match:
    """Play games of a player with itself."""
    return pool.play(start, (player, player), games, seed=seed, time_limit=time_limit)


T = TypeVar("T")


@dataclass
class _Work:
    """What is done one after another, until Ctrl-C.

    Attributes
    ----------
    clock : Clock
        Each part's time.
    report : callable
        Receives what is being worked out.
    done : int
        How many parts have been done, the random games among them.
    missing : list of str
        What Ctrl-C stopped, and what was not begun after it.
    """

    clock: Clock
    report: OnProgress
    done: int = 1
    missing: list[str] = field(default_factory=list)

    def do(self, name: str, make: Callable[[float], T], *, brief: bool = False) -> T | None:
        """Do a part and return what it gives; after Ctrl-C only brief ones, and a second Ctrl-C is passed on."""
        if self.missing and not brief:
            self.missing.append(name)
            return None
        try:
            self.report(Progress(self.done, text=name))
            self.done += 1
            return make(self.clock.take(name))
        except KeyboardInterrupt:
            if self.missing:
                raise
            self.missing.append(name)
            return None


def _colophon(seed: int, workers: int, seconds: float, missing: list[str]) -> str:
    with_what = "kernel" if kernel.AVAILABLE else "reference"
    made = (
        f"Made by litslab {metadata.version('litslab')} (engine: {with_what}) with seed {seed} in {seconds:.0f} s, "
        f"{workers} {'game' if workers == 1 else 'games'} at a time. Games are the same with the same seed; how many "
        "are played depends on the time available."
    )
    return f"{made} It was stopped: {', '.join(missing)} are missing or not whole." if missing else made
