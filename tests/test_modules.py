"""One test file per module, by its name; what is tested elsewhere, and what tests no single module, is listed here."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
ROOMS = ("games", "kernel", "jobs", "solver", "puzzles", "analysis", "app")

TESTED_IN: dict[str, str] = {
    "games/board_view": "games/test_svg",
    "games/drawing/canvas": "games/test_svg",
    "games/drawing/caption": "games/test_position_reachability",
    "games/drawing/export": "games/test_picture",
    "games/drawing/notebook": "solver/test_result",
    "games/drawing/palette": "games/test_svg",
    "games/errors": "games/test_record",
    "games/files": "games/test_picture",
    "games/memory": "app/test_memory",
    "games/notebook": "solver/test_result",
    "games/outcome": "games/test_position_contract",
    "games/phases": "games/test_double_games",
    "games/placement_text": "games/test_notation",
    "games/registry": "games/test_position_contract",
    "games/study": "games/test_record",
    "games/tetrominoes": "games/test_position_contract",
    "jobs/cluster": "jobs/test_tasks",
    "jobs/errors": "jobs/test_pool",
    "jobs/progress": "app/test_console",
    "solver/cpsat": "solver/test_maximal",
    "solver/cpsat_oracle": "solver/test_strategy_model",
    "solver/endgame": "solver/test_search",
    "solver/extreme": "solver/test_maximal",
    "solver/finals": "test_public_names",
    "solver/kernel_finals": "kernel/test_enumeration",
    "solver/kernel_oracle": "kernel/test_kernel",
    "solver/match": "solver/test_players",
    "solver/proved": "solver/test_search",
    "solver/root": "solver/test_search",
    "solver/rules_model/battle_of_lits": "solver/test_rules_model",
    "solver/rules_model/connectivity": "solver/test_rules_model",
    "solver/rules_model/dominoes": "solver/test_rules_model",
    "solver/rules_model/double_games": "solver/test_rules_model",
    "solver/rules_model/game_model": "solver/test_rules_model",
    "solver/rules_model/games": "solver/test_rules_model",
    "solver/rules_model/groups": "solver/test_rules_model_scores",
    "solver/rules_model/taiji": "solver/test_rules_model",
    "solver/rules_model/tailits": "solver/test_rules_model",
    "solver/rules_model/tetrominoes": "solver/test_rules_model",
    "solver/rules_model/variables": "solver/test_rules_model",
    "solver/rules_model/wythe": "solver/test_rules_model",
    "puzzles/books": "app/test_cli_generate",
    "puzzles/candidates": "puzzles/test_lits_model",
    "puzzles/check": "puzzles/test_lits",
    "puzzles/drawing": "puzzles/test_svg",
    "puzzles/formats/common": "puzzles/test_formats",
    "puzzles/formats/grid": "puzzles/test_formats",
    "puzzles/formats/janko": "puzzles/test_formats",
    "puzzles/formats/json_form": "puzzles/test_formats",
    "puzzles/formats/penpa": "puzzles/test_formats",
    "puzzles/formats/pzpr": "puzzles/test_formats",
    "puzzles/formats/pzprv3": "puzzles/test_formats",
    "puzzles/formats/task": "puzzles/test_formats",
    "puzzles/grade": "puzzles/test_explain",
    "puzzles/lits_kernel": "kernel/test_lits",
    "puzzles/puzzle_search": "puzzles/test_generate",
    "puzzles/result": "puzzles/test_lits_model",
    "puzzles/solving": "puzzles/test_lits_model",
    "puzzles/sources": "app/test_cli_puzzles",
    "puzzles/studies_batch": "puzzles/test_studies",
    "puzzles/studies_document": "app/test_cli_studies",
    "puzzles/studies_folder": "puzzles/test_studies",
    "puzzles/studies_grade": "puzzles/test_studies",
    "puzzles/studies_search": "puzzles/test_studies",
    "puzzles/studies_spec": "puzzles/test_studies",
    "puzzles/tally": "puzzles/test_generate",
    "puzzles/techniques/connection": "puzzles/test_explain",
    "puzzles/techniques/counting": "puzzles/test_explain",
    "puzzles/techniques/neighbours": "puzzles/test_explain",
    "puzzles/techniques/order": "puzzles/test_techniques",
    "puzzles/techniques/path": "puzzles/test_explain",
    "puzzles/techniques/placing": "puzzles/test_explain",
    "puzzles/techniques/pools": "puzzles/test_explain",
    "puzzles/techniques/room": "puzzles/test_explain",
    "puzzles/techniques/state": "puzzles/test_techniques",
    "puzzles/techniques/step": "puzzles/test_techniques",
    "puzzles/techniques/table": "puzzles/test_techniques",
    "puzzles/techniques/trial": "puzzles/test_explain",
    "analysis/group_result": "analysis/test_groups",
    "analysis/groups_picture": "analysis/test_groups",
    "analysis/play": "analysis/test_simulate",
    "analysis/plot": "test_public_names",
    "analysis/report/ceilings": "analysis/test_report",
    "analysis/report/facts": "analysis/test_report_build",
    "analysis/report/figures": "analysis/test_report",
    "analysis/report/files": "analysis/test_report_build",
    "analysis/report/make": "test_public_names",
    "analysis/report/markdown": "analysis/test_report",
    "analysis/report/material": "analysis/test_report",
    "analysis/report/mirroring": "analysis/test_report",
    "analysis/report/model": "analysis/test_report",
    "analysis/report/numbers": "analysis/test_report",
    "analysis/report/openings": "analysis/test_report",
    "analysis/report/orders": "analysis/test_report",
    "analysis/report/page": "analysis/test_report",
    "analysis/report/play": "analysis/test_report",
    "analysis/report/small_boards": "analysis/test_report",
    "analysis/report/weights": "analysis/test_report",
    **{
        f"analysis/report/sections/{section}": "analysis/test_report"
        for section in (
            "balance", "colourings", "extremes", "length", "mirroring", "openings", "phases", "rules", "scoreless",
            "size", "small_boards", "specimen", "swap",
        )
    },
    "analysis/review_result": "analysis/test_review",
    "app/analysis_documents": "app/test_cli_analysis",
    "app/documents": "app/test_cli",
    "app/exits": "app/test_cli",
    "app/interrupts": "app/test_cli",
    "app/review_documents": "app/test_cli_review",
    "app/cli/__main__": "app/test_options",
    "app/cli/books": "app/test_cli_generate",
    "app/cli/program": "app/test_cli",
    "app/cli/puzzle_sources": "app/test_cli_puzzles",
    "app/cli/records": "app/test_cli",
    "app/cli/shared": "app/test_cli",
}  # fmt: skip
"""The modules without a test file of their name, and the one that tests them."""

OTHER_TESTS: dict[str, str] = {
    "app/test_killed": "whole commands with workers",
    "games/test_known_figures": "published figures of four games",
    "kernel/test_simulator": "the random games of the kernel",
    "kernel/test_sources": "how the kernel's C++ files include each other",
    "kernel/test_stub": "the kernel's type stub",
    "puzzles/test_published": "published puzzles through formats and solvers",
    "solver/test_swap": "what every engine says of the swap",
}
"""The other test files, and what they test."""


@cache
def modules() -> tuple[Path, ...]:
    """Return every module as a path without its suffix; a package by its folder."""
    files = [file.relative_to(ROOT) for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    return tuple(file.parent if file.name == "__init__.py" else file.with_suffix("") for file in files)


def is_bare(module: Path) -> bool:
    """Tell whether a module is a package that only gathers the names of others."""
    file = ROOT / module / "__init__.py"
    return file.is_file() and not re.search(r"^\s*(def|class) ", file.read_text(encoding="utf-8"), re.MULTILINE)


@cache
def files_of_tests() -> tuple[Path, ...]:
    """Return the test files of the rooms, as paths without their suffixes."""
    files = [file.relative_to(TESTS) for room in ROOMS for file in sorted((TESTS / room).rglob("test_*.py"))]
    return tuple(file.with_suffix("") for file in files)


def names(module: Path) -> tuple[str, str]:
    """Return how the test file of a module may be called: by its name, or by that of its folder and its own.

    Examples: ``games/test_taiji`` of ``games/taiji``; ``analysis/test_report_build`` of ``analysis/report/build``;
    ``app/test_cli_puzzles`` of ``app/cli/puzzles``.
    """
    room = module.parts[0]
    return f"{room}/test_{module.name}", f"{room}/test_{module.parent.name}_{module.name}"


def is_of(test: Path, module: Path) -> bool:
    """Tell whether a test file is a module's by its name; one module may have several: ``test_simulate_cluster``."""
    return any(str(test) == name or str(test).startswith(f"{name}_") for name in names(module))


@pytest.mark.parametrize("module", [module for module in modules() if not is_bare(module)], ids=str)
def test_every_module_has_a_test_file_of_its_name_or_is_listed(module: Path) -> None:
    own = [test for test in files_of_tests() if str(test) in names(module)]
    listed = TESTED_IN.get(str(module))
    if own:
        assert listed is None, f"{module}: {own[0]} tests it, so it need not be in TESTED_IN"
    elif listed is None:
        pytest.fail(f"{module}: expected a test file tests/{names(module)[0]}.py, or an entry in TESTED_IN")
    else:
        assert (TESTS / f"{listed}.py").is_file(), f"{module}: TESTED_IN names {listed}, which is not there"


def test_every_test_file_is_of_a_module_or_is_listed() -> None:
    of_none = {str(test) for test in files_of_tests() if not any(is_of(test, module) for module in modules())}
    assert of_none - set(TESTED_IN.values()) == set(OTHER_TESTS)


def test_only_modules_that_are_there_are_listed() -> None:
    assert set(TESTED_IN) <= {str(module) for module in modules()}
