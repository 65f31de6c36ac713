"""This process as in an install without a compiler, where the kernel was not built."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from litslab import kernel
from litslab.puzzles.lits import solve as puzzle_solver
from litslab.solver.engines import kernel as game_kernel


@contextmanager
def without_kernel() -> Iterator[None]:
    """Hide the kernel from this process."""
    caches = (game_kernel.engine_for, puzzle_solver.kernel_rules, puzzle_solver.kernel_solver)
    with pytest.MonkeyPatch.context() as patch:
        for name in vars(kernel).keys() - {"AVAILABLE"}:
            if not name.startswith("_"):
                patch.delattr(kernel, name)
        patch.setattr(kernel, "AVAILABLE", False)
        for each in caches:
            each.cache_clear()
        yield
    for each in caches:
        each.cache_clear()
