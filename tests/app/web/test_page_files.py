"""The files of the page, and what it asks beyond the documents of the commands."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest

from litslab.app.web import server
from litslab.app.web.application import STATIC
from litslab.app.web.endpoints import ENDPOINTS

BROWSER = STATIC.parent / "browser"
"""The folder of the modules that only the page without a server has."""

SOURCES = sorted(STATIC.glob("*.js"))


IMPORT = r'^import\s[^;]*?\bfrom "([^"]+)";$'

PYODIDE = "./python/pyodide."
"""The files that `make static` puts beside the modules of the page without a server."""


def needed_by(*names: str) -> set[str]:
    """Return the modules that some modules import as soon as they are loaded, and these."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            text = (STATIC / name).read_text(encoding="utf-8")
            left += [
                imported.removeprefix("./") for imported in re.findall(IMPORT, text, re.MULTILINE)
            ]
    return found


def test_all_modules_of_the_first_board_come_at_once() -> None:
    modules = needed_by("main.js", "play.js")
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    first = r'(?:modulepreload"\s+href|script\s+type="module"\s+src)="(.+?)"'
    assert set(re.findall(first, page)) == modules


def test_each_style_sheet_is_loaded_by_the_page_or_with_a_view() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    main = (STATIC / "main.js").read_text(encoding="utf-8")
    views = re.findall(r"import\(\"\./\w+\.js\"\), (?:tr\([^)]*\)|\"\"), ([^\]]+)\]", main)
    loaded = [
        *re.findall(r'rel="stylesheet" href="(\w+)\.css"', page),
        *re.findall(r'"(\w+)"', " ".join(views)),
    ]
    assert set(loaded) == {file.stem for file in STATIC.glob("*.css")}


def module(importing: Path, name: str) -> Path:
    """Return the file of a module that another one imports."""
    assert name.startswith(("./", "../"))
    folder = "browser" if importing.parent == BROWSER else "."
    path = Path(os.path.normpath(Path(folder) / name))
    return BROWSER / path.name if path.parent.name == "browser" else STATIC / path


@pytest.mark.parametrize(
    "file",
    [*SOURCES, *sorted(BROWSER.glob("*.js"))],
    ids=lambda file: f"{file.parent.name}-{file.name}",
)
def test_modules_import_only_each_other(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    imported = re.findall(IMPORT + r'|\bimport\(\s*"([^"]+)",?\s*\)', text, re.MULTILINE)
    names = ["".join(groups) for groups in imported]
    assert len(names) == len(re.findall(r"^import |\bimport\(", text, re.MULTILINE))
    if file.parent == BROWSER:
        names = [name for name in names if not name.startswith(PYODIDE)]
    files = [module(file, name) for name in names]
    assert all(each.is_file() for each in files)
    assert file.parent == BROWSER or {each.name for each in files if each.parent == BROWSER} <= {
        "engine.js"
    }
    assert not re.search(r"eval\(|innerHTML", text)


def test_the_page_asks_only_what_the_server_answers() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in SOURCES)
    asked = set(re.findall(r'(?:ask|asking|stream|background)\(\s*"([a-z]+)"', text))
    assert {endpoint.name for endpoint in ENDPOINTS} - asked == {"groups"}, (
        "the page has no use for it"
    )
    assert asked <= {endpoint.name for endpoint in ENDPOINTS}


def test_whoever_reads_the_address_can_connect_and_is_answered_without_delay() -> None:
    with server.listen(0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP, (
                "asyncio turns off the delay of small packets by the protocol"
            )
