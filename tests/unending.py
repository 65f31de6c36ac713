"""litslab as a command that does not end, so that a test kills it at work however late it comes.

Games, puzzles and studies: the command keeps the first result as usual, and then waits for a signal
instead of the second. Its workers are as usual: at work, and each with tasks that it got in
advance.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

from litslab.app.cli import main
from litslab.jobs.tasks import run_tasks, run_tasks_in_order

Results = Generator[tuple[Any, Any], None, None]


def unending(*arguments: str | Path) -> list[str]:
    """Return the command line of litslab with some arguments, as a command that does not end."""
    return [sys.executable, "-m", "tests.unending", *map(str, arguments)]


def without_end(run: Callable[..., Results]) -> Callable[..., Results]:
    """Return a function that does tasks as `run` does, but waits for a signal as soon as the second
    result is asked for.
    """

    def run_without_end(*tasks: Any, **options: Any) -> Results:
        with closing(run(*tasks, **options)) as results:
            yield next(results)
            while True:
                signal.pause()

    return run_without_end


if __name__ == "__main__":
    with (
        patch("litslab.puzzles.batches.run_tasks_in_order", without_end(run_tasks_in_order)),
        patch("litslab.analysis.runs.simulate.run_tasks", without_end(run_tasks)),
    ):
        sys.exit(main())  # as the program, which handles signals from its start
