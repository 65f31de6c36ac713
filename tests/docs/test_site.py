"""The documentation site: built without the network, whole, and without anything that its reader
would have to load.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache
from html.parser import HTMLParser
from inspect import ismodule
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser

from tests.app.commands import commands
from tests.app.web.page import AXE, violations
from tests.running import DOCS, PATIENCE, run_python

pytestmark = pytest.mark.slow
pytest.importorskip("mkdocs")
pytest.importorskip("mkdocstrings")

# MkDocs in a process that cannot open a connection.
OFFLINE = """
import socket, sys
def refuse(*arguments):
    raise SystemExit(f"a connection was wanted: {arguments[1:]}")
socket.socket.connect = refuse
socket.getaddrinfo = refuse
from mkdocs.__main__ import cli
cli(sys.argv[1:])
"""

SAMPLES = {Path("samples/report.html"), Path("samples/explanation.html")}
"""Pages that litslab itself wrote."""

LOADED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("link", "href")}
"""The tags whose addresses a browser loads by itself."""


class Addresses(HTMLParser):
    """The addresses in a page, and the names in it that addresses can point at."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []
        self.names: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id":
                self.names.add(value)
            if (tag, name) in LOADED:
                self.loaded.append(value)
            elif (tag, name) == ("a", "href"):
                self.linked.append(value)


addresses_of = cache(Addresses)
"""The addresses of a page, which is read once."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site, with warnings as errors."""
    folder = tmp_path_factory.mktemp("site")
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    ended = run_python(
        OFFLINE, "build", "--strict", "--site-dir", folder, cwd=DOCS.parent, env=environment
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return folder


def test_every_page_is_on_the_site(site: Path) -> None:
    written = {path.relative_to(DOCS).with_suffix(".html") for path in DOCS.rglob("*.md")}
    built = {path.relative_to(site) for path in site.rglob("*.html")}
    assert built == written | SAMPLES | {Path("tour.html"), Path("404.html")}
    assert list(site.rglob("*.py")) == []


def test_a_page_loads_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = addresses_of(page).loaded
        assert loaded or page.relative_to(site) in SAMPLES
        assert [address for address in loaded if urlsplit(address).netloc] == []
        assert "fonts.googleapis" not in page.read_text(encoding="utf-8")


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {page: addresses_of(page) for page in site.rglob("*.html")}
    broken = []
    for page, addresses in pages.items():
        if page.name == "404.html":  # written for the root of a server
            continue
        for address in (*addresses.loaded, *addresses.linked):
            parts = urlsplit(address)
            if parts.scheme:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            there = target.exists() and (
                not parts.fragment
                or target not in pages
                or unquote(parts.fragment) in pages[target].names | {"__skip"}
            )
            if not there:
                broken.append(f"{page.relative_to(site)}: {address}")
    assert broken == []


def test_no_page_shows_its_markup(site: Path) -> None:
    """Lists need four spaces for what belongs to an item, and a blank line before them; so do
    tables and fences.
    """
    for page in set(site.rglob("*.html")) - {site / sample for sample in SAMPLES}:
        text = re.sub(
            r"<pre.*?</pre>|<script.*?</script>|<style.*?</style>",
            "",
            page.read_text("utf-8"),
            flags=re.DOTALL,
        )
        assert re.findall(r"^(?:<p>)?(?:[-*] |\||```|#+ |::: ).*", text, re.MULTILINE) == [], (
            page.name
        )


FIRST_NAMES = """document.querySelectorAll(".doc-object").forEach((each, number) => {
  if (number >= 20) each.remove();
})"""
"""Leaves the first entries of the reference alone: the others are made by the same templates."""


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core")
def test_pages_of_every_kind_are_accessible(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    found = {}
    for name in ("index", "gallery", "how-to/solve-an-endgame", "reference", "tour"):
        page.goto((site / f"{name}.html").as_uri())
        page.wait_for_selector(".md-code__nav, .md-typeset__scrollwrap", state="attached")
        page.evaluate(FIRST_NAMES)
        found[name] = violations(page)
    page.close()
    assert found == {name: [] for name in found}


def test_the_tour_shows_what_the_notebook_shows(site: Path) -> None:
    notebook = json.loads((DOCS / "tour.ipynb").read_text(encoding="utf-8"))
    page = (site / "tour.html").read_text(encoding="utf-8")
    stored = json.dumps(notebook)
    pictures = sorted((site / "pictures" / "tour").iterdir())
    assert len(pictures) == stored.count("</svg>") > 10
    shown = re.findall(r'src="pictures/tour/([^"]+)"', page)
    assert shown == [picture.name for picture in pictures]
    headings = [
        line.removeprefix("## ")
        for cell in notebook["cells"]
        for line in "".join(cell["source"]).splitlines()
        if cell["cell_type"] == "markdown" and line.startswith("## ")
    ]
    assert len(headings) > 3
    assert all(f">{heading}<" in page for heading in headings)
    assert "%matplotlib" not in page


def test_the_page_of_the_command_line_has_every_command(site: Path) -> None:
    names = addresses_of(site / "cli.html").names
    headings = [f"litslab {name}".replace(" ", "-") for name in commands()]
    assert [heading for heading in headings if heading not in names] == []


def test_the_reference_has_every_public_name(site: Path) -> None:
    import litslab  # noqa: PLC0415

    names = addresses_of(site / "reference.html").names
    assert "litslab.analysis.plot.scores" in names
    public = [
        name
        for name in litslab.__all__
        if not (name.startswith("_") or ismodule(getattr(litslab, name)))
    ]
    assert len(public) > 40
    assert [name for name in public if f"litslab.{name}" not in names] == []
