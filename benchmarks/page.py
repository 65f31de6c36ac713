"""The speed of the web page: in a real browser and over loopback, measured as a user would notice
it.

Times of the page are taken inside it, from the event of the user to the change that answers it.
They do not include the driver that clicks. The maximum is shown beside the median, because users
notice one slow answer in fifty, too.
"""

from __future__ import annotations

import gzip
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import httpx
import typer

from benchmarks.measure import show
from litslab.app.web.application import STATIC
from litslab.app.web.endpoints import EVENT_STREAM, PREFIX
from litslab.app.web.static_page import write_page
from litslab.games.language import LANGUAGES
from tests import chromium
from tests.app.web.waiting import evaluate
from tests.running import any_ended, descendants, litslab, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PUZZLE = "lits/10/10/996giuqmqmj3l9sn2dm0daakiadej8fi9hi2"
LARGE = 'game = "taiji"\noptions = { size = 9, groups = 2 }\nmoves = ""\n'
SECONDS_TO_START = 300.0
RUNS = 7
QUESTIONS = 40

FIRST_BOARD = """
  (() => {
    const look = () => {
      if (!document.querySelector("#board svg .hit")) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.shownAt = performance.now(); }));
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
  })();
"""
"""Notes the time from the beginning of the navigation until the frame with the board has been
drawn.
"""

HOVER = """
  () => {
    window.hovers = [];
    window.addEventListener("pointermove", (event) => {
      document.querySelector("#board svg").getBoundingClientRect();  // the layout belongs to it
      window.hovers.push(performance.now() - event.timeStamp);
    });
  }
"""
"""Notes the time from a movement of the mouse until the page has handled it; this listener comes
after the board's.
"""

CHECK = """
  () => {
    window.checks = [];
    let pressed = null;
    const onKey = (event) => { pressed = event.timeStamp; };
    document.getElementById("grid").addEventListener("keydown", onKey, true);
    new MutationObserver(() => {
      if (pressed !== null) window.checks.push(performance.now() - pressed);
      pressed = null;
    }).observe(document.getElementById("grid-status"), { childList: true });
  }
"""
"""Notes the time from a key that changes a border until the answer stands on the page."""


LOADED = """
  ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .map(({ name }) => name.split("#")[0])
    .filter((name) => !name.includes("/api/"))
"""
"""Returns the addresses of what has been loaded, but for answers of the API."""

VIEWS = (
    "home",
    "play?game=battle-of-lits&opponent=greedy",
    "play?game=wythe",
    "analyse",
    "puzzle",
    "puzzles",
    "create",
    "studies",
    "plots",
    "rules?game=wythe",
)

TASKS = """
  window.tasks = [0];
  const watch = (list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(watch).observe({ type: "longtask", buffered: true });
"""
"""Notes how long tasks take that keep the page from answering; browsers report those of 50 ms and
more.
"""

READY = "async () => { await navigator.serviceWorker.ready; }"
"""Waits until the service worker is active."""

KEPT = """
  async () => {
    const found = await caches.match(new URL("browser/snapshot.bin", document.baseURI));
    return found !== undefined;
  }
"""
"""Returns whether the page without a server has kept Python's memory for the next visit."""


