"""The public names of litslab: loaded when they are used, typed, documented, and what the command
line calls, too.
"""

from __future__ import annotations

import ast
import inspect
import pickle
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module, metadata
from pathlib import Path

import pytest
from matplotlib.axes import Axes

import litslab as ll
from litslab.games.errors import OptionError
from litslab.puzzles.examples import examples
from litslab.puzzles.lits.puzzle import PuzzleError
from tests.app.command_line import Runner
from tests.running import run_python

FUNCTIONS = [
    name
    for name in ll.__all__
    if name not in {"__version__", "games", "plot"} and name[0].islower()
]
LITS = Path("docs/examples/battle-of-lits-10.toml").resolve()
HEAVY = ("ortools", "numpy", "polars", "matplotlib", "networkx", "pydantic", "typer", "rich")


def test_importing_the_package_imports_nothing_heavy() -> None:
    loaded = run_python("import sys, litslab; print(*sys.modules)").stdout.split()
    assert "litslab" in loaded
    assert [
        name for name in loaded if name.startswith("litslab.") or name.split(".")[0] in HEAVY
    ] == []


@pytest.mark.slow
def test_solving_by_the_kernel_imports_no_solver_of_another_kind() -> None:
    program = (
        f"import sys, litslab as ll; ll.solve(ll.load({str(LITS)!r}).position(11)); "
        "print(*sys.modules)"
    )
    loaded = {name.split(".")[0] for name in run_python(program).stdout.split()}
    assert loaded & {"ortools", "polars", "matplotlib", "networkx"} == set()


def test_every_name_that_type_checkers_see_is_the_one_that_is_loaded() -> None:
    tree = ast.parse(Path(ll.__file__).read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        each.asname or each.name: (node.module, each.name)
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }
    assert {*seen, "__version__"} == {*ll.__all__}
    for name, (module, original) in seen.items():
        typed = getattr(__import__(str(module), fromlist=[original]), original)
        assert getattr(ll, name) is typed, name


def test_the_names_are_listed_and_no_other_is_known() -> None:
    assert {*ll.__all__} == {*dir(ll)}
    assert len({*ll.__all__}) == len(ll.__all__)
    assert ll.__version__ == metadata.version("litslab")
    with pytest.raises(
        AttributeError, match="module 'litslab' has no attribute 'solver_of_everything'"
    ):
        ll.solver_of_everything  # noqa: B018


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_has_a_docstring_with_an_example(name: str) -> None:
    function = getattr(ll, name)
    text = inspect.getdoc(function) or ""
    assert f"ll.{name}(" in text
    for parameter in inspect.signature(function).parameters:
        assert parameter in text, f"{name}: {parameter}"


@pytest.mark.slow
def test_the_plots_are_public_functions_of_a_run(tmp_path: Path) -> None:
    start = ll.new_game("taiji", size=4, groups=1)
    path = str(tmp_path / "run.parquet")
    run = ll.simulate(start, path, games=60, seed=1, moves=True, trace=True, workers=1)
    other = ll.simulate(start, tmp_path / "other.parquet", games=60, seed=2, workers=1)
    assert ll.open_run(str(tmp_path / "run.parquet")).run == run.run

    def title(axes: Axes) -> str:
        """Return the title of a figure or of its axes as one line: long ones are wrapped."""
        text = axes.figure.figure.get_suptitle() or axes.get_title(loc="left")
        return text.replace("\n", " ")

    titles = {
        name: title(getattr(ll.plot, name)(run)) for name in ll.plot.__all__ if name != "compare"
    }
    assert titles.keys() == {
        "scores",
        "margins",
        "lengths",
        "branching",
        "heatmap",
        "openings",
        "group_sizes",
        "pieces",
        "trajectory",
        "leader_wins",
        "lead_changes",
        "comebacks",
    }
    assert all(title.startswith("TAIJI 4×4, random play: ") for title in titles.values())
    assert title(ll.plot.heatmap(run, "light", winner="dark")).endswith(
        "light at the end, where dark wins"
    )
    legend = ll.plot.compare(run, other, column="margin").get_legend()
    assert legend is not None
    labels = [text.get_text() for text in legend.get_texts()]
    assert [label.split(":")[0] for label in labels] == ["run", "other"]
    with pytest.raises(OptionError, match="winner 'x': expected light or dark"):
        ll.plot.heatmap(run, winner="x")


