"""Commands about finished positions: ``maximal count|list|extreme`` and ``bounds``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.options import (
    AtPly,
    Colouring,
    Colours,
    Constructed,
    Export,
    FinalsEngine,
    Flips,
    Force,
    Game,
    GameOptions,
    Groups,
    Json,
    Log,
    RecordFile,
    Rows,
    Scheduler,
    Scoring,
    Size,
    SolverSeed,
    Supply,
    SwapRule,
    Threads,
    TimeLimit,
    Tonga,
    Workers,
    one_of,
    whole_number,
)
from litslab.app.cli.shared import (
    GameChoice,
    finish,
    inspecting,
    print_json,
    read_record,
)
from litslab.app.cli.values import refuse
from litslab.app.console import DONE, LIMIT, complain, showing

if TYPE_CHECKING:
    from litslab.solver.finals.finals import Finals


@command(
    "maximal count",
    help="Count the finished positions (in which nothing more fits), as sets of placements and up "
    "to symmetry.",
    examples=(
        "litslab maximal count battle-of-lits --size 6",
        "litslab maximal count taiji --size 4 --groups 1 --no-colours --engine cpsat",
    ),
)
def count(
    game: Game,
    *,
    size: Size = None,
    rows: Rows = None,
    groups: Groups = None,
    supply: Supply = None,
    scoring: Scoring = None,
    colouring: Colouring = None,
    flips: Flips = None,
    tonga: Tonga = None,
    swap: SwapRule = None,
    option: GameOptions = None,
    colours: Colours = True,
    engine: FinalsEngine = None,
    orbits: Annotated[bool, typer.Option(help="Also count up to the board's symmetries.")] = True,
    time_limit: TimeLimit = None,
    log: Log = False,
    export: Export = None,
    force: Force = False,
    json: Json = False,
) -> int:
    from litslab.app.text.finals import count_text

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    with inspecting(export, log=log, force=force, json=json) as inspection:
        with showing("counting", hidden=log, keeps=True) as progress:
            tally = ll.count_finals(
                chosen.rules(),
                engine=engine,
                colours=colours,
                orbits=orbits,
                time_limit=time_limit,
                inspection=inspection,
                progress=progress,
            )
        finish(tally, json=json, lines=count_text(tally))
    return DONE if tally.complete else LIMIT


@command(
    "maximal list",
    help="Print finished positions as they are found, one JSON document per line; with --json, a "
    "single document.",
    examples=(
        "litslab maximal list wythe --size 3 --orbits",
        "litslab maximal list battle-of-lits --size 4 --orbits --json",
    ),
)
def maximal_list(
    game: Game,
    *,
    size: Size = None,
    rows: Rows = None,
    groups: Groups = None,
    supply: Supply = None,
    scoring: Scoring = None,
    colouring: Colouring = None,
    flips: Flips = None,
    tonga: Tonga = None,
    swap: SwapRule = None,
    option: GameOptions = None,
    colours: Colours = True,
    engine: FinalsEngine = None,
    orbits: Annotated[
        bool, typer.Option("--orbits", help="Print only one position per symmetry orbit.")
    ] = False,
    limit: Annotated[int | None, whole_number(help="Maximum number of positions.", least=1)] = None,
    time_limit: TimeLimit = None,
    log: Log = False,
    export: Export = None,
    force: Force = False,
    json: Json = False,
) -> int:
    from litslab.solver.finals.finals import Finals

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    with inspecting(export, log=log, force=force, json=json) as inspection:
        found = Finals(chosen.rules(), engine, colours, time_limit, inspection)
        complete = _print_finals(found, limit, orbits=orbits, json=json)
    if complete:
        return DONE
    if not json:
        complain("limit reached; there may be more positions", LIMIT)
    return LIMIT


def _print_finals(found: Finals, limit: int | None, *, orbits: bool, json: bool) -> bool:
    """Print finished positions as they are found; return whether these were all."""
    from litslab.games.result_json import to_json
    from litslab.solver.finals.symmetry import is_canonical

    rules = found.rules
    wanted = (placed for placed in found if not orbits or is_canonical(rules.table, placed))
    stopped = False
    # Even a single document is written while positions are found: they might not all fit into
    # memory.
    typer.echo('{"positions": [' if json else "", nl=False)
    try:
        for printed, placed in enumerate(wanted):
            stopped = printed == limit
            if stopped:
                break
            line = documents.finals.FinalPosition.of(rules.from_placements(rules.table.of(placed)))
            between = ", " if json and printed else ""
            print_json(between + to_json(line), end="" if json else "\n")
    finally:
        complete = found.complete and not stopped
        if json:
            typer.echo(f'], "complete": {"true" if complete else "false"}}}')
    return complete


@command(
    "maximal estimate",
    help="Estimate the number of finished positions from random games, with a 95 % confidence "
    "interval.",
    examples=(
        "litslab maximal estimate battle-of-lits --size 10",
        "litslab maximal estimate taiji --size 7 --samples 1000000 --workers 2",
    ),
)
def estimate(
    game: Game,
    *,
    size: Size = None,
    rows: Rows = None,
    groups: Groups = None,
    supply: Supply = None,
    scoring: Scoring = None,
    colouring: Colouring = None,
    flips: Flips = None,
    tonga: Tonga = None,
    swap: SwapRule = None,
    option: GameOptions = None,
    colours: Colours = True,
    samples: Annotated[
        int, whole_number(help="Number of random games.", least=64, most=100_000_000)
    ] = 100_000,
    seed: SolverSeed = 0,
    workers: Workers = 1,
    scheduler: Scheduler = None,
    time_limit: TimeLimit = None,
    json: Json = False,
) -> int:
    from litslab.app.text.finals import estimate_text
    from litslab.solver.finals.estimate import estimate as estimate_finals

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    with showing("playing", keeps=True) as progress:
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
    finish(found, json=json, lines=estimate_text(found))
    return DONE if found.complete else LIMIT


@command(
    "maximal extreme",
    help="Find the finished position with the fewest or most pieces, or with the largest margin "
    "for one side.",
    examples=(
        "litslab maximal extreme battle-of-lits --size 10 --maximize pieces",
        "litslab new battle-of-lits --size 5 -o board.toml",
        "litslab maximal extreme battle-of-lits --record board.toml --maximize margin",
    ),
)
def extreme(
    game: Game,
    *,
    size: Size = None,
    rows: Rows = None,
    groups: Groups = None,
    supply: Supply = None,
    scoring: Scoring = None,
    colouring: Colouring = None,
    flips: Flips = None,
    tonga: Tonga = None,
    swap: SwapRule = None,
    option: GameOptions = None,
    minimize: Annotated[
        str | None, one_of("litslab.solver.finals.extreme:AIMS", help="The quantity to minimize.")
    ] = None,
    maximize: Annotated[
        str | None, one_of("litslab.solver.finals.extreme:AIMS", help="The quantity to maximize.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="RECORD", help="Battle of LITS: take the options and symbols from this record."
        ),
    ] = None,
    engine: Annotated[
        Literal["auto", "cpsat"],
        typer.Option(help="auto: the fastest known method; cpsat: the general model only."),
    ] = "auto",
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    seed: SolverSeed = 0,
    log: Log = False,
    export: Export = None,
    force: Force = False,
    json: Json = False,
) -> int:
    from litslab.app.documents.finals import ExtremeAnswer
    from litslab.app.text.finals import extreme_text
    from litslab.games.result_json import extended

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    aim = maximize if minimize is None else minimize
    if aim is None or (minimize is not None and maximize is not None):
        refuse("choose --minimize or --maximize, with pieces or margin")
    rules = chosen.rules() if record is None else chosen.of_record(record).rules
    with inspecting(export, log=log, force=force, json=json) as inspection:
        with showing("optimising", hidden=log, keeps=True) as progress:
            found = ll.extreme_finals(
                rules,
                aim,
                maximise=maximize is not None,
                engine=engine,
                time_limit=time_limit,
                threads=threads,
                seed=seed,
                inspection=inspection,
                progress=progress,
            )
        answer = extended(ExtremeAnswer, found, rules=rules)
        lines = extreme_text(found, rules, aim, maximise=maximize is not None)
        finish(answer, json=json, lines=lines)
    return DONE if found.status.value == "optimal" else LIMIT


@command(
    "bounds",
    help="Find the worst and the best final margin over all ways to finish a position.",
    examples=(
        "litslab example -o examples",
        "litslab bounds examples/battle-of-lits-10.toml --at 8",
        "litslab bounds examples/taiji-7.toml --at 20 --time-limit 30 --json",
        "litslab bounds examples/taiji-7.toml --at 20 --log --export worst.txtpb",
    ),
)
def bounds(
    record: RecordFile,
    *,
    at: AtPly = None,
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    seed: SolverSeed = 0,
    log: Log = False,
    export: Export = None,
    force: Force = False,
    constructed: Constructed = False,
    json: Json = False,
) -> int:
    from litslab.app.text.finals import bounds_text

    position = read_record(record, constructed=constructed, at=at).position(at)
    with inspecting(export, log=log, force=force, json=json) as inspection:
        with showing("bounding", hidden=log, keeps=True) as progress:
            found = ll.bounds(
                position,
                time_limit=time_limit,
                threads=threads,
                seed=seed,
                inspection=inspection,
                progress=progress,
            )
        finish(found, json=json, lines=bounds_text(found))
    return DONE if found.tight else LIMIT
