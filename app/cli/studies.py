"""Commands about endgame studies: ``study generate``, ``study check`` and ``study book``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
    check_seconds,
    choosing_game,
    command_group,
    print_json,
    read_record,
)

if TYPE_CHECKING:
    from litslab.app.documents import commands as schema
    from litslab.games.position import Position
    from litslab.puzzles.studies.check import StudyCheck
    from litslab.puzzles.studies.search import GeneratedStudy
    from litslab.puzzles.studies.study import Proof, Refutation


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    commands = command_group("study", "Generate and check endgame studies, in which only one move wins.")
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
        str, typer.Option("--players", metavar="PLAYER,…", help=f"Players of the games, chosen at random: {PLAYERS}.")
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
    """Generate studies: positions from the endgames of played games in which exactly one move wins."""
    from contextlib import closing

    from litslab.app.console import print_position, showing
    from litslab.app.documents import commands as schema
    from litslab.puzzles.studies.batch import generate_studies
    from litslab.puzzles.studies.document import describe_study
    from litslab.puzzles.studies.spec import StudySpec

    check_seconds(time_limit)
    names = tuple(name for name in players.split(",") if name)
    spec = StudySpec(chosen.rules(), plies, surprise, names, engine)
    summary = _Summary(count)
    interrupted = False
    try:
        with showing("searching") as progress:
            results = generate_studies(
                spec, count, seed=seed, workers=workers, scheduler=scheduler, folder=output, time_limit=time_limit,
                progress=progress,
            )  # fmt: skip
            with closing(results):
                for generated in results:
                    summary.add(generated)
                    record = generated.record
                    if record is None:
                        continue
                    path = None if output is None else output / f"{generated.task.name}.toml"
                    if json:
                        print_json(schema.Study(**describe_study(record), file=None if path is None else str(path)))
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
        print_json(schema.StudyStatistics(summary=summary.describe()))
    elif stats:
        summary.print()
    elif summary.found < count and not json:
        typer.echo(f"litslab: stopped after {summary.found} of {count} studies", err=True)
    return exits.LIMIT if interrupted or summary.found < count else exits.DONE


def _headline(study: dict[str, object]) -> str:
    return f"{study['title']}: {study['plies']} plies, level {study['level']}, {study['solution']}"


@dataclass
class _Summary:
    """What a run found, and why candidates were rejected."""

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

    def describe(self) -> schema.StudySummary:
        """Return the summary as a document."""
        from litslab.app.documents import commands as schema

        return schema.StudySummary(
            found=self.found,
            kept=self.kept,
            wanted=self.wanted,
            rejected=dict(self.rejected.most_common()),
            nodes=self.nodes,
        )

    def print(self) -> None:
        """Print the summary on standard error."""
        typer.echo(
            f"{self.found} of {self.wanted} studies, {self.kept} of them already existed; {self.nodes:,} nodes",
            err=True,
        )
        for reason, number in self.rejected.most_common():
            typer.echo(f"  {number:>6,} {reason}", err=True)


def check(
    record: RecordArgument,
    *,
    at: AtOption = None,
    refutations: Annotated[
        bool, typer.Option("--refutations", help="Show the reply that refutes each wrong move, with a variation.")
    ] = False,
    time_limit: TimeLimitOption = None,
    engine: EngineOption = None,
    second: SecondEngineOption = None,
    memory: MemoryOption = 256,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Prove that a record's last position is a study and that the record describes it correctly."""
    from litslab.app.console import print_position, showing
    from litslab.puzzles.studies.check import check_study
    from litslab.solver.endgame.result import Limit

    check_seconds(time_limit)
    loaded = read_record(record, constructed=constructed)
    position = loaded.position(at)
    with showing("proving") as progress:
        found = check_study(
            loaded, at, Limit(time_limit), engine=engine, second=second, memory=table_bytes(memory),
            refutations=refutations, progress=progress,
        )  # fmt: skip
    proof = found.proof
    if json:
        print_json(_document(position, found, refutations=refutations))
    else:
        print_position(position, highlight=proof.winning if proof is not None and proof.is_study else ())
        for line in _report(proof, found.wrong, found.refutations):
            typer.echo(line)
        typer.echo(f"{found.info.nodes:,} nodes, {found.info.seconds:.2f} s, engine {found.info.engine}")
        if (cost := found.second) is not None:
            what = "finds the same winning moves" if found.agrees else "undecided: limit reached before the proof"
            typer.echo(f"{cost.nodes:,} nodes, {cost.seconds:.2f} s, engine {cost.engine}: {what}")
    if found.wrong:
        return exits.NEGATIVE
    return exits.DONE if found.complete else exits.LIMIT


def _document(position: Position, found: StudyCheck, *, refutations: bool) -> schema.StudyCheck:
    from litslab.app.documents import commands as schema
    from litslab.puzzles.studies.document import describe_proof, describe_refutation

    status = "undecided" if found.proof is None else "not-a-study" if found.wrong else "study"
    document: dict[str, Any] = {"status": status, "wrong": list(found.wrong), "complete": found.complete}
    document |= describe_proof(position, found.proof)
    cost = found.info
    document |= {"engine": cost.engine, "nodes": cost.nodes, "seconds": round(cost.seconds, 6)}
    if (cost_of_second := found.second) is not None:
        document["second"] = {
            "engine": cost_of_second.engine,
            "agrees": found.agrees or None,
            "nodes": cost_of_second.nodes,
            "seconds": round(cost_of_second.seconds, 6),
        }
    if refutations:
        document["refutations"] = [describe_refutation(each, position) for each in found.refutations]
    return schema.StudyCheck(**document)


def _report(proof: Proof | None, wrong: Sequence[str], refuted: Sequence[Refutation]) -> list[str]:
    """Return what was proved as lines of text."""
    from litslab.games.notation import format_move
    from litslab.puzzles.studies.document import describe_proof, describe_refutation

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
        described = describe_refutation(each, proof.position)
        line = " ".join(described["line"]) or "ends the game"
        lines.append(f"  {described['move']}? {line} (value {described['value']})")
    return lines
