"""The commands on LITS puzzles: one line per puzzle, every source, every format, and one line for
each error.
"""

from __future__ import annotations

import io
import json
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.app.command_line import BAD_INPUT, DONE, LIMIT, NEGATIVE, Runner

URL = "https://puzz.link/p?lits/10/10/08p0i3jbhmjg5j5ik048rgtr8q1e5gkf9hnu"
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "puzzles"
SEVERAL = "lits/6/6/lldoa4043q6c"


def lines(run: Runner, *arguments: str | Path, status: int = DONE) -> list[dict[str, Any]]:
    return run("puzzle", "solve", *arguments, "--json").documents(status)


def shading(line: dict[str, Any]) -> Any:
    return line["answer"]["solutions"][0]["shading"]


@pytest.mark.slow
def test_puzzles_come_from_everywhere_and_in_order(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = [f"litslab-{number:02}" for number in range(1, 13)]
    found = lines(run, EXAMPLES / "made.jsonl")
    assert [line["name"][:10] for line in found] == names
    assert {line["answer"]["status"] for line in found} == {"unique"}
    at_once = lines(run, EXAMPLES / "made.jsonl", "--workers", "2", "--engine", "cpsat")
    assert [(line["name"], shading(line)) for line in at_once] == [
        (line["name"], shading(line)) for line in found
    ]
    assert len(lines(run, EXAMPLES)) == 12 * 3 + 2
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO((EXAMPLES / "all.url").read_bytes()))
    )
    assert [*map(shading, lines(run, "-"))] == [*map(shading, found)]
    assert len(lines(run, URL, EXAMPLES / "all.url")) == 13


def test_a_limit_leaves_it_undecided(run: Runner) -> None:
    (every,) = lines(run, SEVERAL, "--limit", "100")
    assert (len(every["answer"]["solutions"]), every["answer"]["complete"]) == (20, True)
    (line,) = lines(run, URL, "--engine", "cpsat", "--time-limit", "0", status=LIMIT)
    assert (line["answer"]["status"], line["answer"]["solutions"]) == ("undecided", [])


def test_a_converted_file_is_written_once(run: Runner) -> None:
    first = run("puzzle", "convert", EXAMPLES / "made.jsonl", "all.url")
    assert (first.status, first.out) == (DONE, "wrote all.url\n")
    assert Path("all.url").read_text() == (EXAMPLES / "all.url").read_text().split("\n", 1)[1]
    assert run("puzzle", "convert", URL, "all.url").status == BAD_INPUT
    assert run("puzzle", "convert", URL, "all.url", "--force").status == DONE


def test_convert_lists_what_the_format_cannot_express(run: Runner) -> None:
    file = run.write("both.url", f"{URL}\nlits/7/6/4d5ikoc0e5025g0\n")
    answer = run("puzzle", "convert", file, "--to", "task", "--json")
    document = json.loads(answer.out)
    assert (document["puzzles"], [each["read_from"] for each in document["skipped"]]) == (
        1,
        ["both.url, line 2"],
    )
    assert run.ok("puzzle", "convert", file, "--to", "url")["skipped"] == []


def test_show_checks_the_solution_that_a_puzzle_brings(run: Runner) -> None:
    right = run("puzzle", "show", EXAMPLES / "solved.grid", "--json")
    assert right.status == DONE
    assert all(json.loads(line)["solution"] for line in right.out.splitlines())
    wrong = run("puzzle", "show", run.write("w.grid", "AAAA\n\nsolution:\n###."))
    assert wrong.status == NEGATIVE
    assert (
        "the solution in the file is wrong: fewer than four squares shaded in a region: a1 b1 c1"
        in wrong.out
    )


def test_a_mistake_in_a_file_is_reported_with_its_line(run: Runner) -> None:
    file = run.write("bad.url", "lits/4/4/9q02jg\nlits/4/4/9q02j!\n")
    assert "bad.url, line 2: character 6 of the borders is '!'" in run("puzzle", "solve", file).err
    (Path("binary.txt")).write_bytes(b"\xff\xfe\x00")
    assert "binary.txt: not a text in UTF-8" in run("puzzle", "solve", "binary.txt").complaint


