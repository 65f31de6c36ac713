"""The command line ``litslab``: options declared once in `options`, a module for each group of commands.

Only what ``--help`` needs is imported here; each command imports what it uses when it runs, so that the first answer
is quick. Nothing of it is imported with this package, so that Ctrl-C is handled from the start.
"""

from __future__ import annotations

import os
import signal
import sys

from litslab.jobs.interrupts import in_main_thread

_INTERRUPTED = 130  # that of `console`, which imports typer
_MESSAGE = "litslab: interrupted\n"


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit status; one line on standard error says what was wrong.

    Parameters
    ----------
    arguments : list of str, optional
        What follows ``litslab``; those of the process if not given.
    """
    before = signal.getsignal(signal.SIGINT)
    # Neither within another program, nor where Ctrl-C is ignored, as in the background of a script.
    is_program = arguments is None and before is signal.default_int_handler and in_main_thread()
    try:
        if is_program:
            signal.signal(signal.SIGINT, _end_at_once)
        from litslab.app.cli import program

        if is_program:
            program.prepare(sys.argv[1:])
            signal.signal(signal.SIGINT, before)
        return program.main(arguments)
    except KeyboardInterrupt:  # before or after all that handles it
        print(_MESSAGE, end="", file=sys.stderr)
        return _INTERRUPTED


def _end_at_once(*_: object) -> None:
    """End while there is nothing to clean up: an import could show a traceback, or make another error of Ctrl-C."""
    os.write(2, _MESSAGE.encode())
    os._exit(_INTERRUPTED)
