"""The openings of a campaign as a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from litslab.games.notation import format_move, parse_move
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.heat_map import heat_map, mean_values
from litslab.solver.campaign.openings_table import book_lines
from litslab.solver.campaign.result_text import result_text
from litslab.solver.campaign.run import Workers
from tests.solver.campaign.boards import board, make, run


def test_the_heat_map_has_the_mean_of_the_openings_on_a_square(of_wythe: Path) -> None:
    with Campaign(of_wythe) as campaign:
        svg = heat_map(campaign)
        lines = book_lines(campaign)
        result = campaign.result
    corner = [each.score.lower for each in lines if "a1" in each.move]
    found = {
        square: float(value)
        for square, value in re.findall(r'data-square="(\w+)" data-value="(-?[\d.]+)"', svg)
    }
    assert len(found) == 9
    assert found["a1"] == pytest.approx(sum(corner) / len(corner), abs=0.01)
    assert mean_values(result)[0] == sum(corner) / len(corner)
    assert found["a1"] == found["c1"] == found["a3"] == found["c3"]
    assert f"{len(lines)} of {len(lines)} known" in svg


def test_a_heat_map_before_anything_is_known(tmp_path: Path) -> None:
    with Campaign(make(tmp_path, board(5), "swap")) as campaign:
        svg = heat_map(campaign)
        assert "opening-value" not in svg
        assert (
            result_text(campaign.result, campaign.position)
            == "with the swap, the second player wins by 8 at most"
        )


def test_the_even_opening_is_outlined(tmp_path: Path) -> None:
    path = make(tmp_path, board(5), "swap")
    run(path, Workers())
    with Campaign(path) as campaign:
        svg = heat_map(campaign)
        assert "(as stored in campaign.db, not verified)" in svg
        (opening,) = campaign.result.best[:1]
        assert (
            parse_move(format_move(opening, campaign.position.rules), campaign.position) == opening
        )
    assert svg.count('class="ghost"') == 1
    assert "with the swap, the second player wins" in svg
