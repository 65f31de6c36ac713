"""The golden playthroughs in `tests/playthroughs/`: every game plays them as the files say."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.games import GAMES, PASS, SWAP
from tests.playthroughs_write import FILES, first_difference, record_of, text_of


def test_every_game_and_every_kind_of_move_and_rule_is_played() -> None:
    played = [record_of(path) for path in FILES]
    assert {each.rules.name for each in played} == set(GAMES)
    swapped = {each.rules.name for each in played if SWAP in each.moves}
    assert swapped == {name for name, rules in GAMES.items() if rules().has_swap}
    assert any(PASS in each.moves for each in played)
    tailits = [each.rules for each in played if each.rules.name == "tailits"]
    assert {(getattr(rules, "colouring"), getattr(rules, "scoring")) for rules in tailits} >= {  # noqa: B009
        (colouring, scoring)
        for colouring in ("fixed", "free", "each-once")
        for scoring in ("largest", "second")
    }


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_is_played_as_its_file_says(path: Path) -> None:
    difference = first_difference(path.read_text(encoding="utf-8"), text_of(record_of(path)))
    if difference is not None:
        pytest.fail(
            f"{path.name}, {difference} (`make playthroughs` writes the files)", pytrace=False
        )
