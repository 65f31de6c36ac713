"""What runs in a process of its own: analyses, reviews, generation and simulation, told of by events on the way.

Each function is given plain data and a function that sends; it returns the JSON document of the command of its name.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from litslab.app import analysis_documents, schema
from litslab.app.documents import describe_solution
from litslab.app.web import documents
from litslab.app.web.grids import puzzle_of, step_of
from litslab.app.web.positions import position_of, read_record
from litslab.app.web.settings import Settings
from litslab.games.errors import OptionError
from litslab.games.notation import format_move
from litslab.jobs.progress import Progress
from litslab.solver.analyse import solve as solve_position
from litslab.solver.play.players import parse_player
from litslab.solver.result import Limit

Send = Callable[[dict[str, Any]], None]

CONFLICT_SECONDS = 10.0
"""How long the regions that conflict are looked for."""


def _progress(send: Send) -> Callable[[Progress], None]:
    return lambda progress: send({"done": progress.done, "total": progress.total, "text": progress.text})


def _seconds(asked: float | None, settings: Settings) -> float:
    return min(asked or settings.most_seconds, settings.most_seconds)


def solve(asked: documents.SolveRequest, settings: Settings, send: Send) -> schema.Solution:
    """Solve a position exactly, or as far as the time allows."""
    solution = solve_position(
        position_of(asked, settings),
        Limit(seconds=_seconds(asked.time_limit, settings)),
        threads=asked.threads,
        memory=settings.memory,
        all_moves=asked.all_moves,
        progress=_bounds(send),
    )
    return describe_solution(solution)


def _bounds(send: Send) -> Any:
    return lambda score, nodes: send({"done": nodes, "total": None, "text": f"value in [{score.lower}, {score.upper}]"})


def engine_move(asked: documents.AnswerRequest, settings: Settings, _: Send) -> documents.EngineMove:
    """Choose a move as a player of a level does."""
    position = position_of(asked, settings)
    if position.is_over:
        raise OptionError("the game is over: there is no move")
    move = parse_player(asked.player).choose(position, Random(asked.seed))
    return documents.EngineMove(move=format_move(move, position.rules))


def review(asked: documents.RecordRequest, settings: Settings, _: Send) -> schema.Review:
    """Review a game, move by move."""
    from litslab.analysis.review import review as review_game  # noqa: PLC0415
    from litslab.app.review_documents import describe_review  # noqa: PLC0415

    return describe_review(review_game(read_record(asked.record, settings)))


def groups(asked: documents.RecordRequest, settings: Settings, _: Send) -> schema.Groups:
    """Analyse the groups of a position."""
    from litslab.analysis.groups import analyse  # noqa: PLC0415

    return analysis_documents.groups(analyse(position_of(asked, settings)))


def generate(asked: documents.GenerateRequest, settings: Settings, send: Send) -> documents.PuzzleList:
    """Generate puzzles, and send each as soon as it is finished."""
    from litslab.puzzles.lits.generate.batch import generate_puzzles  # noqa: PLC0415
    from litslab.puzzles.lits.generate.folder import describe  # noqa: PLC0415
    from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry  # noqa: PLC0415
    from litslab.puzzles.lits.generate.spec import LEVELS, PuzzleSpec  # noqa: PLC0415

    spec = PuzzleSpec(
        asked.size,
        asked.size,
        levels=asked.levels or LEVELS,
        limits=RegionLimits(symmetry=RegionSymmetry(asked.symmetry)),
    )
    found = []
    for made in generate_puzzles(spec, asked.count, seed=asked.seed, time_limit=_seconds(asked.time_limit, settings)):
        if made.puzzle is not None:
            document = schema.GeneratedPuzzle(**describe(made))
            found.append(document)
            send({"puzzle": schema.plain(document)})
    return documents.PuzzleList(puzzles=found)


def explain(asked: documents.GridRequest, settings: Settings, _: Send) -> documents.Explanation:
    """Explain the whole way through a puzzle."""
    from litslab.puzzles.lits.explain import describe  # noqa: PLC0415
    from litslab.puzzles.lits.explain import explain as explain_puzzle  # noqa: PLC0415

    found = describe(explain_puzzle(puzzle_of(asked, settings)))
    return documents.Explanation(steps=[step_of(each) for each in found["steps"]], complete=found["complete"])


def grade(asked: documents.GridRequest, settings: Settings, _: Send) -> schema.Grade:
    """Grade a puzzle for human solvers."""
    from litslab.puzzles.lits.grade import grade as grade_puzzle  # noqa: PLC0415

    return schema.Grade(**grade_puzzle(puzzle_of(asked, settings)).describe())


def conflict(asked: documents.GridRequest, settings: Settings, _: Send) -> documents.Conflict:
    """Name regions of a puzzle without a solution that cannot be filled together."""
    from litslab.puzzles.lits.solve import solve as solve_puzzle  # noqa: PLC0415

    regions = solve_puzzle(puzzle_of(asked, settings), seconds=CONFLICT_SECONDS).conflict
    return documents.Conflict(regions=None if regions is None else [region + 1 for region in regions])


def simulate(asked: documents.SimulateRequest, settings: Settings, send: Send) -> documents.RunState:
    """Simulate games, and send how the scores are distributed so far."""
    from litslab.analysis.runs.simulate import simulate_games  # noqa: PLC0415
    from litslab.app.web.positions import new_game  # noqa: PLC0415

    started = new_game(documents.NewRequest(game=asked.game, options=asked.options, seed=asked.seed), settings)
    start = read_record(started.record, settings).position()
    count = min(asked.count, settings.most_games)
    total = documents.RunState(games=0, margins={}, lengths={}, wins={})
    size = max(1, min(20_000, count // 20))
    with tempfile.TemporaryDirectory() as folder:
        for number, games in enumerate(_portions(count, size)):
            path = Path(folder) / f"{number}.parquet"
            run = simulate_games(
                start, path, games=games, players=asked.players, seed=asked.seed + number, workers=1,
            )  # fmt: skip
            rows = run.scan().collect()
            total = _added(total, rows, start.rules.sides)
            path.unlink()
            send({"run": schema.plain(total)})
    return total


def _portions(count: int, size: int) -> list[int]:
    whole, rest = divmod(count, size)
    return [size] * whole + ([rest] if rest else [])


def _added(total: documents.RunState, rows: Any, sides: tuple[str, str]) -> documents.RunState:
    margins, lengths, wins = Counter(total.margins), Counter(total.lengths), Counter(total.wins)
    margins.update(str(margin) for margin in rows["margin"])
    lengths.update(str(length) for length in rows["length"])
    wins.update(sides[winner - 1] for winner in rows["winner"])
    return documents.RunState(
        games=total.games + rows.height, margins=dict(margins), lengths=dict(lengths), wins=dict(wins)
    )
