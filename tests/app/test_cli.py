"""The command line: one JSON document and nothing else, the exit statuses, one line for all that is wrong."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from litslab.app.cli import command_line
from litslab.app.documents.commands import DOCUMENTS
from litslab.games import GAMES, Position, create
from litslab.games.notation import format_move, parse_move
from litslab.games.record import Record, dumps, load, loads
from tests.app.command_line import (
    BAD_INPUT,
    DONE,
    EXAMPLES,
    INTERRUPTED,
    LIMIT,
    NEGATIVE,
    Runner,
    a_game,
    process,
)
from tests.app.commands import INTERACTIVE
from tests.games.cases import PIECES
from tests.games.playing import play_at_random
from tests.running import PATIENCE, litslab, prepared, running

SMALL: dict[str, dict[str, Any]] = {
    "taiji": {"size": 3, "groups": 1},
    "battle-of-lits": {"size": 4},
    "tailits": {"size": 5, "supply": (1, 1, 1, 1)},
    "wythe": {"size": 3},
    "tailits+taiji": {"size": 3, "groups": 1},
    "taiji+battle-of-lits": {"size": 3, "groups": 1},
}
"""Every game on its smallest interesting board."""


# --- acceptance ------------------------------------------------------------------------------------------------------


def test_a_fresh_10_by_10_board_has_1292_first_moves(run: Runner) -> None:
    run.ok("new", "battle-of-lits", "--size", "10", "--seed", "1", "-o", "b.toml")
    document = run.ok("moves", "b.toml")
    assert document["to_move"] == "X"
    assert len(document["moves"]) == 1292
    assert all(set(entry) == {"move", "covers", "scores"} for entry in document["moves"])
    assert len({entry["move"] for entry in document["moves"]}) == 1292
    assert all(sum(entry["covers"].values()) == 4 for entry in document["moves"])


def test_the_small_board_of_taiji_is_solved(run: Runner) -> None:
    run.ok("new", "taiji", "--size", "3", "--groups", "1", "-o", "t.toml")
    document = run.ok("solve", "t.toml")
    assert {"status", "value", "margin", "winner", "best", "pv", "nodes", "seconds", "engine"} <= set(document)
    assert document["status"] == "exact"
    assert document["engine"] == "kernel"
    assert document["winner"] == ("light" if document["value"] > 0 else "dark")
    assert document["value"] == 2 * document["margin"] - 1  # Dark wins ties


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_is_solved_on_its_smallest_interesting_board(run: Runner, name: str) -> None:
    options = [f"--{key}={value if isinstance(value, int) else 1}" for key, value in SMALL[name].items()]
    run.ok("new", name, *options, "--seed", "1", "-o", "g.toml")
    document = run.ok("solve", "g.toml", "--all-moves")
    position = load(run.folder / "g.toml").position()
    assert document["status"] == "exact"
    assert document["value"] % 2 == 1
    # At the start of a game with a swap the value is the first player's, who looks for the most even opening.
    under_swap = document.get("under_swap", False)
    assert under_swap is position.swap_follows
    sides = ("the first player", "the second player") if under_swap else position.rules.sides
    assert document["winner"] == sides[0 if document["value"] > 0 else 1]
    assert document["best"] == [
        each["move"]
        for each in document["moves"]
        if (-abs(each["value"]) if under_swap else each["value"]) == document["value"]
    ]
    assert [each["move"] for each in document["moves"]] == [
        format_move(move, position.rules) for move in position.choices()
    ]
    # The principal variation is a game to its end, with the value, the margin and the winner that are shown.
    outcome = finish(position, document["pv"]).outcome()
    sign = -1 if under_swap and outcome.value > 0 else 1
    assert (sign * outcome.value, sign * outcome.margin) == (document["value"], document["margin"])
    assert under_swap or outcome.winner == document["winner"]
    told = run("solve", "g.toml", "--best", "all")
    assert told.status == DONE
    assert f"{document['winner']} wins" in told.out
    assert f"{'most even openings' if under_swap else 'best'}: {document['best'][0]}" in told.out


def finish(position: Position, words: list[str]) -> Position:
    for word in words:
        position = position.play(parse_move(word, position))
    return position


@pytest.mark.slow
def test_perft_counts_positions_and_final_ones(run: Runner) -> None:
    document = run.ok("perft", "battle-of-lits", "--size", "4", "--depth", "3")
    assert document["counts"] == [1, 104, 344, 56]
    assert document["final"] == [0, 0, 256, 56]
    assert run.ok("perft", "taiji", "--size", "2", "--depth", "0")["counts"] == [1]
    assert run.ok("perft", "taiji", "--size", "2", "--depth", "4")["counts"] == [1, 8, 8, 0, 0]
    assert "344 positions, 256 of them final" in run("perft", "battle-of-lits", "--size", "4", "--depth", "2").out


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_records_that_ship_are_shown(run: Runner, path: Path) -> None:
    document = run.ok("show", path)
    assert document["outcome"] is not None
    assert document["legal_moves"] == 0
    assert run("show", path, "--at", "0").status == DONE


# --- JSON ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_command_with_json_prints_one_document_and_nothing_else(run: Runner) -> None:
    record = a_game("taiji", size=4, groups=1)
    other = a_game("taiji", seed=2, size=4, groups=1)
    run.write("a.toml", dumps(record))
    run.write("b.toml", dumps(other))
    run.write("lits.toml", dumps(a_game("battle-of-lits", size=4)))
    run("solve", "a.toml", "--at", "3", "--certificate", "proof.json")
    keys: dict[str, tuple[list[str], set[str]]] = {
        "games": ([], {"games"}),
        "new": (["taiji"], {"path", "record", "position"}),
        "edit": (["a.toml", "--undo", "1", "-o", "edited.toml"], {"path", "record", "position"}),
        "show": (
            ["a.toml"],
            {"title", "game", "options", "board", "placed", "to_move", "scores", "legal_moves", "protected", "outcome"},
        ),
        "moves": (["a.toml", "--at", "2"], {"to_move", "moves"}),
        "solve": (
            ["a.toml", "--at", "3"],
            {"status", "value", "lower", "upper", "winner", "margin", "best", "pv", "nodes", "seconds", "engine"},
        ),
        "analyse": (
            ["a.toml", "--at", "3"],
            {"status", "verdict", "value", "lower", "upper", "best", "solution", "estimate", "nodes", "seconds"},
        ),
        "verify": (["proof.json"], {"status", "value", "winner", "moves", "positions"}),
        "match": (["random", "random", "taiji", "--size", "3", "-n", "2"], {"players", "wins", "interval"}),
        "bounds": (["lits.toml", "--at", "1"], {"status", "worst", "best", "worst_finish", "best_finish"}),
        "perft": (["taiji", "--size", "2", "--depth", "1"], {"game", "counts", "final"}),
        "tournament": (["a.toml", "b.toml"], {"totals", "winner"}),
        "simulate": (
            ["taiji", "--size", "3", "-n", "9", "-o", "run.parquet"],
            {"games", "mean_length", "wins", "ties_broken"},
        ),
        "report": (
            ["taiji", "--size", "2", "--quick", "--time-limit", "1", "--workers", "1", "-o", "report"],
            {"files", "missing", "title", "options", "facts", "sections"},
        ),
        "groups": (["a.toml"], {"scores", "colours", "pieces"}),
        "review": (["a.toml"], {"complete", "exact_from", "moves", "positions", "turning_points"}),
        "schema": ([], {"commands"}),
        "rules": ([], {"games"}),
        "example": ([], {"examples"}),
    }
    for name, command in command_line().commands.items():
        if hasattr(command, "commands"):  # a group of commands
            continue
        if name in INTERACTIVE or name == "page":  # which needs the kernel as WebAssembly: app/web/test_static_page
            continue
        arguments, expected = keys[name]
        document = run.ok(name, *arguments)
        assert set(document) >= expected
        DOCUMENTS[name].model_validate_json(json.dumps(document), strict=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_show_and_moves_agree_with_the_position_at_every_ply(run: Runner, name: str) -> None:
    record = a_game(name, **SMALL[name])
    run.write("g.toml", dumps(record))
    for ply in range(len(record.moves) + 1):
        position = record.position(ply)
        shown = run.ok("show", "g.toml", "--at", str(ply))
        assert shown["game"] == name
        assert shown["board"] == str(position).split("\n")
        assert shown["to_move"] == position.side
        assert list(shown["scores"].values()) == list(position.scores())
        assert (shown["outcome"] is not None) == position.is_over
        moves = run.ok("moves", "g.toml", "--at", str(ply))["moves"]
        assert len(moves) == shown["legal_moves"] == len(position.legal_moves())
        for entry, move in zip(moves, position.legal_moves(), strict=True):
            assert entry["move"] == format_move(move, position.rules)
            if "scores" in entry:
                assert list(entry["scores"].values()) == list(position.play(move).scores())
    assert shown["outcome"]["winner"] in record.rules.sides
    assert run("moves", "g.toml").out == "the game is over\n"
    assert run("show", "g.toml").status == DONE


def test_a_record_comes_from_standard_input_too(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    record = a_game("wythe", size=3)

    def give(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    give(dumps(record).encode())
    assert run.ok("show", "-")["board"] == str(record.position()).split("\n")
    give(b"\xff\xfe\x00")
    answer = run("solve", "-", "--json")
    assert answer.status == BAD_INPUT
    assert "standard input: not a text in UTF-8" in answer.complaint
    give(b"game = \n")
    assert "standard input, line 1: not TOML" in run("moves", "-").complaint


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_new_writes_a_record_of_the_start_or_prints_it(run: Runner) -> None:
    for name, options in SMALL.items():
        words = [f"--{key}={value if isinstance(value, int) else 1}" for key, value in options.items()]
        printed = run("new", name, *words)
        assert printed.status == DONE
        rules = loads(printed.out).rules
        if name == "battle-of-lits":
            assert loads(printed.out).rules == loads(run("new", name, *words, "--seed", "0").out).rules
            assert loads(printed.out).rules != loads(run("new", name, *words, "--seed", "5").out).rules
        else:
            assert rules == create(name, **options)
        written = run("new", name, *words, "-o", f"{name}.toml")
        assert written.out == f"wrote {name}.toml\n"
        assert (run.folder / f"{name}.toml").read_text(encoding="utf-8") == printed.out
        document = run.ok("new", name, *words)
        assert document["record"] == printed.out
        assert document["path"] is None


def test_new_makes_boards_with_as_many_symbols_as_asked_for(run: Runner) -> None:
    def counts(*options: str) -> tuple[int, int]:
        board = "".join(run.ok("new", "battle-of-lits", *options)["position"]["board"])
        return board.count("X"), board.count("O")

    assert counts() == (30, 30)
    assert counts("--x", "12") == (12, 12)
    assert counts("--x", "10", "--o", "3", "--no-antisymmetry") == (10, 3)
    assert counts("--size", "4", "--rows", "6", "--x", "0") == (0, 0)


def test_a_pattern_file_gives_the_pieces_of_tailits(run: Runner) -> None:
    run.write("p.toml", tomli_w.dumps({"pieces": [{"drawing": list(rows), "count": n} for rows, n in PIECES]}))
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
    assert sorted(path.name for path in run.folder.iterdir()) == ["b.toml", "g.toml", "old.ltp", "old.svg", "old.toml"]


def test_pictures_are_drawn(run: Runner) -> None:
    run.write("g.toml", dumps(a_game("taiji", size=3, groups=1)))
    assert run.ok("show", "g.toml", "-o", "g.svg")["game"] == "taiji"
    assert (run.folder / "g.svg").read_text(encoding="utf-8").lstrip().startswith("<svg")
    assert run("solve", "g.toml", "--at", "1", "-o", "s.svg").out.endswith("wrote s.svg\n")
    assert (run.folder / "s.svg").exists()


@pytest.mark.slow
def test_games_go_out_to_the_lits_text_protocol_and_come_back(run: Runner) -> None:
    run.ok("new", "battle-of-lits", "--seed", "3", "-o", "b.toml")
    board = load(run.folder / "b.toml").rules
    moves = [format_move(move, board) for move in play_at_random(board, random.Random(4))[0]]
    text = (run.folder / "b.toml").read_text(encoding="utf-8").replace("moves = []", f"moves = {json.dumps(moves)}")
    run.write("r.toml", text)
    assert run("show", "r.toml", "-o", "g.ltp").out == "wrote g.ltp\n"
    assert load(run.folder / "g.ltp") == load(run.folder / "r.toml")
    assert run.ok("show", "g.ltp")["board"] == run.ok("show", "r.toml")["board"]
    assert run.ok("moves", "g.ltp", "--at", "2") == run.ok("moves", "r.toml", "--at", "2")
    run.ok("show", "r.toml", "--at", "2", "-o", "two.ltp")
    assert load(run.folder / "two.ltp").moves == load(run.folder / "r.toml").moves[:2]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["board", "base32", "digits"])
def test_show_writes_a_chosen_form_of_the_lits_text_protocol(run: Runner, form: str) -> None:
    record = EXAMPLES / "battle-of-lits-10.toml"
    result = run("show", record, "--ltp", form, "--at", "3")
    assert (result.status, result.err) == (DONE, "")
    assert len(re.split(r"; |\n", result.out.strip())) == 4
    assert len(re.split(r"[;,\n]", result.out)[0]) == (20 if form == "base32" else 100)
    assert run.ok("show", record, "--ltp", form, "--at", "3")["ltp"] == result.out
    assert run("show", record, "--ltp", form, "--at", "3", "-o", "g.ltp").out == "wrote g.ltp\n"
    assert (run.folder / "g.ltp").read_text(encoding="utf-8") == result.out
    assert load(run.folder / "g.ltp").moves == load(record).moves[:3]
    assert run.ok("moves", "g.ltp") == run.ok("moves", record, "--at", "3")


def test_a_tournament_of_two_games_with_different_rules_is_refused(run: Runner) -> None:
    for name, options in {
        "small": {"size": 3, "groups": 1}, "large": {"size": 4, "groups": 1}, "two": {"size": 3, "groups": 2},
    }.items():  # fmt: skip
        run.write(f"{name}.toml", dumps(a_game("taiji", **options)))
    for names, found in (
        (("small", "large"), "size 3 and 4"),
        (("small", "two"), "groups 1 and 2"),
        (("two", "large"), "size 3 and 4, groups 2 and 1"),
    ):
        one, other = (f"{name}.toml" for name in names)
        answer = run("tournament", one, other)
        assert answer.status == BAD_INPUT
        assert answer.complaint == (
            f"litslab: {one} and {other}: {found}: expected two games of the same size and groups\n"
        )
    assert run("tournament", "two.toml", "two.toml").status == DONE


@pytest.mark.slow
def test_a_tournament_adds_each_players_points_of_both_games(run: Runner) -> None:
    names = []
    scores = []
    for seed in range(6):
        record = a_game("taiji", seed=seed, size=4, groups=1)
        names.append(run.write(f"{seed}.toml", dumps(record)))
        scores.append(record.position().scores())
    results = set()
    for one in range(6):
        for two in range(6):
            document = run.ok("tournament", names[one], names[two])
            first, second = scores[one][0] + scores[two][1], scores[one][1] + scores[two][0]
            assert document["totals"] == [first, second]
            expected = None if first == second else "light of" if first > second else "dark of"
            assert (document["winner"] or "")[: len(expected or "")] == (expected or "")
            results.add(expected)
            result = run("tournament", names[one], names[two]).out
            assert result.startswith(f"{first}–{second}: ")
            assert ("a drawn match" in result) == (first == second)
    assert results == {None, "light of", "dark of"}


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_limit_gives_bounds_and_status_3(run: Runner) -> None:
    run.write("b.toml", run("new", "battle-of-lits").out)
    answer = run("solve", "b.toml", "--time-limit", "0", "--json")
    assert answer.status == LIMIT
    document = answer.document
    assert document["status"] == "bounded"
    # Under the swap the second player wins anyway, unless an opening ends the game.
    assert (document["value"], document["winner"], document["margin"]) == (None, "the second player", None)
    assert document["lower"] < document["upper"]
    assert document["best"] == document["pv"] == []
    told = run("solve", "b.toml", "--time-limit", "0")
    assert told.status == LIMIT
    assert "with the swap, limit reached; the second player wins by 30 at most" in told.out
    told = run("solve", "b.toml", "--no-swap", "--time-limit", "0")
    assert "limit reached; winner unknown, between O by 30 and X by 30" in told.out
    assert told.err == ""


def test_a_limit_after_the_value_and_before_the_best_moves_is_no_whole_answer(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.write("t.toml", run("new", "taiji", "--size", "3", "--groups", "1").out)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("litslab.solver.engines.kernel.KernelOracle.reaches", interrupted)
    answer = run("solve", "t.toml", "--json")
    assert answer.status == LIMIT
    assert answer.document["value"] == -1
    assert (answer.document["best"], answer.document["margin"]) == ([], None)
    told = run("solve", "t.toml")
    assert told.status == LIMIT
    assert "dark wins by the tie rule (exact); limit reached before a best move was known" in told.out


def test_ctrl_c_where_there_is_nothing_to_keep_is_one_line(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("litslab.games.perft.perft", interrupted)
    answer = run("perft", "taiji", "--depth", "1", "--json")
    assert answer.status == INTERRUPTED
    assert answer.complaint == "litslab: interrupted\n"


@pytest.mark.slow
def test_ctrl_c_during_solve_prints_the_bounds_so_far() -> None:
    line = litslab("solve", EXAMPLES / "battle-of-lits-10.toml", "--at", "3", "--json")
    with running(*line, terminal=True) as child:
        child.err.wait_for(" nodes")  # the first bound; the value takes minutes
        child.interrupt()
        ended = child.end()
    assert ended.status == LIMIT
    assert "Traceback" not in ended.err
    document = json.loads(ended.out)
    assert document["status"] == "bounded"
    assert document["lower"] > -61 or document["upper"] < 61


# --- what is wrong ---------------------------------------------------------------------------------------------------

ILLEGAL = 'game = "taiji"\nmoves = ["a1,a2", "a2,a3"]\n'


def test_a_read_only_folder_is_reported_in_one_line(run: Runner) -> None:
    run.write("t.toml", dumps(Record(create("taiji", size=3, groups=1))))
    long = "x" * 300 + ".toml"
    for arguments in (["new", "taiji", "-o", long], ["show", long], ["show", "t.toml", "-o", long[:-5] + ".svg"]):
        answer = run(*arguments)
        assert answer.status == BAD_INPUT
        assert "too long" in answer.complaint
    answer = run("show", "a\0b.toml")
    assert answer.status == BAD_INPUT
    assert answer.complaint


def test_a_mistake_of_the_programs_own_is_not_hidden(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("litslab.games.perft.perft", broken)
    with pytest.raises(ZeroDivisionError):
        run("perft", "taiji", "--depth", "1")


def test_a_position_too_large_for_the_machine_is_one_line(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("litslab.games.perft.perft", too_large)
    answer = run("perft", "taiji", "--depth", "1")
    assert answer.status == LIMIT
    assert "too large" in answer.complaint


# --- help, and real processes ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_help_names_every_command_and_every_command_has_help(run: Runner) -> None:
    answer = run("--help")
    assert answer.status == DONE
    assert run().out == answer.out
    for name, command in command_line().commands.items():
        assert name in answer.out
        if hasattr(command, "commands"):  # a group of commands
            continue
        result = run(name, "--help")
        assert result.status == DONE
        assert ("--json" in result.out) is (name not in INTERACTIVE)
    version = run("--version")
    assert version.status == DONE
    assert "engine: kernel" in version.out


def test_only_the_module_of_the_command_is_imported() -> None:
    code = "import sys; from litslab.app.cli import main; main(['games']); print(*sys.modules)"
    done = subprocess.run(prepared(sys.executable, "-c", code), check=True, capture_output=True, text=True)
    commands = {"litslab.app.cli.records", "litslab.app.cli.puzzles"}
    assert commands & set(done.stdout.splitlines()[-1].split()) == {"litslab.app.cli.records"}


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
        "litslab.solver",
    ]
    code = (
        "import sys; from litslab.app.cli import main; status = main(['--help']); "
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
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
    assert illegal.stderr == (
        "litslab: standard input, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"
    )
    wrong = process("new", "taiji", "--groups", "0")
    assert (wrong.returncode, wrong.stdout) == (BAD_INPUT, "")
    assert wrong.stderr == "litslab: groups 0: expected 1 to 3\n"


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error() -> None:
    line = litslab("perft", "taiji", "--size", "2", "--depth", "9999")
    with subprocess.Popen(prepared(*line), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr is not None
        assert child.stderr.read() == ""
        assert child.wait(timeout=PATIENCE) == DONE
