"""The page on the architecture names files that exist, and its drawing has what the code has."""

from __future__ import annotations

import re

import networkx as nx

from docs.architecture import Folder, columns_of, folders_and_imports, read_folder
from docs.pages import DOCS
from tests.running import ROOT
from tests.test_house import ROOMS

PAGE = DOCS / "architecture.md"


def test_the_files_that_the_page_names_exist() -> None:
    named = re.findall(r"`([\w/.]+\.(?:py|pyi|hpp|js))`", PAGE.read_text(encoding="utf-8"))
    code = [path.as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.*")]
    code += [
        path.as_posix() for folder in ("litslab", "tests") for path in (ROOT / folder).glob("*")
    ]
    assert len(named) > 30
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in code)] == []


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").split()) <= 900


def test_the_drawing_has_the_folders_and_what_follows_from_its_arrows_has_all_imports() -> None:
    imports = folders_and_imports()
    repository = read_folder("", imports)
    assert {each.name for each in repository.folders} == set(ROOMS)
    arrows = nx.DiGraph(repository.arrows)
    for importing, imported in imports.edges:
        one, other = (path.split("/")[0] for path in (importing, imported))
        assert one == other or nx.has_path(arrows, one, other)
    assert ("solver/endgame", "solver/engines") in imports.edges
    assert ("kernel/src/search", "kernel/src/core") in imports.edges


def test_a_long_arrow_has_a_place_of_its_own_in_each_column() -> None:
    names = ("a", "b", "c", "d")
    folders = tuple(Folder(name, (), ()) for name in names)
    folder = Folder("all", folders, (("a", "b"), ("b", "c"), ("d", "c")))
    first, second, third = columns_of(folder)
    assert sorted(first) == [("a", ""), ("d", "")]
    assert sorted(second) == [("b", ""), ("d", "c")]
    assert third == [("c", "")]
