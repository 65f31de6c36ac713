"""Write ``docs/results/battle-of-lits-openings.md``: the exact value of every opening of whole boards.

``python docs/make_openings.py`` writes the page and its plots from what is stored beside it. ``--solve`` solves the
boards of `SAMPLES` that are not stored yet, and ``--size 9 --seeds 2 3`` those with these seeds; each is stored as soon
as it is solved. Given the files of finished campaigns about all openings of a board, it stores what they have proved.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from make_boards import CAMPAIGNS, MEMORY, Board, seed_of, signed
from make_boards import load as load_boards
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MultipleLocator

import litslab as ll
from litslab.analysis.distributions import Share, Z
from litslab.analysis.plots import finish, new_axes, save_figure
from litslab.games.drawing.palette import PALETTE
from litslab.games.files import write_new
from litslab.games.notation import format_move
from litslab.games.pieces import Shape
from litslab.games.position import Position
from litslab.solver.campaign.book import book_lines, draw_opening_values
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.knowledge import Knowledge
from litslab.solver.campaign.targets import OpeningsTarget

GAME = "battle-of-lits"
PAGE = Path(__file__).parent / "results" / "battle-of-lits-openings.md"
STORE = PAGE.with_suffix(".jsonl")
PICTURES = Path(__file__).parent / "pictures" / "battle-of-lits-openings"

SAMPLES = {5: 100, 6: 100, 7: 100, 8: 20}
"""How many boards of each size ``--solve`` solves: those with the seeds from 1 on."""

LARGEST_QUICK = 8
"""The largest boards whose openings are solved with a small table, which takes less time to make."""

QUICK_MEMORY = 1 << 28

TEXT = """# Battle of LITS: what openings are worth

The exact value of **every first placement** on {boards} boards, as if nobody could swap: the boards of
`litslab new battle-of-lits --size SIZE --seed SEED` with the seeds from 1 on. On them a half turn exchanges X and O, of
which there are 30 per 100 squares each. X starts, and values are seen from X: twice the margin, plus or minus one for
the tie rule. Two units of the value are about one point.

`python docs/make_openings.py --solve` solves the boards by exact search, one table for all openings of a board, and
`python docs/make_openings.py` writes this page from what is stored. `litslab solve board.toml --all-moves` prints the
values of one board. All intervals, those of the plots too, are 95 % intervals over boards: those of each size are a
random sample. Sizes of fewer than {few_boards} boards have none, and are not in the plots.

| Size | Boards | Openings | Even openings | Least and most | Won by X | Mean value | Nodes | CPU s |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{sizes}

An opening is *even* if its value is 1 or −1. "Nodes" and "CPU s" are medians of a whole board; seconds are processor
time on a machine with other work.

## What the first move is worth

Without the swap, X wins {won} of the {valued} boards{least}. The value of a board is that of its best opening; of
{alone} of these boards, [nothing else is known](boards.md). The one of 10×10 was chosen because it takes little work to
solve with the swap, so it need not be like others.

| Size | Value, mean | {values} |
| --- | --- |{rule}
{by_value}

As a half turn exchanges the symbols, the value would be the opposite if O started. So, compared with an even game, the
first move is worth the value of the board: on {largest}×{largest} {largest_value}, some {points:.1f} points. But only
{few} of the openings there win for X, and the mean value of all openings is {mean}: most of them give away more than
the first move is worth.

![How often boards have each value without the swap](../pictures/battle-of-lits-openings/boards.svg)

## What the swap is worth

With the swap, the second player takes the side that the opening favours. The first player's best is an opening as close
to even as possible, and {settled} of the {boards} boards have an even one: their value with the swap is −1. So the swap
is worth the value without it plus 1 to the second player: {swap_points} points, depending on the board, and
{swap_mean} points on {largest}×{largest} on average. The table and the plot above show how it spreads over boards: a
value of 3 makes 2 points, 5 makes 3, and 7 makes 4.

If the first player opens at random, the second player, who takes the better side, has {distance} on average on
{largest}×{largest}, that is some {distance_points:.1f} points; after an even opening it is 1.

## Which openings are even

![How often openings have each value](../pictures/battle-of-lits-openings/openings.svg)

What an opening gains at once (the O that it covers minus the X) says much about its value, but not all. On
{largest}×{largest}:

