"""Games of TAIJI from Abstract Play, made by hand by the site's schema."""

from __future__ import annotations

import json
from typing import Any

import pytest

from litslab.games.errors import RecordError
from litslab.games.record import Record
from litslab.games.record_abstract_play import loads_abstract_play
from litslab.games.record_toml import dumps
from litslab.games.refusal import IllegalRecordError
from litslab.games.sources import loads
from litslab.games.taiji import Taiji

ROUNDS: list[list[Any]] = [["a1,a2", "B1, b2"], [{"move": "c1,c2", "result": "placed"}, "d1,e1"]]


def _record(
    *variants: str,
    moves: Any = ROUNDS,
    results: tuple[float | None, float | None] = (1, 0),
    name: str = "Taiji",
) -> str:
    """Return a game record."""
    players = [
        {"name": player, "userid": player.lower(), "score": 3, "result": result}
        for player, result in zip(("Ann", "Bob"), results, strict=True)
    ]
    header = {
        "game": {"name": name, "variants": list(variants)},
        "site": {"name": "Abstract Play", "gameid": "0a1b"},
        "event": "Cup",
        "round": "2",
        "date-start": "2024-01-01T08:00:00.000Z",
        "date-end": "2024-01-03T09:30:00.000Z",
        "date-generated": "2024-01-03T09:31:00.000Z",
        "players": players,
    }
    return json.dumps({"header": header, "moves": moves})


def _state(
    *variants: str,
    moves: tuple[str, ...] = ("a1,a2", "b2,b1"),
    board: Any = (("a1", 1), ("a2", 2), ("b2", 1), ("b1", 2)),
    winner: tuple[int, ...] = (),
    game: str = "taiji",
) -> str:
    """Return a game state."""
    stack: list[Any] = [{"currplayer": 1, "board": {"dataType": "Map", "value": []}}]
    stack += [{"currplayer": 2, "lastmove": move} for move in moves]
    if board is not None:
        stack[-1]["board"] = {"dataType": "Map", "value": board}
    return json.dumps(
        {
            "game": game,
            "numplayers": 2,
            "variants": list(variants),
            "gameover": bool(winner),
            "winner": winner,
            "stack": stack,
        }
    )


@pytest.mark.parametrize(
    ("variants", "size", "groups"),
    [
        ((), 9, 2),
        (("7x7",), 7, 2),
        (("11x11",), 11, 2),
        (("onegroup",), 9, 1),
        (("threegroups", "11x11"), 11, 3),
        (("Smaller board: 7x7", "Scoring: Single largest group"), 7, 1),
        (("Larger board: 11x11", "Scoring: Largest three groups"), 11, 3),
    ],
)
def test_every_variant_replays_in_both_forms(
    variants: tuple[str, ...], size: int, groups: int
) -> None:
    record = loads(_record(*variants))
    options = {"size": size, "groups": groups}
    assert {name: getattr(record.rules, name) for name in options} == options
    assert record.position().text_rows()[-2:] == [
        "bbb" + "." * (size - 3),
        "wwwwb" + "." * (size - 5),
    ]
    state = loads(_state(*variants))
    assert state.rules == record.rules
    assert state.position().text_rows()[-1].startswith("wb.")
    assert loads(dumps(record)) == record


@pytest.mark.parametrize(
    ("variants", "options"),
    [
        (("squares",), ("squares", False)),
        (("Sum of Squares", "onegroup"), ("squares", False)),
        (("Product",), ("products", False)),
        (("tonga",), ("sum", True)),
        (("products", "Tonga (Diagonal Placement)"), ("products", True)),
    ],
)
def test_the_variants_that_the_rule_text_does_not_have_replay(
    variants: tuple[str, ...], options: tuple[str, bool]
) -> None:
    moves = [["a1,b2", "d1,c1"]] if options[1] else [["a1,b1", "d1,c1"]]
    record = loads(_record(*variants, moves=moves))
    rules = record.rules
    assert isinstance(rules, Taiji)
    assert (rules.scoring, rules.tonga) == options
    assert (len(record.moves), loads(dumps(record))) == (2, record)


