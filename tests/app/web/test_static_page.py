"""The page without a server, in a real browser: the same documents, values and node counts as
everywhere else.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pydantic import ValidationError

from litslab.app.web.endpoints import ENDPOINTS
from litslab.app.web.settings import refusal_of
from litslab.app.web.static_page import PYTHON, WASM, write_page
from litslab.games import registry
from litslab.games.errors import GameError
from litslab.games.move import SWAP
from litslab.games.notation import format_move
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.puzzles.lits.collection import collection
from litslab.solver.solve import solve
from tests.app.command_line import EXAMPLES
from tests.app.web import page as user
from tests.app.web import test_page_analyse
from tests.app.web.solving import URL, click_square
from tests.app.web.static_site import answered, ask, hosted, plain
from tests.app.web.test_page_create import way_of_a_stranger
from tests.app.web.waiting import evaluate
from tests.domineering import Domineering
from tests.engine_games import SEED, golden
from tests.fuzz.mutations import damage_toml
from tests.running import PATIENCE, ROOT

pytestmark = pytest.mark.slow

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "battle-of-lits": ("battle-of-lits", {"size": 6}),
    "few pieces": ("battle-of-lits", {"size": 7, "rows": 4, "supply": (2, 1, 1, 2)}),
    "taiji": ("taiji", {"size": 5}),
    "two groups": ("taiji", {"size": 4, "groups": 2}),
    "tailits": ("tailits", {"size": 5}),
    "free": ("tailits", {"size": 5, "colouring": "free", "scoring": "second"}),
    "each-once": ("tailits", {"size": 5, "colouring": "each-once", "flips": False}),
    "wythe": ("wythe", {"size": 4}),
    "tailits+taiji": ("tailits+taiji", {"size": 5}),
    "no tetromino": ("tailits+taiji", {"size": 3, "supply": (0, 0, 0, 0)}),
    "taiji+battle-of-lits": ("taiji+battle-of-lits", {"size": 5}),
}


GAMES_OF_A_FILE = "?games=domineering.py"

READY = "async () => { await navigator.serviceWorker.ready; }"
"""Waits until the service worker is active."""

KEPT = """async () => {
    while (true) {
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const { url } of await cache.keys()) {
                if (url.endsWith("/snapshot.bin")) return [name, cache, url];
            }
        }
        await new Promise(resolve => setTimeout(resolve, 20));
    }
}"""
"""Returns where Python's memory is kept, once it is."""


def compare(
    page: Page,
    questions: list[tuple[str, dict[str, Any]]],
    *but: str,
) -> list[dict[str, Any]]:
    """Ask the page's engine, compare each answer with the server's except for some of its entries,
    and return these.
    """
    expected = [answered(*question) for question in questions]
    for (name, body), found, right in zip(questions, ask(page, questions), expected, strict=True):
        assert _without(found, but) == _without(right, but), (name, body)
    return expected


