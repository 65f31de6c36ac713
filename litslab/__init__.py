"""The analysis laboratory for TAIJI, Battle of LITS, TAILITS, Wythe, the double games and the LITS puzzle.

These are the public names; each is imported when it is first used, so that ``import litslab`` takes no time.

Examples
--------
>>> import litslab as ll
>>> position = ll.load("docs/examples/battle-of-lits-10.toml").position(9)
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
    from litslab.analysis.runs.run import RunFile, open_run
    from litslab.analysis.runs.simulate import simulate_games as simulate
    from litslab.games.errors import GameError, IllegalMoveError, LitslabError, NotationError, OptionError, RecordError
    from litslab.games.notation import format_move, parse_move
    from litslab.games.placements import Placement
    from litslab.games.position import Position, Rules
    from litslab.games.record import Record, load, loads
    from litslab.games.registry import GAMES, new_game
    from litslab.puzzles.collection import collection, puzzle_of_the_day, study_collection, study_of_the_day
    from litslab.puzzles.lits.book import book
    from litslab.puzzles.lits.explain import explain, hint
    from litslab.puzzles.lits.explanation_document import save_explanation
    from litslab.puzzles.lits.generate.batch import generate_puzzles
    from litslab.puzzles.lits.generate.spec import PuzzleSpec
    from litslab.puzzles.lits.grade import Grade, grade
    from litslab.puzzles.lits.puzzle import LitsPuzzle as Puzzle
    from litslab.puzzles.lits.puzzle import PuzzleError, PuzzleSolution
    from litslab.puzzles.lits.repair import check_puzzle
    from litslab.puzzles.lits.solve import solve as solve_puzzle
    from litslab.puzzles.lits.sources import puzzle
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
    "GAMES",
    "Advice",
    "GameError",
    "Grade",
    "IllegalMoveError",
    "Limit",
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
    "Rules",
    "RunFile",
    "Score",
    "Solution",
    "StudySpec",
    "__version__",
    "analyse",
    "book",
    "bounds",
    "check_puzzle",
    "collection",
    "count_finals",
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
    "new_game",
    "open_run",
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

_HOMES = {
    "Advice": "solver.advice.analyse:Advice",
    "GAMES": "games.registry:GAMES",
    "GameError": "games.errors:GameError",
    "Grade": "puzzles.lits.grade:Grade",
    "IllegalMoveError": "games.errors:IllegalMoveError",
    "Limit": "solver.endgame.result:Limit",
    "LitslabError": "games.errors:LitslabError",
    "NotationError": "games.errors:NotationError",
    "OptionError": "games.errors:OptionError",
    "Placement": "games.placements:Placement",
    "Position": "games.position:Position",
    "Puzzle": "puzzles.lits.puzzle:LitsPuzzle",
    "PuzzleError": "puzzles.lits.puzzle:PuzzleError",
    "PuzzleSolution": "puzzles.lits.puzzle:PuzzleSolution",
    "PuzzleSpec": "puzzles.lits.generate.spec:PuzzleSpec",
    "Record": "games.record:Record",
    "RecordError": "games.errors:RecordError",
    "Rules": "games.position:Rules",
    "RunFile": "analysis.runs.run:RunFile",
    "Score": "solver.endgame.result:Score",
    "Solution": "solver.endgame.result:Solution",
    "StudySpec": "puzzles.studies.spec:StudySpec",
    "analyse": "solver.advice.analyse:analyse",
    "book": "puzzles.lits.book:book",
    "bounds": "solver.model.bounds:bounds",
    "check_puzzle": "puzzles.lits.repair:check_puzzle",
    "collection": "puzzles.collection:collection",
    "count_finals": "solver.finals.maximal:count_finals",
    "explain": "puzzles.lits.explain:explain",
    "extreme_finals": "solver.finals.extreme:extreme_finals",
    "format_move": "games.notation:format_move",
    "games": "games",
    "generate_puzzles": "puzzles.lits.generate.batch:generate_puzzles",
    "generate_studies": "puzzles.studies.search:generate_studies",
    "grade": "puzzles.lits.grade:grade",
    "groups": "analysis.groups:analyse",
    "hint": "puzzles.lits.explain:hint",
    "load": "games.record:load",
    "loads": "games.record:loads",
    "new_game": "games.registry:new_game",
    "open_run": "analysis.runs.run:open_run",
    "parse_move": "games.notation:parse_move",
    "plot": "analysis.plot:",
    "puzzle": "puzzles.lits.sources:puzzle",
    "puzzle_of_the_day": "puzzles.collection:puzzle_of_the_day",
    "puzzle_variants": "puzzles.lits.variants:puzzle_variants",
    "report": "analysis.report.make:report",
    "review": "analysis.review:review",
    "save_explanation": "puzzles.lits.explanation_document:save_explanation",
    "simulate": "analysis.runs.simulate:simulate_games",
    "solve": "solver.endgame.solve:solve",
    "solve_puzzle": "puzzles.lits.solve:solve",
    "study_book": "puzzles.studies.book:study_book",
    "study_collection": "puzzles.collection:study_collection",
    "study_of_the_day": "puzzles.collection:study_of_the_day",
    "verify": "solver.endgame.certificate:verify",
}
"""Where each public name lives: a module, and what it is called there; a test holds this to the imports above."""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name == "__version__":
        from importlib import metadata  # noqa: PLC0415 - a third of the time that a child process takes to start

        found: Any = metadata.version("litslab")
    elif name in _HOMES:
        module, _, attribute = _HOMES[name].partition(":")
        found = import_module(f"{__name__}.{module}")
        found = getattr(found, attribute) if attribute else found
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
