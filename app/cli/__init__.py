"""The command line ``litslab``: a module for each group of commands, and `options` with the options
that several of them have.

Importing this package imports no other part of the command line, so Ctrl-C is handled from the
start. Modules import only what ``--help`` needs. Each command imports what it uses when it runs, so
that the first answer is quick.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from types import FrameType

_INTERRUPTED = 130  # as in `console`, whose import of typer would take time
_MESSAGE = "litslab: interrupted\n"


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit status; an error is one line on standard error.

    Parameters
    ----------
    arguments : list of str, optional
        The words after ``litslab``; those of the process if not given.
    """
    # Other programs keep their own handling of Ctrl-C, and scripts in the background ignore it.
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    is_program = (
        arguments is None and is_usual and threading.current_thread() is threading.main_thread()
    )
    try:
        if is_program:
            signal.signal(signal.SIGINT, _end_at_once)
        from litslab.app.cli import program

        if is_program:
            program.prepare(sys.argv[1:])
            signal.signal(signal.SIGINT, raise_after_imports)
        status = program.main(arguments)
        if is_program:  # the end of the interpreter takes a moment, and would show a traceback
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        return status
    except KeyboardInterrupt:  # outside the code that handles it
        print(_MESSAGE, end="", file=sys.stderr)
        return _INTERRUPTED


def _end_at_once(*_: object) -> None:
    """Exit at once, as there is nothing to clean up; an interrupted import could show a traceback
    or hide Ctrl-C.
    """
    os.write(2, _MESSAGE.encode())
    os._exit(_INTERRUPTED)


def raise_after_imports(_number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`, but not within an import: libraries such as OR-Tools lose it while
    they are loaded.
    """
    while frame is not None and frame.f_code.co_filename != "<frozen importlib._bootstrap>":
        frame = frame.f_back
    if frame is None:
        raise KeyboardInterrupt
    _thread.start_new_thread(_interrupt_again, ())


def _interrupt_again() -> None:
    time.sleep(0.05)
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # also ends what the main thread waits for
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
