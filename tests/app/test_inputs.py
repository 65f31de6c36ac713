"""Inputs as people have them, each through every entrance: a file, a pipe, the command line, Python
and the page.

`inputs.toml` holds the inputs, each with what becomes of it.
"""

from __future__ import annotations

import io
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import litslab as ll
from litslab.games.battle_of_lits import BattleOfLits
from litslab.puzzles.lits.formats import read_text
from litslab.puzzles.lits.formats.grid import row_texts
from tests.app.command_line import BAD_INPUT, DONE, LIMIT, NEGATIVE, Answer, Runner
from tests.app.web.client import Client, client_with_threads

_TABLE = tomllib.loads(Path(__file__).with_name("inputs.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class _Input:
    """An input with what becomes of it.

    Attributes
    ----------
    name : str
        Its description.
    text : str
        The text.
    becomes : str
        The rows of the puzzle, the top row first, with ``/`` between them; empty if it is refused.
    refused : str
        A part of the error; empty if it is a puzzle.
    on_page : str
        A part of the sentences that the page shows instead; the same error by default.
    title : str
        The title that is read with it.
    """

    name: str
    text: str
    becomes: str = ""
    refused: str = ""
    on_page: str = ""
    title: str = ""

    @property
    def refused_on_page(self) -> str:
        """A part of the error on the page."""
        return self.on_page or self.refused


@dataclass(frozen=True)
class _Move:
    """A move as people write it, with what becomes of it."""

    game: str
    text: str
    becomes: str = ""
    refused: str = ""


PUZZLES = [_Input(**each) for each in _TABLE["puzzle"]]
MOVES = [_Move(**each) for each in _TABLE["move"]]
BOARDS = [_Input(**each) for each in _TABLE["board"]]
GAMES = [_Input(**each) for each in _TABLE["game"]]


@pytest.fixture(scope="module")
def page() -> Iterator[Client]:
    """The server of a page."""
    with client_with_threads() as made:
        yield made


def _pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def _rows(rows: list[list[int]]) -> str:
    return "/".join(row_texts(rows))


@pytest.mark.parametrize("each", PUZZLES, ids=lambda each: each.name)
def test_a_puzzle_is_read_alike_wherever_it_comes_from(
    run: Runner, page: Client, monkeypatch: pytest.MonkeyPatch, each: _Input
) -> None:
    def convert(source: str) -> Answer:
        return run("puzzle", "convert", "--to", "grid", "--", source)

    _pipe(monkeypatch, each.text)
    answers = [convert(run.write("input.txt", each.text)), convert("-"), convert(each.text)]
    asked = page.post("puzzle", puzzle=each.text)
    if each.refused:
        assert [answer.status for answer in answers] == [BAD_INPUT] * 3
        assert [each.refused in answer.complaint for answer in answers] == [True] * 3
        with pytest.raises(ll.PuzzleError) as raised:
            ll.puzzle(each.text)
        assert each.refused in str(raised.value)
        assert asked.status_code == 400
        assert each.refused_on_page in asked.json()["error"]
        return
    assert [(answer.status, answer.err) for answer in answers] == [(DONE, "")] * 3
    entries = [read_text(answer.out, "the output")[0] for answer in answers]
    found = [_rows(entry.puzzle.rows()) for entry in entries]
    found += [_rows(ll.puzzle(each.text).rows()), _rows(asked.json()["regions"])]
    assert found == [each.becomes] * 5
    assert [entry.title for entry in entries] == [each.title] * 3


@pytest.mark.parametrize(
    "rows",
    [
        [[0, 0, 1, 1], [0, 0, 1, 1]],
        ((1, 1, 7, 7), (1, 1, 7, 7)),
        [["A", "A", "B", "B"], ["A", "A", "B", "B"]],
        ["AABB", "AABB"],
        ["0 0 1 1", "0 0 1 1"],
        np.array([[0, 0, 1, 1], [0, 0, 1, 1]]),
    ],
    ids=str,
)
def test_rows_of_python_are_a_puzzle(rows: Any) -> None:
    assert _rows(ll.puzzle(rows).rows()) == "AABB/AABB"
    assert ll.solve_puzzle(rows).solutions == ll.solve_puzzle(["AABB", "AABB"]).solutions


def test_rows_of_python_may_leave_squares_out() -> None:
    assert _rows(ll.puzzle([[0, 0, -1], [0, 0, None]]).rows()) == "AA./AA."


@pytest.mark.parametrize(
    ("rows", "refused"),
    [
        (
            [1, 2],
            "[1, 2]: expected a text, or a number or letter for each of at most 99 squares",
        ),
        ([], "no row of letters"),
        ([[0, 0, 0], [0, 0]], "a row of length 2: expected 3"),
        ([[0] * 4] * 100, "100 rows: expected at most 99"),
        (np.zeros((10**6, 4), dtype=int), "1,000,000 rows: expected at most 99"),
        (np.zeros((1, 10**6), dtype=int), "squares, as row 1"),
    ],
    ids=["numbers", "none", "uneven", "many", "many of numpy", "wide of numpy"],
)
def test_other_rows_are_refused(rows: Any, refused: str) -> None:
    with pytest.raises(ll.PuzzleError, match=re.escape(refused)):
        ll.puzzle(rows)


def _symbols(rules: ll.Rules) -> str:
    assert isinstance(rules, BattleOfLits)
    return "/".join(rules.symbols or ())


@pytest.mark.parametrize("each", BOARDS, ids=lambda each: each.name)
def test_a_board_is_read_alike_wherever_it_comes_from(
    run: Runner, page: Client, monkeypatch: pytest.MonkeyPatch, each: _Input
) -> None:
    file = run.write("board.txt", each.text)
    _pipe(monkeypatch, each.text)
    answers = [run("new", "Battle of LITS", "--board", source) for source in (file, "-")]
    asked = page.post("new", game="battle-of-lits", board=each.text.splitlines())
    lines = ", ".join(f'"{line.strip()}"' for line in each.text.splitlines())
    head = 'game = "battle-of-lits"\n[setup]\nboard = '
    records = [f'{head}"""\n{each.text}"""\n', f"{head}[{lines}]\n"]
    if each.refused:
        assert [answer.status for answer in answers] == [BAD_INPUT] * 2
        errors = [answer.complaint for answer in answers]
        for record in records:
            with pytest.raises(ll.RecordError) as raised:
                ll.loads(record)
            errors.append(str(raised.value))
        with pytest.raises(ll.OptionError) as refused:
            ll.new_game("battle-of-lits", board=each.text)
        assert [each.refused in error for error in [*errors, str(refused.value)]] == [True] * 5
        assert each.refused_on_page in asked.json()["error"]
        return
    texts = [*(answer.out for answer in answers), *records, asked.json()["record"]]
    found = [ll.loads(text).rules for text in texts]
    found.append(ll.new_game("BATTLE-OF-LITS", board=each.text).rules)  # type: ignore[arg-type]
    symbols = [_symbols(rules) for rules in found]
    assert symbols == [each.becomes] * 6


def test_a_game_without_symbols_has_no_board_of_them(run: Runner) -> None:
    board = run.write("board.txt", "XO\nOX\n")
    assert "Wythe has no board of symbols" in run.refused("new", "wythe", "--board", board)


def test_taiji_is_read_by_its_colours(run: Runner) -> None:
    board = run.write("board.txt", "w b .\n. b .\n. w .\n")
    record = "game.toml"
    run.ok("new", "taiji", "--board", board, "-o", record)
    assert run.ok("show", record)["board"] == ["wb.", ".b.", ".w."]
    assert run.ok("solve", record)["score"]["value"] == -3
    empty = run.write("empty.txt", "..\n..\n")
    assert "position" not in run.ok("new", "taiji", "--board", empty)["record"]


@pytest.mark.parametrize("each", MOVES, ids=lambda each: f"{each.game} {each.text}")
def test_a_move_is_read_alike_wherever_it_comes_from(
    run: Runner, page: Client, each: _Move
) -> None:
    bare = f'game = "{each.game}"\n'
    record = run.write("game.toml", bare)
    text = each.text.removeprefix("1. ")
    edited = run("edit", record, "--append", text)
    played = page.post("play", record=bare, move=text)
    moves = f'{bare}moves = "{each.text}"\n'
    listed = f'{bare}moves = ["{text}"]\n'
    start = ll.new_game(ll.GAMES[each.game])
    if each.refused:
        with pytest.raises(ll.NotationError) as raised:
            ll.parse_move(text, start)
        errors = [edited.complaint, played.json()["error"], str(raised.value)]
        for record in (moves, listed):
            with pytest.raises(ll.RecordError) as refused:
                ll.loads(record)
            errors.append(str(refused.value))
        assert [each.refused in error for error in errors] == [True] * 5
        return
    rules = start.rules
    records = [ll.load(record), ll.loads(played.json()["record"]), ll.loads(moves)]
    found = [each.moves for each in [*records, ll.loads(listed)]]
    found.append((ll.parse_move(text, start),))
    assert [[ll.format_move(move, rules) for move in moves] for moves in found] == [
        [each.becomes]
    ] * 5


def _moves(record: ll.Record) -> str:
    rules = record.rules
    moves = (ll.format_move(move, rules) for move in record.moves)
    return " ".join([str(rules.board.columns), str(getattr(rules, "groups", "")), *moves])


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)
def test_a_game_is_read_alike_wherever_it_comes_from(
    run: Runner, page: Client, monkeypatch: pytest.MonkeyPatch, each: _Input
) -> None:
    file = run.write("game.json", each.text)
    shown = []
    for source in (file, "-"):
        _pipe(monkeypatch, each.text)
        shown.append(run("show", source))
    asked = page.post("position", record=each.text)
    if each.refused:
        assert [answer.status for answer in shown] == [BAD_INPUT] * 2
        errors = [answer.complaint for answer in shown] + [asked.json()["error"]]
        for read, source in ((ll.load, str(run.folder / file)), (ll.loads, each.text)):
            with pytest.raises(ll.RecordError) as raised:
                read(source)
            errors.append(str(raised.value))
        assert [each.refused in error for error in errors] == [True] * 5
        return
    run.ok("edit", file, "-o", "game.toml")
    records = [ll.load(run.folder / name) for name in (file, "game.toml")]
    records += [ll.loads(each.text), ll.loads(asked.json()["record"])]
    assert [_moves(record) for record in records] == [each.becomes] * 4
    assert shown[0] == shown[1]
    people = each.title.split("; ") if each.title else []
    assert shown[0].out.splitlines()[: len(people)] == people
    for command in ("solve", "analyse", "review"):
        assert run(command, file, "--time-limit", "0.1").status in {DONE, LIMIT}
    reviewed = run("review", file, "--time-limit", "0.1").out.splitlines()
    assert reviewed[: len(people)] == people
    posted = page.post("review", record=each.text, time_limit=0.1).json()
    assert posted.get("players", {}) == dict(records[0].players)
    assert posted.get("winners", []) == list(records[0].winners)


WRONG = """game = "taiji"
options = { size = 5 }
moves = "a1 a2 b1-b2 c1c2 a2,a3 d1,d2"
"""


def test_an_illegal_move_does_not_hide_what_is_before_it(run: Runner) -> None:
    file = run.write("game.toml", WRONG)
    whole = run("show", file)
    assert (whole.status, whole.complaint) == (
        NEGATIVE,
        "litslab: game.toml, move 4: illegal move a2,a3: it overlaps a taijitu on a2; no move is "
        "legal on these squares\n",
    )
    for command in ("show", "moves", "solve"):
        assert run(command, file, "--at", "3").status == DONE
    assert run("show", file, "--at", "4").status == NEGATIVE
    assert run("edit", file, "--at", "3", "--append", "d1 d2").status == DONE
    assert len(ll.load(file).moves) == 4


def test_an_illegal_move_is_told_with_the_legal_ones_on_its_squares() -> None:
    stacked = 'game = "wythe"\nmoves = "a1,a2 b2,b1 a1,b1"\n'
    with pytest.raises(ll.RecordError, match=r"legal on these squares: b1,a1"):
        ll.loads(stacked)


GOOD = "lits/4/4/9q02jg"
MANY = [*[GOOD] * 30, "lits/4/4/9q02j!", *[GOOD] * 40, "hello", *[GOOD] * 27, "lits/4/4/9q02"]


def _many(run: Runner, monkeypatch: pytest.MonkeyPatch, way: str, lines: list[str]) -> str:
    """Return the source of many puzzles: a file, a pipe, or a folder of a file each."""
    text = "\n".join(lines)
    if way == "folder":
        (run.folder / "many").mkdir()
        for number, line in enumerate(lines, start=1):
            (run.folder / "many" / f"{number:03}.url").write_text(line)
        return "many"
    if way == "pipe":
        _pipe(monkeypatch, text)
        return "-"
    return run.write("many.url", text)


@pytest.mark.parametrize("way", ["file", "pipe", "folder"])
def test_three_bad_lines_do_not_stop_the_other_puzzles(
    run: Runner, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    source = _many(run, monkeypatch, way, MANY)
    answer = run("puzzle", "solve", source, "--json")
    assert (answer.status, len(answer.out.splitlines())) == (BAD_INPUT, 97)
    places = {
        "file": ["many.url, line 31", "many.url, line 72", "many.url, line 100"],
        "pipe": ["standard input, line 31", "standard input, line 72", "standard input, line 100"],
        "folder": ["many/031.url, line 1", "many/072.url, line 1", "many/100.url, line 1"],
    }
    *errors, count = answer.err.splitlines()
    assert [error.split(": ")[1] for error in errors] == places[way]
    assert count == "litslab: left out 3 of 100 puzzles"


FEW = [GOOD, "lits/4/4/9q02j!", GOOD]


@pytest.mark.parametrize("way", ["file", "pipe", "folder"])
@pytest.mark.parametrize(
    "command", ["solve --json", "grade --json", "hint --json", "check --json", "show --json"]
)
def test_every_command_answers_the_good_puzzles(
    run: Runner, monkeypatch: pytest.MonkeyPatch, command: str, way: str
) -> None:
    source = _many(run, monkeypatch, way, FEW)
    answer = run("puzzle", *command.split(), source)
    assert (answer.status, len(answer.out.splitlines())) == (BAD_INPUT, 2)
    assert len(answer.err.splitlines()) == 2
    if way != "pipe":
        strict = run("puzzle", *command.split(), source, "--strict")
        assert (strict.status, "character 6 of the borders" in strict.complaint) == (
            BAD_INPUT,
            True,
        )


def test_a_first_line_that_is_no_puzzle_is_left_out(run: Runner) -> None:
    answer = run("puzzle", "convert", run.write("a.url", f"hello\n{GOOD}\n{GOOD}\n"), "--to", "url")
    assert (answer.status, len(answer.out.splitlines())) == (BAD_INPUT, 2)
    assert answer.err.splitlines()[0].startswith("litslab: a.url, line 1: ")


def test_a_file_without_any_puzzle_is_one_error(run: Runner) -> None:
    text = "\n\n".join(f"Chapter {number}: some words" for number in range(20))
    assert "readme.txt, line 1: " in run.refused("puzzle", "solve", run.write("readme.txt", text))


def test_a_bad_grid_a_bad_object_and_a_bad_item_of_a_list_are_left_out(run: Runner) -> None:
    grids = run.write("three.grid", "AAAA\nBBBB\n\nAAAA\nBBB\n\nAAAA\nCCCC\n")
    answer = run("puzzle", "convert", grids, "--to", "json")
    assert len(answer.out.splitlines()) == 2
    assert answer.err.splitlines()[0] == (
        "litslab: three.grid, line 5: a row of length 3: expected 4, as in the first row"
    )
    good = '{"regions": [[0, 0, 0, 0]]}'
    lines = run.write("three.jsonl", f"{good}\n{{broken\n{good}\n")
    answer = run("puzzle", "convert", lines, "--to", "json")
    assert len(answer.out.splitlines()) == 2
    assert answer.err.splitlines()[0].startswith("litslab: three.jsonl, line 2: no JSON")
    items = run.write("three.json", f'[{good}, {{"regions": 5}}, {good}]')
    answer = run("puzzle", "convert", items, "--to", "json")
    assert len(answer.out.splitlines()) == 2
    assert answer.err.splitlines()[0].startswith("litslab: three.json, puzzle 2: ")
    broken = run.write("broken.json", '[\n{"regions": [[0, 0, 0, 0]]}\n{"regions":\n 5}\n')
    assert "broken.json, line 3: " in run("puzzle", "convert", broken, "--to", "json").err


def test_a_puzzle_that_the_format_cannot_express_is_left_out(run: Runner) -> None:
    file = run.write("both.url", f"{GOOD}\nlits/7/6/4d5ikoc0e5025g0\n")
    alone = run("puzzle", "convert", GOOD, "--to", "task").out
    answer = run("puzzle", "convert", file, "--to", "task")
    assert (answer.status, answer.out) == (BAD_INPUT, alone)
    assert answer.err.splitlines() == [
        "litslab: both.url, line 2: a board of 7×6: expected a square one for a task string",
        "litslab: left out 1 of 2 puzzles",
    ]
    strict = run("puzzle", "convert", file, "--to", "task", "--strict")
    assert (strict.status, strict.out) == (BAD_INPUT, "")


def test_a_puzzle_with_givens_that_its_rules_do_not_have_is_left_out(run: Runner) -> None:
    text = "AAAA\nBBBB\n\nrules: inverse-litso\nAAAA\nBBBB\ngivens:\nOOOO\n????\n"
    file = run.write("two.grid", text)
    answer = run("puzzle", "show", file, "--rules", "lits", "--json")
    assert (answer.status, len(answer.out.splitlines())) == (BAD_INPUT, 1)
    assert "two.grid, line 4: " in answer.err


def test_a_booklet_leaves_out_a_puzzle_without_one_solution(run: Runner) -> None:
    pytest.importorskip("typst", reason="the extra pictures is not installed")
    file = run.write("two.url", f"{GOOD}\nlits/6/6/lldoa4043q6c\nlits/4/4/9\n")
    answer = run("puzzle", "book", file, "-o", "a.pdf", "--json")
    assert (answer.status, '"puzzles":1' in answer.out.replace(" ", "")) == (BAD_INPUT, True)
    assert "two.url:2 (two.url, line 2): solutions: multiple" in answer.err
    assert answer.err.endswith("litslab: left out 2 of 3 puzzles\n")
    strict = run("puzzle", "book", file, "-o", "b.pdf", "--strict")
    assert (strict.status, (run.folder / "b.pdf").exists()) == (BAD_INPUT, False)
