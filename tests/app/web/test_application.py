"""Every endpoint by its path: the documents of the commands, streams, refusals, and the OpenAPI
document.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import validate

from litslab.analysis.runs.simulate import simulate
from litslab.app.documents.schema import schema_of_type
from litslab.app.web import processes
from litslab.app.web.application import constant_json, openapi
from litslab.app.web.endpoints import ENDPOINTS, EVENT_STREAM, PREFIX, REFUSALS
from litslab.games.geometry import Board, mask_of
from litslab.games.registry import new_game
from litslab.jobs.child_object import ChildObject
from litslab.puzzles.lits.check import violations
from litslab.puzzles.lits.puzzle import LitsPuzzle, parse_shading
from litslab.puzzles.lits.solve import solve
from litslab.solver.campaign.look_up import BOOKS
from litslab.solver.campaign.run import Workers
from tests.app.command_line import EXAMPLES as EXAMPLE_FILES
from tests.app.command_line import Runner
from tests.app.web.client import STUDY, Client, client, client_with_threads, events_of
from tests.documents_write import GRID, REQUESTS
from tests.running import descendants
from tests.solver.campaign.boards import make as make_campaign
from tests.solver.campaign.boards import run as run_campaign

RECORD = 'game = "taiji"\noptions = { size = 3, groups = 1 }\nmoves = "a1,a2"\n'
GAME = 'game = "taiji"\noptions = { size = 3, groups = 1 }\nmoves = "a1,a2 b1,b2 c1,c2 a3,b3"\n'


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An application with a folder."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "game.toml").write_text(RECORD)
    with client_with_threads(folder=folder) as made:
        yield made


SEVERAL: dict[str, Any] = {
    "rows": 4,
    "cols": 4,
    "regions": [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2], [2, 2, 2, 2]],
}
"""A puzzle with more than one solution."""
DRAWING = ["#.##", "###.", "#.#.", "####"]
"""A solution: which squares are shaded."""
EXAMPLES: dict[str, dict[str, Any]] = {
    **dict(REQUESTS),
    "study": {"record": STUDY},
    "files": {},
    "open": {"name": "game.toml"},
    "save": {"name": "new.toml", "text": RECORD},
    "picture": {"picture": DRAWING, "time_limit": 600},
    "repair": GRID,
    "borders": GRID,
    "plot": {"run": "run.parquet", "kind": "lengths"},
    "attempt": {"record": STUDY, "move": "d2,c2"},
    "clue": {"record": STUDY},
    "puzzlebook": {"puzzles": "lits/4/4/9q02jg"},
    "studybook": {"records": [STUDY]},
    "report": {
        "game": "wythe",
        "options": {"size": 3},
        "games": 12,
        "playouts": 64,
        "time_limit": 1,
    },
}
"""A request to each endpoint."""


@pytest.fixture(scope="module")
def run_file(web: Client) -> str:
    """A run in the folder."""
    folder = web.processes.settings.folder
    assert folder is not None
    simulate(new_game("wythe", size=4), folder / "run.parquet", games=200, seed=1, workers=1)
    simulate(new_game("wythe", size=4), folder / "other.parquet", games=200, seed=2, workers=1)
    return "run.parquet"


@pytest.mark.slow
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: each.name)
@pytest.mark.usefixtures("run_file")
def test_every_endpoint_answers_with_its_document(endpoint: Any, web: Client) -> None:
    document = web.ask(endpoint.name, **EXAMPLES[endpoint.name])
    validate(document, schema_of_type(endpoint.response))


@pytest.mark.slow
def test_a_process_of_its_own_answers_as_a_thread_does(
    web: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from_thread = streamed(web)
    refused = web.refused("solve", 400, record="game = 1")
    monkeypatch.setattr(processes, "ChildObject", ChildObject)
    before = set(descendants(os.getpid()))
    with client() as other:
        assert streamed(other) == from_thread
        assert other.refused("solve", 400, record="game = 1") == refused
        assert set(descendants(os.getpid())) - before


def streamed(web: Client) -> tuple[list[str], dict[str, Any]]:
    """Return the names of the events of an analysis, and its document."""
    body = {"record": GAME, "all_moves": True}
    response = web.request("POST", f"{PREFIX}/solve", json=body, headers={"accept": EVENT_STREAM})
    events = events_of(response.text)
    return [name for name, _ in events], json.loads(events[-1][1]) | {"info": None}


def test_what_a_campaign_says_is_answered_from_it_as_not_verified(
    web: Client,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run_campaign(make_campaign(tmp_path, new_game("wythe", size=3), "openings"), Workers())
    searched = web.ask("solve", record='game = "wythe"\noptions = { size = 3 }\n', all_moves=True)
    monkeypatch.setenv(BOOKS, str(tmp_path))
    found = web.ask("solve", record='game = "wythe"\noptions = { size = 3 }\n', all_moves=True)
    assert "book" not in searched
    assert (searched["status"], found["status"], found["book"]) == (
        "exact",
        "stored",
        "campaign.db",
    )
    assert {key: found[key] for key in ("score", "winner")} == {
        key: searched[key] for key in ("score", "winner")
    }
    assert web.ask("solve", record=RECORD).get("book") is None


def test_a_stream_tells_of_progress_and_ends_with_the_document(web: Client) -> None:
    body = {"game": "wythe", "options": {"size": 4}, "count": 12_000}
    response = web.request(
        "POST", f"{PREFIX}/simulate", json=body, headers={"accept": EVENT_STREAM}
    )
    assert response.headers["content-type"].startswith(EVENT_STREAM)
    names, data = zip(*events_of(response.text), strict=True)
    assert names == ("progress", "progress", "progress", "result")
    assert [json.loads(each)["run"]["games"] for each in data[:-1]] == [5000, 10_000, 12_000]
    assert json.loads(data[-1]) == web.ask("simulate", **body)


def test_a_review_streams_each_evaluation_from_the_end_backwards(web: Client) -> None:
    response = web.request(
        "POST", f"{PREFIX}/review", json={"record": GAME}, headers={"accept": EVENT_STREAM}
    )
    *events, (name, document) = [
        (name, json.loads(data)) for name, data in events_of(response.text)
    ]
    assert name == "result"
    assert [each["evaluation"] for _, each in events[::2]] == document["positions"][::-1]
    assert [each["done"] for _, each in events[1::2]] == list(
        range(1, len(document["positions"]) + 1)
    )
    assert {name for name, _ in events} == {"progress"}


def test_a_stream_that_fails_ends_with_the_error(web: Client) -> None:
    body = {"record": "game = 1"}
    response = web.request("POST", f"{PREFIX}/solve", json=body, headers={"accept": EVENT_STREAM})
    assert [name for name, _ in events_of(response.text)] == ["error"]
    assert json.loads(events_of(response.text)[0][1]) == {
        "error": web.refused("solve", 400, **body)
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("endpoint", "status", "body", "expected"),
    [
        ("position", 422, {}, "record: field required"),
        ("position", 422, {"record": RECORD, "more": 1}, "more: extra inputs"),
        ("position", 422, {"record": RECORD, "at": 1.5}, "at: "),
        ("position", 400, {"record": RECORD, "at": 2}, "2"),
        ("position", 400, {"record": "nonsense"}, "is no record of a game"),
        ("position", 400, {"record": "[" * 5000 + "="}, "is no record of a game"),
        ("play", 409, {"record": RECORD, "move": "a1,b1"}, "illegal move a1,b1"),
        ("play", 400, {"record": RECORD, "move": "nonsense"}, "cannot read 'nonsense'"),
        ("position", 409, {"record": RECORD.replace("a1,a2", "a1,a2 a1,a2")}, "the record"),
        ("remaining", 400, {"record": RECORD, "square": "z9"}, "z9"),
        ("new", 413, {"game": "taiji", "options": {"size": 99}}, "a board of 9801 squares"),
        (
            "setup",
            409,
            {"game": "taiji", "options": {"size": 3}, "placed": "a1,a2 a2,a3"},
            "illegal",
        ),
        ("puzzle", 400, {"puzzle": "?"}, ""),
        ("hint", 400, GRID | {"shaded": ["z9"]}, "z9"),
        ("convert", 400, {"puzzle": "AAAA", "to": "pdf"}, "format 'pdf': expected json"),
        ("solve", 422, {"record": RECORD, "time_limit": -1}, "time_limit"),
        ("engine", 400, {"record": RECORD, "player": "god"}, "player 'god'"),
        ("study", 400, {"record": RECORD}, "not of a study"),
        ("attempt", 409, {"record": STUDY, "move": "b4,b3"}, "illegal move b4,b3"),
        ("clue", 400, {"record": 'game = "wythe"\nmoves = "c3,c4"'}, "swap"),
        (
            "studies",
            400,
            {"game": "taiji", "options": {"size": 3}, "plies": 9},
            "plies 9: expected 1 to 4",
        ),
        ("studies", 413, {"game": "taiji", "options": {"size": 21}}, "a board of 441 squares"),
        ("studybook", 400, {"records": []}, "a booklet without entries"),
        ("puzzlebook", 422, {"puzzles": "lits/4/4/9q02jg", "paper": "a3"}, "paper"),
        ("generate", 413, {"size": 21}, "a puzzle of 441 squares"),
        ("generate", 413, {"solution": ["." * 25] * 25}, "a puzzle of 625 squares"),
        ("generate", 422, {"solution": ["."] * 41}, "solution: list should have at most 40 items"),
        ("generate", 400, {"solution": ["###."]}, "3 shaded squares: expected a multiple of 4"),
        (
            "generate",
            400,
            {"solution": DRAWING, "symmetry": "half-turn"},
            "expected the image of the tetromino",
        ),
        (
            "picture",
            400,
            {"picture": ["####", "...#"]},
            "no solution near it can be a puzzle's only one",
        ),
        ("picture", 413, {"picture": ["#" * 21] * 20}, "a picture of 420 squares"),
        ("picture", 422, {"picture": ["#"] * 41}, "picture: list should have at most 40 items"),
        (
            "puzzle",
            400,
            {"puzzle": "lits/4/4/9q02jg", "rules": "optional-regions"},
            "the page has none with these",
        ),
        ("check", 400, GRID | {"rules": "nurikabe"}, "rules 'nurikabe': expected lits, litso"),
        ("repair", 400, GRID | {"rows": 3}, "regions: expected 3 rows of 4 numbers"),
        (
            "repair",
            413,
            {"rows": 21, "cols": 20, "regions": [[1] * 20] * 21},
            "a puzzle of 420 squares",
        ),
        (
            "engine",
            413,
            {"record": RECORD, "player": "mcts:999999999999"},
            "expected at most 100,000,000,000",
        ),
        ("report", 413, {"game": "taiji", "options": {"size": 21}}, "a board of 441 squares"),
        ("open", 404, {"name": "absent.toml"}, "absent.toml"),
        ("plot", 404, {"run": "absent.parquet", "kind": "scores"}, "absent.parquet"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    web: Client,
    endpoint: str,
    status: int,
    body: dict[str, Any],
    expected: str,
) -> None:
    assert expected in web.refused(endpoint, status, **body)


def test_errors_are_in_the_language_of_the_request(web: Client) -> None:
    body = {"game": "taiji", "options": {"size": 21}}
    response = web.request("POST", f"{PREFIX}/new", json=body, headers={"accept-language": "ja"})
    assert response.json() == {"error": "ボードが 441 マスあります。400 マスまでにしてください"}


def test_a_check_shows_two_solutions_where_there_are_several(web: Client) -> None:
    found = web.ask("check", **SEVERAL)
    one, other = map(set, found["solutions"])
    assert one ^ other == set(found["differing"]) != set()
    for squares in found["solutions"]:
        assert not violations(
            LitsPuzzle.from_rows(SEVERAL["regions"]), mask_of(map(Board(4, 4).parse, squares))
        )
    alone = web.ask("check", **GRID)
    assert [set(each) for each in alone["solutions"]] == [set(alone["shapes"])]
    assert (
        web.ask("check", rows=4, cols=4, regions=[[0, 0, 1, 1]] * 2 + [[2, 2, 3, 3]] * 2)[
            "solutions"
        ]
        == []
    )
    assert web.ask("conflict", **GRID)["regions"] is None


def test_every_solution_of_several_counts_and_the_answer_says_so(web: Client) -> None:
    puzzle = LitsPuzzle.from_rows(SEVERAL["regions"])
    solutions = [
        set(puzzle.board.names(each.shading)) for each in solve(puzzle, limit=1000).solutions
    ]
    assert len(solutions) > 2
    for squares in solutions:
        found = web.ask("mistakes", **SEVERAL, shaded=sorted(squares))
        assert found == {"wrong": [], "complete": True, "status": "multiple"}
        partly = web.ask("mistakes", **SEVERAL, shaded=sorted(squares)[:5])
        assert found | {"complete": False} == partly
    shared = set.intersection(*solutions)
    (first, *_) = sorted(shared)
    found = web.ask("mistakes", **SEVERAL, shaded=[], unshaded=[first])
    assert found == {"wrong": [first], "complete": False, "status": "multiple"}
    alone = web.ask("mistakes", **GRID, shaded=[], unshaded=[])
    assert alone == {"wrong": [], "complete": False, "status": "unique"}


def test_an_open_puzzle_is_undecided_in_time() -> None:
    side = 12
    regions = [[row // 4 * 3 + column // 4 for column in range(side)] for row in range(side)]
    grid = {"rows": side, "cols": side, "regions": regions}
    with client_with_threads(check_seconds=0.0) as hurried:
        found = hurried.ask("mistakes", **grid, shaded=["a1"], unshaded=[])
        assert found == {"wrong": [], "complete": False, "status": "undecided"}
        assert hurried.ask("check", **grid)["status"] == "undecided"
        assert hurried.refused("hint", 400, **grid, shaded=[], unshaded=[]) == (
            "the puzzle was not solved in time: expected exactly one solution"
        )


def test_a_repair_is_that_of_the_command_and_leaves_one_solution(web: Client, run: Runner) -> None:
    found = web.ask("repair", **SEVERAL)
    run.write("puzzle.grid", "AABB\nAABB\nAABC\nCCCC\n")
    command = run("puzzle", "check", "puzzle.grid", "--json").document
    assert found["repairs"]
    assert found["repairs"] == command["check"]["repairs"]
    for each in found["repairs"]:
        assert web.ask("check", rows=4, cols=4, regions=each["regions"])["status"] == "unique"
    checked = web.ask("repair", rows=4, cols=4, regions=found["repairs"][0]["regions"])
    assert (checked["answer"]["status"], checked["repairs"]) == ("unique", [])


def test_the_solution_closest_to_a_picture_is_that_of_the_command(web: Client, run: Runner) -> None:
    """It is one around which regions are generated, and no legal shading misses fewer squares of
    this letter.
    """
    letter = (EXAMPLE_FILES / "letter.txt").read_text().split()
    found = web.ask("picture", picture=letter, time_limit=600)
    command = run(
        "puzzle", "generate", "--picture", EXAMPLE_FILES / "letter.txt", "--json"
    ).document
    board = Board(len(letter[0]), len(letter))
    assert found["shaded"] == board.names(parse_shading(board, command["solution"]))
    assert found["missed"] == command["missed"]


@pytest.mark.parametrize(
    ("endpoint", "body"),
    [
        ("puzzle", {"puzzle": "NAME"}),
        ("convert", {"puzzle": "NAME", "to": "url"}),
        ("puzzlebook", {"puzzles": "NAME"}),
        ("generate", {"solution": ["NAME"]}),
    ],
)
def test_no_text_is_taken_for_the_name_of_a_file(
    web: Client,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    endpoint: str,
    body: dict[str, Any],
) -> None:
    """The file exists, and would be a valid answer."""
    file = tmp_path / "puzzle.grid"
    file.write_text(
        "\n".join(DRAWING) if endpoint == "generate" else "AABB\nAABC\nABBC\nCCCC\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    for name in (file, file.name, f"./{file.name}"):
        web.refused(endpoint, 400, **json.loads(json.dumps(body).replace("NAME", str(name))))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"[" * 10_000,
        b'{"record": "\\ud800"}',
        b'{"game": "wythe", "options": {"size": ' + b"[" * 10_000 + b"]" * 10_000 + b"}}",
        b'{"record": ' + b"9" * 10_000,
    ],
    ids=[
        "nothing",
        "half",
        "null",
        "list",
        "no text",
        "deep",
        "surrogate",
        "deep option",
        "digits",
    ],
)
@pytest.mark.parametrize("endpoint", ["new", "solve"])
def test_what_is_no_request_is_refused(web: Client, endpoint: str, content: bytes) -> None:
    headers = {"content-type": "application/json"}
    response = web.request("POST", f"{PREFIX}/{endpoint}", content=content, headers=headers)
    assert response.status_code == 422
    assert len(response.json()["error"].splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["scores", "heatmap", "compare"])
def test_a_plot_is_the_one_of_the_command(
    web: Client,
    run: Runner,
    run_file: str,
    kind: str,
) -> None:
    folder = web.processes.settings.folder
    assert folder is not None
    other = [folder / "other.parquet"] if kind == "compare" else []
    found = web.ask(
        "plot", run=run_file, kind=kind, **({"other": "other.parquet"} if other else {})
    )
    run.ok("plot", kind, folder / run_file, *other, "-o", "plot.svg")
    assert found["svg"] == (run.folder / "plot.svg").read_text()


def test_the_page_holds_the_answers_of_its_first_view(web: Client, run: Runner) -> None:
    page = web.request("GET", "/").text
    for name in ("games", "rules"):
        assert web.request("GET", f"{PREFIX}/{name}").json() == run.ok(name)
    assert web.request("GET", "/index.html").text == page
    found = re.search(r'<script type="application/json" id="answers">(.*)</script>\n</body>', page)
    assert found
    answers = json.loads(found[1])
    games = json.loads(web.request("GET", f"{PREFIX}/games").text)["games"]
    assert answers["games"] == games
    assert [(each["name"], each["body"]["game"]) for each in answers["ahead"]] == [
        ("new", games[0]["name"])
    ]
    for each in answers["ahead"]:
        assert each["answer"] == web.ask(each["name"], **each["body"])


def test_paths_outside_the_api_are_files_of_the_page_or_missing(web: Client) -> None:
    assert web.request("GET", "/").text.startswith("<!doctype html>")
    for path in (
        "/absent",
        f"{PREFIX}/absent",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/documents.py",
        "//etc/passwd",
        "/static/../application.py",
        "/%00",
        "/a" * 3000,
        "/..%5c..%5cserver.py",
    ):
        response = web.request("GET", path)
        assert response.status_code == 404, path
        assert set(response.json()) == {"error"}
    for method, path in (("GET", f"{PREFIX}/solve"), ("DELETE", f"{PREFIX}/games"), ("PUT", "/")):
        headers = {"content-type": "application/json"}
        assert web.request(method, path, headers=headers).status_code == 405


@pytest.mark.slow
def test_the_openapi_document_is_made_once(web: Client) -> None:
    made = constant_json.cache_info().misses
    response = web.request("GET", f"{PREFIX}/openapi.json")
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    assert json.loads(response.content)["openapi"] == "3.1.0"
    assert constant_json.cache_info().misses == made


def test_the_openapi_document_describes_every_endpoint_and_resolves(web: Client) -> None:
    document = web.request("GET", f"{PREFIX}/openapi.json").json()
    assert document == openapi()
    names = ("games", "rules", "collection", "formats", *(each.name for each in ENDPOINTS))
    assert set(document["paths"]) == {f"{PREFIX}/{name}" for name in names}
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document)):
        part: Any = document
        for name in reference.split("/"):
            part = part[name]
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert all({str(status) for status in REFUSALS} < set(each["responses"]) for each in operations)
    assert len({each["operationId"] for each in operations}) == len(operations)
