"""Every JSON document, one class per result: its fields, how it is made of the result, and its text
for a terminal.

Each module is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litslab.app.documents import (  # noqa: F401 - for type checkers
        base,
        campaigns,
        collection,
        commands,
        finals,
        positions,
        puzzles,
        reports,
        rule_texts,
        runs,
        solutions,
        studies,
    )


def __getattr__(name: str) -> Any:
    """Import a module of this package when it is first used."""
    if name.startswith("_"):
        raise AttributeError(name)
    return import_module(f"{__name__}.{name}")
