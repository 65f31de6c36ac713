"""The types of the API that the page is checked with are those of the OpenAPI document."""

from __future__ import annotations

from docs.api_types import TYPES, source


def test_the_types_of_the_page_are_up_to_date() -> None:
    with TYPES.open(encoding="utf-8") as file:
        assert file.readline().rstrip() == source().first_line, "run `make types`"
