"""Steps that continue a partly solved puzzle: the easiest next one, or the whole path."""

from __future__ import annotations

from collections.abc import Sequence

from litslab.puzzles.lits.explain import Explanation
from litslab.puzzles.lits.grade import easiest_path
from litslab.puzzles.lits.partial_state import read_state, refuse_contradictions, refuse_departing
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.solve import only_solution
from litslab.puzzles.lits.sources import AnyPuzzle, read_puzzle
from litslab.puzzles.lits.techniques.path import MOST_TRIALS, Path, find_path
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.trial import Budget, Preference, TrialSearch


def hint(
    puzzle: AnyPuzzle,
    rows: Sequence[str] | None = None,
    most_trials: int = MOST_TRIALS,
    *,
    check: bool = False,
) -> Explanation:
    """Return the easiest next step that decides a square, preceded by the steps that it rests on.

    Parameters
    ----------
    puzzle : LitsPuzzle or str or Path
        The puzzle, or what `puzzles.lits.sources.read_puzzle` reads.
    rows : sequence of str, optional
        The state, the top row first: ``#`` shaded, ``.`` unshaded, ``?`` unknown. Nothing is known
        by default.
    most_trials : int
        Limit of assumptions for trials.
    check : bool
        Whether to solve the puzzle first, and refuse rows that depart from its solution.

    Returns
    -------
    Explanation
        The last step decides a square; those before it rule out the placements on whose absence it
        rests. There is no step where the state is complete, or where none was found within the
        limit.

    Raises
    ------
    StateError
        If the state contradicts the rules, at once or after steps that need no trial.
    PuzzleError
        If the rows are not of the puzzle's size, or have another character; with `check`, if the
        puzzle has no solution or several.

    Examples
    --------
    >>> import litslab as ll
    >>> hint = ll.hint(ll.puzzle("lits/4/4/9q02jg"))
    >>> [step.technique for step in hint.path.steps]
    ['corridor centre']
    >>> hint.path.state.rows()
    ['??#?', '??#?', '??#?', '????']
    """
    puzzle = read_puzzle(puzzle)
    if check and rows is not None:
        refuse_departing(puzzle, rows, only_solution(puzzle).shading)
    refuse_contradictions(read_state(puzzle, rows))
    return next_step(puzzle, rows, most_trials)


def next_step(
    puzzle: LitsPuzzle,
    rows: Sequence[str] | None = None,
    most_trials: int = MOST_TRIALS,
    solutions: Sequence[int] = (),
) -> Explanation:
    """Return what `hint` does, without looking first whether the state can be completed.

    Parameters
    ----------
    puzzle, rows, most_trials
        As for `hint`.
    solutions : sequence of int
        As for `explain`.
    """
    state = read_state(puzzle, rows)
    begun = tuple(state.rows())
    trials = _trials_from(state, most_trials, solutions)
    path = find_path(state, trials, until_square=True, preference=Preference.LEAST_WEIGHT)
    return Explanation(puzzle, path, begun)


def path_from(
    puzzle: LitsPuzzle,
    rows: Sequence[str] | None = None,
    most_trials: int = MOST_TRIALS,
    solutions: Sequence[int] = (),
) -> Path:
    """Return the path from a state as far as logic goes.

    Parameters
    ----------
    puzzle, rows, most_trials
        As for `hint`.
    solutions : sequence of int
        As for `explain`.
    """
    if rows is None:
        return easiest_path(puzzle, most_trials, solutions=solutions)
    state = read_state(puzzle, rows)
    return find_path(state, _trials_from(state, most_trials, solutions))


def _trials_from(state: State, most_trials: int, solutions: Sequence[int]) -> TrialSearch:
    """Return a search for trials that knows the solutions with which a state agrees."""
    agreeing = [
        each for each in solutions if not state.shaded & ~each and not state.unshaded & each
    ]
    return TrialSearch(Budget(most_trials), solutions=agreeing)
