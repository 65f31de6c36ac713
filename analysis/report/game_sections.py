"""Sections that a game adds to its reports, made by the functions that `Rules.report_sections` names."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Section
from litslab.games.errors import OptionError
from litslab.games.position import Rules

MakeSection = Callable[[Context, float], Section | None]
"""Makes a section from the context within a time in seconds; None if there is nothing to show."""


def own_sections(rules: Rules) -> list[tuple[str, MakeSection]]:
    """Return the functions that make a game's own sections, each with what it is called while it works.

    Raises
    ------
    OptionError
        If there is no such function.
    """
    found = []
    for text in rules.report_sections:
        module, _, name = text.partition(":")
        try:
            make: MakeSection = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise OptionError(f"report section {text!r} of {rules.name}: {error}: expected MODULE:FUNCTION") from None
        found.append((name.replace("_", " "), make))
    return found
