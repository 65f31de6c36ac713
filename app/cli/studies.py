"""Commands about endgame studies: ``study generate``, ``study check`` and ``study book``."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from litslab.app import exits
from litslab.app.cli.books import study_book
from litslab.app.cli.endgames import table_bytes
from litslab.app.cli.options import (
    PLAYERS,
    AnyOption,
    AtOption,
    EngineOption,
    FolderOption,
    JsonLinesOption,
    JsonOption,
    MemoryOption,
    RecordArgument,
    SchedulerOption,
    SecondEngineOption,
    SeedOption,
    TimeLimitOption,
    WorkersOption,
    count_option,
)
from litslab.app.cli.shared import (
    GameChoice,
    add_command,
    choosing_game,
    print_json,
    read_record,
)

if TYPE_CHECKING:
    from litslab.app.schema import StudyCheck, StudySummary
    from litslab.games.position import Position
    from litslab.puzzles.studies import Proof, Refutation
    from litslab.puzzles.studies_batch import Batch
    from litslab.solver.root import Oracle

commands = typer.Typer(
    name="study",
    help="Generate and check endgame studies, in which only one move wins.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    add_command(
        commands,
        generate,
        "litslab study generate battle-of-lits --plies 8 -n 3 --seed 1 -o studies",
        "litslab study generate wythe --size 6 --plies 6 -n 20 --workers 2 --players random,mcts:500 --json",
    )
    add_command(
        commands,
        check,
        "litslab study check docs/examples/studies/battle-of-lits-8-plies-seed-1-0001.toml --refutations",
        "litslab study check game.toml --at 12 --second reference --time-limit 60",
    )
    add_command(
        commands,
        study_book,
        "litslab study book docs/examples/studies -o studies.pdf",
        "litslab study book studies more/*.toml --title 'To play and win' -o studies.pdf --force",
        name="book",
    )
    app.add_typer(commands)


@choosing_game
def generate(
    chosen: GameChoice,
    *,
    plies: Annotated[int, typer.Option("--plies", metavar="N", help="Length of the principal variation (plies).")] = 8,
    count: Annotated[int, count_option("Number of studies.", 100_000)] = 1,
    surprise: Annotated[
        bool, typer.Option("--surprise/--no-surprise", help="Require that every greedy move loses.")
    ] = True,
    players: Annotated[
        str, typer.Option("--players", metavar="PLAYER,…", help=f"Players of the games, drawn at random: {PLAYERS}.")
    ] = "random,greedy,mcts",
    seed: SeedOption = 0,
    workers: WorkersOption = 1,
    scheduler: SchedulerOption = None,
    output: FolderOption = None,
    time_limit: TimeLimitOption = None,
    engine: EngineOption = None,
    stats: Annotated[bool, typer.Option("--stats", help="Show why candidates were rejected.")] = False,
    json: JsonLinesOption = False,
) -> int:
    """Search the endgames of played games for positions in which exactly one move wins."""
    from contextlib import closing  # noqa: PLC0415

    from litslab.app import schema  # noqa: PLC0415
    from litslab.app.console import counting, print_position  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.puzzles.studies_batch import Batch  # noqa: PLC0415
    from litslab.puzzles.studies_document import describe_study  # noqa: PLC0415
    from litslab.puzzles.studies_search import Wish  # noqa: PLC0415

    if time_limit is not None and math.isnan(time_limit):
        raise OptionError("time-limit nan: expected a number of seconds")
    names = tuple(name for name in players.split(",") if name)
    wish = Wish(chosen.rules(), plies, surprise, seed, names, engine)
    batch = Batch(wish, count, workers, scheduler, output, time_limit)
    found = 0
    interrupted = False
    try:
        with counting("searching", count) as advance, closing(iter(batch)) as studies:
            for number, record in studies:
                found += 1
                advance()
                path = batch.path(number)
                if json:
                    print_json(schema.Study(**describe_study(record), file=None if path is None else str(path)))
                elif path is not None:
                    typer.echo(f"{path}: level {record.study.level if record.study else '?'}")
                else:
                    print_position(record.position(), title=f"{number}. {_headline(describe_study(record))}")
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    if stats and json:
        print_json(schema.StudyStatistics(summary=_summary(batch, found)))
    elif stats:
        _tell_summary(batch, found)
    elif found < count and not json:
        typer.echo(f"litslab: stopped after {found} of {count} studies", err=True)
    return exits.LIMIT if interrupted or found < count else exits.DONE


def _headline(study: dict[str, object]) -> str:
    return f"{study['title']}: {study['plies']} plies, level {study['level']}, {study['solution']}"


def _summary(batch: Batch, found: int) -> StudySummary:
    from litslab.app.schema import StudySummary  # noqa: PLC0415

    return StudySummary(
        found=found,
        kept=batch.kept,
        wanted=batch.count,
        rejected=dict(batch.rejected.most_common()),
        nodes=batch.nodes,
    )


def _tell_summary(batch: Batch, found: int) -> None:
    """Print on standard error how far the run got, and why candidates were rejected."""
    typer.echo(
        f"{found} of {batch.count} studies, {batch.kept} of them existed already; {batch.nodes:,} nodes", err=True
    )
    for reason, number in batch.rejected.most_common():
        typer.echo(f"  {number:>6,} {reason}", err=True)


@dataclass
class _Work:
    """What a check asks the engines, and what they answered before a limit."""

    position: Position
    oracle: Oracle
    make_second: Callable[[], Oracle] | None = None
    second: Oracle | None = None
    seconds: float = 0.0
    proof: Proof | None = None
    refuted: list[Refutation] = field(default_factory=list)
    agrees: bool = False
    complete: bool = False

    def run(self, *, refutations: bool) -> None:
        """Prove, refute if requested, and let the second engine confirm, as far as the limits allow."""
        from litslab.app.console import reporting  # noqa: PLC0415
        from litslab.puzzles.studies import confirm, prove  # noqa: PLC0415
        from litslab.puzzles.studies import refutations as refute  # noqa: PLC0415
        from litslab.solver.root import LimitReachedError  # noqa: PLC0415

        with reporting("proving") as report:
            try:
                self.proof = prove(self.oracle, self.position, every_winner=True)
                if refutations and self.proof.is_study:
                    for each in refute(self.oracle, self.proof):
                        self.refuted.append(each)
                        if report is not None:
                            wrong = self.position.legal.bit_count() - 1
                            report(f"{len(self.refuted)} of {wrong} wrong moves refuted")
                self.seconds = self.oracle.seconds
                if self.make_second is not None:
                    self.second = self.make_second()  # its clock starts now
                    confirm(self.second, self.proof)
                    self.agrees = True
                self.complete = True
            except (LimitReachedError, KeyboardInterrupt, RecursionError):
                self.seconds = self.seconds or self.oracle.seconds


def check(
    record: RecordArgument,
    *,
    at: AtOption = None,
    refutations: Annotated[
        bool, typer.Option("--refutations", help="Show the replies that refute each wrong move, and a line.")
    ] = False,
    time_limit: TimeLimitOption = None,
    engine: EngineOption = None,
    second: SecondEngineOption = None,
    memory: MemoryOption = 256,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Prove that a record's last position is a study, and that the record describes it correctly."""
    from dataclasses import replace  # noqa: PLC0415
    from functools import partial  # noqa: PLC0415

    from litslab.app.console import print_position  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.puzzles.studies import differences  # noqa: PLC0415
    from litslab.solver.endgame import make_oracle  # noqa: PLC0415
    from litslab.solver.result import Limit  # noqa: PLC0415

    if time_limit is not None and math.isnan(time_limit):
        raise OptionError("time-limit nan: expected a number of seconds")
    loaded = read_record(record, constructed=constructed)
    position = loaded.position(at)
    if at is not None and at != len(loaded.moves):
        loaded = replace(loaded, moves=loaded.moves[:at], study=None)
    make = partial(make_oracle, position.rules, Limit(time_limit), memory=table_bytes(memory))
    work = _Work(position, make(engine=engine), None if second is None else partial(make, engine=second))
    work.run(refutations=refutations)
    wrong = [] if work.proof is None else differences(loaded, work.proof)
    if json:
        print_json(_document(work, wrong, refutations=refutations))
    else:
        print_position(position, highlight=work.proof.winning if work.proof is not None and work.proof.is_study else ())
        for line in _report(work.proof, wrong, work.refuted):
            typer.echo(line)
        typer.echo(f"{work.oracle.nodes:,} nodes, {work.seconds:.2f} s, engine {work.oracle.engine}")
        if work.second is not None:
            what = "finds the same winning moves" if work.agrees else "undecided: limit reached before the proof"
            typer.echo(f"{work.second.nodes:,} nodes, {work.second.seconds:.2f} s, engine {work.second.engine}: {what}")
    if wrong:
        return exits.NEGATIVE
    return exits.DONE if work.complete else exits.LIMIT


