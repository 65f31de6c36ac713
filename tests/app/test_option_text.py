"""Options given as text: the same values as in a record, or one line that says what is wrong."""

from __future__ import annotations

import pytest

from litslab.app.cli.shared import read_options
from litslab.games.errors import OptionError
from litslab.games.registry import GAMES, game


@pytest.mark.parametrize("name", list(GAMES))
def test_every_default_can_be_given_as_text(name: str) -> None:
    rules = game(name)
    defaults = rules()
    for each in rules.options():
        value = getattr(defaults, each.name)
        if each.metadata["setup"] or value is None or value == () or each.name == "pieces":
            continue
        text = (
            str(value).lower() if isinstance(value, bool) else str(list(value) if isinstance(value, tuple) else value)
        )
        assert read_options(rules, [f"{each.name}={text}"]) == {each.name: value}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("size", "option 'size': expected NAME=VALUE"),
        ("=3", "option '' of tailits: expected one of size, "),
        ("wings=3", "option 'wings' of tailits: expected one of size, "),
        ("size=nine", "option size = 'nine': input should be a valid integer"),
        ("size=1979-05-27", "option size = 1979-05-27: expected no date or time"),
        ("flips=maybe", "option flips = 'maybe': input should be a valid boolean"),
        ("supply=[1, 2", "option supply = '\\[1, 2': input should be a valid "),
        ("pieces=3", "option pieces = 3: "),
    ],
)
def test_what_is_wrong_is_told_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint) as raised:
        read_options(game("tailits"), [text])
    assert "\n" not in str(raised.value)


def test_an_option_is_given_once_and_may_have_hyphens() -> None:
    with pytest.raises(OptionError, match="option 'size': expected it once"):
        read_options(game("taiji"), ["size=7", "size=9"])
    assert read_options(game("taiji"), [" size = 7 "]) == {"size": 7}
