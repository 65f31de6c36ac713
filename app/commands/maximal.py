"""Commands about finished positions: ``maximal count|list|extreme`` and ``bounds``."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.commands.shared import (
    AnyOption,
    AtOption,
    GameChoice,
    JsonOption,
    RecordArgument,
    TimeOption,
    choosing_game,
    print_json,
    read_position,
    read_record,
)

if TYPE_CHECKING:
    from litslab.games.position import Rules
    from litslab.solver.extreme import Extreme
    from litslab.solver.maximal import Finals

WorkersOption = Annotated[
    int, typer.Option("--workers", min=1, max=256, metavar="N", help="CP-SAT's threads; 1 is deterministic.")
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, max=(1 << 31) - 1, help="Where randomness starts.")]
EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        help="kernel (sets of placements; the default where it can), cpsat (a model of the rules), or play (all games, "
        "with the rules themselves).",
    ),
]
ColoursOption = Annotated[
    bool, typer.Option("--colours/--no-colours", help="TAIJI: whether the colours of the pieces count.")
]

commands = typer.Typer(
    name="maximal",
    help="Finished positions: count them, list them, find the extreme ones.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (count, list_all, estimate, extreme):
        commands.command(command.__name__.removesuffix("_all"))(command)
    app.add_typer(commands)
    app.command()(bounds)


def _finals(rules: Rules, engine: str | None, colours: bool, time: float | None) -> Finals:
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.solver.maximal import Engine, Finals  # noqa: PLC0415

    known = [each.value for each in Engine]
    if engine is not None and engine not in known:
        raise OptionError(f"engine {engine!r}: expected {', '.join(known[:-1])} or {known[-1]}")
    finals = Finals(rules, None if engine is None else Engine(engine), colours, time)
    finals.chosen  # noqa: B018 - an engine that cannot do it is refused before anything is shown
    return finals


@choosing_game
def count(
    chosen: GameChoice,
    *,
    colours: ColoursOption = True,
    engine: EngineOption = None,
    orbits: Annotated[
        bool, typer.Option("--orbits/--no-orbits", help="Whether to count up to the board's symmetries, too.")
    ] = True,
    time: TimeOption = None,
    json: JsonOption = False,
) -> int:
    """Count the positions in which nothing more fits, as sets of placements, and up to the board's symmetries."""
    from litslab.app.console import reporting  # noqa: PLC0415
    from litslab.solver import maximal  # noqa: PLC0415

    rules = chosen.rules()
    finals = _finals(rules, engine, colours, time)
    with reporting("counting") as report:
        tally = maximal.count(
            finals, None if report is None else lambda number: report(f"{number:,} so far"), orbits=orbits
        )
    status = "exact" if tally.complete else "bounded"
    if json:
        print_json(
            {
                "status": status,
                "count": tally.count,
                "orbits": tally.orbits,
                "by_pieces": {str(pieces): number for pieces, number in tally.by_pieces.items()},
                "engine": tally.engine.value,
                "nodes": tally.nodes,
                "seconds": round(tally.seconds, 3),
            }
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
    engine: EngineOption = None,
    orbits: Annotated[bool, typer.Option("--orbits", help="Only one position of each orbit of symmetries.")] = False,
    limit: Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="Stop after so many.")] = None,
    time: TimeOption = None,
    json: JsonOption = False,
) -> int:
    """Print finished positions as they are found, one JSON document a line; with --json one document of all."""
    from litslab.games.notation import format_move  # noqa: PLC0415
    from litslab.solver.maximal import is_canonical  # noqa: PLC0415

    rules = chosen.rules()
    finals = _finals(rules, engine, colours, time)
    printed = 0
    stopped = False
    # Written as they are found also where they make one document: all of them need not fit into memory.
    typer.echo('{"positions": [' if json else "", nl=False)
    try:
        for placed in finals:
            if orbits and not is_canonical(rules.table, placed):
                continue
            stopped = printed == limit
            if stopped:
                break
            position = rules.from_placements(rules.table.of(placed))
            line = {
                "pieces": placed.bit_count(),
                "position": [format_move(placement, rules) for placement in position.placements],
                "board": str(position).split("\n"),
            }
            between = ", " if json and printed else ""
            typer.echo(between + json_module.dumps(line, ensure_ascii=False), nl=not json)
            printed += 1
    finally:
        complete = finals.complete and not stopped
        if json:
            typer.echo(f'], "status": "{"exact" if complete else "bounded"}"}}')
    return exits.DONE if complete else exits.LIMIT


