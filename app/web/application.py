"""The application: a route for each endpoint, the page's own files, refusals, and the OpenAPI
document.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from litslab.app.documents.schema import Mode, schemas_of
from litslab.app.web import documents
from litslab.app.web.endpoints import (
    CONSTANT,
    ENDPOINTS,
    EVENT_STREAM,
    PREFIX,
    REFUSALS,
    Endpoint,
    constant_document,
)
from litslab.app.web.positions import with_answers
from litslab.app.web.processes import Analysis, Processes
from litslab.app.web.security import Guard
from litslab.app.web.settings import refusal_of, seconds_of
from litslab.games.language import ENGLISH, chosen_from, using
from litslab.games.result_json import plain, to_json

STATIC = Path(__file__).parent / "static"


def make_application(processes: Processes) -> Starlette:
    """Return the application of a server with these processes."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(processes.prepare)
        try:
            yield
        finally:
            await asyncio.to_thread(processes.close)

    page = with_answers((STATIC / "index.html").read_text(encoding="utf-8"), processes.settings)

    async def begin(_: Request) -> Response:
        return HTMLResponse(page, headers={"cache-control": "no-cache"})

    constant_json("openapi.json", ENGLISH)  # so that no request waits for it
    constant = [
        Route(f"/{name}", _constant, methods=["GET"]) for name in (*CONSTANT, "openapi.json")
    ]
    asked = [
        Route(f"/{each.name}", _route(each, processes), methods=["POST"], name=each.name)
        for each in ENDPOINTS
    ]
    # Mounted as one, so that the page's files do not answer for a path of the API with a wrong
    # method.
    api = Mount(PREFIX, routes=[*constant, *asked])
    beginnings = [Route(path, begin, methods=["GET"]) for path in ("/", "/index.html")]
    files = Mount("/", StaticFiles(directory=STATIC, html=True))
    return Starlette(
        routes=[api, *beginnings, files],
        middleware=[Middleware(Guard, settings=processes.settings)],
        exception_handlers={HTTPException: _refused, Exception: _failed},
        lifespan=lifespan,
    )


def _language_of(request: Request) -> str:
    """Return the language of the answer to a request, by the first of those that it accepts."""
    return chosen_from(*re.split(r"[\s,;]+", request.headers.get("accept-language", "")))


async def _constant(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    return _document(await run_in_threadpool(constant_json, name, _language_of(request)))


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _failure(error.status_code, error.detail, dict(error.headers or {}))


async def _failed(_: Request, error: Exception) -> Response:
    return _failure(500, f"a mistake in litslab: {type(error).__name__}")


def _failure(status: int, error: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(plain(documents.Failure(error=error)), status, headers)


def _route(endpoint: Endpoint, processes: Processes) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        with using(_language_of(request)):
            try:
                body = await request.body()
                parsed = await run_in_threadpool(
                    endpoint.request.model_validate_json, body, strict=True
                )
                if not endpoint.is_long:
                    return _document(await processes.answer(endpoint.answer, parsed))
                assert isinstance(parsed, documents.TimedRequest)
                time_limit = seconds_of(parsed, processes.settings)
                analysis = processes.start(time_limit, endpoint.answer, parsed)
                if EVENT_STREAM in request.headers.get("accept", ""):
                    return EventStream(analysis)
                async with analysis:
                    result = await _unless_gone(_result(analysis), request.receive)
                return Response() if result is None else _document(result)
            except ClientDisconnect:
                return Response()
            except Exception as error:
                return failure_of(error)

    return answer


def _document(content: bytes) -> Response:
    return Response(content, media_type="application/json", headers={"vary": "accept-language"})


async def _result(analysis: Analysis) -> bytes:
    """Return the result of an analysis as JSON."""
    async with aclosing(analysis.events()) as events:
        return [content async for _, content in events][-1]


async def _unless_gone(work: Awaitable[Any], receive: Receive) -> Any:
    """Return the result of some work, or None if the client leaves first; the work is then
    cancelled.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        for task in (working, leaving):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


async def _gone(receive: Receive) -> None:
    """Wait until the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


class EventStream(StreamingResponse):
    """An analysis as server-sent events: ``progress`` …, then ``result`` or ``error``; it ends with
    the connection.

    Parameters
    ----------
    analysis : Analysis
        The analysis.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._texts = _texts(analysis)
        super().__init__(
            self._texts, headers={"cache-control": "no-store"}, media_type=EVENT_STREAM
        )

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        """Send the events, until the last or until the client leaves."""
        async with self._analysis, aclosing(self._texts):
            await _unless_gone(self.stream_response(send), receive)


async def _texts(analysis: Analysis) -> AsyncGenerator[bytes]:
    """Yield the events of an analysis as the text of server-sent events."""
    try:
        async with aclosing(analysis.events()) as events:
            async for is_result, content in events:
                name = b"result" if is_result else b"progress"
                yield b"event: %b\ndata: %b\n\n" % (name, content)
    except Exception as error:
        with using(analysis.settings.language):
            failure = failure_of(error)
        yield b"event: error\ndata: %b\n\n" % bytes(failure.body)


def failure_of(error: Exception) -> JSONResponse:
    """Return the answer to a request that could not be carried out; a bug is raised again."""
    refusal = refusal_of(error)
    later = {"retry-after": "2"} if refusal.status == 429 else None
    return _failure(refusal.status, refusal.error, later)


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document, made from the types of requests and answers."""
    answers = [documents.Failure, *map(constant_document, CONSTANT)]
    answers += [each.response for each in ENDPOINTS]
    kinds: list[tuple[Any, Mode]] = [(kind, "serialization") for kind in dict.fromkeys(answers)]
    requests = dict.fromkeys(each.request for each in ENDPOINTS)
    kinds += [(kind, "validation") for kind in requests]
    references, schemas = schemas_of(kinds, template="#/components/schemas/{model}")

    def body(kind: Any, mode: Mode = "serialization") -> dict[str, Any]:
        return {"application/json": {"schema": references[kind, mode]}}

    failure = {"description": "Why not", "content": body(documents.Failure)}
    refusals = {str(status): failure for status in REFUSALS}

    def operation(name: str, summary: str, content: dict[str, Any], **more: Any) -> dict[str, Any]:
        responses = {"200": {"description": summary, "content": content}, **refusals}
        return {"operationId": name, "summary": summary, **more, "responses": responses}

    paths = {
        f"{PREFIX}/{name}": {"get": operation(name, summary, body(constant_document(name)))}
        for name, (summary, _) in CONSTANT.items()
    }
    for each in ENDPOINTS:
        content = body(each.response)
        if each.is_long:
            content[EVENT_STREAM] = {"schema": {"type": "string"}}
        request = {"required": True, "content": body(each.request, "validation")}
        paths[f"{PREFIX}/{each.name}"] = {
            "post": operation(each.name, each.summary, content, requestBody=request)
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "litslab", "version": metadata.version("litslab")},
        "paths": paths,
        "components": {"schemas": schemas},
    }


@cache
def constant_json(name: str, language: str) -> bytes:
    """Return a document that never changes as JSON; some take a tenth of a second to make."""
    if name == "openapi.json":
        return json.dumps(openapi(), ensure_ascii=False).encode()
    with using(language):
        return to_json(constant_document(name).made()).encode()