def _without(document: Any, entries: tuple[str, ...]) -> Any:
    """Return a document without some entries, however deep."""
    if isinstance(document, dict):
        return {
            name: _without(each, entries) for name, each in document.items() if name not in entries
        }
    return (
        [_without(each, entries) for each in document] if isinstance(document, list) else document
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A web host that has the page."""
    if not WASM.is_file() or not PYTHON.is_dir():
        pytest.skip("the kernel is not compiled to WebAssembly")
    folder = tmp_path_factory.mktemp("host") / "site"
    write_page(folder)
    shutil.copyfile(ROOT / "tests" / "domineering.py", folder / "domineering.py")
    (folder / "nothing.py").write_text("x = 1\n", encoding="utf-8")
    with hosted(folder) as found:
        yield found


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A context that all pages share: the browser keeps files and the memory of Python, so the
    pages start soon.
    """
    context = browser.new_context(
        viewport=user.DESK, has_touch=True, permissions=["clipboard-read", "clipboard-write"]
    )
    context.set_default_timeout(1000 * PATIENCE)
    yield context
    context.close()


@pytest.fixture(scope="module")
def page(address: str, browser: Browser, context: BrowserContext) -> Iterator[Page]:
    """The page, the same for all tests, from the memory that a first visit has kept; it has no
    errors by their end.

    It has a game from a file beside it, which is known here, too.
    """
    with mock.patch.dict(registry.GAMES), user.Opener(browser, address) as watching:
        registry.register(Domineering)
        page = watching.watch(context.new_page())
        page.goto(f"{address}#play")
        user.ready(page)
        evaluate(page, KEPT, what="the memory that is kept")
        page.goto(f"{address}{GAMES_OF_A_FILE}#play")
        user.ready(page)
        yield page
        assert watching.errors == []


@pytest.fixture
def tab(address: str, browser: Browser, context: BrowserContext) -> Iterator[Page]:
    """Another page, to which nothing is known of what others did; it has no errors by the end of
    the test.
    """
    with user.Opener(browser, address) as watching:
        page = context.new_page()
        page.goto(f"{address}absent")
        page.evaluate("localStorage.clear()")
        yield watching.watch(page)
        page.close()
        assert watching.errors == []


@pytest.fixture
def newcomer(address: str, browser: Browser) -> Iterator[Page]:
    """A page of a first visit: nothing is kept yet. It has no errors by the end of the test."""
    with (
        browser.new_context(viewport=user.DESK) as context,
        user.Opener(browser, address) as watching,
    ):
        context.set_default_timeout(1000 * PATIENCE)
        yield watching.watch(context.new_page())
        assert watching.errors == []


def view(page: Page, hash_: str) -> None:
    """Go to a view of the page that is open."""
    page.evaluate("hash => { location.hash = hash; }", hash_)


GRID = {"rows": 4, "cols": 4, "regions": [[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 2], [2, 2, 2, 2]]}


CONSTANT = {
    "": "#games .picture svg",
    "#rules?game=wythe": ".rules h2",
    "#puzzles": ".thumbs svg",
    "#puzzle?today=1": ".cell-square",
    "#play?game=battle-of-lits": ".hit.fits",
    "#play?game=wythe": ".hit.fits",
    "#analyse": ".hit",
    "#puzzles?pack=lits-plus": ".thumbs svg",
}
"""The element of each view that is shown before Python has started."""


def test_what_never_changes_is_there_before_python_and_a_click_is_carried_out_later(
    address: str,
    newcomer: Page,
) -> None:
    held: list[Route] = []
    is_held = True
    newcomer.route(
        "**/pyodide.asm.wasm", lambda route: held.append(route) if is_held else route.continue_()
    )
    for view, found in CONSTANT.items():
        newcomer.goto(f"{address}{view}")
        newcomer.locator(found).first.wait_for(state="attached")
    newcomer.goto(f"{address}#puzzle?today=1")
    newcomer.locator(".place:not([inert]) [data-cell=a1]").wait_for()
    click_square(newcomer, "a1")
    expect(newcomer.locator(".grid .shade")).to_have_count(1)
    newcomer.goto(f"{address}#play?game=wythe")
    newcomer.locator(".hit.fits").first.click()
    expect(newcomer.locator("#status")).to_have_text(
        "Python is starting: this is answered in a moment."
    )
    assert user.placed(newcomer) == 0
    is_held = False
    for route in held:
        route.continue_()
    expect(newcomer.locator("#moves li")).to_have_count(1)
    newcomer.goto(f"{address}#plots")
    expect(newcomer.locator("#wins")).to_be_visible()
    assert newcomer.locator("#status.error").count() == 0
    assert newcomer.locator("#report").count() == 0
    evaluate(newcomer, KEPT, what="the memory that is kept")


def test_memory_stays_small_over_games_and_puzzles(page: Page) -> None:
    """Before the tests that follow ask much more of the page."""
    for name, options in list(GAMES.values())[::3]:
        record = user.random_game(name, options, swap=True)
        text = dumps(Record(record.rules))
        for ply, move in enumerate(record.moves):
            body = {"record": text, "at": ply, "move": format_move(move, record.rules)}
            (answer,) = ask(page, [("play", body)])
            text = answer["record"]
        ask(
            page,
            [
                (
                    "analyse",
                    {"record": dumps(record), "at": len(record.moves) // 2, "time_limit": 0.1},
                )
            ],
        )
    made = ask(page, [("generate", {"size": 7, "count": 5, "seed": 1})])[0]["puzzles"]
    assert len(made) == 5
    ask(page, [("puzzle", {"puzzle": each["url"]}) for each in made])
    ask(page, [("explain", GRID), ("grade", GRID)] * 2)
    memory = [worker.evaluate("self.litslabMemory?.() ?? 0") for worker in page.workers]
    assert len(memory) == 2
    # Python takes 63 MB in each worker. An analysis has two tables of 64 MiB, and each may need as
    # much again while it grows; how far they grow depends on the machine.
    assert 0 < sum(memory) < 450e6


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_described_and_moves_weighed_and_refused_as_the_server_does(
    page: Page,
    name: str,
) -> None:
    record = user.random_game(*GAMES[name], swap=list(GAMES).index(name) % 2 == 1)
    text = dumps(record)
    table = record.rules.table
    rng = random.Random(3)
    questions: list[tuple[str, dict[str, Any]]] = [
        ("position", {"record": text, "at": len(record.moves)})
    ]
    for ply, position in list(enumerate(record.positions))[::4]:
        moves: list[Any] = [
            SWAP,
            *rng.sample(list(table.of(position.legal)), min(2, position.legal.bit_count())),
        ]
        moves += rng.sample(list(table), 6)
        squares = rng.sample(range(record.rules.board.size), 2)
        bodies = [("move", {"move": format_move(move, record.rules)}) for move in moves]
        bodies += [("remaining", {"square": record.rules.board.name(square)}) for square in squares]
        questions += [
            (asked, {"record": text, "at": ply, **body})
            for asked, body in [("position", {}), *bodies]
        ]
    assert any(answer.get("broken") for answer in compare(page, questions))


def test_games_begin_and_are_set_up_and_played_as_on_the_server(page: Page) -> None:
    record = user.random_game("battle-of-lits", {"size": 6}, 0)
    board = list(getattr(record.rules, "symbols", ()))
    placed = " ".join(format_move(move, record.rules) for move in record.moves[:3])
    body = {"game": "battle-of-lits", "options": {"size": 6}, "board": board, "placed": placed}
    questions: list[tuple[str, dict[str, Any]]] = [
        # The second is one that no game leads to.
        *(("setup", body | {"to_move": side}) for side in ("X", "O")),
        (
            "play",
            {"record": dumps(record), "at": 1, "move": format_move(record.moves[1], record.rules)},
        ),
    ]
    for game, options in (
        ("battle-of-lits", {"size": 9}),
        ("battle-of-lits", {"size": 3, "rows": 8}),
        ("wythe", {}),
    ):
        questions.append(("new", {"game": game, "options": options, "seed": 1234567890123}))
    started = compare(page, questions)[:2]
    compare(page, [("position", {"record": each["record"]}) for each in started])


def answered_or_refused(name: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of the server to a request, or its refusal."""
    try:
        return answered(name, body)
    except (GameError, ValidationError) as refused:
        return {"error": refusal_of(refused).error}


PUZZLES = (
    URL,
    "https://puzz.link/p?lits/8/8/9q02jg",
    "AABB/AABC/ABBC/CCCC",
    "AAAA\nBBBB",
    "AAB.\nAAB.\nCCBB\nCC..",
    "AAAABB\nABBBBB\nACCCDD\nCCCDDD",
    "lits/4/4/9q02jz",
    "lits/4/4/9q12jg",
    "lits/4/4/9q02jh",
    "slither/4/4/9q02jg",
    "https://puzz.link/p?lits/d/4/4/AABBAABCABBCCCCC",
    "http://indi.s58.xrea.com/lits/sa/q.html?4/4/AABBAABCABBCCCCC",
    "AAA/BBB",
)


def test_puzzles_are_read_solved_and_checked_as_on_the_server(page: Page) -> None:
    questions: list[tuple[str, dict[str, Any]]] = []
    for text in PUZZLES:
        puzzle = answered_or_refused("puzzle", {"puzzle": text})
        assert ask(page, [("puzzle", {"puzzle": text})]) == [puzzle]
        if "error" in puzzle:
            continue
        grid = {name: puzzle[name] for name in ("rows", "cols", "regions")}
        # Numbers with gaps.
        grid["regions"] = [[2 * number for number in row] for row in grid["regions"]]
        questions.append(("check", grid))
        if len(solutions := answered("check", grid)["solutions"]) == 1:
            questions.append(
                ("mistakes", grid | {"shaded": [*solutions[0][1:], "a1"], "unshaded": ["b1"]})
            )
    statuses = {
        answer["status"] for answer in compare(page, questions, "seconds") if "status" in answer
    }
    assert statuses == {"unique", "multiple", "impossible"}


def test_the_engine_plays_the_golden_games(page: Page) -> None:
    asked = [(game, len(game.moves) // 2) for game in golden()]
    questions = []
    for game, ply in asked:
        record, player = game.question(ply)
        questions.append(("engine", {"record": record, "player": player, "seed": SEED}))
    assert ask(page, questions) == [{"move": game.moves[ply]} for game, ply in asked]


def grid_of(pack: str) -> dict[str, Any]:
    """Return the first puzzle of a pack as the page asks about it."""
    puzzle = collection(pack)[0].puzzle
    size = {"rows": puzzle.board.rows, "cols": puzzle.board.columns}
    return {**size, "regions": puzzle.rows(), "rules": puzzle.rules.name}


TAIJI = 'game = "taiji"\n[options]\nsize = 4\n'
STUDY = next(iter(sorted((EXAMPLES / "studies").glob("*.toml")))).read_text()
RECORDS = [each for each in sorted(EXAMPLES.glob("*.toml")) if "\nmoves" in each.read_text()]
REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("solve", {"record": TAIJI, "all_moves": True}),
    ("engine", {"record": TAIJI, "player": "mcts:2000", "seed": 5}),
    ("engine", {"record": 'game = "wythe"', "player": "mcts:300", "seed": 6}),
    ("engine", {"record": TAIJI, "player": "greedy"}),
    ("generate", {"size": 8, "count": 2, "seed": 3}),
    ("explain", GRID),
    ("grade", GRID),
    ("borders", GRID),
    ("conflict", GRID | {"regions": [[0, 0, 0, 0]] * 4}),
    ("repair", GRID | {"regions": [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2], [2, 2, 2, 2]]}),
    ("generate", {"solution": ["#.##", "###.", "#.#.", "####"], "seed": 1}),
    ("simulate", {"game": "wythe", "options": {"size": 5}, "count": 6_000, "seed": 4}),
    (
        "simulate",
        {
            "game": "tailits+taiji",
            "options": {"size": 3},
            "count": 30,
            "players": ["greedy", "mcts:20"],
        },
    ),
    ("studies", {"game": "wythe", "options": {"size": 4}, "plies": 3, "count": 1, "seed": 1}),
    ("study", {"record": STUDY}),
    ("clue", {"record": STUDY}),
    ("hint", GRID),
    *(("position", {"record": each.read_text()}) for each in RECORDS),
    *(
        (name, grid_of(pack))
        for pack in ("litso", "inverse-litso", "lits-plus")
        for name in ("hint", "check", "grade")
    ),
    ("convert", {"puzzle": URL, "to": "grid"}),
)
"""Requests, and those of other tests, to which page and server give the same answers."""


def test_page_and_server_answer_alike(page: Page) -> None:
    compare(page, list(REQUESTS), "seconds")
    compared = {name for name, _ in REQUESTS}
    elsewhere = {
        "new",
        "setup",
        "position",
        "play",
        "move",
        "remaining",
        "puzzle",
        "check",
        "mistakes",
        "solve",
    }
    assert compared | elsewhere | {"analyse", "review", "attempt"} == {
        each.name for each in ENDPOINTS if not each.needs_server
    }


REFUSED = (
    'game = "taiji"\nmoves = "a1,a2 a1,b1"',
    'game = "chess"',
    'game = "taiji"\noptions = { size = 1 }',
    'game = "taiji"\nmoves = ["a1,a2"',
    'game = "taiji"\noptions = { size = [5] }',
    'game = "taiji"\nplayers = { light = 5 }',
    'game = "taiji"\nposition = { placed = "", constructed = 7 }',
    'game = "taiji"\n[options]\nsize = 3\n[options]\ngroups = 1',
    'game = "taiji"\nposition = { placed = "a1,a2", constructed = true }',
    "L[00,01,02,10]",
    "",
)


def test_what_is_no_record_and_what_is_damaged_is_refused_as_the_server_does(page: Page) -> None:
    rng = random.Random(7)
    texts = [dumps(user.random_game(*case, 0)).encode() for case in GAMES.values()]
    damaged = [damage_toml(rng.choice(texts), rng).decode(errors="replace") for _ in range(12)]
    bodies: list[dict[str, Any]] = [{"record": record} for record in (*REFUSED, *damaged)]
    bodies += [{"record": 'game = "taiji"', "at": -1}, {"record": 5}, {}]
    for body, found in zip(bodies, ask(page, [("position", body) for body in bodies]), strict=True):
        assert found == answered_or_refused("position", body), body
    deep = ask(page, [("position", {"record": f'game = "taiji"\nmoves = {"[" * 100_000}'})])[0]
    assert "\n" not in deep["error"]


FAILING = """() => {
    const request = Object.assign(Object.create({ toJSON: () => 0 }), { rows: 4n });
    return asked.answer("check", request).catch((error) => error.message);
}"""


def test_an_engine_that_has_failed_is_replaced(page: Page) -> None:
    new = ("new", {"game": "taiji", "options": {"size": 3}})
    (before,) = ask(page, [new])
    # It is JSON here, and not there.
    failed = evaluate(page, FAILING, what="an answer of the engine")
    assert failed.startswith("the engine failed: ")
    after, other = ask(page, [new, ("bounds", {})])
    assert before == after
    assert other["error"] == "only the local page has this: run “litslab serve”"


LATE = 20
"""Seconds after which a short question has failed (`browser/engine.js`)."""

LOST = """() => {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function () { Worker.prototype.postMessage = send; };
    const body = { game: "taiji", options: { size: 3 } };
    window.lost = asked.answer("new", body).catch(({ message }) => message);
    window.queued = asked.answer("new", body);
}"""
"""Asks two questions; the first does not reach the worker."""


def test_a_question_that_is_not_answered_is_an_error_and_the_next_goes_to_a_new_worker(
    address: str,
    tab: Page,
) -> None:
    tab.clock.install()
    tab.goto(f"{address}#play?game=wythe")
    user.ready(tab)
    (expected,) = ask(tab, [("new", {"game": "taiji", "options": {"size": 3}})])
    evaluate(tab, LOST, what="two questions")
    tab.clock.fast_forward(1000 * (LATE - 1))
    assert evaluate(tab, "() => Promise.race([lost, null])", what="the clock") is None
    tab.clock.fast_forward(2000)
    said = evaluate(tab, "() => lost", what="the first answer")
    assert said == "no answer within 20 seconds"
    assert evaluate(tab, "() => queued", what="the second answer") == expected


def test_analyses_and_reviews_end_in_the_same_proofs(page: Page) -> None:
    """Estimates depend on the available time; proofs do not."""
    record = f"{TAIJI}\n".replace("[options]", 'moves = "a1,a2 b1,b2 c1,c2"\n[options]')
    advice, review = ask(
        page,
        [
            ("analyse", {"record": TAIJI}),
            ("review", {"record": record, "time_limit": 10 * PATIENCE}),
        ],
    )
    found = plain(solve(loads(TAIJI).position(), best="all"))
    assert {name: advice[name] for name in ("status", "score", "winner")} == {
        name: found[name] for name in ("status", "score", "winner")
    }
    assert set(advice["best"]) <= set(found["best"])
    values = [solve(position).score.lower for position in loads(record).positions]
    assert [each["value"] for each in review["positions"]] == values


def test_the_way_of_a_stranger_without_a_server(address: str, tab: Page) -> None:
    tab.set_viewport_size(user.PHONE)
    tab.goto(f"{address}#home")
    way_of_a_stranger(tab)


def test_what_only_the_local_page_has_is_not_offered(page: Page) -> None:
    page.set_viewport_size(user.PHONE)
    for hash_ in (
        "#play",
        "#analyse",
        "#puzzle",
        "#puzzles",
        "#create",
        "#plots",
        "#studies",
        "#home",
    ):
        view(page, hash_)
        page.locator("#view > div > *").first.wait_for(state="attached")
        if hash_ == "#analyse":
            page.locator(".analysing:not([inert])").wait_for()
            user.show_more(page)
        for control in ("#folder-open", "#bounds", "#report-on", "#book", "#fit"):
            expect(page.locator(control)).to_have_count(0)
        expect(page.locator("#engine-note")).to_contain_text("litslab serve")
        assert user.has_no_horizontal_scrolling(page), hash_
    assert not user.AXE.is_file() or user.violations(page) == []
    page.set_viewport_size(user.DESK)


def test_an_analysis_ends_at_once_and_leaves_the_page_usable(page: Page) -> None:
    view(page, "#analyse?game=taiji")
    expect(page.locator("#detail")).to_contain_text("positions")
    page.uncheck("#engine")
    expect(page.locator("#gauge")).not_to_have_class(re.compile("thinking"))
    view(page, "#play")
    user.new_game(page, "taiji", 3)
    user.analyse(page)
    expect(page.locator("#detail")).to_have_text("The engine is off.")
    page.check("#engine")
    expect(page.locator("#trust")).to_have_text("Proved")


def test_a_game_from_a_file_beside_the_page_is_played_as_on_the_server(page: Page) -> None:
    view(page, "#play?game=domineering")
    expect(page).to_have_title("Domineering · litslab")
    user.ready(page)
    assert user.play_one(page)
    position: dict[str, Any] = {"record": 'game = "domineering"\n[options]\nsize = 4\n'}
    questions: list[tuple[str, dict[str, Any]]] = [
        ("new", {"game": "domineering", "options": {"size": 4}}),
        ("position", position),
        ("solve", position),
    ]
    compare(page, questions, "seconds")


def test_an_opponent_plays_on_offline_from_the_address(page: Page) -> None:
    view(page, "#play")
    user.new_game(page, "battle-of-lits", 6, opponent="mcts:512")
    evaluate(page, READY, what="the service worker")
    page.context.set_offline(True)
    before = page.url
    assert user.hold_a_piece_that_fits(page)
    page.locator(".hit.fits").first.dblclick()
    page.wait_for_url(lambda url: url != before)  # the move is kept, a moment after it is shown
    page.goto(page.url.replace(GAMES_OF_A_FILE, ""))
    for count in (2, 4):
        expect(page.locator("#moves li")).to_have_count(count)
        expect(page.locator("#them")).to_contain_text("Medium")
        user.place_one(page)
    page.context.set_offline(False)


def test_a_first_visit_says_when_the_page_needs_no_network_and_keeps_its_word(
    address: str,
    newcomer: Page,
) -> None:
    newcomer.goto(f"{address}#play?game=wythe")
    expect(newcomer.locator("#offline")).to_have_text("✓ offline")
    expect(newcomer.locator("#engine-note")).to_contain_text("This page needs no network any more.")
    newcomer.context.set_offline(True)
    newcomer.goto(f"{address}#puzzle?url=lits/4/4/9q02jg")
    newcomer.reload()
    newcomer.locator(".place:not([inert]) [data-cell=a1]").wait_for()
    newcomer.click("#hint")
    expect(newcomer.locator("#hint-text")).not_to_be_empty()
    expect(newcomer.locator("#offline")).to_have_text("✓ offline")


def test_no_sign_says_that_files_are_kept_which_are_not(
    address: str,
    newcomer: Page,
) -> None:
    newcomer.goto(f"{address}#play?game=wythe")
    expect(newcomer.locator("#offline")).to_have_text("✓ offline")
    evaluate(
        newcomer,
        "() => caches.keys().then(names => Promise.all(names.map(name => caches.delete(name))))",
        what="the end of the caches",
    )
    newcomer.reload()
    user.ready(newcomer)
    evaluate(newcomer, READY, what="the service worker")
    newcomer.wait_for_timeout(1000)  # the sign would come in a moment
    expect(newcomer.locator("#offline")).to_have_count(0)


def test_a_file_without_a_game_is_refused_in_one_line(
    address: str,
    context: BrowserContext,
) -> None:
    page = context.new_page()
    for file, why in (
        ("nothing.py", "nothing.py: expected a class of rules"),
        ("https://example.org/a.py", "expected the name of a Python file beside the page"),
    ):
        page.goto(f"{address}?games={file}#play")
        expect(page.locator("#failure")).to_contain_text(why)
        expect(page.locator("#failure")).not_to_contain_text("Traceback")
    page.close()


SHORTEN = """async () => {
    const { BrowserEngine: { prototype } } = await import("./browser/engine.js");
    const { stream } = prototype;
    prototype.stream = function (name, body, ...rest) {
        const shorter = name === "review" ? { ...body, time_limit: 0.5 } : body;
        return stream.call(this, name, shorter, ...rest);
    };
}"""
"""Lets a review take half a second."""


def test_a_stranger_plays_analyses_and_sends_a_link_without_a_server(
    address: str,
    tab: Page,
) -> None:
    tab.goto(address)
    evaluate(tab, SHORTEN, what="the page's engine")
    test_page_analyse.way_of_a_stranger(tab, test_page_analyse.late_record())


START = """async () => {
    while (!self.litslabStart) await new Promise(resolve => setTimeout(resolve, 20));
    return self.litslabStart;
}"""
"""Returns what a worker has started from, once it has."""

MOVED = f"""async () => {{
    const [name, cache, url] = await ({KEPT})();
    const found = await cache.match(url);
    const other = await caches.open("litslab-0");
    await other.put(url, found.clone());
    await cache.delete(url);
    const {{ kept }} = await import("./browser/snapshot.js");
    const answers = [await kept(), await other.match(url) ?? null];
    await cache.put(url, found);
    return answers;
}}"""
"""Returns the memory that is found after it was moved to the cache of a page of other files."""

DAMAGED = f"""async () => {{
    const [, cache, url] = await ({KEPT})();
    const found = await cache.match(url);
    const bytes = new Uint8Array(await found.arrayBuffer());
    bytes.fill(0, bytes.length >> 1);
    await cache.put(url, new Response(bytes, found));
    const {{ keep, kept }} = await import("./browser/snapshot.js");
    const said = await (await kept()).filled.catch(({{ message }}) => message);
    await keep(new Uint8Array(1 << 20));
    return said;
}}"""
"""Damages the memory, returns the message about it, and leaves other bytes with their checksum in
its place.
"""


def test_a_later_visit_starts_from_the_memory_that_was_kept_if_it_is_of_these_files(
    address: str,
    page: Page,
    tab: Page,
) -> None:
    def visit() -> set[str]:
        """Return what the workers start from."""
        tab.goto("about:blank")
        tab.goto(f"{address}#play?game=wythe")
        user.ready(tab)
        return {evaluate(worker, START, what="the worker's start") for worker in tab.workers}

    visit()  # an engine that has failed has let the memory be forgotten
    evaluate(tab, KEPT, what="the memory that is kept")
    assert visit() == {"snapshot"}
    tab.goto("about:blank")  # nothing is kept meanwhile
    assert evaluate(page, MOVED, what="the memory, moved") == [None, None]
    said = evaluate(page, DAMAGED, what="the memory, damaged")
    assert said == "what was kept is damaged"
    assert visit() == {"files"}
    new = ("new", {"game": "taiji+battle-of-lits", "seed": 5})
    assert ask(tab, [new]) == [answered(*new)]


def test_the_page_without_a_server_speaks_japanese(address: str, tab: Page) -> None:
    tab.goto(f"{address}#home?lang=ja")
    expect(tab.locator("#games p").first).to_contain_text("ドミノ")
    tab.goto(f"{address}#puzzle?url=lits/4/4/9q02jg&lang=ja")
    tab.locator(".place:not([inert]) [data-cell=a1]").wait_for()
    tab.click("#hint")
    for _ in range(2):
        tab.click("#more-hint")
    expect(tab.locator("#hint-text")).to_contain_text("黒マスです。")
    tab.goto(f"{address}#puzzles")
    expect(tab.locator("#view")).to_contain_text("はじめの一歩")


SERVICE_WORKER = (ROOT / "app" / "web" / "browser" / "sw.js").read_text(encoding="utf-8")
REGISTERED = """async () => {
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
}"""
UPDATED = """async () => {
    const known = await navigator.serviceWorker.getRegistration();
    await known.update();
    while (known.installing) await new Promise(resolve => setTimeout(resolve, 20));
    return (await import("./part.js")).default;
}"""
"""Loads a new version, and returns the version of a module that is imported afterwards."""


def test_a_tab_never_mixes_two_versions_and_the_only_one_gets_the_new_one(
    browser: Browser,
    tmp_path: Path,
) -> None:
    def write(version: str, time: int) -> None:
        (tmp_path / "index.html").write_text(f"<title>{version}</title>", encoding="utf-8")
        (tmp_path / "part.js").write_text(f"export default '{version}';", encoding="utf-8")
        text = SERVICE_WORKER.replace('VERSION = ""', f'VERSION = "{version}"')
        (tmp_path / "sw.js").write_text(
            text.replace("FILES = []", 'FILES = ["./", "part.js"]'), encoding="utf-8"
        )
        for file in tmp_path.iterdir():
            os.utime(file, (time, time))

    write("old", 1_000_000_000)
    with hosted(tmp_path) as address, browser.new_context() as context:
        context.set_default_timeout(1000 * PATIENCE)
        tab = context.new_page()
        other = context.new_page()
        tab.goto(address)
        evaluate(tab, REGISTERED, what="the service worker")
        other.goto(address)
        write("new", 1_100_000_000)
        assert evaluate(tab, UPDATED, what="the new version") == "old"
        tab.reload()
        expect(tab).to_have_title("old")
        other.close()
        tab.reload()
        expect(tab).to_have_title("new")
