"""Playing a part of a run: the rows do not depend on the machine or on the other parts."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from litslab.analysis.runs.columns import PLAYERS, schema
from litslab.analysis.runs.header import KEY, Occupancy, layer_names, new_header
from litslab.analysis.runs.run import Run, RunError
from litslab.analysis.runs.tally import play_games
from litslab.games.geometry import bits
from litslab.games.move import Move
from litslab.games.notation import move_number
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.jobs.interrupts import interruptible
from litslab.solver.play.kernel_games import games_between

Column = NDArray[Any]

Part = tuple[int, int, int]
"""A part's number, its first game, and its number of games."""

MOST_PARTS = 20_000
"""A run of more parts is refused, because each is a file of its own until the run ends."""

_GAMES_A_PART = {"random": 500, "greedy": 200, "exact": 50, "mcts": 10}
GAMES_A_PART_IN_KERNEL = _GAMES_A_PART | {"random": 50_000, "greedy": 2_000}
"""The games of a part, by the slowest player: some seconds' work."""


Games = dict[str, Column]
"""Columns of some games; the lists of all games are concatenated.

``length``: placements made; ``scores``: two numbers per game, the first side's and the second's;
``winner``: the winning side, 0 or 1; ``swap``: whether it was made; ``opening``: the first
placement, or -1; ``branching``: legal placements at each placement that was made; ``moves``: table
indices, with swaps; ``trace``: two scores after each placement; ``first_length`` and
``first_scores``: length and scores of the first phase of a double game, else empty.
"""

_TYPES: dict[str, type[np.generic]] = {
    "length": np.uint16,
    "scores": np.int16,
    "winner": np.uint8,
    "opening": np.int64,
    "branching": np.uint32,
    "moves": np.uint32,
    "trace": np.int16,
    "first_length": np.uint16,
    "first_scores": np.int16,
}
"""The columns except the swap, which has another name in the kernel."""


def game_seeds(seed: int, first: int, count: int) -> NDArray[np.uint64]:
    """Return the seeds of the games `first`, `first` + 1, … of a run: all different within a run.

    They are the stream of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
    generators", 2014) that begins at a hash of the run's seed, so a game's seed follows from its
    number alone.
    """
    key = int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=8).digest(), "little")
    steps = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    mixed = np.uint64(key) + steps * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))


def parts(run: Run) -> Iterator[Part]:
    """Yield the parts of a run.

    Raises
    ------
    RunError
        If there would be more than `MOST_PARTS`.
    """
    sizes = GAMES_A_PART_IN_KERNEL if run.in_kernel else _GAMES_A_PART
    size = min(sizes[text.partition(":")[0]] for text in run.players)
    if run.games > MOST_PARTS * size:
        raise RunError(
            f"{run.games} games: expected at most {MOST_PARTS * size:,} of "
            f"{' against '.join(run.players)}"
        )
    for number, first in enumerate(range(0, run.games, size)):
        yield number, first, min(size, run.games - first)


def play_part(run: Run, first: int, count: int) -> bytes:
    """Play some games of a run and return them as the bytes of a Parquet file of their own."""
    seeds = game_seeds(run.seed, first, count)
    rows = None
    if run.in_kernel:
        rows = games_between(run.start, run.both, seeds.tolist(), moves=run.moves, trace=run.trace)
    if rows is None:
        games, occupancy = _play_by_the_rules(run, seeds)
    else:
        games = {name: getattr(rows, name) for name in _TYPES}
        games["swap"] = rows.swapped.astype(np.bool_)
        occupancy = rows.occupancy.reshape(2, -1, run.rules.board.size)
    header = new_header(run, occupancy)
    stream = io.BytesIO()
    with interruptible():
        frame(run, seeds, games).write_parquet(stream, metadata={KEY: header.to_json()})
    return stream.getvalue()


def frame(run: Run, seeds: NDArray[np.uint64], games: Games) -> pl.DataFrame:
    """Return the rows of some games."""
    winner = games["winner"].astype(np.uint8)
    swap = games["swap"]
    exchanged = swap & (not run.rules.swap_changes_value)
    first = games["scores"][:, 0]
    second = games["scores"][:, 1]
    columns: dict[str, Any] = {
        "seed": seeds,
        "length": games["length"],
        "score_1": first,
        "score_2": second,
        "margin": first - second,
        "winner": winner + 1,
        "winning_player": np.where(winner ^ exchanged, *reversed(PLAYERS)),
        "margin_a": np.where(exchanged, second - first, first - second),
        "tie_rule": first == second,
        "swap": swap,
        "opening": pl.Series(games["opening"]).replace(-1, None),
    }
    if run.rules.is_double:
        columns["first_length"] = games["first_length"]
        columns["first_score_1"], columns["first_score_2"] = games["first_scores"].T
    if run.trace:
        columns["trace_1"], columns["trace_2"] = (
            _lists(scores, games["length"]) for scores in games["trace"].T
        )
    columns["branching"] = _lists(games["branching"], games["length"])
    if run.moves:
        swaps_made = swap.astype(np.uint16) * np.uint16(not run.start.swapped)
        columns["moves"] = _lists(games["moves"], games["length"] + swaps_made)
    return pl.DataFrame(columns).cast(pl.Schema(schema(run)))


def _lists(values: Column, lengths: Column) -> pl.Series:
    """Split concatenated values into lists, by way of a table with one row per list."""
    width = max(1, int(lengths.max(initial=0)))
    table = np.zeros((len(lengths), width), values.dtype)
    table[np.arange(width) < lengths[:, None]] = values
    padded = pl.DataFrame({"list": table.reshape(-1, width), "length": lengths})
    return padded.select(pl.col("list").arr.to_list().list.head("length")).to_series()


def _play_by_the_rules(run: Run, seeds: NDArray[np.uint64]) -> tuple[Games, Occupancy]:
    """Play games with any players."""
    occupancy = np.zeros((2, len(layer_names(run.rules)), run.rules.board.size), np.uint64)
    types = _TYPES | {"swap": np.bool_}
    columns: dict[str, list[Any]] = {name: [] for name in types}
    for moves, branching, end in play_games(run.start, run.players, seeds.tolist()):
        outcome = end.outcome()
        columns["length"].append(len(branching))
        columns["scores"].append(outcome.scores)
        columns["winner"].append(outcome.winning_side)
        columns["swap"].append(end.swapped)
        placed = [move.index for move in moves if isinstance(move, Placement)]
        columns["opening"].append(placed[0] if placed else -1)
        columns["branching"] += branching
        columns["moves"] += [move_number(move, run.rules) for move in moves]
        if run.trace:
            columns["trace"] += _trace(run.start, moves)
        if run.rules.is_double:
            columns["first_length"].append((end.placed & run.rules.phases[0].table.all).bit_count())
            columns["first_scores"].append(outcome.phases[0].scores)
        for layer, squares in enumerate(end.layers().values()):
            occupancy[outcome.winning_side, layer, list(bits(squares))] += np.uint64(1)
    games = {name: np.array(column, types[name]) for name, column in columns.items()}
    games["trace"] = games["trace"].reshape(-1, 2)
    return games, occupancy


def _trace(start: Position, moves: list[Move]) -> list[tuple[int, int]]:
    """Return the scores of the sides after each placement of a game."""
    position = start
    scores = []
    for move in moves:
        position = position.play_unchecked(move)
        if isinstance(move, Placement):
            scores.append(position.scores())
    return scores
