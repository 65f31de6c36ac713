"""Techniques that keep all shaded squares connected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from litslab.games.geometry import Board, bits
from litslab.games.language import mark, tr, trn
from litslab.puzzles.lits.puzzle import Premise, reading_order
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction, Step
from litslab.puzzles.lits.techniques.table import RegionTable, groups_of
from litslab.puzzles.lits.techniques.technique import Technique
from litslab.puzzles.lits.techniques.wording import ruled_out, squares_text

_REMEMBERED = 1 << 7
"""Number of sets of squares whose cut squares are cached: few, because each takes much memory on a
large board.
"""


def _single_exit(state: State) -> Iterator[Step | Contradiction]:
    """Find the groups of shaded squares that can grow through one square only, and have to."""
    table = state.table
    shaded = state.shaded
    candidates = state.candidates
    adjacent = table.board.adjacent
    for group in sorted(groups_of(table.board, shaded), key=lambda group: group & -group):
        exits = adjacent(group) & candidates
        if exits & (exits - 1) or _holds_all(state, group):
            continue
        regions = table.regions_of(group | adjacent(group))
        if not exits:

            def tell(group: int = group) -> str:
                return tr(
                    "{group} cannot be connected to the rest", group=_group_text(table, group)
                )

            yield Contradiction(tell, regions, group)
        else:
            yield Step("single exit", regions, group | exits, shaded=exits, key=group)


def _tell_single_exit(table: RegionTable, step: Step) -> str:
    group = _group_text(table, step.key)
    square = squares_text(table, step.shaded)
    return tr(
        "{group} can be connected to the rest only through {square}, which is therefore shaded.",
        group=group,
        square=square,
    )


def _group_text(table: RegionTable, group: int) -> str:
    if group.bit_count() <= 4:
        return tr("the shaded {squares}", squares=squares_text(table, group))
    first = table.board.name(table.in_reading_order(group)[0])
    return tr(
        "the group of {count} shaded squares with {square}", count=group.bit_count(), square=first
    )


def _holds_all(state: State, squares: int) -> bool:
    """Return whether the whole shading can lie in some squares: the shaded ones, and one of each
    set to be met.
    """
    return not state.shaded & ~squares and all(region & squares for region in state.table.met)


def _cut_off(state: State) -> Iterator[Step | Contradiction]:
    """Find squares from which the shading can no longer be reached."""
    candidates = state.candidates
    groups = groups_of(state.table.board, candidates)
    if len(groups) <= 1:
        return
    regions = state.table.regions_of(candidates)
    if not (fitting := [group for group in groups if _holds_all(state, group)]):
        message = mark("no connected area is left that meets every region")
        if not state.table.puzzle.rules.blank_blocks:
            message = mark("no connected area is left that meets every 2×2 block")
        yield Contradiction(lambda: tr(message), regions, 0)
    elif len(fitting) == 1:
        off = candidates & ~fitting[0]
        yield Step("cut off", regions, off | state.table.board.adjacent(off), unshaded=off, key=off)


def _tell_cut_off(table: RegionTable, step: Step) -> str:
    return trn(
        "{squares} is cut off from the rest of the shading and therefore unshaded.",
        "{squares} are cut off from the rest of the shading and therefore unshaded.",
        step.unshaded.bit_count(),
        squares=squares_text(table, step.unshaded),
    )


def _isolation(state: State) -> Iterator[Step]:
    """Find the squares through which the shading has to pass: without it no connected area would
    meet every region.
    """
    candidates = state.candidates
    regions = state.table.regions_of(candidates)
    for square, parts in cut_squares(state.table.board, candidates):
        if state.shaded >> square & 1:
            continue
        if not any(_holds_all(state, part) for part in parts):
            bit = 1 << square
            yield Step(
                "isolation", regions, bit | state.table.board.adjacent(bit), shaded=bit, key=bit
            )


@lru_cache(maxsize=_REMEMBERED)
def cut_squares(board: Board, squares: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the squares without which a connected set falls apart, and the parts that it then has.

    Nothing is returned where the set is not connected.
    """
    if not squares or len(groups_of(board, squares)) > 1:
        return ()
    parts = _parts_below(board, squares)
    found = []
    for square in reading_order(board):
        if square in parts:
            cut = parts[square]
            if rest := squares & ~(1 << square) & ~sum(cut):
                cut.append(rest)
            if len(cut) > 1:
                found.append((square, tuple(cut)))
    return tuple(found)