@choosing_game
def estimate(
    chosen: GameChoice,
    *,
    colours: ColoursOption = True,
    samples: Annotated[
        int, typer.Option("--samples", min=64, max=100_000_000, metavar="N", help="Random games to play.")
    ] = 100_000,
    seed: SeedOption = 0,
    time: TimeOption = None,
    json: JsonOption = False,
) -> int:
    """Estimate the number of finished positions of a larger board from random games, with a 95 % interval."""
    from litslab.app.console import reporting  # noqa: PLC0415
    from litslab.solver.estimate import estimate as estimate_finals  # noqa: PLC0415

    with reporting("playing") as report:
        found = estimate_finals(
            chosen.rules(),
            samples,
            seed=seed,
            colours=colours,
            seconds=time,
            progress=None if report is None else lambda played: report(f"{played:,} games"),
        )
    if json:
        print_json(
            {
                "status": "estimated",
                "count": found.count,
                "interval": list(found.interval),
                "confidence": 0.95,
                "relative_error": found.relative_error,
                "reliable": found.reliable,
                "by_pieces": {str(pieces): number for pieces, number in found.by_pieces.items()},
                "samples": found.samples,
                "effective_samples": round(found.effective_samples, 1),
                "largest_share": found.largest_share,
                "seed": seed,
                "seconds": round(found.seconds, 3),
            }
        )
    else:
        low, high = found.interval
        typer.echo(f"about {found.count:.4g} finished positions, 95 % between {low:.4g} and {high:.4g}")
        typer.echo(f"  {found.samples:,} random games, worth {found.effective_samples:,.0f} of equal weight")
        if not found.reliable:
            typer.echo("  too few of them carry the estimate: believe the interval only after more games")
        for pieces, number in found.by_pieces.items():
            typer.echo(f"  {pieces} pieces: {number:.3g}")
    return exits.DONE if found.complete else exits.LIMIT


@choosing_game
def extreme(
    chosen: GameChoice,
    *,
    minimize: Annotated[str | None, typer.Option("--minimize", metavar="AIM", help="pieces or margin.")] = None,
    maximize: Annotated[str | None, typer.Option("--maximize", metavar="AIM", help="pieces or margin.")] = None,
    board: Annotated[
        Path | None,
        typer.Option("--board", metavar="RECORD", help="Battle of LITS: the options and symbols of a record."),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            "--engine", help="auto (the fastest way known for the question) or cpsat (the general model alone)."
        ),
    ] = "auto",
    time: TimeOption = None,
    workers: WorkersOption = 2,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> int:
    """Find the finished position with the fewest or most pieces, or the largest margin for the first or second side."""
    from litslab.app.console import print_position, reporting  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.solver.cpsat import Settings  # noqa: PLC0415
    from litslab.solver.extreme import Question, solve  # noqa: PLC0415

    if engine not in {"auto", "cpsat"}:
        raise OptionError(f"engine {engine!r}: expected auto or cpsat")
    aim = maximize if minimize is None else minimize
    if aim is None or (minimize is not None and maximize is not None):
        raise OptionError(
            "nothing to make large or small: expected either --minimize or --maximize, with pieces or margin"
        )
    if board is not None:
        rules = read_record(board).rules
        if rules.name != chosen.game or chosen.has_options:
            raise OptionError(
                f"board {board}: expected a record of {chosen.game}, and no other options of the game beside it"
            )
    else:
        rules = chosen.rules()
    question = Question(rules, aim, maximize is not None, model_only=engine == "cpsat")
    with reporting("optimising") as report:
        found = solve(
            question,
            Settings(time, workers, seed),
            None if report is None else lambda best: report(f"{best.objective} found, bound {best.bound}"),
        )
    position = None if found.best is None else rules.from_placements(found.best.placements)
    if json:
        print_json(_describe(found, rules))
    else:
        if position is not None:
            print_position(position)
        typer.echo(_tell(found, aim))
    return exits.DONE if found.status.value == "optimal" else exits.LIMIT


