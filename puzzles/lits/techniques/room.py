"""Techniques on how far a region's tetromino can reach: fragments too small for it, squares too far away."""

from __future__ import annotations

from litslab.games.geometry import bits
from litslab.puzzles.lits.rules import Premise
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step, Technique, are, region_text, squares_text
from litslab.puzzles.lits.techniques.table import RegionTable, groups_of


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
