"""The variants of TAIJI that the rule text does not have."""

from __future__ import annotations

import random
from itertools import product

import pytest

from litslab.app.terminal import drawing
from litslab.games.drawing.svg import draw
from litslab.games.errors import NotationError, OptionError
from litslab.games.notation import format_move, parse_placements
from litslab.games.option_data import describe_options
from litslab.games.random_play import random_end
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.registry import create, new_game
from tests.games.test_known_figures import TAIJITUS


@pytest.mark.parametrize(
    ("groups", "scoring", "scores"),
    [
        (1, "sum", (7, 5)),
        (2, "sum", (13, 10)),
        (1, "squares", (49, 25)),
        (2, "squares", (85, 50)),
        (3, "squares", (110, 66)),
        (1, "products", (7, 5)),
        (2, "products", (42, 25)),
        (3, "products", (210, 100)),
    ],
)
def test_the_known_example_scores_by_each_scoring(
    groups: int, scoring: str, scores: tuple[int, int]
) -> None:
    rules = create("taiji", size=9, groups=groups, scoring=scoring)
    assert rules.from_placements(parse_placements(TAIJITUS, rules)).scores() == scores


def test_a_product_of_no_groups_is_one() -> None:
    start = create("taiji", size=3, groups=3, scoring="products").start()
    assert start.scores() == (1, 1)
    assert start.place(0).scores() == (1, 1)


@pytest.mark.parametrize(
    ("size", "groups", "scoring"), list(product((2, 3, 4, 5), (1, 2, 3), ("squares", "products")))
)
def test_no_game_has_a_higher_value_than_the_limit(size: int, groups: int, scoring: str) -> None:
    rules = create("taiji", size=size, groups=groups, scoring=scoring)
    for seed in range(20):
        end = random_end(rules.start(), random.Random(seed))
        assert abs(end.outcome().value) <= rules.value_limit()


def test_a_record_has_a_variant_only_where_it_is_chosen() -> None:
    usual = create("taiji", size=5)
    chosen = create("taiji", size=5, scoring="squares")
    assert "scoring" not in describe_options(usual)
    assert describe_options(chosen)["scoring"] == "squares"
    assert loads(dumps(Record(chosen))).rules == chosen != usual
    tonga = create("taiji", size=5, tonga=True)
    assert describe_options(tonga)["tonga"] is True
    assert loads(dumps(Record(tonga))).rules == tonga


def _touching(size: int) -> set[tuple[int, int]]:
    """Return the ordered pairs of squares that share an edge or a corner."""
    squares = list(product(range(size), repeat=2))
    return {
        (one[0] + size * one[1], other[0] + size * other[1])
        for one, other in product(squares, repeat=2)
        if one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1
    }


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_with_tonga_a_piece_lies_on_any_two_squares_that_touch(size: int) -> None:
    rules = create("taiji", size=size, tonga=True)
    assert sorted(each.white_and_black for each in rules.table) == sorted(_touching(size))
    assert len(rules.table.symmetries) == 8
    end = random_end(rules.start(), random.Random(1))
    free = rules.board.all & ~(end.layers()["light"] | end.layers()["dark"])
    assert not any(free >> one & 1 and free >> other & 1 for one, other in _touching(size))


def test_groups_are_connected_by_edges_with_tonga_too() -> None:
    rules = create("taiji", size=3, groups=1, tonga=True)
    position = Record(rules).append("a1,b1", "b2,a2").position()
    assert position.scores() == (1, 1)


def test_moves_across_a_corner_are_written_read_and_drawn() -> None:
    rules = create("taiji", size=3, tonga=True)
    record = Record(rules).append("a1 b2", "C1,B1")
    assert [format_move(move, rules) for move in record.moves] == ["a1,b2", "c1,b1"]
    with pytest.raises(NotationError, match="two squares that touch"):
        record.append("a3,c3")
    with pytest.raises(NotationError, match="two squares that share an edge"):
        Record(create("taiji", size=3)).append("a1,b2")
    picture = draw(record.position())
    assert 'data-light="a1" data-dark="b2"' in picture
    assert (
        picture.count("<line") == draw(Record(rules).append("a1,a2").position()).count("<line") + 1
    )
    assert "w↗" in drawing(record.position()).plain


def test_a_board_by_its_colours_may_need_pieces_across_corners() -> None:
    board = ["w . .", ". b .", ". . ."]
    position = new_game("taiji", board=board, tonga=True)
    assert [each.white_and_black for each in position.placements] == [(6, 4)]
    with pytest.raises(OptionError, match="no partner is left for a3, b2"):
        new_game("taiji", board=board)


def test_the_proof_by_mirroring_is_not_one_with_tonga() -> None:
    assert create("taiji", size=4, scoring="products").mirroring_proof
    assert create("taiji", size=4, tonga=True).mirroring_proof is None
