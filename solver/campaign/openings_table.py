"""The openings of a campaign as a table: moves with the bounds of their values."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from litslab.games.files import write_new
from litslab.games.notation import format_move
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.score import Score


@dataclass(frozen=True)
class BookLine:
    """A move of a campaign's position."""

    move: str
    """The move."""
    equal_to: str
    """The equivalent move that was searched; often the move itself."""
    score: Score
    """The bounds of the value of the position after it, from the view of the first side."""


def book_lines(campaign: Campaign) -> list[BookLine]:
    """Return every move of a campaign's position, in the order of the table."""
    rules = campaign.position.rules
    found = {
        image: BookLine(format_move(image, rules), format_move(each.move, rules), each.score)
        for each in campaign.result.openings
        for image in each.images
    }
    return [found[move] for move in campaign.position.choices()]


def save_table(campaign: Campaign, path: Path, *, force: bool = False) -> None:
    """Write the openings as a Parquet table: moves, bounds of their values, and a note if they are
    not verified.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If it cannot be written.
    """
    import polars as pl  # noqa: PLC0415 - it takes long to import

    rows = [
        (
            each.move,
            each.equal_to,
            each.score.lower,
            each.score.upper,
            each.score.value,
            campaign.unverified,
        )
        for each in book_lines(campaign)
    ]
    words = ("move", "equal_to")
    numbers = ("lower", "upper", "value")
    schema = (
        dict.fromkeys(words, pl.String)
        | dict.fromkeys(numbers, pl.Int32)
        | {"unverified": pl.String}
    )
    table = pl.DataFrame(rows, schema=schema, orient="row")
    written = BytesIO()
    table.write_parquet(written)
    write_new(path, written.getvalue(), force=force)
