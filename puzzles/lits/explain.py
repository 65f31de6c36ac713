"""Explanations of LITS puzzles: the next step from a state, and the whole path in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from litslab.games.geometry import bits
from litslab.games.language import listed, mark, sentence_case, tr, trn
from litslab.puzzles.lits.check import Rule, violations
from litslab.puzzles.lits.grade import easiest_path
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, parse_shading
from litslab.puzzles.lits.solve import only_solution
from litslab.puzzles.lits.sources import AnyPuzzle, read_puzzle
from litslab.puzzles.lits.svg import Frame, Panel, draw_step
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.path import MOST_TRIALS, Path, find_path, start
from litslab.puzzles.lits.techniques.state import State, Step, squares_text
from litslab.puzzles.lits.techniques.table import RegionTable
from litslab.puzzles.lits.techniques.trial import Budget, Preference, TrialSearch

_PARTIAL_RULES = {Rule.FULL_BLOCK, Rule.OUTSIDE, Rule.MORE, Rule.FEWER_UNSHADED, Rule.EQUAL_SHAPES}
"""The rules that a shading breaks for good: shading more squares does not mend it."""


class StateError(PuzzleError):
    """A partly solved puzzle that no solution agrees with; the message says what is wrong, and where."""


@dataclass(frozen=True)
class Explanation:
    """Steps that lead on from a state of a puzzle.

    Attributes
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    path : Path
        The steps, and what is known after them.
    begun : tuple of str
        The state before them, as rows of ``#``, ``.`` and ``?``.
    """

    puzzle: LitsPuzzle
    path: Path
    begun: tuple[str, ...]

    @property
    def table(self) -> RegionTable:
        """The placements that the steps speak of."""
        return self.path.state.table

    def sentences(self) -> list[str]:
        """Return the steps in the language in use, one sentence or two a step."""
        return [sentence(self.table, step) for step in self.path.steps]

    def _repr_html_(self) -> str:
        """Draw the steps, side by side, in a notebook."""
        pictures = "".join(draw_step(self.puzzle, frame) for frame in frames(self))
        return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{pictures}</div>'


def sentence(table: RegionTable, step: Step) -> str:
    """Return what a step does and why, in the language in use.

    Parameters
    ----------
    table : RegionTable
        The table of the state that the step was found in.
    step : Step
        The step.
    """
    return _sentence_case(BY_NAME[step.technique].tell(table, step))


def _sentence_case(text: str) -> str:
    """Return a sentence that begins with a capital, unless it begins with a square's name."""
    return text if any(map(str.isdigit, text.split(maxsplit=1)[0])) else sentence_case(text)


def explain(puzzle: AnyPuzzle, most_trials: int = MOST_TRIALS, solutions: Sequence[int] | None = None) -> Explanation:
    """Return the steps by which a puzzle can be solved by hand, the easiest first.

    Parameters
    ----------
    puzzle : LitsPuzzle or str or Path
        The puzzle, or what `puzzles.lits.sources.read_puzzle` reads.
    most_trials : int
        Limit of assumptions for trials.
    solutions : sequence of int, optional
        The shaded squares of solutions that are known: this saves time.

    Returns
    -------
    Explanation
        The path is complete where the techniques solve the puzzle, which also proves that the solution is the only one.

    Examples
    --------
    >>> import litslab as ll
    >>> explanation = ll.explain(ll.puzzle("lits/4/4/9q02jg"))
    >>> explanation.path.is_complete
    True
    >>> explanation.path.state.rows()
    ['#.##', '###.', '#.#.', '####']
    >>> len(explanation.sentences())
    12
    """
    puzzle = read_puzzle(puzzle)
    path = easiest_path(puzzle, most_trials, solutions=solutions)
    return Explanation(puzzle, path, tuple(start(puzzle).rows()))


def hint(
    puzzle: AnyPuzzle, rows: Sequence[str] | None = None, most_trials: int = MOST_TRIALS, *,
    check: bool = False,
) -> Explanation:  # fmt: skip
    """Return the easiest next step that decides a square, preceded by the steps that it rests on.

    Parameters
    ----------
    puzzle : LitsPuzzle or str or Path
        The puzzle, or what `puzzles.lits.sources.read_puzzle` reads.
    rows : sequence of str, optional
        The state, the top row first: ``#`` shaded, ``.`` unshaded, ``?`` unknown. Nothing is known by default.
    most_trials : int
        Limit of assumptions for trials.
    check : bool
        Whether to solve the puzzle first, and refuse rows that depart from its solution.

    Returns
    -------
    Explanation
        The last step decides a square; those before it rule out the placements on whose absence it rests. There is no
        step where the state is complete, or where none was found within the limit.

    Raises
    ------
    StateError
        If the state contradicts the rules, at once or after steps that need no trial.
    PuzzleError
        If the rows are not of the puzzle's size, or have another character; with `check`, if the puzzle has no solution
        or several.

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
    puzzle: LitsPuzzle, rows: Sequence[str] | None = None, most_trials: int = MOST_TRIALS, solutions: Sequence[int] = ()
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
    puzzle: LitsPuzzle, rows: Sequence[str] | None = None, most_trials: int = MOST_TRIALS, solutions: Sequence[int] = ()
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
    agreeing = [each for each in solutions if not state.shaded & ~each and not state.unshaded & each]
    return TrialSearch(Budget(most_trials), solutions=agreeing)


def read_state(puzzle: LitsPuzzle, rows: Sequence[str] | None) -> State:
    """Return the state that text rows of ``#``, ``.`` and ``?`` describe, the top row first; the start without any.

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
            raise PuzzleError(f"row {number} of the state has {min(wrong)!r}: expected only # . and ?")
    shaded = parse_shading(board, [row.replace("?", ".") for row in rows])
    unshaded = parse_shading(board, [row.replace(".", "#").replace("?", ".") for row in rows]) & ~shaded
    if wrong_squares := shaded & state.unshaded:
        names = squares_text(state.table, wrong_squares)
        raise StateError(tr("the state has {squares} shaded, which the puzzle rules out", squares=names))
    if wrong_squares := unshaded & state.shaded:
        names = squares_text(state.table, wrong_squares)
        raise StateError(tr("the state has {squares} unshaded, which the puzzle rules out", squares=names))
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
        raise StateError(tr("the state cannot be completed: {contradiction}", contradiction=path.contradiction.text))
    message = trn(
        "the state cannot be completed: after {count} step {contradiction}; the first is: {step}",
        "the state cannot be completed: after {count} steps {contradiction}; the first is: {step}",
        len(path.steps), contradiction=path.contradiction.text, step=sentence(table, path.steps[0]),
    )  # fmt: skip
    raise StateError(message)