def test_a_new_game_of_battle_of_lits_has_the_board_that_the_command_makes(run: Runner) -> None:
    made = run.ok("new", "battle-of-lits", "--size", "6", "--seed", "5")
    assert ll.loads(made["record"]).position() == ll.new_game("battle-of-lits", seed=5, size=6)


def test_a_puzzle_is_read_from_a_url_a_grid_and_a_file(tmp_path: Path) -> None:
    puzzle = ll.puzzle("https://puzz.link/p?lits/4/4/9q02jg")
    file = tmp_path / "one.url"
    file.write_text("https://puzz.link/p?lits/4/4/9q02jg\n", encoding="utf-8")
    assert ll.puzzle(file) == ll.puzzle(str(file)) == puzzle
    grid = "\n".join("".join("ABCD"[region] for region in row) for row in puzzle.rows())
    assert ll.puzzle(grid) == puzzle


OTHERS: dict[str, tuple[object, ...]] = {
    "book": ("book.pdf",),
    "format_move": (None,),
    "parse_move": (None,),
    "puzzle_of_the_day": (1,),
    "report": ("report",),
    "save_explanation": ("way.html",),
    "simulate": ("run.parquet",),
    "study_book": ("book.pdf",),
    "compare": (None,),
    "distribution": ("length",),
    "match": (("greedy", "random"),),
}
"""Further arguments of public functions."""


@pytest.mark.parametrize("name", [*FUNCTIONS, *ll.plot.__all__])
def test_a_wrong_argument_is_refused_in_one_line_that_says_what_was_expected(name: str) -> None:
    function = getattr(ll, name, None) or getattr(ll.plot, name)
    assert issubclass(ll.LitslabError, ValueError)
    options = {"games": 1} if name == "simulate" else {}
    for wrong in (
        () if name == "study_collection" else (5, [5]) if name == "collection" else (5, [5], None)
    ):
        with pytest.raises(ll.LitslabError, match=r"^(pack )?(\[?5\]?|None): expected [^\n]+$"):
            function(wrong, *OTHERS.get(name, ()), **options)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: ll.review(LITS, since=-1), "ply -1: expected 0 to 13"),
        (lambda: ll.solve(LITS, memory=-5), "memory -5: expected a whole number of MiB, 0 to 1,0"),
        (lambda: ll.analyse(LITS, memory=10**30), "expected a whole number of MiB, 0 to 1,048,576"),
        (lambda: ll.calibrate("missing"), "cannot read missing: No such file"),
        (lambda: ll.open_run("\0"), "expected a path, which has no null character"),
        (lambda: ll.PuzzleSpec(levels=""), r"levels \(\): expected 1 to 5"),  # type: ignore[arg-type]
        (
            lambda: ll.solve_puzzle("lits/4/4/9q02jg", "clingo"),
            "engine 'clingo': expected kernel or cpsat",
        ),
        (
            lambda: ll.count_finals("wythe", engine="quick"),
            "engine 'quick': expected kernel, cpsat or play",
        ),
        (
            lambda: ll.extreme_finals("wythe", engine="quick"),
            "engine 'quick': expected auto or cpsat",
        ),
        (
            lambda: ll.solve("wythe", engine="quick"),  # type: ignore[arg-type]
            "engine 'quick': expected kernel, reference or cpsat",
        ),
        (lambda: ll.book([], "book.pdf"), "expected at least one"),
        (lambda: ll.analyse(LITS, time_limit=float("nan")), "^time limit nan: expected a number"),
    ],
)
def test_a_value_out_of_range_is_refused_with_what_was_expected(
    call: Callable[[], object],
    expected: str,
) -> None:
    with pytest.raises(ll.LitslabError, match=expected):
        call()


SMALL = ll.new_game("taiji", 3, groups=1)

