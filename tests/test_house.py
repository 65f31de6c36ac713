"""The architecture: imports, the folders of the tests, and games that are distinguished only in
their own files.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import grimp
import networkx as nx
import pytest

from litslab.games import GAMES
from litslab.puzzles.lits.puzzle import LITS, RULES
from tests.running import ROOT

TESTS = ROOT / "tests"
ROOMS = ("games", "kernel", "jobs", "solver", "puzzles", "analysis", "app")

OWN = {
    "Taiji": "games/taiji.py",
    "BattleOfLits": "games/battle_of_lits.py",
    "Tailits": "games/tailits.py",
    "Wythe": "games/wythe.py",
    "TailitsTaiji": "games/double_games.py",
    "TaijiBattle": "games/double_games.py",
}
"""Each game's own file."""

MODELS = "solver/model/games.py"
"""The file that all games have in common."""

FAMILIES = ("TaijiScoring", "TailitsRules", "DoublePosition")
"""Classes that some of the games have in common."""

OF_SOME = {
    "layout",
    "packing",
    "heights",
    "symbols",
    "second_phase",
    "tetrominoes",
    "taijitus",
    "last_placer",
}
"""Attributes that only some games' rules and positions have."""

CLASSES = {*OWN, *(f"{name}Position" for name in OWN), *FAMILIES}


def import_graph() -> nx.DiGraph:
    """Every import of every module, those in functions and for type checkers too."""
    graph = grimp.build_graph("litslab", cache_dir=None)
    return nx.DiGraph(
        {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    )


def test_no_two_modules_import_each_other() -> None:
    graph = import_graph()
    assert graph.has_edge("litslab.games.record", "litslab.games.notation")
    assert graph.has_edge("litslab.app.cli.records", "litslab.games.record_ltp")  # in a function
    # For type checkers.
    assert graph.has_edge("litslab.analysis.review_plot", "litslab.analysis.review_result")
    # Rules name positions, and positions their rules.
    for_type_checkers = ("litslab.games.rules", "litslab.games.position")
    assert graph.has_edge(*for_type_checkers)
    assert "import Position" not in imported_at_run_time("games/rules.py")
    graph.remove_edge(*for_type_checkers)
    circles = [sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert circles == []


def imported_at_run_time(path: str) -> str:
    """Return the statements of a module that are not for type checkers alone."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return "\n".join(
        ast.unparse(node)
        for node in tree.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    )


def test_every_room_has_tests_and_every_folder_of_them_is_one_of_a_room() -> None:
    folders = {
        file.parent.relative_to(TESTS)
        for room in ROOMS
        for file in (TESTS / room).rglob("test_*.py")
    }
    assert {folder.parts[0] for folder in folders} == set(ROOMS)
    assert [str(folder) for folder in folders if not (ROOT / folder).is_dir()] == []


def sources() -> Iterator[tuple[str, str]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def named(node: ast.AST) -> set[str]:
    """The names that a part of a program mentions."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} | {
        each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)
    }


