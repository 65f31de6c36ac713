"""Techniques at one region: its squares, its placements and those of a neighbour, and the 2×2
blocks that it is in.
"""

from __future__ import annotations

from functools import lru_cache

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.language import mark, tr, trn
from litslab.games.pieces import Shape
from litslab.puzzles.lits.puzzle import Premise
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction, Step
from litslab.puzzles.lits.techniques.table import RegionTable, groups_of
from litslab.puzzles.lits.techniques.technique import Technique
from litslab.puzzles.lits.techniques.wording import (
    are,
    placement_text,
    placements_text,
    region_text,
    ruled_out,
    squares_text,
)


def _values(table: RegionTable, step: Step) -> dict[str, str]:
    """Return the region and the squares that a step looks at, and what it concludes, for the
    sentence about it.
    """
    conclusion = are(table, step.decides, shaded=bool(step.shaded))
    region = region_text(table, step.regions.bit_length() - 1)
    return {"region": region, "squares": squares_text(table, step.looks), "conclusion": conclusion}


def _complete_at(state: State, region: int) -> Step | None:
    squares = state.table.regions[region]
    shaded = squares & state.shaded
    rest = squares & ~state.shaded & ~state.unshaded
    if shaded.bit_count() != state.table.puzzle.rules.covered or not rest:
        return None
    return Step("region complete", 1 << region, shaded, unshaded=rest, key=region)


def _tell_complete(table: RegionTable, step: Step) -> str:
    message = mark("{region} has its four shaded squares, so {conclusion}.")
    if table.puzzle.rules.tetrominoes > 1:
        message = mark("{region} has its eight shaded squares, so {conclusion}.")
    return tr(message, **_values(table, step))


def _four_at(state: State, region: int) -> Step | None:
    squares = state.table.regions[region]
    if squares.bit_count() != 4 or squares & state.unshaded or not squares & ~state.shaded:
        return None
    return Step(
        "four-square region", 1 << region, squares, shaded=squares & ~state.shaded, key=region
    )


def _tell_four(table: RegionTable, step: Step) -> str:
    return tr("{region} has only four squares, so {conclusion}.", **_values(table, step))


def _left_at(state: State, region: int) -> Step | None:
    squares = state.table.regions[region]
    left = squares & ~state.unshaded
    if left.bit_count() != 4 or left == squares or not left & ~state.shaded:
        return None
    return Step("four squares left", 1 << region, left, shaded=left & ~state.shaded, key=region)


def _tell_left(table: RegionTable, step: Step) -> str:
    return tr(
        "in {region} only {squares} can still be shaded, so {conclusion}.", **_values(table, step)
    )


def _corridor_at(state: State, region: int) -> Step | None:
    left = state.table.regions[region] & ~state.unshaded
    length = left.bit_count()
    if not 5 <= length <= 7:
        return None
    path = _as_path(state.table.board, left)
    if path is None:
        return None
    centre = mask_of(path[length - 4 : 4])
    if not centre & ~state.shaded:
        return None
    return Step("corridor centre", 1 << region, left, shaded=centre & ~state.shaded, key=region)


@lru_cache(maxsize=1 << 12)
def _as_path(board: Board, squares: int) -> tuple[int, ...] | None:
    """Return the squares in the order in which a walk meets them, where they form one path without
    branches.
    """
    adjacent = board.adjacent
    degrees = {square: (adjacent(1 << square) & squares).bit_count() for square in bits(squares)}
    ends = [square for square, degree in degrees.items() if degree == 1]
    if len(ends) != 2 or max(degrees.values()) > 2:
        return None
    path = [ends[0]]
    rest = squares & ~(1 << ends[0])
    beside = adjacent(1 << path[-1]) & rest
    while beside:
        path.append(beside.bit_length() - 1)
        rest &= ~beside
        beside = adjacent(1 << path[-1]) & rest
    return None if rest else tuple(path)


