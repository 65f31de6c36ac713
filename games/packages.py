"""The packages that litslab uses only if they are installed, and the extras that install them."""

from __future__ import annotations

EXTRA_OF = {
    "dask": "cluster",
    "distributed": "cluster",
    "h11": "web",
    "segno": "pictures",
    "starlette": "web",
    "typst": "pictures",
    "uvicorn": "web",
    "ziglang": "static",
}
"""The extra of each package."""


def missing_text(what: str, package: str) -> str:
    """Return the message that something needs a package, and how to install it.

    Examples
    --------
    >>> print(missing_text("a booklet", "typst"))
    a booklet needs typst: run `pip install 'litslab[pictures]'`
    """
    return f"{what} needs {package}: run `pip install 'litslab[{EXTRA_OF[package]}]'`"
