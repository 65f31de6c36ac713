"""The engine that other programs drive: scripts with their expected replies, errors that change
nothing, cancelling.
"""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from subprocess import PIPE

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litslab.app.ltp import (
    LONGEST_LINE,
    NAMES,
    LtpEngine,
    LtpError,
    SearchLimit,
    converse,
    read_limit,
)
from litslab.games import SWAP, Move, Position, ltp
from litslab.games.record_ltp import loads_ltp
from litslab.games.sources import load
from tests.app.command_line import DONE, EXAMPLES, INTERRUPTED, process
from tests.running import PATIENCE, litslab, prepared

BOARD = "X" * 30 + "." * 40 + "O" * 30
FIRST = "L[00,01,02,10]"
SECOND = "I[03,04,05,06]"


def first_legal(
    position: Position,
    _limit: SearchLimit,
    _cancelled: Callable[[], bool],
) -> tuple[Move, ...]:
    """A search that takes the first two legal moves."""
    first = position.choices()[0]
    after = position.play(first)
    return (first, *after.choices()[:1])


@pytest.fixture
def engine() -> LtpEngine:
    return LtpEngine(first_legal)


def replies(engine: LtpEngine, *commands: str) -> list[list[str]]:
    return [list(engine.reply(command)) for command in commands]


def test_a_game_by_the_names_of_blits_rs(engine: LtpEngine) -> None:
    assert replies(
        engine,
        f"newgame {BOARD}",
        f"play {FIRST}",
        "swap",
        f"play {SECOND}",
        "score",
        "undo",
        "undo 2",
    ) == [
        [BOARD, "ok"],
        [f"{BOARD}; {FIRST}", "ok"],
        [f"{BOARD}; {FIRST}; swap", "ok"],
        [f"{BOARD}; {FIRST}; swap; {SECOND}", "ok"],
        ["-8", "ok"],  # 22 X and 30 O are visible
        [f"{BOARD}; {FIRST}; swap", "ok"],
        [BOARD, "ok"],
    ]


def test_the_names_of_the_protocols_text_do_the_same() -> None:
    said = {
        "newgame": BOARD,
        "play": FIRST,
        "undo": "",
        "bestmove": "depth 1",
        "info": "",
        "print": "",
    }
    for other, name in NAMES.items():
        if name == "quit":
            continue
        one = LtpEngine(first_legal)
        two = LtpEngine(first_legal)
        for each in (one, two):
            replies(each, f"newgame {BOARD}", f"play {FIRST}")
        assert replies(one, f"{name} {said[name]}") == replies(two, f"{other} {said[name]}")


def test_valid_moves_are_those_of_the_rules(engine: LtpEngine) -> None:
    record = load(EXAMPLES / "battle-of-lits-10.toml")
    for ply in (0, 1, 9, len(record.moves)):
        position = record.position(ply)
        game = "; ".join(
            [ltp.format_board(record.rules), *map(ltp.format_move, record.moves[:ply])]
        )
        count, moves, ok = replies(engine, f"newgame {game}", "validmoves")[1]
        listed = [ltp.parse_move(text, record.rules) for text in moves.split("; ") if text]
        assert (int(count), ok) == (len(listed), "ok")
        assert listed == list(position.legal_moves())
        assert (SWAP in listed) is (ply == 1)


def test_the_best_move_and_its_line_are_those_of_the_search(engine: LtpEngine) -> None:
    answered = replies(engine, f"newgame {BOARD}", "bestmove depth 2", "pv")
    move = answered[1][0]
    assert answered[2][0].split("; ")[0] == move
    assert replies(engine, f"play {move}", "pv")[1][0] == "err"


def test_a_player_may_be_named_who_is_to_move(engine: LtpEngine) -> None:
    replies(engine, f"newgame {BOARD}")
    assert replies(
        engine, "gen-move X", "gen-move x depth 1", "bestmove X time 00:00:01"
    ) == 3 * replies(engine, "gen-move")
    replies(engine, f"play {FIRST}")
    assert replies(engine, "gen-move o") == replies(engine, "gen-move")
    replies(engine, "swap")
    assert replies(engine, "gen-move O") == replies(engine, "gen-move")


def test_the_board_is_printed_as_text(engine: LtpEngine) -> None:
    replies(engine, f"newgame {BOARD}", f"play {FIRST}")
    (printed,) = replies(engine, "print")
    assert printed == [*loads_ltp(f"{BOARD}; {FIRST}").position().text_rows(), "ok"]
    assert "err" not in printed
    assert replies(engine, "show-board") == [printed]


