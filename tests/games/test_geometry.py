"""Boards and sets of squares, against the naive way to do it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litslab.games import NotationError, OptionError
from litslab.games.geometry import (
    Board,
    bits,
    column_index,
    column_name,
    mask_of,
    nth_bit,
    read_text_board,
)
from tests import rules_text
from tests.games.cases import plain_squares
from tests.rules_text import Square

boards = st.builds(Board, st.integers(1, 17), st.integers(1, 17))


@st.composite
def boards_and_squares(draw: st.DrawFn) -> tuple[Board, int]:
    board = draw(st.builds(Board, st.integers(1, 9), st.integers(1, 9)))
    return board, draw(st.integers(0, board.all))


def mask(board: Board, squares: set[Square]) -> int:
    return mask_of(board.square(*square) for square in squares if board.contains(*square))


@given(st.sets(st.integers(0, 400)))
def test_bits_and_mask_of_are_inverse_and_bits_ascend(indices: set[int]) -> None:
    assert list(bits(mask_of(indices))) == sorted(indices)


@given(st.integers(0, 1 << 300))
def test_nth_bit_is_the_nth_of_bits_and_refuses_others(number: int) -> None:
    members = list(bits(number))
    assert [nth_bit(number, n) for n in range(len(members))] == members
    for n in (-1, len(members)):
        with pytest.raises(IndexError):
            nth_bit(number, n)


@given(boards_and_squares())
def test_groups_are_those_of_a_flood_fill_the_largest_first(case: tuple[Board, int]) -> None:
    board, squares = case
    for diagonal in (False, True):
        groups = board.groups(squares, diagonal=diagonal)
        plain = plain_squares(board, squares)
        assert [group.bit_count() for group in groups] == rules_text.group_sizes(
            plain, diagonal=diagonal
        )
        assert sum(groups) == squares
        for number, group in enumerate(groups):
            inside = plain_squares(board, group)
            assert len(rules_text.group_sizes(inside, diagonal=diagonal)) == 1
            for other in groups[number + 1 :]:
                assert (-group.bit_count(), group & -group) < (-other.bit_count(), other & -other)
        if not diagonal:
            assert board.is_connected(squares) == (len(groups) <= 1)


@given(boards_and_squares())
def test_fourth_squares_are_those_that_a_block_lacks(case: tuple[Board, int]) -> None:
    board, squares = case
    lacking = 0
    for window in board.windows:
        rest = window & ~squares
        if rest.bit_count() == 1:
            lacking |= rest
    assert board.fourth_squares(squares) == lacking


@given(boards_and_squares())
def test_adjacent_and_surrounding_squares_are_those_next_to_a_set(case: tuple[Board, int]) -> None:
    board, squares = case
    plain = plain_squares(board, squares)
    assert board.adjacent(squares) == mask(board, rules_text.edge_of(plain))
    corners = {other for square in plain for other in rules_text.around(square)} - plain
    assert board.surrounding(squares) == mask(board, corners)
    for square in bits(squares):
        expected = mask(board, rules_text.beside((board.column(square), board.row(square))))
        assert board.neighbours(square) == board.all_neighbours[square] == tuple(bits(expected))


@given(boards)
def test_squares_columns_rows_and_names_go_there_and_back(board: Board) -> None:
    names = set()
    for square in range(board.size):
        column = board.column(square)
        row = board.row(square)
        assert board.contains(column, row)
        assert (board.square(column, row), board.name(square)) == (
            square,
            f"{column_name(column)}{row + 1}",
        )
        assert board.parse(board.name(square)) == square
        names.add(board.name(square))
    assert len(names) == board.size
    assert not any(
        board.contains(*outside) for outside in ((board.columns, 0), (0, board.rows), (-1, 0))
    )
    assert board.all.bit_count() == board.size


def test_columns_after_z_are_aa_ab_as_in_a_spreadsheet() -> None:
    names = {0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa"}
    assert {column: column_name(column) for column in names} == names
    assert {column_index(name): name for name in names.values()} == names


def test_a1_is_at_the_bottom_left_and_is_square_0() -> None:
    board = Board(3, 2)
    assert [board.name(square) for square in range(6)] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert board.draw("abcdef") == "def\nabc"
    assert read_text_board(["def", "abc"], "abcdef") == (board, "abcdef")


@pytest.mark.parametrize(
    "text", ["", "a", "1", "a0", "a01", "A1", " a1", "a-1", "aé1", "a1\n", "a1b2", "a¹", "a٣"]
)
def test_what_is_no_square_is_refused_with_the_token(text: str) -> None:
    with pytest.raises(NotationError, match="a square such as e5") as caught:
        Board(9, 9).parse(text)
    assert caught.value.token == text


@pytest.mark.parametrize("text", ["j1", "a10", "aa1", "zzzzzzzzzzzz1", "a99", "a" + "9" * 10_000])
def test_a_square_off_the_board_is_refused_with_the_board_it_should_be_on(text: str) -> None:
    with pytest.raises(NotationError, match=r"9×9 board \(a1 to i9\)"):
        Board(9, 9).parse(text)


@pytest.mark.parametrize(("columns", "rows"), [(0, 1), (1, 0), (-3, 5)])
def test_a_board_without_squares_is_refused(columns: int, rows: int) -> None:
    with pytest.raises(OptionError, match=f"{columns}×{rows}"):
        Board(columns, rows)


@given(boards)
def test_windows_are_the_two_by_two_blocks(board: Board) -> None:
    assert len(board.windows) == len(set(board.windows)) == (board.columns - 1) * (board.rows - 1)
    plain = {plain_squares(board, window) for window in board.windows}
    assert plain == rules_text.full_blocks(rules_text.all_squares(board.columns, board.rows))


@given(st.builds(Board, st.integers(1, 6), st.integers(1, 6)))
def test_symmetries_form_a_group_that_keeps_neighbours(board: Board) -> None:
    images = [symmetry.squares for symmetry in board.symmetries]
    assert len(images) == (8 if board.columns == board.rows else 4)
    assert images[0] == tuple(range(board.size))
    for one in images:  # permutations whose products are among them: so are their inverses
        assert sorted(one) == list(range(board.size))
        for two in images:
            assert tuple(two[square] for square in one) in images
    for symmetry in board.symmetries:
        for square in range(board.size):
            neighbours = {symmetry.squares[other] for other in board.neighbours(square)}
            assert neighbours == set(board.neighbours(symmetry.squares[square]))


def test_symmetry_names_say_what_they_do() -> None:
    board = Board(4, 4)
    goes = {
        symmetry.name: board.name(symmetry.squares[board.parse("b1")])
        for symmetry in board.symmetries
    }
    assert goes == {
        "identity": "b1",
        "half turn": "c4",
        "mirror left-right": "c1",
        "mirror top-bottom": "b4",
        "quarter turn left": "d2",
        "quarter turn right": "a3",
        "mirror in the rising diagonal": "a2",
        "mirror in the falling diagonal": "d3",
    }
    for symmetry in board.symmetries:
        assert symmetry.reflects == symmetry.name.startswith("mirror")
        assert symmetry.apply(0b11) == mask_of(symmetry.squares[:2])


@given(boards, st.data())
def test_text_boards_go_there_and_back(board: Board, data: st.DataObject) -> None:
    characters = data.draw(st.text(alphabet="XO.", min_size=board.size, max_size=board.size))
    assert read_text_board(board.draw(characters).split("\n"), "XO.") == (board, characters)
