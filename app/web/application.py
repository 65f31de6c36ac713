"""The application: every endpoint in one table, from which routes and the OpenAPI document are made."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from litslab.app import schema
from litslab.app.documents import describe_game
from litslab.app.web import documents, folder, grids, positions, work
from litslab.app.web.children import BusyError, Children
from litslab.app.web.security import Guard
from litslab.app.web.settings import Settings
from litslab.games.errors import GameError, IllegalMoveError
from litslab.games.registry import GAMES
from litslab.jobs.errors import ChildDiedError, WorkerError

PREFIX = "/api/v1"
STATIC = Path(__file__).parent / "static"
EVENT_STREAM = "text/event-stream"


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


def _position(asked: documents.RecordRequest, settings: Settings) -> documents.PositionPage:
    return positions.page(positions.read_record(asked.record, settings), asked.at)


ENDPOINTS = (
    Endpoint("new", "Start a game", positions.new_game, documents.NewRequest, documents.Started),
    Endpoint("setup", "Set up a position", positions.set_up, documents.SetupRequest, documents.Started),
    Endpoint("position", "Show a position", _position, documents.RecordRequest, documents.PositionPage),
    Endpoint("play", "Play a move", positions.append, documents.MoveRequest, documents.PositionPage),
    Endpoint("move", "Say what a move does, or what it breaks", positions.effect, documents.MoveRequest,
             documents.MoveEffect),
    Endpoint("remaining", "List what can still cover a square", positions.remaining, documents.SquareRequest,
             documents.Remaining),
    Endpoint("puzzle", "Read a puzzle", grids.read, documents.PuzzleRequest, documents.PuzzlePage),
    Endpoint("check", "Check a grid while it is drawn", grids.check, documents.GridRequest, documents.GridState),
    Endpoint("hint", "Find the next step of a solver", grids.next_hint, documents.GridRequest, documents.Hint),
    Endpoint("mistakes", "Compare marks with the solution", grids.mistakes, documents.GridRequest, documents.Mistakes),
    Endpoint("files", "List the files of the folder", folder.listed, documents.FilesRequest, documents.FileList),
    Endpoint("open", "Open a file of the folder", folder.opened, documents.FileRequest, documents.FileText),
    Endpoint("save", "Save a new file in the folder", folder.saved, documents.SaveRequest, documents.FileList),
    Endpoint("solve", "Solve a position", work.solve, documents.SolveRequest, schema.Solution, streams=True),
    Endpoint("engine", "Choose a move", work.engine_move, documents.AnswerRequest, documents.EngineMove, streams=True),
    Endpoint("review", "Review a game", work.review, documents.RecordRequest, schema.Review, streams=True),
    Endpoint("groups", "Analyse groups", work.groups, documents.RecordRequest, schema.Groups, streams=True),
    Endpoint("generate", "Generate puzzles", work.generate, documents.GenerateRequest, documents.PuzzleList,
             streams=True),
    Endpoint("explain", "Explain the way through a puzzle", work.explain, documents.GridRequest, documents.Explanation,
             streams=True),
    Endpoint("grade", "Grade a puzzle", work.grade, documents.GridRequest, schema.Grade, streams=True),
    Endpoint("conflict", "Find regions that conflict", work.conflict, documents.GridRequest, documents.Conflict,
             streams=True),
    Endpoint("simulate", "Simulate games", work.simulate, documents.SimulateRequest, documents.RunState, streams=True),
)  # fmt: skip


def make_application(settings: Settings) -> Starlette:
    """Return the application of a server with these bounds."""
    children = Children(settings.analyses)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(children.prepare)
        try:
            yield
        finally:
            await asyncio.to_thread(children.close)

    routes = [
        Route(f"{PREFIX}/games", _games, methods=["GET"]),
        Route(f"{PREFIX}/openapi.json", _openapi, methods=["GET"]),
        *(
            Route(f"{PREFIX}/{each.name}", _route(each, settings, children), methods=["POST"], name=each.name)
            for each in ENDPOINTS
        ),
        Mount("/", StaticFiles(directory=STATIC, html=True)),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers={HTTPException: _refused},
        lifespan=lifespan,
    )


async def _games(_: Request) -> Response:
    return JSONResponse(schema.plain(schema.Games(games=[describe_game(rules) for rules in GAMES.values()])))


async def _openapi(_: Request) -> Response:
    return JSONResponse(openapi())


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _failure(error.status_code, error.detail)


def _failure(status: int, error: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(schema.plain(documents.Failure(error=error)), status, headers)


def _route(endpoint: Endpoint, settings: Settings, children: Children) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        body = await request.body()
        try:
            asked = await run_in_threadpool(endpoint.request.model_validate_json, body, strict=True)
            if not endpoint.streams:
                found = await run_in_threadpool(endpoint.answer, asked, settings)
                return JSONResponse(schema.plain(found))
            events = children.run(endpoint.answer, asked, settings)
            if EVENT_STREAM in request.headers.get("accept", ""):
                return StreamingResponse(
                    _stream(events), media_type=EVENT_STREAM, headers={"cache-control": "no-store"}
                )
            async with aclosing(events):
                async for is_result, content in events:
                    if is_result:
                        return JSONResponse(schema.plain(content))
            raise AssertionError("an analysis ends with a result")
        except Exception as error:
            return failure_of(error)

    return answer


async def _stream(events: AsyncGenerator[tuple[bool, Any]]) -> AsyncIterator[str]:
    """Yield the events of an analysis as server-sent events: ``progress`` …, then ``result`` or ``error``."""
    try:
        async with aclosing(events):
            async for is_result, content in events:
                name, data = ("result", schema.plain(content)) if is_result else ("progress", content)
                yield f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
    except Exception as error:
        failed = failure_of(error)
        yield f"event: error\ndata: {bytes(failed.body).decode()}\n\n"


STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (BusyError, 429),
    (positions.TooLargeError, 413),
    (IllegalMoveError, 409),
    (GameError, 400),
    (ChildDiedError, 503),
    (WorkerError, 503),
)
"""The HTTP status of each error that a request can cause; the first that fits."""


def failure_of(error: Exception) -> JSONResponse:
    """Return the answer to a request that could not be carried out; what is a bug is raised again."""
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the request"
        return _failure(422, f"{where}: {first['msg']}")
    if isinstance(error, RecursionError | MemoryError):
        return _failure(413, "too large for this machine")
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), None)
    if status is None:
        raise error
    return _failure(status, str(error), {"retry-after": "2"} if status == 429 else None)


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document, made from the same types that answer."""
    components: dict[str, Any] = {}

    def refer(model: type[BaseModel]) -> dict[str, str]:
        made = model.model_json_schema(ref_template="#/components/schemas/{model}")
        components.update(made.pop("$defs", {}))
        components[model.__name__] = made
        return {"$ref": f"#/components/schemas/{model.__name__}"}

    def body(model: type[BaseModel]) -> dict[str, Any]:
        return {"application/json": {"schema": refer(model)}}

    failure = {"description": "Why not", "content": body(documents.Failure)}
    refusals = {str(status): failure for status in (400, 403, 408, 409, 413, 415, 421, 422, 429, 503)}
    paths: dict[str, Any] = {
        f"{PREFIX}/games": {
            "get": {
                "operationId": "games",
                "summary": "List the games and their options",
                "responses": {"200": {"description": "The games", "content": body(schema.Games)}, **refusals},
            }
        }
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
        "components": {"schemas": components},
    }
