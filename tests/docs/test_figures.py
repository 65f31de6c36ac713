"""The figures of the README and the docs have a source: blocks that ``make figures`` writes from what was measured."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from litslab import kernel
from tests.scripts import DOCS, load_script

README = DOCS.parent / "README.md"
WITHOUT_FIGURES = [README, DOCS / "index.md", *sorted((DOCS / "how-to").glob("*.md"))]
"""Pages on which no figure stands by itself; those of results and of the inside have measurements of their own."""

FIGURE = re.compile(
    r"\b\d[\d.,–]*\s?(?:s|seconds|ms|milliseconds|minutes|hours|nodes|k|M|G|million|thousand|%|[MG]i?B)(?!\w)"
)
"""A number with a unit of time, work or size."""


def unsourced(text: str) -> list[str]:
    """Return the figures of a page outside what `make figures` writes and outside code, which other tests run."""
    for written in (r"<!-- figures: .*?<!-- end of figures -->", r"```.*?```", r"`[^`\n]*`"):
        text = re.sub(written, "", text, flags=re.DOTALL)
    return FIGURE.findall(text)


@pytest.fixture(scope="module")
def figures() -> ModuleType:
    return load_script("make_figures")


def test_the_pages_say_what_was_measured(figures: ModuleType) -> None:
    measured = figures.stored()
    assert list(measured) == list(figures.ENDGAMES)
    for path in figures.PAGES:
        page = path.read_text(encoding="utf-8")
        assert figures.BLOCK.search(page) is not None
        assert figures.rewritten(page, measured) == page, "run make figures"


@pytest.mark.slow
@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_the_nodes_are_counted_again(figures: ModuleType) -> None:
    measured = figures.stored()
    quick = [name for name in figures.ENDGAMES if sum(measured[name]["nodes"]) < 300_000]
    assert len(quick) >= 4
    for name in quick:
        assert figures.measure(figures.WORK[name])["nodes"] == measured[name]["nodes"], name


@pytest.mark.parametrize("path", WITHOUT_FIGURES, ids=lambda path: path.name)
def test_no_figure_stands_on_a_page_by_itself(path: Path) -> None:
    assert unsourced(path.read_text(encoding="utf-8")) == []


def test_a_figure_without_a_source_is_found() -> None:
    assert unsourced("It takes 0.3 seconds and 96 k nodes, 2.6 M at most: 25 %.") == [
        "0.3 seconds",
        "96 k",
        "2.6 M",
        "25 %",
    ]
    assert (
        unsourced("<!-- figures: endgames -->\n3.1 s\n<!-- end of figures -->\n`--time-limit 5 s`, Python 3.11") == []
    )
    assert unsourced("TAIJI 5×5 with 3 groups, 12 placements on 10×10") == []
