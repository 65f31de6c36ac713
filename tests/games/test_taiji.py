"""What hand-made positions show of TAIJI: ties, groups, and matches of two games."""

from __future__ import annotations

from litslab.games import Outcome, create
from litslab.games.taiji import DARK_WINS, tournament, usual_groups
from tests.games.cases import follow


def test_dark_wins_a_tie_in_taiji_whoever_placed_last() -> None:
    rules = create("taiji", size=2, groups=1)
    position = follow(rules, ["D a1 b1 black a1", "D a2 b2 black a2"])
    outcome = position.outcome()
    assert outcome == Outcome(("light", "dark"), (2, 2), -1, DARK_WINS)
    assert (outcome.value, outcome.winner, outcome.by_tie_rule) == (-1, "dark", True)
    assert str(outcome) == f"dark wins 2–2: {DARK_WINS}"


def test_a_taiji_match_adds_each_players_scores_and_may_be_drawn() -> None:
    def game(light: int, dark: int) -> Outcome:
        return Outcome(("light", "dark"), (light, dark), -1, DARK_WINS)

    assert tournament(game(13, 10), game(12, 11)).totals == (13 + 11, 10 + 12)
    assert tournament(game(13, 10), game(12, 11)).winner == 0
    assert tournament(game(9, 10), game(12, 12)).winner == 1  # the tie rule of a single game does not matter
    assert tournament(game(13, 10), game(13, 10)).winner is None
    assert tournament(game(8, 8), game(8, 8)).winner is None


def test_a_size_between_the_published_ones_scores_as_the_nearest_and_the_larger_of_two() -> None:
    assert [usual_groups(size) for size in range(2, 14)] == [1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3]
    for name in ("taiji", "tailits+taiji", "taiji+battle-of-lits"):
        for size, groups in ((5, 1), (8, 2), (10, 3), (13, 3)):
            if name == "taiji" or size % 2:
                assert create(name, size=size) == create(name, size=size, groups=groups)
