"""Reasons to reject a puzzle name options that exist."""

from __future__ import annotations

import re

from litslab.puzzles.lits.generate.rejection import Rejection
from tests.app.commands import commands


def test_every_option_that_a_reason_names_is_one_of_the_command() -> None:
    options = commands()["puzzle generate"].params
    declared = {word for option in options for word in (*option.opts, *option.secondary_opts)}
    for reason in Rejection:
        assert set(re.findall(r"--[a-z-]+", reason.relaxed_by)) <= declared, reason
        assert Rejection.named(str(reason)) is reason


def test_every_shape_can_be_too_few() -> None:
    assert {f"too few {shape}" for shape in "LITSO"} <= set(Rejection)