def dispatches(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that distinguish games, by their class, by their name or by what they happen
    to have.
    """
    names = set(GAMES)
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kind]) if (
                named(kind) & CLASSES
            ):
                yield node.lineno, "isinstance"
            case ast.Call(
                func=ast.Name(id="hasattr" | "getattr"), args=[_, ast.Constant(value=str(name)), *_]
            ) if name in OF_SOME:
                yield node.lineno, "hasattr"
            case ast.MatchClass(cls=kind) if named(kind) & CLASSES:
                yield node.lineno, "case"
            case ast.Compare(left=left, ops=[operator, *_], comparators=right):
                parts = [left, *right]
                if isinstance(
                    operator, ast.Is | ast.IsNot | ast.Eq | ast.NotEq | ast.In | ast.NotIn
                ):
                    if any(named(part) & CLASSES for part in parts):
                        yield node.lineno, "comparison of a class"
                    nodes = [each for part in parts for each in ast.walk(part)]
                    constants = {each.value for each in nodes if isinstance(each, ast.Constant)}
                    if constants & names or (
                        constants == {"+"} and any("name" in named(part) for part in parts)
                    ):
                        yield node.lineno, "comparison of a name"
            case ast.MatchValue(value=ast.Constant(value=value)) if value in names:
                yield node.lineno, "case of a name"
            case _:
                pass


@pytest.mark.parametrize(
    "text",
    [
        "isinstance(x, Taiji)",
        "isinstance(question.rules, A | games.wythe.WythePosition)",
        "issubclass(kind, (Tailits, BattleOfLits))",
        "match x:\n    case Wythe(size=3): pass",
        "match x.name:\n    case 'taiji': pass",
        "type(x) is TaijiBattle",
        "rules.name == 'battle-of-lits'",
        "rules.name in {'wythe', 'taiji'}",
        "'+' in rules.name",
        "hasattr(position, 'layout')",
        "rules_class is not BattleOfLits",
    ],
)
def test_each_way_to_distinguish_games_is_found(text: str) -> None:
    assert list(dispatches(text))


@pytest.mark.slow
def test_games_are_distinguished_only_in_their_own_files() -> None:
    own = {*OWN.values(), MODELS}
    found = [
        f"{name}:{line}: {how}"
        for name, text in sources()
        if name not in own
        for line, how in dispatches(text)
    ]
    assert found == []


def test_the_list_of_own_files_is_of_all_games() -> None:
    assert {game.__name__ for game in GAMES.values()} == set(OWN)
    assert all((ROOT / file).is_file() for file in (*OWN.values(), MODELS))
    assert {type(game().start()).__name__ for game in GAMES.values()} <= CLASSES


def unhashable(hint: Any) -> list[Any]:
    """Return the parts of a type whose values cannot be hashed, or not compared as a whole."""
    if (outer := get_origin(hint)) is Annotated:
        return unhashable(get_args(hint)[0])
    if outer in {tuple, Union, UnionType}:
        return [each for part in get_args(hint) for each in unhashable(part)]
    if outer is not None:
        return [] if outer is Literal or issubclass(outer, frozenset | type | Callable) else [hint]
    foreign = isinstance(hint, type) and hint.__module__.startswith(("networkx", "numpy", "polars"))
    return (
        [hint]
        if foreign or not (isinstance(hint, Hashable) and getattr(hint, "__hash__", None))
        else []
    )


def test_frozen_results_that_are_compared_by_value_can_be_hashed() -> None:
    checked = 0
    found = {}
    for name, _ in sources():
        if name.endswith("__main__.py") or name.startswith("kernel"):  # whose answers stay inside
            continue
        module = import_module(
            "litslab." + name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        )
        for each in vars(module).values():
            if not (
                isinstance(each, type) and is_dataclass(each) and each.__module__ == module.__name__
            ):
                continue
            if each.__hash__ is object.__hash__ or not each.__dataclass_params__.frozen:  # type: ignore[attr-defined]
                continue
            try:
                hints = get_type_hints(each)
            except NameError:  # a type that is imported for type checkers only
                continue
            checked += 1
            compared = [
                one.name for one in fields(each) if (one.compare if one.hash is None else one.hash)
            ]
            if wrong := {one: hints[one] for one in compared if unhashable(hints[one])}:
                found[f"{name}: {each.__name__}"] = wrong
    assert checked > 150
    assert found == {}


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports, those in functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                found |= {each.name for each in names}
            case ast.ImportFrom(module=str(module), names=names):
                found |= {module, *(f"{module}.{each.name}" for each in names)}
            case _:
                pass
    return found


def test_what_writes_the_documentation_imports_no_tests() -> None:
    """Neither directly nor through the benchmarks."""
    waiting = sorted((ROOT / "docs").rglob("*.py"))
    assert ROOT / "docs" / "make.py" in waiting
    reached = set()
    while waiting:
        path = waiting.pop()
        if path in reached or not path.is_file():
            continue
        reached.add(path)
        modules = imported(path)
        of_tests = [each for each in modules if each.split(".")[0] == "tests"]
        assert of_tests == [], path
        waiting += [ROOT / f"{each.replace('.', '/')}.py" for each in modules]
    assert ROOT / "benchmarks" / "endgame.py" in reached


NAMES = "|".join(map(re.escape, (GAMES | RULES).keys() - {LITS.name}))

IN_JAVASCRIPT = re.compile(rf"(?:[=!]==|case|includes\()\s*[\"'](?:{NAMES})[\"']")
"""A comparison with the name of a game, or of a puzzle other than LITS."""


@pytest.mark.parametrize(
    "text", ['if (name === "wythe") {', 'case "taiji":', 'return rules !== "lits-plus";']
)
def test_a_comparison_with_a_name_is_found_in_javascript(text: str) -> None:
    assert IN_JAVASCRIPT.search(text)


def test_the_page_distinguishes_no_games_and_puzzles_by_name() -> None:
    for path in sorted((ROOT / "app" / "web").rglob("*.js")):
        assert not IN_JAVASCRIPT.findall(path.read_text(encoding="utf-8")), path
