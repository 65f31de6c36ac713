"""Simulation: every stored game is the rules' own, known means come out, and no division of the
work leaves a trace.
"""

from __future__ import annotations

import io
from collections import Counter
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from litslab.analysis.runs import simulate as simulation
from litslab.analysis.runs.columns import schema
from litslab.analysis.runs.file import RunFile, open_run
from litslab.analysis.runs.header import KEY, layer_names
from litslab.analysis.runs.play import game_seeds, parts, play_part
from litslab.analysis.runs.run import Run, RunError
from litslab.analysis.runs.simulate import parts_folder, play_run
from litslab.analysis.runs.tally import game_seed, tallies
from litslab.analysis.shares import balance
from litslab.games import SWAP, Position, create
from litslab.games.errors import OptionError
from litslab.games.files import WouldOverwriteError
from litslab.games.geometry import bits
from litslab.jobs.folder import FolderError, ResumableFolder
from litslab.jobs.progress import Progress
from tests.games.cases import Case, every_case, symbols
from tests.without_kernel import without_kernel

RANDOM = ("random", "random")


def run_of(
    name: str,
    games: int,
    *,
    players: tuple[str, str] = RANDOM,
    seed: int = 1,
    moves: bool = True,
    trace: bool = False,
    **options: Any,
) -> Run:
    start = create(name, **options).start()
    return Run.of(start, players, games, seed=seed, moves=moves, trace=trace)


def check_against_the_rules(file: RunFile) -> None:
    """Replay every game by its stored moves: each move is legal, and each figure of the row is the
    rules' own.
    """
    run = file.run
    swap = len(run.rules.table)
    for number, row in enumerate(pl.read_parquet(file.path).iter_rows(named=True)):
        position: Position = run.start
        branching = []
        trace = []
        for move in row["moves"]:
            legal = position.legal.bit_count()
            position = position.play(SWAP if move == swap else run.rules.table[move])
            if move != swap:
                branching.append(legal)
                trace.append(position.scores())
        assert position.is_over
        outcome = position.outcome()
        exchanged = position.swapped and not run.rules.swap_changes_value
        placed = [move for move in row["moves"] if move != swap]
        scores = outcome.phases[0].scores if outcome.phases else ()
        expected = {
            "margin": outcome.margin,
            "margin_a": -outcome.margin if exchanged else outcome.margin,
            "winner": outcome.winning_side + 1,
            "tie_rule": outcome.by_tie_rule,
            "swap": position.swapped,
            "winning_player": "B" if (outcome.winning_side == 0) is exchanged else "A",
            "branching": branching,
            "length": len(branching),
            "opening": next(iter(placed), None),
            "seed": int(game_seeds(run.seed, number, 1)[0]),
            **{f"score_{side}": score for side, score in enumerate(outcome.scores, start=1)},
            **{f"first_score_{side}": score for side, score in enumerate(scores, start=1)},
        }
        if run.trace:
            expected["trace_1"] = [first for first, _ in trace]
            expected["trace_2"] = [second for _, second in trace]
        assert {name: row[name] for name in expected} == expected


@pytest.mark.slow
@every_case
@pytest.mark.parametrize("kernel", [True, False])
def test_every_stored_game_is_the_rules_own(
    case: Case,
    kernel: bool,
    tmp_path: Path,
) -> None:
    run = Run.of(case.rules().start(), RANDOM, 4, seed=3, moves=True, trace=True)
    with nullcontext() if kernel else without_kernel():
        assert run.in_kernel is kernel
        file = play_run(run, tmp_path / "run.parquet")
    assert file.header.played_by == ("kernel" if kernel else "rules")
    check_against_the_rules(file)
    assert dict(pl.read_parquet_schema(file.path)) == schema(run)
    assert file.header.layers == layer_names(run.rules)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("battle-of-lits", ("exact:20000", "greedy")),
        ("wythe", ("mcts:60", "exact:500")),
        ("taiji+battle-of-lits", ("random", "mcts:80")),
        ("tailits", ("greedy", "random")),
    ],
)
def test_any_two_players(name: str, players: tuple[str, str], tmp_path: Path) -> None:
    options: dict[str, Any] = {"symbols": symbols(4, 4)} if name == "battle-of-lits" else {}
    size = {"tailits": 3, "wythe": 3, "taiji+battle-of-lits": 2}.get(name, 4)
    run = run_of(name, 8, players=players, size=size, **options)
    file = play_run(run, tmp_path / "run.parquet")
    check_against_the_rules(file)
    again = play_run(run, tmp_path / "again.parquet")
    assert again.path.read_bytes() == file.path.read_bytes()


