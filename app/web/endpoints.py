"""Every endpoint in one table, from which routes and the OpenAPI document are made."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from litslab.app.documents.base import DocumentSchema, to_json
from litslab.app.documents.collection import CollectionDocument
from litslab.app.documents.finals import BoundsDocument
from litslab.app.documents.positions import GamesDocument
from litslab.app.documents.puzzles import GradeDocument, PuzzleCheckDocument, PuzzleConvertDocument
from litslab.app.documents.reports import GroupsDocument, ReviewDocument
from litslab.app.documents.rule_texts import AllRulesDocument
from litslab.app.documents.solutions import AdviceDocument, SolutionDocument
from litslab.app.web import books, documents, folder, grids, positions, studies, work

PREFIX = "/api/v1"
EVENT_STREAM = "text/event-stream"
REFUSALS = (400, 403, 404, 405, 408, 409, 413, 415, 421, 422, 429, 503)
"""The statuses with which requests are refused."""


@dataclass(frozen=True)
class Endpoint:
    """A question that the server answers.

    Attributes
    ----------
    name : str
        The last part of its path.
    summary : str
        What it does, for the OpenAPI document.
    answer : callable
        From the request and the settings; one that works in a process of its own takes a function that sends, too.
    request, response : type
        The documents.
    streams : bool
        Whether it works in a process of its own, and tells of its progress to those who accept an event stream.
    """

    name: str
    summary: str
    answer: Callable[..., Any]
    request: type[BaseModel]
    response: type[BaseModel]
    streams: bool = False


ENDPOINTS = (
    Endpoint("new", "Start a game", positions.new_game, documents.NewRequest, documents.Started),
    Endpoint("setup", "Set up a position", positions.set_up, documents.SetupRequest, documents.Started),
    Endpoint("position", "Show a position", positions.show, documents.RecordRequest, documents.PositionPage),
    Endpoint("play", "Play a move", positions.append, documents.MoveRequest, documents.PositionPage),
    Endpoint("move", "Say what a move does, or what it breaks", positions.effect, documents.MoveRequest,
             documents.MoveEffect),
    Endpoint("remaining", "List what can still cover a square", positions.remaining, documents.SquareRequest,
             documents.Remaining),
    Endpoint("study", "Read a study", studies.read_study, documents.RecordRequest, documents.StudyPage),
    Endpoint("puzzle", "Read a puzzle", grids.read, documents.PuzzleRequest, documents.PuzzlePage),
    Endpoint("check", "Check a grid while it is drawn", grids.check, documents.GridRequest, documents.GridState),
    Endpoint("hint", "Find the next step of a solver", grids.next_hint, documents.GridRequest, documents.Hint),
    Endpoint("mistakes", "Compare marks with the solution", grids.mistakes, documents.GridRequest, documents.Mistakes),
    Endpoint("convert", "Convert puzzles", grids.convert, documents.ConvertRequest, PuzzleConvertDocument),
    Endpoint("files", "List the files of the folder", folder.files, documents.FilesRequest, documents.FileList),
    Endpoint("open", "Read a file of the folder", folder.open_file, documents.FileRequest, documents.FileText),
    Endpoint("save", "Write a file to the folder", folder.save, documents.SaveRequest, documents.Saved),
    Endpoint("solve", "Solve a position", work.solve, documents.SolveRequest, SolutionDocument, streams=True),
    Endpoint("analyse", "Advise on a position", work.analyse, documents.AnalyseRequest, AdviceDocument, streams=True),
    Endpoint("engine", "Choose a move", work.engine_move, documents.AnswerRequest, documents.EngineMove, streams=True),
    Endpoint("bounds", "Bound the final margin", work.bounds, documents.BoundsRequest, BoundsDocument, streams=True),
    Endpoint("review", "Review a game", work.review, documents.ReviewRequest, ReviewDocument, streams=True),
    Endpoint("groups", "Analyse groups", work.groups, documents.GroupsRequest, GroupsDocument, streams=True),
    Endpoint("generate", "Generate puzzles", work.generate, documents.GenerateRequest, documents.PuzzleList,
             streams=True),
    Endpoint("explain", "Explain the way through a puzzle", work.explain, documents.GridWorkRequest,
             documents.Explanation, streams=True),
    Endpoint("grade", "Grade a puzzle", work.grade, documents.GridWorkRequest, GradeDocument, streams=True),
    Endpoint("conflict", "Find regions that conflict", work.conflict, documents.GridWorkRequest, documents.Conflict,
             streams=True),
    Endpoint("repair", "Find borders to move until one solution is left", work.repair, documents.GridWorkRequest,
             PuzzleCheckDocument, streams=True),
    Endpoint("simulate", "Simulate games", work.simulate, documents.SimulateRequest, documents.RunState, streams=True),
    Endpoint("plot", "Draw a saved run of the folder", work.plot, documents.PlotRequest, documents.Plot, streams=True),
    Endpoint("attempt", "Judge a move of a study", studies.attempt, documents.AttemptRequest, documents.Attempt,
             streams=True),
    Endpoint("clue", "Find the winning move of a study", studies.clue, documents.ClueRequest, documents.Clue,
             streams=True),
    Endpoint("studies", "Generate studies", studies.studies, documents.StudiesRequest, documents.StudyList,
             streams=True),
    Endpoint("puzzlebook", "Make a booklet of puzzles", books.puzzle_book, documents.PuzzleBookRequest, documents.Pdf,
             streams=True),
    Endpoint("studybook", "Make a booklet of studies", books.studies_book, documents.StudyBookRequest, documents.Pdf,
             streams=True),
    Endpoint("report", "Report on a game", books.report, documents.ReportRequest, documents.ReportPage,
             streams=True),
)  # fmt: skip


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document, made from the same types that answer."""
    models: list[type[BaseModel]] = [GamesDocument, AllRulesDocument, CollectionDocument, documents.Failure]
    for each in ENDPOINTS:
        models += [each.request, each.response]
    references, described = models_json_schema(
        [(model, "validation") for model in models],
        ref_template="#/components/schemas/{model}",
        schema_generator=DocumentSchema,
    )

    def body(model: type[BaseModel]) -> dict[str, Any]:
        return {"application/json": {"schema": references[model, "validation"]}}

    failure = {"description": "Why not", "content": body(documents.Failure)}
    refusals = {str(status): failure for status in REFUSALS}
    paths: dict[str, Any] = {
        f"{PREFIX}/{name}": {
            "get": {
                "operationId": name,
                "summary": summary,
                "responses": {"200": {"description": summary, "content": body(model)}, **refusals},
            }
        }
        for name, summary, model in (
            ("games", "List the games and their options", GamesDocument),
            ("rules", "Tell the rules of all games", AllRulesDocument),
            ("collection", "List the puzzles and studies that come with litslab", CollectionDocument),
        )
    }
    for each in ENDPOINTS:
        content: dict[str, Any] = body(each.response)
        if each.streams:
            content[EVENT_STREAM] = {"schema": {"type": "string"}}
        paths[f"{PREFIX}/{each.name}"] = {
            "post": {
                "operationId": each.name,
                "summary": each.summary,
                "requestBody": {"required": True, "content": body(each.request)},
                "responses": {"200": {"description": each.summary, "content": content}, **refusals},
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "litslab", "version": metadata.version("litslab")},
        "paths": paths,
        "components": {"schemas": described["$defs"]},
    }


@cache
def rules_json() -> bytes:
    """Return the rules of all games in words as JSON; the pictures in it take a moment to draw."""
    return to_json(AllRulesDocument.made()).encode()


@cache
def collection_json() -> bytes:
    """Return the puzzles and studies that come with litslab as JSON."""
    return to_json(CollectionDocument.made()).encode()


@cache
def openapi_json() -> bytes:
    """Return the OpenAPI document as JSON; it takes a tenth of a second to make, so it is made once."""
    return json.dumps(openapi(), ensure_ascii=False).encode()
