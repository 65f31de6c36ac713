"""Objects that a notebook shows as pictures.

Drawings are in a higher layer than the objects that they draw. So a class names the function that
draws it, which is imported when a notebook shows such an object.
"""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar


class Drawable:
    """A base class of objects that a notebook shows as pictures.

    Attributes
    ----------
    drawn_by : str
        The function that returns the picture of an object as SVG: ``module:name``.
    """

    __slots__ = ()
    drawn_by: ClassVar[str]

    def _repr_svg_(self) -> str:
        module, _, name = self.drawn_by.partition(":")
        picture: str = getattr(import_module(f"litslab.{module}"), name)(self)
        return picture
