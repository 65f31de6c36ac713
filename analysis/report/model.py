"""What a report consists of: sections of numbers, tables and figures, which HTML, Markdown and JSON show alike.

A number never stands alone: it carries how it was obtained and its interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """How sure a number is."""

    RULE = "rules"
    """It follows from the rules by counting."""
    EXACT = "exact"
    """It is proved: solved, or enumerated completely."""
    BOUND = "bound"
    """It is a proved bound of a number that is not known."""
    SIMULATED = "simulated"
    """It was measured in games; the interval says how well."""
    ESTIMATE = "estimate"
    """It was worked out from games by a method with assumptions of its own, which is named."""


@dataclass(frozen=True)
class How:
    """How a number was obtained.

    Attributes
    ----------
    kind : Kind
        How sure it is.
    by : str
        By what means, and with how much of it: ``5,000 games, 95 % interval``.
    """

    kind: Kind
    by: str = ""

    def __str__(self) -> str:
        return f"{self.kind.value}: {self.by}" if self.by else self.kind.value


class Format(Enum):
    """How a number is written."""

    WHOLE = "whole"
    DECIMAL = "decimal"
    SIGNED = "signed"
    SHARE = "share"
    LARGE = "large"
    """A positive number as its decimal logarithm, as it may be too large for a float."""


@dataclass(frozen=True)
class Number:
    """A number with what is known of it.

    Attributes
    ----------
    value : float or str
        The number (of `Format.LARGE` its decimal logarithm), or words such as ``light by 2``.
    how : How
        How it was obtained.
    low, high : float or None
        Its interval; None where it is known, or nothing can be said.
    form : Format
        How it is written.
    identity : str
        What quantity it is: numbers with the same one are the same wherever they are shown. Empty where a number is
        shown once.
    """

    value: float | str
    how: How
    low: float | None = None
    high: float | None = None
    form: Format = Format.WHOLE
    identity: str = ""

    @property
    def text(self) -> str:
        """The number as it is shown."""
        return self.value if isinstance(self.value, str) else _written(self.value, self.form)

    @property
    def spread(self) -> str:
        """The interval as it is shown; empty where there is none."""
        if self.low is None and self.high is None:
            return ""
        if self.low is None or self.high is None:
            bound, word = (self.low, "at least") if self.high is None else (self.high, "at most")
            return f"{word} {_written(bound or 0, self.form)}"
        return f"{_written(self.low, self.form)} to {_written(self.high, self.form)}"


def _written(value: float, form: Format) -> str:
    if math.isnan(value):
        return "–"
    match form:
        case Format.WHOLE:
            return f"{round(value):,}".replace("-", "−")
        case Format.DECIMAL:
            return f"{value:,.2f}"
        case Format.SIGNED:
            return f"{value:+.2f}".replace("-", "−")
        case Format.SHARE:
            return f"{100 * value:.1f} %"
        case Format.LARGE:
            return _large(value)


def _large(logarithm: float) -> str:
    """Write a number whose decimal logarithm is given: small ones in full, others by their power of ten."""
    if logarithm < 6:
        return f"{round(10**logarithm):,}"
    exponent = math.floor(logarithm)
    mantissa = f"{10 ** (logarithm - exponent):.1f}"
    if mantissa == "10.0":
        mantissa, exponent = "1.0", exponent + 1
    return f"{mantissa} × 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(digit)] for digit in str(exponent))}"


@dataclass(frozen=True)
class Row:
    """A row of a table.

    Attributes
    ----------
    label : str
        What the row is of.
    numbers : tuple of Number
        One per column.
    """

    label: str
    numbers: tuple[Number, ...]

    @property
    def how(self) -> str:
        """How the row's numbers were obtained, each way once."""
        return "; ".join(dict.fromkeys(str(number.how) for number in self.numbers))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the row's numbers, each once."""
        return tuple(dict.fromkeys(number.how.kind for number in self.numbers))


@dataclass(frozen=True)
class Table:
    """A table of numbers; after the columns it always shows how each row was obtained.

    Attributes
    ----------
    caption : str
        What it shows.
    columns : tuple of str
        The name of the labels' column, then one name a number.
    rows : tuple of Row
        The rows.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.numbers) != len(self.columns) - 1:
                raise ValueError(f"{self.caption}, {row.label}: {len(row.numbers)} numbers in {self.columns}")


@dataclass(frozen=True)
class Figure:
    """A picture.

    Attributes
    ----------
    name : str
        What its file is called, without an end.
    svg : str
        A whole SVG document.
    caption : str
        What it shows, and where that comes from.
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
    """A part of a report.

    Attributes
    ----------
    name : str
        One word for links and for JSON.
    title : str
        Its heading.
    blocks : tuple
        What stands in it, in order.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables in it."""
        return tuple(block for block in self.blocks if isinstance(block, Table))


@dataclass(frozen=True)
class SummaryFigure:
    """A number of the summary at the head of a report.

    Attributes
    ----------
    label : str
        What it is.
    number : Number
        The number.
    """

    label: str
    number: Number


@dataclass(frozen=True)
class Claim:
    """A sentence of the verdict at the head of a report.

    Attributes
    ----------
    text : str
        The sentence.
    numbers : tuple of Number
        The numbers that it is based on; the sections show them too.
    """

    text: str
    numbers: tuple[Number, ...] = ()


@dataclass(frozen=True)
class Report:
    """A game report.

    Attributes
    ----------
    title : str
        The game and its board.
    subtitle : str
        Its options.
    facts : tuple of SummaryFigure
        The few numbers that tell most.
    sections : tuple of Section
        The parts.
    colophon : str
        What it was made with.
    verdict : tuple of Claim
        Whether the game is fair, when it is decided and what a swap does, in a few sentences.
    """

    title: str
    subtitle: str
    facts: tuple[SummaryFigure, ...]
    sections: tuple[Section, ...]
    colophon: str
    verdict: tuple[Claim, ...] = ()

    @property
    def numbers(self) -> Iterator[Number]:
        """Yield every number that the report shows."""
        for claim in self.verdict:
            yield from claim.numbers
        yield from (fact.number for fact in self.facts)
        for section in self.sections:
            for table in section.tables:
                yield from (number for row in table.rows for number in row.numbers)

    @property
    def figures(self) -> Iterator[Figure]:
        """Yield all pictures."""
        for section in self.sections:
            yield from (block for block in section.blocks if isinstance(block, Figure))
