"""The openings of a campaign as a picture: their mean value on each square."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

from litslab.games.drawing.canvas import Canvas
from litslab.games.drawing.markup import element
from litslab.games.drawing.palette import PALETTE
from litslab.games.drawing.svg import draw
from litslab.games.language import mark
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.result_text import result_text
from litslab.solver.campaign.targets import Result

_PALEST = 0.08
_STRONGEST = 0.75
_DARK = 0.55
"""The opacity above which text is white."""


def heat_map(campaign: Campaign) -> str:
    """Draw a campaign's position as SVG, with the mean value of the openings that cover each
    square.

    The colour shows which side the openings favour. Only openings with an exact value count; a
    square that none of them covers has no colour. Under the swap one most even opening is outlined.
    """
    position = campaign.position
    result = campaign.result
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
                "path",
                class_="opening-value",
                data_square=canvas.board.name(square),
                data_value=f"{mean:.2f}",
                d=canvas.path(1 << square, inset=0.04, radius=0.1),
                fill=colours.fill,
                opacity=strength,
            )
            x, y = canvas.centre(square)
            ink = PALETTE.halo if strength > _DARK else PALETTE.frame.ink
            below = y + canvas.scaled(0.35)  # below a symbol in the middle
            yield canvas.text(f"{mean:+.1f}".replace("-", "−"), x, below, canvas.scaled(0.22), ink)

    return draw(
        position,
        highlight=result.best[:1] if result.under_swap else (),
        highlight_name=mark("most even opening"),
        title=result_text(result, position, campaign.unverified),
        notes=notes,
        overlay=overlay,
    )


def mean_values(result: Result) -> dict[int, float]:
    """Return the mean exact value of the openings that cover each square; squares without any are
    left out.
    """
    values: dict[int, list[int]] = defaultdict(list)
    for each in result.openings:
        for image in each.images:
            if each.score.value is not None and isinstance(image, Placement):
                for square in image.squares:
                    values[square].append(each.score.value)
    return {square: fmean(found) for square, found in sorted(values.items())}