def _tell_corridor(table: RegionTable, step: Step) -> str:
    middles = (tr("the middle one"), tr("the middle two"), tr("the middle three"))
    middle = middles[step.shaded.bit_count() - 1]
    return tr(
        "what is left of {region} is a corridor of {length} squares, and any four consecutive "
        "squares include "
        "{middle}: {conclusion}.",
        length=step.looks.bit_count(),
        middle=middle,
        **_values(table, step),
    )


REGION_COMPLETE = Technique(
    mark("region complete"),
    1,
    _tell_complete,
    at=_complete_at,
    relies_on=Premise.SHADED_TETROMINOES,
)
FOUR_SQUARES = Technique(
    mark("four-square region"), 1, _tell_four, at=_four_at, relies_on=Premise.ONE_SHADED_IN_EACH
)
FOUR_LEFT = Technique(
    mark("four squares left"), 1, _tell_left, at=_left_at, relies_on=Premise.ONE_SHADED_IN_EACH
)
CORRIDOR = Technique(
    mark("corridor centre"),
    1,
    _tell_corridor,
    at=_corridor_at,
    relies_on=Premise.ONE_SHADED_IN_EACH,
)


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
    missing = mask_of(
        placement for placement in bits(state.ruled_out_in(region)) if common & ~masks[placement]
    )
    return Step(
        "overlap",
        1 << region,
        table.regions[region] & ~state.unshaded,
        shaded=common,
        key=key,
        rests=missing,
    )


def _tell_overlap(table: RegionTable, step: Step) -> str:
    where = region_text(table, step.regions.bit_length() - 1)
    squares = squares_text(table, step.shaded)
    if step.key:
        only = placement_text(table, step.key.bit_length() - 1)
        return tr(
            "{region} has only {placement} left, so {conclusion}.",
            placement=only,
            **_values(table, step),
        )
    if table.puzzle.rules.inverse:
        return tr(
            "every placement left to {region} leaves {squares} shaded.",
            region=where,
            squares=squares,
        )
    return trn(
        "every placement left to {region} covers {squares}, which is shaded.",
        "every placement left to {region} covers {squares}, which are shaded.",
        step.shaded.bit_count(),
        region=where,
        squares=squares,
    )


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


def _tell_uncovered(table: RegionTable, step: Step) -> str:
    count = step.unshaded.bit_count()
    where = region_text(table, step.key)
    squares = squares_text(table, step.unshaded)
    if table.puzzle.rules.inverse:
        return trn(
            "every placement left to {region} covers {squares}, which is unshaded.",
            "every placement left to {region} covers {squares}, which are unshaded.",
            count,
            region=where,
            squares=squares,
        )
    return trn(
        "no placement left to {region} covers {squares}, which is unshaded.",
        "no placement left to {region} covers {squares}, which are unshaded.",
        count,
        region=where,
        squares=squares,
    )


OVERLAP = Technique(mark("overlap"), 2, _tell_overlap, at=_overlap_at)
UNCOVERED = Technique(mark("uncovered"), 2, _tell_uncovered, at=_uncovered_at)


def _equal_shape_at(state: State, region: int) -> Step | None:
    """Find the placements that would touch shaded squares whose shape is known, in that shape.

    Adjacent shaded squares of a region belong to one tetromino, and all of them do where the region
    has one.
    """
    table = state.table
    left = state.left_in(region)
    shaded = state.shaded & table.regions[region]
    if not left or not shaded:
        return None
    example = left.bit_length() - 1
    has_one = table.puzzle.rules.tetrominoes == 1
    for squares in (shaded,) if has_one else groups_of(table.board, shaded):
        shape = _shape_on(table, example, squares)
        if shape is None or left & ~(alike := table.holding_as(shape, squares)):
            continue
        around = table.board.adjacent(squares) & table.inside & ~table.regions[region]
        if excluded := table.holding_as(shape, around) & state.alive:
            regions = 1 << region | table.owners_of(excluded)
            rests = state.ruled_out_in(region) & ~alike
            return Step(
                "equal shape", regions, squares, excluded=excluded, key=example, rests=rests
            )
    return None