WRONG = """
solve           | time_limit='a'                 | time limit 'a': expected a number of seconds
solve           | time_limit=True                | time limit True: expected a number of seconds
solve           | nodes=1.5                      | nodes 1.5: expected a whole number
solve           | threads=2.5                    | threads 2.5: expected a whole number, 1 to 256
solve           | threads=-1, engine='cpsat'     | threads -1: expected a whole number, 1 to 256
solve           | threads=0                      | threads 0: expected a whole number, 1 to 256
solve           | memory=1.5                     | memory 1.5: expected a whole number of MiB, 0 to
solve           | memory='1G'                    | memory '1G': expected a whole number of MiB, 0 to
solve           | workers='2'                    | workers '2': expected a whole number
solve           | scheduler=3, all_moves=True    | scheduler 3: expected an address such as
analyse         | time_limit='a'                 | time limit 'a': expected a number of seconds
analyse         | playouts=1.5                   | playouts 1.5: expected a whole number, 0 or more
analyse         | playouts=-1                    | playouts -1: expected a whole number, 0 or more
analyse         | seed=1 << 70                   | expected a whole number, 0 to 2,147,483,647
analyse         | threads=1.5                    | threads 1.5: expected a whole number, 1 to 256
bounds          | seed=1 << 40                   | seed 1099511627776: expected a whole number, 0 to
bounds          | seed=-1                        | seed -1: expected a whole number, 0 to
bounds          | threads=-1                     | threads -1: expected a whole number, 1 to 256
bounds          | time_limit='a'                 | time limit 'a': expected a number of seconds
count_finals    | time_limit='a'                 | time limit 'a': expected a number of seconds
extreme_finals  | seed=1 << 40                   | seed 1099511627776: expected a whole number, 0 to
extreme_finals  | threads=2.5                    | threads 2.5: expected a whole number, 1 to 256
extreme_finals  | time_limit='a'                 | time limit 'a': expected a number of seconds
tailits         | supply=5                       | supply 5: expected four numbers, for L, I, T and
tailits         | supply='5555'                  | supply '5555': expected four numbers, for L, I, T
tailits         | supply=(1.5, 1, 1, 1)          | supply (1.5, 1, 1, 1): expected four numbers, for
tailits         | supply=(True, 1, 1, 1)         | supply (True, 1, 1, 1): expected four numbers
tailits         | pieces=(3,)                    | pieces (3,): expected a tuple
tailits         | flips='no'                     | flips 'no': expected True or False
battle-of-lits  | symbols=['XO', 'OX']           | expected it as board=
tailits         | scoring=3                      | scoring 3: expected a text
taiji           | size=True                      | size True: expected a whole number
taiji           | size=2.5                       | size 2.5: expected a whole number
taiji           | groups=True                    | groups True: expected a whole number
taiji           | seed='a'                       | seed 'a': expected a whole number
battle-of-lits  | board=3                        | 3: expected a board as text or rows
battle-of-lits  | board=['..', 3]                | 3: expected a row of the board
simulate        | games=9, players=3             | players 3: expected a tuple of two, such
simulate        | games=9, players=('greedy', 3) | 3: expected the name of a player
generate_puzzles | seed=1.5                      | seed 1.5: expected a whole number
generate_puzzles | count='a'                     | count 'a': expected a whole number, 0 or more
generate_puzzles | workers=1.5                   | workers 1.5: expected a whole number
generate_puzzles | time_limit='a'                | time limit 'a': expected a number of seconds
generate_studies | seed='a'                      | seed 'a': expected a whole number
PuzzleSpec      | columns='a'                    | columns 'a': expected a whole number
PuzzleSpec      | rows=6.5                       | rows 6.5: expected a whole number
StudySpec       | plies=1.5                      | plies 1.5: expected a whole number
solve_puzzle    | limit='a'                      | limit 'a': expected a whole number of solutions
solve_puzzle    | time_limit='a'                 | time limit 'a': expected a number of seconds
review          | time_limit='a'                 | time limit 'a': expected a number of seconds
report          | seed=1.5                       | seed 1.5: expected a whole number
simulate        | games=1.5                      | games 1.5: expected a whole number
simulate        | games=9, seed=1.5              | seed 1.5: expected a whole number
simulate        | games=9, workers='2'           | workers '2': expected a whole number
"""
"""Functions or games, wrong options, and the beginning of the error."""


def called(name: str) -> Callable[..., object]:
    """Return the public function of a name with its first arguments."""
    if name in ll.GAMES:
        return partial(ll.new_game, ll.GAMES[name])
    arguments: dict[str, tuple[object, ...]] = {
        "count_finals": (SMALL.rules,),
        "extreme_finals": (SMALL.rules,),
        "simulate": (SMALL, "run.parquet"),
        "PuzzleSpec": (),
        "StudySpec": (SMALL.rules,),
        "generate_puzzles": (ll.PuzzleSpec(6, 6),),
        "generate_studies": (ll.StudySpec(SMALL.rules, plies=2),),
        "report": (SMALL.rules, "no-such-folder"),
        "solve_puzzle": ("lits/4/4/9q02jg",),
    }
    function = partial(getattr(ll, name), *arguments.get(name, (SMALL,)))
    if name.startswith("generate_"):
        return lambda **options: next(function(**options))
    return function


