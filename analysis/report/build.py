"""Making a report: one part after another, each with its share of the time, until all are done or Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from litslab import kernel
from litslab.analysis.report.context import Budget, Context, board_rules, random_run
from litslab.analysis.report.model import Report, Section
from litslab.analysis.report.play import GREEDY, Clock, Match, MatchPool, engine
from litslab.analysis.report.quantities import sentences
from litslab.analysis.report.sections import balance, game, openings, small_boards, special
from litslab.analysis.report.verdict import facts, verdict
from litslab.games.language import mark, tr, trn
from litslab.games.position import Position, Rules
from litslab.games.record import describe_options, options_text
from litslab.games.registry import imported
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.play.players import Player


@dataclass
class Findings:
    """Results that other parts need; those found before Ctrl-C stay.

    Attributes
    ----------
    boards : list of SmallBoard
        The small boards that were solved.
    tried : list of Tried
        The openings with fresh games.
    decided : Decided or None
        The plies at which games were decided.
    """

    boards: list[small_boards.SmallBoard] = field(default_factory=list)
    tried: list[openings.Tried] = field(default_factory=list)
    decided: balance.Decided | None = None


@dataclass(frozen=True)
class Part:
    """A part of the work.

    Attributes
    ----------
    name : str
        The name of the work.
    make : callable
        Makes a section from the context and the findings in the given number of seconds; None if there is nothing to
        show.
    weight : float
        Its share of the time. A part of weight 0 takes hardly any and is made even after Ctrl-C.
    applies : callable
        Tells whether a game has it.
    """

    name: str
    make: Callable[[Context, Findings, float], Section | None]
    weight: float = 0.0
    applies: Callable[[Rules], bool] = lambda _: True


def _solve(context: Context, findings: Findings, seconds: float) -> None:
    """Solve small boards for at least a second; solved ones stay after Ctrl-C."""
    for board in small_boards.solve_small_boards(context.rules, context.seed, max(1.0, seconds), context.pool.workers):
        findings.boards.append(board)


def _judge(context: Context, findings: Findings, seconds: float) -> None:
    findings.decided = balance.judge(context, seconds)


PARTS = (
    Part(mark("rules"), lambda context, *_: game.rules(context)),
    Part(mark("a game"), lambda context, *_: game.sample_game(context)),
    Part(mark("lengths"), lambda context, *_: game.lengths(context)),
    Part(mark("numbers of positions"), lambda context, _, seconds: game.sizes(context, seconds), 6.0),
    Part(mark("balance"), lambda context, *_: balance.section(context)),
    Part(mark("boards"), lambda context, *_: balance.boards(context), 0.0, lambda game: game.has_symbols),
    Part(mark("decisions"), _judge, 10.0),
    Part(mark("decided games"), lambda _, findings, __: balance.decided_section(findings.decided)),
    Part(mark("levels of play"), lambda context, _, seconds: balance.ladder(context, seconds), 30.0),
    Part(mark("openings"), lambda context, found, seconds: openings.section(context, seconds, found.tried), 14.0),
    Part(mark("small boards"), _solve, 20.0),
    Part(mark("values of small boards"), lambda _, findings, __: small_boards.section(tuple(findings.boards))),
    Part(mark("swap"), lambda context, findings, _: small_boards.swap(context, tuple(findings.boards))),
    Part(mark("mirroring"), lambda context, _, seconds: special.mirroring(context, seconds), 12.0),
    Part(mark("extreme games"), lambda context, *_: game.extremes(context), 3.0),
    Part(
        mark("colourings"), lambda context, *_: special.colourings(context), 3.0, lambda game: bool(game.colourings())
    ),
    Part(
        mark("games of 0–0"),
        lambda context, *_: special.scoreless(context),
        3.0,
        lambda game: game.equal_scores_are_zero,
    ),
    Part(mark("phases"), lambda context, *_: special.phases(context), 0.0, lambda game: game.is_double),
)
"""The parts in the order of the report."""


def _own_part(text: str, rules: Rules) -> Part:
    """Return the part of a report that a game has by itself, from the place of its function.

    Raises
    ------
    OptionError
        If there is no such function.
    """
    make = imported(text, f"report section {text!r} of {rules.name}", "FUNCTION")
    name = text.partition(":")[2].replace("_", " ")
    return Part(name, lambda context, _, seconds: make(context, seconds), 5.0)


_GREEDY, _ENGINE = mark("greedy games"), mark("games of the engine")
_GATHERING = {_GREEDY: 8.0, _ENGINE: 22.0}
"""The games that several parts need, and their shares of the time."""


@dataclass(frozen=True)
class Built:
    """A report, its missing parts and its files.

    Attributes
    ----------
    report : Report
        The finished part.
    missing : tuple of str
        The names of the parts that Ctrl-C stopped or prevented.
    files : tuple of Path
        The files, if it was written: the page, the Markdown and the pictures.
    """

    report: Report
    missing: tuple[str, ...]
    files: tuple[Path, ...] = ()


def build(
    rules: Rules, budget: Budget, *, seed: int, workers: int, folder: Path, scheduler: str | None = None,
    counts: bool = False, progress: OnProgress = ignore_progress,
) -> Built:  # fmt: skip
    """Make a report; Ctrl-C ends it with the finished parts, and is passed on if there are none.

    Parameters
    ----------
    rules : Rules
        The game; without symbols on its board, Battle of LITS is played on many random boards.
    budget : Budget
        The budgets.
    seed : int
        Random seed. The time determines the number of games and the playouts of the engine.
    workers : int
        Number of games at a time.
    folder : Path
        The folder for files of games. Random games of the same report that it has are not played again.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers play instead.
    counts : bool
        Whether to show openings with the numbers of their games.
    progress : callable, optional
        Receives the name of each part when it begins.

    Raises
    ------
    ChildDiedError
        If a process that played was killed.
    WorkerError
        If the cluster cannot be used.
    """
    began = time.monotonic()
    every = board_rules(rules, budget.boards, seed)
    rules, starts = every[0], tuple(each.start() for each in every)
    parts = [part for part in PARTS if part.applies(rules)]
    parts += [_own_part(text, rules) for text in rules.report_sections]  # they come last
    findings = Findings()
    with MatchPool(workers, scheduler) as pool:
        progress(Progress(text=tr("random games")))
        games = max(2, budget.random_games // len(every))
        run = random_run(starts[0], folder / "random.parquet", budget.random_games, seed=seed, pool=pool)
        board_runs = tuple(
            random_run(start, folder / f"board-{number}.parquet", games, seed=seed)
            for number, start in enumerate(starts)
            if len(starts) > 1
        )
        pool.ready()
        left = budget.seconds - (time.monotonic() - began)
        work = _Work(Clock(left, _GATHERING | {part.name: part.weight for part in parts}), progress)
        greedy = work.do(_GREEDY, partial(_alike, pool, starts, GREEDY, 4 * budget.level_games, seed=seed))
        best = work.do(_ENGINE, partial(_engine_games, pool, starts, budget, seed=seed))
        matches = (greedy or Match((GREEDY.name, GREEDY.name), (), rules), best or Match((_ENGINE, _ENGINE), (), rules))
        context = Context(rules, budget, seed, pool, run, *matches, board_runs, counts)
        made = [work.do(part.name, partial(part.make, context, findings), brief=not part.weight) for part in parts]
    return Built(
        Report(
            f"{tr(rules.title)} {rules.board.columns}×{rules.board.rows}",
            options_text(describe_options(rules)),
            facts(context, findings.boards),
            tuple(section for section in made if section is not None),
            _colophon(context, time.monotonic() - began, work.missing),
            verdict(context, findings.decided, findings.tried, findings.boards),
        ),
        tuple(work.missing),
    )


def _alike(
    pool: MatchPool, starts: tuple[Position, ...], player: Player, games: int, seconds: float, *, seed: int
) -> Match:
    """Play games of a player with itself, each on the next board."""
    return pool.play(starts, (player, player), games, seed=seed, time_limit=seconds, exchanging=False)


def _engine_games(pool: MatchPool, starts: tuple[Position, ...], budget: Budget, seconds: float, *, seed: int) -> Match:
    """Play games of the engine with itself, with the largest budget that leaves time for enough games."""
    began = time.monotonic()
    _alike(pool, starts, engine(budget.playouts[0]), pool.workers, seconds / 4, seed=seed + 1)
    took = time.monotonic() - began
    playouts = largest_budget(budget, took / pool.workers, seconds - took)
    return _alike(pool, starts, engine(playouts), budget.level_games, seconds - took, seed=seed)


def largest_budget(budget: Budget, seconds_per_game: float, seconds: float) -> int:
    """Return the largest of the engine's budgets that leaves time for `fewest_games`, or the smallest of all.

    Parameters
    ----------
    budget : Budget
        The budgets to choose from, and the number of games.
    seconds_per_game : float
        The time of a game with the smallest budget; it is proportional to the number of playouts.
    seconds : float
        The time for the games.
    """
    least, *more = budget.playouts
    games = min(budget.fewest_games, budget.level_games)
    fitting = [each for each in more if games * seconds_per_game * each / least <= seconds]
    return max(fitting, default=least)


T = TypeVar("T")


@dataclass
class _Work:
    """The parts of the work, done one after another until Ctrl-C.

    Attributes
    ----------
    clock : Clock
        Each part's time.
    report : callable
        Receives the name of each part when it begins.
    done : int
        The number of finished parts, the random games included.
    missing : list of str
        The parts that Ctrl-C stopped or prevented.
    """

    clock: Clock
    report: OnProgress
    done: int = 1
    missing: list[str] = field(default_factory=list)

    def do(self, name: str, make: Callable[[float], T], *, brief: bool = False) -> T | None:
        """Do a part and return its result; after Ctrl-C only brief ones, and a second Ctrl-C is passed on."""
        if self.missing and not brief:
            self.missing.append(name)
            return None
        try:
            self.report(Progress(self.done, text=tr(name)))
            self.done += 1
            return make(self.clock.take(name))
        except KeyboardInterrupt:
            if self.missing:
                raise
            self.missing.append(name)
            return None


def _colophon(context: Context, seconds: float, missing: list[str]) -> str:
    workers, best, engine, stopped = context.pool.workers, context.mcts, "", ""
    made = trn(
        "Made by litslab {version} (engine: {engine}) with seed {seed} in {seconds:.0f} s, {count} game at a time.",
        "Made by litslab {version} (engine: {engine}) with seed {seed} in {seconds:.0f} s, {count} games at a time.",
        workers, version=metadata.version("litslab"), engine="kernel" if kernel.AVAILABLE else "reference",
        seed=context.seed, seconds=seconds,
    )  # fmt: skip
    if best.count:
        told = mark("The engine is {player} (playouts per move), the largest budget that the time allowed.")
        engine = tr(told, player=best.names[0])
    same = tr("Games are the same with the same seed and engine; how many are played depends on the time available.")
    if missing:
        parts = tr(", ").join(map(tr, missing))
        stopped = tr("It was stopped: {parts} are missing or not whole.", parts=parts)
    return sentences(made, engine, same, stopped)
