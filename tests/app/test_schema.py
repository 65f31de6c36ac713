"""The documents of commands match the schemas of ``litslab schema``."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from jsonschema import validate

from litslab.app.documents.commands import ANSWERS, schema_of
from litslab.games.result_json import to_json
from tests.app.command_line import Runner
from tests.app.commands import INTERACTIVE, commands
from tests.documents_write import COMMANDS, command_of


def test_every_command_has_a_schema() -> None:
    assert set(ANSWERS) == set(commands()) - INTERACTIVE


OTHERS = ("rules", "example", "puzzle collection --pack first-steps", "study collection")


@pytest.mark.parametrize("line", OTHERS)
def test_what_commands_print_fits_their_schemas(run: Runner, line: str) -> None:
    name = line.partition(" --")[0]
    validate(run.ok(*line.split()), schema_of(name))


def test_that_all_other_documents_fit_is_seen_when_they_are_written() -> None:
    written = {command_of(arguments) for arguments in COMMANDS}
    # See test_static_page.
    assert set(ANSWERS) == written | {line.partition(" --")[0] for line in OTHERS} | {"page"}


@pytest.mark.parametrize("name", list(ANSWERS))
def test_all_keys_are_in_snake_case_and_all_objects_are_closed(name: str) -> None:
    schema = schema_of(name)
    for each in [schema, *schema.get("$defs", {}).values()]:
        assert all(
            re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", key) for key in each.get("properties", ())
        )
        assert each.get("additionalProperties") is False or each.get("type") != "object"


def test_numbers_have_twelve_significant_digits_and_what_is_none_is_null() -> None:
    @dataclass
    class Numbers:
        found: dict[str, list[float]]

    found = to_json(Numbers(found={"each": [1 / 3, 2e300 / 3, -0.1, float("nan"), float("inf")]}))
    assert found == '{"found": {"each": [0.333333333333, 6.66666666667e+299, -0.1, null, null]}}'
