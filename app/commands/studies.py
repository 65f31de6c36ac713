"""Commands about endgame studies: ``study generate`` and ``study check``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app import exits
from app.commands.endgames import MEBIBYTE, EngineOption, MemoryOption
from app.commands.shared import (
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
    from puzzles.studies import Proof, Refutation
    from puzzles.studies_batch import Batch

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
    app.add_typer(commands)


@choosing_game
def generate(
    chosen: GameChoice,
    *,
    plies: Annotated[int, typer.Option("--plies", metavar="N", help="Length of the principal variation.")] = 8,
    count: Annotated[int, typer.Option("--count", min=1, metavar="N", help="How many studies.")] = 1,
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

    from app.console import counting, print_position  # noqa: PLC0415
    from games.errors import OptionError  # noqa: PLC0415
    from puzzles.studies_batch import Batch  # noqa: PLC0415
    from puzzles.studies_document import describe_study  # noqa: PLC0415
    from puzzles.studies_search import Wish  # noqa: PLC0415

    if time is not None and math.isnan(time):
        raise OptionError("time nan: expected a number of seconds")
    names = tuple(name for name in players.split(",") if name)
    wish = Wish(chosen.rules(), plies, surprise, seed, names, engine)
    batch = Batch(wish, count, jobs, scheduler, out, time)
    found = 0
    interrupted = False
    try:
        with counting("searching", count) as advance, closing(iter(batch)) as studies:
            for number, record in studies:
                found += 1
                advance()
                path = batch.path(number)
                if json:
                    print_json(describe_study(record) | {"file": None if path is None else str(path)})
                elif path is not None:
                    typer.echo(f"{path}: level {record.study.level if record.study else '?'}")
                else:
                    print_position(record.position(), title=f"{number}. {_headline(describe_study(record))}")
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    if stats and json:
        print_json({"summary": _summary(batch, found)})
    elif stats:
        _tell_summary(batch, found)
    elif found < count and not json:
        typer.echo(f"litslab: stopped after {found} of {count} studies", err=True)
    return exits.LIMIT if interrupted or found < count else exits.DONE


def _headline(study: dict[str, object]) -> str:
    return f"{study['title']}: {study['plies']} plies, level {study['level']}, {study['solution']}"


def _summary(batch: Batch, found: int) -> dict[str, object]:
    return {
        "found": found,
        "kept": batch.kept,
        "wanted": batch.count,
        "rejected": dict(batch.rejected.most_common()),
        "nodes": batch.nodes,
    }


def _tell_summary(batch: Batch, found: int) -> None:
    """Tell on standard error how far the run came and what became of the candidates."""
    typer.echo(f"{found} of {batch.count} studies, {batch.kept} of them were there; {batch.nodes:,} nodes", err=True)
    for reason, number in batch.rejected.most_common():
        typer.echo(f"  {number:>6,} {reason}", err=True)


def check(
    record: RecordArgument,
    *,
    at: AtOption = None,
    refutations: Annotated[
        bool, typer.Option("--refutations", help="Show for each wrong move the replies that refute it, and a line.")
    ] = False,
    time: TimeOption = None,
    engine: EngineOption = None,
    memory: MemoryOption = 256,
    json: JsonOption = False,
) -> int:
    """Prove that a record's last position is a study, and that what the record says of it is right."""
    from dataclasses import replace  # noqa: PLC0415

    from app.console import print_position, reporting  # noqa: PLC0415
    from games.errors import OptionError  # noqa: PLC0415
    from puzzles.studies import differences, prove  # noqa: PLC0415
    from puzzles.studies import refutations as refute  # noqa: PLC0415
    from puzzles.studies_document import describe_proof, describe_refutation  # noqa: PLC0415
    from solver.endgame import make_oracle  # noqa: PLC0415
    from solver.result import Limit  # noqa: PLC0415
    from solver.root import LimitReachedError  # noqa: PLC0415

    if time is not None and math.isnan(time):
        raise OptionError("time nan: expected a number of seconds")
    loaded = read_record(record)
    position = loaded.position(at)
    if at is not None and at != len(loaded.moves):
        loaded = replace(loaded, moves=loaded.moves[:at], study=None)
    oracle = make_oracle(position.rules, Limit(time), engine=engine, memory=memory * MEBIBYTE)
    proof: Proof | None = None
    refuted: list[Refutation] = []
    complete = False
    with reporting("proving") as report:
        try:
            proof = prove(oracle, position, every_winner=True)
            if refutations and proof.is_study:
                for each in refute(oracle, proof):
                    refuted.append(each)
                    if report is not None:
                        report(f"{len(refuted)} of {position.legal.bit_count() - 1} wrong moves refuted")
            complete = True
        except (LimitReachedError, KeyboardInterrupt, RecursionError):
            pass
    wrong = [] if proof is None else differences(loaded, proof)
    status = "undecided" if proof is None else "not-a-study" if wrong else "study"
    if json:
        document = {"status": status, "wrong": wrong, "complete": complete} | describe_proof(position, proof)
        document |= {"engine": oracle.engine, "nodes": oracle.nodes, "seconds": round(oracle.seconds, 6)}
        if refutations:
            document["refutations"] = [describe_refutation(each, position) for each in refuted]
        print_json(document)
    else:
        print_position(position, highlight=() if proof is None or not proof.is_study else proof.winning)
        for line in _report(proof, wrong, refuted):
            typer.echo(line)
        typer.echo(f"{oracle.nodes:,} nodes, {oracle.seconds:.2f} s, engine {oracle.engine}")
    if wrong:
        return exits.NEGATIVE
    return exits.DONE if complete else exits.LIMIT


def _report(proof: Proof | None, wrong: list[str], refuted: list[Refutation]) -> list[str]:
    """Tell a person what was proved."""
    from games.notation import format_move  # noqa: PLC0415
    from puzzles.studies_document import describe_proof, describe_refutation  # noqa: PLC0415

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
