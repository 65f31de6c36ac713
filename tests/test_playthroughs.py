"""The golden playthroughs in `tests/playthroughs/`: every game plays them as the files say."""

from __future__ import annotations

import re

import pytest

from litslab.games import GAMES
from tests.playthroughs_write import FOLDER, PLAYTHROUGHS, Playthrough, first_difference

every_playthrough = pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.file)


def kept(playthrough: Playthrough) -> str:
    return playthrough.path.read_text(encoding="utf-8")


def lines_of(text: str, word: str) -> list[str | None]:
    """Return what each ply says after a word, and None where it says nothing."""
    found = [re.search(rf"^{word}: (.*)$", block, re.MULTILINE) for block in text.split("\n\nply ")[1:]]
    return [None if match is None else match[1] for match in found]


def test_there_is_a_file_for_each_playthrough_and_no_other() -> None:
    files = [playthrough.file for playthrough in PLAYTHROUGHS]
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(files)


def test_every_game_and_every_kind_of_move_and_rule_is_played() -> None:
    assert {playthrough.case.name for playthrough in PLAYTHROUGHS} == set(GAMES)
    swapped = {each.case.name for each in PLAYTHROUGHS if "swap" in lines_of(kept(each), "move")}
    assert swapped == {name for name, rules in GAMES.items() if rules.has_swap}
    assert any("pass" in lines_of(kept(each), "move") for each in PLAYTHROUGHS)
    tailits = [each.case.rules() for each in PLAYTHROUGHS if each.case.name == "tailits"]
    played = {(getattr(rules, "colouring", None), getattr(rules, "scoring", None)) for rules in tailits}
    assert played >= {
        (colouring, scoring) for colouring in ("fixed", "free", "each-once") for scoring in ("largest", "second")
    }


@pytest.mark.slow
@every_playthrough
def test_a_game_is_played_as_its_file_says(playthrough: Playthrough) -> None:
    difference = first_difference(kept(playthrough), playthrough.text())
    if difference is not None:
        pytest.fail(f"{playthrough.path.name}, {difference} (`make playthroughs` writes the files)", pytrace=False)
