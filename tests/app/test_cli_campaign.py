"""`litslab campaign`: made, planned, run, interrupted, resumed, exported and verified."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import polars as pl
import pytest
from jsonschema import validate

from litslab import kernel
from litslab.app.documents.campaigns import CampaignBook
from litslab.app.documents.schema import schema_of_type
from litslab.solver.campaign import run as running_module
from litslab.solver.campaign.tree import Found, Task, search
from tests.app.command_line import BAD_INPUT, DONE, LIMIT, NEGATIVE, Runner
from tests.fuzz.forgeries import claim_values
from tests.running import all_ended, descendants, interrupted_at, litslab, running, wait_until
from tests.solver.campaign import boards

KILLS = min(20, max(1, int(os.environ.get("LITSLAB_KILLS", "15")) // 5))
"""The number of times a command is killed; `make fuzz` has a larger one."""

needs_the_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")


def make(run: Runner, *more: str, size: int = 5, target: str = "swap") -> str:
    """Make a board of Battle of LITS and a campaign about it."""
    run.ok(
        "new", "battle-of-lits", "--size", str(size), "--seed", "1", "-o", "board.toml", "--force"
    )
    made = run.ok(
        "campaign", "new", "board.toml", "--target", target, "-o", "c.db", "--force", *more
    )
    assert made == {"path": "c.db", "game": "battle-of-lits", "target": target}
    return "c.db"


def make_and_run(run: Runner, target: str = "swap") -> str:
    """Make a campaign and run it to its end."""
    file = make(run, target=target)
    run.ok("campaign", "run", file, "--workers", "1")
    return file


@pytest.mark.parametrize(("target", "name"), [("winner", "winning moves"), ("value", "best")])
def test_moves_that_win_are_not_called_the_best(
    run: Runner,
    tmp_path: Path,
    target: str,
    name: str,
) -> None:
    path = boards.make(tmp_path, boards.board(), target)
    boards.run(path)
    shown = run("campaign", "status", str(path)).out
    names = [line.partition(": ")[0] for line in shown.splitlines()]
    assert [each for each in names if each in {"winning moves", "best"}] == [name]


def search_with(monkeypatch: pytest.MonkeyPatch, search: Callable[[Task], Found]) -> None:
    """Let campaigns search by another function."""
    monkeypatch.setattr(
        running_module, "run_campaign", partial(running_module.run_campaign, search=search)
    )


@pytest.mark.slow
def test_exports(run: Runner) -> None:
    file = make_and_run(run, "openings")
    direct = run.ok("solve", "board.toml", "--all-moves", "--no-swap")["moves"]
    for name in ("a.parquet", "a.json", "a.svg", "copy.db", "a.cert"):
        written = run.ok("campaign", "export", file, "-o", name)
        assert (written["path"], written["moves_known"], written["moves"]) == (
            name,
            len(direct),
            len(direct),
        )
        assert "use --force" in run("campaign", "export", file, "-o", name).complaint
        run.ok("campaign", "export", file, "-o", name, "--force")
    values = {each["move"]: each["score"]["value"] for each in direct}
    table = pl.read_parquet("a.parquet")
    assert dict(zip(table["move"], table["value"], strict=True)) == values
    book = json.loads(Path("a.json").read_text(encoding="utf-8"))
    validate(book, schema_of_type(CampaignBook))
    assert {each["move"]: each["score"]["value"] for each in book["book"]} == values
    assert Path("a.svg").read_text().startswith("<svg")
    assert run.ok("campaign", "verify", "copy.db")["result"]["score"]["value"] == max(
        values.values()
    )
    assert run.ok("campaign", "verify", "a.cert", "--by-rules", "--all")["status"] == "exact"
    refused = run("campaign", "export", file, "-o", "a.txt")
    assert (
        "a.txt: expected a name that ends in .parquet, .json, .db, .cert, .svg, .png or .pdf"
        in refused.complaint
    )


@pytest.mark.slow
def test_flipped_answers_of_searches_are_never_called_exact(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Answers that agree with each other, but not with the game, are found by repeated searches
    only.
    """
    file = make_and_run(run, "openings")
    true = run.ok("campaign", "status", file)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        claim_values(database, 9)
    commands = (
        ("campaign", "status", file),
        ("campaign", "run", file),
        *(
            ("campaign", "export", file, "-o", f"a.{kind}", "--force")
            for kind in ("json", "svg", "parquet")
        ),
        *(
            (command, "board.toml", *more)
            for command in ("solve", "analyse")
            for more in ((), ("--book", file))
        ),
    )
    monkeypatch.setenv("LITSLAB_BOOKS", ".")
    for command in commands:
        text = run(*command).out
        assert "as stored in c.db, not verified)" in text, command
        document = run.ok(*command)
        assert document.get("status", "stored") == "stored"
        assert not re.search("exact|proved", text + json.dumps(document)), command
    for name in ("a.json", "a.svg"):
        text = Path(name).read_text()
        assert "as stored in c.db, not verified" in text
        assert "exact" not in text
    assert json.loads(Path("a.json").read_text())["result"] != true["result"]
    assert run("campaign", "verify", file).status == NEGATIVE