@pytest.mark.parametrize(
    ("before", "command", "expected"),
    [
        ([], "play L[00,01,02,10]", "no game in progress: expected newgame first"),
        (
            [f"newgame {BOARD}"],
            "play L[00,01,02,11]",
            "expected four squares that form the shape L",
        ),
        ([f"newgame {BOARD}"], "play", "expected a move such as"),
        ([f"newgame {BOARD}"], "swap", "illegal move swap"),
        ([f"newgame {BOARD}"], "undo", "cannot take back 1: the record has 0"),
        ([f"newgame {BOARD}"], "pv", "expected bestmove first"),
        ([f"newgame {BOARD}", f"play {FIRST}"], f"play {FIRST}", "it overlaps"),
        ([f"newgame {BOARD}"], "score now", "expected nothing after score"),
        ([f"newgame {BOARD}"], "bestmove soon", "expected depth N or time HH:MM:SS"),
        ([f"newgame {BOARD}"], "gen-move O", "expected X, the side to move"),
        (
            [f"newgame {BOARD}", f"play {FIRST}"],
            "gen-move x depth 1",
            "expected O, the side to move",
        ),
        ([f"newgame {BOARD}"], "bestmove time 5", "expected HH:MM:SS"),
        ([f"newgame {BOARD}"], "bestmove depth 0000000099", "expected 1 to 20"),
        ([f"newgame {BOARD}"], "newgame XO", "100 symbols"),
        ([f"newgame {BOARD}"], "think", "unknown command 'think'"),
        ([f"newgame {BOARD}"], "newgame " + "X" * (LONGEST_LINE + 1), "at most 10,000 characters"),
    ],
)
def test_an_error_is_answered_and_changes_nothing(
    engine: LtpEngine,
    before: list[str],
    command: str,
    expected: str,
) -> None:
    replies(engine, *before)
    state = replies(engine, "validmoves", "score")
    err, message, ok = replies(engine, command)[0]
    assert (err, ok) == ("err", "ok")
    assert expected in message
    assert "\n" not in message
    assert replies(engine, "validmoves", "score") == state


def test_a_finished_game_has_no_best_move(engine: LtpEngine) -> None:
    record = load(EXAMPLES / "battle-of-lits-10.toml")
    game = "; ".join([ltp.format_board(record.rules), *map(ltp.format_move, record.moves)])
    assert replies(engine, f"newgame {game}", "bestmove", "validmoves")[1:] == [
        ["err", "the game is over: there is no move", "ok"],
        ["0", "", "ok"],
    ]


def test_boards_are_drawn_from_the_seed() -> None:
    def boards(seed: int) -> list[str]:
        engine = LtpEngine(first_legal, seed)
        return [replies(engine, "newgame")[0][0] for _ in range(3)]

    assert boards(1) == boards(1)
    assert len({*boards(1), *boards(2)}) == 6
    assert all(loads_ltp(board).rules.symbol_squares for board in boards(3))


@pytest.mark.slow
@given(st.text(max_size=60))
def test_any_line_is_answered(line: str) -> None:
    engine = LtpEngine(first_legal)
    replies(engine, f"newgame {BOARD}")
    answered = list(engine.reply(line))
    assert answered == [] if not line.strip() else answered[-1] == "ok"


@pytest.mark.parametrize(
    ("given", "seconds"), [("", 5.0), ("time 00:00:01", 1.0), ("time 01:00:00.5", 3600.5)]
)
def test_a_time(given: str, seconds: float) -> None:
    assert read_limit(given).seconds == seconds


def test_a_depth_stands_for_playouts() -> None:
    assert [read_limit(f"depth {depth}").playouts for depth in (1, 2, 10)] == [128, 256, 65_536]
    with pytest.raises(LtpError):
        read_limit("depth 0")


def test_a_search_is_cancelled_while_it_runs() -> None:
    began = threading.Event()

    def until_cancelled(
        position: Position,
        _limit: SearchLimit,
        cancelled: Callable[[], bool],
    ) -> tuple[Move, ...]:
        began.set()
        while not cancelled():
            pass
        return position.choices()[:1]

    def commands() -> Iterator[str]:
        yield f"newgame {BOARD}\n"
        yield "bestmove time 10:00:00\n"
        assert began.wait(PATIENCE)
        yield "cancel-search\n"
        yield "score\n"

    sent: list[str] = []
    converse(commands(), sent.append, until_cancelled)
    assert sent[2] == "L[70,80,90,91]"
    assert sent[3:] == ["ok", "ok", "0", "ok", "ok"]


def test_cancelling_without_a_search_does_not_end_the_next() -> None:
    def not_cancelled(
        position: Position,
        _limit: SearchLimit,
        cancelled: Callable[[], bool],
    ) -> tuple[Move, ...]:
        assert not cancelled()
        return position.choices()[:1]

    sent: list[str] = []
    lines = threading.Semaphore(1)

    def commands() -> Iterator[str]:
        for line in (f"newgame {BOARD}", "cancel-search", "bestmove", "quit", "score"):
            lines.acquire()  # a line is sent when the one before has been answered
            yield line

    def send(line: str) -> None:
        sent.append(line)
        if line == "ok":
            lines.release()

    converse(commands(), send, not_cancelled)
    assert sent == [BOARD, "ok", "ok", "L[70,80,90,91]", "ok", "ok"]


@pytest.mark.slow
def test_a_script_can_be_piped_in_whole() -> None:
    script = f"newgame {BOARD}\nvalidmoves\nbestmove depth 1\npv\nquit\nscore\n"
    done = process("ltp", "--seed", "3", input=script)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (DONE, "")
    assert lines[:3] == [BOARD, "ok", "1292"]
    move = lines[5]
    line = lines[7]
    assert line.split("; ")[0] == move
    assert lines[4:] == ["ok", move, "ok", line, "ok", "ok"]


@pytest.mark.slow
def test_ctrl_c_ends_the_engine_in_one_line() -> None:
    with subprocess.Popen(
        prepared(*litslab("ltp")), stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, encoding="utf-8"
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("info\n")
        engine.stdin.flush()
        assert [engine.stdout.readline() for _ in range(2)][1] == "ok\n"
        engine.send_signal(signal.SIGINT)
        _, complaint = engine.communicate(timeout=PATIENCE)
    assert engine.returncode == INTERRUPTED
    assert complaint == "litslab: interrupted\n"
