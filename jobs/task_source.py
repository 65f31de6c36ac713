"""Sources of tasks: an iterable, or a function that returns the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

Tasks = Iterable[T] | Callable[[], T | None]
"""Tasks, or a function that returns the next one, or None if there is none before
another result.
"""


def task_source(tasks: Tasks[T]) -> Callable[[], T | None]:
    """Return the function that returns the next task, or None."""
    if callable(tasks):
        return tasks
    iterator = iter(tasks)
    return lambda: next(iterator, None)
