"""Tasks in their order."""

from __future__ import annotations

import pytest

from litslab.jobs.tasks import run_tasks_in_order
from tests.jobs.test_pool import slow_when_even


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 3])
def test_results_in_the_order_of_the_tasks(workers: int) -> None:
    tasks = [{"number": number} for number in range(8)]  # which need not be hashable
    assert list(run_tasks_in_order(slow_when_even, [], workers=workers)) == []
    results = run_tasks_in_order(slow_when_even, tasks, workers=workers)
    assert list(results) == [(task, task["number"] ** 2) for task in tasks]
