"""Reasons to reject a puzzle name options that exist."""

from __future__ import annotations

import re
from pathlib import Path

from litslab.puzzles.lits.generate.rejection import Rejection


def test_every_option_that_a_reason_names_is_one_of_the_command() -> None:
    declared = "".join(Path(f"app/cli/{name}.py").read_text() for name in ("generate", "options"))
    for reason in Rejection:
        for option in re.findall(r"--[a-z-]+", reason.relaxed_by):
            assert f'"{option}"' in declared or f'"{option}/' in declared or f'{option}"' in declared, option
        assert Rejection.named(str(reason)) is reason


def test_every_shape_can_be_too_few() -> None:
    assert {f"too few {shape}" for shape in "LITSO"} <= set(Rejection)
