"""Run the command line as ``python -m litslab.app.cli``."""

from __future__ import annotations

import sys

from litslab.app.cli import main

if __name__ == "__main__":
    sys.exit(main())
