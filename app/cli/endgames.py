"""Commands that answer "who wins from here, and by what move?": ``solve``, ``verify`` and ``match``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    PLAYERS,
    AnyOption,
    AtOption,
    EngineOption,
    ForceOption,
    GamesCountOption,
    JsonOption,
    MemoryOption,
    PictureOption,
    RecordArgument,
    SchedulerOption,
    SeedOption,
    ThreadsOption,
    TimeLimitOption,
    WorkersOption,
    player_argument,
)
from litslab.app.cli.shared import (
    GameChoice,
    add_command,
    check_picture,
    choosing_game,
    print_json,
    read_position,
)

if TYPE_CHECKING:
    from litslab.solver.result import Solution

MEBIBYTE = 1 << 20


def table_bytes(mebibytes: int) -> int:
    """Return the size of the kernel's table as `--memory` gives it.

    Raises
    ------
    OptionError
        If this machine has less memory.
    """
    from litslab.games.errors import OptionError  # noqa: PLC0415

    installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if mebibytes * MEBIBYTE > installed:
        raise OptionError(
            f"memory {mebibytes} MiB: expected at most {installed // MEBIBYTE} MiB, all that this machine has"
        )
    return mebibytes * MEBIBYTE


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    add_command(
        app,
        solve,
        "litslab solve docs/examples/battle-of-lits-10.toml --at 9",
        "litslab solve docs/examples/taiji-9.toml --at 26 --all-moves --workers 2 -o best.svg",
        "litslab solve docs/examples/battle-of-lits-10.toml --at 10 --engine cpsat --time-limit 60 --json",
    )
    add_command(
        app,
        verify,
        "litslab verify proof.json",
        "litslab verify proof.json docs/examples/battle-of-lits-10.toml --at 9",
    )
    add_command(
        app,
        match,
        "litslab match mcts:500 greedy battle-of-lits -n 20 --seed 1",
        "litslab match exact:100000 random taiji --size 5 --groups 1 -n 100 --workers 2",
    )


def solve(
    record: RecordArgument,
    *,
    at: AtOption = None,
    time_limit: TimeLimitOption = None,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="Find the exact value of every move.")] = False,
    threads: ThreadsOption = 1,
    workers: WorkersOption = 1,
    scheduler: SchedulerOption = None,
    memory: MemoryOption = 512,
    engine: EngineOption = None,
    bounds: Annotated[
        bool,
        typer.Option("--bounds", help="First try to prove with CP-SAT that one side wins however the game ends."),
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option("--certificate", metavar="FILE", help="Write a proof that `litslab verify` checks."),
    ] = None,
    output: PictureOption = None,
    force: ForceOption = False,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Find the exact value, the winner, all best moves and a principal variation, or else proven bounds."""
    from litslab.app.console import print_position, showing  # noqa: PLC0415
    from litslab.app.documents import describe_solution  # noqa: PLC0415
    from litslab.games.drawing.export import save  # noqa: PLC0415
    from litslab.games.drawing.svg import draw  # noqa: PLC0415
    from litslab.games.files import refuse_overwriting  # noqa: PLC0415
    from litslab.solver import analyse  # noqa: PLC0415
    from litslab.solver.certificate import save_certificate  # noqa: PLC0415
    from litslab.solver.result import Limit  # noqa: PLC0415

    position = read_position(record, at, constructed=constructed)
    check_picture(output, force)
    if certificate is not None and not force:
        refuse_overwriting(certificate)
    with showing("solving") as progress:
        solution = analyse.solve(
            position, Limit(seconds=time_limit), engine=engine, threads=threads, memory=table_bytes(memory),
            all_moves=all_moves, bounds_first=bounds, certificate=certificate is not None,
            workers=workers, scheduler=scheduler, progress=progress,
        )  # fmt: skip
    missing = solution.uncertified
    if certificate is not None and solution.certificate is not None:
        save_certificate(solution.certificate, certificate, force=force)
    if output is not None:
        save(draw(position, highlight=solution.best), output, force=force)
    if json:
        more = {} if certificate is None else {"certificate": None if missing else str(certificate)}
        print_json(describe_solution(solution, **more))
    else:
        print_position(position, highlight=solution.best)
        for line in _report(solution):
            typer.echo(line)
        if output is not None:
            typer.echo(f"wrote {output}")
        if certificate is not None and not missing:
            typer.echo(f"wrote {certificate}")
    if missing:
        typer.echo(f"litslab: no certificate: {missing}", err=True)
        return exits.LIMIT
    return exits.DONE if solution.is_complete or solution.decided else exits.LIMIT


