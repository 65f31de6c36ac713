"""The table of endgames shows what the value, one best move and all of them cost, with one thread and with two."""

from __future__ import annotations

import pytest

from benchmarks import endgame


def test_each_stage_costs_as_much_as_those_before_it_and_more(capsys: pytest.CaptureFixture[str]) -> None:
    work = endgame.Work("small", "", lambda: [endgame.after(endgame.half_board(5, 1), 0, 1)])
    endgame.print_works("Small", (work,), 60.0)
    one, two = (line.split(" | ") for line in capsys.readouterr().out.splitlines()[:2])
    assert (one[:2], two[:2]) == (["small", "1"], ["small", "2"])
    nodes = [int(each.split(" / ")[0].replace(",", "")) for each in one[4:7]]
    assert 0 < nodes[0] <= nodes[1] <= nodes[2]
    assert one[7] == two[7]
    alone, together, times = float(one[3]), *map(float, two[3].removesuffix(" times)").split(" ("))
    assert min(alone, together, times) >= 0
