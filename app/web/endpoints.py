"""The table of questions: routes, the OpenAPI document and the page without a server are made from
it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, get_type_hints

from litslab.app.docstrings import first_paragraph

PREFIX = "/api/v1"
EVENT_STREAM = "text/event-stream"
CONSTANT = {
    "games": ("List the games and their options", "app.documents.positions:Games"),
    "rules": ("Tell the rules of all games", "app.documents.rule_texts:AllRules"),
    "collection": (
        "List the puzzles and studies that come with litslab",
        "app.documents.collection:Collection",
    ),
    "formats": ("List the formats of puzzles", "app.documents.puzzles:Formats"),
}
"""The documents that never change, by name: their summaries, and the places of their types.
"""

REFUSALS = (400, 403, 404, 405, 408, 409, 413, 415, 421, 422, 429, 503)
"""The statuses with which requests are refused."""


def constant_document(name: str) -> Any:
    """Return the class of a document that never changes."""
    from litslab.app.documents.commands import answer_type  # noqa: PLC0415 - the page without a server lacks it

    return answer_type(CONSTANT[name][1])


@dataclass(frozen=True)
class Endpoint:
    """A question; the module that answers it is imported when it is first asked.

    Attributes
    ----------
    name : str
        The last part of its path.
    module : str
        The module of `app.web` with the function that answers: ``answer_`` and the name.
    is_long : bool
        True if it works in a process of its own, or in the worker for long work of a browser, and
        sends its progress: its function has a parameter for that.
    needs_server : bool
        True if Python in a browser lacks what it needs: OR-Tools, Matplotlib, Polars, Typst or
        files.
    """

    name: str
    module: str
    is_long: bool = False
    needs_server: bool = False

    @cached_property
    def answer(self) -> Callable[..., Any]:
        """The function of a request and the settings, and of a function that sends if
        it is long.
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
    def request(self) -> Any:
        """The type of its requests."""
        return next(iter(get_type_hints(self.answer).values()))

    @cached_property
    def response(self) -> Any:
        """The type of its answers."""
        return get_type_hints(self.answer)["return"]

    def answered(self, request: Any, settings: Any, send: Callable[[Any], object]) -> Any:
        """Return the answer to a request; the function `send` takes the progress of a long one."""
        more = [send] if self.is_long else []
        return self.answer(request, settings, *more)


ENDPOINTS = (
    Endpoint("new", "positions"),
    Endpoint("setup", "positions"),
    Endpoint("position", "positions"),
    Endpoint("play", "positions"),
    Endpoint("move", "positions"),
    Endpoint("remaining", "positions"),
    Endpoint("study", "studies"),
    Endpoint("attempt", "studies", is_long=True),
    Endpoint("clue", "studies", is_long=True),
    Endpoint("studies", "studies", is_long=True),
    Endpoint("puzzle", "grids"),
    Endpoint("check", "grids"),
    Endpoint("hint", "grids"),
    Endpoint("mistakes", "grids"),
    Endpoint("convert", "grids"),
    Endpoint("files", "folder", needs_server=True),
    Endpoint("open", "folder", needs_server=True),
    Endpoint("save", "folder", needs_server=True),
    Endpoint("solve", "work", is_long=True),
    Endpoint("analyse", "work", is_long=True),
    Endpoint("engine", "work", is_long=True),
    Endpoint("bounds", "work", is_long=True, needs_server=True),
    Endpoint("review", "work", is_long=True),
    Endpoint("groups", "groups", is_long=True, needs_server=True),
    Endpoint("generate", "work", is_long=True),
    Endpoint("picture", "work", is_long=True, needs_server=True),
    Endpoint("explain", "work", is_long=True),
    Endpoint("grade", "work", is_long=True),
    Endpoint("conflict", "work", is_long=True),
    Endpoint("repair", "work", is_long=True),
    Endpoint("borders", "work", is_long=True),
    Endpoint("simulate", "work", is_long=True),
    Endpoint("plot", "work", is_long=True, needs_server=True),
    Endpoint("puzzlebook", "books", is_long=True, needs_server=True),
    Endpoint("studybook", "books", is_long=True, needs_server=True),
    Endpoint("report", "books", is_long=True, needs_server=True),
)
"""The questions with a request; `CONSTANT` are those without."""
