"""Commands that answer "who wins from here, and by what move?": ``solve``, ``analyse``, ``verify`` and ``match``."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    PLAYERS,
    AnalyseTimeOption,
    AnyOption,
    AtOption,
    BestMoves,
    BestOption,
    EngineOption,
    ForceOption,
    FullOption,
    GamesCountOption,
    JsonOption,
    MemoryOption,
    OpeningBookOption,
    PictureOption,
    RecordArgument,
    SchedulerOption,
    SeedOption,
    SolveTimeOption,
    ThreadsOption,
    WorkersOption,
    player_argument,
)
from litslab.app.cli.shared import GameChoice, add_command, check_picture, choosing_game, finish, read_position

MEBIBYTE = 1 << 20

ESTIMATE_PLAYOUTS = 2000
"""How many playouts a search that was stopped adds to its bounds."""


def table_bytes(mebibytes: int) -> int:
    """Return the size of the kernel's table as `--memory` gives it.

    Raises
    ------
    OptionError
        If this machine has less memory.
    """
    from litslab.games.errors import OptionError
    from litslab.jobs.machine import installed_memory

    installed = installed_memory()
    if installed is not None and mebibytes * MEBIBYTE > installed:
        raise OptionError(
            f"memory {mebibytes} MiB: expected at most {installed // MEBIBYTE} MiB, all that this machine has"
        )
    return mebibytes * MEBIBYTE


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    add_command(
        app,
        solve,
        "litslab solve examples/battle-of-lits-10.toml --at 9",
        "litslab solve examples/battle-of-lits-10.toml --at 9 --best all",
        "litslab solve examples/taiji-9.toml --at 26 --all-moves --workers 2 -o best.svg",
        "litslab solve examples/battle-of-lits-10.toml --at 10 --engine cpsat --time-limit 60 --json",
    )
    add_command(
        app,
        analyse,
        "litslab analyse examples/taiji-7.toml --at 6 --time-limit 5",
        "litslab analyse examples/battle-of-lits-10.toml --at 9 -o advice.svg",
    )
    add_command(
        app,
        verify,
        "litslab verify proof.json",
        "litslab verify proof.json examples/battle-of-lits-10.toml --at 10",
    )
    add_command(
        app,
        match,
        "litslab match mcts:500 greedy battle-of-lits -n 20 --seed 1",
        "litslab match exact:100000 random taiji --size 5 --groups 1 -n 20 --workers 2",
    )


def solve(
    record: RecordArgument,
    *,
    at: AtOption = None,
    time_limit: SolveTimeOption = None,
    best: BestOption = BestMoves.ONE,
    all_moves: Annotated[
        bool,
        typer.Option(
            "--all-moves",
            help="Find the exact value of every move. With --engine cpsat this can take minutes where the kernel takes "
            "a second: set --time-limit.",
        ),
    ] = False,
    full: FullOption = False,
    swap: Annotated[
        bool,
        typer.Option("--swap/--no-swap", help="At the start of a game: whether the second player may swap."),
    ] = True,
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
    book: OpeningBookOption = None,
    output: PictureOption = None,
    force: ForceOption = False,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Find the exact value, the winner, a best move and a principal variation, or else proven bounds."""
    from litslab.app.console import showing
    from litslab.app.documents.solutions import EstimateDocument, SolutionDocument, brief_estimate
    from litslab.games.drawing.export import save
    from litslab.games.files import refuse_overwriting
    from litslab.solver.advice.estimate import estimate as advise
    from litslab.solver.endgame.certificate import save_certificate
    from litslab.solver.endgame.result import Limit
    from litslab.solver.endgame.solve import solve as solve_position

    position = read_position(record, at, constructed=constructed)
    check_picture(output, force)
    if certificate is not None and not force:
        refuse_overwriting(certificate)
    with showing("solving") as progress:
        solution = solve_position(
            position, Limit(seconds=time_limit), engine=engine, threads=threads, memory=table_bytes(memory),
            best=best.value, all_moves=all_moves, swap=swap, bounds_first=bounds, certificate=certificate is not None,
            book=book, workers=workers, scheduler=scheduler, progress=progress,
        )  # fmt: skip
    # A search that was stopped before it knew the value leaves people with an estimate at least.
    estimate = None if solution.score.is_exact or solution.decided else advise(position, playouts=ESTIMATE_PLAYOUTS)
    missing = solution.uncertified
    if certificate is not None and solution.certificate is not None:
        save_certificate(solution.certificate, certificate, force=force)
    if output is not None:
        save(solution.to_svg(), output, force=force)
    more: dict[str, Any] = {}
    advice: tuple[str, ...] = ()
    if certificate is not None:
        more["certificate"] = None if missing else str(certificate)
    if estimate is not None:
        more["estimate"] = EstimateDocument.of(estimate, position.rules)
        where = "" if at is None else f" --at {at}"
        advice = (
            brief_estimate(position, estimate),
            f"`litslab analyse {record}{where}` estimates it with more playouts",
        )
    document = SolutionDocument.of(solution, **more)
    written = output, None if missing else certificate
    finish(document, *written, json=json, lines=chain(document.lines(full=full), advice))
    if missing:
        typer.echo(f"litslab: no certificate: {missing}", err=True)
        return exits.LIMIT
    return exits.DONE if solution.is_complete or solution.decided else exits.LIMIT


