"""The content of a picture of one step of a solution, or of several in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_


@dataclass(frozen=True)
class Panel:
    """A small drawing of a placement in its region.

    Attributes
    ----------
    label : str
        The text above it, such as its number and its letter.
    region : int
        The number of the region.
    squares : int
        The squares of the placement.
    """

    label: str
    region: int
    squares: int


@dataclass(frozen=True)
class Frame:
    """A picture of one step of a solution.

    Attributes
    ----------
    shaded, unshaded : int
        The squares that are known to be shaded and those known not to be, after the step.
    focus : int
        The squares that the step looks at.
    news : int
        The squares that it decides, a subset of the first two.
    caption : str
        The sentence that explains it.
    title : str
        The text above the picture, such as a number and the name of the technique.
    supposed : int
        The squares about which a trial supposes something, a subset of the first two.
    excluded : tuple of Panel
        The placements that the step rules out.
    left : tuple of Panel
        The placements that are still possible, where the step compares them.
    inner : tuple of Frame
        The steps of a trial, which are pictures of their own.
    kind : str
        Consecutive steps of the same kind may share a picture.
    numbers : tuple of (int, str)
        Labels of the steps of a shared picture, each with the squares on one of which it is
        written.
    """

    shaded: int
    unshaded: int = 0
    focus: int = 0
    news: int = 0
    caption: str = ""
    title: str = ""
    supposed: int = 0
    excluded: tuple[Panel, ...] = ()
    left: tuple[Panel, ...] = ()
    inner: tuple[Frame, ...] = ()
    kind: str = ""
    numbers: tuple[tuple[int, str], ...] = ()


def joined(frames: Sequence[Frame]) -> Frame:
    """Return one picture, without title, caption and small drawings, of steps that follow each
    other.
    """
    numbers = tuple((frame.news or frame.focus, _last_number(frame.title)) for frame in frames)
    return replace(
        frames[-1],
        focus=reduce(or_, (frame.focus for frame in frames)),
        title="",
        caption="",
        excluded=(),
        left=(),
        news=reduce(or_, (frame.news for frame in frames)),
        numbers=numbers if len(frames) > 1 else (),
    )


def _last_number(title: str) -> str:
    """Return the last part of the number with which a title begins: 2 of ``3.a.2. overlap``."""
    number = title.split(maxsplit=1)[0].rstrip(".")
    return number.split(".")[-1]
