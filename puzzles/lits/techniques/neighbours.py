"""Techniques that compare the placements of two regions: equal shapes, clashes with every choice."""

from __future__ import annotations

from litslab.games.geometry import bits
from litslab.puzzles.lits.rules import Premise
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step, Technique, placements_text, region_text, squares_text
from litslab.puzzles.lits.techniques.table import RegionTable


def _equal_shape_at(state: State, region: int) -> Step | None:
    """Find the placements that would touch shaded squares of a region whose shape is known, in that shape."""
    table = state.table
    left = state.left_in(region)
    shaded = state.shaded & table.regions[region]
    if not left or not shaded:
        return None
    alike = table.of_shape[table.shapes[left.bit_length() - 1]]
    if left & ~alike:
        return None
    touching = table.covering_any(table.board.adjacent(shaded) & table.inside & ~table.regions[region])
    excluded = touching & alike & state.alive
    if not excluded:
        return None
    regions = 1 << region | table.owners_of(excluded)
    return Step(
        "equal shape", regions, shaded, excluded=excluded, key=region, rests=state.ruled_out_in(region) & ~alike
    )


def _explain_equal_shape(table: RegionTable, step: Step) -> str:
    shape = table.letter(step.excluded.bit_length() - 1)
    return (
        f"{region_text(table, step.key)} holds the {shape} on {squares_text(table, step.looks)}, and no other "
        f"{shape} may touch it, which rules out {placements_text(table, step.excluded)}."
    )


def _clash_at(state: State, region: int) -> Step | None:
    """Find the placements of other regions that conflict with every placement left to a region."""
    table = state.table
    left = state.left_in(region)
    common = state.alive
    for placement in bits(left):
        common &= table.clashes(placement)
        if not common:
            return None
    if not left or not common:
        return None
    # One region after the other: human solvers compare pairs.
    other = table.owners[(common & -common).bit_length() - 1]
    excluded = common & table.of_region[other]
    looks = (table.regions[region] | table.regions[other]) & ~state.unshaded
    rests = 0
    for placement in bits(state.ruled_out_in(region)):
        if excluded & ~table.clashes(placement):
            rests |= 1 << placement
    return Step("clash", 1 << region | 1 << other, looks, excluded=excluded, key=region, rests=rests)


def _explain_clash(table: RegionTable, step: Step) -> str:
    other = (step.regions & ~(1 << step.key)).bit_length() - 1
    return (
        f"whatever {region_text(table, step.key)} holds, {placements_text(table, step.excluded, 'or')} of "
        f"{region_text(table, other)} would touch a tetromino of the same shape or fill a 2×2 block with it."
    )


EQUAL_SHAPE = Technique(
    "equal shape", 2, _explain_equal_shape, at=_equal_shape_at, relies_on=Premise.SHADED_TETROMINOES
)
CLASH = Technique("clash", 3, _explain_clash, at=_clash_at)
