"""Results of a campaign: every move with its bounds, as a table and a picture."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from litslab.games.files import FileError, WouldOverwriteError
from litslab.games.notation import format_move
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.openings_table import book_lines, save_table
from litslab.solver.solve import solve
from tests.solver.campaign.boards import WYTHE


def test_every_move_has_its_value_and_the_move_that_was_asked_about(of_wythe: Path) -> None:
    values = {
        format_move(each.move, WYTHE.rules): each.score
        for each in solve(WYTHE, all_moves=True).moves
    }
    with Campaign(of_wythe) as campaign:
        lines = book_lines(campaign)
    assert [each.move for each in lines] == [
        format_move(move, WYTHE.rules) for move in WYTHE.choices()
    ]
    assert {each.move: each.score for each in lines} == values
    assert len({each.equal_to for each in lines}) < len(lines)
    assert all(values[each.equal_to] == each.score for each in lines)


def test_the_table(of_wythe: Path, tmp_path: Path) -> None:
    target = tmp_path / "book.parquet"
    with Campaign(of_wythe) as campaign:
        save_table(campaign, target)
        with pytest.raises(WouldOverwriteError):
            save_table(campaign, target)
        with pytest.raises(FileError, match="cannot write"):
            save_table(campaign, tmp_path / "missing" / "book.parquet")
        lines = book_lines(campaign)
    rows = pl.read_parquet(target).to_dicts()
    assert rows == [
        {
            "move": each.move,
            "equal_to": each.equal_to,
            "lower": each.score.lower,
            "upper": each.score.upper,
            "value": each.score.value,
            "unverified": "as stored in campaign.db, not verified",
        }
        for each in lines
    ]
    assert [each.name for each in tmp_path.iterdir()] == ["book.parquet"]
