"""The parts of a report: sections of numbers, tables and figures for HTML, Markdown and JSON.

Every number carries its origin and its interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import reduce

from pydantic import computed_field

from litslab.games.language import mark, tr
from litslab.games.result_json import Hidden, JsonNumber, does_not_apply


class Kind(Enum):
    """The kind of evidence for a number."""

    RULE = mark("rules")
    """Counted by the rules."""
    EXACT = mark("exact")
    """Proved: solved, or enumerated completely."""
    STORED = mark("stored")
    """Proved earlier: as stored, not verified for this report."""
    BOUND = mark("bound")
    """A proved bound of an unknown number."""
    SIMULATED = mark("simulated")
    """Measured in games, with an interval."""
    ESTIMATE = mark("estimate")
    """Estimated from games by a named method with assumptions."""


@dataclass(frozen=True)
class How:
    """The origin of a number."""

    kind: Kind
    """The kind of evidence."""
    by: str = ""
    """The method and the sample: ``5,000 games, 95 % interval``."""

    def __str__(self) -> str:
        kind = tr(self.kind.value)
        return tr("{kind}: {by}", kind=kind, by=self.by) if self.by else kind


class Format(Enum):
    """A format of numbers."""

    WHOLE = "{:z,.0f}"
    DECIMAL = "{:z,.2f}"
    SIGNED = "{:+z.2f}"
    SHARE = "share"
    LARGE = "large"
    """A positive number as its decimal logarithm, because it may be too large for a float."""


@dataclass(frozen=True)
class Number:
    """A number with its origin and its interval."""

    value: int | JsonNumber | str
    """The number (of `Format.LARGE` its decimal logarithm), or words such as ``light by 2``."""
    how: How
    """Its origin."""
    low: int | JsonNumber | None = None
    """Its interval; None if it is exact, or nothing is known."""
    high: int | JsonNumber | None = None
    """Its interval; None if it is exact, or nothing is known."""
    form: Hidden[Format] = Format.WHOLE
    """Its format."""
    identity: Hidden[str] = ""
    """The name of the quantity: all numbers with this name are equal. Empty if a number is shown
    once.
    """

    @computed_field(exclude_if=does_not_apply)
    @property
    def is_logarithm(self) -> bool:
        """True if number and interval are decimal logarithms."""
        return self.form is Format.LARGE

    @property
    def digits(self) -> int:
        """The digits after the point of a share in per cent: as many as its interval needs, so that
        its ends are told apart.
        """
        if self.low is None or self.high is None or not self.low < self.high:
            return _USUAL_DIGITS
        return max(_USUAL_DIGITS, math.ceil(-math.log10(100 * (self.high - self.low))))

    @property
    def text(self) -> str:
        """The number as it is shown."""
        if isinstance(self.value, str):
            return self.value
        return _written(self.value, self.form, self.digits)

    @property
    def spread(self) -> str:
        """The interval as it is shown; empty if there is none."""
        low = "" if self.low is None else _written(self.low, self.form, self.digits)
        high = "" if self.high is None else _written(self.high, self.form, self.digits)
        if low and high:
            return tr("{low} to {high}", low=low, high=high)
        if low:
            return tr("at least {number}", number=low)
        return tr("at most {number}", number=high) if high else ""


_USUAL_DIGITS = 1


def _written(value: float, form: Format, digits: int) -> str:
    if math.isnan(value):
        return "–"
    if form is Format.LARGE:
        return _large(value)
    if form is Format.SHARE:
        return f"{100 * value:.{digits}f} %"
    return str(form.value).format(value).replace("-", "−")


def _large(logarithm: float) -> str:
    """Write a number whose decimal logarithm is given: small ones in full, others with a power of
    ten.
    """
    if logarithm < 6:
        return f"{round(10**logarithm):,}"
    exponent = math.floor(logarithm)
    mantissa = f"{10 ** (logarithm - exponent):.1f}"
    if mantissa == "10.0":
        mantissa = "1.0"
        exponent += 1
    raised = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(exponent))
    return f"{mantissa} × 10{raised}"


@dataclass(frozen=True)
class Row:
    """A row of a table."""

    label: str
    """The subject of the row."""
    numbers: tuple[Number, ...]
    """One per column."""

    @property
    def how(self) -> str:
        """The origins of the row's numbers, each once."""
        origins = dict.fromkeys(str(number.how) for number in self.numbers)
        return reduce(lambda before, next: tr("{how}; {more}", how=before, more=next), origins)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the row's numbers, each once."""
        return tuple(dict.fromkeys(number.how.kind for number in self.numbers))


@dataclass(frozen=True)
class Table:
    """A table of numbers, which is always shown with a last column of their origins."""

    caption: str
    """The caption."""
    columns: tuple[str, ...]
    """The name of the labels' column, then one name per number."""
    rows: tuple[Row, ...]
    """The rows."""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.numbers) != len(self.columns) - 1:
                raise ValueError(
                    f"{self.caption}, {row.label}: {len(row.numbers)} numbers in {self.columns}"
                )


@dataclass(frozen=True)
class Figure:
    """A picture.

    Attributes
    ----------
    name : str
        The name of its file, without extension.
    svg : str
        A whole SVG document.
    caption : str
        The caption, with the origin of the data.
    small : bool
        Whether it is one of several that are shown side by side.
    """

    name: str
    svg: str
    caption: str
    small: bool = False


Block = str | Table | Figure
"""A paragraph of plain text, a table or a picture."""


@dataclass(frozen=True)
class Section:
    """A part of a report."""

    name: str
    """The name in links and in JSON."""
    title: str
    """Its heading."""
    blocks: Hidden[tuple[Block, ...]]
    """The contents, in order."""

    @computed_field
    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables in it."""
        return tuple(block for block in self.blocks if isinstance(block, Table))


@dataclass(frozen=True)
class SummaryFigure:
    """A number of the summary at the head of a report."""

    label: str
    """Its name."""
    number: Number
    """The number."""


@dataclass(frozen=True)
class Claim:
    """A sentence of the verdict at the head of a report."""

    text: str
    """The sentence."""
    numbers: tuple[Number, ...] = ()
    """The numbers that it is based on; the sections show them too."""


@dataclass(frozen=True)
class Report:
    """A game report."""

    title: str
    """The game and its board."""
    subtitle: str
    """Its options."""
    facts: tuple[SummaryFigure, ...]
    """The most important numbers."""
    sections: tuple[Section, ...]
    """The parts."""
    colophon: str
    """The version, the engine, the seed, the amounts of work, and the command that makes the
    report again.
    """
    verdict: tuple[Claim, ...] = ()
    """Sentences on fairness, the time of the decision, and the effect of a swap."""
    missing: tuple[str, ...] = ()
    """The parts that are missing because the report was stopped."""
    command: str = ""
    """The command that makes it again, without the folder."""

    @property
    def stopped(self) -> str:
        """The parts that are missing, and the command that makes them; empty if it is whole."""
        if not self.missing:
            return ""
        return tr(
            "This report was stopped before it was whole. Missing: {parts}. “{command}” without a "
            "time limit makes them.",
            parts=tr(", ").join(self.missing),
            command=self.command,
        )

    @property
    def figures(self) -> Iterator[Figure]:
        """Yield all pictures."""
        for section in self.sections:
            yield from (block for block in section.blocks if isinstance(block, Figure))
