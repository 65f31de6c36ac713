"""Making a report: one part after another, until all are done, the time is over, or Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from litslab import kernel
from litslab.analysis.report.amounts import Amounts
from litslab.analysis.report.command import report_command
from litslab.analysis.report.context import Context, board_rules, random_run
from litslab.analysis.report.deadline import Deadline, TimeUpError
from litslab.analysis.report.model import Report, Section
from litslab.analysis.report.play import GREEDY, Match, MatchPool, engine
from litslab.analysis.report.quantities import sentences
from litslab.analysis.report.sections import (
    balance,
    boards,
    colourings,
    course,
    depth,
    extremes,
    final_positions,
    ladder,
    lengths,
    mirroring,
    openings,
    phases,
    sample_game,
    scoreless,
    sizes,
    small_boards,
    swap,
)
from litslab.analysis.report.sections.decided import Decided, decided_section, judge
from litslab.analysis.report.sections.rules import rules as rules_section
from litslab.analysis.report.verdict import facts, verdict
from litslab.games.language import mark, tr
from litslab.games.option_data import describe_options
from litslab.games.option_text import options_text
from litslab.games.position import Position
from litslab.games.registry import imported
from litslab.games.rules import Rules
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.play.players import Player


@dataclass
class Findings:
    """Results that other parts need.

    Attributes
    ----------
    boards : sequence of SmallBoard
        The small boards that were solved.
    tried : sequence of Tried
        The openings with fresh games.
    decided : Decided or None
        The plies at which games were decided.
    without_swap : Match or None
        Games of the engine without the game's swap.
    """

    boards: Sequence[small_boards.SmallBoard] = ()
    tried: Sequence[openings.Tried] = ()
    decided: Decided | None = None
    without_swap: Match | None = None


_GREEDY = mark("greedy games")
_ENGINE = mark("games of the engine")
_SMALL = mark("small boards")
_GAMES = (_GREEDY, _ENGINE)


@dataclass(frozen=True)
class Part:
    """A part of the work.

    Attributes
    ----------
    name : str
        The name of the work.
    make : callable
        Makes a section from the context and the findings; None if there is nothing to show.
    needs : tuple of str
        The parts whose results it shows: without one of them it is missing, too.
    brief : bool
        Whether it takes hardly any time, so that it is made even after the time is over or Ctrl-C.
    applies : callable
        Tells whether a game has it.
    """

    name: str
    make: Callable[[Context, Findings], Section | None]
    needs: tuple[str, ...] = ()
    brief: bool = False
    applies: Callable[[Rules], bool] = lambda _: True


def _decisions(context: Context, findings: Findings) -> Section:
    findings.decided = judge(context)
    return decided_section(findings.decided)


def _openings(context: Context, findings: Findings) -> Section:
    tried: list[openings.Tried] = []
    made = openings.section(context, tried)
    findings.tried = tried
    return made


def _small_boards(context: Context, findings: Findings) -> Section:
    findings.boards = small_boards.solve_small_boards(
        context.rules, context.seed, context.amounts.nodes, context.deadline
    )
    return small_boards.section(context, findings.boards)


def _swap(context: Context, findings: Findings) -> Section:
    findings.without_swap = swap.play_without(context)
    return swap.section(context, findings.boards, findings.without_swap)


PARTS = (
    Part(mark("rules"), lambda context, _: rules_section(context), brief=True),
    Part(
        mark("a game"),
        lambda context, _: sample_game.sample_game(context),
        needs=(_ENGINE,),
        brief=True,
    ),
    Part(mark("lengths"), lambda context, _: lengths.lengths(context), needs=_GAMES, brief=True),
    Part(mark("numbers of positions"), lambda context, _: sizes.sizes(context)),
    Part(mark("balance"), lambda context, _: balance.section(context), needs=_GAMES, brief=True),
    Part(
        mark("boards"),
        lambda context, _: boards.boards(context),
        brief=True,
        applies=lambda game: game.has_symbols,
    ),
    Part(mark("course of the score"), lambda context, _: course.course(context), needs=(_ENGINE,)),
    Part(
        mark("final positions"),
        lambda context, _: final_positions.final_positions(context),
        needs=(_ENGINE,),
    ),
    Part(mark("decisions"), _decisions, needs=(_ENGINE,)),
    Part(mark("levels of play"), lambda context, _: ladder.ladder(context)),
    Part(mark("depth"), lambda context, _: depth.depth(context)),
    Part(mark("openings"), _openings),
    Part(_SMALL, _small_boards),
    Part(mark("swap"), _swap, needs=(*_GAMES, _SMALL)),
    Part(mark("mirroring"), lambda context, _: mirroring.mirroring(context), needs=(_GREEDY,)),
    Part(mark("extreme games"), lambda context, _: extremes.extremes(context)),
    Part(
        mark("colourings"),
        lambda context, _: colourings.colourings(context),
        applies=lambda game: bool(game.colourings()),
    ),
    Part(
        mark("games of 0–0"),
        lambda context, _: scoreless.scoreless(context),
        needs=_GAMES,
        applies=lambda game: game.equal_scores_are_zero,
    ),
    Part(
        mark("phases"),
        lambda context, _: phases.phases(context),
        needs=_GAMES,
        brief=True,
        applies=lambda game: game.is_double,
    ),
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
    return Part(name, lambda context, _: make(context), needs=_GAMES)


@dataclass(frozen=True)
class Built:
    """A report, its missing parts and its files.

    Attributes
    ----------
    report : Report
        The finished part.
    missing : tuple of str
        The names of the parts that the time limit or Ctrl-C stopped or prevented.
    seconds : float
        Wall-clock time.
    files : tuple of Path
        The files, if it was written: the page, the Markdown and the pictures.
    """

    report: Report
    missing: tuple[str, ...]
    seconds: float
    files: tuple[Path, ...] = ()


def build(
    rules: Rules,
    amounts: Amounts,
    *,
    seed: int,
    workers: int,
    folder: Path,
    deadline: Deadline | None = None,
    scheduler: str | None = None,
    counts: bool = False,
    progress: OnProgress = ignore_progress,
) -> Built:
    """Make a report. When the time is over, and at Ctrl-C, it ends with the finished parts; Ctrl-C
    is passed on if there are none.

    A part is the same whatever else is made, the number of workers and the time.

    Parameters
    ----------
    rules : Rules
        The game; without symbols on its board, Battle of LITS is played on many random boards.
    amounts : Amounts
        The amounts of work.
    seed : int
        Random seed.
    workers : int
        Number of games at a time.
    folder : Path
        The folder for files of games. Random games of the same report that it has are not played
        again.
    deadline : Deadline, optional
        The time at which it stops; the random games and the parts that take hardly any time are
        made nevertheless.
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
    command = report_command(rules, amounts, seed=seed, counts=counts)
    every = board_rules(rules, amounts.boards, seed)
    rules = every[0]
    starts = tuple(each.start() for each in every)
    parts = [part for part in PARTS if part.applies(rules)]
    parts += [_own_part(text, rules) for text in rules.report_sections]  # they come last
    findings = Findings()
    with MatchPool(workers, scheduler, deadline) as pool:
        progress(Progress(text=tr("random games")))
        games = max(2, amounts.random_games // len(every))
        run = random_run(
            starts[0], folder / "random.parquet", amounts.random_games, seed=seed, pool=pool
        )
        board_runs = tuple(
            random_run(start, folder / f"board-{number}.parquet", games, seed=seed)
            for number, start in enumerate(starts)
            if len(starts) > 1
        )
        work = _Work(pool.deadline, progress)
        best = engine(amounts.playouts)
        play_greedily = partial(_alike, pool, starts, GREEDY, amounts.greedy_games, seed)
        play_best = partial(_alike, pool, starts, best, amounts.games, seed)
        context = Context(
            rules,
            amounts,
            seed,
            pool,
            run,
            greedy=work.do(_GREEDY, play_greedily) or Match((GREEDY.name, GREEDY.name), (), rules),
            mcts=work.do(_ENGINE, play_best) or Match((best.name, best.name), (), rules),
            board_runs=board_runs,
            counts=counts,
        )
        made = [
            work.do(
                part.name, partial(part.make, context, findings), needs=part.needs, brief=part.brief
            )
            for part in parts
        ]
    report = Report(
        title=f"{tr(rules.title)} {rules.board.columns}×{rules.board.rows}",
        subtitle=options_text(describe_options(rules)),
        facts=facts(context, findings.boards),
        sections=tuple(section for section in made if section is not None),
        colophon=_colophon(context, command),
        verdict=verdict(
            context,
            findings.decided,
            findings.tried,
            findings.boards,
            without_swap=findings.without_swap,
        ),
        missing=tuple(map(tr, work.missing)),
        command=command,
    )
    return Built(report, tuple(work.missing), time.monotonic() - began)


def _alike(
    pool: MatchPool,
    starts: tuple[Position, ...],
    player: Player,
    games: int,
    seed: int,
) -> Match:
    """Play games of a player with itself, each on the next board."""
    return pool.play(starts, (player, player), games, seed=seed, exchanging=False)


T = TypeVar("T")


@dataclass
class _Work:
    """The parts of the work, done one after another until the time is over or Ctrl-C.

    Attributes
    ----------
    deadline : Deadline
        The time at which it stops.
    report : callable
        Receives the name of each part when it begins.
    done : int
        The number of finished parts, the random games included.
    missing : list of str
        The parts that were stopped or prevented.
    interrupted : bool
        Whether Ctrl-C came.
    """

    deadline: Deadline
    report: OnProgress
    done: int = 1
    missing: list[str] = field(default_factory=list)
    interrupted: bool = False

    def do(
        self,
        name: str,
        make: Callable[[], T],
        *,
        needs: tuple[str, ...] = (),
        brief: bool = False,
    ) -> T | None:
        """Do a part and return its result; once one was stopped only brief ones, and a second
        Ctrl-C is passed on.
        """
        prevented = self.missing and not brief
        if prevented or not set(self.missing).isdisjoint(needs):
            self.missing.append(name)
            return None
        try:
            self.report(Progress(self.done, text=tr(name)))
            self.done += 1
            if not brief:
                self.deadline.check()
            return make()
        except TimeUpError:
            pass
        except KeyboardInterrupt:
            if self.interrupted:
                raise
            self.interrupted = True
        self.missing.append(name)
        return None


def _colophon(context: Context, command: str) -> str:
    amounts = context.amounts
    made = tr(
        "Made by litslab {version} (engine: {engine}) with seed {seed}: {games:,} games of the "
        "engine with itself, {playouts:,} playouts per move.",
        version=metadata.version("litslab"),
        engine="kernel" if kernel.AVAILABLE else "reference",
        seed=context.seed,
        games=amounts.games,
        playouts=amounts.playouts,
    )
    again = tr("“{command}” makes the same report again.", command=command)
    return sentences(made, again)
