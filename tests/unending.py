"""litslab as a command that does not end, so that a test kills it at work however late it comes.

The command does all its work and keeps all its files as usual. Where it would be done with them, it
waits for a signal before it ends its workers. The workers themselves are as usual.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from unittest.mock import patch

from litslab.app.cli import main
from litslab.jobs.pool import Pool

end_workers = Pool.__exit__


def unending(*arguments: str | Path) -> list[str]:
    """Return the command line of litslab with some arguments, as a command that does not end."""
    return [sys.executable, "-m", "tests.unending", *map(str, arguments)]


def wait_and_end_workers(pool: Pool, *error: object) -> None:
    """Wait for a signal, unless something went wrong before, and end the workers of a pool."""
    try:
        if error[0] is None:
            signal.pause()
    finally:
        end_workers(pool, *error)


if __name__ == "__main__":
    with patch.object(Pool, "__exit__", wait_and_end_workers):
        sys.exit(main(sys.argv[1:]))
