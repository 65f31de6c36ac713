"""Run commands and web requests on small boards, and write what they print and answer to
`tests/documents.jsonl`.

Run with ``python -m tests.documents_write`` from the top of the repository. The file is golden: a
change of it is a change of a JSON document, of a text that commands print or of the API, and has to
be meant. Times and versions are left out, and a long string is shortened to its beginning and a
digest.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from jsonschema import validate

from litslab.app.cli import main
from litslab.app.documents.commands import ANSWERS, schema_of
from litslab.app.web.application import openapi
from litslab.app.web.endpoints import ENDPOINTS
from litslab.app.web.settings import Settings
from litslab.games.result_json import plain
from tests.app.command_line import EXAMPLES

FILE = Path(__file__).parent / "documents.jsonl"

TEXTS = {
    "grid.txt": "######\n??.???\n??????\n??????\n??????\n??????\n",
    "flawed.grid": "AABB\nAABB\nCCDD\nCCDD\n",
    "empty.toml": 'game = "taiji"\nmoves = ""\n\n[options]\nsize = 3\n',
    "small.toml": 'game = "taiji"\nmoves = "a1,a2 b1,b2 c1,c2"\n\n[options]\nsize = 3\n',
    "second.toml": 'game = "taiji"\nmoves = "a2,a1 b1,b2 c1,c2 a3,b3"\n\n[options]\nsize = 3\n',
    "first.toml": 'game = "taiji"\nmoves = "a1,a2 b1,b2 c1,c2 a3,b3"\n\n[options]\nsize = 3\n',
}
PUZZLE = "lits/4/4/9q02jg"

COMMANDS = tuple(
    tuple(shlex.split(line[0]))
    for line in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    if line[1] == "--json"
)
"""The command lines of the file, each of which is run twice, with ``--json`` first.

A new one is a line ``["COMMAND", "--json"]`` where it is to be run.
"""

SMALL = {"record": TEXTS["small.toml"]}
GRID = {"rows": 4, "cols": 4, "regions": [[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 2], [2, 2, 2, 2]]}
IMPOSSIBLE = {
    "rows": 4,
    "cols": 4,
    "regions": [[0, 0, 1, 1], [0, 2, 1, 1], [0, 2, 2, 3], [2, 3, 3, 3]],
}
REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("new", {"game": "battle-of-lits", "options": {"size": 4}, "seed": 1}),
    ("setup", {"game": "taiji", "options": {"size": 3}, "placed": "a1,a2"}),
    ("position", SMALL),
    ("play", {**SMALL, "move": "a3,b3"}),
    ("move", {**SMALL, "move": "a3,b3"}),
    ("remaining", {**SMALL, "square": "a3"}),
    ("puzzle", {"puzzle": PUZZLE}),
    ("check", GRID),
    ("check", IMPOSSIBLE),
    ("hint", GRID),
    ("mistakes", {**GRID, "shaded": ["a1", "b2"]}),
    ("convert", {"puzzle": PUZZLE, "to": "grid"}),
    ("solve", {**SMALL, "at": 1, "all_moves": True}),
    ("analyse", {**SMALL, "at": 1}),
    ("engine", {**SMALL, "player": "greedy"}),
    ("bounds", {**SMALL, "threads": 1}),
    ("review", SMALL),
    ("groups", SMALL),
    ("generate", {"size": 6, "seed": 1}),
    ("explain", GRID),
    ("grade", GRID),
    ("conflict", IMPOSSIBLE),
    ("simulate", {"game": "wythe", "options": {"size": 3}, "count": 20}),
    ("studies", {"game": "battle-of-lits", "options": {"size": 6}, "plies": 3, "seed": 5}),
)

_TIMES = (
    (
        re.compile(r'"(seconds|version|made_with|remaining_nodes)": (?:[-\d.e]+|"[^"]*"|null)'),
        r'"\1": 0',
    ),
    (re.compile(r'"versions": \["[^"]*"\]'), '"versions": []'),
    (re.compile(r"\d[\d.,]* (ms|s|min|h)\b"), r"0 \1"),
    (re.compile(r"of litslab [\d.]+\w*"), "of litslab 0"),
    (re.compile(r"about [\d,]+ more nodes"), "about 0 more nodes"),
)
_LONG = 300
SCHEMAS = {("schema", "solve"), ("schema", "puzzle hint")}
"""The commands that print a schema."""


def _shortened(text: str) -> str:
    for pattern, replacement in _TIMES:
        text = pattern.sub(replacement, text)
    if len(text) <= _LONG:
        return text
    return f"{text[:_LONG]} … {len(text)} {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def command_of(arguments: tuple[str, ...]) -> str:
    """Return the command that some words begin with."""
    words = " ".join(arguments[:2])
    return words if words in ANSWERS else arguments[0]


def _output(arguments: tuple[str, ...]) -> tuple[int, list[str], list[str]]:
    out = io.StringIO()
    err = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(arguments))
    for line in (
        out.getvalue().splitlines()
        if arguments[-1] == "--json" and arguments[:2] not in SCHEMAS
        else ()
    ):
        validate(json.loads(line), schema_of(command_of(arguments)))
    return (
        status,
        [_shortened(line.rstrip()) for line in out.getvalue().splitlines()],
        err.getvalue().splitlines(),
    )


def entries(folder: Path) -> Iterator[list[Any]]:
    """Yield what each command printed, what each request was answered, and the names of the OpenAPI
    document.

    Parameters
    ----------
    folder : Path
        The current folder, which is empty.
    """
    shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    for arguments in COMMANDS:
        yield [shlex.join(arguments), "--json", *_output((*arguments, "--json"))]
        if "generate" in arguments and "-o" in arguments:
            shutil.rmtree(folder / arguments[arguments.index("-o") + 1])
        yield [shlex.join(arguments), *_output(arguments)]
    endpoints = {each.name: each for each in ENDPOINTS}
    for name, body in REQUESTS:
        endpoint = endpoints[name]
        sent: list[Any] = []
        request = endpoint.request.model_validate_json(json.dumps(body), strict=True)
        document = endpoint.answered(request, Settings(), sent.append)
        text = json.dumps(plain(document), ensure_ascii=False)
        kinds = list(dict.fromkeys(", ".join(event) for event in sent if isinstance(event, dict)))
        yield [f"POST {name}", _shortened(text), *kinds]
    described = openapi()
    names = {
        name: list(each.get("properties", ()))
        for name, each in described["components"]["schemas"].items()
    }
    yield ["openapi", *(f"{name}: {' '.join(names[name])}" for name in sorted(names))]


def lines() -> list[str]:
    """Return the lines of the file as they should be, made in a folder of their own and in this
    process alone.

    Otherwise a child process would import CP-SAT again for each of its answers.
    """
    with (
        TemporaryDirectory() as name,
        contextlib.chdir(name),
        patch("litslab.jobs.child.CAN_START_PROCESSES", False),
        patch.dict(os.environ, COLUMNS="120"),
    ):
        return [json.dumps(each, ensure_ascii=False) for each in entries(Path(name))]


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
