"""Techniques that compare placements: all left to one region, those of two, and how far a tetromino can reach."""

from __future__ import annotations

from litslab.games.geometry import bits
from litslab.puzzles.lits.puzzle import Premise
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import (
    Step,
    Technique,
    are,
    placement_text,
    placements_text,
    region_text,
    squares_text,
)
from litslab.puzzles.lits.techniques.table import RegionTable, groups_of


def _overlap_at(state: State, region: int) -> Step | None:
    table = state.table
    left = state.left_in(region)
    if not left:
        return None
    masks = table.masks
    common = table.regions[region] & ~state.shaded & ~state.unshaded
    for placement in bits(left):
        common &= masks[placement]
        if not common:
            return None
    key = left if left & (left - 1) == 0 else 0
    missing = 0
    for placement in bits(state.ruled_out_in(region)):
        if common & ~masks[placement]:
            missing |= 1 << placement
    return Step("overlap", 1 << region, table.regions[region] & ~state.unshaded, shaded=common, key=key, rests=missing)


def _explain_overlap(table: RegionTable, step: Step) -> str:
    where = region_text(table, step.regions.bit_length() - 1)
    if step.key:
        only = placement_text(table, step.key.bit_length() - 1)
        return f"{where} has only {only} left, so {are(table, step.shaded, 'shaded')}."
    if table.puzzle.rules.inverse:
        return f"every placement left to {where} leaves {squares_text(table, step.shaded)} shaded."
    return f"every placement left to {where} covers {_these(table, step.shaded)}."


def _these(table: RegionTable, squares: int) -> str:
    return are(table, squares, "shaded").replace(" is ", ", which is ").replace(" are ", ", which are ")


def _uncovered_at(state: State, region: int) -> Step | None:
    table = state.table
    rest = table.regions[region] & ~state.shaded & ~state.unshaded
    left = state.left_in(region)
    if not rest or not left:
        return None
    masks = table.masks
    for placement in bits(left):
        rest &= ~masks[placement]
        if not rest:
            return None
    ruled_out = state.ruled_out_in(region) & table.covering_any(rest)
    looks = table.regions[region] & ~state.unshaded
    return Step("uncovered", 1 << region, looks, unshaded=rest, key=region, rests=ruled_out)


def _explain_uncovered(table: RegionTable, step: Step) -> str:
    which = "every" if table.puzzle.rules.inverse else "no"
    return (
        f"{which} placement left to {region_text(table, step.key)} covers "
        f"{_these(table, step.unshaded).replace('shaded', 'unshaded')}."
    )


OVERLAP = Technique("overlap", 2, _explain_overlap, at=_overlap_at)
UNCOVERED = Technique("uncovered", 2, _explain_uncovered, at=_uncovered_at)


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


def _fragments_at(state: State, region: int) -> Step | None:
    left = state.table.regions[region] & ~state.unshaded
    open_squares = left & ~state.shaded
    if not open_squares:
        return None
    small = 0
    groups = groups_of(state.table.board, left)
    if groups[-1].bit_count() >= 4:  # the last is the smallest
        return None
    for group in groups:
        if group.bit_count() < 4:
            small |= group
    if not small & ~state.shaded or small & state.shaded:
        return None
    return Step("fragment", 1 << region, left, unshaded=small, key=region)


def _explain_fragments(table: RegionTable, step: Step) -> str:
    where = region_text(table, step.key)
    parts = table.board.groups(step.unshaded)
    names = squares_text(table, step.unshaded)
    if len(parts) > 1:
        return f"in {where}, {names} lie in parts too small for a tetromino, so they are unshaded."
    all_of_it = {1: "it is", 2: "both are"}.get(step.unshaded.bit_count(), "all are")
    return f"in {where}, the part {names} is too small for a tetromino, so {all_of_it} unshaded."


def _reach_at(state: State, region: int) -> Step | None:
    squares = state.table.regions[region]
    shaded = squares & state.shaded
    left = squares & ~state.unshaded
    if not shaded or left == shaded:
        return None
    adjacent = state.table.board.adjacent
    reached = left
    for square in bits(shaded):
        near = 1 << square
        for _ in range(3):
            near |= adjacent(near) & left
        reached &= near
    far = left & ~reached
    if not far or far & shaded:
        return None
    return Step("out of reach", 1 << region, left, unshaded=far, key=shaded)


def _explain_reach(table: RegionTable, step: Step) -> str:
    return (
        f"a tetromino through {squares_text(table, step.key)} reaches at most three steps from each of its squares, "
        f"so {are(table, step.unshaded, 'unshaded')}."
    )


FRAGMENT = Technique("fragment", 1, _explain_fragments, at=_fragments_at, relies_on=Premise.SHADED_TETROMINOES)
REACH = Technique("out of reach", 1, _explain_reach, at=_reach_at, relies_on=Premise.SHADED_TETROMINOES)