def test_ctrl_c_keeps_what_was_printed(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes as the fourth answer is about to be printed."""
    really_write = sys.stdout.write
    begun = count(1)

    def write(text: str) -> int:
        if text.startswith("{") and next(begun) == 4:
            raise KeyboardInterrupt
        return really_write(text)

    monkeypatch.setattr(sys.stdout, "write", write)
    answer = run("puzzle", "solve", EXAMPLES / "made.jsonl", "--json")
    assert answer.status == LIMIT
    assert len(answer.out.splitlines()) == 3
    assert answer.err == "litslab: interrupted after 3 of 12 puzzles\n"


GOOD = "lits/4/4/9q02jg\n"
OTHER = "AAAA\n.BBB\n.BBB\n"


@pytest.fixture
def folder(run: Runner) -> Path:
    """A folder of three good puzzles, and between them three that cannot be read, each for another
    reason.
    """
    folder = run.folder / "folder"
    folder.mkdir()
    (folder / "1.url").write_text(GOOD)
    (folder / "2.url").write_text(GOOD + "lits/4/4/9q02j!\n")
    (folder / "3.txt").write_bytes(b"\xff\xfe")
    (folder / "4.json").write_text("{}")
    (folder / "5.grid").write_text(OTHER)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "grade", "show --json", "convert --to json"])
def test_one_bad_file_in_a_folder_does_not_hide_the_others(
    run: Runner,
    folder: Path,
    command: str,
) -> None:
    line = ("puzzle", *command.split(), "folder")
    answer = run(*line)
    assert answer.status == BAD_INPUT
    assert len(answer.out.splitlines()) == 3
    *complaints, count = answer.err.splitlines()
    assert count == "litslab: left out 3 of 6 puzzles"
    assert [line.split(":")[1].split(",")[0].strip() for line in complaints] == [
        "folder/2.url",
        "folder/3.txt",
        "folder/4.json",
    ]
    assert "line 2: character 6 of the borders is '!'" in complaints[0]
    for name in ("2.url", "3.txt", "4.json"):
        (folder / name).unlink()
    again = run(*line)
    assert (again.err, again.out.splitlines()[-1].split(" ms")[0][:12]) == (
        "",
        answer.out.splitlines()[-1][:12],
    )
    assert again.status != BAD_INPUT


@pytest.mark.usefixtures("folder")
def test_bad_files_that_are_named_one_by_one_do_not_hide_the_others(run: Runner) -> None:
    answer = run("puzzle", "solve", "folder/2.url", "none.url", "folder/1.url", "--json")
    assert answer.status == BAD_INPUT
    assert [json.loads(line)["answer"]["status"] for line in answer.out.splitlines()] == [
        "unique"
    ] * 2
    assert len(answer.err.splitlines()) == 3
    assert "none.url: no such file" in answer.err


@pytest.mark.usefixtures("folder")
def test_a_hint_is_given_although_other_files_of_the_folder_are_bad(run: Runner) -> None:
    answer = run("puzzle", "hint", "folder")
    assert (answer.status, len(answer.err.splitlines())) == (BAD_INPUT, 4)
    assert answer.out.startswith("1.url 4×4:\n1. ")


@pytest.mark.slow
def test_every_document_of_many_puzzles_has_a_name_a_size_and_a_source(run: Runner) -> None:
    run.write("all.url", "% two\nlits/4/4/9q02jg\nlits/6/5/4gq64cb2g6 The gate by Jo\n")
    expected = [
        {"name": "all.url:2", "rows": 4, "cols": 4, "read_from": "all.url, line 2"},
        {
            "name": "The gate",
            "title": "The gate",
            "author": "Jo",
            "rows": 5,
            "cols": 6,
            "read_from": "all.url, line 3",
        },
        {"name": "lits/4/4/9q02jg", "rows": 4, "cols": 4, "read_from": "lits/4/4/9q02jg"},
    ]
    keys = {"name", "title", "author", "source", "rows", "cols", "read_from"}
    for command in ("solve", "grade", "hint"):
        answer = run("puzzle", command, "all.url", "lits/4/4/9q02jg", "--json")
        documents = [json.loads(line) for line in answer.out.splitlines()]
        assert [
            {key: each[key] for key in each if key in keys} for each in documents
        ] == expected, command
        told = run("puzzle", command, "all.url", "lits/4/4/9q02jg").out
        for label in ("all.url:2 4×4:", "The gate 6×5 by Jo:", "lits/4/4/9q02jg 4×4:"):
            assert label in told, (command, label)
    converted = run.ok("puzzle", "convert", "all.url", "--to", "url")["entries"]
    assert [{key: each[key] for key in each if key in keys} for each in converted] == expected[:2]
    grids = run("puzzle", "convert", "all.url", "--to", "grid").out
    assert [line for line in grids.splitlines() if ":" in line] == [
        "id: all.url:2",
        "title: The gate",
        "author: Jo",
    ]