@pytest.mark.parametrize("name", ["wythe", "taiji+battle-of-lits"])
@pytest.mark.parametrize("players", [("greedy", "greedy"), ("random", "greedy")])
def test_greedy_games_are_the_same_by_the_rules(
    name: str,
    players: tuple[str, str],
    tmp_path: Path,
) -> None:
    run = run_of(name, 10, players=players, size=4, trace=True)
    assert run.in_kernel
    in_kernel = play_run(run, tmp_path / "kernel.parquet")
    check_against_the_rules(in_kernel)
    with without_kernel():
        again = run_of(name, 10, players=players, size=4, trace=True)
        assert not again.in_kernel
        by_the_rules = play_run(again, tmp_path / "rules.parquet")
    assert by_the_rules.to_polars().equals(in_kernel.to_polars())


def test_a_trace_has_both_scores_after_each_placement(tmp_path: Path) -> None:
    run = run_of("battle-of-lits", 20, trace=True, size=5, symbols=symbols(5, 5))
    file = play_run(run, tmp_path / "run.parquet")
    check_against_the_rules(file)
    traces = file.traces().collect()
    games = file.to_polars()
    assert traces.height == games["length"].sum()
    for number, rows in traces.group_by("game", maintain_order=True):
        game = games.row(number[0], named=True)
        assert rows["ply"].to_list() == list(range(1, game["length"] + 1))
        assert rows["score_1"].to_list() == game["trace_1"]
        assert rows["score_2"].to_list() == game["trace_2"]
        assert rows["margin"][-1] == game["margin"]


def test_games_without_a_placement_have_an_empty_trace(tmp_path: Path) -> None:
    start = create("wythe", size=2).start()
    while not start.is_over:
        start = start.play(start.legal_moves()[0])
    file = play_run(Run.of(start, RANDOM, 3, trace=True), tmp_path / "run.parquet")
    assert file.to_polars()["trace_1"].to_list() == [[]] * 3
    assert file.traces().collect().height == 0


def test_a_run_without_a_trace_says_so(tmp_path: Path) -> None:
    file = play_run(run_of("taiji", 3, size=3, groups=1), tmp_path / "run.parquet")
    assert "trace_1" not in file.to_polars().columns
    with pytest.raises(RunError, match="expected a run with trace"):
        file.traces()


def test_players_that_swap_are_told_apart_from_the_sides(tmp_path: Path) -> None:
    rules = create("battle-of-lits", size=5, symbols=("XXXXX", "XXXXX", "OOOOO", "XXXXX", "XXXXX"))
    file = play_run(
        Run.of(rules.start(), ("random", "greedy"), 60, moves=True), tmp_path / "run.parquet"
    )
    check_against_the_rules(file)
    found = balance(file)
    assert found.swaps.share > 0.9
    assert found.sides[0].share > 0.9  # X has four times as many symbols
    assert found.people[1].share > 0.9  # the person who swaps becomes X


def test_games_from_a_given_position(tmp_path: Path) -> None:
    start = create("wythe", size=4).start().place(0).with_swap_made().place(20)
    file = play_run(Run.of(start, RANDOM, 50, moves=True), tmp_path / "run.parquet")
    assert file.run.start == start
    check_against_the_rules(file)
    assert balance(file).swaps.count == 50


# Known means, each with the size of sample that a deviation of five standard errors is measured by.


@lru_cache
def scores(name: str, games: int, **options: Any) -> Any:
    run = run_of(name, games, moves=False, **options)
    assert run.in_kernel
    return pl.read_parquet(play_part(run, 0, games))


def close(found: float, expected: float, deviation: float, samples: int, rounding: float) -> bool:
    """Return whether a mean lies within five standard errors of a published one, which
    was rounded.
    """
    return bool(abs(found - expected) <= 5 * deviation / samples**0.5 + rounding)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "mean", "rounding"),
    [
        ("battle-of-lits", {}, 13.82, 0.005),
        ("battle-of-lits", {"size": 7}, 6.8, 0.05),
        ("taiji", {"size": 7}, 22.1, 0.05),
        ("wythe", {}, 40.6, 0.05),
        ("wythe", {"size": 5}, 15.5, 0.05),
        # Every body has six colourings here; shapes are as likely as without colours.
        ("tailits", {"colouring": "free"}, 16.72, 0.005),
    ],
    ids=str,
)
def test_known_lengths(name: str, options: dict[str, Any], mean: float, rounding: float) -> None:
    games = 20_000
    length = scores(name, games, **options)["length"]
    # The published figure is itself a mean of perhaps as many games.
    assert close(float(length.mean()), mean, 2**0.5 * float(length.std()), games, rounding)


