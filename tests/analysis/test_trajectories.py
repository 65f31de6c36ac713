"""The course of scores against a walk through every game, and the plots that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes

import litslab as ll
from litslab.analysis.distributions import Distribution
from litslab.analysis.report.play import Match
from litslab.analysis.report.sections.course import course_of
from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.run import RunError
from litslab.analysis.trajectories import Trajectories, trajectories, trajectories_of
from litslab.analysis.trajectory_plots import told_leader_wins
from litslab.games.notation import numbered_move
from litslab.solver.play.match import Game

GAMES = [("wythe", {"size": 4}), ("taiji", {"size": 4}), ("taiji+battle-of-lits", {"size": 5})]
PLOTS: list[Callable[..., Axes]] = [
    ll.plot.trajectory,
    ll.plot.leader_wins,
    ll.plot.lead_changes,
    ll.plot.comebacks,
]


@pytest.fixture(scope="module", params=GAMES, ids=[name for name, _ in GAMES])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunFile:
    """A run with a trace."""
    name, options = request.param
    path = tmp_path_factory.mktemp(name) / "run.parquet"
    return ll.simulate(ll.new_game(name, **options), path, games=60, seed=3, trace=True)


def counts_of(found: Distribution) -> dict[int, int]:
    return dict(zip(found.values.tolist(), found.counts.tolist(), strict=True))


def walked(run: RunFile) -> tuple[list[list[int]], list[int]]:
    """Return the first side's margins of each game, and who won: 1 or −1."""
    rows = run.to_polars().select("trace_1", "trace_2", "winner").rows()
    margins = [[a - b for a, b in zip(first, second, strict=True)] for first, second, _ in rows]
    return margins, [1 if winner == 1 else -1 for *_, winner in rows]


def changes_of(margins: Sequence[int]) -> list[int]:
    """Return the placements, from 1, with which the lead changes."""
    leaders = [(ply, margin > 0) for ply, margin in enumerate(margins, 1) if margin]
    return [ply for (_, before), (ply, now) in pairwise(leaders) if before != now]


def check(run: RunFile, found: Trajectories) -> None:
    games, winners = walked(run)
    longest = max(map(len, games))
    assert len(found.margins) == len(found.leader_wins) == longest
    for ply in range(longest):
        now = [margins[min(ply, len(margins) - 1)] for margins in games]
        assert counts_of(found.margins[ply]) == Counter(now)
        led = [margin * winner > 0 for margin, winner in zip(now, winners, strict=True) if margin]
        assert (found.leader_wins[ply].count, found.leader_wins[ply].total) == (sum(led), len(led))
    changes = [changes_of(margins) for margins in games]
    assert counts_of(found.lead_changes) == Counter(map(len, changes))
    assert counts_of(found.last_changes) == Counter(each[-1] for each in changes if each)
    deficits = [
        max(0, *(-margin * winner for margin in margins))
        for margins, winner in zip(games, winners, strict=True)
    ]
    assert counts_of(found.deficits) == Counter(deficits)
    assert found.comebacks.count == sum(deficit > 0 for deficit in deficits)


@pytest.mark.parametrize("batch", [None, 1, 7])
def test_trajectories_are_those_of_every_game(run: RunFile, batch: int | None) -> None:
    check(run, trajectories(run, batch=batch))


def test_trajectories_of_single_games_are_those_of_their_run(run: RunFile) -> None:
    check(run, trajectories_of(list(zip(*walked(run), strict=True))))


def test_the_games_of_a_match_go_as_the_run_of_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    start = ll.new_game("battle-of-lits", size=6)
    players = ("greedy", "greedy")  # they swap
    run = ll.simulate(start, path, 40, players=players, moves=True, trace=True, workers=1)
    rows = run.to_polars()
    games = [
        Game(
            tuple(numbered_move(number, run.rules) for number in moves),
            0,
            int(player == "B"),
            abs(margin),
        )
        for moves, player, margin in rows.select("moves", "winning_player", "margin").rows()
    ]
    found = course_of(Match(players, tuple(games), run.rules))
    assert found is not None
    assert rows["swap"].any()
    check(run, found)


@pytest.mark.parametrize("draw", PLOTS, ids=[draw.__name__ for draw in PLOTS])
def test_plots_name_the_run_and_tell_their_number(
    run: RunFile,
    draw: Callable[..., Axes],
) -> None:
    axes = draw(run)
    assert axes.get_title(loc="left").replace("\n", " ").endswith("?")
    assert axes.get_xlabel().count("\n") >= 1
    assert any(letter.isdigit() for letter in axes.get_xlabel())


def test_drawn_shares_are_those_of_the_leaders(run: RunFile) -> None:
    found = trajectories(run).leader_wins
    lines = ll.plot.leader_wins(run).get_lines()
    shares = [each.share for each in found if each.total]
    assert np.asarray(lines[0].get_ydata()) == pytest.approx(shares)
    assert np.asarray(lines[1].get_ydata()) == pytest.approx(
        [1 - each.total / 60 for each in found]
    )


@pytest.mark.parametrize(
    ("games", "told"),
    [
        ([([0, 0], 1), ([0, 0], -1)], "Nobody leads in any of the games."),
        ([([0, 1, 2], 1)], "From placement 2 of 3 on, the leader wins at least 90 % of the games."),
        (
            [([1, -1, 2], 1), ([2, 1, 1], 1)],
            "From placement 3 of 3 on, the leader wins at least 90 % of the games.",
        ),
    ],
)
def test_a_lead_is_safe_from_a_placement_on_at_which_somebody_leads(
    games: list[tuple[list[int], int]],
    told: str,
) -> None:
    assert told_leader_wins(trajectories_of(games)) == told


def test_drawn_margins_are_the_means_and_medians(run: RunFile) -> None:
    found = trajectories(run).margins
    median, mean = ll.plot.trajectory(run).get_lines()[:2]
    assert np.asarray(median.get_ydata()).tolist() == [each.quantile(0.5) for each in found]
    assert np.asarray(mean.get_ydata()) == pytest.approx([each.mean for each in found])


def test_a_run_without_a_trace_says_how_to_get_one(tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    run = ll.simulate(ll.new_game("taiji", size=3, groups=1), path, games=3, seed=1)
    with pytest.raises(RunError, match=r"--trace \(in Python trace=True\)"):
        trajectories(run)
    with pytest.raises(RunError, match="--trace"):
        ll.plot.comebacks(path)


def test_a_run_of_finished_games_has_no_trajectory(tmp_path: Path) -> None:
    position = ll.new_game("taiji", size=2, groups=1)
    while not position.is_over:
        position = position.play(position.legal_moves()[0])
    run = ll.simulate(position, tmp_path / "run.parquet", games=3, trace=True)
    with pytest.raises(RunError, match="expected a run with games in which a piece was placed"):
        trajectories(run)
