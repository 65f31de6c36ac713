"""All measurements run one after the other; a missing package ends none of the others."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from benchmarks import __main__ as program
from benchmarks.__main__ import BENCHMARKS, main


def test_a_package_that_is_missing_is_named_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = []

    need_absent = Mock(side_effect=ModuleNotFoundError("No module named 'absent.part'", name="absent.part"))
    short = {name: (lambda *_, name=name: ran.append(name)) for name in BENCHMARKS if program.is_short(name)}
    monkeypatch.setattr(program, "BENCHMARKS", {**short, "lits": need_absent})
    assert main(["all"]) == 0
    assert ran == [name for name in short if name != "lits"]
    assert capsys.readouterr().err == "skipped lits: absent.part is not installed\n"
    assert main(["lits"]) == 1
