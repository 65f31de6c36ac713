"""Work in a process of its own: analyses, reviews, generation and simulation, which send events on
the way.

Each function takes a request, the settings and a function that sends; it returns a document.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, cast

import litslab as ll
from litslab.analysis.review_result import Review, evaluated_position
from litslab.app.documents.generated import NewPuzzle
from litslab.app.web import documents
from litslab.app.web.folder import path_of
from litslab.app.web.grids import puzzle_of
from litslab.app.web.positions import create_rules, position_of, record_of
from litslab.app.web.settings import (
    Send,
    Settings,
    TooLargeError,
    check_fit,
    limit_of,
    seconds_of,
    sending,
    sent,
)
from litslab.games.errors import OptionError
from litslab.games.geometry import Board
from litslab.games.language import mark, tr
from litslab.games.notation import format_move
from litslab.games.result_json import plain
from litslab.puzzles.lits.explain import Explanation
from litslab.puzzles.lits.formats import MARKS, read_rows
from litslab.puzzles.lits.grade import Grade
from litslab.puzzles.lits.puzzle import PuzzleError, rules_of
from litslab.puzzles.lits.repair import PuzzleCheck
from litslab.solver.advice.advice import Advice
from litslab.solver.endgame.solution import Solution
from litslab.solver.model.bounds import FinishBounds
from litslab.solver.play.players import parse_player

if TYPE_CHECKING:
    from litslab.analysis.runs.columns import NumberColumn

REPAIR_SECONDS = 20.0
"""The longest search for repairs, and for the effects of all borders."""

CONFLICT_SECONDS = 10.0
"""The longest search for regions that conflict."""


@dataclass(frozen=True, eq=False)
class PuzzleList:
    """Puzzles that were generated."""

    puzzles: list[NewPuzzle]


def answer_solve(
    request: documents.SolveRequest,
    settings: Settings,
    send: Send,
) -> Solution:
    """Solve a position exactly, or as far as the time allows."""
    limit = limit_of(request, settings)
    return ll.solve(
        position_of(request, settings),
        limit.seconds,
        nodes=limit.nodes,
        threads=request.threads,
        memory=settings.memory,
        best="all",
        all_moves=request.all_moves,
        progress=sending(send),
    )


def answer_analyse(
    request: documents.AnalyseRequest,
    settings: Settings,
    send: Send,
) -> Advice:
    """Find the winner and the best moves: exactly if that is possible in time, otherwise by
    estimate.
    """
    position = position_of(request, settings)
    if position.is_over:
        raise OptionError(tr("the game is over: there is nothing to analyse"))
    return ll.analyse(
        position,
        time_limit=seconds_of(request, settings),
        threads=request.threads,
        memory=settings.memory,
        progress=sending(send),
    )


def answer_engine(
    request: documents.AnswerRequest,
    settings: Settings,
    _: Send,
) -> documents.EngineMove:
    """Choose a move as a player of a level does."""
    position = position_of(request, settings)
    if position.is_over:
        raise OptionError(tr("the game is over: there is no move"))
    player = parse_player(request.player)
    budget = request.player.partition(":")[2]
    if budget and int(budget) > settings.most_nodes:
        raise TooLargeError(f"player {request.player!r}: expected at most {settings.most_nodes:,}")
    move = player.choose(position, Random(request.seed))
    return documents.EngineMove(move=format_move(move, position.rules))


def answer_bounds(
    request: documents.BoundsRequest,
    settings: Settings,
    send: Send,
) -> FinishBounds:
    """Find the least and the greatest final margin over all ways to finish a position."""
    return ll.bounds(
        position_of(request, settings),
        time_limit=seconds_of(request, settings),
        threads=request.threads,
        seed=request.seed,
        progress=sending(send),
    )


def answer_review(
    request: documents.ReviewRequest,
    settings: Settings,
    send: Send,
) -> Review:
    """Review a game, move by move, and send the evaluation of each position as soon as
    it is known.
    """
    time_limit = seconds_of(request, settings, settings.usual_seconds)
    record = record_of(request, settings)
    return ll.review(
        record,
        time_limit=time_limit,
        memory=settings.memory,
        progress=sending(send),
        on_evaluation=lambda ply, found: send(
            {"evaluation": plain(evaluated_position(record, ply, found))}
        ),
    )


def answer_generate(
    request: documents.GenerateRequest,
    settings: Settings,
    send: Send,
) -> PuzzleList:
    """Generate puzzles, and send each as soon as it is finished."""
    from litslab.puzzles.lits.generate.given_solution import letters_of, solutions_of  # noqa: PLC0415
    from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry  # noqa: PLC0415
    from litslab.puzzles.lits.generate.spec import LEVELS  # noqa: PLC0415

    board = Board(request.size, request.size)
    if request.solution:
        board, marks = read_rows(request.solution, MARKS)
    check_fit(mark("puzzle"), board.size, settings)
    solution = ""
    if request.solution:
        solution = letters_of(board, next(solutions_of(board, marks)))
    spec = ll.PuzzleSpec(
        columns=board.columns,
        rows=board.rows,
        levels=request.levels or LEVELS,
        limits=RegionLimits(symmetry=RegionSymmetry(request.symmetry)),
        solution=solution,
        rules=rules_of(request.rules),
    )
    time_limit = seconds_of(request, settings, settings.usual_seconds)
    found = ll.generate_puzzles(spec, request.count, seed=request.seed, time_limit=time_limit)
    made = (NewPuzzle.of(each) for each in found if each.found)
    return PuzzleList(puzzles=sent(made, "puzzle", send))


def answer_picture(
    request: documents.PictureRequest,
    settings: Settings,
    send: Send,
) -> documents.PictureShading:
    """Find the solution closest to a picture that some puzzle has as its only one."""
    from litslab.puzzles.lits.generate.partition import RegionLimits  # noqa: PLC0415
    from litslab.puzzles.lits.generate.picture import choose_solution, parse_picture, shadings  # noqa: PLC0415

    read = parse_picture("\n".join(request.picture))
    check_fit(mark("picture"), read.board.size, settings)
    time_limit = seconds_of(request, settings, settings.usual_seconds)
    found = choose_solution(
        read.board,
        shadings(read, seed=request.seed, time_limit=time_limit),
        RegionLimits(),
        seed=request.seed,
        time_limit=time_limit,
        progress=sending(send),
    )
    if found.solution is None and found.complete:
        text = tr(
            "no solution found for the picture: no solution near it can be a puzzle's only one"
        )
        raise PuzzleError(text)
    if found.solution is None:
        raise PuzzleError(tr("no solution found for the picture: a limit was reached"))
    shaded = sum(piece.mask for piece in found.solution)
    return documents.PictureShading(
        shaded=read.board.names(shaded),
        missed=read.board.names(read.missed(found.solution)),
    )


def answer_explain(
    request: documents.GridWorkRequest,
    settings: Settings,
    _: Send,
) -> Explanation:
    """Explain all steps of the solution of a puzzle."""
    return ll.explain(puzzle_of(request, settings))


def answer_grade(
    request: documents.GridWorkRequest,
    settings: Settings,
    _: Send,
) -> Grade:
    """Grade a puzzle for human solvers."""
    return ll.grade(puzzle_of(request, settings))


def answer_conflict(
    request: documents.GridWorkRequest,
    settings: Settings,
    _: Send,
) -> documents.Conflict:
    """Name regions of a puzzle without a solution that cannot be filled together."""
    puzzle = puzzle_of(request, settings)
    time_limit = min(CONFLICT_SECONDS, seconds_of(request, settings))
    found = ll.solve_puzzle(puzzle, time_limit=time_limit).conflict
    return documents.Conflict(regions=None if found is None else list(found))


def answer_repair(
    request: documents.GridWorkRequest,
    settings: Settings,
    _: Send,
) -> PuzzleCheck:
    """Find borders whose moves leave a puzzle with one solution."""
    puzzle = puzzle_of(request, settings)
    time_limit = min(REPAIR_SECONDS, seconds_of(request, settings))
    return ll.check_puzzle(puzzle, time_limit=time_limit)


def answer_borders(
    request: documents.GridWorkRequest,
    settings: Settings,
    _: Send,
) -> documents.Borders:
    """Say what moving each border of a puzzle leaves: one solution, several or none."""
    from litslab.puzzles.lits.repair import EFFECTS, border_effects  # noqa: PLC0415

    puzzle = puzzle_of(request, settings)
    found = border_effects(puzzle, min(REPAIR_SECONDS, seconds_of(request, settings)))
    pairs: dict[str, list[tuple[str, str]]] = {each.value: [] for each in EFFECTS}
    for (one, other), effect in found.items():
        pairs[effect.value].append((puzzle.board.name(one), puzzle.board.name(other)))
    return documents.Borders(**pairs)


def answer_simulate(
    request: documents.SimulateRequest,
    settings: Settings,
    send: Send,
) -> documents.RunState:
    """Simulate games, and send the results so far; they are those of a run with the same seed."""
    from litslab.analysis.runs.tally import tallies  # noqa: PLC0415

    rules = create_rules(request, settings, seed=request.seed)
    games = min(request.count, settings.most_games)
    until = time.monotonic() + seconds_of(request, settings)
    for tally in tallies(rules.start(), request.players, games, seed=request.seed):
        wins = {rules.sides[side]: won for side, won in tally.wins.items()}
        state = documents.RunState(
            games=tally.games, margins=tally.margins, lengths=tally.lengths, wins=wins
        )
        send({"run": plain(state)})
        if time.monotonic() > until:
            break
    return state


def answer_plot(request: documents.PlotRequest, settings: Settings, _: Send) -> documents.Plot:
    """Draw a saved run of the folder."""
    from litslab.analysis.figure_file import render_figure  # noqa: PLC0415

    run = path_of(request.run, settings, {"run"})
    if request.kind == "heatmap":
        axes = ll.plot.heatmap(run, request.layer, winner=request.winner, lang=settings.language)
    elif request.kind == "compare":
        if request.other is None:
            raise OptionError("other: expected the run to compare with")
        other = path_of(request.other, settings, {"run"})
        column = cast("NumberColumn", request.column)  # a wrong one is refused with the right ones
        axes = ll.plot.compare(run, other, column=column, lang=settings.language)
    else:
        axes = getattr(ll.plot, request.kind)(run, lang=settings.language)
    return documents.Plot(svg=render_figure(axes, ".svg").decode())
