"""The command ``rules``."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

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
    assert "did you mean wythe? expected taiji, " in run("rules", "whyte").complaint


def test_a_japanese_terminal_gets_rules_and_hints_in_japanese(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANGUAGE", "ja_JP:en")
    lines = run("rules", "taiji").out.splitlines()
    assert lines[0] == "太極（Néstor Romeral Andrés 作）"
    assert max(map(cell_len, lines)) <= 79
    assert all(cell_len(line) > 70 for line in lines[1:-1] if line[-1] not in "。）")
    assert run("rules", "taiji", "--lang", "en").out.startswith("TAIJI, by ")
    hint = run("puzzle", "hint", "lits/4/4/9q02jg").out
    assert hint == (
        "1. c4 の部屋の残りは 5 マスの廊下で、連続する 4 マスは必ず中央の "
        "3 マスを含むので、c4、c3、c2 は黒マスです。"
        "（廊下中央の黒）\n"
    )
    assert run.ok("puzzle", "hint", "lits/4/4/9q02jg")["explanation"]["steps"][0][
        "text"
    ].startswith("What is left")
