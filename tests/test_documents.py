"""No JSON document, no text of a command and no name of the API changes unnoticed."""

from __future__ import annotations

import json

import pytest

from tests.documents_write import FILE, lines


@pytest.mark.slow
def test_commands_print_and_requests_are_answered_as_before() -> None:
    expected = FILE.read_text(encoding="utf-8").splitlines()
    found = lines()
    assert [json.loads(line)[0] for line in found] == [json.loads(line)[0] for line in expected]
    for line, before in zip(found, expected, strict=True):
        assert json.loads(line) == json.loads(before)
