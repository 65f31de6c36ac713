"""The kernel's random games against the rules: legal moves, the rules' own figures, and no
placement preferred.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from litslab.games import SWAP, Position
from litslab.games.geometry import bits, nth_bit
from litslab.solver.engines.kernel import question
from tests.games.cases import Case, boards, every_case
from tests.kernel.test_kernel import engine_of


def replay(case: Case, start: Position, seeds: list[int]) -> None:
    """Play the kernel's moves by the rules, and compare every figure of every game."""
    rows = engine_of(case).simulate(question(start), seeds, moves=True)
    plain = engine_of(case).simulate(question(start), seeds)
    assert (len(plain.moves), plain.length.tolist()) == (0, rows.length.tolist())
    assert plain.scores.tolist() == rows.scores.tolist()
    shown: Counter[tuple[int, int, int]] = Counter()
    at = 0
    for game, length in enumerate(rows.length.tolist()):
        position = start
        moves = rows.moves[at : at + length].tolist()
        assert rows.opening[game] == (moves[0] if moves else -1)
        for ply, move in enumerate(moves):
            assert position.legal >> move & 1
            assert rows.branching[at + ply] == position.legal.bit_count()
            position = position.place(move)
        assert position.is_over
        outcome = position.outcome()
        assert tuple(rows.scores[game].tolist()) == outcome.scores
        assert rows.winner[game] == outcome.winning_side
        if outcome.phases:
            assert tuple(rows.first_scores[game].tolist()) == outcome.phases[0].scores
            both = [placement.mask.bit_count() == 4 for placement in position.placements]
            tetrominoes_first = case.name.startswith("tailits")
            assert rows.first_length[game] == sum(is_four == tetrominoes_first for is_four in both)
        for layer, squares in enumerate(shown_squares(position, engine_of(case).layers)):
            for square in bits(squares):
                shown[outcome.winning_side, layer, square] += 1
        at += length
    assert at == len(rows.branching) == len(rows.moves)
    occupancy = rows.occupancy.reshape(2, -1, start.rules.board.size)
    assert {
        tuple(map(int, place)): int(occupancy[tuple(place)]) for place in np.argwhere(occupancy)
    } == shown


def shown_squares(position: Position, layers: list[str]) -> list[int]:
    """The visible layers at the end, read off the text drawing and the pieces."""
    drawing = position.square_characters()
    tetrominoes = [each for each in position.placements if each.mask.bit_count() == 4]
    covered = sum(each.mask for each in tetrominoes)
    black = sum(each.black or 0 for each in tetrominoes)
    found = []
    for layer in layers:
        match layer:
            case "tetromino":
                found.append(sum(1 << s for s in bits(covered) if drawing[s] in "LITS"))
            case "light" | "dark":
                found.append(
                    sum(1 << s for s, c in enumerate(drawing) if c == "wb"[layer == "dark"])
                )
            case _ if covered:
                found.append(black if layer == "black" else covered & ~black)
            case _:
                found.append(
                    sum(1 << s for s, c in enumerate(drawing) if c == "wb"[layer == "black"])
                )
    return found


@pytest.mark.slow
@every_case
def test_games_from_the_start_and_from_any_position_on_are_the_rules_own(case: Case) -> None:
    rng = random.Random(7)
    position: Position = case.rules().start()
    replay(case, position, list(range(40)))
    while position.legal:
        replay(case, position, [rng.getrandbits(64)])
        if position.can_swap and rng.random() < 0.7:
            position = position.play(SWAP)
        else:
            position = position.place(
                nth_bit(position.legal, rng.randrange(position.legal.bit_count()))
            )
    rows = engine_of(case).simulate(question(position), [1])
    assert (rows.length.tolist(), rows.opening.tolist()) == ([0], [-1])
    assert tuple(rows.scores[0].tolist()) == position.outcome().scores


@pytest.mark.parametrize(
    "case",
    [
        *boards("battle-of-lits", {"size": 4, "symbols": ("XO..", "OX..", "..XO", "..OX")}),
        *boards("tailits", {"size": 3}, {"size": 5, "colouring": "each-once"}),
        *boards("taiji", {"size": 3}, {"size": 2, "tonga": True}, {"size": 4, "tonga": True}),
        *boards("wythe", {"size": 3}),
    ],
    ids=str,
)
def test_every_legal_placement_is_equally_likely(case: Case) -> None:
    """Pearson's statistic of the first placements stays within five standard deviations of its
    mean.
    """
    start = case.rules().start()
    games = 30_000
    opening = engine_of(case).simulate(question(start), range(0, 77 * games, 77)).opening
    legal = list(bits(start.legal))
    counts = Counter(opening.tolist())
    assert set(counts) <= set(legal)
    expected = games / len(legal)
    statistic = sum((counts[move] - expected) ** 2 / expected for move in legal)
    freedom = len(legal) - 1
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5 + 1e-9


def test_a_game_depends_on_its_own_seed_only() -> None:
    case = Case("tailits", {"size": 7})
    seeds = range(100)
    start = question(case.rules().start())
    together = engine_of(case).simulate(start, seeds, moves=True)
    backwards = engine_of(case).simulate(start, seeds[::-1], moves=True)
    assert together.length.tolist() == backwards.length.tolist()[::-1]
    alone = [
        engine_of(case).simulate(start, seeds[i : i + 1], moves=True).moves.tolist()
        for i in range(100)
    ]
    assert [move for moves in alone for move in moves] == together.moves.tolist()


def test_the_arrays_outlive_the_batch_they_look_into() -> None:
    case = Case("taiji", {"size": 5})
    length = engine_of(case).simulate(question(case.rules().start()), range(1000)).length
    again = engine_of(case).simulate(question(case.rules().start()), range(1000)).length
    assert length.tolist() == again.tolist()
    assert not length.flags.writeable
