"""A game in the terminal: played to its end, taken back, saved after every move, resumed."""

from __future__ import annotations

import random
from pathlib import Path
from unittest.mock import Mock

import pytest

from litslab.app.play import TerminalGame, opponents
from litslab.games import GAMES, SWAP, create
from litslab.games.errors import OptionError
from litslab.games.notation import format_move
from litslab.games.record import Record
from litslab.games.sources import load
from tests.app.command_line import DONE, EXAMPLES, Runner

SMALL = {
    "taiji": {"size": 3, "groups": 1},
    "battle-of-lits": {"size": 5},
    "tailits": {"size": 5},
    "wythe": {"size": 3},
    "tailits+taiji": {"size": 3, "groups": 1},
    "taiji+battle-of-lits": {"size": 4, "groups": 1},
}


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("first", ["human", "greedy"])
def test_a_game_against_an_engine_to_its_end(
    name: str,
    first: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rng = random.Random(1)
    second = "human" if first == "greedy" else "greedy"
    game = TerminalGame(
        Record(create(name, **SMALL[name]).with_fresh_board(rng)), opponents(first, second)
    )

    def read(_: str) -> str:
        position = game.record.position()
        return format_move(rng.choice(position.choices()), position.rules)

    game.read = read
    game.run()
    position = game.record.position()
    assert position.is_over
    assert capsys.readouterr().out.endswith(f"{position.outcome()}\n")


def test_every_move_is_saved_and_a_session_resumes(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The human leaves, twice.
    monkeypatch.setattr("builtins.input", Mock(side_effect=["a1,a2", EOFError, EOFError]))
    answer = run("play", "taiji", "--size", "3", "--player-2", "greedy", "-o", "g.toml")
    assert (answer.status, answer.err) == (DONE, "")
    assert answer.out.endswith("game saved\n")
    assert len(load(Path("g.toml")).moves) == 2
    assert "already exists" in run("play", "taiji", "-o", "g.toml").complaint
    assert run("play", "taiji", "--resume", "g.toml", "-o", "g.toml", "--force").status == DONE
    assert len(load(Path("g.toml")).moves) == 2
    assert "expected a record of wythe" in run("play", "wythe", "--resume", "g.toml").complaint


def session(
    record: Record,
    *lines: str,
    first: str = "human",
    second: str = "greedy",
) -> TerminalGame:
    game = TerminalGame(record, opponents(first, second), read=Mock(side_effect=[*lines, EOFError]))
    game.run()
    return game


def test_the_same_seed_plays_the_same_game() -> None:
    start = Record(create("battle-of-lits", size=6).with_fresh_board(random.Random(3)))

    def play(seed: int) -> Record:
        game = TerminalGame(start, opponents("human", "mcts:50"), seed=seed)
        game.read = lambda _: format_move(game.record.position().choices()[0], start.rules)
        game.run()
        return game.record

    assert play(1) == play(1)


def test_undo_takes_back_the_engines_answer_too() -> None:
    start = Record(create("taiji", size=4))
    assert session(start, "a1,a2", "undo").record.moves == ()
    taken_back = session(start, "a1,a2", "undo", "b1,b2", second="human").record
    assert taken_back == session(start, "b1,b2", second="human").record


def test_a_swap_exchanges_the_sides_of_the_players(capsys: pytest.CaptureFixture[str]) -> None:
    start = Record(create("battle-of-lits", size=6).with_fresh_board(random.Random(1)))
    first = format_move(start.position().choices()[0], start.rules)
    game = session(start, first, "swap", "undo", second="human")
    assert len(game.record.moves) == 1
    shown = capsys.readouterr().out
    assert shown.startswith(
        "the first player is X, the second player is O; ? shows the rules, help the commands\n"
    )
    assert shown.count("swap: the first player is now O, the second player is now X\n") == 1
    session(start, first, "swap", second="human")
    session(start, "swap", first="greedy", second="human")
    shown = capsys.readouterr().out
    assert "you are O, greedy is X; ? shows" in shown
    assert "swap: you are now X, greedy is now O\n" in shown
    engine = session(start, first, second="random")
    assert SWAP not in engine.record.moves
    assert len(engine.record.moves) == 2


def test_a_swap_of_the_symbols_alone_leaves_the_players_their_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = Record(create("taiji+battle-of-lits", size=4, groups=1))
    while not record.position().can_swap:
        record = record.append(format_move(record.position().choices()[0], record.rules))
    session(record, "swap", second="human")
    told = (
        "swap: white and black exchange their symbols; the first player is still white, the "
        "second player is still"
    )
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a1,c3", "expected"),
        ("moves e9", "expected"),
        ("undo", "there is no move of this session to take back"),
        ("save", "expected a file"),
        ("save missing/game.toml", "No such file"),
        ("help", "list the legal moves"),
        ("?", "TAIJI, by Néstor Romeral Andrés\n"),
        ("hint", "greedy would play "),
        ("", ""),
        ("moves", "24 legal moves: a2,a1"),
        ("moves b2", "8 legal moves: "),
    ],
)
def test_lines_that_change_nothing_are_answered(
    line: str,
    expected: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    start = Record(create("taiji", size=3))
    assert session(start, line).record == start
    assert expected in capsys.readouterr().out


def test_save_writes_a_copy(tmp_path: Path) -> None:
    game = session(
        Record(create("taiji", size=3)), f"save {tmp_path}/copy.toml", f"save {tmp_path}/copy.toml"
    )
    assert load(tmp_path / "copy.toml") == game.record


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ((), "game not saved"),
        (("save copy.toml",), "game saved"),
        (("a1,a2", "save copy.toml"), "game saved"),
        (("save copy.toml", "a1,a2"), "the moves since `save` are not saved"),
        (("save copy.toml", "a1,a2", "undo"), "game saved"),
    ],
)
def test_the_end_says_whether_the_game_is_in_a_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: tuple[str, ...],
    kept: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    session(Record(create("taiji", size=4)), *lines, "quit", second="human")
    assert capsys.readouterr().out.splitlines()[-1] == kept


def test_somebody_has_to_be_human() -> None:
    with pytest.raises(OptionError, match="at least one human"):
        opponents("random", "greedy")


def test_long_lists_of_moves_are_counted_only(capsys: pytest.CaptureFixture[str]) -> None:
    record = load(EXAMPLES / "battle-of-lits-10.toml")
    session(record.drop(len(record.moves)), "moves")
    assert "1,292 legal moves; name a square" in capsys.readouterr().out
