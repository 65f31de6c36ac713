"""The command ``rules``."""

from __future__ import annotations

import pytest

from litslab.games.rule_text import NAMES
from tests.app.command_line import Runner


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_of_a_game_fit_on_a_screen(run: Runner, name: str) -> None:
    lines = run("rules", name).out.splitlines()
    assert len(lines) <= 30
    assert max(map(len, lines)) <= 79
    told = run.ok("rules", name.upper())
    assert told["name"] == name
    assert lines[0] == f"{told['title']}, by {told['designer']}"
    for example in told["examples"]:
        assert bool(example["broken"]) is not example["legal"]
        assert example["picture"].startswith("<svg")


def test_all_games_are_listed_and_a_wrong_name_gets_a_guess(run: Runner) -> None:
    assert [each["name"] for each in run.ok("rules")["games"]] == list(NAMES)
    listed = run("rules").out
    assert all(f"{name}: " in listed for name in NAMES)
    assert "did you mean wythe? expected one of taiji, " in run("rules", "whyte").complaint
