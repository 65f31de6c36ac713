"""LITS puzzles by the kernel: exact answers with proof, in a fraction of a millisecond for most published puzzles.

``docs/kernel-lits.md`` tells how it works.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from litslab import kernel
from litslab.games.geometry import Board, mask_of
from litslab.games.pieces import TETROMINOES, Shape
from litslab.puzzles.lits.puzzle import LITS, LitsPuzzle, PuzzleAnswer, PuzzleRules, PuzzleSolution, SolutionStatus

ENGINE = "kernel"

_NO_LIMIT = 1 << 62
_SHAPES = (*TETROMINOES, Shape.O, None)


@lru_cache
def _solver() -> kernel.LitsSolver:
    """Return the solver that all puzzles of this process share, for the sake of its memory."""
    return kernel.LitsSolver()


@lru_cache
def _rules(rules: PuzzleRules) -> kernel.LitsRules:
    """Return rules as the kernel takes them."""
    return kernel.LitsRules(
        with_o=Shape.O in rules.shapes,
        inverse=rules.inverse,
        optional=rules.optional,
        blank_blocks=rules.blank_blocks,
    )


def solve(
    puzzle: LitsPuzzle, *, limit: int = 2, time_limit: float | None = None, nodes: int | None = None
) -> PuzzleAnswer:
    """Solve a puzzle, with proof.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    limit : int
        How many solutions to look for, at least 2: one more than one proves that there are several.
    time_limit : float, optional
        Wall-clock time.
    nodes : int, optional
        Decisions made.

    Raises
    ------
    ValueError
        If the limit is less than 2.
    KeyboardInterrupt
        If Ctrl-C stopped the search.
    """
    if limit < 2:
        raise ValueError(f"a limit of {limit} solutions: expected 2 or more")
    answer = _solver().solve(
        puzzle.board.columns,
        puzzle.board.rows,
        puzzle.regions,
        puzzle.givens,
        wanted=limit,
        seconds=float(_NO_LIMIT) if time_limit is None else time_limit,
        nodes=_NO_LIMIT if nodes is None else nodes,
        rules=_rules(puzzle.rules),
    )
    if answer.interrupted:
        raise KeyboardInterrupt
    solutions = tuple(
        PuzzleSolution(mask_of(found.squares), tuple(_SHAPES[shape] for shape in found.shapes))
        for found in answer.solutions
    )
    status = SolutionStatus.UNDECIDED
    if len(solutions) >= 2:
        status = SolutionStatus.MULTIPLE
    elif answer.complete:
        status = SolutionStatus.UNIQUE if solutions else SolutionStatus.IMPOSSIBLE
    return PuzzleAnswer(puzzle, status, solutions, None, ENGINE, answer.nodes, answer.seconds, answer.complete)


def decided(puzzle: LitsPuzzle, *, trials: bool = False) -> tuple[int, int] | None:
    """Return the squares that propagation shows to be shaded and those it shows to be unshaded, without search.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    trials : bool
        Whether each open square and shape is also tried both ways, and what fails at once is ruled out.

    Returns
    -------
    (int, int) or None
        Two sets of squares inside regions; None where the puzzle is shown to have no solution.
    """
    board, rules = puzzle.board, _rules(puzzle.rules)
    found = _solver().conclude(board.columns, board.rows, puzzle.regions, puzzle.givens, trials=trials, rules=rules)
    return (mask_of(found.shaded), mask_of(found.unshaded)) if found.possible else None


def open_squares(
    board: Board, regions: Sequence[int], *, trials: bool = False, rules: PuzzleRules = LITS
) -> list[int] | None:
    """Return the squares that propagation leaves open in a puzzle without givens; None for a contradiction.

    This is `decided` for the inner loop of the generator, without a puzzle made each time.

    Parameters
    ----------
    board : Board
        The board.
    regions : sequence of int
        For each square the number of its region, counted from 0, or `OUTSIDE`.
    trials : bool
        As for `decided`.
    rules : PuzzleRules
        The rules.
    """
    found = _solver().conclude(board.columns, board.rows, regions, "", trials=trials, rules=_rules(rules))
    return found.open if found.possible else None


def may_be_symmetric(
    board: Board, regions: Sequence[int], images: Sequence[Sequence[int]], *, rules: PuzzleRules = LITS
) -> bool:
    """Return whether a puzzle without givens may have a solution that some symmetries map to itself.

    Where it has none, it does not have just one solution either: each would have an image.

    Parameters
    ----------
    board : Board
        The board.
    regions : sequence of int
        For each square the number of its region, counted from 0.
    images : sequence of sequence of int
        For each symmetry, which maps regions to regions, where it takes each square.
    rules : PuzzleRules
        The rules.

    Returns
    -------
    bool
        False where propagation, together with trials, rules such a solution out; True proves nothing.
    """
    return _solver().may_be_symmetric(board.columns, board.rows, regions, images, rules=_rules(rules))
