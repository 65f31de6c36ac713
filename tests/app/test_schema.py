"""What commands print with ``--json`` is what ``litslab schema`` says."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from litslab.app.documents.base import Document, DocumentSchema, plain, to_json
from litslab.app.documents.campaigns import CampaignBookDocument
from litslab.app.documents.commands import DOCUMENTS
from litslab.app.documents.solutions import SolutionDocument
from litslab.games import create
from litslab.solver.endgame.solve import solve
from tests.app.command_line import BAD_INPUT, DONE, Runner
from tests.app.commands import INTERACTIVE, commands

PUZZLE = "lits/4/4/9q02jg"
STUDY = ("battle-of-lits", "--size", "6", "--plies", "3", "--seed", "5")

# The commands of the groups, in an order in which each finds its files; those at the top are in `test_cli`.
GROUPED: dict[str, tuple[str, ...]] = {
    "campaign new": ("board.toml", "--target", "openings", "-o", "c.db"),
    "campaign plan": ("c.db", "-n", "2"),
    "campaign run": ("c.db", "--workers", "1"),
    "campaign status": ("c.db",),
    "campaign export": ("c.db", "-o", "book.json"),
    "campaign verify": ("c.db",),
    "maximal count": ("wythe", "--size", "2"),
    "maximal list": ("wythe", "--size", "2"),
    "maximal estimate": ("wythe", "--size", "3", "--samples", "64"),
    "maximal extreme": ("taiji", "--size", "2", "--maximize", "pieces"),
    "plot scores": ("run.parquet", "-o", "scores.svg"),
    "plot margins": ("run.parquet", "-o", "margins.svg"),
    "plot lengths": ("run.parquet", "-o", "lengths.svg"),
    "plot branching": ("run.parquet", "-o", "branching.svg"),
    "plot heatmap": ("run.parquet", "-o", "heatmap.svg"),
    "plot openings": ("run.parquet", "-o", "openings.svg"),
    "plot compare": ("run.parquet", "run.parquet", "-o", "compare.svg"),
    "run describe": ("run.parquet",),
    "puzzle solve": (PUZZLE, "--explain"),
    "puzzle hint": (PUZZLE,),
    "puzzle grade": (PUZZLE,),
    "puzzle convert": (PUZZLE, "--to", "json"),
    "puzzle show": (PUZZLE, "--solved"),
    "puzzle check": (PUZZLE,),
    "puzzle variants": (PUZZLE, "--borders", "1"),
    "puzzle generate": ("--size", "6", "--given", "2", "-o", "puzzles"),
    "puzzle book": ("puzzles", "-o", "puzzles.pdf"),
    "puzzle collection": ("--pack", "first-steps"),
    "study generate": (*STUDY, "-o", "studies", "--stats"),
    "study check": ("studies/battle-of-lits-3-plies-seed-5-0001.toml", "--refutations", "--second", "reference"),
    "study book": ("studies", "-o", "studies.pdf"),
    "study collection": (),
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.chdir(tmp_path)
    return Runner(capsys, tmp_path)


def test_a_document_goes_to_other_processes_without_its_result() -> None:
    document = SolutionDocument.of(solve(create("taiji", size=2).start(), engine="reference"))
    sent = pickle.loads(pickle.dumps(document))
    assert plain(sent) == plain(document)
    assert sent.__pydantic_private__ is None
    assert list(document.lines())


def test_every_command_has_a_schema() -> None:
    assert set(DOCUMENTS) == set(commands()) - INTERACTIVE
    assert {name for name in DOCUMENTS if " " in name} == set(GROUPED)


@pytest.mark.slow
@pytest.mark.parametrize("group", ["campaign", "maximal", "plot", "run", "puzzle", "study"])
def test_what_the_commands_of_a_group_print_fits_their_schemas(run: Runner, group: str) -> None:
    if group == "campaign":
        run.ok("new", "wythe", "--size", "2", "-o", "board.toml")
    if group in {"plot", "run"}:
        assert run("simulate", "taiji", "--size", "3", "-n", "9", "--workers", "1", "-o", "run.parquet").status == DONE
    for name, arguments in GROUPED.items():
        if not name.startswith(f"{group} "):
            continue
        answer = run(*name.split(), *arguments, "--json")
        assert (name, answer.status, answer.err) == (name, DONE, "")
        for line in answer.out.splitlines():
            document = json.loads(line)
            DOCUMENTS[name].model_validate_json(line, strict=True)
            with pytest.raises(ValidationError):
                DOCUMENTS[name].model_validate({**document, "undocumented": 1})


def test_the_book_of_a_campaign_fits_its_schema(run: Runner) -> None:
    run.ok("new", "wythe", "--size", "2", "-o", "board.toml")
    run.ok("campaign", "new", "board.toml", "--target", "openings", "-o", "c.db")
    run.ok("campaign", "export", "c.db", "-o", "book.json")
    CampaignBookDocument.model_validate_json(Path("book.json").read_text(encoding="utf-8"), strict=True)


@pytest.mark.slow
def test_schema_prints_what_the_models_say(run: Runner) -> None:
    assert run.ok("schema") == {"commands": list(DOCUMENTS)}
    assert run("schema").out.splitlines() == list(DOCUMENTS)
    for name, model in DOCUMENTS.items():
        answer = run("schema", name)
        assert (answer.status, answer.err) == (DONE, "")
        found = json.loads(answer.out)
        assert found.pop("$schema").startswith("https://json-schema.org/")
        assert found == model.model_json_schema(schema_generator=DocumentSchema)
    assert run.ok("schema", name) == json.loads(answer.out)


def test_a_command_that_has_no_schema_is_refused(run: Runner) -> None:
    answer = run("schema", "puzzle")
    assert answer.status == BAD_INPUT
    assert "command 'puzzle': expected one that `litslab schema` lists" in answer.complaint


def keys(schema: Any) -> Iterator[str]:
    """Yield the keys of all objects that a schema describes."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        for value in schema.values():
            yield from keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys(value)


@pytest.mark.parametrize("name", list(DOCUMENTS))
def test_all_keys_are_in_snake_case_and_all_objects_are_closed(name: str) -> None:
    schema = DOCUMENTS[name].model_json_schema()
    found = list(keys(schema))
    assert found
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", key) for key in found)
    for each in [schema, *schema.get("$defs", {}).values()]:
        assert each.get("additionalProperties") is False or "anyOf" in each


def test_numbers_have_twelve_significant_digits_and_what_is_none_is_null() -> None:
    class Numbers(Document):
        found: dict[str, list[float]]

    found = to_json(Numbers(found={"each": [1 / 3, 2e300 / 3, -0.1, float("nan"), float("inf")]}))
    assert found == '{"found": {"each": [0.333333333333, 6.66666666667e+299, -0.1, null, null]}}'
