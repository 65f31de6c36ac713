"""The analysis laboratory for TAIJI, Battle of LITS, TAILITS, Wythe, the double games and the LITS
puzzle.

These are the public names; each is imported when it is first used, so that ``import litslab`` takes
no time.

Examples
--------
>>> import litslab as ll
>>> position = ll.example("battle-of-lits-10").position(9)
>>> ll.solve(position).verdict
'X wins by 1 (exact)'
>>> ll.grade("lits/4/4/9q02jg").level
1
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litslab import games
    from litslab.analysis import plot
    from litslab.analysis.comparison import compare
    from litslab.analysis.distributions import distribution
    from litslab.analysis.groups import analyse as groups
    from litslab.analysis.openings import openings
    from litslab.analysis.report.make import report
    from litslab.analysis.review import review
    from litslab.analysis.runs.file import RunFile, open_run
    from litslab.analysis.runs.simulate import simulate
    from litslab.analysis.shares import balance
    from litslab.games.errors import (
        GameError,
        IllegalMoveError,
        LitslabError,
        NotationError,
        OptionError,
        RecordError,
    )
    from litslab.games.notation import format_move, parse_move
    from litslab.games.placements import Placement
    from litslab.games.position import Position
    from litslab.games.record import Record
    from litslab.games.registry import GAMES, new_game
    from litslab.games.rules import Rules
    from litslab.games.sources import load, loads
    from litslab.puzzles.examples import example
    from litslab.puzzles.lits.book import book
    from litslab.puzzles.lits.calibration import calibrate
    from litslab.puzzles.lits.collection import collection, puzzle_of_the_day
    from litslab.puzzles.lits.explain import explain
    from litslab.puzzles.lits.explanation_document import save_explanation
    from litslab.puzzles.lits.generate.batch import generate_puzzles
    from litslab.puzzles.lits.generate.partition import RegionLimits, RegionStyle, RegionSymmetry
    from litslab.puzzles.lits.generate.spec import PuzzleSpec
    from litslab.puzzles.lits.generate.themes import Themes
    from litslab.puzzles.lits.grade import Grade, grade
    from litslab.puzzles.lits.hint import hint
    from litslab.puzzles.lits.puzzle import LitsPuzzle as Puzzle
    from litslab.puzzles.lits.puzzle import PuzzleError, PuzzleSolution
    from litslab.puzzles.lits.repair import check_puzzle
    from litslab.puzzles.lits.solve import solve as solve_puzzle
    from litslab.puzzles.lits.sources import read_puzzle as puzzle
    from litslab.puzzles.lits.variants import puzzle_variants
    from litslab.puzzles.studies.batch import generate_studies
    from litslab.puzzles.studies.book import study_book
    from litslab.puzzles.studies.collection import study_collection, study_of_the_day
    from litslab.puzzles.studies.spec import StudySpec
    from litslab.solver.advice.advice import Advice
    from litslab.solver.advice.analyse import analyse
    from litslab.solver.endgame.solution import Solution
    from litslab.solver.endgame.verify import verify
    from litslab.solver.finals.count import count_finals
    from litslab.solver.finals.extreme import extreme_finals
    from litslab.solver.model.bounds import bounds
    from litslab.solver.model.settings import Inspection
    from litslab.solver.play.match import match
    from litslab.solver.play.sequential_test import SequentialTest
    from litslab.solver.score import Score
    from litslab.solver.solve import solve

    __version__: str

__all__ = [
    "GAMES",
    "Advice",
    "GameError",
    "Grade",
    "IllegalMoveError",
    "Inspection",
    "LitslabError",
    "NotationError",
    "OptionError",
    "Placement",
    "Position",
    "Puzzle",
    "PuzzleError",
    "PuzzleSolution",
    "PuzzleSpec",
    "Record",
    "RecordError",
    "RegionLimits",
    "RegionStyle",
    "RegionSymmetry",
    "Rules",
    "RunFile",
    "Score",
    "SequentialTest",
    "Solution",
    "StudySpec",
    "Themes",
    "__version__",
    "analyse",
    "balance",
    "book",
    "bounds",
    "calibrate",
    "check_puzzle",
    "collection",
    "compare",
    "count_finals",
    "distribution",
    "example",
    "explain",
    "extreme_finals",
    "format_move",
    "games",
    "generate_puzzles",
    "generate_studies",
    "grade",
    "groups",
    "hint",
    "load",
    "loads",
    "match",
    "new_game",
    "open_run",
    "openings",
    "parse_move",
    "plot",
    "puzzle",
    "puzzle_of_the_day",
    "puzzle_variants",
    "report",
    "review",
    "save_explanation",
    "simulate",
    "solve",
    "solve_puzzle",
    "study_book",
    "study_collection",
    "study_of_the_day",
    "verify",
]

_NAMES = {
    "analysis.comparison": "compare",
    "analysis.distributions": "distribution",
    "analysis.groups": "groups:analyse",
    "analysis.openings": "openings",
    "analysis.plot": "plot:",
    "analysis.report.make": "report",
    "analysis.review": "review",
    "analysis.runs.file": "RunFile open_run",
    "analysis.runs.simulate": "simulate",
    "analysis.shares": "balance",
    "games": "games:",
    "games.errors": "GameError IllegalMoveError LitslabError NotationError OptionError RecordError",
    "games.notation": "format_move parse_move",
    "games.placements": "Placement",
    "games.position": "Position",
    "games.record": "Record",
    "games.registry": "GAMES new_game",
    "games.rules": "Rules",
    "games.sources": "load loads",
    "puzzles.examples": "example",
    "puzzles.lits.book": "book",
    "puzzles.lits.calibration": "calibrate",
    "puzzles.lits.collection": "collection puzzle_of_the_day",
    "puzzles.lits.explain": "explain",
    "puzzles.lits.explanation_document": "save_explanation",
    "puzzles.lits.generate.batch": "generate_puzzles",
    "puzzles.lits.generate.partition": "RegionLimits RegionStyle RegionSymmetry",
    "puzzles.lits.generate.spec": "PuzzleSpec",
    "puzzles.lits.generate.themes": "Themes",
    "puzzles.lits.grade": "Grade grade",
    "puzzles.lits.hint": "hint",
    "puzzles.lits.puzzle": "Puzzle:LitsPuzzle PuzzleError PuzzleSolution",
    "puzzles.lits.repair": "check_puzzle",
    "puzzles.lits.solve": "solve_puzzle:solve",
    "puzzles.lits.sources": "puzzle:read_puzzle",
    "puzzles.lits.variants": "puzzle_variants",
    "puzzles.studies.batch": "generate_studies",
    "puzzles.studies.book": "study_book",
    "puzzles.studies.collection": "study_collection study_of_the_day",
    "puzzles.studies.spec": "StudySpec",
    "solver.advice.advice": "Advice",
    "solver.advice.analyse": "analyse",
    "solver.endgame.solution": "Solution",
    "solver.endgame.verify": "verify",
    "solver.finals.count": "count_finals",
    "solver.finals.extreme": "extreme_finals",
    "solver.model.bounds": "bounds",
    "solver.model.settings": "Inspection",
    "solver.play.match": "match",
    "solver.play.sequential_test": "SequentialTest",
    "solver.score": "Score",
    "solver.solve": "solve",
}
"""The public names by module; after a colon, a different name in the module (empty for the module
itself).

A test compares this with the imports above.
"""


def _origins() -> dict[str, tuple[str, str]]:
    """Return the module of each public name, and its name there."""
    found = {}
    for module, names in _NAMES.items():
        for each in names.split():
            name, renamed, original = each.partition(":")
            found[name] = (module, original if renamed else name)
    return found


_ORIGINS = _origins()


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name == "__version__":
        from importlib import metadata  # noqa: PLC0415 - a third of the time that a child process takes to start

        found: Any = metadata.version("litslab")
    elif name in _ORIGINS:
        module, original = _ORIGINS[name]
        found = import_module(f"{__name__}.{module}")
        found = getattr(found, original) if original else found
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
