"""Commands about finished positions: ``maximal count|list|extreme`` and ``bounds``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
    finish,
    print_json,
    read_position,
    read_record,
)


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
        "litslab maximal extreme battle-of-lits --maximize margin --record examples/battle-of-lits-10.toml "
        "--time-limit 60",
    )
    app.add_typer(commands)
    add_command(
        app,
        bounds,
        "litslab bounds examples/battle-of-lits-10.toml --at 8",
        "litslab bounds examples/taiji-7.toml --at 20 --time-limit 30 --threads 2 --json",
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
    from litslab.app.console import showing
    from litslab.app.documents.finals import MaximalCountDocument
    from litslab.solver.finals.maximal import count_finals

    with showing("counting") as progress:
        tally = count_finals(
            chosen.rules(), engine=engine, colours=colours, orbits=orbits, time_limit=time_limit,
            progress=progress,
        )  # fmt: skip
    finish(MaximalCountDocument.of(tally), json=json)
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
    from litslab.app.documents.base import to_json
    from litslab.app.documents.finals import FinalPosition
    from litslab.solver.finals.maximal import finals, is_canonical

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
            line = FinalPosition.of(position)
            between = ", " if json and printed else ""
            print_json(between + to_json(line), end="" if json else "\n")
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
    from litslab.app.console import showing
    from litslab.app.documents.finals import MaximalEstimateDocument
    from litslab.solver.finals.kernel import estimate as estimate_finals

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
    finish(MaximalEstimateDocument.of(found, seed), json=json)
    return exits.DONE if found.complete else exits.LIMIT


@choosing_game
def extreme(
    chosen: GameChoice,
    *,
    minimize: Annotated[Aim | None, typer.Option("--minimize", help="What to minimize.")] = None,
    maximize: Annotated[Aim | None, typer.Option("--maximize", help="What to maximize.")] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="RECORD", help="Battle of LITS: take the options and symbols from this record."
        ),
    ] = None,
    engine: ExtremeEngineOption = ExtremeEngine.AUTO,
    time_limit: TimeLimitOption = None,
    threads: ThreadsOption = 1,
    seed: SolverSeedOption = 0,
    json: JsonOption = False,
) -> int:
    """Find the finished position with the fewest or most pieces, or with the largest margin for one side."""
    from litslab.app.console import showing
    from litslab.app.documents.finals import MaximalExtremeDocument
    from litslab.games.errors import OptionError
    from litslab.solver.finals.extreme import extreme_finals

    aim = maximize if minimize is None else minimize
    if aim is None or (minimize is not None and maximize is not None):
        raise OptionError("choose --minimize or --maximize, with pieces or margin")
    if record is not None:
        rules = read_record(record).rules
        if rules.name != chosen.game or chosen.has_options:
            raise OptionError(f"--record {record}: expected a record of {chosen.game}, and no other game options")
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
    document = MaximalExtremeDocument.of(found, rules)
    finish(document, json=json, lines=document.lines(aim.value, maximise=maximize is not None))
    return exits.DONE if found.status.value == "optimal" else exits.LIMIT


def bounds(
    record: RecordArgument,
    *,
    at: AtOption = None,
    time_limit: TimeLimitOption = None,
    threads: ThreadsOption = 1,
    seed: SolverSeedOption = 0,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Find the worst and the best final margin over all ways to finish a position."""
    from litslab.app.console import showing
    from litslab.app.documents.finals import BoundsDocument
    from litslab.solver.model.bounds import bounds as find

    position = read_position(record, at, constructed=constructed)
    with showing("bounding") as progress:
        found = find(
            position,
            time_limit=time_limit,
            threads=threads,
            seed=seed,
            progress=progress,
        )
    finish(BoundsDocument.of(found, position), json=json)
    return exits.DONE if found.tight else exits.LIMIT
