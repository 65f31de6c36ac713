"""Facts on better moves: none favours both of two moves, and their numbers are those of the rules
and of the analysis of groups.
"""

from __future__ import annotations

import random
import re

from litslab.analysis.better_move import facts
from litslab.analysis.groups import analyse
from litslab.analysis.review_result import Evaluation, Review, ReviewedMove
from litslab.games import SWAP, Position, create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.notation import parse_move
from litslab.games.record_toml import loads
from tests.games.cases import Case, every_case
from tests.games.playing import play_at_random


def told(position: Position, better: str, played: str) -> tuple[str, ...]:
    return facts(position, parse_move(better, position), parse_move(played, position))


@every_case
def test_no_fact_favours_both_moves(case: Case) -> None:
    rng = random.Random(5)
    _, positions = play_at_random(case.rules(), rng)
    for position in positions[1::3]:
        moves = position.choices()
        if not moves:
            continue
        first, second = rng.choices(moves, k=2)
        assert facts(position, first, first) == ()
        kinds = [
            {re.sub(r"\d.*", "", fact) for fact in facts(position, *pair)}
            for pair in ((first, second), (second, first))
        ]
        both = kinds[0] & kinds[1]
        assert all(kind.startswith(("takes ", "limits ", "leaves ")) for kind in both)


def test_a_swap_and_the_placement_before_it_have_none() -> None:
    start = create("wythe", size=4).start()
    assert told(start, "a1,a2", "b1,b2") == ()
    after = start.play("a1,a2")
    assert facts(after, SWAP, parse_move("b1,b2", after)) == ()


def test_symbols_that_are_covered_or_protected_are_counted() -> None:
    rules = BattleOfLits(size=4, symbols=("XXOO", "XOXO", "O.X.", "XXXX"))
    position = rules.start().play("L[b2,b3,b4,c4]")
    assert told(position, "I[a1,b1,c1,d1]", "T[c2,d1,d2,d3]") == (
        "covers 4 X (played: 2 X and 1 O)",
        "protects 2 O squares (played: 1)",
    )


WYTHE = "d1,d2 swap c3,b3 c2,b2 a1,a2 d4,d3 a3,a4 c1,b1 b1,a1"


def played(game: str, size: int, moves: str) -> Position:
    position = create(game, size=size).start()
    for move in moves.split():
        position = position.play(move)
    return position


def test_groups_that_are_made_joined_and_kept_apart_are_those_of_the_analysis() -> None:
    position = played("taiji", 5, "c3,b3 a2,b2 e2,e1 e3,e4 c2,d2")
    assert told(position, "c1,d1", "d4,d3")[0] == (
        "joins the dark groups of 1 and 1 to one of 3 (played: 2)"
    )
    after = position.play("c1,d1")
    dark = next(each for each in analyse(after).colours if each.colour == "dark")
    assert 3 in dark.sizes
    light = next(each for each in analyse(position).colours if each.colour == "light")
    d3 = position.rules.board.parse("d3")
    assert light.sizes[:2] == (2, 2)
    assert any(join.square == d3 and join.size == 5 for join in light.joins)
    assert told(position, "d4,d3", "c5,c4") == (
        "takes d3, which would join the light groups of 2 and 2",
    )


def test_bounds_are_those_of_the_analysis() -> None:
    position = played("taiji", 5, "c3,b3 a2,b2 e2,e1 e3,e4 c2,d2")
    assert told(position, "d5,d4", "a4,a3") == (
        "limits the light group of 2 at c2 to 9 squares (played: 12)",
    )
    for move, bound in (("d5,d4", 9), ("a4,a3", 12)):
        light = next(
            each for each in analyse(position.play(move)).colours if each.colour == "light"
        )
        c2 = 1 << position.rules.board.parse("c2")
        assert [each.potential for each in light.groups if each.squares & c2] == [bound]


def test_a_group_that_is_split_is_told_where_the_score_gains_by_it() -> None:
    position = played("wythe", 4, WYTHE)
    assert told(position, "d2,c2", "c4,b4") == (
        "splits the white group of 5 into 3 and 1",
        "makes the score black 5, white 4 (played: 6, 7)",
        "protects 1 black square (played: 0)",
    )


def test_a_review_has_reasons_for_large_losses_alone() -> None:
    record = loads('game = "taiji"\noptions = { size = 3 }\nmoves = "a1,a2 b2,b1"')
    better = parse_move("b1,b2", record.positions[1])
    for loss, is_large in ((0.25, True), (0.1, False)):
        before = Evaluation(None, 0.4, (better,), half_width=0.01)
        after = Evaluation(None, 0.4 + loss, half_width=0.01)
        move = ReviewedMove(1, record.moves[1], 1, "dark", before, after)
        found = Review(record, (before, after), (move,), 1.0)
        assert (bool(found.reasons(move)), move.is_large_loss) == (is_large, is_large)
