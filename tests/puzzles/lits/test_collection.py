"""The puzzles that come with litslab: the stored data are right, and days and names select from
them.
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest

import litslab as ll
from docs import puzzles as maker
from litslab.app.documents.collection import Collection
from litslab.games.language import using
from litslab.games.pieces import Shape
from litslab.games.result_json import plain
from litslab.puzzles.lits import collection
from litslab.puzzles.lits.generate.partition import RegionSymmetry
from litslab.puzzles.lits.generate.themes import letter_of

FILE = maker.COLLECTION / collection.PUZZLES_FILE


def test_the_collection_has_what_its_series_say() -> None:
    puzzles = ll.collection()
    assert ([each.number for each in puzzles], len(puzzles)) == (
        list(range(1, len(puzzles) + 1)),
        1000,
    )
    origin = iter(puzzles)
    for series in maker.all_series():
        made = []
        for _ in range(series.count):
            each = next(origin)
            assert (each.pack, (each.columns, each.rows)) == (series.pack, series.size)
            assert series.levels[0] <= each.level <= series.levels[1]
            seed, number = map(int, each.origin.split(":"))
            assert seed == series.seed
            made.append(number)
        assert (
            made == sorted(set(made)) if series.any_of else made == list(range(1, series.count + 1))
        )
    assert len({each.text for each in puzzles}) == len(puzzles)
    assert {each.level for each in puzzles} == set(collection.LEVELS)
    assert [each.name for each in collection.packs()] == list(
        dict.fromkeys(each.pack for each in puzzles)
    )


def test_the_file_is_what_its_entries_write() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert maker.format_collection(collection.packs(), ll.collection()) == text
    assert len(text) < 200_000


def test_its_titles_are_in_the_language_of_the_page() -> None:
    with using("ja"):
        made = plain(Collection.made())
        assert collection.read_collection("collection/85")[0].title == "難易度 1 No. 85"
    assert (made["puzzles"]["packs"][0]["title"], made["studies"][0]["title"]) == (
        "はじめの一歩",
        "X の手番で勝ち",
    )
    assert not any(each["about"].isascii() for each in made["puzzles"]["packs"])
    assert plain(Collection.made())["puzzles"]["packs"][0]["title"] == "First steps"


@pytest.mark.slow
def test_every_puzzle_has_one_solution_and_the_rules_of_its_pack() -> None:
    rules = {each.name: each.rules for each in collection.packs()}
    for each in ll.collection():
        assert (each.puzzle.board.columns, each.puzzle.board.rows) == (each.columns, each.rows)
        assert each.puzzle.rules.name == rules[each.pack]
        assert ll.solve_puzzle(each.puzzle).status.value == "unique", each.number


@pytest.mark.slow
def test_a_second_engine_and_the_grader_agree() -> None:
    sample = [each for each in ll.collection() if each.number % 80 == 1]
    for each in sample:
        assert ll.solve_puzzle(each.puzzle, engine="cpsat").status.value == "unique", each.number
        assert ((graded := ll.grade(each.puzzle)).level, round(graded.score, 1)) == (
            each.level,
            each.score,
        )


def test_symmetric_puzzles_are_symmetric() -> None:
    series = [each for each in maker.all_series() if each.pack == "symmetric"]
    assert {each.symmetry for each in series} == set(RegionSymmetry) - {RegionSymmetry.NONE}
    puzzles = iter(ll.collection("symmetric"))
    turn = {RegionSymmetry.HALF_TURN: 1, RegionSymmetry.MIRROR: 2, RegionSymmetry.QUARTER_TURN: 4}
    for each in series:
        for _ in range(each.count):
            puzzle = next(puzzles).puzzle
            image = puzzle.board.symmetries[turn[each.symmetry]]
            assert {image.apply(mask) for mask in puzzle.masks} == set(puzzle.masks)


@pytest.mark.slow
@pytest.mark.parametrize(
    "pack", ["first-steps", *map("level-{}".format, collection.LEVELS), "hard-15", "lits-plus"]
)
def test_puzzles_have_their_grades(pack: str) -> None:
    """Some of them: all would take half a minute."""
    for each in ll.collection(pack)[:: 25 if pack == "hard-15" else 4]:
        graded = ll.grade(each.puzzle)
        assert (graded.level, graded.score, graded.solved) == (each.level, each.score, True), (
            each.number
        )


def test_every_litso_has_an_o_and_every_letter_a_region() -> None:
    for each in ll.collection("litso"):
        assert Shape.O in ll.solve_puzzle(each.puzzle).solutions[0].shapes, each.number
    for letter, each in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", ll.collection("letters"), strict=True):
        puzzle = each.puzzle
        assert letter in {letter_of(puzzle.board, mask) for mask in puzzle.masks}, each.number


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-steps", "symmetric", "litso"])
def test_the_first_of_a_series_comes_out_again(name: str) -> None:
    series = next(each for each in maker.all_series() if each.pack == name)
    made = next(ll.generate_puzzles(series.spec, 1, seed=series.seed))
    assert maker.text_of(made.puzzle) == ll.collection(name)[0].text


def test_puzzles_are_chosen() -> None:
    assert {each.level for each in ll.collection(level=2)} == {2}
    assert {(each.columns, each.rows) for each in ll.collection(size=(6, 10))} == {(6, 10)}
    assert ll.collection("first-steps", size=6, level=2) == ()
    with pytest.raises(ll.OptionError, match="pack 'x': expected first-steps, "):
        ll.collection("x")
    with pytest.raises(ll.PuzzleError, match="level 6: expected 1 to 5"):
        ll.collection(level=6)
    for number in (0, 1001):
        with pytest.raises(
            ll.PuzzleError, match=f"puzzle {number} of the collection: expected 1 to 1000"
        ):
            collection.collected(number)


def test_names_are_read_where_puzzles_are() -> None:
    assert ll.puzzle("collection/12") == collection.collected(12).puzzle
    for name, complaint in (
        ("collection/1001", "expected 1 to 1000"),
        ("collection/nothing", "pack 'nothing'"),
        ("collection", "1000 puzzles: expected one"),
    ):
        with pytest.raises(ll.LitslabError, match=complaint):
            ll.puzzle(name)


def test_each_day_has_another_puzzle_until_all_have_had_their_turn() -> None:
    begin = date(2026, 11, 23)
    for level in collection.LEVELS:
        turns = len(collection.daily_puzzles(level))
        assert turns > 60
        days = [ll.puzzle_of_the_day(begin + timedelta(days), level) for days in range(turns + 1)]
        assert (len(set(days[:-1])), days[-1], {each.level for each in days}) == (
            turns,
            days[0],
            {level},
        )
        assert max(max(each.columns, each.rows) for each in days) <= collection.LARGEST_DAILY
    with pytest.raises(ll.PuzzleError, match="level 0"):
        ll.puzzle_of_the_day(begin, 0)


def test_the_puzzle_of_a_day_stays() -> None:
    """These are what people saw: a change would be a change of the past."""
    day = date(2026, 11, 23)
    assert [ll.puzzle_of_the_day(day, level).number for level in collection.LEVELS] == [
        706,
        265,
        675,
        684,
        553,
    ]
