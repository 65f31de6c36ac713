"""Run commands and web requests on small boards, and write what they print and answer to `tests/documents.jsonl`.

Run with ``python -m tests.documents_write`` from the top of the repository. The file is golden: a change of it is a
change of a JSON document, of a text that commands print or of the API, and has to be meant. Times and versions are
left out, and a long string is shortened to its beginning and a digest.
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

from litslab.app.cli import main
from litslab.app.documents.base import plain
from litslab.app.documents.commands import DOCUMENTS, document_class
from litslab.app.web.application import openapi
from litslab.app.web.endpoints import ENDPOINTS
from litslab.app.web.settings import Settings
from tests.app.command_line import FEW_GAMES

FILE = Path(__file__).parent / "documents.jsonl"
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"

TEXTS = {
    "grid.txt": "######\n??.???\n??????\n??????\n??????\n??????\n",
    "flawed.grid": "AABB\nAABB\nCCDD\nCCDD\n",
    "empty.toml": 'game = "taiji"\nmoves = ""\n\n[options]\nsize = 3\n',
    "small.toml": 'game = "taiji"\nmoves = "a1,a2 b1,b2 c1,c2"\n\n[options]\nsize = 3\n',
    "second.toml": 'game = "taiji"\nmoves = "a2,a1 b1,b2 c1,c2 a3,b3"\n\n[options]\nsize = 3\n',
    "first.toml": 'game = "taiji"\nmoves = "a1,a2 b1,b2 c1,c2 a3,b3"\n\n[options]\nsize = 3\n',
}
PUZZLE = "lits/4/4/9q02jg"
FLAWED = "lits/6/6/lldoa4043q6c"

COMMANDS = tuple(tuple(shlex.split(line)) for line in (
    "games", "new battle-of-lits --size 4 --seed 7", "new wythe --size 3 -o wythe.toml --force",
    "new taiji+battle-of-lits --size 3 -o double.toml --force", "edit small.toml --undo 1 -o edited.toml --force",
    "show small.toml", "show battle-of-lits-10.toml --at 4 --ltp board", "show taiji+battle-of-lits-11.toml",
    "show wythe-8.toml -o wythe.svg --force", "moves small.toml", "moves wythe.toml", "perft taiji --size 3 --depth 3",
    "tournament first.toml second.toml", "solve small.toml --at 1 --all-moves -o solved.svg --force",
    "solve small.toml --at 2 --best all --certificate proof.json --force", "solve wythe.toml --all-moves --best all",
    "solve wythe.toml --no-swap --engine reference", "solve taiji-9.toml --at 32 --bounds --full",
    "solve double.toml --at 0", "analyse small.toml --at 1", "analyse wythe.toml",
    "verify proof.json small.toml --at 2", "match greedy random taiji --size 3 -n 4 --seed 1",
    "bounds small.toml --at 3 --threads 1", "maximal count wythe --size 2", "maximal list wythe --size 2 --orbits",
    "maximal list taiji --size 2 --limit 2", "maximal estimate taiji --size 3 --samples 64",
    "maximal extreme taiji --size 2 --maximize pieces --threads 1",
    "simulate taiji --size 3 -n 40 --seed 1 --workers 1 -o run.parquet --force",
    "simulate wythe --size 3 -n 40 --seed 1 --workers 1 -o run.csv --force",
    "simulate taiji+battle-of-lits --size 3 -n 40 --seed 1 --workers 1 -o double.parquet --force",
    "run describe run.parquet", "plot scores run.parquet -o p.svg --force", "plot margins run.parquet -o p.svg --force",
    "plot lengths run.parquet -o p.svg --force", "plot branching run.parquet -o p.svg --force",
    "plot heatmap run.parquet --winner light -o p.svg --force", "plot openings run.parquet -o p.svg --force",
    "plot compare run.parquet run.parquet -o p.svg --force", "groups taiji-7.toml --at 12",
    "groups wythe-8.toml -o g.svg --force", "review small.toml -o r.svg --force", f"puzzle solve {PUZZLE} --explain",
    f"puzzle solve {FLAWED} --explain", "puzzle solve flawed.grid --engine kernel",
    f"puzzle solve {PUZZLE} {FLAWED} -o s.svg", f"puzzle solve {PUZZLE} --explain -o way.svg --force",
    f"puzzle hint {PUZZLE} -o hint.svg --force", f"puzzle hint {FLAWED} {PUZZLE} --state grid.txt",
    f"puzzle hint {FLAWED} flawed.grid", f"puzzle grade {PUZZLE} {FLAWED} flawed.grid",
    "puzzle grade puzzles/9x9.janko --trials 0", "puzzle generate --size 6 --given 2 --seed 3 -o generated",
    "puzzle generate --picture letter.txt --seed 7", f"puzzle convert {PUZZLE} --to json",
    "puzzle convert puzzles/solved.grid p.janko --force", f"puzzle show {PUZZLE} --solved",
    "puzzle show puzzles/solved.grid -o p.svg --force", "puzzle show collection/1",
    f"puzzle check {PUZZLE} {FLAWED} flawed.grid --repairs 1 --time-limit 600",
    f"puzzle check {FLAWED} --repairs 0 -o c.svg --force", f"puzzle variants {PUZZLE} --borders 1 -o v.svg --force",
    "puzzle variants collection/1", f"puzzle book {PUZZLE} -o puzzles.pdf --force",
    "study generate battle-of-lits --size 6 --plies 3 --seed 5 -o new --stats",
    "study generate wythe --size 4 --plies 3 --seed 5",
    "study check studies/wythe-8-plies-seed-1-0001.toml --refutations --second kernel", "study check small.toml --at 1",
    "study book studies -o studies.pdf --force", "campaign new wythe.toml --target openings -o c.db --force",
    "campaign plan c.db -n 2", "campaign status c.db", "campaign verify c.db --seed 1", "campaign run c.db --workers 1",
    "campaign status c.db", "campaign export c.db -o book.json --force", "campaign verify c.db --all --seed 1",
    "report taiji --size 3 --quick --time-limit 600 --workers 1 -o report --force", "schema", "schema solve",
    "schema 'puzzle hint'",
))  # fmt: skip
"""Each is run twice, with ``--json`` first."""

SMALL = {"record": TEXTS["small.toml"]}
GRID = {"rows": 4, "cols": 4, "regions": [[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 2], [2, 2, 2, 2]]}
IMPOSSIBLE = {"rows": 4, "cols": 4, "regions": [[0, 0, 1, 1], [0, 2, 1, 1], [0, 2, 2, 3], [2, 3, 3, 3]]}
REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("new", {"game": "battle-of-lits", "options": {"size": 4}, "seed": 1}),
    ("setup", {"game": "taiji", "options": {"size": 3}, "placed": "a1,a2"}), ("position", SMALL),
    ("play", {**SMALL, "move": "a3,b3"}), ("move", {**SMALL, "move": "a3,b3"}),
    ("remaining", {**SMALL, "square": "a3"}), ("puzzle", {"puzzle": PUZZLE}), ("check", GRID), ("check", IMPOSSIBLE),
    ("hint", GRID), ("mistakes", {**GRID, "shaded": ["a1", "b2"]}), ("convert", {"puzzle": PUZZLE, "to": "grid"}),
    ("solve", {**SMALL, "at": 1, "all_moves": True}), ("analyse", {**SMALL, "at": 1}),
    ("engine", {**SMALL, "player": "greedy"}), ("bounds", {**SMALL, "threads": 1}), ("review", SMALL),
    ("groups", SMALL), ("generate", {"size": 6, "seed": 1}), ("explain", GRID), ("grade", GRID),
    ("conflict", IMPOSSIBLE), ("simulate", {"game": "wythe", "options": {"size": 3}, "count": 20}),
    ("studies", {"game": "battle-of-lits", "options": {"size": 6}, "plies": 3, "seed": 5}),
)  # fmt: skip

_TIMES = (
    (re.compile(r'"(seconds|version|made_with|remaining_nodes)": (?:[-\d.e]+|"[^"]*"|null)'), r'"\1": 0'),
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
    return words if words in DOCUMENTS else arguments[0]


def _output(arguments: tuple[str, ...]) -> tuple[int, list[str], list[str]]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(arguments))
    for line in out.getvalue().splitlines() if arguments[-1] == "--json" and arguments[:2] not in SCHEMAS else ():
        document_class(DOCUMENTS[command_of(arguments)]).model_validate_json(line, strict=True)
    return status, [_shortened(line.rstrip()) for line in out.getvalue().splitlines()], err.getvalue().splitlines()


def entries(folder: Path) -> Iterator[list[Any]]:
    """Yield what each command printed, what each request was answered, and the names of the OpenAPI document.

    Parameters
    ----------
    folder : Path
        The current folder, which is empty.
    """
    shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    for arguments in COMMANDS:
        yield [" ".join(arguments), "--json", *_output((*arguments, "--json"))]
        if "generate" in arguments and "-o" in arguments:
            shutil.rmtree(folder / arguments[arguments.index("-o") + 1])
        yield [" ".join(arguments), *_output(arguments)]
    endpoints = {each.name: each for each in ENDPOINTS}
    for name, body in REQUESTS:
        endpoint = endpoints[name]
        sent: list[Any] = []
        request = endpoint.request.model_validate_json(json.dumps(body), strict=True)
        document = endpoint.answer(request, Settings(), *([sent.append] if endpoint.streams else []))
        text = json.dumps(plain(document), ensure_ascii=False)
        kinds = list(dict.fromkeys(", ".join(event) for event in sent if isinstance(event, dict)))
        yield [f"POST {name}", _shortened(text), *kinds]
    described = openapi()
    names = {name: list(each["properties"]) for name, each in described["components"]["schemas"].items()}
    yield ["openapi", *(f"{name}: {' '.join(names[name])}" for name in sorted(names))]


def lines() -> list[str]:
    """Return the lines of the file as they should be, made in a folder of their own and in this process alone.

    Otherwise a child process would import CP-SAT again for each of its answers.
    """
    with (
        TemporaryDirectory() as name,
        contextlib.chdir(name),
        patch("litslab.analysis.report.context.QUICK", FEW_GAMES),
        patch("litslab.jobs.child.CAN_START_PROCESSES", False),
        patch.dict(os.environ, COLUMNS="120"),
    ):
        return [json.dumps(each, ensure_ascii=False) for each in entries(Path(name))]


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
