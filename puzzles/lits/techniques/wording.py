"""Words for squares, regions and placements in the sentences about steps."""

from __future__ import annotations

from litslab.games.geometry import bits
from litslab.games.language import listed, tr, trn
from litslab.puzzles.lits.techniques.step import Step
from litslab.puzzles.lits.techniques.table import RegionTable


def squares_text(table: RegionTable, squares: int) -> str:
    """Return the names of squares, in reading order, as in "a1", "a1 and b1" or "a1, b1 and c1"."""
    return listed([table.board.name(square) for square in table.in_reading_order(squares)])


def are(table: RegionTable, squares: int, *, shaded: bool) -> str:
    """Return that squares are shaded, or that they are not: "a1 is shaded" or "a1 and b1 are
    unshaded".
    """
    count = squares.bit_count()
    names = squares_text(table, squares)
    if shaded:
        return trn("{squares} is shaded", "{squares} are shaded", count, squares=names)
    return trn("{squares} is unshaded", "{squares} are unshaded", count, squares=names)


def region_text(table: RegionTable, region: int) -> str:
    """Return how a region is called: by its first square in reading order."""
    return tr("the region at {square}", square=table.puzzle.region_name(region))


def placements_text(table: RegionTable, placements: int, *, either: bool = False) -> str:
    """Return placements in notation, as in "L[a1,a2,a3,b3]"; of more than four, two and the number
    of the others.
    """
    count = placements.bit_count()
    names = [placement_text(table, index) for index in list(bits(placements))[:4]]
    if count > 4:
        first, second, *_ = names
        if either:
            return tr(
                "{first}, {second} or {count} more placements",
                first=first,
                second=second,
                count=count - 2,
            )
        return tr(
            "{first}, {second} and {count} more placements",
            first=first,
            second=second,
            count=count - 2,
        )
    return listed(names, either=either)


def ruled_out(table: RegionTable, step: Step, *, either: bool = True) -> dict[str, str]:
    """Return the region, the squares and the placements of a step that rules these out, for the
    sentence about it.
    """
    region = region_text(table, step.key)
    squares = squares_text(table, step.looks)
    return {
        "region": region,
        "squares": squares,
        "placements": placements_text(table, step.excluded, either=either),
    }


def placement_text(table: RegionTable, index: int) -> str:
    """Return a placement in notation: the shape of each tetromino, and its squares by column, then
    row.
    """
    board = table.board
    texts = []
    for shape, mask in table.pieces[index]:
        squares = sorted(bits(mask), key=lambda square: (board.column(square), board.row(square)))
        texts.append(f"{shape.value}[{','.join(map(board.name, squares))}]")
    return "+".join(texts) or table.letters(index)
