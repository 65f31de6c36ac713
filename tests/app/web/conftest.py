"""A server and a browser for the tests of the page, each started once per process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.running import Running, litslab, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.app.web.page import Opener


@pytest.fixture(scope="session")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the server."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="session")
def server(served_folder: Path) -> Iterator[Running]:
    """A server on a free port."""
    with running(
        *litslab("serve", "--port", "0", "--analyses", "8", "--folder", served_folder)
    ) as started:
        started.out.wait_for("(Ctrl-C ends it)")
        yield started


@pytest.fixture
def folder(served_folder: Path) -> Iterator[Path]:
    """The folder of the server, empty before and after the test."""
    yield served_folder
    for file in served_folder.iterdir():
        file.unlink()


@pytest.fixture(scope="session")
def kept() -> dict[bool, Page]:
    """The pages that a test leaves to the next one."""
    return {}


@pytest.fixture
def opener(server: Running, browser: Browser, kept: dict[bool, Page]) -> Iterator[Opener]:
    """Open pages of the server; none may have had an error by the end of the test."""
    from tests.app.web.page import Opener  # noqa: PLC0415

    address = re.search(r"http://\S+", server.out.text)
    assert address
    with Opener(browser, address[0], kept) as opener:
        yield opener
        assert opener.errors == []
