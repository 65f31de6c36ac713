"""The C++ hot loops behind a typed module: exact search, random games, finished positions, and LITS
puzzles.

If the compiled part is missing (no compiler when litslab was installed), `AVAILABLE` is False and
the reference engine is used instead; every result names its engine. In a browser the kernel is
WebAssembly, whose names `app.web.in_browser` puts here.
"""

import sys

try:
    from litslab.kernel._kernel import *  # noqa: F403 - the stub beside this module names them
except ImportError:  # installed without a compiler, or in a browser
    AVAILABLE = sys.platform == "emscripten"
else:
    AVAILABLE = True
