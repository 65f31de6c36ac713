"""Progress on a terminal: a status line, a bar once a total is known, and nothing anywhere else."""

from __future__ import annotations

import io
import signal

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


def test_a_bar_gives_way_to_a_status_line_where_a_part_without_a_total_follows(terminal: Console) -> None:
    with console.showing("solving") as progress:
        progress(Progress(3, 4))
        progress(Progress(1200, text="proof: [1,200] moves"))
        assert "solving … proof: [1,200] moves" in shown(terminal)
        progress(Progress(3, 4))
    assert "75%" in shown(terminal)


def test_nothing_is_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with console.showing("generating") as progress:
        progress(Progress(3, 4))
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_once_the_work_is_done_does_not_lose_its_answer(request: pytest.FixtureRequest) -> None:
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


def test_lines_for_a_terminal_are_broken_between_words_and_keep_their_indent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
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