def _describe(found: Extreme, rules: Rules) -> dict[str, object]:
    from litslab.games.notation import format_move  # noqa: PLC0415

    best = found.best
    position = None if best is None else rules.from_placements(best.placements)
    return {
        "status": found.status.value,
        "objective": None if best is None else best.objective,
        "bound": found.bound,
        "found_by": found.found_by,
        "bound_by": found.bound_by,
        "gap": None if best is None or found.bound is None else abs(best.objective - found.bound),
        "position": None if position is None else [format_move(each, rules) for each in position.placements],
        "board": None if position is None else str(position).split("\n"),
        "seconds": round(found.seconds, 3),
    }


def _tell(found: Extreme, aim: str) -> str:
    if found.best is None:
        return f"{aim}: nothing found (bound {found.bound})"
    if found.status.value == "optimal":
        return f"{aim}: {found.best.objective}, proved (position by {found.found_by}, bound by {found.bound_by})"
    return f"{aim}: {found.best.objective} found, bound {found.bound}"


def bounds(
    record: RecordArgument,
    *,
    at: AtOption = None,
    time: TimeOption = None,
    workers: WorkersOption = 2,
    seed: SeedOption = 0,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Find the worst and the best final margin over all ways to finish a position."""
    from litslab.app.console import print_position, reporting  # noqa: PLC0415
    from litslab.games.drawing.caption import CONSTRUCTED  # noqa: PLC0415
    from litslab.games.notation import format_move  # noqa: PLC0415
    from litslab.solver.bounds import bounds as find  # noqa: PLC0415
    from litslab.solver.bounds import finished  # noqa: PLC0415
    from litslab.solver.cpsat import Settings  # noqa: PLC0415

    position = read_position(record, at, constructed=constructed)
    rules = position.rules
    with reporting("bounding") as report:
        found = find(
            position,
            Settings(time, workers, seed),
            None if report is None else lambda known: report(f"margin between {known.worst} and {known.best}"),
        )
    sides = rules.sides
    finishes = found.worst_finish, found.best_finish
    if json:
        worst, best = (
            None if finish is None else [format_move(placement, rules) for placement in finish] for finish in finishes
        )
        print_json(
            {
                "status": found.status,
                "worst": found.worst,
                "best": found.best,
                "decided": None if found.decided is None else sides[found.decided],
                "worst_found": found.worst_end.found,
                "best_found": found.best_end.found,
                "worst_finish": worst,
                "best_finish": best,
                "seconds": round(found.seconds, 3),
                "constructed": position.constructed,
            }
        )
    else:
        for what, end in (("worst", found.worst_end), ("best", found.best_end)):
            if end.finish is not None:
                shown = finished(position, end.finish, swap=end.swap)
                print_position(shown, title=f"{what} finish found for {sides[0]}: margin {end.found}")
        proved = "" if found.tight else " (bounds that no finish is known to reach)"
        typer.echo(f"margin of {sides[0]} between {found.worst} and {found.best}{proved}")
        if found.decided is not None:
            typer.echo(f"{sides[found.decided]} wins however the game is finished")
        if position.constructed:
            typer.echo(CONSTRUCTED)
    return exits.DONE if found.tight else exits.LIMIT