def _shape_on(table: RegionTable, placement: int, squares: int) -> Shape | None:
    """Return the shape that a placement has on some squares; None if it leaves its region out."""
    return next((shape for shape, mask in table.pieces[placement] if mask & squares), None)


def _tell_equal_shape(table: RegionTable, step: Step) -> str:
    shape = _shape_on(table, step.key, step.looks)
    return tr(
        "{region} holds the {shape} on {squares}, and no other {shape} may touch it, which rules "
        "out {placements}.",
        shape="" if shape is None else shape.value,
        region=region_text(table, table.owners[step.key]),
        squares=squares_text(table, step.looks),
        placements=placements_text(table, step.excluded),
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
    # One other region at a time, because human solvers compare pairs.
    other = table.owners[(common & -common).bit_length() - 1]
    excluded = common & table.of_region[other]
    looks = (table.regions[region] | table.regions[other]) & ~state.unshaded
    ruled_out = bits(state.ruled_out_in(region))
    rests = mask_of(placement for placement in ruled_out if excluded & ~table.clashes(placement))
    return Step(
        "clash", 1 << region | 1 << other, looks, excluded=excluded, key=region, rests=rests
    )


def _tell_clash(table: RegionTable, step: Step) -> str:
    other = (step.regions & ~(1 << step.key)).bit_length() - 1
    if not table.puzzle.rules.blank_blocks:
        return tr(
            "whatever {region} holds, with {placements} in {other} two tetrominoes of the same "
            "shape would touch, or a "
            "2×2 block would be filled or left unshaded.",
            other=region_text(table, other),
            **ruled_out(table, step),
        )
    return tr(
        "whatever {region} holds, {placements} of {other} would touch a tetromino of the same "
        "shape or fill a 2×2 "
        "block with it.",
        other=region_text(table, other),
        **ruled_out(table, step),
    )


EQUAL_SHAPE = Technique(
    mark("equal shape"),
    2,
    _tell_equal_shape,
    at=_equal_shape_at,
    relies_on=Premise.SHADED_TETROMINOES,
)
CLASH = Technique(mark("clash"), 3, _tell_clash, at=_clash_at)


def _fragments_at(state: State, region: int) -> Step | None:
    left = state.table.regions[region] & ~state.unshaded
    if not left & ~state.shaded:
        return None
    small = sum(group for group in groups_of(state.table.board, left) if group.bit_count() < 4)
    if not small & ~state.shaded or small & state.shaded:
        return None
    return Step("fragment", 1 << region, left, unshaded=small, key=region)


_SMALL_PARTS = (
    mark("in {region}, the part {squares} is too small for a tetromino, so it is unshaded."),
    mark("in {region}, the part {squares} is too small for a tetromino, so both are unshaded."),
    mark("in {region}, the part {squares} is too small for a tetromino, so all are unshaded."),
)
"""What a part of one, of two and of three squares tells."""


def _tell_fragments(table: RegionTable, step: Step) -> str:
    where = region_text(table, step.key)
    parts = table.board.groups(step.unshaded)
    names = squares_text(table, step.unshaded)
    if len(parts) > 1:
        message = mark(
            "in {region}, {squares} lie in parts too small for a tetromino, so they are unshaded."
        )
    else:
        message = _SMALL_PARTS[step.unshaded.bit_count() - 1]
    return tr(message, region=where, squares=names)


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


def _tell_reach(table: RegionTable, step: Step) -> str:
    return tr(
        "a tetromino through {squares} reaches at most three steps from each of its squares, so "
        "{conclusion}.",
        **_values(table, step) | {"squares": squares_text(table, step.key)},
    )


FRAGMENT = Technique(
    mark("fragment"), 1, _tell_fragments, at=_fragments_at, relies_on=Premise.SHADED_TETROMINOES
)
REACH = Technique(mark("out of reach"), 1, _tell_reach, at=_reach_at, relies_on=Premise.ONE_SHADED)


def _pool_of_three_at(state: State, region: int) -> Step | None:
    board = state.table.board
    shaded = state.shaded
    columns = board.columns
    may_be_filled = state.table.regions[region] if state.table.has_o_shaded else 0
    for square in bits(state.table.regions[region] & state.open & board.fourth_squares(shaded)):
        # The four blocks that a square is in, by their lower left corners.
        for corner in (square - columns - 1, square - columns, square - 1, square):
            if corner < 0 or board.column(corner) + 1 == columns:
                continue
            block = 3 << corner | 3 << (corner + columns)
            if block & ~shaded == 1 << square and block & ~may_be_filled:
                return Step(
                    "pool of three",
                    state.table.regions_of(block),
                    block,
                    unshaded=1 << square,
                    key=block,
                )
    return None


def _tell_three(table: RegionTable, step: Step) -> str:
    message = mark("three squares of the 2×2 block {squares} are unshaded, so {conclusion}.")
    if step.unshaded:
        message = mark("three squares of the 2×2 block {squares} are shaded, so {conclusion}.")
    return tr(message, **_values(table, step))


def _pool_at(state: State, region: int) -> Step | None:
    """Find the placements of a region that would fill a block together with what is shaded in other
    regions.
    """
    table = state.table
    unshaded = ~state.shaded
    if not table.board.surrounding(table.regions[region]) & state.shaded:
        return None
    left = state.left_in(region)
    filling = looks = 0
    for rest, placements in table.fillings(region):
        if rest & unshaded:
            continue
        more = placements & left & ~filling
        if more:
            filling |= more
            looks |= rest
    if not filling:
        return None
    return Step("pool", 1 << region | table.regions_of(looks), looks, excluded=filling, key=region)


def _tell_pool(table: RegionTable, step: Step) -> str:
    return tr(
        "{region} cannot hold {placements}, which would fill a 2×2 block together with {squares}.",
        **ruled_out(table, step),
    )


def _blank_block_at(state: State, region: int) -> Step | Contradiction | None:
    table = state.table
    for square in bits(table.regions[region] & ~state.shaded):
        for block in table.blocks_of[square]:
            rest = block & ~state.unshaded
            if not rest:

                def tell(block: int = block) -> str:
                    return tr(
                        "the 2×2 block {squares} is left unshaded",
                        squares=squares_text(table, block),
                    )

                return Contradiction(tell, table.regions_of(block), block)
            if rest == 1 << square:
                return Step("blank block", table.regions_of(block), block, shaded=rest, key=block)
    return None


def _needed_at(state: State, region: int) -> Step | None:
    """Find the placements of a region that would leave a block unshaded that no other region can
    shade.
    """
    table = state.table
    squares = table.regions[region]
    left = state.left_in(region)
    for square in bits(squares & state.open):
        for block in table.blocks_of[square]:
            rest = block & ~state.unshaded
            if rest & (state.shaded | ~squares):
                continue
            excluded = left & ~table.covering_any(rest)
            if excluded:
                return Step(
                    "needed block", table.regions_of(block), block, excluded=excluded, key=region
                )
    return None


def _tell_needed(table: RegionTable, step: Step) -> str:
    return tr(
        "only {region} can shade a square of the 2×2 block {squares}, which would stay unshaded "
        "with {placements}.",
        **ruled_out(table, step),
    )


NEEDED_BLOCK = Technique(
    mark("needed block"), 2, _tell_needed, at=_needed_at, relies_on=Premise.NO_BLANK_BLOCK
)
BLANK_BLOCK = Technique(
    mark("blank block"), 1, _tell_three, at=_blank_block_at, relies_on=Premise.NO_BLANK_BLOCK
)
POOL_OF_THREE = Technique(mark("pool of three"), 1, _tell_three, at=_pool_of_three_at)
POOL = Technique(mark("pool"), 2, _tell_pool, at=_pool_at)
