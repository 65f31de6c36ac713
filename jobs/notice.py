"""Warnings for users: what they should know although the work goes on."""

from __future__ import annotations


class Notice(UserWarning):
    """Something that a user should know although there is an answer; its text is one line."""
