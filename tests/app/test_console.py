"""Progress on a terminal: a status line, a bar once a total is known, and nothing anywhere else."""

from __future__ import annotations

import io
import re
import signal
from pathlib import Path

import pytest
from rich.console import Console

from litslab.app import console
from litslab.app.cli import main
from litslab.jobs.progress import Progress


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Console:
    terminal = Console(file=io.StringIO(), force_terminal=True, width=120, color_system=None)
    monkeypatch.setattr("rich.console.Console", lambda **_: terminal)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    return terminal


def shown(terminal: Console) -> str:
    """Everything that was shown; what stands at the bottom now is drawn first."""
    terminal.print()
    assert isinstance(terminal.file, io.StringIO)
    return terminal.file.getvalue()


def test_without_a_total_there_is_a_status_line(terminal: Console) -> None:
    with console.showing("solving") as progress:
        assert progress is not None
        progress(Progress(1200, text="between dark by 1 and light by 3"))
        assert "solving … between dark by 1 and light by 3" in shown(terminal)
        progress(Progress(1500))
        assert "solving … 1,500" in shown(terminal)
    assert "%" not in shown(terminal)


def test_with_a_total_there_is_a_bar(terminal: Console) -> None:
    with console.showing("generating") as progress:
        assert progress is not None
        progress(Progress(0, text="starting"))
        progress(Progress(1, 4, "rejected: 3 [too easy]"))
    last = shown(terminal)  # at its end the bar is drawn once more
    assert "generating" in last
    assert "25%" in last
    assert "rejected: 3 [too easy]" in last


def test_a_bar_gives_way_to_a_status_line_where_a_part_without_a_total_follows(
    terminal: Console,
) -> None:
    with console.showing("solving") as progress:
        progress(Progress(3, 4))
        progress(Progress(1200, text="proof: [1,200] moves"))
        assert "solving … proof: [1,200] moves" in shown(terminal)
        progress(Progress(3, 4))
    assert "75%" in shown(terminal)


def test_the_elapsed_time_and_what_ctrl_c_keeps_are_shown_at_once(terminal: Console) -> None:
    with console.showing("solving", keeps=True):
        assert "0:00:00 solving …" in shown(terminal)
        assert "(Ctrl-C keeps the results so far)" in shown(terminal)


def test_ctrl_c_is_not_named_where_it_keeps_nothing(terminal: Console) -> None:
    with console.showing("counting"):
        assert "0:00:00 counting …" in shown(terminal)
    assert "Ctrl-C" not in shown(terminal)


WORK = [
    ("solving", "solve wythe-3.toml"),
    ("analysing", "analyse wythe-3.toml --time-limit 0.1"),
    ("reviewing", "review wythe-3.toml --time-limit 0.1"),
    ("analysing groups", "groups taiji.toml"),
    ("bounding", "bounds taiji.toml"),
    ("counting", "perft wythe --size 3 --depth 1"),
    ("counting", "maximal count wythe --size 2"),
    ("optimising", "maximal extreme taiji --size 3 --minimize pieces"),
    ("playing", "simulate wythe --size 3 -n 2 -o run.parquet"),
    ("drawing", "plot lengths run.parquet -o plot.svg"),
    ("solving", "puzzle solve lits/4/4/9q02jg"),
    ("explaining", "puzzle solve lits/4/4/9q02jg --explain"),
    ("solving", "puzzle show lits/4/4/9q02jg --solved"),
    ("searching", "puzzle hint lits/4/4/9q02jg"),
    ("grading", "puzzle grade lits/4/4/9q02jg"),
    ("checking", "puzzle check lits/4/4/9q02jg"),
    ("searching", "puzzle variants lits/4/4/9q02jg"),
    ("generating", "puzzle generate --size 5"),
]


@pytest.mark.slow
def test_every_command_that_can_take_long_shows_the_elapsed_time(
    terminal: Console,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wythe-3.toml").write_text('game = "wythe"\noptions = { size = 3 }\nmoves = "a1,a2"\n')
    Path("taiji.toml").write_text('game = "taiji"\noptions = { size = 3 }\nmoves = "a1,a2"\n')
    for what, command in WORK:
        before = len(shown(terminal))
        assert main(command.split()) in {0, 3}, command
        told = shown(terminal)[before:]
        assert re.search(rf"\d:\d\d:\d\d {what} …", told), command


def test_nothing_is_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with console.showing("generating") as progress:
        progress(Progress(3, 4))
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_once_the_work_is_done_does_not_lose_its_answer(
    request: pytest.FixtureRequest,
) -> None:
    for fixture in ("monkeypatch", "terminal"):  # without a terminal and with one
        request.getfixturevalue(fixture)
        for _ in range(2):
            with console.showing("solving"):
                pass
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert main(["maximal", "count", "wythe", "--size", "2"]) == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_between_the_answers_of_many_puzzles_ends_the_work(
    request: pytest.FixtureRequest,
) -> None:
    for fixture in ("monkeypatch", "terminal"):  # without a terminal and with one
        request.getfixturevalue(fixture)
        with console.showing("solving", last=False):
            pass
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_lines_for_a_terminal_are_broken_between_words_and_keep_their_indent(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["games"]) == 0
    whole = capsys.readouterr().out
    assert max(map(len, whole.splitlines())) > 60
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 60
    assert shown.split() == whole.split()
    assert "\n    " in shown
