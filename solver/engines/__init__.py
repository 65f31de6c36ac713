"""The engines that prove values: the reference search, the kernel, and CP-SAT, with one protocol."""

from __future__ import annotations

import warnings

from litslab import kernel as compiled  # `kernel` is a module of this package
from litslab.jobs.progress import Notice


def is_built() -> bool:
    """Return whether the kernel was built; where it was not, say once what that costs."""
    if not compiled.AVAILABLE:
        text = (
            "the kernel was not built: Python and CP-SAT answer instead, many times slower; "
            "install a C++20 compiler, then litslab again"
        )
        warnings.warn(text, Notice, stacklevel=1)
    return compiled.AVAILABLE
