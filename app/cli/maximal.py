"""Commands about finished positions: ``maximal count|list|extreme`` and ``bounds``."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    Aim,
    AnyOption,
    AtOption,
    ColoursOption,
    ExtremeEngine,
    ExtremeEngineOption,
    FinalsEngineOption,
    JsonOption,
    RecordArgument,
    SchedulerOption,
    SolverSeedOption,
    ThreadsOption,
    TimeLimitOption,
    WorkersOption,
)
from litslab.app.cli.shared import (
    GameChoice,
    add_command,
    choosing_game,
    command_group,
    print_json,
    read_position,
    read_record,
)

if TYPE_CHECKING:
    from litslab.app.schema import MaximalExtreme
    from litslab.games.position import Rules
    from litslab.solver.finals.extreme import Extreme


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    commands = command_group("maximal", "Count, list and optimise finished positions.")
    add_command(
        commands,
        count,
        "litslab maximal count battle-of-lits --size 6",
        "litslab maximal count taiji --size 4 --groups 1 --no-colours --engine cpsat --json",
    )
    add_command(
        commands,
        list_all,
        "litslab maximal list wythe --size 3 --orbits",
        "litslab maximal list battle-of-lits --size 5 --limit 10 --json",
        name="list",
    )
    add_command(
        commands,
        estimate,
        "litslab maximal estimate battle-of-lits --size 10",
        "litslab maximal estimate taiji --size 7 --samples 1000000 --seed 3 --workers 2",
    )
    add_command(
        commands,
        extreme,
        "litslab maximal extreme battle-of-lits --size 10 --maximize pieces",
        "litslab maximal extreme battle-of-lits --maximize margin --board docs/examples/battle-of-lits-10.toml",
    )
    app.add_typer(commands)
    add_command(
        app,
        bounds,
        "litslab bounds docs/examples/battle-of-lits-10.toml --at 8",
        "litslab bounds docs/examples/taiji-7.toml --at 20 --time-limit 30 --threads 2 --json",
    )


@choosing_game
def count(
    chosen: GameChoice,
    *,
    colours: ColoursOption = True,
    engine: FinalsEngineOption = None,
    orbits: Annotated[
        bool, typer.Option("--orbits/--no-orbits", help="Also count up to the board's symmetries.")
    ] = True,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Count the finished positions (in which nothing more fits), as sets of placements and up to symmetry."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.app.console import showing  # noqa: PLC0415
    from litslab.solver.finals.questions import count_finals  # noqa: PLC0415

    with showing("counting") as progress:
        tally = count_finals(
            chosen.rules(), engine=engine, colours=colours, orbits=orbits, time_limit=time_limit,
            progress=progress,
        )  # fmt: skip
    if json:
        print_json(
            schema.MaximalCount(
                status="exact" if tally.complete else "bounded",
                count=tally.count,
                orbits=tally.orbits,
                by_pieces={str(pieces): number for pieces, number in tally.by_pieces.items()},
                engine=tally.engine.value,
                nodes=tally.nodes,
                seconds=round(tally.seconds, 3),
            )
        )
    else:
        words = "" if tally.complete else "at least "
        up_to_symmetry = "" if tally.orbits is None else f", {words}{tally.orbits:,} up to symmetry"
        typer.echo(f"{words}{tally.count:,} finished positions{up_to_symmetry}")
        for pieces, number in tally.by_pieces.items():
            typer.echo(f"  {pieces} pieces: {number:,}")
    return exits.DONE if tally.complete else exits.LIMIT


@choosing_game
def list_all(
    chosen: GameChoice,
    *,
    colours: ColoursOption = True,
    engine: FinalsEngineOption = None,
    orbits: Annotated[bool, typer.Option("--orbits", help="Print only one position per symmetry orbit.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="Maximum number of positions.")
    ] = None,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Print finished positions as they are found, one JSON document per line; with --json, a single document."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.games.notation import format_move  # noqa: PLC0415
    from litslab.solver.finals.maximal import is_canonical  # noqa: PLC0415
    from litslab.solver.finals.questions import finals  # noqa: PLC0415

    rules = chosen.rules()
    found = finals(rules, engine=engine, colours=colours, time_limit=time_limit)
    printed = 0
    stopped = False
    # Written as they are found even as one document, since they may not all fit into memory.
    typer.echo('{"positions": [' if json else "", nl=False)
    try:
        for placed in found:
            if orbits and not is_canonical(rules.table, placed):
                continue
            stopped = printed == limit
            if stopped:
                break
            position = rules.from_placements(rules.table.of(placed))
            line = schema.FinalPosition(
                pieces=placed.bit_count(),
                position=[format_move(placement, rules) for placement in position.placements],
                board=str(position).split("\n"),
            )
            between = ", " if json and printed else ""
            typer.echo(between + json_module.dumps(schema.plain(line), ensure_ascii=False), nl=not json)
            printed += 1
    finally:
        complete = found.complete and not stopped
        if json:
            typer.echo(f'], "status": "{"exact" if complete else "bounded"}"}}')
    return exits.DONE if complete else exits.LIMIT


@choosing_game
def estimate(
    chosen: GameChoice,
    *,
    colours: ColoursOption = True,
    samples: Annotated[
        int, typer.Option("--samples", min=64, max=100_000_000, metavar="N", help="Number of random games.")
    ] = 100_000,
    seed: SolverSeedOption = 0,
    workers: WorkersOption = 1,
    scheduler: SchedulerOption = None,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Estimate the number of finished positions from random games, with a 95 % confidence interval."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.app.console import showing  # noqa: PLC0415
    from litslab.solver.finals.estimate import estimate as estimate_finals  # noqa: PLC0415

    with showing("playing") as progress:
        found = estimate_finals(
            chosen.rules(),
            samples,
            seed=seed,
            colours=colours,
            time_limit=time_limit,
            workers=workers,
            scheduler=scheduler,
            progress=progress,
        )
    if json:
        print_json(
            schema.MaximalEstimate(
                status="estimated",
                count=found.count,
                interval=list(found.interval),
                confidence=0.95,
                relative_error=found.relative_error,
                reliable=found.reliable,
                by_pieces={str(pieces): number for pieces, number in found.by_pieces.items()},
                samples=found.samples,
                effective_samples=round(found.effective_samples, 1),
                largest_share=found.largest_share,
                seed=seed,
                seconds=round(found.seconds, 3),
            )
        )
    else:
        low, high = found.interval
        typer.echo(f"about {found.count:.4g} finished positions, 95 % between {low:.4g} and {high:.4g}")
        typer.echo(f"  {found.samples:,} random games, effective sample size {found.effective_samples:,.0f}")
        if not found.reliable:
            typer.echo("  the effective sample size is too small for the interval to be reliable; play more games")
        for pieces, number in found.by_pieces.items():
            typer.echo(f"  {pieces} pieces: {number:.3g}")
    return exits.DONE if found.complete else exits.LIMIT


@choosing_game
def extreme(
    chosen: GameChoice,
    *,
    minimize: Annotated[Aim | None, typer.Option("--minimize", help="What to minimize.")] = None,
    maximize: Annotated[Aim | None, typer.Option("--maximize", help="What to maximize.")] = None,
    board: Annotated[
        Path | None,
        typer.Option(
            "--board", metavar="RECORD", help="Battle of LITS: take the options and symbols from this record."
        ),
    ] = None,
    engine: ExtremeEngineOption = ExtremeEngine.AUTO,
    time_limit: TimeLimitOption = None,
    threads: ThreadsOption = 2,
    seed: SolverSeedOption = 0,
    json: JsonOption = False,
) -> int:
    """Find the finished position with the fewest or most pieces, or with the largest margin for one side."""
    from litslab.app.console import print_position, showing  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.solver.finals.questions import extreme_finals  # noqa: PLC0415

    aim = maximize if minimize is None else minimize
    if aim is None or (minimize is not None and maximize is not None):
        raise OptionError("choose --minimize or --maximize, with pieces or margin")
    if board is not None:
        rules = read_record(board).rules
        if rules.name != chosen.game or chosen.has_options:
            raise OptionError(f"board {board}: expected a record of {chosen.game}, and no other game options")
    else:
        rules = chosen.rules()
    with showing("optimising") as progress:
        found = extreme_finals(
            rules,
            aim.value,
            maximise=maximize is not None,
            engine=engine.value,
            time_limit=time_limit,
            threads=threads,
            seed=seed,
            progress=progress,
        )
    position = None if found.best is None else rules.from_placements(found.best.placements)
    if json:
        print_json(_describe(found, rules))
    else:
        if position is not None:
            print_position(position)
        typer.echo(_summary(found, aim, maximise=maximize is not None))
    return exits.DONE if found.status.value == "optimal" else exits.LIMIT


def _describe(found: Extreme, rules: Rules) -> MaximalExtreme:
    from litslab.app import schema  # noqa: PLC0415
    from litslab.games.notation import format_move  # noqa: PLC0415

    best = found.best
    position = None if best is None else rules.from_placements(best.placements)
    return schema.MaximalExtreme(
        status=found.status.value,
        objective=None if best is None else best.objective,
        bound=found.bound,
        found_by=found.found_by,
        bound_by=found.bound_by,
        gap=None if best is None or found.bound is None else abs(best.objective - found.bound),
        position=None if position is None else [format_move(each, rules) for each in position.placements],
        board=None if position is None else str(position).split("\n"),
        seconds=round(found.seconds, 3),
    )


def _summary(found: Extreme, aim: Aim, *, maximise: bool) -> str:
    from litslab.solver.finals.extreme import describe_best  # noqa: PLC0415

    end = "upper" if maximise else "lower"
    if found.best is None:
        return f"{aim}: nothing found, {end} bound {found.bound}"
    if found.status.value == "optimal":
        number = found.best.objective
        what = f"{number} {'piece' if number == 1 else 'pieces'}" if aim is Aim.PIECES else f"margin {number}"
        return f"{what} (optimal; found by {found.found_by}; {end} bound by {found.bound_by})"
    return f"{aim}: {describe_best(found.best.objective, found.bound, maximise=maximise)}"


def bounds(
    record: RecordArgument,
    *,
    at: AtOption = None,
    time_limit: TimeLimitOption = None,
    threads: ThreadsOption = 2,
    seed: SolverSeedOption = 0,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Find the worst and the best final margin over all ways to finish a position."""
    from litslab.app.console import print_position, showing  # noqa: PLC0415
    from litslab.app.documents import describe_bounds  # noqa: PLC0415
    from litslab.games.drawing.caption import CONSTRUCTED  # noqa: PLC0415
    from litslab.solver.model.bounds import bounds as find  # noqa: PLC0415
    from litslab.solver.model.bounds import finished  # noqa: PLC0415

    position = read_position(record, at, constructed=constructed)
    sides = position.rules.sides
    with showing("bounding") as progress:
        found = find(
            position,
            time_limit=time_limit,
            threads=threads,
            seed=seed,
            progress=progress,
        )
    if json:
        print_json(describe_bounds(found, position))
    else:
        for what, end in (("worst", found.worst_end), ("best", found.best_end)):
            if end.finish is not None:
                shown = finished(position, end.finish, swap=end.swap)
                print_position(shown, title=f"{what} finish found for {sides[0]}: margin {end.found}")
        proved = "" if found.tight else " (no finish is known to reach these bounds)"
        typer.echo(f"margin of {sides[0]} between {found.worst} and {found.best}{proved}")
        if found.decided is not None:
            typer.echo(f"{sides[found.decided]} wins however the game is finished")
        if position.constructed:
            typer.echo(CONSTRUCTED)
    return exits.DONE if found.tight else exits.LIMIT
