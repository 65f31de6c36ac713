"""The contents of pictures of steps: what is known after a step, and what it looks at."""

from __future__ import annotations

from collections.abc import Iterable

from litslab.games.geometry import bits
from litslab.games.language import tr
from litslab.puzzles.lits.frame import Frame, Panel
from litslab.puzzles.lits.sentence import as_sentence, sentence
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step
from litslab.puzzles.lits.techniques.table import RegionTable

_COMPARES_WHAT_IS_LEFT = {"overlap", "uncovered"}
"""The techniques that compare all placements left to a region, which are drawn too."""

MOST_LEFT = 36
"""Most remaining placements that are drawn: nobody compares more than these one by one."""


def frames_of(
    state: State,
    steps: Iterable[Step],
    prefix: str = "",
    supposed: int = 0,
) -> list[Frame]:
    """Return what the picture of each step shows; a step with a trial has the pictures of the
    trial's steps inside.

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
        frame = Frame(
            state.shaded,
            state.unshaded,
            focus=step.looks,
            news=step.decides,
            caption=sentence(state.table, step),
            title=f"{name}. {tr(step.technique)}",
            supposed=supposed,
            excluded=panels(state.table, step.excluded),
            left=_left(before, step),
            inner=_inner(before, step, name),
            kind=_kind(step),
        )
        shown.append(frame)
    return shown


def _kind(step: Step) -> str:
    """Return what steps that may share a picture have in common."""
    if BY_NAME[step.technique].level == 1:
        return "level 1"
    if step.technique in _COMPARES_WHAT_IS_LEFT:
        return "compares"
    return step.technique


def panels(table: RegionTable, placements: int) -> tuple[Panel, ...]:
    """Return what small drawings of placements show, in the order in which texts list them."""
    return tuple(
        Panel(f"{number} {table.letters(index)}", table.owners[index], table.bodies[index])
        for number, index in enumerate(bits(placements), start=1)
    )


def _left(before: State, step: Step) -> tuple[Panel, ...]:
    """Return the placements that a step compares, where it compares all that are left to one
    region.
    """
    if step.technique not in _COMPARES_WHAT_IS_LEFT:
        return ()
    left = before.left_in(step.regions.bit_length() - 1)
    return panels(before.table, left) if left.bit_count() <= MOST_LEFT else ()


def _inner(before: State, step: Step, name: str) -> tuple[Frame, ...]:
    """Return the pictures of the steps that follow from what a trial supposes, the contradiction
    last.
    """
    if step.end is not None:
        branches = [("", bool(step.unshaded), step.chain)]
    else:
        both = (("a", True, step.chain), ("b", False, step.other_chain))
        branches = [branch for branch in both if branch[-1]]
    shown: list[Frame] = []
    for letter, shaded, chain in branches:
        state = before.copy()
        state.learn(step.key if shaded else 0, 0 if shaded else step.key)
        shown += frames_of(state, chain, f"{name}{letter}.", step.key)
    if step.end is not None:
        name = tr("{number}. contradiction", number=f"{name}.{len(shown) + 1}")
        end = Frame(
            state.shaded,
            state.unshaded,
            step.end.looks,
            caption=as_sentence(tr("{text}.", text=step.end.text)),
            title=name,
            supposed=step.key,
        )
        shown.append(end)
    return tuple(shown)
