"""Measurements: all run one after the other, without a missing package too, and two checkouts have
to agree.
"""

from __future__ import annotations

import pytest

from benchmarks import __main__ as program
from benchmarks import compare, size
from benchmarks.__main__ import main


def test_a_package_that_is_missing_is_named_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
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


@pytest.mark.slow
def test_a_checkout_compared_with_itself_visits_the_same_nodes(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(compare, "BOARDS", {"small": ("taiji", "--size", "3", "--groups", "1")})
    assert main(["compare", str(size.ROOT), "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].count("litslab ") == 2
    title, old, new, ratio = printed[1].split(" | ")
    assert title == "small"
    assert old.split(" / ")[0] == new.split(" / ")[0]
    assert ratio.startswith("1.00 / ")


def test_the_reach_of_cp_sat_ends_at_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cpsat", "taiji-7", "--limit", "0"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("taiji-7 |")]
    assert [line.split(" | ")[:4] for line in lines] == [["taiji-7", "1", "2", "limit"]]
