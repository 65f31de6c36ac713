"""Commands that answer "who wins from here, and by what move?": ``solve``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from app import exits
from app.commands.shared import (
    AtOption,
    ForceOption,
    JsonOption,
    PictureOption,
    RecordArgument,
    print_json,
    read_position,
)

if TYPE_CHECKING:
    from solver.result import Solution


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(solve)


def solve(
    record: RecordArgument,
    *,
    at: AtOption = None,
    time: Annotated[float | None, typer.Option("--time", min=0, metavar="SECONDS", help="Stop after so long.")] = None,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="Find the exact value of every move.")] = False,
    output: PictureOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Find the exact value, the winner, all best moves and a principal variation; or honest bounds."""
    from app.console import print_position, working  # noqa: PLC0415
    from app.documents import describe_solution  # noqa: PLC0415
    from games.errors import OptionError  # noqa: PLC0415
    from games.files import refuse_overwriting  # noqa: PLC0415
    from games.picture import check_suffix, save  # noqa: PLC0415
    from games.svg import draw  # noqa: PLC0415
    from solver.result import Limit  # noqa: PLC0415
    from solver.search import solve as search  # noqa: PLC0415

    if time is not None and math.isnan(time):
        raise OptionError("time nan: expected a number of seconds")
    position = read_position(record, at)
    if output is not None:
        check_suffix(output)
        if not force:
            refuse_overwriting(output)
    with working("solving") as progress:
        solution = search(position, Limit(seconds=time), all_moves=all_moves, progress=progress)
    if output is not None:
        save(draw(position, highlight=solution.best), output, force=force)
    if json:
        print_json(describe_solution(solution))
    else:
        print_position(position, highlight=solution.best)
        for line in _report(solution):
            typer.echo(line)
        if output is not None:
            typer.echo(f"wrote {output}")
    return exits.DONE if solution.is_complete else exits.LIMIT


def _report(solution: Solution) -> list[str]:
    """Tell a person what was found."""
    from games.notation import format_move  # noqa: PLC0415

    rules = solution.position.rules
    cost = f"{solution.info.nodes:,} nodes, {solution.info.seconds:.2f} s, engine {solution.info.engine}"
    lines = []
    score = solution.score
    if solution.is_exact:
        final = solution.final
        outcome = None if final is None else final.outcome()
        if outcome is not None:
            by = "by the tie rule" if outcome.by_tie_rule else f"by {abs(outcome.margin)}"
            lines.append(f"{outcome.winner} wins {by} (value {score.value}, exact)")
        else:
            winner = rules.sides[score.winning_side or 0]
            lines.append(f"{winner} wins (value {score.value}, exact); stopped at the limit before all best moves")
        if solution.best:
            lines.append(f"best: {' '.join(format_move(move, rules) for move in solution.best)}")
            line = " ".join(format_move(move, rules) for move in solution.principal_variation)
            lines.append(f"principal variation: {line}")
    else:
        winning = score.winning_side
        winner = "nobody is proved to win yet" if winning is None else f"{rules.sides[winning]} wins"
        lines.append(f"stopped at the limit: {winner} (value between {score.lower} and {score.upper})")
    for each in sorted(solution.moves, key=lambda each: (-each.score.lower, -each.score.upper)):
        bounds = each.score
        value = f"{bounds.value}" if bounds.is_exact else f"{bounds.lower} to {bounds.upper}"
        lines.append(f"  {format_move(each.move, rules):<24} {value}")
    return [*lines, cost]
