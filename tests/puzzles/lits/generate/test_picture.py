"""Pictures as solutions: the legal shading that comes closest, held against all shadings of small boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from litslab.games.geometry import Board
from litslab.puzzles.lits.generate.given_solution import Solution, solutions_of
from litslab.puzzles.lits.generate.partition import RegionLimits
from litslab.puzzles.lits.generate.picture import choose_solution, parse_picture, read_picture, shadings
from litslab.puzzles.lits.puzzle import PuzzleError

RING = ".###.\n#...#\n#...#\n#...#\n.###."


def fewest_misses(rows: str) -> int:
    """Return in how many squares the closest legal shading differs from a picture, by trying all."""
    picture = parse_picture(rows)
    best = picture.board.size
    for shading in range(1, picture.board.all + 1):
        missed = ((picture.shaded & ~shading) | (picture.blank & shading)).bit_count()
        if missed < best and shading.bit_count() % 4 == 0:
            marks = "".join(".#"[shading >> square & 1] for square in range(picture.board.size))
            try:
                next(solutions_of(picture.board, marks))
            except PuzzleError:
                continue
            best = missed
    return best


@pytest.mark.parametrize("rows", ["#.#\n.?.\n#.#\n.#.", "####\n#..#\n####", "##..\n....\n..##", "#...\n.#?.\n..#."])
def test_no_legal_shading_is_closer(rows: str) -> None:
    picture = parse_picture(rows)
    first = next(shadings(picture))
    assert picture.missed(first).bit_count() == fewest_misses(rows)


@pytest.mark.slow
def test_shadings_are_legal_and_different_and_get_no_closer() -> None:
    picture = parse_picture(RING)
    found = list(islice(shadings(picture, seed=3), 4))
    missed = [picture.missed(each).bit_count() for each in found]
    assert missed == sorted(missed)
    assert len(set(found)) == len(found)
    for solution in found:
        shading = sum(piece.mask for piece in solution)
        marks = "".join(".#"[shading >> square & 1] for square in range(picture.board.size))
        assert solution in solutions_of(picture.board, marks)
    assert found[0] == next(shadings(picture, seed=3))


def test_no_shading_is_looked_for_after_the_time_limit() -> None:
    picture = parse_picture(RING)
    with pytest.raises(TimeoutError):
        next(shadings(picture, time_limit=0))
    assert next(shadings(picture, time_limit=1e6)) == next(shadings(picture))


def test_the_first_shading_with_regions_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(5, 6)
    alone = next(solutions_of(board, "....I" * 4 + "....." * 2))
    ring = parse_picture(RING)
    possible = next(each for each in shadings(ring) if choose_solution(ring.board, [each], RegionLimits()).solution)
    chosen = choose_solution(ring.board, [possible], RegionLimits())
    assert (chosen.solution, chosen.tried, chosen.complete) == (possible, 1, True)
    none = choose_solution(board, [alone, alone], RegionLimits())
    assert (none.solution, none.tried, none.complete) == (None, 2, True)

    def one_within_the_limit() -> Iterator[Solution]:
        yield alone
        raise TimeoutError

    cut_short = choose_solution(board, one_within_the_limit(), RegionLimits())
    assert (cut_short.solution, cut_short.tried, cut_short.complete) == (None, 1, False)
    assert none.blamed
    monkeypatch.setattr("litslab.puzzles.lits.generate.picture.MOST_TRIED", 1)
    few = choose_solution(board, iter([alone, alone]), RegionLimits())
    assert (few.tried, few.complete) == (1, False)
    assert not choose_solution(board, [alone], RegionLimits(), time_limit=-1).complete


def test_an_image_is_read_by_its_dark_squares(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "picture.png"
    picture = image.new("RGBA", (6, 4), (255, 255, 255, 255))
    for place in ((0, 0), (1, 0), (0, 1), (1, 1)):  # the top left quarter, two pixels per square
        picture.putpixel(place, (0, 0, 0, 255))
    for place in ((4, 2), (5, 2), (4, 3), (5, 3)):
        picture.putpixel(place, (0, 0, 0, 0))
    picture.save(path)
    found = read_picture(path, (3, 2))
    assert found == parse_picture("#..\n..?")


def test_what_is_no_picture_is_refused_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("#.\nx.\n")
    with pytest.raises(PuzzleError, match=r"bad.txt: row 2 of the drawing has 'x': expected # \. \?"):
        read_picture(path, (10, 10))
    path.write_text("..\n..\n")
    with pytest.raises(PuzzleError, match=r"bad\.txt: a picture without a square to shade"):
        read_picture(path, (10, 10))
    path = tmp_path / "bad.png"
    path.write_text("no image")
    with pytest.raises(PuzzleError, match=r"bad\.png: not an image that can be read"):
        read_picture(path, (10, 10))