def _refuse_broken_rules(state: State) -> None:
    table = state.table
    for violation in violations(table.puzzle, state.shaded):
        if violation.rule in _PARTIAL_RULES:
            names = squares_text(table, violation.squares)
            rule = tr(violation.rule)
            raise StateError(tr("the state contradicts the rules: {rule} ({squares})", rule=rule, squares=names))


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
        If the state breaks a rule, or a square is shaded that is not in the solution, or unshaded that is.
    """
    state = read_state(puzzle, rows)
    _refuse_broken_rules(state)
    departing = (
        (mark("{squares} shaded"), state.shaded & ~solution), (mark("{squares} unshaded"), state.unshaded & solution)
    )  # fmt: skip
    if wrong := [tr(words, squares=squares_text(state.table, squares)) for words, squares in departing if squares]:
        raise StateError(tr("the state departs from the solution: it has {squares}", squares=listed(wrong)))


def frames(explanation: Explanation) -> list[Frame]:
    """Return a picture's content for each step: what is known after it, what it looks at, and its sentence."""
    return frames_of(read_state(explanation.puzzle, explanation.begun), explanation.path.steps)


_COMPARES_WHAT_IS_LEFT = {"overlap", "uncovered"}
"""The techniques that compare all placements left to a region, which are drawn too."""

MOST_LEFT = 36
"""Most remaining placements that are drawn: nobody compares more than these one by one."""


def frames_of(state: State, steps: Iterable[Step], prefix: str = "", supposed: int = 0) -> list[Frame]:
    """Return what the picture of each step shows; a step with a trial has the pictures of the trial's steps inside.

    Parameters
    ----------
    state : State
        The state before the steps; it learns them.
    steps : iterable of Step
        The steps.
    prefix : str
        Text before the number of each step, such as ``3.`` for the steps of a trial that is step 3.
    supposed : int
        The squares about which the steps suppose something.
    """
    shown = []
    for number, step in enumerate(steps, start=1):
        before = state.copy()
        state.learn(step.shaded, step.unshaded, step.excluded)
        name = f"{prefix}{number}"
        compares = step.technique in _COMPARES_WHAT_IS_LEFT
        kind = "level 1" if BY_NAME[step.technique].level == 1 else "compares" if compares else step.technique
        frame = Frame(
            state.shaded, state.unshaded, step.looks, step.decides, sentence(state.table, step),
            f"{name}. {tr(step.technique)}", supposed, panels(state.table, step.excluded), _left(before, step),
            _inner(before, step, name), kind,
        )  # fmt: skip
        shown.append(frame)
    return shown


def panels(table: RegionTable, placements: int) -> tuple[Panel, ...]:
    """Return what small drawings of placements show, in the order in which texts list them."""
    return tuple(
        Panel(f"{number} {table.letter(index)}", table.owners[index], table.bodies[index])
        for number, index in enumerate(bits(placements), start=1)
    )


def _left(before: State, step: Step) -> tuple[Panel, ...]:
    """Return the placements that a step compares, where it compares all that are left to one region."""
    if step.technique not in _COMPARES_WHAT_IS_LEFT:
        return ()
    left = before.left_in(step.regions.bit_length() - 1)
    return panels(before.table, left) if left.bit_count() <= MOST_LEFT else ()


def _inner(before: State, step: Step, name: str) -> tuple[Frame, ...]:
    """Return the pictures of the steps that follow from what a trial supposes, the contradiction last."""
    branches = [each for each in (("a", True, step.chain), ("b", False, step.other_chain)) if each[-1]]
    if step.end is not None:
        branches = [("", bool(step.unshaded), step.chain)]
    shown: list[Frame] = []
    for letter, shaded, chain in branches:
        state = before.copy()
        state.learn(step.key if shaded else 0, 0 if shaded else step.key)
        shown += frames_of(state, chain, f"{name}{letter}.", step.key)
    if step.end is not None:
        name = tr("{number}. contradiction", number=f"{name}.{len(shown) + 1}")
        end = Frame(
            state.shaded, state.unshaded, step.end.looks, caption=_sentence_case(tr("{text}.", text=step.end.text)),
            title=name, supposed=step.key,
        )  # fmt: skip
        shown.append(end)
    return tuple(shown)
