"""The answers of commands that are more than one result: several results together, or a result with
what a command adds. A result declares its own JSON.

Each module is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litslab.app.documents import (  # noqa: F401 - for type checkers
        campaigns,
        collection,
        commands,
        explanations,
        finals,
        positions,
        puzzles,
        rule_texts,
        runs,
        studies,
    )


def __getattr__(name: str) -> Any:
    """Import a module of this package when it is first used."""
    if name.startswith("_"):
        raise AttributeError(name)
    return import_module(f"{__name__}.{name}")
