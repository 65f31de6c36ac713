"""The item of a day: the same for everybody, and another one on the next day."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypeVar

from litslab.games.errors import expect

Item = TypeVar("Item")


def in_daily_order(items: Mapping[str, Item]) -> tuple[Item, ...]:
    """Return items in an order that looks random and depends on their names alone."""
    names = sorted(items, key=lambda name: hashlib.sha256(name.encode()).digest())
    return tuple(items[name] for name in names)


def of_the_day(items: Sequence[Item], day: date) -> Item:
    """Return the item whose turn it is on a day."""
    return items[expect(day, date, "a date, such as date(2026, 11, 23)").toordinal() % len(items)]
