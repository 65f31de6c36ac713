"""What pictures of steps show: what is known after each, which placements it rules out, and the steps of its trials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from litslab.games.geometry import bits
from litslab.puzzles.lits.svg import Frame, Panel
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step, capitalised
from litslab.puzzles.lits.techniques.table import RegionTable

Tell = Callable[[RegionTable, Step], str]
"""Says in a sentence what a step does and why."""

_COMPARES_WHAT_IS_LEFT = {"overlap", "uncovered"}
"""The techniques that compare all placements left to a region, which are drawn too."""

MOST_LEFT = 36
"""How many placements left are drawn: more of them nobody compares one by one."""


def frames_of(state: State, steps: Iterable[Step], tell: Tell, prefix: str = "", supposed: int = 0) -> list[Frame]:
    """Return what the picture of each step shows; a step with a trial has the pictures of the trial's steps inside.

    Parameters
    ----------
    state : State
        What is known before the steps; it learns them.
    steps : iterable of Step
        The steps.
    tell : callable
        Says in a sentence what a step does and why.
    prefix : str
        What is written before the number of each step, such as ``3.`` for the steps of a trial that is step 3.
    supposed : int
        The squares about which the steps suppose something.
    """
    shown = []
    for number, step in enumerate(steps, start=1):
        before = state.copy()
        state.learn(step.shaded, step.unshaded, step.excluded)
        name = f"{prefix}{number}"
        shown.append(
            Frame(
                state.shaded,
                state.unshaded,
                step.looks,
                step.decides,
                tell(state.table, step),
                f"{name}. {step.technique}",
                supposed=supposed,
                excluded=panels(state.table, step.excluded),
                left=_left(before, step),
                inner=_inner(before, step, tell, name),
            )
        )
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


def _inner(before: State, step: Step, tell: Tell, name: str) -> tuple[Frame, ...]:
    """Return the pictures of the steps that follow from what a trial supposes, the contradiction last."""
    other_chain: Sequence[Step] = getattr(step, "other_chain", ())
    if step.end is None:
        both = step.chain or other_chain
        branches = (("a", True, step.chain), ("b", False, other_chain)) if both else ()
        return tuple(
            frame
            for letter, shaded, chain in branches
            for frame in frames_of(
                _supposing(before, step.key, shaded=shaded), chain, tell, f"{name}{letter}.", step.key
            )
        )
    state = _supposing(before, step.key, shaded=bool(step.unshaded))
    shown = frames_of(state, step.chain, tell, f"{name}.", step.key)
    end = Frame(
        state.shaded,
        state.unshaded,
        step.end.looks,
        caption=capitalised(f"{step.end.text}."),
        title=f"{name}.{len(shown) + 1}. contradiction",
        supposed=step.key,
    )
    return (*shown, end)


def _supposing(before: State, squares: int, *, shaded: bool) -> State:
    state = before.copy()
    state.learn(squares if shaded else 0, 0 if shaded else squares)
    return state
