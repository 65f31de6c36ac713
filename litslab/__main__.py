"""``python -m litslab``: the command ``litslab``."""

import sys

from litslab.app.cli import main

if __name__ == "__main__":
    sys.exit(main())
