"""A sheet of all plots for each game, light in English and dark in Japanese, to be looked at:
``build/plots``.
"""

from __future__ import annotations

import io
from pathlib import Path

import matplotlib.style
import pytest
from PIL import Image

import litslab as ll
from litslab.games import GAMES

SHEETS = Path(__file__).resolve().parents[2] / "build" / "plots"

SIZES = {"battle-of-lits": 6, "tailits": 7, "wythe": 5, "tailits+taiji": 7}
"""The sizes of boards other than 5×5."""

STYLES = (("default", "en"), ("dark_background", "ja"))

COLUMNS = 5
WIDTH = 560
"""The plots in a row of a sheet, and the width of each in pixels."""

LACKING = {("battle-of-lits", "group_sizes")}
"""The plots that a game does not have: every visible symbol scores, whatever its group."""


def pictures(game: str, lang: str) -> dict[str, Image.Image]:
    """Return all plots of a game by their names."""
    start = ll.new_game(GAMES[game], size=SIZES.get(game, 5), seed=1)
    run, other = (
        ll.simulate(start, games=60, seed=seed, moves=True, trace=True) for seed in (1, 2)
    )
    found = {}
    for name in ll.plot.__all__:
        if (game, name) in LACKING:
            continue
        runs = (run, other) if name == "compare" else (run,)
        stream = io.BytesIO()
        figure = getattr(ll.plot, name)(*runs, lang=lang).figure
        figure.savefig(stream, dpi=80)
        found[name] = Image.open(stream).convert("RGB")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("sheet", "lang"), STYLES)
@pytest.mark.parametrize("game", GAMES)
def test_every_plot_of_every_game_is_on_a_sheet(
    game: str,
    sheet: str,
    lang: str,
    request: pytest.FixtureRequest,
) -> None:
    if lang == "ja":
        request.getfixturevalue("_japanese_font")
    with matplotlib.style.context(sheet):
        found = pictures(game, lang)
    assert {*ll.plot.__all__} - {*found} == {name for each, name in LACKING if each == game}
    for each in found.values():
        assert len(each.getcolors(1 << 24) or ()) > 2  # something is drawn
        each.thumbnail((WIDTH, WIDTH))
    drawn = list(found.values())
    rows = [drawn[first : first + COLUMNS] for first in range(0, len(drawn), COLUMNS)]
    heights = [max(each.height for each in row) for row in rows]
    whole = Image.new("RGB", (COLUMNS * WIDTH, sum(heights)), "white")
    for number, row in enumerate(rows):
        for column, each in enumerate(row):
            whole.paste(each, (column * WIDTH, sum(heights[:number])))
    SHEETS.mkdir(parents=True, exist_ok=True)
    whole.save(SHEETS / f"{game}-{sheet}-{lang}.png")