def analyse(
    record: RecordArgument,
    *,
    at: AtOption = None,
    time_limit: AnalyseTimeOption = 10.0,
    full: FullOption = False,
    threads: ThreadsOption = 1,
    memory: MemoryOption = 512,
    seed: SeedOption = 0,
    book: OpeningBookOption = None,
    output: PictureOption = None,
    force: ForceOption = False,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Say who wins and by what move: exactly if it can be solved in time, otherwise by estimate (exit status 3)."""
    from litslab.app.console import showing
    from litslab.app.documents.solutions import AdviceDocument
    from litslab.games.drawing.export import save
    from litslab.solver.advice.analyse import analyse as find_advice

    position = read_position(record, at, constructed=constructed)
    check_picture(output, force)
    with showing("analysing") as progress:
        found = find_advice(
            position, time_limit=time_limit, threads=threads, memory=table_bytes(memory), seed=seed, book=book,
            progress=progress,
        )  # fmt: skip
    if output is not None:
        save(found.to_svg(), output, force=force)
    document = AdviceDocument.of(found)
    finish(document, output, json=json, lines=document.lines(full=full))
    return exits.LIMIT if found.solution is None else exits.DONE


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
    from litslab.app.console import showing
    from litslab.app.documents.positions import VerificationDocument
    from litslab.games.errors import OptionError
    from litslab.solver.endgame.certificate import load_certificate
    from litslab.solver.endgame.certificate import verify as check

    if at is not None and record is None:
        raise OptionError("--at: expected only with a RECORD to compare the certificate with")
    loaded = load_certificate(certificate, constructed=constructed)
    expected = compared = None
    if record is not None:
        compared = str(record) if at is None else f"{record} --at {at}"
        expected = read_position(record, at, constructed=constructed)
    with showing("verifying") as progress:
        positions = check(loaded, expected, name=compared or "", progress=progress)
    finish(VerificationDocument.of(loaded, positions, compared), json=json)
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
    from litslab.app.console import showing
    from litslab.app.documents.positions import MatchDocument
    from litslab.solver.play.match import match as play
    from litslab.solver.play.players import parse_player

    rules = chosen.rules()
    players = parse_player(first, time_limit=move_time), parse_player(second, time_limit=move_time)
    with showing("playing") as progress:
        found = play(rules, players, count, seed=seed, workers=workers, scheduler=scheduler, progress=progress)
    finish(MatchDocument.of(rules, (first, second), found), json=json)
    return exits.DONE if found.complete else exits.LIMIT
