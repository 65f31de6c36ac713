"""The command line: one JSON document and nothing else, the exit statuses, one line for
each error.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from unittest import mock
from unittest.mock import Mock

import pytest
import tomli_w

from litslab.games import GAMES, register
from litslab.games.record_toml import dumps
from litslab.games.sources import load
from litslab.games.text_file import LARGEST_RECORD
from litslab.puzzles.lits.formats import LARGEST_FILE
from tests.app.command_line import (
    BAD_INPUT,
    DONE,
    EXAMPLES,
    INTERRUPTED,
    LIMIT,
    NEGATIVE,
    Answer,
    Runner,
    a_game,
    process,
)
from tests.domineering import Domineering, DomineeringPosition
from tests.games.cases import PIECES
from tests.running import PATIENCE, litslab, prepared, run_python, running

# --- acceptance
# -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_records_that_ship_are_shown(run: Runner, path: Path) -> None:
    document = run.ok("show", path)
    assert document["outcome"] is not None
    assert document["legal_moves"] == 0
    assert run("show", path, "--at", "0").status == DONE


# --- JSON
# -------------------------------------------------------------------------------------------------


def test_a_record_comes_from_standard_input_too(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = a_game("wythe", size=3)

    def give(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    give(dumps(record).encode())
    assert run.ok("show", "-")["board"] == record.position().text_rows()
    give(b"\xff\xfe\x00")
    assert "standard input: not a text in UTF-8" in run.refused("solve", "-", "--json")
    give(b"game = \n")
    assert "standard input: not TOML" in run("moves", "-").complaint
    give(b"#" * (LARGEST_RECORD + 1))
    assert "standard input: too large" in run("moves", "-").complaint
    give(b"A" * (LARGEST_FILE + 1))
    assert "standard input: too large" in run("puzzle", "solve", "-").complaint


# --- files
# -------------------------------------------------------------------------------------------------


def test_new_makes_boards_with_as_many_symbols_as_asked_for(run: Runner) -> None:
    def counts(*options: str) -> tuple[int, int]:
        board = "".join(run.ok("new", "battle-of-lits", *options)["position"]["board"])
        return board.count("X"), board.count("O")

    assert counts() == (30, 30)
    assert counts("--x", "12") == (12, 12)
    assert counts("--x", "10", "--o", "3", "--no-antisymmetry") == (10, 3)
    assert counts("--size", "4", "--rows", "6", "--x", "0") == (0, 0)


def test_a_pattern_file_gives_the_pieces_of_tailits(run: Runner) -> None:
    run.write(
        "p.toml",
        tomli_w.dumps({"pieces": [{"drawing": list(rows), "count": n} for rows, n in PIECES]}),
    )
    run.ok("new", "tailits", "--size", "7", "--colouring", "p.toml", "-o", "t.toml")
    rules = load(run.folder / "t.toml").rules
    assert [(piece.drawing, piece.count) for piece in rules.pieces] == list(PIECES)  # type: ignore[attr-defined]


def test_nothing_is_overwritten_without_force(run: Runner) -> None:
    run.write("g.toml", dumps(a_game("taiji", size=3, groups=1)))
    run.write("old.toml", "precious")
    run.write("old.svg", "precious")
    run.write("b.toml", run("new", "battle-of-lits").out)
    run.write("old.ltp", "precious")
    for name, arguments in (
        ("old.toml", ["new", "taiji", "-o", "old.toml"]),
        ("old.svg", ["show", "g.toml", "-o", "old.svg"]),
        ("old.svg", ["solve", "g.toml", "-o", "old.svg"]),
        ("old.ltp", ["show", "b.toml", "-o", "old.ltp"]),
    ):
        for json_too in ([], ["--json"]):
            answer = run(*arguments, *json_too)
            assert answer.status == BAD_INPUT
            assert f"{name} already exists" in answer.complaint
            assert "force" in answer.err
            assert (run.folder / name).read_text(encoding="utf-8") == "precious"
        assert run(*arguments, "--force").status == DONE
        assert (run.folder / name).read_text(encoding="utf-8") != "precious"
        (run.folder / name).write_text("precious", encoding="utf-8")
    assert sorted(path.name for path in run.folder.iterdir()) == [
        "b.toml",
        "g.toml",
        "old.ltp",
        "old.svg",
        "old.toml",
    ]


# --- limits
# -------------------------------------------------------------------------------------------------


ANSWERS = (
    "solve GAME --certificate c.json",
    "analyse GAME",
    "review GAME",
    "groups GAME",
    "puzzle check collection/1",
)


@pytest.mark.parametrize("line", ANSWERS)
def test_a_full_disk_does_not_lose_the_answer(
    run: Runner,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run.write("game.toml", dumps(a_game("wythe", size=3)))
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError(28, "No space left on device")))
    answer = run(*line.replace("GAME", "game.toml").split(), "-o", "x.svg", "--json")
    assert len(answer.documents(BAD_INPUT)) == 1
    assert re.fullmatch(
        r"litslab: cannot write (x.svg|c.json): No space left on device\n", answer.err
    )


def test_a_limit_after_the_value_and_before_the_best_moves_is_no_whole_answer(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run.write("t.toml", run("new", "taiji", "--size", "3", "--groups", "1").out)

    monkeypatch.setattr(
        "litslab.solver.engines.kernel.KernelOracle.reaches", Mock(side_effect=KeyboardInterrupt)
    )
    document = run.ok("solve", "t.toml", status=LIMIT)
    assert document["score"]["value"] == -1
    assert (document["best"], document["margin"]) == ([], None)
    told = run("solve", "t.toml")
    assert told.status == LIMIT
    assert (
        "dark wins by the tie rule (exact); limit reached before a best move was known" in told.out
    )


@pytest.mark.slow
def test_ctrl_c_during_solve_prints_the_bounds_so_far() -> None:
    line = litslab("solve", EXAMPLES / "tailits-11.toml", "--at", "8", "--json")
    with running(*line, terminal=True) as child:
        # nodes are told before anything is known (no more than 61 points); the value takes minutes
        child.wait_until(lambda: re.search(r"by (?!61)\d.*nodes", child.err.text))
        child.interrupt()
        ended = child.end()
    assert ended.status == LIMIT
    assert "Traceback" not in ended.err
    document = json.loads(ended.out)
    assert document["status"] == "bounded"
    assert document["score"]["lower"] > -123 or document["score"]["upper"] < 123


# --- what is wrong
# -------------------------------------------------------------------------------------------------

ILLEGAL = 'game = "taiji"\nmoves = ["a1,a2", "a2,a3"]\n'


def count_positions(run: Runner, error: type[BaseException]) -> Answer:
    """Count the positions of a game that raises an error as soon as it begins."""

    class Failing(Domineering):
        name = "failing"

        def start(self) -> DomineeringPosition:
            raise error

    with mock.patch.dict(GAMES):
        register(Failing)
        return run("perft", "failing", "--depth", "1", "--json")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt, INTERRUPTED, "litslab: interrupted\n"),
        (MemoryError, LIMIT, "too large"),
    ],
)
def test_what_ends_a_command_is_one_line_and_a_mistake_of_its_own_is_not_hidden(
    error: type[BaseException],
    status: int,
    said: str,
    run: Runner,
) -> None:
    answer = count_positions(run, error)
    assert answer.status == status
    assert said in answer.complaint
    with pytest.raises(ZeroDivisionError):
        count_positions(run, ZeroDivisionError)


# --- help, and real processes
# ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_help_is_quick_because_it_loads_nothing_heavy() -> None:
    heavy = [
        "ortools",
        "pydantic",
        "matplotlib",
        "networkx",
        "numpy",
        "polars",
        "rich",
        "litslab.games",
    ]
    code = (
        "import sys; from litslab.app.cli import main; status = main(['--help']); "
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr); "
        "sys.exit(status)"
    )
    done = run_python(code)
    assert done.returncode == DONE
    assert done.stderr == "[]\n"
    assert "solve" in done.stdout


@pytest.mark.slow
def test_a_real_process_prints_json_and_ends_with_the_status() -> None:
    record = dumps(a_game("taiji", size=3, groups=1))
    solved = process("solve", "-", "--at", "1", "--json", input=record)
    assert (solved.returncode, solved.stderr) == (DONE, "")
    assert json.loads(solved.stdout)["status"] == "exact"
    illegal = process("show", "-", input=ILLEGAL)
    assert (illegal.returncode, illegal.stdout) == (NEGATIVE, "")
    assert (
        illegal.stderr
        == "litslab: standard input, move 2: illegal move a2,a3: it overlaps a taijitu on a2; "
        "no move is legal on these squares\n"
    )


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error() -> None:
    line = litslab("perft", "taiji", "--size", "2", "--depth", "9999")
    with subprocess.Popen(
        prepared(*line), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr is not None
        assert child.stderr.read() == ""
        assert child.wait(timeout=PATIENCE) == DONE
