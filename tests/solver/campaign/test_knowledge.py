"""One answer settles questions about other numbers, and the rules settle those about finished games."""

from __future__ import annotations

from litslab.games.registry import new_game
from litslab.solver.campaign.question import Knowledge, ValueQuery
from litslab.solver.endgame.result import Score

START = ValueQuery(new_game("battle-of-lits", size=4, seed=1), 1)


def test_an_answer_settles_those_about_smaller_and_greater_numbers() -> None:
    known = Knowledge()
    limit = START.position.rules.value_limit()
    assert known.score(START) == Score(-limit, limit)
    known.learn(START.at(3).name, holds=True)
    known.learn(START.at(7).name, holds=False)
    assert [known.holds(START.at(target)) for target in (1, 3, 5, 7, 9)] == [True, True, None, False, False]
    known.learn(START.at(1).name, holds=True)  # which says less than is known
    assert known.score(START) == Score(3, 5)
    assert known.answers == 3


def test_no_value_is_beyond_the_limits_of_the_rules() -> None:
    limit = START.position.rules.value_limit()
    assert Knowledge().holds(START.at(-limit)) is True
    assert Knowledge().holds(START.at(limit + 2)) is False


def test_a_finished_game_needs_no_answer() -> None:
    question = START
    while not question.position.is_over:
        question = next(iter(question.children().values()))
    value = question.position.outcome().value
    assert Knowledge().score(question) == Score(value, value)


def test_the_latest_move_that_shows_an_answer() -> None:
    known = Knowledge()
    assert known.move(START) is None
    known.learn(START.name, holds=True, move=START.reduced.image(4))
    known.learn(START.at(3).name, holds=False)
    assert known.move(START) == 4
