"""Calibration curves of estimates."""

from __future__ import annotations

import pytest

from litslab.games import GAMES
from litslab.solver.advice.calibration import Calibration, calibrations


@pytest.mark.parametrize("curve", [Calibration(), *calibrations().values()], ids=str)
def test_more_won_playouts_never_mean_fewer_won_games_and_more_playouts_a_wider_interval(
    curve: Calibration,
) -> None:
    shares = [curve.share(wins, 100) for wins in range(101)]
    assert shares == sorted(shares)
    assert shares[0] < 0.5 < shares[-1]
    assert all(0 < share < 1 for share in shares)
    widths = []
    for playouts in (4, 16, 64, 256, 1024):
        low, high = curve.interval(playouts * 3 / 4, playouts)
        assert 0 < low < curve.share(playouts * 3 / 4, playouts) < high < 1
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_the_curve_turns_into_the_plain_share_far_from_the_end() -> None:
    curve = Calibration(0.5, 3.0, (0.04, 0.0, 0.01), 8)
    assert curve.at(3) == curve.at(8) == curve
    shares = [curve.at(plies).share(70, 100) for plies in (8, 9, 12, 20, 50, 10**6)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == pytest.approx(Calibration().share(70, 100), abs=1e-4)


def test_every_game_has_a_measured_curve_and_others_have_none() -> None:
    assert set(calibrations()) == set(GAMES)
    assert all(curve.slope > 0 for curve in calibrations().values())
