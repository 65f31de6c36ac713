"""The exports of a campaign: every move with its proved bounds, as a table and as a picture."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from litslab.games.files import FileError, WouldOverwriteError
from litslab.games.notation import format_move, parse_move
from litslab.games.registry import new_game
from litslab.solver.campaign.campaign import Campaign, book_lines, heat_map, mean_values, result_text, save_table
from litslab.solver.campaign.run import Workers
from litslab.solver.endgame.solve import solve
from tests.solver.campaign.boards import board, make, run

WYTHE = new_game("wythe", size=3)


@pytest.fixture(scope="module")
def openings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished campaign of a board with symmetries."""
    path = make(tmp_path_factory.mktemp("openings"), WYTHE, "openings")
    run(path, Workers())
    return path


def test_every_move_has_its_value_and_the_move_that_was_asked_about(openings: Path) -> None:
    values = {format_move(each.move, WYTHE.rules): each.score for each in solve(WYTHE, all_moves=True).moves}
    with Campaign(openings) as campaign:
        lines = book_lines(campaign)
    assert [each.move for each in lines] == [format_move(move, WYTHE.rules) for move in WYTHE.choices()]
    assert {each.move: each.score for each in lines} == values
    assert len({each.equal_to for each in lines}) < len(lines)
    assert all(values[each.equal_to] == each.score for each in lines)


def test_the_table(openings: Path, tmp_path: Path) -> None:
    target = tmp_path / "book.parquet"
    with Campaign(openings) as campaign:
        save_table(campaign, target)
        with pytest.raises(WouldOverwriteError):
            save_table(campaign, target)
        with pytest.raises(FileError, match="cannot write"):
            save_table(campaign, tmp_path / "missing" / "book.parquet")
        lines = book_lines(campaign)
    rows = pl.read_parquet(target).to_dicts()
    assert rows == [
        {"move": each.move, "equal_to": each.equal_to, "lower": each.score.lower, "upper": each.score.upper,
         "value": each.score.value, "unverified": "as stored in campaign.db, not verified"}
        for each in lines
    ]  # fmt: skip
    assert [each.name for each in tmp_path.iterdir()] == ["book.parquet"]


def test_the_heat_map_has_the_mean_of_the_openings_on_a_square(openings: Path) -> None:
    with Campaign(openings) as campaign:
        svg, lines, result = heat_map(campaign), book_lines(campaign), campaign.result
    corner = [each.score.lower for each in lines if "a1" in each.move]
    found = {square: float(value) for square, value in re.findall(r'data-square="(\w+)" data-value="(-?[\d.]+)"', svg)}
    assert len(found) == 9
    assert found["a1"] == pytest.approx(sum(corner) / len(corner), abs=0.01)
    assert mean_values(result)[0] == sum(corner) / len(corner)
    assert found["a1"] == found["c1"] == found["a3"] == found["c3"]
    assert f"{len(lines)} of {len(lines)} known" in svg


def test_a_heat_map_before_anything_is_known(tmp_path: Path) -> None:
    with Campaign(make(tmp_path, board(5), "swap")) as campaign:
        svg = heat_map(campaign)
        assert "opening-value" not in svg
        assert result_text(campaign.result, campaign.position) == "with the swap, the second player wins by 8 at most"


def test_the_even_opening_is_outlined(tmp_path: Path) -> None:
    path = make(tmp_path, board(5), "swap")
    run(path, Workers())
    with Campaign(path) as campaign:
        svg = heat_map(campaign)
        assert "(as stored in campaign.db, not verified)" in svg
        (opening,) = campaign.result.best[:1]
        assert parse_move(format_move(opening, campaign.position.rules), campaign.position) == opening
    assert svg.count('class="ghost"') == 1
    assert "with the swap, the second player wins" in svg
