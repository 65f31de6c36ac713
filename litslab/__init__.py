"""The analysis laboratory for TAIJI, Battle of LITS, TAILITS, Wythe, the double games and the LITS puzzle.

These are the public names; each is imported when it is first used, so that ``import litslab`` takes no time.

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
    from litslab.analysis.groups import analyse as groups
    from litslab.analysis.report.make import report
    from litslab.analysis.review import review
    from litslab.analysis.runs.file import RunFile, open_run
    from litslab.analysis.runs.simulate import simulate_games as simulate
    from litslab.games.errors import GameError, IllegalMoveError, LitslabError, NotationError, OptionError, RecordError
    from litslab.games.notation import format_move, parse_move
    from litslab.games.placements import Placement
    from litslab.games.position import Position, Rules
    from litslab.games.record import Record, load, loads
    from litslab.games.registry import GAMES, new_game
    from litslab.puzzles.collection import collection, puzzle_of_the_day, study_collection, study_of_the_day
    from litslab.puzzles.examples import example
    from litslab.puzzles.lits.book import book
    from litslab.puzzles.lits.calibration import calibrate
    from litslab.puzzles.lits.explain import explain, hint
    from litslab.puzzles.lits.explanation_document import save_explanation
    from litslab.puzzles.lits.generate.batch import generate_puzzles
    from litslab.puzzles.lits.generate.spec import PuzzleSpec
    from litslab.puzzles.lits.grade import Grade, grade
    from litslab.puzzles.lits.puzzle import LitsPuzzle as Puzzle
    from litslab.puzzles.lits.puzzle import PuzzleError, PuzzleSolution
    from litslab.puzzles.lits.repair import check_puzzle
    from litslab.puzzles.lits.solve import solve as solve_puzzle
    from litslab.puzzles.lits.sources import read_puzzle as puzzle
    from litslab.puzzles.lits.variants import puzzle_variants
    from litslab.puzzles.studies.book import study_book
    from litslab.puzzles.studies.search import generate_studies
    from litslab.puzzles.studies.spec import StudySpec
    from litslab.solver.advice.analyse import Advice, analyse
    from litslab.solver.endgame.certificate import verify
    from litslab.solver.endgame.result import Limit, Score, Solution
    from litslab.solver.endgame.solve import solve
    from litslab.solver.finals.extreme import extreme_finals
    from litslab.solver.finals.maximal import count_finals
    from litslab.solver.model.bounds import bounds

    __version__: str

__all__ = [
    "GAMES", "Advice", "GameError", "Grade", "IllegalMoveError", "Limit", "LitslabError", "NotationError",
    "OptionError", "Placement", "Position", "Puzzle", "PuzzleError", "PuzzleSolution", "PuzzleSpec", "Record",
    "RecordError", "Rules", "RunFile", "Score", "Solution", "StudySpec", "__version__", "analyse", "book", "bounds",
    "calibrate", "check_puzzle", "collection", "count_finals", "example", "explain", "extreme_finals", "format_move",
    "games", "generate_puzzles", "generate_studies", "grade", "groups", "hint", "load", "loads", "new_game", "open_run",
    "parse_move", "plot", "puzzle", "puzzle_of_the_day", "puzzle_variants", "report", "review", "save_explanation",
    "simulate", "solve", "solve_puzzle", "study_book", "study_collection", "study_of_the_day", "verify",
]  # fmt: skip

_NAMES = {
    "analysis.groups": "groups:analyse",
    "analysis.plot": "plot:",
    "analysis.report.make": "report",
    "analysis.review": "review",
    "analysis.runs.file": "RunFile open_run",
    "analysis.runs.simulate": "simulate:simulate_games",
    "games": "games:",
    "games.errors": "GameError IllegalMoveError LitslabError NotationError OptionError RecordError",
    "games.notation": "format_move parse_move",
    "games.placements": "Placement",
    "games.position": "Position Rules",
    "games.record": "Record load loads",
    "games.registry": "GAMES new_game",
    "puzzles.collection": "collection puzzle_of_the_day study_collection study_of_the_day",
    "puzzles.examples": "example",
    "puzzles.lits.book": "book",
    "puzzles.lits.calibration": "calibrate",
    "puzzles.lits.explain": "explain hint",
    "puzzles.lits.explanation_document": "save_explanation",
    "puzzles.lits.generate.batch": "generate_puzzles",
    "puzzles.lits.generate.spec": "PuzzleSpec",
    "puzzles.lits.grade": "Grade grade",
    "puzzles.lits.puzzle": "Puzzle:LitsPuzzle PuzzleError PuzzleSolution",
    "puzzles.lits.repair": "check_puzzle",
    "puzzles.lits.solve": "solve_puzzle:solve",
    "puzzles.lits.sources": "puzzle:read_puzzle",
    "puzzles.lits.variants": "puzzle_variants",
    "puzzles.studies.book": "study_book",
    "puzzles.studies.search": "generate_studies",
    "puzzles.studies.spec": "StudySpec",
    "solver.advice.analyse": "Advice analyse",
    "solver.endgame.certificate": "verify",
    "solver.endgame.result": "Limit Score Solution",
    "solver.endgame.solve": "solve",
    "solver.finals.extreme": "extreme_finals",
    "solver.finals.maximal": "count_finals",
    "solver.model.bounds": "bounds",
}
"""The public names by module; after a colon, a different name in the module (empty for the module itself).

A test compares this with the imports above.
"""

_ORIGINS = {
    name: (module, original if renamed else name)
    for module, names in _NAMES.items()
    for name, renamed, original in (each.partition(":") for each in names.split())
}


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
