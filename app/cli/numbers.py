"""Numbers as words of a command line: whole ones, seconds such as ``90s`` or ``1m``, and sizes such
as ``512M``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

UNITS: dict[str, dict[str, float]] = {
    "SECONDS": {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600},
    "MIB": {"": 1, "m": 1, "mb": 1, "mib": 1, "g": 1024, "gb": 1024, "gib": 1024},
}
"""The units of numbers by the placeholder of their option, each as a multiple of the first."""

EXAMPLES = {"SECONDS": "90, 90s or 1m", "MIB": "512, 512M or 1G"}
"""Numbers with units, for errors."""

_NUMBER = re.compile(r"([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?) ?([a-z]*)")


@dataclass(frozen=True)
class NumberReader:
    """A function that reads a number, and refuses other words.

    Attributes
    ----------
    whole : bool
        Whether it has to be a whole number.
    least, most : float or None
        Its range.
    metavar : str or None
        The placeholder of its option, which determines the units (`UNITS`).
    """

    whole: bool
    least: float | None = None
    most: float | None = None
    metavar: str | None = None

    def __call__(self, word: object) -> float:
        """Return the number that a word gives; a default is one already.

        Raises
        ------
        ValueError
            If it is none, or out of range.
        """
        if not isinstance(word, str):
            assert isinstance(word, int | float)
            return word
        number = self._number(word.strip().lower())
        if number is None or not self._is_in_range(number):
            raise ValueError(f"{word!r}: expected {self.expected}")
        return number

    def _number(self, text: str) -> float | None:
        match = _NUMBER.fullmatch(text)
        units = UNITS.get(self.metavar or "", {"": 1})
        if match is None or match[2] not in units:
            return None
        if self.whole and match[1].lstrip("+-").isdigit():
            return int(match[1]) * int(units[match[2]]) if len(match[1]) < 4000 else None
        number = float(match[1]) * units[match[2]]
        if not math.isfinite(number) or (self.whole and number != int(number)):
            return None
        return int(number) if self.whole else number

    def _is_in_range(self, number: float) -> bool:
        is_low = self.least is not None and number < self.least
        is_high = self.most is not None and number > self.most
        return not is_low and not is_high

    @property
    def expected(self) -> str:
        """The accepted numbers in words."""
        noun = "a whole number" if self.whole else "a number"
        if self.metavar in EXAMPLES:
            noun += f" of {'MiB' if self.metavar == 'MIB' else 'seconds'}"
        if self.most is not None:
            noun += f", {self.least or 0:,} to {self.most:,}"
        elif self.least is not None:
            noun += f", {self.least:,} or more"
        if self.metavar in EXAMPLES:
            noun += f", such as {EXAMPLES[self.metavar]}"
        return noun
