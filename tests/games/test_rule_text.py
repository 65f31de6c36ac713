"""The rules in words: what their examples say is what the rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from litslab.games.double_games import DoublePosition
from litslab.games.errors import IllegalMoveError, OptionError
from litslab.games.placements import Placement
from litslab.games.record_toml import dumps, loads
from litslab.games.registry import GAMES
from litslab.games.rule_text import NAMES, PUZZLE, RuleExample, names, rule_text

SQUARE = r"\b[a-z]\d+\b"
EXAMPLES = [
    pytest.param(name, each, id=f"{name} {each.move}")
    for name in NAMES
    for each in rule_text(name).tries
]


def test_every_game_has_a_text_and_every_text_is_of_a_game() -> None:
    assert [*(name for name in NAMES if name in GAMES), PUZZLE] == list(NAMES)
    assert names()[: len(NAMES)] == list(NAMES)
    assert {each.stem for each in Path("games/rule_texts").glob("*.toml")} == set(NAMES)
    for name in NAMES[:-1]:
        text = rule_text(name)
        assert (text.title, {each.legal for each in text.tries}) == (
            GAMES[name].title,
            {True, False},
        )
        assert GAMES[name]().has_swap is any(each.title == "Swap" for each in text.sections)


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
    position, move = example.tried(name)
    if example.legal:
        assert position.play(move).placed.bit_count() == position.placed.bit_count() + 1
    else:
        with pytest.raises(IllegalMoveError):
            position.play(move)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_a_first_game_is_played_to_its_end_as_its_sentences_say(name: str) -> None:
    first = rule_text(name).first_game
    assert first is not None
    record = loads(first.record)
    assert (dumps(record), record.rules.name) == (first.record, name)
    assert 6 <= len(record.moves) <= 10
    assert len(first.says) == len(record.moves) + 1
    board = record.rules.board
    squares = {board.name(square) for square in range(board.size)}
    for says, move in zip(first.says, record.moves, strict=False):
        named = re.findall(SQUARE, says)
        assert not isinstance(move, Placement) or {
            board.name(square) for square in move.squares
        } & set(named), says
    for says, position in zip(
        first.says, [*record.positions[1:], record.positions[-1]], strict=True
    ):
        assert len(says) <= 140
        assert set(re.findall(SQUARE, says)) <= squares
        scores: list[tuple[str, ...]] = [position.score_texts()]
        if isinstance(position, DoublePosition):
            scores += [tuple(map(str, phase.scores)) for phase in position.phases()]
        told = re.findall(r"([\d½]+)–([\d½]+)", says)
        either_way = {*scores, *(pair[::-1] for pair in scores)}
        assert set(told) <= either_way, says
        assert all(points(high) >= points(low) for high, low in told), says
    outcome = record.positions[-1].outcome()
    assert f"{outcome.winner} wins {outcome.scores_text}".lower() in first.says[-1].lower()


def points(text: str) -> float:
    return float(text.replace("½", ".5"))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_proved_names_a_page_with_the_proof(name: str) -> None:
    for fact in rule_text(name).proved:
        assert (Path("docs") / fact.source).is_file()


def test_a_name_without_a_text_is_refused() -> None:
    with pytest.raises(OptionError, match="game 'chess': expected taiji, "):
        rule_text("chess")
