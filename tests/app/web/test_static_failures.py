"""The page without a server where some of its files do not arrive: it says so, tries again, and
shows what its address names or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from litslab.app.web.static_page import PYTHON, WASM, write_page
from tests.app.web import page as user
from tests.app.web.static_site import hosted
from tests.running import DOCS, PATIENCE

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the page."""
    if not WASM.is_file() or not PYTHON.is_dir():
        pytest.skip("the kernel is not compiled to WebAssembly: make static")
    folder = tmp_path_factory.mktemp("host") / "site"
    write_page(folder)
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """A web host that has the page."""
    with hosted(site) as found:
        yield found


LINKED = "#puzzle?url=lits/6/6/lldoa4043q6c"
"""A puzzle that no file of the page has: only Python can read it."""


STUDY = DOCS / "examples" / "studies" / "tailits+taiji-8-plies-seed-1-0001.toml"
"""A study that no file of the page has."""


@contextmanager
def lacking(page: Page, pattern: str) -> Iterator[None]:
    """Let the page be without some of its files, and with them in the end."""
    page.route(pattern, lambda route: route.fulfill(status=404))
    yield
    page.unroute(pattern)


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """A page of a first visit, whose errors are expected."""
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(1000 * PATIENCE)
    yield context.new_page()
    context.close()


def nothing_is_shown(page: Page) -> None:
    """Wait until the view has failed."""
    expect(page.locator("#view > *")).to_have_count(0)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("kernel.wasm", "A file of the page did not arrive: browser/kernel.wasm (404 Not Found)."),
        (
            "packages.bin",
            "A file of the page did not arrive: browser/python/packages.bin (404 Not Found).",
        ),
        (
            "pyodide.asm.wasm",
            "A file of the page did not arrive: browser/python/pyodide.asm.wasm (404 Not Found).",
        ),
        (
            "pyodide.asm.mjs",
            "the page's engine cannot run: its files are missing, or the browser is too old",
        ),
        (
            "worker.js",
            "the page's engine cannot run: its files are missing, or the browser is too old",
        ),
        ("browser/engine.js", "A part of the page did not arrive."),
    ],
)
def test_a_file_that_does_not_arrive_is_said_and_the_linked_puzzle_comes_on_trying_again(
    address: str,
    visitor: Page,
    file: str,
    said: str,
) -> None:
    with lacking(visitor, f"**/{file}"):
        visitor.goto(f"{address}{LINKED}")
        nothing_is_shown(visitor)  # no other puzzle
        expect(visitor.locator("#failure p")).to_have_text(said)
    visitor.get_by_role("button", name="Try again").click()
    expect(visitor.locator("#puzzle-title")).to_have_text("LITS 6×6")
    expect(visitor.locator("#failure")).to_have_count(0)
    expect(visitor.locator("html.starting")).to_have_count(0)


def test_the_linked_study_comes_on_trying_again(address: str, visitor: Page) -> None:
    link = user.address_of(STUDY.read_text(), "studies").replace("?g=", "?s=")
    with lacking(visitor, "**/kernel.wasm"):
        visitor.goto(f"{address}{link}")
        nothing_is_shown(visitor)  # no other study
        expect(visitor.locator("#failure p")).to_contain_text("browser/kernel.wasm")
    visitor.get_by_role("button", name="Try again").click()
    expect(visitor.locator("#study-title")).to_contain_text("TAILITS+TAIJI: ")
    expect(visitor.locator("#failure")).to_have_count(0)


def test_a_cut_network_is_said(address: str, visitor: Page) -> None:
    visitor.route("**/kernel.wasm", lambda route: route.abort("connectionfailed"))
    visitor.goto(f"{address}{LINKED}")
    nothing_is_shown(visitor)
    expect(visitor.locator("#failure p")).to_have_text(
        "A file of the page did not arrive: browser/kernel.wasm (Failed to fetch).",
    )
    visitor.unroute("**/kernel.wasm")
    visitor.get_by_role("button", name="Try again").click()
    expect(visitor.locator("#puzzle-title")).to_have_text("LITS 6×6")
    expect(visitor.locator("#failure")).to_have_count(0)


@pytest.mark.parametrize("view", ["#puzzle", "#puzzle?today=1", "#puzzles", "#studies"])
def test_the_collection_that_does_not_arrive_is_said(
    address: str,
    visitor: Page,
    view: str,
) -> None:
    with lacking(visitor, "**/collection.json"):
        visitor.goto(f"{address}{view}")
        nothing_is_shown(visitor)
        expect(visitor.locator("#failure p")).to_have_text(
            "A file of the page did not arrive: browser/collection.json (404 Not Found).",
        )
    visitor.get_by_role("button", name="Try again").click()
    expect(visitor.locator("#view h2").first).to_be_visible()
    expect(visitor.locator("#failure")).to_have_count(0)


def test_a_view_that_failed_stays_said_when_python_has_started(
    address: str,
    visitor: Page,
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.route("**/pyodide.asm.wasm", hold)
    with lacking(visitor, "**/collection.json"):
        with visitor.expect_request("**/pyodide.asm.wasm"):
            visitor.goto(f"{address}#puzzles")
        nothing_is_shown(visitor)
    for route in held:
        route.continue_()
    expect(visitor.locator("html.starting")).to_have_count(0)
    expect(visitor.locator("#failure p")).to_contain_text("browser/collection.json")
    visitor.get_by_role("button", name="Try again").click()
    expect(visitor.locator("#view h2").first).to_be_visible()
    expect(visitor.locator("#failure")).to_have_count(0)


def test_a_module_that_arrives_in_part_is_said(address: str, visitor: Page) -> None:
    visitor.route(
        "**/pyodide.asm.wasm",
        lambda route: route.fulfill(body=b"\0asm", content_type="application/wasm"),
    )
    visitor.goto(f"{address}#play?game=wythe")
    expect(visitor.locator("#failure p")).to_contain_text("the page's engine cannot run: ")
    visitor.unroute("**/pyodide.asm.wasm")
    visitor.get_by_role("button", name="Try again").click()
    user.ready(visitor)
    assert user.place_one(visitor)


def test_files_that_take_long_are_said_and_waited_for(address: str, visitor: Page) -> None:
    held: list[Route] = []
    visitor.clock.install()

    def hold(route: Route) -> None:
        held.append(route)

    visitor.route("**/pyodide.asm.wasm", hold)
    with visitor.expect_request("**/pyodide.asm.wasm"):
        visitor.goto(f"{address}{LINKED}")
    expect(visitor.locator("#status")).to_contain_text("Python is starting")
    visitor.clock.fast_forward(61_000)
    expect(visitor.locator("#failure p")).to_contain_text("its files take long to arrive")
    for route in held:
        route.continue_()
    expect(visitor.locator("#puzzle-title")).to_have_text("LITS 6×6")
    expect(visitor.locator("#failure")).to_have_count(0)


def test_a_page_that_was_opened_as_a_file_says_what_it_needs(site: Path, visitor: Page) -> None:
    visitor.goto((site / "index.html").as_uri())
    expect(visitor.locator("#view")).to_contain_text("needs a web server")
    expect(visitor.get_by_text("needs a web server")).to_be_visible()