| Gain | Openings | Mean value | Even | Won by X | Best openings |
| --- | --- | --- | --- | --- | --- |
{by_gain}

"Best openings" counts those that have the value of their board. Even openings are most frequent among those that gain
{likely}:

![How often openings are even, by what they gain at once](../pictures/battle-of-lits-openings/gains.svg)

The mean value of the openings that cover a square:

{heat_maps}

## The largest boards

| Board | Value | Best opening | Best | Even | Won by X | Mean value | Nodes | CPU s |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{large}

"Best opening" is the first in the order of `litslab moves`, and "Best" how many are as good; of {openings}.
{campaigns}
## The values

[`docs/results/battle-of-lits-openings.jsonl`](battle-of-lits-openings.jsonl) has one line per board: `size` and `seed`,
the `values` after all openings in the order of `litslab moves`, and what they cost.

`polars.read_ndjson` reads it as a table.

The reference engine finds the same values on boards of 5×5, and the even openings by which
[whole boards](boards.md) of 8×8 and 9×9 were solved are even here, too (`tests/docs/test_openings.py`).
"""

BY_CAMPAIGN = """
Solved by [campaigns](../how-to/campaign.md): {boards}. `litslab campaign verify` replays by the rules that each of the
values follows from the searches in these files, and repeats some of these. To solve such a board again:

1. `litslab new battle-of-lits --size 9 --seed 1 -o board.toml`
2. `litslab campaign new board.toml --target openings -o campaign.db`
3. `litslab campaign run campaign.db --workers 1`, which can be stopped and resumed
4. `python docs/make_openings.py campaign.db` adds the board to this page.
"""


@dataclass(frozen=True)
class Openings:
    """The values of all openings of a board.

    Attributes
    ----------
    size, seed : int
        The board is that of ``litslab new battle-of-lits`` with these.
    nodes : int
        Positions visited.
    seconds : float
        Processor time.
    version : str
        Of litslab.
    values : tuple of int
        The value after each opening as if nobody could swap, seen from X; in the order of ``litslab moves``.
    """

    size: int
    seed: int
    nodes: int
    seconds: float
    version: str
    values: tuple[int, ...]

    @cached_property
    def start(self) -> Position:
        """The position before the first move."""
        return _board(self.size, self.seed).start()

    @property
    def title(self) -> str:
        """What the board is called in tables."""
        return _board(self.size, self.seed).title

    @property
    def export(self) -> Path:
        """Where the exported campaign about its openings is, if there is one."""
        return CAMPAIGNS / f"{GAME}-{self.size}-seed-{self.seed}-openings.db"

    @property
    def value(self) -> int:
        """The value of the board without the swap: X chooses the best opening."""
        return max(self.values)

    @property
    def value_with_swap(self) -> int:
        """The value of the board with the swap, to the first player: an opening closest to even is the best one."""
        return -min(abs(value) for value in self.values)

    @property
    def even(self) -> int:
        """How many openings are even: worth 1 or −1."""
        return sum(abs(value) == 1 for value in self.values)

    @property
    def won(self) -> int:
        """How many openings X wins with."""
        return sum(value > 0 for value in self.values)

    @property
    def mean(self) -> float:
        """The mean value of the openings."""
        return statistics.fmean(self.values)

    @property
    def mean_distance(self) -> float:
        """The mean distance of the openings from even, which is what the side that they favour wins by."""
        return statistics.fmean(abs(value) for value in self.values)

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """What each opening gains at once: the O that it covers minus the X."""
        symbols = _symbols(self.start)
        return tuple(sum(symbols[square] for square in squares) for squares in _squares(self.size))

    def gaining(self, gain: int) -> list[int]:
        """Return the values of the openings with this gain."""
        return [value for value, gained in zip(self.values, self.gains, strict=True) if gained == gain]


def _board(size: int, seed: int) -> Board:
    return Board(GAME, {"size": size}, seed)


def _symbols(start: Position) -> list[int]:
    """Return 1 for each square with an O, −1 for each with an X and 0 for the others."""
    view = start.view()
    squares = range(start.rules.board.columns * start.rules.board.rows)
    return [(view.rings >> square & 1) - (view.crosses >> square & 1) for square in squares]


@lru_cache
def _squares(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the squares of each opening."""
    choices = Board(GAME, {"size": size}, 1).start().choices()
    return tuple(tuple(choice.squares) for choice in choices)


