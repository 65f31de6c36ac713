"""The numbers of a report against hand-computed ones, and against a second way to each."""

from __future__ import annotations

import base64
import math
import random
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from litslab.analysis.colours import READABLE, contrast
from litslab.analysis.report import quantities
from litslab.analysis.report.amounts import FULL, QUICK, Amounts, amounts_for
from litslab.analysis.report.command import report_command
from litslab.analysis.report.context import Context, board_rules, resized, with_board
from litslab.analysis.report.deadline import Deadline, TimeUpError
from litslab.analysis.report.markdown import to_markdown
from litslab.analysis.report.model import (
    Format,
    How,
    Kind,
    Number,
    Report,
    Row,
    Section,
    SummaryFigure,
    Table,
)
from litslab.analysis.report.page import to_html
from litslab.analysis.report.play import Match, MatchPool, SwaplessEngine, counted, engine
from litslab.analysis.report.quantities import mean, picture, plus_minus, pooled, simulated, spread
from litslab.analysis.report.sections import openings, phases, small_boards
from litslab.analysis.report.sections.balance import plot_shares
from litslab.analysis.report.sections.decided import decisiveness
from litslab.analysis.report.sections.depth import levels_number
from litslab.analysis.report.sections.extremes import extreme
from litslab.analysis.report.sections.ladder import elo, ladder_row
from litslab.analysis.report.sections.sample_game import sample_game
from litslab.analysis.report.sections.small_boards import solve_board, solve_small_boards
from litslab.analysis.report.tree_size import (
    game_logs,
    lasts,
    log_of_positions,
    position_logs,
    tree_size,
    upper_bounds,
)
from litslab.analysis.report.verdict import conclusion, facts, fairness, verdict
from litslab.analysis.runs.columns import PLAYERS
from litslab.analysis.runs.file import RunFile, open_run
from litslab.analysis.runs.play import play_part
from litslab.analysis.runs.run import Run
from litslab.analysis.shares import Share
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.errors import OptionError
from litslab.games.language import using
from litslab.games.move import SWAP
from litslab.games.notation import parse_move
from litslab.games.perft import perft
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.registry import create
from litslab.games.rules import Rules
from litslab.games.tailits import Tailits
from litslab.games.wythe import Wythe
from litslab.solver.endgame.stored_boards import stored_values
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.registry import make_oracle
from litslab.solver.finals.extreme import known
from litslab.solver.play.match import Game
from litslab.solver.play.players import GreedyPlayer, RandomPlayer
from litslab.solver.solve import solve
from litslab.solver.statistics import wilson_interval

HOW = How(Kind.SIMULATED, "10 games")


def random_games(rules: Rules, path: Path, games: int, *, moves: bool = False) -> RunFile:
    run = Run.of(rules.start(), ("random", "random"), games, seed=5, moves=moves)
    file = path / "run.parquet"
    file.write_bytes(play_part(run, 0, games))
    return open_run(file)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Number(0.5, HOW, 0.25, 0.75, Format.SHARE), "50.0 % (25.0 % to 75.0 %)"),
        (Number(-1.5, HOW, form=Format.SIGNED), "−1.50"),
        (Number(-120, HOW, -300, None), "−120 (at least −300)"),
        (Number(12345, HOW), "12,345"),
        (Number(3.0, HOW, form=Format.LARGE), "1,000"),
        (Number(20.5, HOW, form=Format.LARGE), "3.2 × 10²⁰"),
        (Number(6.9999, HOW, form=Format.LARGE), "1.0 × 10⁷"),
        (Number(math.nan, HOW, form=Format.SHARE), "–"),
        (Number(0.0, HOW, 0.0, 0.000384, Format.SHARE), "0.00 % (0.00 % to 0.04 %)"),
        (Number(1.0, HOW, 0.9999962, 1.0, Format.SHARE), "100.0000 % (99.9996 % to 100.0000 %)"),
        (Number(0.5, HOW, 0.497, 0.503, Format.SHARE), "50.0 % (49.7 % to 50.3 %)"),
        (Number(-0.001, HOW, form=Format.DECIMAL), "0.00"),
    ],
)
def test_a_number_is_read_with_its_interval(number: Number, text: str) -> None:
    assert (f"{number.text} ({number.spread})" if number.spread else number.text) == text


def test_a_table_has_a_number_a_column() -> None:
    with pytest.raises(ValueError, match="wrong, row: 1 numbers"):
        Table("wrong", ("what", "a", "b"), (Row("row", (Number(1, HOW),)),))


