"""Mirrored placements, and a player that answers by them."""

from __future__ import annotations

import pytest

from litslab.analysis.report.mirror import HALF_TURN, Mirror, MirrorPlayer, mirrored, mirrors
from litslab.analysis.report.play import MatchPool
from litslab.games.notation import parse_move
from litslab.games.placements import Placement
from litslab.games.registry import create
from litslab.solver.play.players import RandomPlayer


def test_the_mirror_image_of_a_taijitu() -> None:
    rules = create("taiji", size=4, groups=1)
    placement = parse_move("a1,b1", rules.start())
    assert isinstance(placement, Placement)

    images = {
        (HALF_TURN, True): "c4,d4",
        (HALF_TURN, False): "d4,c4",
        ("mirror left-right", True): "c1,d1",
    }
    for mirror, image in images.items():
        assert Mirror(*mirror).image(placement, rules) == parse_move(image, rules.start())
    assert len(mirrors(rules)) == 4
    assert len(mirrors(create("battle-of-lits", size=4))) == 2


@pytest.mark.slow
def test_dark_wins_taiji_on_even_boards_by_mirroring() -> None:
    opponent = RandomPlayer()
    rules = create("taiji", size=6, groups=2)
    assert (rules.mirroring_proof is None, create("taiji", size=7).mirroring_proof) == (False, None)
    mirror = Mirror(HALF_TURN, True)
    match = MatchPool().play(
        rules.start(),
        (opponent, MirrorPlayer(mirror, opponent)),
        20,
        seed=1,
        exchanging=False,
    )
    assert (match.count, match.first_mover_wins.count, match.ties.count) == (20, 0, 20)
    images, answers = mirrored(match, mirror)
    assert images == answers > 100
