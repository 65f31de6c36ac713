"""The kernel compiled to WebAssembly, run by Node: it offers what the stub says, and answers as the
native one does.
"""

from __future__ import annotations

import ast
import gc
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from litslab import kernel
from litslab.app.web.static_page import WASM
from litslab.games.position import Position
from litslab.jobs.progress import Progress
from litslab.kernel import webassembly
from litslab.solver.engines import kernel as native
from tests.games.cases import CASES, Case
from tests.kernel.test_kernel import random_positions
from tests.kernel.test_stub import FUNCTIONS, shape
from tests.running import PATIENCE, ROOT

COUNTED = {
    "Enumeration",
    "FewPiecesSearch",
    "few_pieces_search",
    "finished_layouts",
    "finished_packings",
    "finished_stacks",
}
"""Finished positions: nothing counts them in a browser."""

NODE = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Kernel } from "./kernel.mjs";
const kernel = await Kernel.load(new Response(readFileSync(process.argv[2])));
const say = (kind, text) => console.log(JSON.stringify([kind, text]));
kernel.onProgress = (text) => say("progress", text);
for await (const line of createInterface({ input: process.stdin })) {
  say("answer", kernel.call(JSON.parse(line)));
}
"""


class Node:
    """A host in another process."""

    onProgress: Callable[[str], None]  # noqa: N815 - as JavaScript names it

    def __init__(self, folder: Path) -> None:
        shutil.copyfile(ROOT / "app" / "web" / "browser" / "kernel.js", folder / "kernel.mjs")
        (folder / "host.mjs").write_text(NODE, encoding="utf-8")
        self.process = subprocess.Popen(
            ["node", "host.mjs", str(WASM)],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(self, text: str) -> str:
        """Pass on a call."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        while True:
            kind, said = json.loads(self.process.stdout.readline())
            if kind == "answer":
                return str(said)
            self.onProgress(said)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """The process that runs the compiled module."""
    if not WASM.is_file():
        pytest.skip("the kernel is not compiled to WebAssembly")
    found = Node(tmp_path_factory.mktemp("node"))
    with found.process:
        yield found
        gc.collect()  # releases objects while the process still answers
        found.process.kill()


def test_it_offers_what_the_stub_says(host: Node) -> None:
    (described,) = json.loads(host.call('["description"]'))
    offered = {}
    for kind, name, signature in described:
        if kind in {"record", "function", "method"}:
            itself = "" if "." not in name else "self, "
            (function,) = ast.parse(f"def offered({itself}{signature}): ...").body
            assert isinstance(function, ast.FunctionDef)
            offered[name] = shape(function)
    stubbed = {
        name.removesuffix(".__init__"): shape(function)
        for name, function in FUNCTIONS.items()
        if name.partition(".")[0] not in COUNTED
    }
    offered.pop("description")
    for name, (positional, by_name, defaults) in stubbed.items():
        made = f"{name}.__init__" in FUNCTIONS
        assert offered.pop(name) == (positional[made:], by_name, defaults)
    assert offered == {}


def answers(position: Position) -> list[Any]:
    """Return the answers to all questions about a position."""
    engine = native.engine_for(position.rules)
    assert engine is not None
    asked = native.question(position)
    oracle = native.KernelOracle(rules=position.rules, memory=1)
    told: list[Progress] = []
    value = oracle.value(position, told.append)
    tree = engine.tree_search(asked, seed=1)
    tree.run(seconds=PATIENCE, playouts=50)
    seeds = [native.seed_words(seed) for seed in (2**64 - 1, "7/1")]
    asking: Any = vars(native)["kernel"]  # the native one or WebAssembly
    mcts = asking.Player(
        "mcts", playouts=20, exact_moves=30, exact_nodes=500, value_limit=engine.value_limit
    )
    players = (asking.Player("greedy"), mcts)
    match = engine.match(asked, seeds, players=players, moves=True, trace=True)
    columns = ("length", "scores", "winner", "swapped", "branching", "moves", "trace")
    return [
        value,
        told,
        oracle.strategy(position, 0, value, largest=10**6, report=lambda _: None),
        oracle.nodes,
        oracle.likely_moves(position, value),
        engine.choices(asked),
        engine.final_value(asked),
        engine.value_limit,
        [
            (each.move, each.visits, each.wins, each.values, each.mean, each.lower, each.upper)
            for each in tree.moves()
        ],
        (tree.line(), tree.playouts, tree.lower, tree.upper, engine.layers),
        vars(native.random_games(position, [3, 2**64 - 1], moves=True)),
        [tuple(each) for each in engine.margins(asked)],
        [native.listed(getattr(match, name)) for name in columns],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES[::2], ids=str)
def test_games_are_answered_as_by_the_native_kernel(
    host: Node,
    case: Case,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = random_positions(case, 1)[-6:][0]
    expected = answers(position)
    monkeypatch.setattr(
        native, "kernel", SimpleNamespace(AVAILABLE=True, **webassembly.names(host))
    )
    monkeypatch.setattr(native, "engine_for", cache(native.engine_for.__wrapped__))
    assert answers(position) == expected


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("taiji", (2, 1, [(0, 9)]), "placements[0][1] is 9; expected 0 to 3"),
        ("taiji", (12, 1, []), "side is 12; expected 2 to 11"),
        ("taiji", (2**32 + 2, 1, []), "a number is 4294967298; expected one that the kernel can"),
        ("TranspositionTable", (-1,), "a number is -1; expected one that the kernel can hold"),
    ],
)
def test_wrong_arguments_are_errors(
    host: Node,
    name: str,
    arguments: tuple[Any, ...],
    words: str,
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        webassembly.names(host)[name](*arguments)


def test_puzzles_are_answered_as_by_the_native_kernel(host: Node) -> None:
    found = []
    for offered in (kernel, SimpleNamespace(**webassembly.names(host))):
        solver = offered.LitsSolver()
        rules = offered.LitsRules(optional=True)
        puzzle = offered.LitsPuzzle(4, 4, [0, 0, 0, 0, 1, 1, 1, 1] * 2, "?" * 16, rules)
        solved = solver.solve(puzzle, seconds=PATIENCE, nodes=1 << 63)
        follows = solver.conclude(puzzle, trials=True)
        with pytest.raises(ValueError, match="given") as refused:
            solver.conclude(offered.LitsPuzzle(4, 4, [0] * 16, 'ä"'))
        found.append(
            [
                [(each.squares, each.shapes) for each in solved.solutions],
                solved.complete,
                solved.nodes,
                solved.conflicts,
                (
                    follows.possible,
                    follows.shaded,
                    follows.unshaded,
                    follows.open,
                    follows.propagations,
                ),
                solver.may_be_symmetric(puzzle, [range(16)]),
                str(refused.value),
            ]
        )
    assert found[0] == found[1]
