"""The nodes of the measured endgames are counted again."""

from __future__ import annotations

import json

import pytest

from benchmarks.endgame import WORKS
from docs import figures
from litslab import kernel

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")


@pytest.mark.slow
@needs_kernel
def test_the_nodes_of_the_figures_are_counted_again() -> None:
    measured = json.loads(figures.STORE.read_text(encoding="utf-8"))
    quick = [name for name in WORKS if sum(measured[name]["nodes"]) < 200_000]
    assert len(quick) >= 4
    for name in quick:
        assert figures.measure_endgame(name)["nodes"] == measured[name]["nodes"], name