@pytest.mark.parametrize("line", WRONG.strip().splitlines())
def test_options_of_a_wrong_type_or_out_of_range_are_refused_in_our_words(line: str) -> None:
    name, options, expected = (word.strip() for word in line.split("|"))
    given = eval(f"dict({options})")
    with pytest.raises(OptionError) as refused:
        called(name)(**given)
    assert expected in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_a_list_is_taken_for_a_tuple_and_a_size_without_its_name() -> None:
    listed = ll.new_game("tailits", supply=[1, 0, 0, 0])
    assert listed == ll.new_game("tailits", supply=(1, 0, 0, 0))
    assert hash(listed.rules)
    assert ll.new_game("tailits", 5) == ll.new_game("tailits", size=5)


def test_explanations_are_pickled_and_compared() -> None:
    explanation = ll.explain("collection/382")
    assert any(step.end for step in explanation.path.steps)
    assert pickle.loads(pickle.dumps(explanation)) == explanation


def test_names_paths_and_seconds_are_taken_everywhere(tmp_path: Path) -> None:
    position = ll.example("battle-of-lits-10").position(10)
    path = str(tmp_path / "run.parquet")
    assert ll.solve(LITS, 60).position == ll.analyse(str(LITS)).position == ll.bounds(LITS).position
    assert ll.solve(position, 0).info.nodes < ll.solve(position, 60.0).info.nodes
    assert (
        ll.groups("wythe").position
        == ll.new_game("wythe")
        == ll.groups(ll.new_game("wythe")).position
    )
    rules = ll.new_game("taiji", size=4).rules
    assert ll.count_finals(rules).count == ll.count_finals(rules.start()).count
    assert position.play(ll.format_move(position.legal_moves()[0], position)).placed
    run = ll.simulate("wythe", path, games=5, workers=1)
    assert ll.plot.scores(path).get_title(loc="left") == ll.plot.scores(run).get_title(loc="left")
    (made,) = ll.generate_puzzles(ll.PuzzleSpec(5, 5), seed=1)
    assert ll.puzzle(str(made.url)) == made.puzzle == ll.puzzle(made.puzzle)


def test_a_pasted_board_is_read_and_has_its_own_size() -> None:
    pasted = "\n  x . O .\n  ....\n  .X..\n\n  O...\n"
    rows = ["X.O.", "....", ".X..", "O..."]
    games = [ll.new_game("battle-of-lits", board=symbols) for symbols in (pasted, rows)]
    assert games[0] == games[1]
    assert games[0].text_rows() == rows
    with pytest.raises(OptionError, match="size '9': expected a whole number"):
        ll.new_game("battle-of-lits", size="9")  # type: ignore[arg-type]


def test_examples_are_loaded_by_name() -> None:
    kinds = {type(ll.example(each.name)) for each in examples()}
    assert kinds == {ll.Record, ll.Puzzle, list, str}
    assert ll.example("9x9").board.columns == 9


def test_texts_are_taken_for_the_puzzles_that_they_hold() -> None:
    puzzle = ll.puzzle("lits/4/4/9q02jg")
    assert ll.grade("lits/4/4/9q02jg") == ll.grade(puzzle)
    assert ll.solve_puzzle("lits/4/4/9q02jg").solutions == ll.solve_puzzle(puzzle).solutions
    assert ll.explain("lits/4/4/9q02jg").path.rounds == ll.explain(puzzle).path.rounds
    assert ll.hint("lits/4/4/9q02jg").path.rounds == ll.hint(puzzle).path.rounds
    assert ll.puzzle_variants("lits/4/4/9q02jg") == ll.puzzle_variants(puzzle)


DEFAULTS: dict[str, tuple[Callable[..., object], str]] = {
    "solve": (ll.solve, "endgames"),
    "analyse": (ll.analyse, "endgames"),
    "bounds": (ll.bounds, "maximal"),
    "extreme": (ll.extreme_finals, "maximal"),
}
"""Commands, the functions that they call, and their modules."""


