"""The walk over the positions that a strategy allows."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from litslab.games import create
from litslab.games.geometry import bits
from litslab.games.memory import OutOfMemoryError
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.games.sources import load
from litslab.solver.engines.walk import kept_symmetries, sorted_choices, text_ranks, walk
from tests.games.cases import Case
from tests.solver.engines.test_reference import CASES, every_case


def ignore(_: object) -> None:
    pass


@every_case
def test_moves_come_in_the_order_of_their_texts(case: Case) -> None:
    rules = case.rules()
    position = rules.start()
    while not position.is_over:
        moves = sorted_choices(position)
        texts = [format_move(move, rules) for move in moves]
        assert texts == sorted(texts)
        assert len(set(texts)) == len(texts)
        assert set(moves) == set(position.choices())
        position = position.play(moves[-1])
    assert sorted(text_ranks(rules)) == list(range(len(rules.table) + 1))


def test_a_walk_meets_every_position_that_a_strategy_allows_once() -> None:
    """Light always takes its first move; a plain recursion over every reply of Dark meets the same
    positions.
    """
    start = load("docs/examples/taiji-7.toml").position(16)
    expected: set[Position] = set()

    def visit(position: Position) -> None:
        expected.add(position)
        moves = sorted_choices(position)
        for move in moves[:1] if position.to_move == 0 else moves:
            visit(position.play(move))

    visit(start)
    met: list[Position] = []

    def first(position: Position, _: Sequence[Move]) -> int:
        met.append(position)
        return 0

    ends: list[Position] = []
    assert walk(start, 0, first, ends.append, ignore) == len(expected)
    assert len(met) == len(set(met))
    assert set(met) == {
        position for position in expected if position.to_move == 0 and not position.is_over
    }
    assert set(ends) == {position for position in expected if position.is_over}


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.rules().board.columns <= 4], ids=str
)
def test_symmetries_that_keep_a_position_turn_its_moves_into_moves_of_equal_worth(
    case: Case,
) -> None:
    position = case.rules().start()
    for images in kept_symmetries(position):
        turned = 0
        for placement in position.rules.table.of(position.legal):
            turned |= 1 << images[placement.index]
        assert turned == position.legal
    after = position.play(sorted_choices(position)[0]) if position.choices() else position
    assert kept_symmetries(after)[0] == tuple(range(len(position.rules.table)))
    assert set(kept_symmetries(after)) <= set(kept_symmetries(position))


def test_a_swap_that_changes_the_value_is_a_reply_of_its_own() -> None:
    """The position after a swap is another one, though its placements are the same."""
    rules = create("taiji+battle-of-lits", size=4)
    position = rules.start()
    while not position.can_swap:
        position = position.play(position.choices()[0])
    texts = [format_move(move, rules) for move in sorted_choices(position)]
    assert (texts, texts[-1]) == (sorted(texts), "swap")
    ends: list[Position] = []
    walk(position, 1 - position.to_move, lambda *_: 0, ends.append, ignore)
    assert {end.swapped for end in ends} == {False, True}


def test_positions_that_are_images_of_each_other_are_met_once() -> None:
    """The root has one symmetry beside the identity."""
    start = create("taiji", size=3).start()
    symmetries = [kept_symmetries(start.play(move)) for move in sorted_choices(start)]
    root = start.play(sorted_choices(start)[[len(each) for each in symmetries].index(2)])
    _, images = kept_symmetries(root)
    met: list[Position] = []

    def first(position: Position, _: Sequence[Move]) -> int:
        met.append(position)
        return 0

    walk(root, 1 - root.to_move, first, met.append, ignore)
    placed = {position.placed for position in met}
    assert len(placed) > 10
    for each in placed:
        image = sum(1 << images[index] for index in bits(each))
        assert image == each or image not in placed


@pytest.mark.parametrize("limited", ["most_entries", "most_positions"])
def test_each_of_the_two_memories_is_limited(limited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that were met are counted as entries without a value; those that wait, with all
    next moves, as positions.
    """
    root = create("taiji", size=3).start()
    most_met = walk(root, 1, lambda *_: 0, ignore, ignore)
    choices = len(root.choices())
    least, largest = (
        (3, most_met) if limited == "most_entries" else (choices - 1, choices * most_met)
    )

    def ends_after(allowed: int) -> str:
        def most(_: Rules, *, values: bool = limited == "most_entries") -> int:
            return 0 if values else allowed

        monkeypatch.setattr(f"litslab.solver.engines.walk.{limited}", most)
        try:
            walk(root, 1, lambda *_: 0, ignore, ignore)
        except OutOfMemoryError as error:
            told = re.fullmatch(
                "certificate: after (.*) positions .*: expected a position closer .*", str(error)
            )
            assert told
            return told[1]
        return "the end"

    assert ends_after(2 * largest) == "the end"
    if limited == "most_entries":
        assert ends_after(least) == str(least + 1)
    else:
        assert ends_after(2 * least) == ends_after(2 * least + 1) == "1"
        assert ends_after(2 * choices) != "1"
