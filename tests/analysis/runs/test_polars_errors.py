"""Panics of Polars say nothing beside the error."""

from __future__ import annotations

import os

import polars as pl
import pytest

from litslab.analysis.runs.polars_errors import without_panic_messages


def test_what_a_panicking_library_writes_is_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    def panic() -> None:
        with without_panic_messages():
            os.write(2, b"thread panicked\n")
            raise pl.exceptions.PanicException("damaged")

    with pytest.raises(pl.exceptions.PanicException):
        panic()
    assert capfd.readouterr().err == ""
    with without_panic_messages():
        os.write(2, b"a warning\n")
    assert capfd.readouterr().err == "a warning\n"