@pytest.mark.parametrize("command", DEFAULTS)
def test_functions_have_the_defaults_of_their_commands(command: str) -> None:
    function, module = DEFAULTS[command]
    options = inspect.signature(
        getattr(import_module(f"litslab.app.cli.{module}"), command)
    ).parameters
    ours = {name: each.default for name, each in inspect.signature(function).parameters.items()}
    theirs = {
        name: options[name].default
        for name in {"threads", "memory", "workers", "seed"} & {*options} & {*ours}
    }
    assert "threads" in theirs
    assert theirs == {name: ours[name] for name in theirs}


PUBLIC = {
    "solve": ("solver.solve.solve", ("solve", LITS, "--at", "12")),
    "bounds": ("solver.model.bounds.bounds", ("bounds", LITS, "--at", "12")),
    "verify": ("solver.endgame.verify.verify", ("verify", "proof.json")),
    "review": ("analysis.review.review", ("review", LITS)),
    "groups": ("analysis.groups.analyse", ("groups", LITS)),
    "simulate": (
        "analysis.runs.simulate.simulate",
        ("simulate", "wythe", "-n", "2", "-o", "run.parquet"),
    ),
    "report": ("analysis.report.make.report", ("report", "wythe", "-o", "report")),
    "count_finals": ("solver.finals.count.count_finals", ("maximal", "count", "wythe")),
    "extreme_finals": (
        "solver.finals.extreme.extreme_finals",
        ("maximal", "extreme", "wythe", "--maximize", "pieces"),
    ),
    "hint": ("puzzles.lits.hint.hint", ("puzzle", "hint", "lits/4/4/9q02jg")),
    "grade": ("puzzles.lits.grade.grade", ("puzzle", "grade", "lits/4/4/9q02jg")),
    "book": ("puzzles.lits.book.book", ("puzzle", "book", "lits/4/4/9q02jg", "-o", "book.pdf")),
    "study_book": ("puzzles.studies.book.study_book", ("study", "book", ".", "-o", "book.pdf")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLIC)
def test_commands_call_the_public_functions(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    class ReachedError(PuzzleError):
        pass

    def reached(*_: object, **__: object) -> None:
        raise ReachedError(f"this is {name}")

    run("solve", LITS, "--at", "9", "--certificate", "proof.json")
    place, command = PUBLIC[name]
    monkeypatch.setattr(f"litslab.{place}", reached)
    monkeypatch.setitem(vars(ll), name, reached)  # where it has been imported already
    answer = run(*command)
    assert answer.status != 0
    assert f"this is {name}" in answer.err


def test_a_notebook_shows_results_in_one_line() -> None:
    record = ll.load(LITS)
    position = record.position(9)
    assert repr(record) == "<Record: Battle of LITS 10×10, A game of Battle of LITS, 13 moves>"
    assert repr(position) == "<Battle of LITS 10×10, 9 placements, O to move>"
    assert repr(record.position()).endswith("finished>")
    for result in (ll.solve(position), ll.analyse(position, time_limit=None)):
        assert str(result) in repr(result)
        assert str(result).startswith("X wins by 1 (exact); best: ")
        assert len(str(result)) < 300
    puzzle = ll.puzzle("lits/4/4/9q02jg")
    assert repr(puzzle) == "<LITS 4×4, 3 regions>"
    assert repr(ll.solve_puzzle(puzzle)) == "<PuzzleAnswer: unique, <LITS 4×4, 3 regions>>"


def test_a_move_is_played_by_its_text() -> None:
    position = ll.load(LITS).position(9)
    text = ll.format_move(position.choices()[0], position.rules)
    assert position.play(text) == position.play(position.choices()[0])
    wythe = ll.new_game("wythe", size=3)
    assert wythe.play("a1,a2").play("swap").swapped
    with pytest.raises(ll.NotationError, match="cannot read 'a1'"):
        wythe.play("a1")
    with pytest.raises(ll.IllegalMoveError):
        wythe.play("swap")


def test_a_run_is_a_table_of_polars_and_of_pandas_where_that_is_installed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = ll.simulate("wythe", games=5, path=tmp_path / "run.parquet", seed=1)
    assert run.to_polars().height == 5
    for name in ("pandas", "pyarrow"):
        with monkeypatch.context() as patched:
            patched.setitem(sys.modules, name, None)
            with pytest.raises(
                ll.LitslabError, match="is not installed: expected `pip install pandas pyarrow`"
            ):
                run.to_pandas()