def verify(
    certificate: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate written by `litslab solve`.")],
    record: Annotated[
        Path | None,
        typer.Argument(metavar="[RECORD]", help="Also check that the certificate is for this record's position."),
    ] = None,
    *,
    at: AtOption = None,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Check a certificate using only the rules, without the solver, and show its position."""
    from litslab.app.console import print_position  # noqa: PLC0415
    from litslab.app.documents import describe_certificate, describe_rules  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.solver.certificate import load_certificate  # noqa: PLC0415
    from litslab.solver.certificate import verify as check  # noqa: PLC0415

    if at is not None and record is None:
        raise OptionError("--at: expected only with a RECORD to compare the certificate with")
    loaded = load_certificate(certificate, constructed=constructed)
    expected = compared = None
    if record is not None:
        compared = str(record) if at is None else f"{record} --at {at}"
        expected = read_position(record, at, constructed=constructed)
    positions = check(loaded, expected, name=compared or "")
    if json:
        print_json(describe_certificate(loaded, positions, compared))
        return exits.DONE
    print_position(loaded.position)
    typer.echo(describe_rules(loaded.position.rules))
    if compared is not None:
        typer.echo(f"the position of {compared}")
    winner = loaded.position.rules.sides[0 if loaded.value > 0 else 1]
    typer.echo(f"verified: {winner} wins, value {loaded.value} ({loaded.moves:,} moves, {positions:,} positions)")
    return exits.DONE


@choosing_game
def match(
    first: Annotated[str, player_argument("A", f"A player: {PLAYERS}.")],
    second: Annotated[str, player_argument("B", "Another player.")],
    chosen: GameChoice,
    *,
    count: GamesCountOption = 20,
    move_time: Annotated[
        float | None, typer.Option("--move-time", min=0.001, metavar="SECONDS", help="mcts: time per move (seconds).")
    ] = None,
    seed: SeedOption = 0,
    workers: WorkersOption = 1,
    scheduler: SchedulerOption = None,
    json: JsonOption = False,
) -> int:
    """Play a match between two players who exchange sides after each game; report wins with a 95 % interval."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.app.console import showing  # noqa: PLC0415
    from litslab.solver.play.match import match as play  # noqa: PLC0415
    from litslab.solver.play.players import parse_player  # noqa: PLC0415

    rules = chosen.rules()
    players = parse_player(first, time_limit=move_time), parse_player(second, time_limit=move_time)
    with showing("playing") as progress:
        found = play(rules, players, count, seed=seed, workers=workers, scheduler=scheduler, progress=progress)
    wins, played, (low, high) = found.wins, found.games, found.interval
    if json:
        print_json(
            schema.Match(
                game=rules.name,
                players=[first, second],
                games=played,
                wins=list(wins),
                share=wins[0] / played if played else None,
                interval=[low, high],
                mean_length=found.moves / played if played else None,
                first_mover_wins=found.first_mover_wins,
            )
        )
    else:
        typer.echo(
            f"{first} {wins[0]}, {second} {wins[1]} of {played} games: {first} wins "
            f"{low:.0%} to {high:.0%} (95 % interval)"
        )
    return exits.DONE if found.complete else exits.LIMIT


def _report(solution: Solution) -> list[str]:
    """Return what was found as lines of text."""
    from litslab.games.notation import format_move  # noqa: PLC0415

    rules = solution.position.rules
    cost = f"{solution.info.nodes:,} nodes, {solution.info.seconds:.2f} s, engine {solution.info.engine}"
    lines = [solution.verdict]
    if solution.best:
        lines.append(f"best: {' '.join(format_move(move, rules) for move in solution.best)}")
        line = " ".join(format_move(move, rules) for move in solution.principal_variation)
        lines.append(f"principal variation: {line}")
    if solution.swap is not None:
        lines.append(_swap_line(solution))
    for each in sorted(solution.moves, key=lambda each: (-each.score.lower, -each.score.upper)):
        bounds = each.score
        value = f"{bounds.value}" if bounds.is_exact else f"{bounds.lower} to {bounds.upper}"
        lines.append(f"  {format_move(each.move, rules):<24} {value}")
    return [*lines, cost]


def _swap_line(solution: Solution) -> str:
    from litslab.games.notation import format_move  # noqa: PLC0415

    advice = solution.swap
    if advice is None:
        return ""
    if advice.swap is not None:
        return "the second player should swap" if advice.swap else "the second player should not swap"
    moves = " ".join(format_move(move, solution.position.rules) for move in advice.best)
    return f"under the swap the game is worth {advice.value} to the first player; most even: {moves}"
