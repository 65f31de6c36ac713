"""Partly solved puzzles as text rows: read, and refused where no solution agrees with them."""

from __future__ import annotations

from collections.abc import Sequence

from litslab.games.language import listed, mark, tr, trn
from litslab.puzzles.lits.check import Rule, violations
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, parse_shading
from litslab.puzzles.lits.sentence import sentence
from litslab.puzzles.lits.techniques.path import find_path, start
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.wording import squares_text

_PARTIAL_RULES = {Rule.FULL_BLOCK, Rule.OUTSIDE, Rule.MORE, Rule.FEWER_UNSHADED, Rule.EQUAL_SHAPES}
"""The rules that a shading breaks for good: shading more squares does not mend it."""


class StateError(PuzzleError):
    """A partly solved puzzle that no solution agrees with; the message says what is wrong, and
    where.
    """


def read_state(puzzle: LitsPuzzle, rows: Sequence[str] | None) -> State:
    """Return the state that text rows of ``#``, ``.`` and ``?`` describe, the top row first; the
    start without any.

    Raises
    ------
    StateError
        If a square that is given, or outside every region, is said to be otherwise.
    PuzzleError
        If the rows are not of the puzzle's size, or have another character.
    """
    state = start(puzzle)
    if rows is None:
        return state
    board = puzzle.board
    for number, row in enumerate(rows, start=1):
        if wrong := set(row) - set("#.?"):
            raise PuzzleError(
                f"row {number} of the state has {min(wrong)!r}: expected only # . and ?"
            )
    shaded = parse_shading(board, [row.replace("?", ".") for row in rows])
    known = parse_shading(board, [row.replace(".", "#").replace("?", ".") for row in rows])
    unshaded = known & ~shaded
    if wrong_squares := shaded & state.unshaded:
        names = squares_text(state.table, wrong_squares)
        raise StateError(
            tr("the state has {squares} shaded, which the puzzle rules out", squares=names)
        )
    if wrong_squares := unshaded & state.shaded:
        names = squares_text(state.table, wrong_squares)
        raise StateError(
            tr("the state has {squares} unshaded, which the puzzle rules out", squares=names)
        )
    state.learn(shaded, unshaded)
    return state


def refuse_contradictions(state: State) -> None:
    """Raise where a state cannot be completed, as far as techniques without trial show.

    Raises
    ------
    StateError
        If it breaks a rule, or steps without trial lead to a contradiction.
    """
    _refuse_broken_rules(state)
    table = state.table
    path = find_path(state.copy())
    if path.contradiction is None:
        return
    if not path.steps:
        raise StateError(
            tr(
                "the state cannot be completed: {contradiction}",
                contradiction=path.contradiction.text,
            )
        )
    message = trn(
        "the state cannot be completed: after {count} step {contradiction}; the first is: {step}",
        "the state cannot be completed: after {count} steps {contradiction}; the first is: {step}",
        len(path.steps),
        contradiction=path.contradiction.text,
        step=sentence(table, path.steps[0]),
    )
    raise StateError(message)


def _refuse_broken_rules(state: State) -> None:
    table = state.table
    for violation in violations(table.puzzle, state.shaded):
        if violation.rule in _PARTIAL_RULES:
            names = squares_text(table, violation.squares)
            rule = tr(violation.rule)
            raise StateError(
                tr("the state contradicts the rules: {rule} ({squares})", rule=rule, squares=names)
            )


def refuse_departing(puzzle: LitsPuzzle, rows: Sequence[str], solution: int) -> None:
    """Raise where a state departs from the puzzle's one solution.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    rows : sequence of str
        The state, as for `hint`.
    solution : int
        The shaded squares of the solution.

    Raises
    ------
    StateError
        If the state breaks a rule, or a square is shaded that is not in the solution, or unshaded
        that is.
    """
    state = read_state(puzzle, rows)
    _refuse_broken_rules(state)
    departing = (
        (mark("{squares} shaded"), state.shaded & ~solution),
        (mark("{squares} unshaded"), state.unshaded & solution),
    )
    wrong = [
        tr(words, squares=squares_text(state.table, squares))
        for words, squares in departing
        if squares
    ]
    if wrong:
        raise StateError(
            tr("the state departs from the solution: it has {squares}", squares=listed(wrong))
        )