@pytest.mark.slow
def test_known_results_of_taiji_and_wythe() -> None:
    """TAIJI 7×7: light : dark : tie near 41.4 : 41.2 : 17.4 % (of some ten thousand games); Wythe
    0–0 in 0.14 %.
    """
    margin = scores("taiji", 20_000, size=7)["margin"]
    for share, published in (
        ((margin > 0).mean(), 0.414),
        ((margin < 0).mean(), 0.412),
        ((margin == 0).mean(), 0.174),
    ):
        assert close(float(share), published, 0.5, 10_000, 0)
    wythe = scores("wythe", 20_000)
    scoreless = ((wythe["score_1"] == 0) & (wythe["score_2"] == 0)).mean()
    assert close(float(scoreless), 0.0014, 2**0.5 * 0.0374, 20_000, 0.00005)
    assert ((wythe["score_1"] == wythe["score_2"]) == (wythe["score_1"] == 0)).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        Case("taiji", {"size": 3, "groups": 1}),
        Case("battle-of-lits", {"size": 4, "symbols": symbols(4, 4)}),
        Case("tailits", {"size": 3}),
        Case("wythe", {"size": 3}),
        Case("taiji+battle-of-lits", {"size": 2, "groups": 1}),
    ],
    ids=str,
)
def test_the_shares_of_margins_are_those_of_the_whole_tree(case: Case) -> None:
    """On small boards the distribution of random games can be worked out exactly, position by
    position.
    """
    known: dict[Position, dict[int, float]] = {}

    def margins(position: Position) -> dict[int, float]:
        if position in known:
            return known[position]
        found: dict[int, float] = {}
        if position.is_over:
            found[position.outcome().margin] = 1.0
        for index in bits(position.legal):
            for value, share in margins(position.place(index)).items():
                found[value] = found.get(value, 0.0) + share / position.legal.bit_count()
        known[position] = found
        return found

    games = 20_000
    run = Run.of(case.rules().start(), RANDOM, games, seed=9)
    rows = pl.read_parquet(play_part(run, 0, games))
    values = rows["margin"]
    exact = margins(run.start)
    assert set(values.unique().to_list()) <= set(exact)
    for value, share in exact.items():
        assert close(
            float((values == value).to_numpy().mean()),
            share,
            (share * (1 - share)) ** 0.5,
            games,
            1e-9,
        )


def test_seeds_of_a_run_are_all_different_and_follow_from_the_number_alone() -> None:
    seeds = game_seeds(7, 0, 100_000)
    assert len(np.unique(seeds)) == 100_000
    assert game_seeds(7, 60_000, 5).tolist() == seeds[60_000:60_005].tolist()
    for seed in (0, 8, 1 << 62):
        others = game_seeds(seed, 0, 50).tolist()
        assert [game_seed(seed, number) for number in range(50)] == others != seeds[:50].tolist()


RUNS = (
    run_of("taiji", 300, size=5, seed=4),
    run_of("battle-of-lits", 40, players=("greedy", "random"), size=5, symbols=symbols(5, 5)),
)
IN_PARTS = (
    run_of("taiji", 60, players=("mcts:5", "random"), size=5, seed=4),
    run_of("battle-of-lits", 55, players=("greedy", "mcts:5"), size=4, symbols=symbols(4, 4)),
)
"""Runs of several parts, as a search is slow."""


@pytest.mark.slow
@pytest.mark.parametrize("run", IN_PARTS, ids=lambda run: run.rules.name)
def test_a_run_that_was_stopped_goes_on_and_gives_the_same_file(run: Run, tmp_path: Path) -> None:
    whole = play_run(run, tmp_path / "whole.parquet").path.read_bytes()
    path = tmp_path / "run.parquet"
    ends = [first + count for _, first, count in parts(run)]
    told: list[Progress] = []

    def stop_after_two(progress: Progress) -> None:
        told.append(progress)
        if len(told) % 3 == 0:  # the first of three is about what is played already
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            play_run(run, path, progress=stop_after_two)
        assert not path.exists()
    assert play_run(run, path, progress=told.append).path.read_bytes() == whole
    # Nothing is played twice.
    played = [0, *ends[:2], *ends[1:4], *ends[3:]]
    assert told == [Progress(number, run.games) for number in played]
    assert list(tmp_path.glob("*.parts")) == []


