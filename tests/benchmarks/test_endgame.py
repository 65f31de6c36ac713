"""The table of endgames shows what the value, one best move and all of them cost, with one thread and with two."""

from __future__ import annotations

import pytest

from benchmarks import endgame


def test_each_stage_costs_as_much_as_those_before_it_and_more(capsys: pytest.CaptureFixture[str]) -> None:
    work = endgame.Work("small", "", lambda: [endgame.after(endgame.half_board(5, 1), 0, 1)])
    endgame.print_works("Small", (work,), 60.0)
    one, two = (line.split(" | ") for line in capsys.readouterr().out.splitlines()[:2])
    assert (one[:2], two[:2]) == (["small", "1"], ["small", "2"])
    nodes = [int(each.split(" / ")[0].replace(",", "")) for each in one[3:6]]
    assert 0 < nodes[0] <= nodes[1] <= nodes[2]
    assert one[6] == two[6]


def test_what_a_limit_ends_has_bounds_and_no_costs(capsys: pytest.CaptureFixture[str]) -> None:
    work = endgame.Work("large", "", lambda: [endgame.half_board(8, 1).start()])
    endgame.print_works("Large", (work,), 0.0)
    line = capsys.readouterr().out.splitlines()[0].split(" | ")
    assert line[3:6] == ["–", "–", "–"]
    assert " to " in line[6]