FEWEST = 5
"""Of how many boards on a mean has an interval, and a size is plotted."""


@dataclass(frozen=True)
class RatioEstimate:
    """A ratio of sums over boards, each of which is a sample of one; a mean where every board counts 1 below.

    Attributes
    ----------
    mean : float
        The ratio.
    half_width : float or None
        Half of its 95 % interval over boards: linearised, with a quantile of the t distribution. None if there are
        fewer than `FEWEST` boards.
    """

    mean: float
    half_width: float | None

    @classmethod
    def of(cls, above: Sequence[float], below: Sequence[float] | None = None) -> RatioEstimate:
        """Return the estimate from what each board counts above and below."""
        below = below or [1.0] * len(above)
        boards, total = len(above), sum(below)
        mean = sum(above) / total
        if boards < FEWEST:
            return cls(mean, None)
        squares = sum((high - mean * low) ** 2 for high, low in zip(above, below, strict=True))
        return cls(mean, _t_quantile(boards - 1) * math.sqrt(squares * boards / (boards - 1)) / total)

    def text(self, digits: int = 2) -> str:
        """Return it with its interval."""
        if self.half_width is None:
            return _minus(f"{self.mean:.{digits}f}")
        low, high = self.mean - self.half_width, self.mean + self.half_width
        return _minus(f"{self.mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})")

    def percent(self) -> str:
        """Return it with its interval, as a share."""
        if self.half_width is None:
            return f"{100 * self.mean:.1f} %"
        low, high = self.mean - self.half_width, self.mean + self.half_width
        return f"{100 * self.mean:.1f} % ({100 * max(0.0, low):.1f} to {100 * min(1.0, high):.1f})"