@dataclass(frozen=True)
class Figure:
    """The measurements of one quantity.

    Attributes
    ----------
    what : str
        The quantity.
    values : tuple of float
        Every measurement.
    unit : str
        Their unit.
    aim : float or None
        The aim for the largest of them, or for the median of times, if there is one.
    """

    what: str
    values: tuple[float, ...]
    unit: str
    aim: float | None = None

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The row of the table."""
        digits = 1 if self.unit == "ms" else 0
        median, largest = (
            f"{value:,.{digits}f} {self.unit}" for value in (self.median, max(self.values))
        )
        aim = "" if self.aim is None else f"{self.aim:,.0f} {self.unit}"
        return self.what, median, largest if len(self.values) > 1 else "", aim

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.values)


COLUMNS = ("what", "median", "largest", "aim")


def main(
    *,
    static: Annotated[
        bool,
        typer.Option(
            "--static", help="Measure the page without a server, which `make static` makes."
        ),
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The page of the documentation whose table is replaced; if not given, the table "
            "is printed.",
        ),
    ] = None,
) -> int:
    """Measure the web page, on loopback."""
    if chromium.PROGRAM is None:
        print("no chromium: expected one on the PATH", file=sys.stderr)
        return 1
    title = "speed without a server" if static else "speed"
    figures = measure_static() if static else measure()
    show([(title, COLUMNS, [each.cells for each in figures])], page, title)
    return 0


def measure(
    runs: int = RUNS,
    questions: int = QUESTIONS,
    views: Sequence[str] = VIEWS,
) -> list[Figure]:
    """Measure everything with a server and a browser of our own."""
    with server(*litslab("serve", "--port", "0")) as (address, pid), chromium.launched() as browser:
        with client(address) as asking:
            asking.post("new", json={"game": "battle-of-lits"})  # the first answer takes longer
        first, weight = first_boards(browser, address, runs)
        files = [file for file in STATIC.iterdir() if file.stem not in LANGUAGES]
        every = float(sum(compressed_size(file.read_bytes()) for file in files))
        return [
            Figure("first board", first, "ms", 200),
            Figure("files that the first board needs, compressed", weight, "bytes"),
            Figure("all files of the page in English, compressed", (every,), "bytes"),
            Figure(
                "longest task while a view comes, of all views",
                tasks(browser, address, runs, views),
                "ms",
                50,
            ),
            Figure("hover preview, 10×10", hovers(browser, address), "ms", 16),
            Figure(
                "analysis ended when *Engine* is switched off",
                cancels(browser, address, pid, runs),
                "ms",
                200,
            ),
            Figure(
                "legal moves while an analysis runs, 10×10", answers(address, questions), "ms", 50
            ),
            Figure(
                "uniqueness, 10×10, after a border changes",
                checks(browser, address, questions),
                "ms",
                50,
            ),
        ]


def measure_static(runs: int = RUNS) -> list[Figure]:
    """Measure the page without a server, served as any web host would, with a browser
    of our own.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "site"
        write_page(folder)
        module = ("-u", "-m", "http.server", "0")
        options = ("--bind", "127.0.0.1", "--directory", str(folder))
        with (
            server(sys.executable, *module, *options) as (address, _),
            chromium.launched() as browser,
        ):
            first, ready, again, memory = starts(browser, address, runs)
            return [
                Figure("first board", first, "ms", 250),
                Figure("ready for a move, first visit", ready, "ms", 2_500),
                Figure("ready for a move, second visit", again, "ms", 1_500),
                Figure("all files, compressed", (float(compressed(folder)),), "bytes"),
                Figure("memory of both workers after a game", memory, "bytes", 250_000_000),
            ]


@contextmanager
def server(*command: str) -> Iterator[tuple[str, int]]:
    """Run a server that first prints its address, and yield that and the number of its process."""
    with running(*command) as started:
        started.wait_until(lambda: "\n" in started.out.text)
        found = re.search(r"http://[^\s)]+", started.out.text)
        assert found
        yield found[0].rstrip("/"), started.process.pid


def compressed_size(content: bytes) -> int:
    """Return how many bytes a web host sends for a file.

    litslab's own server, on loopback, does not compress.
    """
    return len(gzip.compress(content, 9))


def compressed(folder: Path) -> int:
    """Return how many bytes a web host sends for all files that the page loads, each compressed."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "licences.txt"]
    return sum(compressed_size(path.read_bytes()) for path in files)


def starts(browser: Browser, address: str, runs: int) -> tuple[tuple[float, ...], ...]:
    """Return the milliseconds until the board is drawn, and until a move is played on the first and
    the second visit.

    The last are the bytes of the workers' WebAssembly memories after the games.
    """
    found: tuple[list[float], ...] = ([], [], [], [])
    first, ready, again, memory = found
    for _ in range(runs):
        context = browser.new_context(viewport={"width": 1200, "height": 900})
        context.add_init_script(FIRST_BOARD)
        for visit, times in ((0, ready), (1, again)):
            page = context.new_page()
            page.set_default_timeout(1000 * SECONDS_TO_START)
            started = time.perf_counter()
            page.goto(f"{address}#play?game=taiji")
            page.locator(".hit.fits").first.click()
            page.locator("#moves li").first.wait_for()
            times.append(1000 * (time.perf_counter() - started))
            if visit == 0:
                first.append(float(page.evaluate("window.shownAt")))
                evaluate(page, READY, what="the service worker")
                wait(lambda page=page: evaluate(page, KEPT, what="the cache"), pause=0.1)  # type: ignore[misc]
                memory.append(
                    float(
                        sum(each.evaluate("(self.litslabMemory?.() ?? 0)") for each in page.workers)
                    )
                )
            page.close()
        context.close()
    return tuple(map(tuple, found))


def client(address: str) -> httpx.Client:
    """Return a client of the server's API."""
    return httpx.Client(base_url=f"{address}{PREFIX}/", timeout=SECONDS_TO_START)


def wait(happened: Callable[[], bool], pause: float = 0.001) -> float:
    """Wait until something has happened, looking again after each pause in seconds, and return when
    it did.

    Raises
    ------
    TimeoutError
        If it does not.
    """
    until = time.perf_counter() + SECONDS_TO_START
    while not happened():
        if time.perf_counter() > until:
            raise TimeoutError("expected something to happen that did not")
        time.sleep(pause)
    return time.perf_counter()


