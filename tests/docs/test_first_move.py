"""The page on the first move shows the stored games, and the same seeds play them again."""

from __future__ import annotations

import pytest

from docs import first_move
from litslab import kernel


def test_the_page_on_the_first_move_shows_its_games() -> None:
    parts = first_move.stored()
    files = first_move.page(parts)
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, "run python -m docs.make first-move"
    assert files.keys() == {first_move.PAGE, *first_move.PICTURES.iterdir()}
    works = [*first_move.works()]
    played = [(part.rules, part.player, part.seed) for part in parts]
    assert all(work in works for work in played)
    assert all(played.count(work) == 1 for work in played)


def test_the_first_mover_of_taiji_wins_by_points_alone() -> None:
    for part in first_move.stored():
        assert len(part.margins) == first_move.GAMES_IN_PART
        ahead = sum(margin > 0 for margin in part.margins)
        if part.rules.game == "taiji":
            assert part.won == ahead
        else:
            assert ahead <= part.won <= ahead + part.margins.count(0)


@pytest.mark.slow
@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_the_seeds_play_the_stored_games_again() -> None:
    for part in first_move.stored():
        if part.player == "greedy" and part.seed == 0:
            assert first_move.play(part.rules, part.player, part.seed) == part