def _parts_below(board: Board, squares: int) -> dict[int, list[int]]:
    """Return for squares of a connected set the parts after them that are connected with those
    before only by them.

    Depth-first search with low points (Hopcroft and Tarjan, 1973), without recursion.
    """
    neighbours = board.all_neighbours
    # 0 for a square that has not been met, −1 for one that does not belong to the set.
    number = [0 if digit == "1" else -1 for digit in f"{squares:0{board.size}b}"[::-1]]
    low = number.copy()
    below = [1 << square for square in range(board.size)]
    parts: dict[int, list[int]] = {}
    root = (squares & -squares).bit_length() - 1
    met = number[root] = low[root] = 1
    stack = [(root, iter(neighbours[root]))]
    while stack:
        square, around = stack[-1]
        for beside in around:
            if not number[beside]:
                met += 1
                number[beside] = low[beside] = met
                stack.append((beside, iter(neighbours[beside])))
                break
            # The preceding square is among these. It does no harm, because its number is not below
            # itself.
            if 0 < number[beside] < low[square]:
                low[square] = number[beside]
        else:
            stack.pop()
            if stack:
                parent = stack[-1][0]
                low[parent] = min(low[parent], low[square])
                below[parent] |= below[square]
                if low[square] >= number[parent]:
                    parts.setdefault(parent, []).append(below[square])
    return parts


def _tell_isolation(table: RegionTable, step: Step) -> str:
    return tr(
        "the shading can be connected only through {square}, which is therefore shaded.",
        square=squares_text(table, step.shaded),
    )


def _link_out_at(state: State, region: int) -> Step | None:
    """Find the placements of a region that no tetromino of another region could connect to."""
    table = state.table
    alive = state.alive
    if len(table.regions) == 1:
        return None
    alone = rests = 0
    for placement in bits(state.left_in(region) & ~table.left_out):
        partners = table.touches(placement) & ~table.clashes(placement)
        if not partners & alive and not _holds_all(state, table.masks[placement]):
            alone |= 1 << placement
            rests |= partners & state.fitting
    if not alone:
        return None
    regions = table.near[region]
    return Step(
        "no link",
        regions,
        table.regions[region] & ~state.unshaded,
        excluded=alone,
        key=region,
        rests=rests,
    )


def _tell_link_out(table: RegionTable, step: Step) -> str:
    return tr(
        "{region} cannot hold {placements}: no tetromino of another region could connect to it "
        "there.",
        **ruled_out(table, step),
    )


def _bridge(state: State) -> Iterator[Step]:
    """Find placements that would not link what only one region can link."""
    table = state.table
    if len(table.regions) == 1:
        return
    candidates = state.candidates
    board = table.board
    regions = table.regions_of(candidates)
    connected = len(groups_of(board, candidates)) == 1
    for region, squares in enumerate(table.regions):
        left = state.left_in(region)
        if left & table.left_out or (not left & (left - 1) and not squares & state.open):
            continue
        if connected and is_passed_by(board, candidates, squares):
            continue
        parts = groups_of(board, candidates & ~squares)
        if len(parts) == 1:
            continue
        if apart := _not_joining(state, region, left, parts):
            looks = squares & ~state.unshaded
            # Without a tetromino in it, the region would link nothing.
            rests = state.ruled_out_in(region) & table.left_out
            yield Step("bridge", regions, looks, excluded=apart, key=region, rests=rests)


def is_passed_by(board: Board, candidates: int, region: int) -> bool:
    """Return whether all squares around a region are connected nearby, so that a connected area
    stays so without it.

    False says nothing: they may be connected farther away.
    """
    near = board.surrounding(region) & candidates
    if not (ends := board.adjacent(region) & candidates):
        return False
    group = ends & -ends
    while ends & ~group:
        if not (border := board.adjacent(group) & near):
            return False
        group |= border
    return True


def _not_joining(state: State, region: int, left: int, parts: Sequence[int]) -> int:
    """Return the placements that leave some shaded square, or all of some region, in parts that
    they do not touch.
    """
    table = state.table
    outside = ~table.regions[region]
    others = [squares for squares in table.met if not squares & ~outside]
    verdicts: dict[int, bool] = {}
    apart = 0
    for placement in bits(left):
        around = table.around(placement)
        joined = 0
        for part in parts:
            if part & around:
                joined |= part
        if joined not in verdicts:
            verdicts[joined] = not state.shaded & outside & ~joined and all(
                squares & joined for squares in others
            )
        if not verdicts[joined]:
            apart |= 1 << placement
    return apart


def _tell_bridge(table: RegionTable, step: Step) -> str:
    return tr(
        "only {region} can link the areas around it; {placements} would leave some of them cut "
        "off.",
        **ruled_out(table, step),
    )


SINGLE_EXIT = Technique(mark("single exit"), 2, _tell_single_exit, anywhere=_single_exit)
CUT_OFF = Technique(mark("cut off"), 2, _tell_cut_off, anywhere=_cut_off)
LINK_OUT = Technique(
    mark("no link"), 3, _tell_link_out, at=_link_out_at, relies_on=Premise.SHADED_TETROMINOES
)
ISOLATION = Technique(mark("isolation"), 3, _tell_isolation, anywhere=_isolation)
BRIDGE = Technique(
    mark("bridge"), 3, _tell_bridge, anywhere=_bridge, relies_on=Premise.SHADED_TETROMINOES
)
