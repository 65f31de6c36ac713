"""Positions of TAIJI by their colours: divided into dominoes wherever that can be done."""

from __future__ import annotations

import random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import litslab as ll
from litslab.games.colour_rows import divide, rows_of_colours
from litslab.games.errors import OptionError
from litslab.games.geometry import Board, bits, mask_of


@given(st.integers(2, 7), st.randoms(use_true_random=False))
def test_the_colours_of_a_game_give_its_scores_and_legal_moves(
    size: int,
    rng: random.Random,
) -> None:
    position = ll.new_game("taiji", size, groups=2)
    for _ in range(rng.randrange(size * size // 2)):
        if position.is_over:
            break
        position = position.play(rng.choice(position.legal_moves()))
    found = ll.new_game("taiji", board=position.text_rows(), groups=2)
    assert found.text_rows() == position.text_rows()
    assert found.scores() == position.scores()
    assert found.to_move == position.to_move
    legal = [{(each.mask, each.black) for each in at.legal_moves()} for at in (found, position)]  # type: ignore[union-attr]
    assert legal[0] == legal[1]


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_as_many_squares_are_paired_as_networkx_pairs(
    columns: int,
    rows: int,
    data: st.DataObject,
) -> None:
    board = Board(columns, rows)
    letters = data.draw(st.lists(st.sampled_from("wb."), min_size=board.size, max_size=board.size))
    light, dark = (
        mask_of(square for square, letter in enumerate(letters) if letter == colour)
        for colour in "wb"
    )
    graph = nx.Graph()
    graph.add_nodes_from(bits(light))
    graph.add_edges_from(
        (white, black)
        for white in bits(light)
        for black in board.neighbours(white)
        if dark >> black & 1
    )
    partners = divide(board, light, dark)
    assert all(graph.has_edge(white, black) for white, black in partners.items())
    assert len(set(partners.values())) == len(partners)
    expected = nx.bipartite.maximum_matching(graph, top_nodes=set(bits(light)))
    assert len(partners) == len(expected) // 2


def test_letters_of_people_are_read() -> None:
    assert rows_of_colours("W b -\nl D 0\n o X _") == ("wb.", "wb.", "wb.")


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("wbw\n...\n...", "2 light and 1 dark squares: no partner is left for"),
        ("wb\n.w", "no partner is left for a2"),
        ("wa\n..", "row 1 of the board has 'A': expected w \\(light\\), b \\(dark\\) or ."),
        ("wb.\n..", "row 1 of the board has 3 squares: expected 2"),
        ("", "a board without squares: expected rows of w, b and ."),
    ],
)
def test_what_is_no_position_is_refused(board: str, expected: str) -> None:
    with pytest.raises(OptionError, match=expected):
        ll.new_game("taiji", board=board)


def test_the_options_say_another_size() -> None:
    with pytest.raises(OptionError, match="a board of 2×2 squares: expected 3×3"):
        ll.new_game("taiji", 3, board=["wb", ".."])
