"""An old checkout and this one solve the same boards in processes of their own, and the values have to agree."""

from __future__ import annotations

import pytest

from benchmarks import compare, size
from benchmarks.__main__ import main


@pytest.mark.slow
def test_a_checkout_compared_with_itself_visits_the_same_nodes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compare, "BOARDS", {"small": ("taiji", "--size", "3", "--groups", "1")})
    assert main(["compare", str(size.ROOT), "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].count("litslab ") == 2
    title, old, new, ratio = printed[1].split(" | ")
    assert title == "small"
    assert old.split(" / ")[0] == new.split(" / ")[0]
    assert ratio.startswith("1.00 / ")
