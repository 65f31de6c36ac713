"""All measurements run one after the other; a missing package ends none of the others."""

from __future__ import annotations

import pytest

from benchmarks import __main__ as program
from benchmarks.__main__ import main


def test_a_package_that_is_missing_is_named_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = []

    def run(name: str, _: list[str]) -> int:
        if name == "lits":
            raise ModuleNotFoundError("No module named 'absent.part'", name="absent.part")
        ran.append(name)
        return 0

    monkeypatch.setattr(program, "run", run)
    assert main(["all"]) == 0
    assert ran == [name for name in program.NAMES if name not in {"lits", "compare"}]
    assert capsys.readouterr().err == "skipped lits: absent.part is not installed\n"
    assert main(["lits"]) == 1
