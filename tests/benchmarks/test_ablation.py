"""The ablation leaves out every idea of the kernel's sources, with kernels that take the place of the kernel's own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import ablation
from benchmarks.__main__ import main
from benchmarks.ablation import ROOT, TABLES, count, marks
from benchmarks.other_kernel import EXTENSION
from litslab import kernel

SOURCES = ROOT / "kernel" / "src"


def ideas_of_the_sources() -> Iterator[tuple[str, Path]]:
    """Each idea that the kernel's sources ask about, and the file."""
    for path in SOURCES.rglob("*.hpp"):
        for idea in re.findall(r'with\("([^"]*)"\)', path.read_text()):
            yield idea, path


def test_every_idea_is_a_row_of_a_table() -> None:
    rows = [f"{name}/{idea}" for name, table in TABLES.items() for idea in table.ideas]
    assert sorted(rows) == sorted(idea for idea, _ in ideas_of_the_sources())


DOUBLE_GAMES = {"tailits": "tailits_taiji", "taiji": "tailits_taiji", "battle-of-lits": "taiji_battle_of_lits"}
"""The double game that is searched with a game's own search."""


def included_by(header: Path) -> list[Path]:
    """The files that include a header directly."""
    line = f'#include "{header.relative_to(SOURCES).as_posix()}"'
    return [path for path in SOURCES.rglob("*.?pp") if line in path.read_text()]


def compiled_with(header: Path) -> set[Path]:
    """The source files that include a header, directly or through others; a header may include its own parts."""
    found, queue = {header}, [header]
    while queue:
        new = set(included_by(queue.pop())) - found
        found |= new
        queue += new
    return {path for path in found if path.suffix == ".cpp"}


def test_the_build_compiles_what_an_idea_is_about() -> None:
    """CMakeLists.txt names the files by the idea's game; no other file may include the header that has the idea."""
    for idea, header in ideas_of_the_sources():
        game = idea.partition("/")[0]
        if game == "lits":
            assert {path.parent.name for path in included_by(header)} == {"lits"}
        else:
            names = {game.replace("-", "_")} | ({DOUBLE_GAMES[game]} if game in DOUBLE_GAMES else set())
            assert compiled_with(header) == {SOURCES / "games" / f"{name}.cpp" for name in names}


def test_tables_are_written_to_their_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablation, "ROOT", tmp_path)
    monkeypatch.setattr(ablation, "counts_without", lambda idea, name: [f"{name} without {idea}"])
    for name, table in TABLES.items():
        page = tmp_path / table.page
        page.parent.mkdir(exist_ok=True)
        page.write_text((ROOT / table.page).read_text())
        begin, end = marks(name)
        assert main([f"ablation-{name}", "--write"]) == 0
        rows = page.read_text().partition(begin)[2].partition(end)[0].split("\n")[3:-1]
        assert rows[0] == f"| nothing | {name} without  |"
        assert rows[1:] == [f"| {label} | {name} without {name}/{idea} |" for idea, label in table.ideas.items()]


def test_a_row_is_measured_again_while_the_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = TABLES["wythe"]
    columns = ["1"] * len(table.columns)
    monkeypatch.setattr(ablation, "ROOT", tmp_path)
    monkeypatch.setattr(ablation, "counts_without", lambda *_: columns)
    page = tmp_path / table.page
    page.parent.mkdir()
    page.write_text("\n".join(marks("wythe")))
    assert main(["ablation-wythe", "--write"]) == 0
    columns[:] = ["2"] * len(columns)
    assert main(["ablation-wythe", "--write", "--only", "symmetries"]) == 0
    measured = [line.split(" | ")[1] for line in page.read_text().splitlines()[3:-1]]
    assert measured == ["2" if idea == "symmetries" else "1" for idea in ("", *table.ideas)]


def test_the_kernel_itself_is_without_no_idea() -> None:
    assert kernel.Engine.__module__ == EXTENSION
    assert sys.modules[EXTENSION].WITHOUT == ""


@pytest.mark.slow
def test_another_extension_takes_the_place_of_the_kernels_own() -> None:
    path = sys.modules[EXTENSION].__file__
    assert path is not None
    script = (
        "import sys; from benchmarks import other_kernel; other_kernel.load(sys.argv[1]);"
        "import kernel; assert kernel.Engine is sys.modules[other_kernel.EXTENSION].Engine;"
        "from benchmarks.ablation import TABLES, Table, count; table = TABLES['taiji'];"
        "print(count(Table(table.title, table.columns[2:3], {}, table.page)))"
    )
    run = subprocess.run([sys.executable, "-c", script, path], cwd=ROOT, capture_output=True, text=True, check=True)
    here = count(replace(TABLES["taiji"], columns=TABLES["taiji"].columns[2:3]))
    assert run.stdout.split(" / ")[0] == f"['{here[0].split(' / ')[0]}"
