"""From solved LITS puzzles to Battle of LITS and back: both obey the same rules about tetrominoes.

A solution becomes a position whose supply is just what lies there, so that the game is over. A position becomes a
puzzle that it solves; whether it is the only solution is for a solver to say.
"""

from __future__ import annotations

from litslab.games.battle_of_lits import BattleOfLits, BattleOfLitsPosition
from litslab.games.pieces import TETROMINOES
from litslab.games.position import Position
from litslab.puzzles.lits import OUTSIDE, LitsPuzzle, PuzzleError
from litslab.puzzles.result import PuzzleSolution


def position_of(puzzle: LitsPuzzle, solution: PuzzleSolution) -> Position:
    """Return the final position of Battle of LITS in which the tetrominoes of a solution lie on a blank board.

    Raises
    ------
    OptionError
        If the board is too small for the game.
    IllegalMoveError
        If it is no solution.
    """
    supply = tuple(solution.shapes.count(shape) for shape in TETROMINOES)
    rules = BattleOfLits(size=puzzle.board.columns, rows=puzzle.board.rows, supply=supply)
    placements = []
    for region, shape in zip(puzzle.masks, solution.shapes, strict=True):
        placement = rules.table.find(shape, solution.shading & region)
        if placement is None:
            raise PuzzleError(f"no solution: what is shaded in a region is not the {shape.value} that it should be")
        placements.append(placement)
    return rules.from_placements(placements)


def puzzle_of(position: BattleOfLitsPosition, *, grown: bool = True) -> tuple[LitsPuzzle, PuzzleSolution]:
    """Return a puzzle that the tetrominoes of a position solve, and that solution.

    Parameters
    ----------
    position : BattleOfLitsPosition
        A position with at least one tetromino; its symbols do not matter.
    grown : bool
        Whether each bare square joins the region of the nearest tetromino (counted in steps over any squares, of
        equally near ones that of the first in the table), so that no square is outside. Otherwise the regions are the
        tetrominoes themselves, and all else is outside every region.

    Raises
    ------
    PuzzleError
        If there is no tetromino.
    """
    board = position.rules.board
    placements = position.placements
    if not placements:
        raise PuzzleError("a position without tetrominoes: expected at least one, to make a region of")
    regions = [OUTSIDE] * board.size
    for number, placement in enumerate(placements):
        for square in placement.squares:
            regions[square] = number
    while grown and OUTSIDE in regions:
        before = tuple(regions)
        for square, region in enumerate(before):
            around = [before[neighbour] for neighbour in board.neighbours(square) if before[neighbour] != OUTSIDE]
            if region == OUTSIDE and around:
                regions[square] = min(around)
    puzzle = LitsPuzzle(board, tuple(regions))
    covered = position.layout.covered
    shape_at = {square: placement.shape for placement in placements for square in placement.squares}
    shapes = tuple(shape_at[(mask & covered).bit_length() - 1] for mask in puzzle.masks)
    return puzzle, PuzzleSolution(covered, shapes)
