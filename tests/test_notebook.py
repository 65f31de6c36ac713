"""What people type first in Python or a notebook: it works, is short, or is answered in words."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import pytest

import litslab as ll
from litslab.analysis.runs.run import RunError
from litslab.games.errors import OptionError
from litslab.jobs.progress import Progress
from litslab.puzzles.lits.puzzle import PuzzleError

ADDRESS = "https://puzz.link/p?lits/4/4/9q02jg"


@pytest.fixture(scope="module")
def run() -> ll.RunFile:
    return ll.simulate("wythe", games=30, players="greedy", seed=1)


def test_a_run_without_a_file_lasts_as_long_as_its_object() -> None:
    run = ll.simulate(ll.new_game("taiji", size=3), games=20)
    folder = run.path.parent
    assert run.to_polars().height == 20
    assert folder.exists()
    del run
    gc.collect()
    assert not folder.exists()


def test_a_run_that_fails_leaves_no_temporary_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Path] = []

    def stop(_: Progress) -> None:
        made.extend(tmp_path.iterdir())
        raise KeyboardInterrupt

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        ll.simulate("wythe", progress=stop)
    assert made
    assert list(tmp_path.iterdir()) == []


def test_one_player_stands_for_both(run: ll.RunFile) -> None:
    assert run.run.players == ("greedy", "greedy")
    assert run.run.games == 30


def test_a_number_of_games_is_no_file() -> None:
    with pytest.raises(OptionError, match=r"path 100: expected the name of a file"):
        ll.simulate("wythe", 100)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda: ll.new_game("wythe", size=3).legal_moves()[0], "<D on squares 0, 3>"),
        (
            lambda: ll.simulate("wythe", games=1),
            "<run of 1 game of Wythe 8×8, random against random, seed 0>",
        ),
        (lambda: ll.explain(ADDRESS), "<explanation of <LITS 4×4, 3 regions> in 12 steps>"),
        (
            lambda: next(iter(ll.generate_puzzles(ll.PuzzleSpec(5), seed=1))),
            "<lits-5x5-1-0001: <LITS 5×5, 4 regions>, level 3>",
        ),
        (
            lambda: ll.bounds(ll.example("taiji-9").position(30)),
            "<FinishBounds: margin -5 to 16, optimal>",
        ),
        (
            lambda: ll.balance(ll.simulate("wythe", games=20, seed=1)),
            "<Balance: black 8, white 12 of 20 games>",
        ),
    ],
    ids=["a placement", "a run", "an explanation", "a generated puzzle", "bounds", "a balance"],
)
def test_a_repr_is_one_line(made: object, expected: str) -> None:
    assert callable(made)
    assert repr(made()) == expected


def test_a_notebook_shows_the_figures_of_a_run(run: ll.RunFile) -> None:
    shown = run._repr_html_()
    for part in (
        "Wythe 8×8, greedy play",
        "black wins",
        "mean lead of black",
        "mean length",
        "<svg",
    ):
        assert part in shown
    assert "<?xml" not in shown


def test_statistics_take_a_run_or_its_file(run: ll.RunFile) -> None:
    by_file = ll.distribution(str(run.path), "length")
    assert by_file.mean == ll.distribution(run, "length").mean
    assert ll.compare(run, run.path).difference == 0
    assert sum(each.count for each in ll.balance(run.path).sides) == 30
    assert sum(each.wins.total for each in ll.openings(run)) == 30


def test_plots_alone_are_completed() -> None:
    assert dir(ll.plot) == sorted(ll.plot.__all__)


def test_a_printed_position_has_coordinates() -> None:
    assert str(ll.new_game("taiji", size=3)) == "3 . . .\n2 . . .\n1 . . .\n  a b c"


def test_a_puzzle_knows_its_address_and_its_other_forms() -> None:
    puzzle = ll.puzzle(ADDRESS)
    assert puzzle.url == ADDRESS
    assert ll.puzzle(puzzle.write("pzprv3")) == puzzle
    with pytest.raises(OptionError, match="format 'pdf'"):
        puzzle.write("pdf")


def test_a_specification_is_a_square_where_nothing_else_is_said() -> None:
    assert (ll.PuzzleSpec().rows, ll.PuzzleSpec(8).rows, ll.PuzzleSpec(8, 6).rows) == (10, 8, 6)
    with pytest.raises(PuzzleError, match=r"levels 2: expected .* such as \(2, 2\)"):
        ll.PuzzleSpec(levels=2)  # type: ignore[arg-type]


def test_a_match_takes_names() -> None:
    found = ll.match("Wythe", ("greedy", "random"), 400, seed=1, test=ll.SequentialTest(0, 100))
    assert found.complete
    assert found.answer
    assert found.games < 400
    assert found.games % 2 == 0
    low, high = found.elo_interval
    assert 0 < low < high


def test_type_checkers_know_what_is_always_there_and_see_wrong_names(
    run: ll.RunFile,
    tmp_path: Path,
) -> None:
    """mypy checks these lines, too: it refuses an optional field, and a comment without need."""
    (made,) = ll.generate_puzzles(ll.PuzzleSpec(5), seed=1)
    assert made.grade.techniques
    assert made.solution.shading
    ll.plot.lengths(run).figure.savefig(tmp_path / "lengths.png")
    with pytest.raises(OptionError, match="did you mean wythe"):
        ll.new_game("wyhte")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="engine 'kernal'"):
        ll.solve("wythe", engine="kernal")  # type: ignore[arg-type]
    with pytest.raises(RunError, match="no column of numbers 'lenght'"):
        ll.distribution(run, "lenght")  # type: ignore[arg-type]
    with pytest.raises(RunError, match="no column of numbers 'lenght'"):
        ll.plot.compare(run, run, column="lenght")  # type: ignore[arg-type]


def test_moves_are_read_and_written_with_a_position_or_with_rules() -> None:
    start = ll.new_game("battle-of-lits", 6)
    for given in (start, start.rules):
        assert ll.format_move(ll.parse_move("a1 a2 a3 b3", given), given) == "L[a1,a2,a3,b3]"
