"""The rules that only a hand-made position shows: swaps, ties, passes, half points and carried points."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from litslab.games import PASS, SWAP, GameError, IllegalMoveError, OptionError, Outcome, Position, create
from litslab.games.battle_of_lits import LAST_PLACER_WINS, make_symbols
from litslab.games.double_games import HALF_POINT, TaijiBattlePosition, TailitsTaijiPosition
from litslab.games.geometry import nth_bit
from litslab.games.taiji import DARK_WINS, tournament
from litslab.games.tailits import LARGEST_DECIDES
from litslab.games.tailits import LAST_PLACER_WINS as TAILITS_LAST_PLACER_WINS
from litslab.games.wythe import LAST_PLACER_LOSES
from tests.games.cases import follow, read


def refusal(position: Position, text: str) -> tuple[str, ...]:
    """The rules that a move breaks, which must be refused."""
    with pytest.raises(IllegalMoveError) as caught:
        position.play({"swap": SWAP, "pass": PASS}.get(text) or read(position.rules, text))
    return caught.value.broken


def finish(position: Position, seed: int) -> Position:
    rng = random.Random(seed)
    while legal := position.legal:
        position = position.place(nth_bit(legal, rng.randrange(legal.bit_count())))
    return position


# --- TAIJI -----------------------------------------------------------------------------------------------------------


def test_dark_wins_a_tie_in_taiji_whoever_placed_last() -> None:
    rules = create("taiji", size=2, groups=1)
    position = follow(rules, ["D a1 b1 black a1", "D a2 b2 black a2"])
    outcome = position.outcome()
    assert outcome == Outcome(("light", "dark"), (2, 2), -1, DARK_WINS)
    assert (outcome.value, outcome.winner, outcome.by_tie_rule) == (-1, "dark", True)
    assert str(outcome) == f"dark wins 2–2: {DARK_WINS}"
    three = create("taiji", size=3, groups=3)
    odd = finish(three.start(), 1)
    while odd.placed.bit_count() != 3:
        odd = finish(three.start(), random.Random(str(odd.placed)).randrange(10**6))
    assert odd.outcome().scores == (3, 3)
    assert odd.outcome().winner == "dark"


def test_taiji_scores_only_orthogonal_groups_and_only_the_largest_n() -> None:
    moves = ["D a1 b1 black a1", "D a2 b2 black b2"]  # a chequered 2×2: two groups of one of each colour
    assert [follow(create("taiji", size=2, groups=n), moves).scores() for n in (1, 2, 3)] == [(1, 1), (2, 2), (2, 2)]


def test_a_taiji_match_adds_each_persons_scores_and_may_be_drawn() -> None:
    def game(light: int, dark: int) -> Outcome:
        return Outcome(("light", "dark"), (light, dark), -1, DARK_WINS)

    assert tournament(game(13, 10), game(12, 11)).totals == (13 + 11, 10 + 12)
    assert tournament(game(13, 10), game(12, 11)).winner == 0
    assert tournament(game(9, 10), game(12, 12)).winner == 1  # the tie rule of a single game does not matter
    assert tournament(game(13, 10), game(13, 10)).winner is None
    assert tournament(game(8, 8), game(8, 8)).winner is None


# --- Battle of LITS --------------------------------------------------------------------------------------------------

SWAPPING: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    ("battle-of-lits", {"size": 4}, ["I a1 a2 a3 a4"], ["L b1 c1 d1 d2"]),
    ("wythe", {"size": 2}, ["D a1 b1 black a1"], ["D a2 b2 black a2"]),
]


@pytest.mark.parametrize(("name", "options", "first", "second"), SWAPPING)
def test_the_swap_is_only_for_the_second_players_first_turn_and_only_once(
    name: str, options: dict[str, Any], first: list[str], second: list[str]
) -> None:
    rules = create(name, **options)
    assert not rules.start().can_swap
    assert "first turn" in refusal(rules.start(), "swap")[0]
    one = follow(rules, first)
    assert one.can_swap
    assert one.legal_moves()[-1] is SWAP
    assert "first turn" in refusal(follow(rules, [*first, "swap"]), "swap")[0]
    assert "first turn" in refusal(follow(rules, [*first, *second]), "swap")[0]
    assert "first turn" in refusal(follow(rules, [*first, "swap", *second]), "swap")[0]
    assert not follow(rules, [*first, "swap", *second]).can_swap


@pytest.mark.parametrize(("name", "options", "first", "second"), SWAPPING)
def test_the_swap_moves_no_piece_and_leaves_the_second_side_to_move(
    name: str, options: dict[str, Any], first: list[str], second: list[str]
) -> None:
    rules = create(name, **options)
    before = follow(rules, first)
    after = follow(rules, [*first, "swap"])
    assert after.swapped
    assert after.last is SWAP
    assert (after.placed, after.legal, after.side) == (before.placed, before.legal, rules.sides[1])
    assert after.scores() == before.scores()
    assert str(after) == str(before)
    assert after != before  # a swap is a thing that has happened
    assert follow(rules, [*first, "swap", *second]).side == rules.sides[0]


@pytest.mark.parametrize(("name", "options", "first", "second"), SWAPPING)
def test_the_swap_changes_no_value_and_is_no_choice_for_search(
    name: str, options: dict[str, Any], first: list[str], second: list[str]
) -> None:
    rules = create(name, **options)
    assert SWAP not in follow(rules, first).choices()
    for seed in range(20):
        straight = finish(follow(rules, [*first, *second]), seed)
        swapped = finish(follow(rules, [*first, "swap", *second]), seed)
        assert straight.outcome() == swapped.outcome()


def test_games_without_a_swap_refuse_it() -> None:
    for name in ("taiji", "tailits", "tailits+taiji"):
        rules = create(name)
        one = rules.start().play(rules.start().legal_moves()[0])
        assert not rules.has_swap
        assert refusal(one, "swap") == (f"{rules.title} has no swap",)
        assert refusal(one, "pass") == (f"{rules.title} has no pass",)
        with pytest.raises(IllegalMoveError, match="no swap"):
            rules.from_placements(one.placements, swapped=True)


def test_no_swap_where_the_game_ends_with_the_first_tetromino() -> None:
    rules = create("battle-of-lits", size=4, supply=(1, 0, 0, 0))
    over = follow(rules, ["L a1 a2 a3 b1"])
    assert over.is_over
    assert over.legal_moves() == ()
    assert refusal(over, "swap") == ("the game is over",)


@pytest.mark.parametrize(
    ("supply", "moves", "winner"),
    [
        ((1, 0, 0, 0), ["L b1 c1 d1 d2"], "X"),
        ((1, 1, 0, 0), ["I a1 a2 a3 a4", "L b1 c1 d1 d2"], "O"),
        ((1, 1, 0, 0), ["L b1 c1 d1 d2", "I a1 a2 a3 a4"], "O"),
    ],
)
def test_whoever_placed_last_wins_a_tie_in_battle_of_lits(
    supply: tuple[int, ...], moves: list[str], winner: str
) -> None:
    rules = create("battle-of-lits", size=4, supply=supply, symbols=("..X.", ".OX.", "....", "OX.."))
    outcome = follow(rules, moves).outcome()
    seen = {"X": (2, 2), "O": (2, 1)}[winner]
    assert outcome.scores == seen
    level = create("battle-of-lits", size=4, supply=supply, symbols=("..X.", ".O..", "....", "...."))
    outcome = follow(level, moves).outcome()
    assert outcome.scores == (1, 1)
    assert (outcome.winner, outcome.tie_rule) == (winner, LAST_PLACER_WINS)
    assert outcome.value == {"X": 1, "O": -1}[winner]


def test_battle_of_lits_counts_the_visible_symbols() -> None:
    rules = create("battle-of-lits", size=4, supply=(1, 0, 0, 0), symbols=("XXO.", "O...", "OO.X", "XO.X"))
    position = follow(rules, ["L a1 a2 a3 b1"])
    assert rules.start().scores() == (5, 5)
    assert position.scores() == (4, 2)
    assert position.outcome().value == 2 * 2 + 1
    assert str(position) == "XXO.\nL...\nLO.X\nLL.X"


def test_a_first_tetromino_may_go_anywhere_and_the_second_must_touch_it() -> None:
    rules = create("battle-of-lits", size=6)
    assert rules.start().legal == rules.table.all
    position = follow(rules, ["I f1 f2 f3 f4"])
    for placement in rules.table.of(position.legal):
        assert rules.board.adjacent(placement.mask) & position.placements[0].mask


@pytest.mark.parametrize(("columns", "rows"), [(10, 10), (11, 11), (5, 5), (4, 7), (3, 3), (2, 2)])
def test_made_symbols_are_exchanged_by_a_half_turn(columns: int, rows: int) -> None:
    for seed in range(20):
        text = "".join(make_symbols(columns, rows, random.Random(seed)))
        assert len(text) == columns * rows
        assert text[::-1] == text.translate(str.maketrans("XO", "OX"))
        count = min(round(0.3 * columns * rows), columns * rows // 2)
        assert Counter(text)["X"] == Counter(text)["O"] == count
        if len(text) % 2:
            assert text[len(text) // 2] == "."
        create("battle-of-lits", size=columns, rows=rows, symbols=make_symbols(columns, rows, random.Random(seed)))


def test_made_symbols_follow_the_given_counts_and_the_seed() -> None:
    def counted(x: int | None, o: int | None, *, antisymmetric: bool) -> tuple[int, int]:
        text = "".join(make_symbols(6, 5, random.Random(2), x=x, o=o, antisymmetric=antisymmetric))
        assert len(text) == 30
        return text.count("X"), text.count("O")

    assert counted(7, 7, antisymmetric=True) == (7, 7)
    assert counted(7, None, antisymmetric=True) == (7, 7)
    assert counted(None, 4, antisymmetric=True) == (4, 4)
    assert counted(15, 15, antisymmetric=True) == (15, 15)
    assert counted(0, 0, antisymmetric=True) == (0, 0)
    assert counted(20, 3, antisymmetric=False) == (20, 3)
    assert counted(4, None, antisymmetric=False) == (4, 9)
    assert counted(None, 4, antisymmetric=False) == (9, 4)
    assert counted(30, 0, antisymmetric=False) == (30, 0)
    boards = {make_symbols(6, 5, random.Random(seed)) for seed in range(50)}
    assert len(boards) == 50
    assert make_symbols(6, 5, random.Random(9)) == make_symbols(6, 5, random.Random(9))


@pytest.mark.parametrize(
    ("x", "o", "antisymmetric"),
    [(-1, -1, True), (3, 4, True), (16, 16, True), (16, 15, False), (-1, 2, False), (5, 5, True), (31, 0, False)],
)
def test_symbols_that_do_not_fit_are_refused(x: int, o: int, antisymmetric: bool) -> None:
    size = (3, 3) if (x, o) == (5, 5) else (6, 5)
    with pytest.raises(OptionError, match=f"{x} X and {o} O: expected"):
        make_symbols(*size, random.Random(1), x=x, o=o, antisymmetric=antisymmetric)


# --- TAILITS ---------------------------------------------------------------------------------------------------------

ONE_T = {"size": 3, "colouring": "free"}
T_AND_I = {"size": 5, "colouring": "free", "supply": (0, 1, 1, 0)}


@pytest.mark.parametrize(
    ("options", "moves", "scores", "value"),
    [
        (ONE_T, ["T a2 b2 c2 b3 black a2 b3"], (2, 2), 1),  # diagonal neighbours connect
        (ONE_T, ["T a2 b2 c2 b3 black a2 c2"], (1, 2), -2 + 1),
        (T_AND_I, ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e1 e4"], (2, 2), -1),
        (T_AND_I, ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e2 e4"], (3, 2), 2 - 1),
    ],
)
def test_tailits_compares_the_largest_groups_and_whoever_placed_last_wins_ties(
    options: dict[str, Any], moves: list[str], scores: tuple[int, int], value: int
) -> None:
    outcome = follow(create("tailits", **options), moves).outcome()
    assert outcome.scores == scores
    assert outcome.value == value
    assert outcome.tie_rule == LAST_PLACER_WINS


@pytest.mark.parametrize(
    ("options", "moves", "scores", "value", "rule"),
    [
        (ONE_T, ["T a2 b2 c2 b3 black a2 b3"], (0, 0), 1, LAST_PLACER_WINS),
        (ONE_T, ["T a2 b2 c2 b3 black a2 c2"], (1, 0), 2 - 1, LARGEST_DECIDES),
        # second-largest 1 and 1, largest 3 and 2: Black wins although White placed last
        (T_AND_I, ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e2 e4"], (1, 1), 1, LARGEST_DECIDES),
        # second-largest 1 and 1, largest 2 and 2: the last placer
        (T_AND_I, ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e1 e3"], (1, 1), -1, LAST_PLACER_WINS),
        # second-largest 1 and 2
        (T_AND_I, ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e1 e4"], (1, 2), -2 - 1, LAST_PLACER_WINS),
    ],
)
def test_tailits_second_compares_the_second_largest_then_the_largest_then_the_last_placer(
    options: dict[str, Any], moves: list[str], scores: tuple[int, int], value: int, rule: str
) -> None:
    outcome = follow(create("tailits", scoring="second", **options), moves).outcome()
    assert outcome.scores == scores
    assert outcome.value == value
    assert outcome.tie_rule == rule


def test_the_first_tailits_tetromino_covers_the_centre_and_later_ones_need_not() -> None:
    rules = create("tailits", size=5)
    assert rules.start().legal == rules.table.covering[12]
    assert refusal(rules.start(), "T a1 b1 c1 b2 black a1 b2") == ("the first tetromino has to cover the centre c3",)
    follow(rules, ["T b3 c3 d3 c4 black b3 c4", "I e1 e2 e3 e4 black e1 e3"])


def test_each_once_runs_out_of_one_pattern_while_another_is_left() -> None:
    rules = create("tailits", size=7, colouring="each-once")
    position = follow(rules, ["T c4 d4 e4 d5 black c4 e4"])
    taken = read(rules, "T c1 d1 e1 d2 black c1 e1")
    assert position.broken_rules(taken)[-1] == "no such T is left in the supply"
    other = read(rules, "T c1 d1 e1 d2 black d1 d2")
    assert "no such T is left in the supply" not in position.broken_rules(other)


# --- Wythe -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (["D a1 b1 black a1", "D a2 b2 black a2"], "black"),  # White placed last
        (["D a1 b1 black a1", "D a2 b2 black b2", "D a1 a2 black a2 level 1"], "white"),
    ],
)
def test_whoever_placed_last_loses_where_both_score_nothing_in_wythe(moves: list[str], winner: str) -> None:
    outcome = follow(create("wythe", size=2), moves).outcome()
    assert outcome.scores == (0, 0)
    assert outcome.tie_rule == LAST_PLACER_LOSES
    assert outcome.winner == winner
    assert outcome.value == {"black": 1, "white": -1}[winner]


def test_wythe_scores_the_biggest_size_of_which_one_has_more_groups() -> None:
    rules = create("wythe", size=3)
    board = follow(rules, ["D a3 a2 black a3", "D b3 c3 black b3", "D b2 c2 black b2", "D a1 b1 black b1"])
    # rows from the top: b b w / w b w / w b .
    assert str(board) == "bbw\nwbw\nwb."
    assert board.scores() == (4, 2)
    mixed = follow(rules, ["D a1 b1 black a1", "D a2 a3 black a3"])
    # rows from the top: b . . / w . . / b w .: each colour has two groups of one
    assert str(mixed) == "b..\nw..\nbw."
    assert mixed.scores() == (0, 0)


def test_passing_in_wythe_only_where_nothing_fits_at_most_twice_and_without_effect() -> None:
    rules = create("wythe", size=2)
    moves = ["D a1 b1 black a1", "D a2 b2 black b2"]
    assert refusal(rules.start(), "pass") == ("passing is allowed only where no piece can be placed",)
    assert refusal(follow(rules, moves), "pass") == ("passing is allowed only where no piece can be placed",)
    moves.append("D a1 a2 black a2 level 1")
    over = follow(rules, moves)
    once = over.play(PASS)
    twice = once.play(PASS)
    assert over == once == twice  # a pass is no placement and makes no position different
    assert once.last is twice.last is PASS
    for position in (over, once, twice):
        assert position.is_over
        assert position.placed == over.placed
        assert position.outcome() == over.outcome()
        assert position.legal_moves() == ()
    assert refusal(twice, "pass") == ("both have passed: the game is over",)


def test_no_bit_on_its_own_colour() -> None:
    position = follow(create("wythe", size=2), ["D a1 b1 black a1", "D a2 b2 black a2"])
    assert refusal(position, "D a1 a2 black a1 level 1") == ("a black bit would lie on a black bit on a1",)
    assert refusal(position, "D b1 b2 black b1 level 1") == ("a white bit would lie on a white bit on b2",)


@pytest.mark.parametrize("level", [0, 1])
def test_no_piece_on_stacks_of_unequal_heights(level: int) -> None:
    position = follow(create("wythe", size=3), ["D a1 b1 black b1"])
    broken = refusal(position, f"D b1 c1 black c1 level {level}")
    assert broken == ("the stacks on b1 and c1 differ in height (1 and 0)",)


def test_every_piece_keeps_an_uncovered_bit() -> None:
    rules = create("wythe", size=2)
    position = follow(rules, ["D a1 b1 black a1", "D a2 b2 black b2", "D a1 a2 black a2 level 1"])
    assert refusal(position, "D b1 b2 black b1 level 1") == (
        "the piece on a1 and b1 would have no uncovered bit",
        "the piece on a2 and b2 would have no uncovered bit",
    )
    flat = follow(rules, ["D a1 b1 black a1"])
    assert refusal(flat, "D a1 b1 black b1 level 1") == ("the piece on a1 and b1 would have no uncovered bit",)


# --- TAILITS+TAIJI ---------------------------------------------------------------------------------------------------

TWO_TETROMINOES = ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e1 e4"]


def phase_two(moves: Iterable[str], **options: Any) -> TailitsTaijiPosition:
    position = follow(create("tailits+taiji", groups=1, colouring="free", **options), moves)
    assert isinstance(position, TailitsTaijiPosition)
    return position


def test_white_begins_taiji_whoever_placed_the_last_tetromino() -> None:
    black_last = phase_two(["T a2 b2 c2 b3 black a2 b3"], size=3)
    white_last = phase_two(TWO_TETROMINOES, size=5, supply=(0, 1, 1, 0))
    for position, last_placer in ((black_last, 0), (white_last, 1)):
        assert position.second_phase
        assert position.side == "white"
        assert position.last_placer == last_placer
        assert not position.is_over
        after = position.play(position.legal_moves()[0])
        assert after.side == "black"


def test_a_taijitu_lies_flat_on_the_board_or_on_one_or_two_tetrominoes() -> None:
    position = phase_two(TWO_TETROMINOES, size=5, supply=(0, 1, 1, 0))
    for allowed in ("D a1 b1 black a1", "D b3 c3 black b3", "D d3 e3 black e3"):
        position.play(read(position.rules, allowed))
    assert refusal(position, "D b2 b3 black b2") == (
        "the taijitu on b2, b3 would not lie flat: one half on the board, one on a tetromino",
    )
    after = position.play(read(position.rules, "D d3 e3 black e3"))
    assert "it overlaps a taijitu on d3" in refusal(after, "D d3 c3 black c3")


def test_the_half_point_decides_equal_sums() -> None:
    black_last = phase_two(["T a2 b2 c2 b3 black a2 b3", "D a1 b1 black a1", "D a2 b2 black a2"], size=3)
    outcome = black_last.outcome()
    assert [phase.scores for phase in outcome.phases] == [(2, 2), (2, 2)]
    assert (outcome.scores, outcome.value, outcome.winner) == ((4, 4), 1, "black")
    assert outcome.tie_rule == HALF_POINT
    white_last = phase_two(TWO_TETROMINOES, size=5, supply=(0, 1, 1, 0))
    ties = [over for seed in range(60) if not (over := finish(white_last, seed)).outcome().margin]
    assert ties
    for over in ties:
        assert over.outcome().value == -1
        assert over.outcome().winner == "white"


NOBODY = "nothing could be placed: the side that could not begin loses ties"


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("battle-of-lits", {"size": 2, "symbols": ("XO", "OX")}, f"O wins 2–2: {NOBODY}"),
        ("tailits", {"size": 3, "supply": (0, 0, 0, 0)}, f"white wins 0–0: {NOBODY}"),
        ("tailits", {"size": 3, "supply": (0, 0, 0, 0), "scoring": "second"}, f"white wins 0–0: {NOBODY}"),
        (
            "tailits+taiji",
            {"size": 3, "supply": (0, 0, 0, 0), "groups": 3},
            "white wins 4–4: no tetromino could be placed: white has the half point",
        ),
        (
            "taiji+battle-of-lits",
            {"size": 2, "groups": 1},
            "black wins 4–4: no tetromino could be placed: the side that could not begin that phase loses ties",
        ),
    ],
)
def test_a_tie_where_nobody_placed_last_is_not_told_to_be_the_last_placers(
    name: str, options: dict[str, Any], told: str
) -> None:
    start = create(name, **options).start()
    # Each double game is finished in a way that gives equal sums.
    ends = [finish(start, seed) for seed in range(200)]
    assert told in {str(end.outcome()) for end in ends}
    assert not any(
        "placed last" in each or "last tetromino" in each for each in (end.outcome().tie_rule for end in ends)
    )


def test_a_tie_after_a_placement_is_the_last_placers() -> None:
    for name, rule in (("battle-of-lits", LAST_PLACER_WINS), ("tailits", TAILITS_LAST_PLACER_WINS)):
        assert finish(create(name, size=3).start(), 1).outcome().tie_rule == rule


def test_the_colours_of_tetrominoes_do_not_count_for_taiji() -> None:
    moves = ["D a1 b1 black a1", "D a2 b2 black a2"]
    found = [
        phase_two([f"T a2 b2 c2 b3 black {black}", *moves], size=3).phases()[1].scores
        for black in ("a2 b3", "b2 c2", "a2 c2")
    ]
    assert found == [(2, 2)] * 3


def test_taiji_points_go_to_the_colours_and_dark_is_black() -> None:
    position = phase_two(["T a2 b2 c2 b3 black a2 c2", "D b1 c1 black c1", "D c2 b2 black c2"], size=3)
    assert position.is_over
    tailits, taiji = position.phases()
    assert tailits.scores == (1, 2)
    assert taiji.scores == (2, 2)
    assert position.outcome().value == 2 * (3 - 4) + 1


def test_no_taijitu_before_the_last_tetromino() -> None:
    rules = create("tailits+taiji", size=5, groups=1)
    assert refusal(rules.start(), "D a1 b1 black a1") == ("a tetromino can still be placed: TAIJI has not begun",)


def test_taiji_is_played_even_where_no_tetromino_fits() -> None:
    position = create("tailits+taiji", size=3, groups=1, supply=(0, 6, 0, 0)).start()  # no I fits on 3×3
    assert not position.is_over
    assert position.side == "white"


# --- TAIJI+Battle of LITS --------------------------------------------------------------------------------------------

# w b w b in each row but the top one, b w w b: Light's largest group is 5, Dark's is 4.
ROWS = [f"D {a}{row} {b}{row} black {b}{row}" for row in (1, 2, 3) for a, b in ("ab", "cd")]
FULL = [*ROWS, "D a4 b4 black a4", "D c4 d4 black d4"]
EVEN = [*ROWS, "D a4 b4 black b4", "D c4 d4 black d4"]
I_FIRST = "I a1 a2 a3 a4"
L_SECOND = "L b4 c4 d4 d3"


def battle(moves: Iterable[str], supply: tuple[int, ...] = (1, 1, 0, 0)) -> TaijiBattlePosition:
    position = follow(create("taiji+battle-of-lits", size=4, groups=1, supply=supply), moves)
    assert isinstance(position, TaijiBattlePosition)
    return position


def test_white_begins_both_phases_and_the_swap_exchanges_the_people() -> None:
    start = battle(FULL)
    assert str(start) == "bwwb\nwbwb\nwbwb\nwbwb"
    assert start.second_phase
    assert (start.to_move, start.colour_to_move, start.can_swap) == (0, 0, False)
    one = battle([*FULL, I_FIRST])
    assert (one.to_move, one.colour_to_move, one.can_swap) == (1, 1, True)
    assert SWAP in one.choices()
    swapped = battle([*FULL, I_FIRST, "swap"])
    assert (swapped.to_move, swapped.colour_to_move, swapped.can_swap) == (0, 1, False)  # Black is still to move
    assert (swapped.placed, swapped.legal, str(swapped)) == (one.placed, one.legal, str(one))
    assert swapped.white_player == 1
    two = battle([*FULL, I_FIRST, "swap", L_SECOND])
    assert (two.to_move, two.colour_to_move) == (1, 0)


def test_taiji_begins_with_white_even_where_black_placed_the_last_taijitu_and_where_white_did() -> None:
    rules = create("taiji+battle-of-lits", size=3, groups=1)
    three = follow(rules, ["D a1 b1 black a1", "D c2 c3 black c2", "D a3 b3 black a3"])
    assert three.side == "black"
    four = follow(rules, ["D a1 b1 black a1", "D c1 c2 black c2", "D b3 c3 black c3", "D a2 a3 black a2"])
    assert isinstance(four, TaijiBattlePosition)
    assert four.second_phase
    assert four.side == "white"
    odd = follow(rules, ["D a2 b2 black a2", "D c2 c3 black c3", "D b1 c1 black b1"])
    assert isinstance(odd, TaijiBattlePosition)
    while not odd.second_phase:
        following = odd.play(odd.legal_moves()[0])
        assert isinstance(following, TaijiBattlePosition)
        odd = following
    assert odd.side == "white"


def test_taiji_points_stay_with_the_people_after_the_swap() -> None:
    straight = battle([*FULL, I_FIRST, L_SECOND]).outcome()
    assert [phase.scores for phase in straight.phases] == [(5, 4), (3, 5)]
    assert straight.scores == (8, 9)
    assert straight.value == -2 - 1  # the person who began as Black placed last
    swapped = battle([*FULL, I_FIRST, "swap", L_SECOND]).outcome()
    assert [phase.scores for phase in swapped.phases] == [(5, 4), (5, 3)]
    assert swapped.scores == (10, 7)
    assert swapped.value == 6 + 1  # now the person who began as White did
    assert swapped.winner == "white"


def test_the_last_placer_of_the_second_phase_wins_ties() -> None:
    supply = (0, 1, 0, 1)
    first, second = "I a1 b1 c1 d1", "S a2 a3 b3 b4"
    straight = battle([*EVEN, first, second], supply).outcome()
    assert straight.scores == (8, 8)
    assert (straight.value, straight.winner) == (-1, "black")
    swapped = battle([*EVEN, first, "swap", second], supply).outcome()
    assert swapped.scores == (8, 8)
    assert (swapped.value, swapped.winner) == (1, "white")


def test_the_second_phase_swap_is_refused_at_any_other_time() -> None:
    for moves in ([], FULL[:1], FULL[:-1], FULL, [*FULL, I_FIRST, "swap"], [*FULL, I_FIRST, L_SECOND]):
        assert refusal(battle(moves), "swap") == ("the swap is only for the second player's first turn",)


def test_no_tetromino_before_the_last_taijitu() -> None:
    assert refusal(battle(FULL[:-1]), I_FIRST) == ("a taijitu can still be placed: Battle of LITS has not begun",)


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("chess", {}, "game 'chess': expected one of taiji, "),
        ("taiji", {"rows": 3}, "option 'rows' of taiji: expected one of size, groups"),
        ("taiji", {"size": 1}, "size 1: expected 2 or more"),
        ("taiji", {"size": 7, "groups": 0}, "groups 0: expected 1 to 3"),
        ("taiji", {"size": 7, "groups": 4}, "groups 4: expected 1 to 3"),
        ("battle-of-lits", {"size": 4, "supply": (1, 2, 3)}, "supply .*: expected four numbers"),
        ("battle-of-lits", {"size": 4, "supply": (1, 2, 3, -1)}, "supply -1: expected 0 or more"),
        ("battle-of-lits", {"size": 2, "symbols": ("XO", "O")}, "row 2 from the top"),
        ("battle-of-lits", {"size": 2, "symbols": ("XO", "OZ")}, "'Z'"),
        ("battle-of-lits", {"size": 3, "symbols": ("XO", "OX")}, "board of 2×2 squares: expected 3×3"),
        ("tailits", {"size": 10}, "size 10: expected an odd number"),
        ("tailits+taiji", {"size": 10}, "size 10: expected an odd number"),
        ("tailits", {"size": 1}, "size 1: expected 3 or more"),
        ("tailits", {"scoring": "third"}, "scoring 'third': expected largest or second"),
        ("tailits", {"colouring": "red"}, "colouring 'red': expected fixed or free"),
        ("tailits", {"colouring": "pieces"}, "pieces: expected drawings"),
        ("tailits", {"colouring": "each-once", "supply": (6, 6, 6, 5)}, "multiple of 6"),
        ("wythe", {"size": 1}, "size 1: expected 2 or more"),
        ("taiji+battle-of-lits", {"supply": (1,)}, "expected four numbers"),
    ],
)
def test_options_outside_their_limits_are_refused_with_what_was_expected(
    name: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        create(name, **options)