def test_random_games_tell_the_size_of_a_tree_of_equal_branches(tmp_path: Path) -> None:
    # On 2×2 every game of TAIJI has 8 first placements and 2 second ones: 16 games, and 1 + 8 +
    # 16/2! positions.
    file = random_games(create("taiji", size=2, groups=1), tmp_path, 64, moves=True)
    assert game_logs(file) == pytest.approx(np.full(64, math.log10(16)))
    assert position_logs(file) == pytest.approx(np.full(64, math.log10(17)))
    found = tree_size(position_logs(file))
    size = math.log10(17)
    assert found is not None
    assert (found.size, found.low, found.high, found.effective) == pytest.approx(
        (size, size, size, 64)
    )
    assert size > found.surely == pytest.approx(size - math.log10(20) / 32)


def test_a_tree_size_is_the_mean_of_the_weights() -> None:
    logs = np.log10(np.tile([1.0, 3.0], 32))
    found = tree_size(logs)
    assert found is not None
    assert (found.size, found.effective) == pytest.approx((math.log10(2), 128**2 / (32 * 10)))


def test_fewer_than_two_games_per_batch_do_not_give_a_tree_size() -> None:
    assert tree_size(np.zeros(63)) is None
    assert tree_size(np.zeros(0)) is None
    assert tree_size(np.zeros(64)) is not None


def games_of(position: Position) -> int:
    if position.is_over:
        return 1
    return sum(
        games_of(position.place(move.index)) for move in position.rules.table.of(position.legal)
    )


