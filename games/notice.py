"""Warnings to the user that do not prevent an answer."""

from __future__ import annotations


class Notice(UserWarning):
    """A warning to the user that does not prevent an answer; its text is one line."""
