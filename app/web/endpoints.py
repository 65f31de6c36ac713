"""The table of endpoints, from which routes and the OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from inspect import signature
from typing import Any, get_type_hints

from pydantic import BaseModel

PREFIX = "/api/v1"
EVENT_STREAM = "text/event-stream"
CONSTANT = {
    "games": ("List the games and their options", "positions.GamesDocument"),
    "rules": ("Tell the rules of all games", "rule_texts.AllRulesDocument"),
    "collection": ("List the puzzles and studies that come with litslab", "collection.CollectionDocument"),
    "formats": ("List the formats of puzzles", "puzzles.FormatsDocument"),
}
"""The documents that never change, by name: their summaries, and the places of their classes in `app.documents`."""

REFUSALS = (400, 403, 404, 405, 408, 409, 413, 415, 421, 422, 429, 503)
"""The statuses with which requests are refused."""


def constant_document(name: str) -> Any:
    """Return the class of a document that never changes."""
    from litslab.app.documents.commands import document_class  # noqa: PLC0415 - the page without a server lacks it

    return document_class(CONSTANT[name][1])


@dataclass(frozen=True)
class Endpoint:
    """A question that the server answers; the module that answers it is imported when it is first asked.

    Attributes
    ----------
    name : str
        The last part of its path.
    summary : str
        One line for the OpenAPI document.
    place : str
        The function that answers: its module in `app.web`, and its name.
    """

    name: str
    summary: str
    place: str

    @cached_property
    def answer(self) -> Callable[..., Any]:
        """The function of a request and the settings, and of a function that sends if it streams."""
        module, name = self.place.split(".")
        function: Callable[..., Any] = getattr(import_module(f"litslab.app.web.{module}"), name)
        return function

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


def answered(answer: Callable[..., BaseModel], request: Any, settings: Any, send: Callable[[Any], object]) -> BaseModel:
    """Return the answer of an endpoint's function to a request; `send` is for functions that stream."""
    return answer(request, settings, send) if _sends(answer) else answer(request, settings)


ENDPOINTS = (
    Endpoint("new", "Start a game", "positions.new_game"),
    Endpoint("setup", "Set up a position", "positions.set_up"),
    Endpoint("position", "Show a position", "positions.show"),
    Endpoint("play", "Play a move", "positions.append"),
    Endpoint("move", "Say what a move does, or what it breaks", "positions.effect"),
    Endpoint("remaining", "List what can still cover a square", "positions.remaining"),
    Endpoint("study", "Read a study", "studies.read_study"),
    Endpoint("puzzle", "Read a puzzle", "grids.read"),
    Endpoint("check", "Check a grid while it is drawn", "grids.check"),
    Endpoint("hint", "Find the next step of a solver", "grids.next_hint"),
    Endpoint("mistakes", "Compare marks with the solution", "grids.mistakes"),
    Endpoint("convert", "Convert puzzles", "grids.convert"),
    Endpoint("files", "List the files of the folder", "folder.files"),
    Endpoint("open", "Read a file of the folder", "folder.open_file"),
    Endpoint("save", "Write a file to the folder", "folder.save"),
    Endpoint("solve", "Solve a position", "work.solve"),
    Endpoint("analyse", "Advise on a position", "work.analyse"),
    Endpoint("engine", "Choose a move", "work.engine_move"),
    Endpoint("bounds", "Bound the final margin", "work.bounds"),
    Endpoint("review", "Review a game", "work.review"),
    Endpoint("groups", "Analyse groups", "work.groups"),
    Endpoint("generate", "Generate puzzles", "work.generate"),
    Endpoint("picture", "Find a solution that looks like a picture", "work.picture"),
    Endpoint("explain", "Explain the way through a puzzle", "work.explain"),
    Endpoint("grade", "Grade a puzzle", "work.grade"),
    Endpoint("conflict", "Find regions that conflict", "work.conflict"),
    Endpoint("repair", "Find borders to move until one solution is left", "work.repair"),
    Endpoint("simulate", "Simulate games", "work.simulate"),
    Endpoint("plot", "Draw a saved run of the folder", "work.plot"),
    Endpoint("attempt", "Judge a move of a study", "studies.attempt"),
    Endpoint("clue", "Find the winning move of a study", "studies.clue"),
    Endpoint("studies", "Generate studies", "studies.studies"),
    Endpoint("puzzlebook", "Make a booklet of puzzles", "books.puzzle_book"),
    Endpoint("studybook", "Make a booklet of studies", "books.studies_book"),
    Endpoint("report", "Report on a game", "books.report"),
)
