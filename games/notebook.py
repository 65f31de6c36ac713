"""Objects that draw themselves in a notebook, once a module that can draw them has registered how.

Drawings are in a higher layer than what they draw: a module with a drawing registers it here, and what is drawn imports
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_DRAWINGS: dict[type, Callable[[Any], str]] = {}


class Drawable:
    """A base class of things that a notebook shows as pictures."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Return the picture as SVG.

        Raises
        ------
        NotImplementedError
            If no drawing is registered for this kind of thing: notebooks then show it as text.
        """
        draw = next((_DRAWINGS[each] for each in type(self).__mro__ if each in _DRAWINGS), None)
        if draw is None:
            raise NotImplementedError(f"no drawing of a {type(self).__name__} is registered")
        return draw(self)


def register_drawing(kind: type[Drawable], draw: Callable[[Any], str]) -> None:
    """Let a notebook show instances of a class by a function that returns SVG."""
    _DRAWINGS[kind] = draw
