"""The web API in a browser: the page without a server runs this Python in a worker.

The functions that the server's processes call (`endpoints.ENDPOINTS`) answer with the same
documents, except those that need a server.
"""

from __future__ import annotations

import gc
import inspect
import json
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from litslab import kernel
from litslab.app.documents.positions import Games
from litslab.app.web.endpoints import ENDPOINTS
from litslab.app.web.settings import RefusedError, Settings, refusal_of
from litslab.games.errors import OptionError
from litslab.games.language import ENGLISH, using
from litslab.games.notation import format_move
from litslab.games.record_toml import loads
from litslab.games.registry import GAMES, register
from litslab.games.result_json import plain
from litslab.games.rules import Rules
from litslab.kernel import webassembly

SETTINGS = Settings(memory=64, most_nodes=10_000_000_000)
"""The bounds of a page: less memory than a server's."""

ANSWERED = {each.name: each for each in ENDPOINTS if not each.needs_server}
"""The questions that are answered here, by name."""


def begin(host: webassembly.Host) -> None:
    """Take the kernel from its host."""
    vars(kernel).update(webassembly.names(host))


def prepare() -> None:
    """Answer first questions of every game without the kernel, before the memory is kept for later
    visits.

    It then includes what the answers build, such as validators and tables of placements.
    """
    for each in ANSWERED.values():
        each.request.model_rebuild()
    for name in GAMES:
        record = json.loads(answer("new", json.dumps({"game": name}), print))["result"]["record"]
        position = loads(record).position()
        move = format_move(position.legal_moves()[0], position.rules)
        answer("play", json.dumps({"record": record, "at": 0, "move": move}), print)
    gc.collect()


def add_games(file: str, source: str) -> None:
    """Register the games that a Python file defines.

    Parameters
    ----------
    file : str
        Its name, which ends with ``.py``.
    source : str
        Its text.

    Raises
    ------
    OptionError
        If it defines no game, or a name is taken: that of a game by another game, or the file's by
        a loaded module.
    """
    module = ModuleType(file.removesuffix(".py"))
    if module.__name__ in sys.modules:
        raise OptionError(f"{file}: expected a name that no module of Python has")
    sys.modules[module.__name__] = module  # dataclasses look their module up
    exec(compile(source, file, "exec"), module.__dict__)
    found = [each for each in vars(module).values() if _is_game(each, module.__name__)]
    if not found:
        raise OptionError(f"{file}: expected a class of rules")
    for rules in found:
        register(rules)


def _is_game(value: object, module: str) -> bool:
    """Return whether a value is a class of rules that this module defines."""
    if not isinstance(value, type) or not issubclass(value, Rules):
        return False
    return value.__module__ == module and not inspect.isabstract(value)


def answer(name: str, body: str, send: Callable[[str], object], language: str = ENGLISH) -> str:
    """Answer a request of the web API.

    Parameters
    ----------
    name : str
        The endpoint.
    body : str
        The request as JSON.
    send : callable
        Receives the progress as JSON.
    language : str
        The language of its texts.

    Returns
    -------
    str
        JSON: ``result``, or ``error`` and ``status``.
    """

    def tell(event: dict[str, Any]) -> None:
        send(json.dumps(event, ensure_ascii=False))

    found: dict[str, Any]
    with using(language):
        try:
            found = {"result": plain(_result(name, body, tell))}
        except Exception as error:
            refusal = refusal_of(error)
            found = {"error": refusal.error, "status": refusal.status}
    return json.dumps(found, ensure_ascii=False)


def _result(name: str, body: str, tell: Callable[[dict[str, Any]], None]) -> Any:
    if name == "games":
        return Games.made()
    if name not in ANSWERED:
        raise RefusedError(
            404, f"{name}: only the local page answers this: install litslab, run “litslab serve”"
        )
    endpoint = ANSWERED[name]
    request = endpoint.request.model_validate_json(body)
    return endpoint.answered(request, SETTINGS, tell)
