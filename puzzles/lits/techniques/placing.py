"""Techniques that compare all placements left to one region: squares that all of them cover, or none."""

from __future__ import annotations

from litslab.games.geometry import bits
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step, Technique, are, placement_text, region_text, squares_text
from litslab.puzzles.lits.techniques.table import RegionTable


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
