"""One test file per module, by its name; what is tested elsewhere, and what tests no single module, is listed here."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
ROOMS = ("games", "kernel", "jobs", "solver", "puzzles", "analysis", "app")

TESTED_IN: dict[str, str] = {
    "app/web/first_view": "app/web/test_application",
    "analysis/report/game_sections": "test_seventh_game",
    "games/board_view": "games/test_svg",
    "games/drawing/canvas": "games/test_svg",
    "games/drawing/caption": "games/test_position_reachability",
    "games/drawing/export": "games/test_picture",
    "games/drawing/notebook": "solver/endgame/test_result",
    "games/drawing/palette": "games/test_svg",
    "games/files": "games/test_picture",
    "games/memory": "app/test_memory",
    "games/notebook": "solver/endgame/test_result",
    "games/outcome": "games/test_position_contract",
    "games/phases": "games/test_double_games",
    "games/placement_text": "games/test_notation",
    "games/registry": "games/test_position_contract",
    "games/study": "games/test_record",
    "games/tetrominoes": "games/test_position_contract",
    "jobs/cluster": "jobs/test_tasks",
    "jobs/errors": "jobs/test_pool",
    "jobs/process": "jobs/test_child",
    "jobs/progress": "app/test_console",
    "solver/engines/bounds_table": "solver/engines/test_reference",
    "solver/engines/cpsat": "solver/model/test_strategy",
    "solver/engines/kernel": "kernel/test_kernel",
    "solver/engines/oracle": "solver/engines/test_reference",
    "solver/engines/registry": "solver/engines/test_reference",
    "solver/finals/extreme": "solver/finals/test_maximal",
    "solver/finals/kernel": "kernel/test_enumeration",
    "solver/finals/questions": "test_public_names",
    "solver/model/battle_of_lits": "solver/model/test_model",
    "solver/model/connectivity": "solver/model/test_model",
    "solver/model/dominoes": "solver/model/test_model",
    "solver/model/double_games": "solver/model/test_model",
    "solver/model/game_model": "solver/model/test_model",
    "solver/model/games": "solver/model/test_model",
    "solver/model/groups": "solver/model/test_scores",
    "solver/model/search": "solver/finals/test_maximal",
    "solver/model/taiji": "solver/model/test_model",
    "solver/model/tailits": "solver/model/test_model",
    "solver/model/tetrominoes": "solver/model/test_model",
    "solver/model/variables": "solver/model/test_model",
    "solver/model/wythe": "solver/model/test_model",
    "solver/endgame/optimal_moves": "solver/engines/test_reference",
    "puzzles/lits/cover": "puzzles/lits/test_book",
    "puzzles/lits/candidates": "puzzles/lits/test_model",
    "puzzles/lits/drawing": "puzzles/lits/test_svg",
    "puzzles/lits/formats/common": "puzzles/lits/test_formats",
    "puzzles/lits/formats/drawing": "puzzles/lits/generate/test_solution_text",
    "puzzles/lits/formats/grid": "puzzles/lits/test_formats",
    "puzzles/lits/formats/janko": "puzzles/lits/test_formats",
    "puzzles/lits/formats/json_form": "puzzles/lits/test_formats",
    "puzzles/lits/formats/pencilbox": "puzzles/lits/test_formats",
    "puzzles/lits/formats/penpa": "puzzles/lits/test_formats",
    "puzzles/lits/formats/pzpr": "puzzles/lits/test_formats",
    "puzzles/lits/formats/pzprv3": "puzzles/lits/test_formats",
    "puzzles/lits/formats/task": "puzzles/lits/test_formats",
    "puzzles/lits/generate/counterexamples": "puzzles/lits/generate/test_synthesis",
    "puzzles/lits/generate/setting": "puzzles/lits/generate/test_picture",
    "puzzles/lits/generate/starts": "puzzles/lits/generate/test_region_shapes",
    "puzzles/lits/generate/themed_annealing": "puzzles/lits/generate/test_themes",
    "puzzles/lits/generate/search": "puzzles/lits/generate/test_batch",
    "puzzles/lits/kernel": "kernel/test_lits",
    "puzzles/lits/result": "puzzles/lits/test_model",
    "puzzles/lits/solve": "puzzles/lits/test_model",
    "puzzles/lits/sources": "app/test_cli_puzzles",
    "puzzles/lits/techniques/connection": "puzzles/lits/test_explain",
    "puzzles/lits/techniques/counting": "puzzles/lits/test_explain",
    "puzzles/lits/techniques/neighbours": "puzzles/lits/test_explain",
    "puzzles/lits/techniques/order": "puzzles/lits/test_techniques",
    "puzzles/lits/techniques/path": "puzzles/lits/test_explain",
    "puzzles/lits/techniques/placing": "puzzles/lits/test_explain",
    "solver/play/match": "solver/play/test_players",
    "puzzles/lits/techniques/pools": "puzzles/lits/test_explain",
    "puzzles/lits/techniques/room": "puzzles/lits/test_explain",
    "puzzles/lits/techniques/state": "puzzles/lits/test_techniques",
    "puzzles/lits/techniques/step": "puzzles/lits/test_techniques",
    "puzzles/lits/techniques/table": "puzzles/lits/test_techniques",
    "puzzles/lits/techniques/trial": "puzzles/lits/test_trial",
    "puzzles/lits/techniques/work": "puzzles/lits/test_trial",
    "puzzles/studies/batch": "puzzles/studies/test_study",
    "puzzles/studies/folder": "puzzles/studies/test_study",
    "puzzles/studies/grade": "puzzles/studies/test_study",
    "puzzles/studies/search": "puzzles/studies/test_study",
    "puzzles/studies/spec": "puzzles/studies/test_study",
    "puzzles/generation_progress": "puzzles/lits/generate/test_batch",
    "analysis/group_result": "analysis/test_groups",
    "analysis/groups_picture": "analysis/test_groups",
    "analysis/plot": "test_public_names",
    "analysis/report/boards": "analysis/test_report",
    "analysis/report/context": "analysis/test_report",
    "analysis/report/decided": "analysis/test_report_build",
    "analysis/report/quantities": "analysis/test_report_build",
    "analysis/report/verdict": "analysis/test_report_build",
    "analysis/report/facts": "analysis/test_report_build",
    "analysis/report/figures": "analysis/test_report",
    "analysis/report/files": "analysis/test_report_build",
    "analysis/report/make": "test_public_names",
    "analysis/report/markdown": "analysis/test_report",
    "analysis/report/mirroring": "analysis/test_report",
    "analysis/report/model": "analysis/test_report",
    "analysis/report/numbers": "analysis/test_report",
    "analysis/report/openings": "analysis/test_report",
    "analysis/report/page": "analysis/test_report",
    "analysis/report/play": "analysis/test_report",
    "analysis/report/small_boards": "analysis/test_report",
    "analysis/report/symmetry_orders": "analysis/test_report",
    "analysis/report/tree_size": "analysis/test_report",
    "analysis/report/upper_bounds": "analysis/test_report",
    "analysis/decision": "analysis/test_review",
    "analysis/player_view": "analysis/test_review",
    "analysis/repeated_search": "analysis/test_review",
    "analysis/review_result": "analysis/test_review",
    **{
        f"analysis/report/sections/{section}": "analysis/test_report"
        for section in (
            "balance", "boards", "colourings", "decision", "extremes", "length", "mirroring", "openings",
            "phases", "rules", "scoreless", "size", "small_boards", "sample_game", "swap",
        )
    },
    "analysis/runs/play": "analysis/runs/test_simulate",
    "app/cli/example": "app/test_examples",
    "app/documents/base": "app/test_schema",
    "app/documents/campaigns": "app/test_cli_campaign",
    "app/documents/collection": "app/test_cli_collection",
    "app/documents/commands": "app/test_schema",
    "app/documents/finals": "app/test_cli_maximal",
    "app/documents/positions": "app/test_cli",
    "app/documents/runs": "app/test_cli_runs",
    "app/documents/reports": "app/test_cli_review",
    "app/documents/review_text": "app/test_cli_review",
    "app/documents/puzzles": "app/test_cli_puzzles",
    "app/documents/studies": "app/test_cli_studies",
    "puzzles/collection/studies": "puzzles/collection/test_collection",
    "app/documents/solutions": "app/test_solution_text",
    "app/documents/texts": "app/test_terminal",
    "app/exits": "app/test_cli",
    "app/interrupts": "app/test_cli",
    "app/cli/__main__": "app/test_options",
    "app/cli/books": "app/test_cli_generate",
    "app/cli/groups": "app/test_cli_simulation",
    "app/documents/rule_texts": "app/test_cli_rules",
    "app/cli/page": "app/web/test_static_page",
    "app/cli/plots": "app/test_cli_simulation",
    "app/cli/program": "app/test_cli",
    "app/cli/puzzle_sources": "app/test_cli_puzzles",
    "app/cli/records": "app/test_cli",
    "app/cli/serve": "app/web/test_server",
    "app/cli/shared": "app/test_cli",
    "app/web/documents": "app/web/test_application",
    "app/web/failures": "app/web/test_application",
    "app/web/grids": "app/web/test_application",
    "app/web/in_browser": "app/web/test_static_page",
    "app/web/settings": "app/web/test_security",
    "app/web/work": "app/web/test_application",
}  # fmt: skip
"""The modules without a test file of their name, and the one that tests them."""

OTHER_TESTS: dict[str, str] = {
    "app/test_advice_text": "advice as lines of text",
    "app/test_killed": "whole commands with workers",
    "app/web/test_page_access": "the page's accessibility, and its pictures",
    "app/web/test_page_files": "the page's files, and the endpoints that it needs",
    "app/web/test_page_games": "the games on the page",
    "app/web/test_page_plots": "the distributions on the page",
    "app/web/test_page_puzzles": "the puzzles on the page",
    "app/web/test_page_studies": "studies, booklets and reports on the page",
    "jobs/test_in_place": "work without processes, as in a browser",
    "games/test_known_figures": "published figures of four games",
    "kernel/test_simulator": "the random games of the kernel",
    "kernel/test_sources": "how the kernel's C++ files include each other",
    "kernel/test_strategy": "the kernel's part of certificates",
    "kernel/test_stub": "the kernel's type stub",
    "kernel/test_values": "the exact values of the corpus by every engine",
    "puzzles/test_published": "published puzzles through formats and solvers",
}
"""The other test files, and what they test."""


@cache
def modules() -> tuple[Path, ...]:
    """Return every module as a path without its suffix; a package by its folder."""
    files = [file.relative_to(ROOT) for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    return tuple(file.parent if file.name == "__init__.py" else file.with_suffix("") for file in files)


def is_bare(module: Path) -> bool:
    """Return whether a module is a package that only gathers the names of others."""
    file = ROOT / module / "__init__.py"
    return file.is_file() and not re.search(r"^\s*(def|class) ", file.read_text(encoding="utf-8"), re.MULTILINE)


@cache
def files_of_tests() -> tuple[Path, ...]:
    """Return the test files of the rooms, as paths without their suffixes."""
    files = [file.relative_to(TESTS) for room in ROOMS for file in sorted((TESTS / room).rglob("test_*.py"))]
    return tuple(file.with_suffix("") for file in files)


def names(module: Path) -> tuple[str, ...]:
    """Return where the test file of a module may be: by its name, or by that of its folder and its own.

    Examples: ``games/test_taiji`` of ``games/taiji``; ``analysis/test_report_build`` of ``analysis/report/build``;
    ``app/test_cli_puzzles`` of ``app/cli/puzzles``.
    """
    room, folder = module.parts[0], module.parent
    return tuple(
        {
            f"{folder}/test_{module.name}": 0,
            f"{folder.parent}/test_{folder.name}_{module.name}": 0,
            f"{room}/test_{module.name}": 0,
        }
    )


def is_of(test: Path, module: Path) -> bool:
    """Return whether a test file is a module's by its name; one module may have several: ``test_simulate_cluster``."""
    return any(str(test) == name or str(test).startswith(f"{name}_") for name in names(module))


def problem(module: Path) -> str | None:
    """Return what is wrong with where a module's tests are said to be; None if nothing is."""
    own = [test for test in files_of_tests() if str(test) in names(module)]
    listed = TESTED_IN.get(str(module))
    if own:
        return None if listed is None else f"{own[0]} tests it, so it need not be in TESTED_IN"
    if listed is None:
        return f"expected a test file tests/{names(module)[0]}.py, or an entry in TESTED_IN"
    return None if (TESTS / f"{listed}.py").is_file() else f"TESTED_IN names {listed}, which does not exist"


def test_every_module_has_a_test_file_of_its_name_or_is_listed() -> None:
    found = {str(module): problem(module) for module in modules() if not is_bare(module)}
    assert {module: text for module, text in found.items() if text is not None} == {}


def test_every_test_file_is_of_a_module_or_is_listed() -> None:
    of_none = {str(test) for test in files_of_tests() if not any(is_of(test, module) for module in modules())}
    assert of_none - set(TESTED_IN.values()) == set(OTHER_TESTS)


def test_only_modules_that_are_there_are_listed() -> None:
    assert set(TESTED_IN) <= {str(module) for module in modules()}
