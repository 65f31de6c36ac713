"""The documents of commands match the schemas of ``litslab schema``."""

from __future__ import annotations

import json
import pickle
import re

import pytest

from litslab.app.documents.base import Document, plain, to_json
from litslab.app.documents.commands import DOCUMENTS, document_class
from litslab.app.documents.solutions import SolutionDocument
from litslab.games import create
from litslab.solver.solve import solve
from tests.app.command_line import Runner
from tests.app.commands import INTERACTIVE, commands
from tests.documents_write import COMMANDS, command_of


def test_a_document_goes_to_other_processes_without_its_result() -> None:
    document = SolutionDocument.made_of(solve(create("taiji", size=2).start(), engine="reference"))
    sent = pickle.loads(pickle.dumps(document))
    assert plain(sent) == plain(document)
    assert sent.__pydantic_private__ is None
    assert list(document.lines())


def test_every_command_has_a_schema() -> None:
    assert set(DOCUMENTS) == set(commands()) - INTERACTIVE


OTHERS = ("rules", "example", "puzzle collection --pack first-steps", "study collection")


@pytest.mark.parametrize("line", OTHERS)
def test_what_commands_print_fits_their_schemas(run: Runner, line: str) -> None:
    name = line.partition(" --")[0]
    document_class(DOCUMENTS[name]).model_validate_json(
        json.dumps(run.ok(*line.split())), strict=True
    )


def test_that_all_other_documents_fit_is_seen_when_they_are_written() -> None:
    written = {command_of(arguments) for arguments in COMMANDS}
    # See test_static_page.
    assert set(DOCUMENTS) == written | {line.partition(" --")[0] for line in OTHERS} | {"page"}


@pytest.mark.parametrize("name", list(DOCUMENTS))
def test_all_keys_are_in_snake_case_and_all_objects_are_closed(name: str) -> None:
    schema = document_class(DOCUMENTS[name]).model_json_schema()
    for each in [schema, *schema.get("$defs", {}).values()]:
        assert all(
            re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", key) for key in each.get("properties", ())
        )
        assert each.get("additionalProperties") is False or "anyOf" in each


def test_numbers_have_twelve_significant_digits_and_what_is_none_is_null() -> None:
    class Numbers(Document):
        found: dict[str, list[float]]

    found = to_json(Numbers(found={"each": [1 / 3, 2e300 / 3, -0.1, float("nan"), float("inf")]}))
    assert found == '{"found": {"each": [0.333333333333, 6.66666666667e+299, -0.1, null, null]}}'
