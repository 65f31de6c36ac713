"""What a campaign has found of each opening: as a table and as a heat map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from litslab.games.drawing.canvas import PALETTE, Canvas, element
from litslab.games.drawing.svg import draw
from litslab.games.files import write_new
from litslab.games.geometry import bits
from litslab.games.notation import format_move, range_text
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.targets import Result
from litslab.solver.endgame.result import PLAYERS, Score

_PALEST, _STRONGEST = 0.08, 0.75
_DARK = 0.55
"""The opacity above which text is white."""


@dataclass(frozen=True)
class BookLine:
    """A move of the position that a campaign is about.

    Attributes
    ----------
    move : str
        The move.
    equal_to : str
        The move that was asked about, to which a symmetry makes this one equal; often itself.
    score : Score
        What is proved of the value of the position after it, seen from the first side.
    """

    move: str
    equal_to: str
    score: Score


def book_lines(campaign: Campaign) -> list[BookLine]:
    """Return every move of the position that a campaign is about, in the order of the table."""
    rules = campaign.position.rules
    found = {
        image: BookLine(format_move(image, rules), format_move(each.move, rules), each.score)
        for each in campaign.result.openings
        for image in each.images
    }
    return [found[move] for move in campaign.position.choices()]


def result_text(result: Result, position: Position, unverified: str | None = None) -> str:
    """Return what a campaign has proved, in a few words.

    Parameters
    ----------
    result : Result
        What it has proved.
    position : Position
        The position that it is about.
    unverified : str, optional
        What was not verified of it, in words; it is not called exact then.

    Examples
    --------
    >>> from litslab.games.registry import new_game
    >>> from litslab.solver.endgame.result import Score
    >>> result_text(Result(Score(1, 1), True, (), ()), new_game("taiji", size=3))
    'light wins by 1 (exact)'
    >>> result_text(Result(Score(1, 1), True, (), ()), new_game("taiji", size=3), "as stored in a.db, not verified")
    'light wins by 1 (as stored in a.db, not verified)'
    """
    sides = PLAYERS if result.under_swap else None
    bounds = range_text(result.score.lower, result.score.upper, position, sides, verb="wins")
    swap = "with the swap, " if result.under_swap else ""
    trust = unverified or ("exact" if result.score.is_exact else "")
    return f"{swap}{bounds}{trust and f' ({trust})'}"


def save_table(campaign: Campaign, path: Path, *, force: bool = False) -> None:
    """Write the openings as a Parquet table: the moves, the bounds of their values, and what was not verified of them.

    Its metadata says under ``litslab`` what was not verified.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If it cannot be written.
    """
    import polars as pl  # noqa: PLC0415 - it takes long to import

    lines = book_lines(campaign)
    table = pl.DataFrame(
        {
            "move": [each.move for each in lines],
            "equal_to": [each.equal_to for each in lines],
            "lower": [each.score.lower for each in lines],
            "upper": [each.score.upper for each in lines],
            "value": [each.score.value for each in lines],
            "unverified": [campaign.unverified] * len(lines),
        },
        schema={
            "move": pl.String, "equal_to": pl.String, "lower": pl.Int32, "upper": pl.Int32, "value": pl.Int32,
            "unverified": pl.String,
        },
    )  # fmt: skip
    written = BytesIO()
    table.write_parquet(written)
    write_new(path, written.getvalue(), force=force)


def heat_map(campaign: Campaign) -> str:
    """Draw the position that a campaign is about with the mean value of the openings that cover each square, as SVG.

    The colour says which side the openings favour. Openings without an exact value are left out, and squares that none
    with an exact value covers stay bare. One most even opening is outlined where the swap counts.
    """
    position, result = campaign.position, campaign.result
    means = mean_values(result)
    most = max((abs(mean) for mean in means.values()), default=1.0) or 1.0
    names = position.rules.sides
    known = sum(len(each.images) for each in result.openings if each.score.is_exact)
    total = sum(len(each.images) for each in result.openings)
    notes = (
        f"numbers: mean value of the openings that cover a square, {known:,} of {total:,} known",
        f"red: for {names[0]}",
        f"blue: for {names[1]}",
    )

    def overlay(canvas: Canvas) -> Iterable[str]:
        for square, mean in means.items():
            colours = PALETTE.shapes[Shape.L if mean > 0 else Shape.S]
            strength = _PALEST + (_STRONGEST - _PALEST) * abs(mean) / most
            yield element(
                "path", class_="opening-value", data_square=canvas.board.name(square), data_value=f"{mean:.2f}",
                d=canvas.path(1 << square, inset=0.04, radius=0.1), fill=colours.fill, opacity=strength,
            )  # fmt: skip
            x, y = canvas.centre(square)
            ink = PALETTE.halo if strength > _DARK else PALETTE.frame.ink
            below = y + canvas.scaled(0.35)  # where a symbol in the middle leaves room
            yield canvas.text(f"{mean:+.1f}".replace("-", "−"), x, below, canvas.scaled(0.22), ink)

    return draw(
        position, highlight=result.best[:1] if result.under_swap else (), highlight_name="most even opening",
        title=result_text(result, position, campaign.unverified), notes=notes, overlay=overlay,
    )  # fmt: skip


def mean_values(result: Result) -> dict[int, float]:
    """Return for each square the mean value of the openings with an exact value that cover it, if there are any."""
    values: dict[int, list[int]] = {}
    for each in result.openings:
        if each.score.value is None:
            continue
        for image in each.images:
            for square in bits(image.mask) if isinstance(image, Placement) else ():
                values.setdefault(square, []).append(each.score.value)
    return {square: sum(found) / len(found) for square, found in sorted(values.items())}
