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

MEBIBYTE = 1 << 20

ThreadsOption = Annotated[
    int, typer.Option("--threads", min=1, max=256, metavar="N", help="Search with so many threads; 1 is deterministic.")
]
MemoryOption = Annotated[
    int, typer.Option("--memory", min=1, max=1 << 20, metavar="MIB", help="Size of the kernel's table, in MiB.")
]
EngineOption = Annotated[
    str | None, typer.Option("--engine", help="kernel or reference; the fastest that knows the game if not given.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(solve)


def solve(
    record: RecordArgument,
    *,
    at: AtOption = None,
    time: Annotated[float | None, typer.Option("--time", min=0, metavar="SECONDS", help="Stop after so long.")] = None,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="Find the exact value of every move.")] = False,
    threads: ThreadsOption = 1,
    memory: MemoryOption = 1024,
    engine: EngineOption = None,
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
    from solver.endgame import make_oracle  # noqa: PLC0415
    from solver.result import Limit  # noqa: PLC0415
    from solver.root import answer  # noqa: PLC0415

    if time is not None and math.isnan(time):
        raise OptionError("time nan: expected a number of seconds")
    position = read_position(record, at)
    if output is not None:
        check_suffix(output)
        if not force:
            refuse_overwriting(output)
    with working("solving") as progress:
        oracle = make_oracle(
            position.rules, Limit(seconds=time), engine=engine, threads=threads, memory=memory * MEBIBYTE
        )
        solution = answer(oracle, position, all_moves=all_moves, progress=progress)
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
    if solution.swap is not None:
        lines.append(_swap_line(solution))
    for each in sorted(solution.moves, key=lambda each: (-each.score.lower, -each.score.upper)):
        bounds = each.score
        value = f"{bounds.value}" if bounds.is_exact else f"{bounds.lower} to {bounds.upper}"
        lines.append(f"  {format_move(each.move, rules):<24} {value}")
    return [*lines, cost]


def _swap_line(solution: Solution) -> str:
    from games.notation import format_move  # noqa: PLC0415

    advice = solution.swap
    if advice is None:
        return ""
    if advice.swap is not None:
        return "the person to move should swap" if advice.swap else "the person to move should not swap"
    moves = " ".join(format_move(move, solution.position.rules) for move in advice.best)
    return f"under the swap the game is worth {advice.value} to the first person; most even: {moves}"