def test_the_names_the_result_and_the_event_are_read() -> None:
    record = loads(_record())
    assert record.players == (("light", "Ann"), ("dark", "Bob"))
    assert record.winners == ("light",)
    assert (record.title, record.comment) == ("Cup, 2", "Abstract Play 0a1b, 2024-01-03")
    assert (record.drop(1).winners, record.append("e9,d9").winners) == ((), ())


@pytest.mark.parametrize(
    ("results", "winners"),
    [
        ((1, 0), ("light",)),
        ((0, 1), ("dark",)),
        ((1, 1), ("light", "dark")),
        ((None, None), ()),
        ((1, None), ()),
    ],
)
def test_equal_results_are_a_tie(
    results: tuple[float | None, float | None], winners: tuple[str, ...]
) -> None:
    assert loads(_record(results=results)).winners == winners


@pytest.mark.parametrize(
    ("winner", "winners"), [((), ()), ((2,), ("dark",)), ((1, 2), ("light", "dark"))]
)
def test_a_state_has_its_winners(winner: tuple[int, ...], winners: tuple[str, ...]) -> None:
    assert loads(_state(winner=winner)).winners == winners


@pytest.mark.parametrize(
    ("word", "comment", "winners"),
    [
        ("resign", "ended by resignation", ("light",)),
        ("timeout", "ended on time", ("light",)),
        ("abandoned", "abandoned", ()),
    ],
)
def test_a_game_may_end_with_a_word(word: str, comment: str, winners: tuple[str, ...]) -> None:
    record = loads(_record(moves=[*ROUNDS, [None, word]]))
    assert (len(record.moves), record.winners) == (4, winners)
    assert record.comment.endswith(f"; {comment}")


def test_only_so_many_moves_are_read() -> None:
    text = _record(moves=[["a1,a2", "a2,a3"]])
    assert len(loads(text, plies=1).moves) == 1
    with pytest.raises(IllegalRecordError, match=r"^game, move 2: illegal move a2,a3"):
        loads_abstract_play(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_record(name="Chess"), "game: a game of 'Chess': of Abstract Play's games only Taiji"),
        (_state(game="tafl"), "game: a game of 'tafl': of Abstract Play's games only Taiji"),
        (_record("5x5"), "game, variants: '5x5': expected some of 7x7, 11x11, onegroup"),
        (_record("7x7", "11x11"), "game, variants: '11x11': expected one variant for size"),
        (_record(moves=[["a1"]]), "game, move 1: cannot read 'a1'"),
        (_record(moves=["a1,a2"]), "game: moves.0: input should be a valid list"),
        (_record(moves=[[7]]), "game: moves.0.0.str: "),
        (_state(board=[["a1", 2]]), "game, the last board: a1, a2, b1: expected the position"),
        (_state(board=[["a1"]]), "game, the last board: value.0.1: field required"),
        ('{"game": "taiji"}', "game: JSON without header and stack: expected a record in TOML"),
        ("{", "game: not JSON: "),
        ("[{}]", "game: a list in JSON: expected one game"),
        ('{"header": 1}', "game: header: input should be a valid dictionary"),
        (
            '{"header": {"game": {"name": "\\ud800"}}, "moves": []}',
            "game: not JSON: unexpected end",
        ),
        ('{"a":' * 100_000, "game: not JSON: recursion limit exceeded"),
        (f'{{"stack": {"9" * 5000}}}', "game: not JSON: "),
        (f'{{"header": "{"x" * 1_000_000}"}}', "game: 1,000,014 characters: expected at most"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(text: str, expected: str) -> None:
    with pytest.raises(RecordError) as raised:
        loads_abstract_play(text)
    assert str(raised.value).startswith(expected)
    assert "\n" not in str(raised.value)


def test_every_damaged_prefix_is_refused() -> None:
    text = _record("7x7")
    for length in range(1, len(text)):
        with pytest.raises(RecordError):
            loads(text[:length])


@pytest.mark.parametrize("winners", ['["black"]', '["light", "light"]'])
def test_other_winners_are_refused(winners: str) -> None:
    with pytest.raises(RecordError, match=r"^record, winners: .* expected light or dark, or both"):
        loads(f'game = "taiji"\nwinners = {winners}\n')


def test_a_record_from_its_start_has_no_winner() -> None:
    record = Record(loads(_record()).rules)
    assert "winners" not in dumps(record)
