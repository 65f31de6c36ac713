"""The table of endpoints, from which routes and the OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from inspect import signature
from typing import Any, get_type_hints

from pydantic import BaseModel

from litslab.app.docstrings import first_paragraph

PREFIX = "/api/v1"
EVENT_STREAM = "text/event-stream"
CONSTANT = {
    "games": ("List the games and their options", "positions.GamesDocument"),
    "rules": ("Tell the rules of all games", "rule_texts.AllRulesDocument"),
    "collection": (
        "List the puzzles and studies that come with litslab",
        "collection.CollectionDocument",
    ),
    "formats": ("List the formats of puzzles", "puzzles.FormatsDocument"),
}
"""The documents that never change, by name: their summaries, and the places of their classes in
`app.documents`.
"""

REFUSALS = (400, 403, 404, 405, 408, 409, 413, 415, 421, 422, 429, 503)
"""The statuses with which requests are refused."""


def constant_document(name: str) -> Any:
    """Return the class of a document that never changes."""
    from litslab.app.documents.commands import document_class  # noqa: PLC0415 - the page without a server lacks it

    return document_class(CONSTANT[name][1])


@dataclass(frozen=True)
class Endpoint:
    """A question that the server answers; the module that answers it is imported when it is first
    asked.

    Attributes
    ----------
    name : str
        The last part of its path.
    module : str
        The module of `app.web` with the function that answers: ``answer_`` and the name.
    """

    name: str
    module: str

    @cached_property
    def answer(self) -> Callable[..., Any]:
        """The function of a request and the settings, and of a function that sends if
        it streams.
        """
        function: Callable[..., Any] = getattr(
            import_module(f"litslab.app.web.{self.module}"), f"answer_{self.name}"
        )
        return function

    @property
    def summary(self) -> str:
        """One line for the OpenAPI document."""
        return first_paragraph(self.answer.__doc__).removesuffix(".")

    @cached_property
    def request(self) -> type[BaseModel]:
        """The type of its requests."""
        return next(iter(get_type_hints(self.answer).values()))  # type: ignore[no-any-return]

    @cached_property
    def response(self) -> type[BaseModel]:
        """The type of its answers."""
        return get_type_hints(self.answer)["return"]  # type: ignore[no-any-return]

    @property
    def streams(self) -> bool:
        """True if it works in a process of its own, and can answer with an event stream."""
        return _sends(self.answer)


def _sends(answer: Callable[..., Any]) -> bool:
    return len(signature(answer).parameters) > 2


def answered(
    answer: Callable[..., BaseModel],
    request: Any,
    settings: Any,
    send: Callable[[Any], object],
) -> BaseModel:
    """Return the answer of an endpoint's function to a request; `send` is for functions that
    stream.
    """
    return answer(request, settings, send) if _sends(answer) else answer(request, settings)


_NAMES = {
    "positions": "new setup position play move remaining",
    "studies": "study attempt clue studies",
    "grids": "puzzle check hint mistakes convert",
    "folder": "files open save",
    "work": (
        "solve analyse engine bounds review groups generate picture explain grade conflict repair "
        "borders simulate plot"
    ),
    "books": "puzzlebook studybook report",
}
ENDPOINTS = tuple(
    Endpoint(name, module) for module, names in _NAMES.items() for name in names.split()
)
