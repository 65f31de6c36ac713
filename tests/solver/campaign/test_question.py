"""Questions about positions that a symmetry exchanges are one, and about no others."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litslab.games.errors import IllegalMoveError
from litslab.games.geometry import bits
from litslab.games.language import using
from litslab.games.notation import move_number, numbered_move
from litslab.games.position import Position
from litslab.games.registry import new_game
from litslab.solver.campaign.question import Knowledge, ValueQuery, play_path, reduce
from litslab.solver.score import Score
from tests.games.cases import Case
from tests.games.playing import play_at_random
from tests.solver.campaign.boards import CASES


def rebuilt(
    position: Position,
    images: tuple[int, ...],
    *,
    other_side: bool = False,
    other_owner: bool = False,
) -> Position:
    """Return the image of a position, with the other side to move or to have the half point, if any
    has it.
    """
    rules = position.rules
    sides = dict(zip(rules.sides, reversed(rules.sides), strict=True))
    return rules.from_placements(
        [rules.table[images[index]] for index in bits(position.placed)],
        sides[position.side] if other_side else position.side,
        swapped=position.swapped,
        half_point=sides.get(position.half_point or "") if other_owner else position.half_point,
        constructed=True,
    )


@st.composite
def two_positions(draw: st.DrawFn, case: Case) -> tuple[Position, Position]:
    """Two positions of a game: any, or one and an image of it, in which one thing or several may be
    different.
    """
    rules = case.rules()
    games = [
        play_at_random(rules, random.Random(draw(st.integers(0, 9))), passes=False)[1]
        for _ in range(2)
    ]
    first = draw(st.sampled_from(games[0]))
    second = draw(st.sampled_from([first, *games[1]]))
    if not second.swapped and draw(st.booleans()):
        with suppress(IllegalMoveError):
            second = second.with_swap_made()
    images = draw(st.sampled_from(rules.symmetries))
    return first, rebuilt(
        second, images, other_side=draw(st.booleans()), other_owner=draw(st.booleans())
    )


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
@given(st.data())
def test_texts_are_equal_if_and_only_if_a_symmetry_exchanges_the_positions(
    case: Case,
    data: st.DataObject,
) -> None:
    first, second = data.draw(two_positions(case))
    are_images = any(rebuilt(first, images) == second for images in first.rules.symmetries)
    assert (reduce(first).text == reduce(second).text) is are_images


@pytest.mark.parametrize("case", CASES, ids=str)
def test_children_are_all_positions_after_a_move_once_each(case: Case) -> None:
    rules = case.rules()
    _, positions = play_at_random(rules, random.Random(4), passes=False)
    for position in positions[:-1]:
        other = rebuilt(position, rules.symmetries[0], other_owner=True)
        assert (reduce(other).text == reduce(position).text) is (position.half_point is None)
        with using("ja"):  # the text is a key of files
            assert reduce(other).text.isascii()
        question = ValueQuery(position, 3)
        children = question.children()
        after = {reduce(position.play(move)).text for move in position.choices()}
        assert sorted(child.reduced.text for child in children.values()) == sorted(after)
        for number, child in children.items():
            assert child.target == 3
            assert (
                child.position
                == position.play(numbered_move(number, rules))
                == play_path(position, child.path)
            )
        order = [
            question.reduced.image(move_number(move, rules))
            for move in reversed(position.choices())
        ]
        last = move_number(position.choices()[-1], rules)
        assert next(iter(question.children(order))) == last


START = ValueQuery(new_game("battle-of-lits", size=4, seed=1), 1)


def test_an_answer_settles_those_about_smaller_and_greater_numbers() -> None:
    known = Knowledge()
    limit = START.position.rules.value_limit()
    assert known.score(START) == Score(-limit, limit)
    known.learn(START.at(3).name, holds=True)
    known.learn(START.at(7).name, holds=False)
    assert [known.holds(START.at(target)) for target in (1, 3, 5, 7, 9)] == [
        True,
        True,
        None,
        False,
        False,
    ]
    known.learn(START.at(1).name, holds=True)  # which says less than is known
    assert (known.score(START), known.answers) == (Score(3, 5), 3)


def test_the_latest_move_that_shows_an_answer() -> None:
    known = Knowledge()
    assert known.move(START) is None
    known.learn(START.name, holds=True, move=START.reduced.image(4))
    known.learn(START.at(3).name, holds=False)
    assert known.move(START) == 4