def first_boards(
    browser: Browser, address: str, runs: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the milliseconds until the board is drawn, and the bytes of the files loaded for it,
    each compressed.

    Each run has a context of its own, so that nothing is cached. What the API answers is not part
    of the page.
    """
    times = []
    weights = []
    for _ in range(runs):
        with opened(browser, address, "play", FIRST_BOARD) as page:
            # The page notes the time; to look again and again would keep a processor from it.
            wait(lambda page=page: page.evaluate("window.shownAt ?? null") is not None, pause=0.5)  # type: ignore[misc]
            times.append(float(page.evaluate("window.shownAt")))
            files = [httpx.get(name).content for name in sorted(set(page.evaluate(LOADED)))]
            weights.append(float(sum(map(compressed_size, files))))
    return tuple(times), (max(weights),)


def tasks(
    browser: Browser,
    address: str,
    runs: int,
    views: Sequence[str],
) -> tuple[float, ...]:
    """Return the longest task of each run in milliseconds, over some views; 0 if the browser
    reports none.
    """
    longest = []
    for _ in range(runs):
        found = []
        for view in views:
            with opened(browser, address, view, TASKS) as page:
                page.locator("#view > div > *").first.wait_for()
                page.wait_for_timeout(1000)  # what comes after the first answers is drawn, too
                found.append(float(page.evaluate("Math.max(...window.tasks)")))
        longest.append(max(found))
    return tuple(longest)


@contextmanager
def opened(browser: Browser, address: str, view: str, script: str = "") -> Iterator[Page]:
    """Open a view of the page, in which a script runs first."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    try:
        context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(1000 * SECONDS_TO_START)
        page.goto(f"{address}#{view}")
        yield page
    finally:
        context.close()


def hovers(browser: Browser, address: str) -> tuple[float, ...]:
    """Return the milliseconds that the preview takes on each square of Battle of LITS."""
    with opened(browser, address, "play?game=battle-of-lits") as page:
        page.locator('.hit[data-square="j10"]').wait_for()
        page.evaluate(HOVER)
        boxes = [each.bounding_box() for each in page.locator(".hit").all()]
        for box in boxes:
            assert box
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        wait(lambda: len(page.evaluate("window.hovers")) >= len(boxes))
        return tuple(page.evaluate("window.hovers"))


def cancels(browser: Browser, address: str, pid: int, runs: int) -> tuple[float, ...]:
    """Return the milliseconds from switching the engine off until the process of the analysis has
    ended.
    """
    times = []
    with opened(browser, address, "analyse?game=taiji") as page:
        for _ in range(runs):
            page.check("#engine")
            page.locator("#detail", has_text=re.compile("positions|playouts")).wait_for()
            before = descendants(pid)  # the one at work among them
            started = time.perf_counter()
            page.evaluate("document.getElementById('engine').click()")
            times.append(1000 * (wait(partial(any_ended, before)) - started))
            page.evaluate("document.getElementById('detail').textContent = ''")
    return tuple(times)


def answers(address: str, questions: int) -> tuple[float, ...]:
    """Return the milliseconds in which the legal moves of Battle of LITS are answered while an
    analysis runs.
    """
    times = []
    with (
        client(address) as asking,
        asking.stream(
            "POST", "analyse", json={"record": LARGE}, headers={"accept": EVENT_STREAM}
        ) as stream,
        client(address) as other,
    ):
        record = other.post("new", json={"game": "battle-of-lits"}).json()["record"]
        next(stream.iter_text())  # it has found something: it is at work
        for _ in range(questions):
            started = time.perf_counter()
            answer = other.post("position", json={"record": record})
            times.append(1000 * (time.perf_counter() - started))
            assert len(json.loads(answer.content)["legal"]) > 1000
    return tuple(times)


def checks(browser: Browser, address: str, questions: int) -> tuple[float, ...]:
    """Return the milliseconds from a border that changes until its answer shows, back and forth on
    two borders.
    """
    with opened(browser, address, "create") as page:
        page.get_by_text("Open, convert, share").click()
        page.fill("#puzzle-text", PUZZLE)
        page.click("#open-puzzle")
        page.locator("#grid-status[data-status=unique]").wait_for()
        page.evaluate(CHECK)
        page.focus("#grid")
        for number in range(questions):
            page.keyboard.press("Shift+ArrowRight" if number % 4 < 2 else "Shift+ArrowDown")
            wait(lambda number=number: len(page.evaluate("window.checks")) > number)  # type: ignore[misc]
        return tuple(page.evaluate("window.checks"))