@pytest.mark.slow
def test_a_time_limit_of_verify_is_no_proof(run: Runner) -> None:
    file = make_and_run(run, "openings")
    found = run(
        "campaign", "verify", file, "--all", "--engine", "reference", "--time-limit", "0.001"
    )
    assert found.status == LIMIT
    assert "time limit reached: " in found.out


@pytest.mark.slow
def test_solve_and_analyse_look_the_answer_up(run: Runner) -> None:
    file = make(run)
    searched = run.ok("solve", "board.toml")
    run.ok("campaign", "run", file, "--workers", "1")
    found = run.ok("solve", "board.toml", "--book", file)
    assert (found["status"], found["score"], found["book"], found["info"]["engine"]) == (
        "stored",
        searched["score"],
        file,
        "campaign",
    )
    assert found["best"] == run.ok("campaign", "status", file)["result"]["best"]
    text = run("solve", "board.toml", "--book", file).out
    assert f"(as stored in {file}, not verified)\n" in text
    assert "nothing was searched; the campaign cost " in text
    assert "principal variation" not in text
    assert (
        f"(as stored in {file}, not verified)\n" in run("analyse", "board.toml", "--book", file).out
    )
    advice = run.ok("analyse", "board.toml", "--book", file)
    assert (advice["status"], advice["solution"]["status"], advice["solution"]["book"]) == (
        "stored",
        "stored",
        file,
    )
    assert "book" not in searched
    assert run("solve", "board.toml", "--book", "none.db").status == BAD_INPUT


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_finished(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    file = make(run, "--checked", "0", target="openings")
    with monkeypatch.context() as patched:
        search_with(patched, interrupted_at(8, search))
        stopped = run("campaign", "run", file, "--workers", "1")
    assert stopped.status == LIMIT
    assert stopped.out.endswith("stopped; the same command resumes it\n")
    assert run.ok("campaign", "status", file)["cost"]["searches"] == 7
    assert run.ok("campaign", "run", file, "--workers", "1")["status"] == "stored"


def test_a_lie_is_told_in_one_line(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    file = make(run, "--checked", "1")

    def lie_once(task: Task) -> Found:
        found = search(task)
        if task.check or lied:
            return found
        lied.append(task)
        return replace(found, holds=not found.holds, worker="a liar")

    lied: list[Task] = []
    search_with(monkeypatch, lie_once)
    told = run("campaign", "run", file, "--workers", "1")
    assert told.status == DONE
    assert told.err.startswith(
        "litslab: worker a liar (kernel) is contradicted by a second search ("
    )
    assert len(told.err.splitlines()) == 1


def has_searched(file: str, searches: int) -> bool:
    """Look into the file: the command ``status`` takes longer than the whole campaign on a busy
    machine.
    """
    with closing(sqlite3.connect(file)) as database:
        (count,) = database.execute("SELECT count(*) FROM searches").fetchone()
    return bool(count >= searches)


@pytest.mark.slow
@needs_the_kernel
def test_killed_again_and_again(run: Runner) -> None:
    """The command and its workers are killed at random moments. No finished search is lost; the
    result is the same.
    """
    rng = random.Random(1)
    file = make(run, size=6, target="openings")
    command = ("campaign", "run", file, "--workers", "2", "--nodes", "100")
    killed = searches = 0
    for _ in range(KILLS):
        with running(*litslab(*command)) as process:
            more = searches + rng.randrange(1, 15)
            process.wait_until(partial(has_searched, file, more))
            children = descendants(process.process.pid)
            process.process.send_signal(signal.SIGKILL)
            process.end()
            assert wait_until(partial(all_ended, children))
        kept = run.ok("campaign", "status", file)
        assert kept["cost"]["searches"] >= more
        if kept["status"] == "stored":
            break
        killed += 1
        searches = kept["cost"]["searches"]
        if kept["moves_known"] > kept["moves"] / 2:  # the next run might end before it is killed
            break
    assert killed
    done = run.ok("campaign", "run", file, "--workers", "1")
    assert (done["status"], done["result"]["score"]["value"]) == (
        "stored",
        run.ok("solve", "board.toml", "--no-swap")["score"]["value"],
    )
    assert run.ok("campaign", "verify", file, "-n", "30")["repeated"] == 30
    assert sorted(each.name for each in Path().iterdir()) == ["board.toml", "c.db"]