SMALLEST = [
    create("taiji", size=2, groups=1),
    create("taiji", size=3, groups=1),
    create("battle-of-lits", size=4),
    create("tailits", size=3),
    create("wythe", size=2),
    create("tailits+taiji", size=3, groups=1, colouring="fixed"),
    create("taiji+battle-of-lits", size=2, groups=1),
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", SMALLEST, ids=lambda rules: f"{rules.name}-{rules.board.columns}")
def test_no_game_exceeds_its_upper_bounds(rules: Rules, tmp_path: Path) -> None:
    most = upper_bounds(rules)
    positions = sum(perft(rules, most.length).counts)
    assert math.log10(positions) <= most.positions + 1e-9
    assert math.log10(games_of(rules.start())) <= most.games + 1e-9
    file = random_games(rules, tmp_path, 256)
    assert int(file.scan().collect()["length"].to_numpy().max()) <= most.length


@pytest.mark.slow
@pytest.mark.parametrize("rules", SMALLEST, ids=lambda rules: f"{rules.name}-{rules.board.columns}")
def test_random_games_stand_for_all_positions_on_average(rules: Rules) -> None:
    # The mean over all games, each with its probability in random play: exact, because no game is
    # drawn at random.
    def mean(position: Position, played: list[Placement], branching: list[int]) -> float:
        if not (moves := list(rules.table.of(position.legal))):
            return 10 ** log_of_positions(lasts(rules, played), branching)
        following = ((position.place(move.index), move) for move in moves)
        return sum(
            mean(after, [*played, move], [*branching, len(moves)]) for after, move in following
        ) / len(moves)

    every = sum(perft(rules, upper_bounds(rules).length).counts)
    assert mean(rules.start(), [], []) == pytest.approx(every)


def test_the_pieces_that_can_have_come_last() -> None:
    rules = create("battle-of-lits", size=7)
    # A row of three: the middle one came before one of the others.
    row = [
        parse_move(text, rules.start())
        for text in ("I[a1,b1,c1,d1]", "L[d2,e2,f2,f3]", "I[g3,g4,g5,g6]")
    ]
    placed = [each for each in row if isinstance(each, Placement)]
    assert list(lasts(rules, placed)) == [1, 2, 2]
    tailits = create("tailits", size=5)
    centre = next(each for each in tailits.table if each.mask >> 12 & 1)
    after = tailits.start().place(centre.index)
    second = next(iter(tailits.table.of(after.legal)))
    assert list(lasts(tailits, [centre, second])) == [1, 1]


def test_upper_bounds_by_hand() -> None:
    # Each square of 2×2 is covered by 4 of 8 taijitus: 8 first ones, then at most 2·4/2; sets: 1 +
    # 8 + 8·4/2.
    found = upper_bounds(create("taiji", size=2, groups=1))
    assert (found.length, found.games, found.positions) == pytest.approx(
        (2, math.log10(32), math.log10(25))
    )


def opening(index: int, count: int, wins: int, games: int) -> openings.OpeningClass:
    return openings.OpeningClass(
        create("wythe", size=3).table[index], count, Share("black", wins, games)
    )


def test_the_luck_of_few_games_is_taken_out_of_how_uneven_openings_look() -> None:
    # 3 of 4: (¼)² - ¾·¼/3 = 0. 4 of 4: (½)² - 0 = ¼.
    lucky = opening(0, 1, 3, 4)
    sure = opening(1, 1, 4, 4)
    several = ([lucky], [sure], [lucky, sure], [lucky, replace(sure, count=3)])
    found = [openings.distance_from_even(each).share for each in several]
    assert found == pytest.approx([0, 0.5, math.sqrt(0.125), math.sqrt(0.1875)])
    low, high = openings.distance_from_even([opening(0, 1, 600, 1000)]).interval
    assert low < 0.1 < high
    assert math.isnan(openings.distance_from_even([opening(0, 1, 1, 1)]).share)


def test_openings_are_classes_of_symmetry(tmp_path: Path) -> None:
    rules = create("taiji", size=3, groups=1)
    # A domino on 3×3 lies at the rim or from the rim to the centre; its taijitu in two ways.
    classes = list(openings.first_placements(rules))
    assert sorted(count for _, count in classes) == [4, 4, 8, 8]
    file = random_games(rules, tmp_path, 500)
    found = openings.opening_classes(file)
    assert (sum(each.count for each in found), sum(each.wins.total for each in found)) == (24, 500)
    estimates = [each.share for each in openings.shrunk([each.wins for each in found])]
    assert estimates == sorted(estimates, reverse=True)
    plain = create("battle-of-lits", size=4)
    counts = [count for _, count in openings.first_placements(with_board(plain, 1))]
    assert counts == [1] * sum(count for _, count in openings.first_placements(plain))


def test_shares_are_shrunk_to_the_mean_by_their_noise() -> None:
    # Equal shares: no spread beyond noise, so each is the mean.
    assert {
        each.share for each in openings.shrunk([Share("a", 50, 100), Share("a", 500, 1000)])
    } == {0.5}
    # By hand: mean 0.5, noise 0.25 a game, Q = 2·100·0.04/0.25 = 32, scale (200 - 100)/0.25 = 400,
    # variance 31/400.
    high, low = openings.shrunk([Share("a", 70, 100), Share("a", 30, 100)])
    weight = 0.0775 / (0.0775 + 0.0025)
    assert (high.share, low.share) == pytest.approx((0.5 + 0.2 * weight, 0.5 - 0.2 * weight))
    half = 1.959963984540054 * math.sqrt(0.0775 * (1 - weight))
    assert high.interval == pytest.approx((high.share - half, high.share + half))
    # A share of few games is moved further.
    few, many, _ = openings.shrunk(
        [Share("a", 9, 10), Share("a", 9000, 10_000), Share("a", 1000, 10_000)]
    )
    assert 0.5 < few.share < many.share
    assert openings.shrunk([]) == []


def test_squares_are_averaged_over_the_symmetries() -> None:
    rules = create("taiji", size=3, groups=1)
    classes = [
        openings.OpeningClass(placement, count, Share("light", 40 + 10 * number, 100))
        for number, (placement, count) in enumerate(openings.first_placements(rules))
    ]
    shares, games = openings.by_square(classes, rules)
    corners = shares[[0, 2, 6, 8]]
    edges = shares[[1, 3, 5, 7]]
    assert len(set(corners)) == len(set(edges)) == 1
    # Every one of 400 taijitus covers two squares: of four corners, four edges and the centre.
    assert games[0] + games[1] + games[4] == pytest.approx(2 * 400, abs=3)


def test_the_scale_of_openings_is_fixed() -> None:
    board = create("taiji", size=3).board
    for level in (0.49, 0.9):
        ax = openings.plot_openings(
            np.full(9, level), board=board, side="light", counts=np.full(9, 1500)
        )
        assert ax.images[0].get_clim() == (0.3, 0.7)
        assert {text.get_text() for text in ax.texts} == {f"{100 * level:.0f}\n1.5k"}
    ax = openings.plot_openings(np.full(9, 0.5), board=board, side="light")
    assert [text.get_text() for text in ax.texts] == ["50"] * 9


def test_the_spread_over_boards_is_told_apart_from_noise() -> None:
    # Shares 0.4 and 0.6 of 1010 games: variance 0.02, noise 0.24 / 1009.
    found = spread([Share("a", 404, 1010), Share("a", 606, 1010)])
    expected = (0.5, math.sqrt(0.24 / 1009), math.sqrt(0.02 - 0.24 / 1009))
    assert (found.mean, found.within, found.between) == pytest.approx(expected)
    equal = spread([Share("a", 50, 100)] * 4)
    half = 3.182446 * math.sqrt(0.25 / 99 / 4)
    assert equal.between == 0
    assert equal.mean_interval == pytest.approx((0.5 - half, 0.5 + half))


def test_what_happened_on_no_board_is_not_known_to_be_impossible() -> None:
    nothing = spread([Share("a", 0, 100)] * 4)
    assert nothing.mean_interval == wilson_interval(0, 400)


def test_the_spread_of_drawn_boards_is_found_again() -> None:
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(40):
        truth = np.clip(rng.normal(0.5, 0.05, 100), 0, 1)
        found = spread([Share("a", int(wins), 400) for wins in rng.binomial(400, truth)])
        low, high = found.between_interval
        inside += low <= 0.05 <= high
        assert found.within == pytest.approx(0.025, abs=0.001)
    assert inside >= 34


def test_boards_are_pooled() -> None:
    together = pooled([counted([1, 2, 2]), counted([2, 5])])
    assert (together.values.tolist(), together.counts.tolist()) == ([1, 2, 5], [1, 3, 1])


def test_games_on_many_boards_are_records_of_their_boards() -> None:
    boards = board_rules(create("battle-of-lits", size=4), 3, 7)
    assert (len(set(boards)), board_rules(create("battle-of-lits", size=4), 3, 7)) == (3, boards)
    assert boards[0] == with_board(create("battle-of-lits", size=4), 7)
    given = create("battle-of-lits", size=4).with_fresh_board(random.Random(1))
    assert board_rules(given, 3, 7) == (given,)
    players = (RandomPlayer(), RandomPlayer())
    starts = [each.start() for each in boards]
    alone = MatchPool().play(starts, players, 6, seed=2, exchanging=False)
    assert alone.boards == boards * 2
    pairs = MatchPool().play(starts, players, 6, seed=2)
    assert pairs.boards == tuple(each for each in boards for _ in range(2))
    for match in (alone, pairs):
        for number, game in enumerate(match.games):
            end = match.record(number).positions[-1]
            assert end.is_over
            assert (end.rules, abs(end.outcome().margin)) == (match.boards[number], game.margin)


def test_the_verdict_says_how_fair_a_game_is() -> None:
    def share(value: float, low: float, high: float) -> Number:
        return Number(value, HOW, low, high, Format.SHARE)

    assert plus_minus(share(0.521, 0.513, 0.529)) == "52.1 ± 0.8 %"
    # Ten games, none or all of them won: the interval reaches no further than to 0 or 100 %.
    assert plus_minus(quantities.share(Share("x", 0, 10), HOW)) == "0.0 % (0.0 % to 27.8 %)"
    assert plus_minus(quantities.share(Share("x", 10, 10), HOW)) == "100.0 % (72.2 % to 100.0 %)"
    assert fairness(share(0.51, 0.49, 0.53), 2000) == "fair within 3.0 points"
    for middle, who in ((0.60, "first"), (0.40, "second")):
        shown = fairness(share(middle, middle - 0.05, middle + 0.05), 400)
        assert shown == f"the {who} player is ahead by 5.0 to 15.0 points"
    # An interval of ±15 points becomes one of ±5 with nine times as many games.
    assert fairness(share(0.52, 0.37, 0.67), 45) == (
        "too few games for a verdict, the first player is between 13.0 points behind and 17.0 "
        "points ahead; "
        "about 410 games would show it to within 5.0 points"
    )
    assert fairness(share(0.53, 0.49, 0.57), 600).endswith(
        "about 2,400 games would show it to within 2.0 points"
    )
    assert fairness(Number("–", HOW), 0) == "no verdict"


def played_through(rules: Rules) -> Game:
    """A game in which the players exchanged sides, each move the first that is legal."""
    position = rules.start()
    moves = []
    while not position.is_over:
        moves.append(SWAP if position.can_swap else position.choices()[0])
        position = position.play(moves[-1])
    return Game(tuple(moves), 0, 1, 0)


def test_a_report_on_many_boards_says_of_which_game_a_solved_board_is(tmp_path: Path) -> None:
    """One sample board, with the swap of the game; the game shown is counted in placements, as the
    median is.
    """
    every = board_rules(create("battle-of-lits", size=4), 3, 1)
    for number in range(3):
        (tmp_path / str(number)).mkdir()
    runs = tuple(
        random_games(rules, tmp_path / str(number), 50) for number, rules in enumerate(every)
    )
    game = played_through(every[0])
    match = Match(("greedy", "greedy"), (game,) * 10, every[0])
    context = Context(
        every[0], Amounts(100, 512), 1, MatchPool(), runs[0], replace(match, games=()), match, runs
    )
    board = solve_board(every[0], Limit())
    assert board is not None
    assert board.swap_value is not None
    winner = "first" if board.swap_value > 0 else "second"
    (fact,) = (each for each in facts(context, [board]) if each.label.startswith("Perfect play"))
    assert fact.label == "Perfect play on 4×4 (one sample board), with the swap"
    assert fact.number.text.startswith(f"the {winner} player wins")
    (unknown,) = (
        each for each in facts(context, [replace(board, openings=())]) if "Perfect" in each.label
    )
    assert unknown.label == "Perfect play on 4×4 (one sample board), no swap"
    assert unknown.number.text[0] in "XO"
    (claim,) = (
        each.text for each in verdict(context, None, [], [board]) if "; solved" in each.text
    )
    assert f"; solved with a swap on 4×4 (one sample board): the {winner} player wins" in claim
    engine = Match(("MCTS 512", "MCTS 512"), (game,) * 12, every[0], tuple(every) * 4)
    first, *_ = verdict(replace(context, mcts=engine), None, [], [board])
    assert first.text.startswith("First-player win share ")
    assert "MCTS 512, 12 games on 3 boards)" in first.text
    (shown,) = sample_game(context).tables
    rows = {row.label: row.numbers[0].value for row in shown.rows}
    assert rows["placements"] == match.lengths.quantile(0.5) == len(game.moves) - 1
    assert rows["moves, with the swap"] == len(game.moves)


def test_no_games_have_no_interval() -> None:
    nobody = quantities.share(Share("x", 0, 0), simulated(0, "after a swap"))
    assert (nobody.text, nobody.spread, str(nobody.how)) == (
        "–",
        "",
        "simulated: no games, after a swap",
    )
    assert str(simulated(1, "fresh")) == "simulated: 1 game, fresh; 95 % interval"


def test_notable_openings_come_once() -> None:
    best = opening(0, 1, 9, 10)
    even = opening(1, 1, 5, 10)
    worst = opening(2, 1, 0, 10)
    assert openings.notable([best, even, worst], ("black", "white")) == [
        ("black", best),
        ("", even),
        ("white", worst),
    ]
    assert openings.notable([best], ("black", "white")) == [("black", best)]


@pytest.mark.parametrize(
    "rules", [create("wythe", size=3), with_board(create("battle-of-lits", size=4), 3)]
)
def test_a_small_board_has_the_values_that_solving_each_opening_gives(rules: Rules) -> None:
    found = solve_board(rules, Limit())
    assert found is not None
    whole = solve(rules.start(), all_moves=True, swap=False)
    assert found.value == whole.score.value
    assert whole.swap is not None
    assert found.swap_value == whole.swap.value
    values = {each.move: each.score.value for each in whole.moves}
    assert sum(each.count for each in found.openings) == len(values)
    assert all(values[each.placement] == each.value for each in found.openings)
    assert abs(found.most_even.value) == min(abs(each.value) for each in found.openings)


def test_small_boards_are_solved_from_the_smallest_on() -> None:
    found = solve_small_boards(create("taiji", size=4, groups=1), 0, 1_000_000, Deadline())
    # Dark mirrors: the tie.
    assert ([board.name for board in found], found[-1].value) == (
        ["2×2", "3×3", "4×4"],
        -1,
    )
    assert [
        board.name for board in solve_small_boards(Tailits(size=5), 0, 1_000_000, Deadline())
    ] == ["3×3", "5×5"]
    assert solve_board(create("taiji", size=7), Limit(nodes=10)) is None
    part = solve_board(create("taiji", size=4), Limit(nodes=4_000))
    assert part is not None
    assert (part.value, part.openings) == (-1, ())


def test_a_game_on_another_board_keeps_its_options() -> None:
    rules = create("tailits", size=9, colouring="free", flips=False)
    assert resized(rules, 5, 0) == create("tailits", size=5, colouring="free", flips=False)
    assert resized(rules, 4, 0) is None
    battle = resized(with_board(create("battle-of-lits", size=8, supply=(1, 2, 3, 4)), 1), 4, 1)
    assert isinstance(battle, BattleOfLits)
    assert (battle.supply, any(battle.symbol_squares)) == ((1, 2, 3, 4), True)
    assert rules.colourings()["each-once"] == create(
        "tailits", size=9, colouring="each-once", flips=False
    )
    assert resized(create("taiji", size=11), 9, 0) == create("taiji", size=9, groups=1)


def test_the_amounts_of_work_follow_from_the_game_and_two_numbers() -> None:
    assert amounts_for(create("wythe"), QUICK) == Amounts(100, 256)
    assert amounts_for(create("wythe"), FULL) == Amounts(400, 512)
    assert amounts_for(create("wythe", size=3), FULL, playouts=7) == Amounts(400, 7)
    assert amounts_for(create("taiji+battle-of-lits"), QUICK, games=3) == Amounts(3, 128)
    assert amounts_for(create("taiji", size=13), QUICK).games == 20, "the kernel does not play it"
    assert Amounts(1, 4096).levels == (256, 1024, 4096)
    assert (Amounts(1, 300).levels, Amounts(1, 5).levels) == ((75, 300), (5,))
    assert (Amounts(1, 100).doublings, Amounts(1, 31).doublings) == ((25, 50, 100), (31,))
    for wrong in ({"games": 0}, {"games": 1.5}, {"playouts": 0}, {"playouts": True}):
        with pytest.raises(OptionError, match=next(iter(wrong))):
            amounts_for(create("wythe"), QUICK, **wrong)


def test_a_command_tells_the_game_by_its_options_or_by_a_record() -> None:
    def words(rules: Rules, **others: bool) -> str:
        return report_command(rules, Amounts(4, 64), seed=2, **others).removeprefix(
            "litslab report "
        )

    rest = "--games 4 --playouts 64 --seed 2"
    assert words(create("wythe", size=8)) == f"wythe {rest}"
    assert words(create("tailits", size=9, flips=False, supply=(4, 4, 4, 4)), counts=True) == (
        f"tailits --size 9 -O 'supply=[4, 4, 4, 4]' -O flips=false {rest} --counts"
    )
    board = create("battle-of-lits", size=4).with_fresh_board(random.Random(1))
    with using("ja"):
        assert words(board) == f"battle-of-lits --record RECORD {rest} --lang ja"


def test_a_mean_of_one_number_or_of_equal_ones_has_no_interval() -> None:
    samples = ([7], [3] * 100, [1, 2, 2], [1, 2] * 50)
    found = [mean(counted(values), HOW).spread for values in samples]
    assert found == ["", "", "0.23 to 3.10", "1.40 to 1.60"]
    assert mean(counted([]), HOW).text == "–"


@pytest.mark.slow
def test_a_crew_plays_the_same_games_whoever_plays_them() -> None:
    rules = create("wythe", size=3)
    players = (engine(64), GreedyPlayer())
    alone = MatchPool().play(rules.start(), players, 6, seed=2)
    with MatchPool(2) as pool:
        together = pool.play(rules.start(), players, 6, seed=2)
    assert (together, [game.first_player for game in alone.games]) == (alone, [0, 1, 0, 1, 0, 1])


def wythe_match(*winners: int) -> Match:
    """Games between “a” and “b”; the second of them was swapped."""
    rules = Wythe(size=3)
    first, *_ = rules.start().legal_moves()
    games = [
        Game((first,), number % 2, winner, 0 if number else 2)
        for number, winner in enumerate(winners)
    ]
    games[1] = replace(games[1], moves=(first, SWAP))
    return Match(("a", "b"), tuple(games), rules)


def test_the_statistics_of_a_match() -> None:
    match = wythe_match(0, 0, 1, 1)  # a, b, a, b moved first
    assert (match.first_player_wins.count, match.first_mover_wins.count) == (2, 2)
    assert (match.ties.count, match.swaps.count) == (3, 1)
    # In the swapped game the person who moved second won, with the first side's pieces.
    assert (openings.side_wins(match).count, match.margins.mean) == (3, 0.5)
    assert match.lengths.mean == 1


def test_decisiveness_is_that_of_ludii() -> None:
    # The loser once expected 70 % of wins; the winner more than that before the last move alone.
    found = decisiveness([0.5, 0.3, 0.6, 0.7, 0.9])
    assert found.threshold == pytest.approx(0.7)
    assert found.moves == 0.8
    # The winner was never above the loser's best expectation.
    assert decisiveness([0.5, 0.5]).moves == 1
    # Never behind.
    found = decisiveness([0.6, 0.8])
    assert found.threshold == pytest.approx(0.4)
    assert found.moves == 0


def test_the_levels_of_the_skill_ladder() -> None:
    rules = create("taiji", size=3, groups=1)

    def match(wins: int, games: int) -> Match:
        played = [Game((), number % 2, int(number >= wins), 1) for number in range(games)]
        return Match(("MCTS 32", "MCTS 16"), tuple(played), rules)

    even = levels_number([match(500, 1000)])
    assert isinstance(even.value, float)
    assert even.value == pytest.approx(0)
    # Twice 60 % of very many games are two levels.
    two = levels_number([match(60_000, 100_000)] * 2)
    assert two.value == pytest.approx(2, abs=0.001)
    assert two.low is not None
    assert two.high is not None
    assert two.low < 2 < two.high
    # All games won: many levels, and a number nevertheless.
    all_won = levels_number([match(20, 20)])
    assert isinstance(all_won.value, float)
    assert 5 < all_won.value < 20


def test_elo_differences() -> None:
    assert (elo(10 / 11), elo(1 / 11)) == pytest.approx((400, -400))
    assert ladder_row(wythe_match(*[0, 1] * 14)).numbers[1].value == "too few games"
    won = ladder_row(wythe_match(*[0] * 30)).numbers[1]
    assert (won.value, won.high) == ("won all", None)
    lost = ladder_row(wythe_match(*[1] * 30)).numbers[1]
    assert (lost.value, lost.low) == ("lost all", None)
    assert lost.high == pytest.approx(-(won.low or 0))
    assert ladder_row(wythe_match(*[0, 1] * 15)).numbers[1].value == 0


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_deadline_only_stops() -> None:
    clock = Clock()
    pool = MatchPool(deadline=Deadline(5.0, clock))
    rules = create("taiji", size=4, groups=1)
    results = pool.run(abs, [-1, -2, -3])
    assert next(results) == (-1, 1)
    clock.seconds = 5.0
    assert pool.deadline.left == 0.0
    with pytest.raises(TimeUpError):
        next(results)
    with pytest.raises(TimeUpError):
        pool.play(rules.start(), (RandomPlayer(), RandomPlayer()), 2, seed=1)
    with pytest.raises(TimeUpError):
        solve_small_boards(rules, 0, 1_000_000, pool.deadline)
    assert Deadline(clock=clock).left is None


@pytest.mark.parametrize("name", ["tailits+taiji", "taiji+battle-of-lits"])
def test_the_phases_of_a_run_are_those_of_its_games_played_again(name: str, tmp_path: Path) -> None:
    rules = create(name, size=5, groups=1)
    file = random_games(rules, tmp_path, 60, moves=True)
    rows = file.scan().collect()
    games = []
    for moves, winner, margin in rows.select("moves", "winning_player", "margin").iter_rows():
        placed = tuple(rules.table[index] for index in moves)
        games.append(Game(placed, 0, PLAYERS.index(winner), abs(margin)))
    assert phases.of_run(file) == phases.of_match(Match(("random", "random"), tuple(games), rules))
    points = {
        name: int(rows[name].cast(int).to_numpy().sum()) for name in rows.columns if "score" in name
    }
    first = points["first_score_1"] + points["first_score_2"]
    assert phases.of_run(file).first_share == pytest.approx(
        first / (points["score_1"] + points["score_2"])
    )


def test_extreme_games_are_those_that_are_proved() -> None:
    rules = with_board(create("battle-of-lits"), 4)
    longest = extreme(rules, "most")
    assert (longest.lower.value, longest.upper.value, longest.lower.how.kind) == (
        18,
        18,
        Kind.EXACT,
    )
    assert longest.final is not None
    assert (longest.final.rules, longest.final.is_over) == (rules, True)
    for options in ({"supply": (5, 5, 5, 4)}, {"size": 10, "rows": 9}):
        assert known(create("battle-of-lits", **options), "most") is None
    shortest = extreme(create("taiji", size=7, groups=2), "fewest")
    assert shortest.final is not None
    assert shortest.final.placed.bit_count() == shortest.lower.value == 17


@pytest.mark.slow
def test_tailits_lies_within_what_is_known_of_battle_of_lits() -> None:
    rules = create("tailits")
    longest = extreme(rules, "most")
    shortest = extreme(rules, "fewest")
    assert (longest.upper.value, shortest.lower.value) == (23, 8)
    for each, value in ((longest, longest.lower.value), (shortest, shortest.upper.value)):
        assert each.final is not None
        assert (each.final.is_over, each.final.placed.bit_count()) == (True, value)
    assert create("tailits", flips=False).containing_game() is None
    assert extreme(create("tailits+taiji"), "most").final is None


def sample_report() -> Report:
    axes = plot_shares(
        [("random", Number(0.75, HOW, 0.3, 0.95, Format.SHARE))], x="wins", title="Wins & losses"
    )
    rows = (Row("<b>a|b</b>", (Number(0.5, HOW, 0.25, 0.75, Format.SHARE),)),)
    table = Table("A table", ("what", "share"), rows)
    figure = picture("wins", axes, "Wins & losses")
    section = Section("balance", "Balance <1>", ("Text with *stars*.", table, figure))
    return Report(
        "Game 5×5", "size 5", (SummaryFigure("Length", Number(3, HOW)),), (section,), "Made."
    )


def test_every_colour_of_the_page_can_be_read_on_its_backgrounds_in_both_schemes() -> None:
    schemes = re.findall(r":root \{(.*?)\}", to_html(sample_report()), re.DOTALL)
    assert len(schemes) == 2
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#\w{6});", scheme))
        backgrounds = [to_rgb(colours.pop(name)) for name in ("page", "wash")]
        del colours["line"]
        assert len(colours) == 8
        for colour in map(to_rgb, colours.values()):
            assert min(contrast(colour, each) for each in backgrounds) >= READABLE


def test_the_page_escapes_texts_and_holds_its_pictures() -> None:
    page = to_html(sample_report())
    texts = ("<b>a|b</b>", "&lt;b&gt;a|b&lt;/b&gt;", "25.0 % to 75.0 %")
    assert [text in page for text in texts] == [False, True, True]
    (picture,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert ET.fromstring(base64.b64decode(picture)).tag.endswith("svg")
    assert page.count("simulated: 10 games") == 2


def test_the_markdown_has_the_same_numbers() -> None:
    lines = to_markdown(sample_report()).splitlines()
    assert {
        "| &lt;b&gt;a\\|b&lt;/b&gt; | 50.0 % (25.0 % to 75.0 %) | simulated: 10 games |",
        "Text with \\*stars\\*.",
        "![Wins &amp; losses](pictures/wins.svg)",
    } <= {*lines}


def without_engine(rules: Rules, folder: Path, engine_games: int = 0) -> Context:
    """The material of a report in which the engine played few games."""
    game = played_through(rules)
    greedy = Match(("greedy", "greedy"), (game,) * 40, rules)
    best = Match(("MCTS 512", "MCTS 512"), (game,) * engine_games, rules)
    return Context(
        rules, Amounts(100, 512), 1, MatchPool(), random_games(rules, folder, 200), greedy, best
    )


def test_there_is_no_verdict_from_weak_play(tmp_path: Path) -> None:
    context = without_engine(create("wythe", size=6), tmp_path, engine_games=1)
    claim, *others = verdict(context, None, [], [])
    assert not any("fair" in other.text for other in others)
    assert claim.text == (
        "No verdict on fairness: the engine played 1 game, and at least 10 are needed. "
        "Random play does not show how fair a game is."
    )


def test_the_verdict_has_the_mean_lead_with_the_swap_of_the_game(tmp_path: Path) -> None:
    context = without_engine(create("wythe", size=6), tmp_path, engine_games=10)
    lead = verdict(context, None, [], [])[1]
    assert lead.numbers == (quantities.match_level(context.mcts).lead,)
    text = lead.numbers[0].text
    assert lead.text == f"Mean lead of the first player in points, with the swap: {text}."
    fresh = without_engine(create("taiji", size=9), tmp_path, engine_games=10)
    assert verdict(fresh, None, [], [])[1].text.startswith(
        "Mean lead of the first player in points: "
    )
    without = replace(context.mcts, names=("MCTS 512, no swap",) * 2)
    both = verdict(context, None, [], [], without)[1]
    assert both.numbers == (lead.numbers[0], quantities.match_level(without).lead)
    assert both.text == (
        f"Mean lead of the first player in points: {text} with the swap, {text} without it."
    )


@pytest.mark.parametrize(
    ("share", "begins"),
    [
        ((0.6, 0.51, 0.69), "The advantage is beyond chance"),
        ((0.4, 0.31, 0.49), "The advantage is beyond chance"),
        ((0.51, 0.48, 0.54), "In play of this strength any advantage is smaller"),
        ((0.51, 0.40, 0.62), "These games show neither"),
    ],
)
def test_what_follows_depends_on_the_interval(
    share: tuple[float, float, float],
    begins: str,
) -> None:
    value, low, high = share
    assert conclusion(Number(value, HOW, low, high, Format.SHARE)).startswith(begins)


def test_the_engine_without_the_swap_never_swaps_and_opens_with_its_best_placement() -> None:
    rules = create("wythe", size=4)
    player = SwaplessEngine(2_000)
    pool = MatchPool()
    match = pool.play(rules.start(), (player, player), 6, seed=1, exchanging=False)
    assert match.names == ("MCTS 2,000, no swap",) * 2
    assert match.swaps.count == 0
    assert {game.first_player for game in match.games} == {0}
    oracle = make_oracle(rules, Limit(), threads=1, memory=16)
    best = oracle.value(rules.start())
    assert {oracle.value(match.record(number).position(1)) for number in range(6)} == {best}


def test_a_stored_value_comes_first_and_makes_fairness_no_question(tmp_path: Path) -> None:
    context = without_engine(create("wythe", size=5), tmp_path)
    claim, proved, imperfect, _ = verdict(context, None, [], [])
    assert proved.text.startswith("This was proved earlier for this board and these options; ")
    assert imperfect.text.startswith("In imperfect play the first player wins ")
    assert claim.text == (
        "Solved earlier (as stored, not verified here): with perfect play the second player wins "
        "by 1 or by the tie rule; without the swap black wins by 1 or by the tie rule."
    )
    section = small_boards.section(context, ())
    shown = [row.numbers[0] for table in section.tables for row in table.rows]
    assert tuple(shown) == claim.numbers
    assert {number.how.kind for number in shown} == {Kind.STORED}


def test_a_solved_board_is_told_instead_of_a_stored_value(tmp_path: Path) -> None:
    context = without_engine(create("wythe", size=3), tmp_path)
    board = solve_board(context.rules, Limit())
    assert board is not None
    claim, *_ = verdict(context, None, [], [board])
    assert claim.text.startswith("Solved: with perfect play ")
    assert len(small_boards.section(context, (board,)).tables) == 1


def test_one_of_many_boards_has_no_stored_value(tmp_path: Path) -> None:
    every = board_rules(create("battle-of-lits", size=8), 2, 1)
    assert stored_values(every[0])
    context = without_engine(every[0], tmp_path)
    assert small_boards.stored_results(context)
    assert not small_boards.stored_results(replace(context, board_runs=(context.run,) * 2))
