"""An explanation of a LITS puzzle: steps from a state, in sentences and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import computed_field

from litslab.games.geometry import bits
from litslab.games.result_json import Hidden, JsonText
from litslab.puzzles.lits.frame import Frame
from litslab.puzzles.lits.frames import frames_of
from litslab.puzzles.lits.grade import easiest_path
from litslab.puzzles.lits.partial_state import read_state
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.sentence import sentence
from litslab.puzzles.lits.sources import AnyPuzzle, read_puzzle
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.path import MOST_TRIALS, Path, start
from litslab.puzzles.lits.techniques.step import Step
from litslab.puzzles.lits.techniques.table import RegionTable
from litslab.puzzles.lits.techniques.wording import placement_text


@dataclass(frozen=True)
class ExplainedStep:
    """A step of a solution by hand, in words and names of squares."""

    technique: JsonText
    level: int
    text: str
    looks: tuple[str, ...]
    """The squares that it looks at."""
    shaded: tuple[str, ...]
    """The squares that it shades."""
    unshaded: tuple[str, ...]
    """The squares that it leaves unshaded."""
    excluded: tuple[str, ...]
    """The placements that it rules out."""
    chain: tuple[ExplainedStep, ...] = ()
    """In a trial, the steps that follow from its assumption."""
    other_chain: tuple[ExplainedStep, ...] = ()
    """Only where both branches of a square are compared: `chain` if it is shaded, this if it is
    unshaded.
    """
    contradiction: str | None = None
    """In a trial, the contradiction that they lead to."""

    @classmethod
    def of(cls, table: RegionTable, step: Step) -> ExplainedStep:
        """Return a step in words."""

        def names(squares: int) -> tuple[str, ...]:
            return tuple(map(table.board.name, table.in_reading_order(squares)))

        is_trial = step.end is not None or bool(step.other_chain)
        return cls(
            technique=step.technique,
            level=BY_NAME[step.technique].level,
            text=sentence(table, step),
            looks=names(step.looks),
            shaded=names(step.shaded),
            unshaded=names(step.unshaded),
            excluded=tuple(placement_text(table, each) for each in bits(step.excluded)),
            chain=tuple(cls.of(table, each) for each in step.chain if is_trial),
            other_chain=tuple(cls.of(table, each) for each in step.other_chain),
            contradiction=None if step.end is None else step.end.text,
        )


@dataclass(frozen=True)
class Explanation:
    """Steps that lead on from a state of a puzzle."""

    puzzle: Hidden[LitsPuzzle]
    """The puzzle."""
    path: Path
    """The steps, and what is known after them."""
    begun: tuple[str, ...]
    """The state before them, as rows of ``#``, ``.`` and ``?``."""

    def __repr__(self) -> str:
        count = len(self.path.steps)
        steps = f"{count} {'step' if count == 1 else 'steps'}"
        return f"<explanation of {self.puzzle!r} in {steps}>"

    @property
    def table(self) -> RegionTable:
        """The placements that the steps speak of."""
        return self.path.state.table

    @computed_field
    @property
    def steps(self) -> tuple[ExplainedStep, ...]:
        """The steps in words."""
        return tuple(ExplainedStep.of(self.table, step) for step in self.path.steps)

    @computed_field
    @property
    def after(self) -> list[str]:
        """The state after the steps, as rows of ``#``, ``.`` and ``?``."""
        return self.path.state.rows()

    def sentences(self) -> list[str]:
        """Return the steps in the language in use, one sentence or two a step."""
        return [sentence(self.table, step) for step in self.path.steps]

    def _repr_html_(self) -> str:
        """Draw the steps, side by side, in a notebook."""
        from litslab.puzzles.lits.svg import draw_step  # noqa: PLC0415 - a terminal shows no pictures

        pictures = "".join(draw_step(self.puzzle, frame) for frame in frames(self))
        return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{pictures}</div>'


def explain(
    puzzle: AnyPuzzle,
    most_trials: int = MOST_TRIALS,
    solutions: Sequence[int] | None = None,
) -> Explanation:
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
        The path is complete where the techniques solve the puzzle, which also proves that the
        solution is the only one.

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


def frames(explanation: Explanation) -> list[Frame]:
    """Return a picture's content for each step: what is known after it, what it looks at, and its
    sentence.
    """
    return frames_of(read_state(explanation.puzzle, explanation.begun), explanation.path.steps)
