"""The rules in words: what their examples say is what the rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from litslab.games.errors import IllegalMoveError, OptionError
from litslab.games.registry import GAMES
from litslab.games.rule_text import NAMES, PUZZLE, RuleExample, names, rule_text

EXAMPLES = [
    pytest.param(name, each, id=f"{name} {each.move}") for name in NAMES for each in rule_text(name).tries
]  # fmt: skip


def test_every_game_has_a_text_and_every_text_is_of_a_game() -> None:
    assert [*(name for name in NAMES if name in GAMES), PUZZLE] == list(NAMES)
    assert names()[: len(NAMES)] == list(NAMES)
    assert {each.stem for each in Path("games/rule_texts").glob("*.toml")} == set(NAMES)
    for name in NAMES[:-1]:
        text = rule_text(name)
        assert text.title == GAMES[name].title
        assert {each.legal for each in text.tries} == {True, False}
        assert GAMES[name].has_swap is any(each.title == "Swap" for each in text.sections)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_an_aim_is_a_short_sentence_to_either_side(name: str) -> None:
    own, other = GAMES[name].sides
    for sides in ({"own": own, "other": other}, {"own": other, "other": own}):
        aim = rule_text(name).aim.format(**sides)
        assert aim[0].isupper()
        assert aim.endswith(".")
        assert len(aim) <= 46
        assert {own, other} & set(re.findall(r"\w+", aim))


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_a_move_is_legal_or_not_as_the_text_says(name: str, example: RuleExample) -> None:
    if example.legal:
        position, move = example.tried(name)
        assert position.play(move).placed.bit_count() == position.placed.bit_count() + 1
    else:
        with pytest.raises(IllegalMoveError):
            example.position(name).play(example.move)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_proved_names_a_page_with_the_proof(name: str) -> None:
    for fact in rule_text(name).proved:
        assert (Path("docs") / fact.source).is_file()


def test_a_name_without_a_text_is_refused() -> None:
    with pytest.raises(OptionError, match="game 'chess': expected one of "):
        rule_text("chess")
