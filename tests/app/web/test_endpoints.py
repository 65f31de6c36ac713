"""The table of endpoints: what the documentation and the OpenAPI document say of it."""

from __future__ import annotations

import re
from inspect import signature

from litslab.app.web.application import openapi
from litslab.app.web.endpoints import ENDPOINTS, REFUSALS
from tests.running import DOCS, run_python


def test_the_documentation_lists_every_endpoint() -> None:
    text = (DOCS / "web-api.md").read_text(encoding="utf-8")
    rows = [
        f"| `{each.name}` | {each.summary} | {'yes' if each.is_long else ''} |"
        for each in ENDPOINTS
    ]
    assert re.findall(r"^\| `[a-z]+` \|.*$", text, re.MULTILINE) == rows


def test_the_documentation_lists_every_status() -> None:
    text = (DOCS / "web-api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (4[\d, ]+|5[\d, ]+) \|", text, re.MULTILINE)
    assert sorted(int(status) for row in rows for status in row.split(",")) == sorted(REFUSALS)


def test_names_and_summaries_are_different() -> None:
    assert (
        len({each.name for each in ENDPOINTS})
        == len({each.summary for each in ENDPOINTS})
        == len(ENDPOINTS)
    )


def test_a_function_takes_progress_if_its_question_is_long() -> None:
    for each in ENDPOINTS:
        assert len(signature(each.answer).parameters) == (3 if each.is_long else 2), each.name


def test_every_schema_forbids_unknown_keys() -> None:
    for name, described in openapi()["components"]["schemas"].items():
        if described.get("type") == "object":
            assert described["additionalProperties"] is False, name


FIRST_ANSWERS = """
import json, sys
from litslab.app.web.in_browser import answer
record = json.loads(answer("new", '{"game": "taiji"}', print))["result"]["record"]
assert "result" in answer("play", json.dumps({"record": record, "at": 0, "move": "a1,a2"}), print)
rooms = ("litslab.puzzles", "litslab.solver", "litslab.analysis")
print(*(name for name in sys.modules if name.startswith(rooms)))
"""


def test_the_first_answers_import_nothing_of_puzzles_solvers_and_analysis() -> None:
    done = run_python(FIRST_ANSWERS)
    assert (done.stdout, done.stderr) == ("\n", "")
