"""Techniques that keep 2×2 blocks from being filled."""

from __future__ import annotations

from litslab.games.geometry import bits
from litslab.puzzles.lits.puzzle import Premise
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import (
    Contradiction,
    Step,
    Technique,
    are,
    placements_text,
    region_text,
    squares_text,
)
from litslab.puzzles.lits.techniques.table import RegionTable


def _pool_of_three_at(state: State, region: int) -> Step | None:
    board, shaded = state.table.board, state.shaded
    columns = board.columns
    may_be_filled = state.table.regions[region] if state.table.has_o_shaded else 0
    for square in bits(state.table.regions[region] & state.open & board.fourth_squares(shaded)):
        # The four blocks that a square is in, by their lower left corners.
        for corner in (square - columns - 1, square - columns, square - 1, square):
            if corner < 0 or board.column(corner) + 1 == columns:
                continue
            block = 3 << corner | 3 << (corner + columns)
            if block & ~shaded == 1 << square and block & ~may_be_filled:
                return Step("pool of three", state.table.regions_of(block), block, unshaded=1 << square, key=block)
    return None


def _explain_three(table: RegionTable, step: Step) -> str:
    return (
        f"three squares of the 2×2 block {squares_text(table, step.looks)} are shaded, "
        f"so {are(table, step.unshaded, 'unshaded')}."
    )


def _pool_at(state: State, region: int) -> Step | None:
    """Find the placements of a region that would fill a block together with what is shaded in other regions."""
    table = state.table
    unshaded = ~state.shaded
    if not table.board.surrounding(table.regions[region]) & state.shaded:
        return None
    left = state.left_in(region)
    filling = looks = 0
    for rest, placements in table.fillings(region):
        if not rest & unshaded and (more := placements & left & ~filling):
            filling |= more
            looks |= rest
    if not filling:
        return None
    return Step("pool", 1 << region | table.regions_of(looks), looks, excluded=filling, key=region)


def _explain_pool(table: RegionTable, step: Step) -> str:
    return (
        f"{region_text(table, step.key)} cannot hold {placements_text(table, step.excluded, 'or')}, which would fill "
        f"a 2×2 block together with {squares_text(table, step.looks)}."
    )


def _blank_block_at(state: State, region: int) -> Step | Contradiction | None:
    table = state.table
    for square in bits(table.regions[region] & ~state.shaded):
        for block in table.blocks_of(square):
            rest = block & ~state.unshaded
            if not rest:
                text = f"the 2×2 block {squares_text(table, block)} is left unshaded"
                return Contradiction(text, table.regions_of(block), block)
            if rest == 1 << square:
                return Step("blank block", table.regions_of(block), block, shaded=rest, key=block)
    return None


def _explain_blank_block(table: RegionTable, step: Step) -> str:
    return (
        f"three squares of the 2×2 block {squares_text(table, step.looks)} are unshaded, "
        f"so {are(table, step.shaded, 'shaded')}."
    )


BLANK_BLOCK = Technique("blank block", 1, _explain_blank_block, at=_blank_block_at, relies_on=Premise.NO_BLANK_BLOCK)
POOL_OF_THREE = Technique("pool of three", 1, _explain_three, at=_pool_of_three_at)
POOL = Technique("pool", 2, _explain_pool, at=_pool_at)