def _t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of the t distribution, by the expansion 26.7.5 of Abramowitz and Stegun."""
    first, second = (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def _minus(text: str) -> str:
    return text.replace("-", "−")


def solve(size: int, seed: int) -> Openings:
    """Find the value of every opening of a board."""
    started = time.process_time()
    position = _board(size, seed).start()
    found = ll.solve(position, memory=QUICK_MEMORY if size <= LARGEST_QUICK else MEMORY, all_moves=True)
    values = tuple(each.score.lower for each in found.moves if each.score.is_exact)
    assert len(values) == len(position.choices())
    return Openings(size, seed, found.info.nodes, round(time.process_time() - started, 1), ll.__version__, values)


def load() -> list[Openings]:
    """Return the boards that are stored."""
    lines = STORE.read_text(encoding="utf-8").splitlines() if STORE.exists() else []
    return [Openings(**{**each, "values": tuple(each["values"])}) for each in map(json.loads, lines)]


def save(found: Iterable[Openings]) -> None:
    """Store boards, one per line, in the order of sizes and seeds."""
    ordered = sorted(found, key=lambda each: (each.size, each.seed))
    lines = [json.dumps(asdict(each), separators=(",", ":")) + "\n" for each in ordered]
    write_new(STORE, "".join(lines), force=True)


def proved(campaign: Campaign) -> Openings:
    """Return what a campaign has proved of a board.

    Raises
    ------
    ValueError
        If it is not a finished one about all openings of a board with one of `make_boards.SEEDS`.
    """
    seed = seed_of(campaign)
    values = [each.score.value for each in book_lines(campaign)]
    if seed is None or None in values:
        expected = "expected a finished campaign about all openings of a board of Battle of LITS"
        raise ValueError(f"{campaign.store.path}: {expected}")
    size, cost = campaign.position.rules.board.columns, campaign.store.cost()
    exact = tuple(value for value in values if value is not None)
    return Openings(size, seed, cost.nodes, round(cost.seconds, 1), ll.__version__, exact)


def take_in(path: Path) -> str:
    """Store what a campaign has proved, and its export, unless it is stored already; return what was done."""
    stored = load()
    with Campaign(path) as campaign:
        found = proved(campaign)
        if (found.size, found.seed) in {(each.size, each.seed) for each in stored}:
            return f"{found.title} is stored"
        CAMPAIGNS.mkdir(exist_ok=True)
        campaign.store.copy(found.export, force=True)
    save([*stored, found])
    return f"{found.title}: {found.value:+d}, {found.nodes:,} nodes"


Groups = dict[int, list[Openings]]
"""Boards by size."""


def by_size(found: Iterable[Openings]) -> Groups:
    """Return the boards of each size."""
    groups: Groups = {}
    for each in found:
        groups.setdefault(each.size, []).append(each)
    return groups


def board_values(found: Iterable[Openings]) -> dict[int, list[int]]:
    """Return the values of boards without the swap, by size: of all openings, and of those with nothing else known."""
    values = {(each.size, each.seed): each.value for each in found}
    for board in load_boards():
        if board.game == GAME and not board.swap:
            values.setdefault((board.options["size"], board.seed or 0), board.value)
    sizes = sorted({size for size, _ in values})
    return {size: [value for (at, _), value in values.items() if at == size] for size in sizes}


# --- the page ---


def page(found: Sequence[Openings]) -> str:
    """Return the page."""
    groups = by_size(found)
    of_boards = board_values(found)
    values = sorted({value for each in of_boards.values() for value in each})
    valued = sum(len(each) for each in of_boards.values())
    largest = max(size for size, boards in groups.items() if len(boards) >= MANY)
    sample = groups[largest]
    won = sum(value > 0 for each in of_boards.values() for value in each)
    least = min(values)
    points = [(value + 1) // 2 for value in values]
    distance = RatioEstimate.of([each.mean_distance for each in sample])
    large = [each for each in found if each.size >= LARGE]
    openings = [f"{len(groups[size][0].values):,} on {size}×{size}" for size in groups if size >= LARGE]
    return TEXT.format(
        boards=len(found), sizes="\n".join(_size_row(*each) for each in groups.items()),
        won="all" if won == valued else f"{won}", valued=valued, alone=valued - len(found),
        least=f", with a value of {least} at least" if least > 0 else "",
        values=" | ".join(signed(value) for value in values), rule=" --- |" * len(values),
        by_value="\n".join(_value_row(size, each, values) for size, each in of_boards.items()),
        largest=largest, largest_value=RatioEstimate.of([each.value for each in sample]).text(),
        points=statistics.fmean(each.value for each in sample) / 2, few=_share(sample, lambda each: each.won).percent(),
        mean=RatioEstimate.of([each.mean for each in sample]).text(),
        settled="all" if all(each.value_with_swap == -1 for each in found)
        else f"{sum(each.value_with_swap == -1 for each in found)}",
        swap_points=f"{min(points)} to {max(points)}", distance=distance.text(), distance_points=distance.mean / 2,
        by_gain="\n".join(_gain_rows(sample)),
        likely=signed(max(range(-4, 5), key=lambda gain: _even_by_gain(sample, gain).mean)),
        swap_mean=RatioEstimate.of([(each.value + 1) / 2 for each in sample]).text(), few_boards=FEWEST,
        large="\n".join(_board_row(each) for each in large), openings=" and ".join(openings),
        campaigns=_campaigns(large), heat_maps="\n\n".join(_heat_map(each) for each in shown(groups)),
    )  # fmt: skip


MANY = 50
"""How many boards a size needs for the text to speak of its means."""

LARGE = 8
"""The size from which on boards are listed one by one."""


def shown(groups: Groups) -> list[Openings]:
    """Return the boards whose openings are drawn: the first of each of the largest sizes."""
    return [boards[0] for size, boards in groups.items() if size >= LARGE]


def _heat_map(board: Openings) -> str:
    text = f"The board of {board.title}, with the mean values on its squares"
    return f"![{text}](../pictures/{PICTURES.name}/{_picture_name(board)})"


def _picture_name(board: Openings) -> str:
    return f"board-{board.size}.svg"


def _campaigns(boards: Iterable[Openings]) -> str:
    """Return what is said of the boards that were solved by campaigns."""
    exported = [each for each in boards if each.export.exists()]
    links = [f"[{each.title}](campaigns/{each.export.name})" for each in exported]
    return BY_CAMPAIGN.format(boards=" and ".join(links)) if links else ""


def _share(boards: Sequence[Openings], count: Callable[[Openings], int]) -> RatioEstimate:
    """Return which share of the openings is counted."""
    return RatioEstimate.of([count(each) for each in boards], [len(each.values) for each in boards])


def _size_row(size: int, boards: list[Openings]) -> str:
    shares = [100 * each.even / len(each.values) for each in boards]
    even, won = _share(boards, lambda each: each.even), _share(boards, lambda each: each.won)
    return (
        f"| {size}×{size} | {len(boards)} | {len(boards[0].values)} | {even.percent()} "
        f"| {min(shares):.0f} to {max(shares):.0f} % | {won.percent()} "
        f"| {RatioEstimate.of([each.mean for each in boards]).text()} "
        f"| {statistics.median(x.nodes for x in boards):,.0f} "
        f"| {statistics.median(x.seconds for x in boards):,.1f} |"
    )


def _value_row(size: int, of_boards: list[int], values: list[int]) -> str:
    counts = Counter(of_boards)
    cells = " | ".join(str(counts[value]) for value in values)
    return f"| {size}×{size} | {RatioEstimate.of(of_boards).text()} | {cells} |"


def _gain_rows(boards: list[Openings]) -> Iterator[str]:
    for gain in sorted({gain for each in boards for gain in each.gains}):
        chosen = [each.gaining(gain) for each in boards]
        counts = [len(values) for values in chosen]
        even = _even_by_gain(boards, gain)
        won = RatioEstimate.of([sum(value > 0 for value in values) for values in chosen], counts)
        best = sum(values.count(each.value) for each, values in zip(boards, chosen, strict=True))
        yield (
            f"| {signed(gain)} | {sum(counts):,} "
            f"| {RatioEstimate.of([sum(values) for values in chosen], counts).text()} "
            f"| {even.percent()} | {won.percent()} | {best} |"
        )


def _even_by_gain(boards: Sequence[Openings], gain: int) -> RatioEstimate:
    """Return which share of the openings with this gain is even."""
    chosen = [each.gaining(gain) for each in boards]
    return RatioEstimate.of([sum(abs(value) == 1 for value in values) for values in chosen], [len(x) for x in chosen])


def _board_row(board: Openings) -> str:
    best = format_move(board.start.choices()[board.values.index(board.value)], board.start.rules)
    return (
        f"| {board.title} | {signed(board.value)} | `{best}` | {board.values.count(board.value)} | {board.even} | "
        f"{board.won} | {_minus(f'{board.mean:.2f}')} | {board.nodes:,} | {board.seconds:,.1f} |"
    )


# --- the pictures ---

_SHAPES = [PALETTE.shapes[shape] for shape in (Shape.I, Shape.L, Shape.T, Shape.S, Shape.DOMINO)]


def plot_boards(of_boards: dict[int, list[int]]) -> Axes:
    """Plot how often the boards of each size have each value without the swap, with Wilson intervals."""
    axes = new_axes(6.4, 3.6)
    width = 1.6 / len(of_boards)
    for number, (size, boards) in enumerate(of_boards.items()):
        counts = Counter(boards)
        colours = _SHAPES[number % len(_SHAPES)]
        label = f"{size}×{size}: {len(boards)} boards"
        for value, count in sorted(counts.items()):
            share = Share(label, count, len(boards))
            low, high = share.interval
            place = value + (number - (len(of_boards) - 1) / 2) * width
            axes.bar(place, share.share, width, color=colours.fill, edgecolor=colours.rim, linewidth=0.6, label=label)
            axes.plot([place, place], [low, high], color=PALETTE.frame.ink, linewidth=0.9)
            label = "_"
    axes.xaxis.set_major_locator(MultipleLocator(2, 1))
    axes.yaxis.set_major_formatter(_PER_CENT)
    return finish(axes, "Values of boards without the swap", "value for X", "share of boards", legend=True)


def plot_openings(groups: Groups) -> Axes:
    """Plot how often the openings of each size have each value."""
    axes = new_axes(6.4, 4.0)
    for number, (size, boards) in enumerate(groups.items()):
        found = {value for each in boards for value in each.values}
        values = range(min(found), max(found) + 1, 2)
        shares = [_share(boards, lambda each, value=value: each.values.count(value)) for value in values]
        _line(axes, number, values, shares, f"{size}×{size}")
    axes.axvspan(-2, 2, color=PALETTE.frame.line, alpha=0.35, linewidth=0, zorder=0)
    axes.annotate("even", (0, 1), xycoords=("data", "axes fraction"), xytext=(0, -11), textcoords="offset points",
                  ha="center", fontsize=8.5, color=PALETTE.frame.ink)  # fmt: skip
    axes.xaxis.set_major_locator(MultipleLocator(2, 1))
    axes.yaxis.set_major_formatter(_PER_CENT)
    axes.set_ylim(bottom=0)
    return finish(axes, "Values of openings", "value for X", "share of openings", legend=True)


def plot_gains(groups: Groups) -> Axes:
    """Plot which share of the openings is even, by what they gain at once."""
    axes = new_axes(6.4, 4.0)
    for number, (size, boards) in enumerate(groups.items()):
        gains = sorted({gain for each in boards for gain in each.gains})
        _line(axes, number, gains, [_even_by_gain(boards, gain) for gain in gains], f"{size}×{size}")
    axes.yaxis.set_major_formatter(_PER_CENT)
    axes.set_ylim(bottom=0)
    return finish(axes, "Even openings by what they gain at once", "O covered minus X covered", "share that is even",
                  legend=True)  # fmt: skip


_PER_CENT = FuncFormatter(lambda value, _: f"{100 * value:.0f} %")


def _line(axes: Axes, number: int, x: Sequence[int], shares: Sequence[RatioEstimate], label: str) -> None:
    """Plot shares with their intervals."""
    colours = _SHAPES[number % len(_SHAPES)]
    axes.errorbar(
        x, [each.mean for each in shares], [each.half_width for each in shares], color=colours.rim,
        marker="osD^"[number % 4], markersize=5, markerfacecolor=colours.fill, markeredgecolor=colours.rim,
        linewidth=1.3, elinewidth=0.9, capsize=2.5, label=label,
    )  # fmt: skip


def picture(board: Openings) -> str:
    """Draw a board with the mean value of the openings on each square."""
    target = OpeningsTarget(board.start)
    known = Knowledge()
    values = dict(zip(board.start.choices(), board.values, strict=True))
    for (opening, *_), question in zip(target.orbits, target.after, strict=True):
        known.learn(question.at(values[opening]).name, holds=True)
        known.learn(question.at(values[opening] + 2).name, holds=False)
    return draw_opening_values(board.start, target.result(known))


def draw_all(found: Sequence[Openings], folder: Path) -> None:
    """Write the pictures of the page."""
    groups = by_size(found)
    sampled = {size: boards for size, boards in groups.items() if len(boards) >= FEWEST}
    folder.mkdir(parents=True, exist_ok=True)
    of_boards = {size: each for size, each in board_values(found).items() if len(each) >= FEWEST}
    axes = {"boards": plot_boards(of_boards), "openings": plot_openings(sampled), "gains": plot_gains(sampled)}
    for name, plot in axes.items():
        save_figure(plot.figure, folder / f"{name}.svg", force=True)
    for board in shown(groups):
        write_new(folder / _picture_name(board), picture(board), force=True)


def main(arguments: list[str]) -> None:
    """Solve boards, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solve", action="store_true", help="solve the boards of the samples that are not stored yet")
    parser.add_argument("--size", type=int, default=8, metavar="N", help="squares per side")
    parser.add_argument("--seeds", type=int, nargs=2, metavar=("FIRST", "LAST"), help="boards of this size")
    parser.add_argument("campaigns", type=Path, nargs="*", metavar="FILE", help="finished campaigns")
    chosen = parser.parse_args(arguments)
    wanted = [(size, seed) for size, count in SAMPLES.items() for seed in range(1, count + 1)] if chosen.solve else []
    if chosen.seeds:
        first, last = chosen.seeds
        wanted += [(chosen.size, seed) for seed in range(first, last + 1)]
    for size, seed in wanted:
        if (size, seed) not in {(each.size, each.seed) for each in load()}:
            solved = solve(size, seed)
            save([*load(), solved])
            print(f"{solved.title}: {solved.value:+d}, {solved.nodes:,} nodes", flush=True)
    for path in chosen.campaigns:
        print(f"{path}: {take_in(path)}", flush=True)
    write_new(PAGE, page(load()), force=True)
    draw_all(load(), PICTURES)


if __name__ == "__main__":
    main(sys.argv[1:])
