"""The command line ``litslab``: options declared once in `options`, a module for each group of commands.

Only what ``--help`` needs is imported here; each command imports what it uses when it runs, so that the first answer
is quick.
"""

from __future__ import annotations

from litslab.app.cli.program import command_line, main

__all__ = ["command_line", "main"]
