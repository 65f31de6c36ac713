"""Commands about endgame studies: ``study generate``, ``study check`` and ``study book``."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from litslab.app import exits
from litslab.app.commands.books import study_book
from litslab.app.commands.endgames import EngineOption, MemoryOption, table_bytes
from litslab.app.commands.shared import (
    AnyOption,
    AtOption,
    GameChoice,
    JsonOption,
    RecordArgument,
    SchedulerOption,
    TimeOption,
    choosing_game,
    print_json,
    read_record,
)

if TYPE_CHECKING:
    from litslab.games.position import Position
    from litslab.puzzles.studies import Proof, Refutation
    from litslab.puzzles.studies_search import GeneratedStudy
    from litslab.solver.root import Oracle

commands = typer.Typer(
    name="study",
    help="Endgame studies: the side to move wins, and only one move does it.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (generate, check):
        commands.command()(command)
    commands.command("book")(study_book)
    app.add_typer(commands)


@choosing_game
def generate(
    chosen: GameChoice,
    *,
    plies: Annotated[int, typer.Option("--plies", metavar="N", help="Length of the principal variation.")] = 8,
    count: Annotated[int, typer.Option("--count", min=1, max=100_000, metavar="N", help="How many studies.")] = 1,
    surprise: Annotated[
        bool, typer.Option("--surprise/--no-surprise", help="Whether every greedy move has to lose.")
    ] = True,
    players: Annotated[
        str, typer.Option("--players", metavar="NAMES", help="Who plays the games: of random, greedy and mcts.")
    ] = "random,greedy,mcts",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same studies, whatever --jobs is.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, metavar="N", help="Processes that search.")] = 1,
    scheduler: SchedulerOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write records there; what is there is kept.")
    ] = None,
    time: TimeOption = None,
    engine: EngineOption = None,
    stats: Annotated[bool, typer.Option("--stats", help="Say why candidates were no studies.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print a JSON document a study and nothing else.")] = False,
) -> int:
    """Search the ends of played games for positions that exactly one move wins."""
    from contextlib import closing  # noqa: PLC0415

    from litslab.app.console import print_position, showing  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.puzzles.studies_batch import generate_studies  # noqa: PLC0415
    from litslab.puzzles.studies_document import describe_study  # noqa: PLC0415
    from litslab.puzzles.studies_spec import StudySpec  # noqa: PLC0415

    if time is not None and math.isnan(time):
        raise OptionError("time nan: expected a number of seconds")
    names = tuple(name for name in players.split(",") if name)
    spec = StudySpec(chosen.rules(), plies, surprise, names, engine)
    summary = _Summary(count)
    interrupted = False
    try:
        with showing("searching") as progress:
            results = generate_studies(
                spec, count, seed=seed, workers=jobs, scheduler=scheduler, folder=out, time_limit=time,
                progress=progress,
            )  # fmt: skip
            with closing(results):
                for generated in results:
                    summary.add(generated)
                    record = generated.record
                    if record is None:
                        continue
                    path = None if out is None else out / f"{generated.task.name}.toml"
                    if json:
                        print_json(describe_study(record) | {"file": None if path is None else str(path)})
                    elif path is not None:
                        typer.echo(f"{path}: level {record.study.level if record.study else '?'}")
                    else:
                        title = f"{generated.task.number}. {_headline(describe_study(record))}"
                        print_position(record.position(), title=title)
    except KeyboardInterrupt:
        if not summary.found:
            raise
        interrupted = True
    if stats and json:
        print_json({"summary": summary.describe()})
    elif stats:
        summary.print()
    elif summary.found < count and not json:
        typer.echo(f"litslab: stopped after {summary.found} of {count} studies", err=True)
    return exits.LIMIT if interrupted or summary.found < count else exits.DONE


def _headline(study: dict[str, object]) -> str:
    return f"{study['title']}: {study['plies']} plies, level {study['level']}, {study['solution']}"


@dataclass
class _Summary:
    """How far a run came, and what became of the candidates."""

    wanted: int
    found: int = 0
    kept: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    nodes: int = 0

    def add(self, generated: GeneratedStudy) -> None:
        """Count a result."""
        self.found += generated.record is not None
        self.kept += generated.existing
        self.rejected.update(generated.rejected)
        self.nodes += generated.nodes

    def describe(self) -> dict[str, object]:
        """Return the summary as plain data."""
        return {
            "found": self.found,
            "kept": self.kept,
            "wanted": self.wanted,
            "rejected": dict(self.rejected.most_common()),
            "nodes": self.nodes,
        }

    def print(self) -> None:
        """Print the summary on standard error."""
        typer.echo(
            f"{self.found} of {self.wanted} studies, {self.kept} of them already existed; {self.nodes:,} nodes",
            err=True,
        )
        for reason, number in self.rejected.most_common():
            typer.echo(f"  {number:>6,} {reason}", err=True)


@dataclass
class _Work:
    """What a check asks of the engines, and what came of it before a limit."""

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
        """Prove, refute where that was asked for, and let the second engine confirm, as far as the limits allow."""
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
        bool, typer.Option("--refutations", help="Show for each wrong move the replies that refute it, and a line.")
    ] = False,
    time: TimeOption = None,
    engine: EngineOption = None,
    second: Annotated[
        str | None, typer.Option("--second", metavar="ENGINE", help="Let another engine find the winning moves too.")
    ] = None,
    memory: MemoryOption = 256,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Prove that a record's last position is a study, and that what the record says of it is right."""
    from dataclasses import replace  # noqa: PLC0415
    from functools import partial  # noqa: PLC0415

    from litslab.app.console import print_position  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.puzzles.studies import differences  # noqa: PLC0415
    from litslab.solver.endgame import ENGINES, make_oracle  # noqa: PLC0415
    from litslab.solver.result import Limit  # noqa: PLC0415

    if time is not None and math.isnan(time):
        raise OptionError("time nan: expected a number of seconds")
    if second is not None and second not in ENGINES:
        raise OptionError(f"second engine {second!r}: expected one of {', '.join(ENGINES)}")
    loaded = read_record(record, constructed=constructed)
    position = loaded.position(at)
    if at is not None and at != len(loaded.moves):
        loaded = replace(loaded, moves=loaded.moves[:at], study=None)
    make = partial(make_oracle, position.rules, Limit(time), memory=table_bytes(memory))
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
            what = "finds the same winning moves" if work.agrees else "undecided: the limit came before its proof"
            typer.echo(f"{work.second.nodes:,} nodes, {work.second.seconds:.2f} s, engine {work.second.engine}: {what}")
    if wrong:
        return exits.NEGATIVE
    return exits.DONE if work.complete else exits.LIMIT


def _document(work: _Work, wrong: list[str], *, refutations: bool) -> dict[str, Any]:
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
    return document


def _report(proof: Proof | None, wrong: list[str], refuted: list[Refutation]) -> list[str]:
    """Tell a person what was proved."""
    from litslab.games.notation import format_move  # noqa: PLC0415
    from litslab.puzzles.studies_document import describe_proof, describe_refutation  # noqa: PLC0415

    if proof is None:
        return ["undecided: the limit came before the proof"]
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