def _document(work: _Work, wrong: list[str], *, refutations: bool) -> StudyCheck:
    from litslab.app.schema import StudyCheck  # noqa: PLC0415
    from litslab.puzzles.studies_document import describe_proof, describe_refutation  # noqa: PLC0415

    status = "undecided" if work.proof is None else "not-a-study" if wrong else "study"
    document: dict[str, Any] = {"status": status, "wrong": wrong, "complete": work.complete}
    document |= describe_proof(work.position, work.proof)
    document |= {"engine": work.oracle.engine, "nodes": work.oracle.nodes, "seconds": round(work.seconds, 6)}
    if work.second is not None:
        document["second"] = {
            "engine": work.second.engine,
            "agrees": work.agrees or None,
            "nodes": work.second.nodes,
            "seconds": round(work.second.seconds, 6),
        }
    if refutations:
        document["refutations"] = [describe_refutation(each, work.position) for each in work.refuted]
    return StudyCheck(**document)


def _report(proof: Proof | None, wrong: list[str], refuted: list[Refutation]) -> list[str]:
    """Return what was proved as lines of text."""
    from litslab.games.notation import format_move  # noqa: PLC0415
    from litslab.puzzles.studies_document import describe_proof, describe_refutation  # noqa: PLC0415

    if proof is None:
        return ["undecided: limit reached before the proof"]
    if wrong or proof.grade is None:
        return [f"not a study: {each}" for each in wrong]
    rules = proof.position.rules
    facts = describe_proof(proof.position, proof)
    surprise = "every greedy move loses" if proof.surprise else "a greedy move wins"
    lines = [
        f"a study: {proof.position.side} wins, and only by {format_move(proof.winning[0], rules)}",
        f"{facts['plies']} plies, level {facts['level']} (difficulty {facts['difficulty']}), {surprise}",
        f"{facts['choices']} moves: {facts['tempting']} tempting wrong ones, {facts['close']} lose closely",
        f"principal variation: {' '.join(facts['line'])}",
    ]
    for each in refuted:
        told = describe_refutation(each, proof.position)
        lines.append(f"  {told['move']}? {' '.join(told['line']) or 'ends the game'} (value {told['value']})")
    return lines
