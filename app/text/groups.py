"""The text of the groups of a position."""

from __future__ import annotations

from collections.abc import Iterator

from litslab.analysis.groups import ColourGroups, GroupAnalysis
from litslab.app.text.parts import Lines, counted, picture_lines
from litslab.games.geometry import Board


def groups_text(found: GroupAnalysis) -> Lines:
    """Yield the position, and the groups of each colour."""
    yield from picture_lines(found.position)
    for each in found.colours:
        yield from _colour_lines(each, found.rules.board)
    texts = zip(found.rules.sides, found.position.score_texts(), strict=True)
    yield f"scores: {', '.join(f'{side} {score}' for side, score in texts)}"
    pieces = counted(len(found.pieces), "piece")
    pairs = counted(found.pieces.number_of_edges(), "touching pair")
    yield f"{pieces}, {pairs}"


def _colour_lines(colour: ColourGroups, board: Board) -> Iterator[str]:
    """Yield the largest groups of a colour, and the squares that cut or join them."""
    score = "" if colour.scoring == "uneven" else f", score {colour.score}"
    sizes = " ".join(map(str, colour.sizes)) or "none"
    yield f"{colour.colour}: {counted(len(colour.groups), 'group')}, sizes {sizes}{score}"
    for group in colour.groups[: max(3, colour.counted)]:
        line = f"{group.size:>4}: {' '.join(board.names(group.squares))}"
        if group.potential > group.size:
            line += f"; can grow to {group.potential}"
        if group.articulations:
            line += f"; articulation squares {' '.join(board.names(group.articulations))}"
        yield line
    if colour.cut:
        yield f"      the largest is cut by {' '.join(board.names(colour.cut))}"
    for join in colour.joins[:3]:
        sizes = " and ".join(str(colour.groups[number].size) for number in join.groups)
        yield f"      {board.name(join.square)} would join {sizes} to {join.size}"
