"""Docstrings as texts for users: their paragraphs without the line breaks of the source."""

from __future__ import annotations

import inspect
import re


def unwrapped(docstring: str | None) -> str:
    r"""Return a docstring with every paragraph on one line; lists and indented blocks stay.

    Examples
    --------
    >>> unwrapped("Return a text that is\n    long.\n\n    - one\n    - two")
    'Return a text that is long.\n\n- one\n- two'
    """
    paragraphs = inspect.cleandoc(docstring or "").split("\n\n")
    return "\n\n".join(
        text if re.search(r"^([-*] | )", text, re.MULTILINE) else " ".join(text.split("\n"))
        for text in paragraphs
    )


def first_paragraph(docstring: str | None) -> str:
    """Return the first paragraph of a docstring, on one line."""
    return unwrapped(docstring).partition("\n\n")[0]