@pytest.mark.slow
@pytest.mark.parametrize("run", [*RUNS, *IN_PARTS], ids=lambda run: run.players[0])
def test_the_rows_do_not_depend_on_the_workers_nor_on_the_parts(run: Run, tmp_path: Path) -> None:
    one = play_run(run, tmp_path / "one.parquet", workers=1)
    two = play_run(run, tmp_path / "two.parquet", workers=2)
    assert one.path.read_bytes() == two.path.read_bytes()
    path = tmp_path / "other.parquet"
    path.write_bytes(play_part(run, 0, run.games))
    other = open_run(path)
    assert pl.read_parquet(other.path).equals(pl.read_parquet(one.path))
    assert other.header.occupancy.tolist() == one.header.occupancy.tolist()
    rows = [
        pl.read_parquet(io.BytesIO(play_part(run, first, min(7, run.games - first))))
        for first in range(0, run.games, 7)
    ]
    assert pl.concat(rows).equals(pl.read_parquet(one.path))
    check_against_the_rules(other)


def test_parts_of_another_run_and_files_that_are_there_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    other = simulation.describe(RUNS[0])
    with ResumableFolder(parts_folder(path), other, simulation.ABOUT, "parts") as folder:
        folder.write("00000000.parquet", b"of another run")
    with pytest.raises(
        FolderError, match=r"holds parts of another request: remove it, or choose another"
    ):
        play_run(RUNS[1], path)
    folder.remove()
    play_run(RUNS[0], path)
    with pytest.raises(WouldOverwriteError):
        play_run(RUNS[0], path)
    play_run(RUNS[0], path, force=True)


@pytest.mark.parametrize(
    ("players", "games", "message"),
    [
        (("random", "perfect"), 1, "player 'perfect': expected random, greedy, mcts or exact"),
        (("random:3", "random"), 1, "expected no number behind random"),
        (("random", "random"), 0, "0 games: expected at least 1"),
    ],
)
def test_what_cannot_be_played_is_refused(
    players: tuple[str, str],
    games: int,
    message: str,
) -> None:
    with pytest.raises((OptionError, RunError), match=message):
        run_of("taiji", games, players=players)


def test_files_that_are_no_run_are_refused_in_one_line(tmp_path: Path) -> None:
    good = play_run(run_of("taiji", 500, size=5), tmp_path / "good.parquet").path.read_bytes()
    header = pl.read_parquet_metadata(tmp_path / "good.parquet")[KEY]
    frame = pl.read_parquet(tmp_path / "good.parquet")
    spoilt = {
        "empty": b"",
        "text": b"game = 'taiji'\n",
        "cut": good[: len(good) // 2],
        "headless": good[200:],
    }
    for name, data in spoilt.items():
        (tmp_path / name).write_bytes(data)
    frame.write_parquet(tmp_path / "foreign")
    frame.write_parquet(tmp_path / "json", metadata={KEY: "{"})
    frame.write_parquet(tmp_path / "record", metadata={KEY: header.replace("taiji", "tennis")})
    frame.head(7).write_parquet(tmp_path / "rows", metadata={KEY: header})
    frame.drop("margin").write_parquet(tmp_path / "columns", metadata={KEY: header})
    (tmp_path / "folder").mkdir()
    for name in ({path.name for path in tmp_path.iterdir()} - {"good.parquet"}) | {"no"}:
        with pytest.raises(RunError) as caught:
            open_run(tmp_path / name)
        assert str(tmp_path / name) in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "players", "games"),
    [("wythe", RANDOM, 300), ("wythe", ("greedy", "random"), 12), ("tailits+taiji", RANDOM, 140)],
)
def test_a_tally_counts_the_rows_of_a_run(game: str, players: tuple[str, str], games: int) -> None:
    start = create(game, size=3).start()
    rows = pl.read_parquet(io.BytesIO(play_part(Run.of(start, players, games, seed=5), 0, games)))
    found = list(tallies(start, players, games, seed=5, at_a_time=100))
    tally = found[-1]
    assert len(found) > 1
    assert (tally.games, tally.margins) == (games, Counter(rows["margin"].to_list()))
    assert tally.lengths == Counter(rows["length"].to_list())
    assert tally.wins == Counter(winner - 1 for winner in rows["winner"].to_list())
