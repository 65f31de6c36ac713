"""The page on how the rules behave: boards of Battle of LITS by their make-up, and variants of the
other games.

Results are stored in ``docs/results/behaviour.jsonl``, one line per board or per part of a sample,
as they are found.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np

import litslab as ll
from benchmarks.measure import markdown_table
from docs.intervals import mean, mean_text, share_text
from docs.pages import DOCS, Files, with_blocks
from litslab.analysis import figure_file, style
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.drawing.palette import PALETTE
from litslab.games.pieces import TETROMINOES, DrawnPiece
from litslab.games.position import Position
from litslab.games.registry import create
from litslab.solver.engines.registry import make_oracle

PAGE = DOCS / "results" / "behaviour.md"
STORE = DOCS / "results" / "behaviour.jsonl"
PICTURES = DOCS / "pictures" / "behaviour"

Line = dict[str, Any]
# --- computing ---

SYMBOLS = (20, 25, 30, 35, 40, 45, 50)
"""Squares with X, in per cent; as many have O."""

HALVES = tuple(
    DrawnPiece(tuple(rows.split("/")), 6) for rows in ("b./b./ww", "bbww", "wbw/.b.", "bb./.ww")
)
"""Six pieces of each shape, whose black squares are next to each other."""

TAIJI: list[Line] = [{"game": "taiji", "groups": groups} for groups in (1, 2, 3)]
TAILITS: list[Line] = [
    {"game": "tailits", "colouring": colouring, "scoring": scoring}
    for colouring, scoring in product(
        ("fixed", "free", "each-once", "pieces"), ("largest", "second")
    )
]
WYTHE: list[Line] = [{"game": "wythe"}]

EVERY = {3: 15, 4: 861, 5: 66_795}
"""All boards of some sizes that a half turn exchanges, up to symmetry."""

PARTS = {3: 3340, 4: 3340, 5: 3340, 6: 1000, 7: 200}
"""The boards of each size in one part of the search for a board without an even opening."""


def works() -> Iterator[Line]:
    """Yield what is to be found, in the order of the work."""
    yield from (
        {"search": size, "part": part}
        for size, parts in ((3, 1), (4, 1), (5, 20))
        for part in range(parts)
    )
    exact = (*product(TAIJI, (4, 5)), *product(TAILITS, (5, 7)), *product(WYTHE, (3, 4)))
    for each, size in exact:
        yield {**each, "size": size, "placed": 0, "seed": 0}

    played = (*product(TAIJI, (7, 9)), *product(TAILITS, (11,)), *product(WYTHE, (6, 8)))
    # Every sample grows in each round, so that all can be used when the time is over.
    for part in range(50):
        seeds = range(4 * part, 4 * (part + 1))
        for size, shares in ((6, SYMBOLS), (7, SYMBOLS[::2])):
            for seed, symbols, turn in product(seeds, shares, (True, False)):
                yield {"size": size, "symbols": symbols, "turn": turn, "seed": seed + 1}
        for each, size in played:
            yield {**each, "size": size, "playouts": 100, "seed": part}
        for size, placed in ((4, 2), (5, 5), (6, 12)):
            yield {"game": "wythe", "size": size, "placed": placed, "seed": part}
        yield from ({"search": size, "part": part} for size in (6, 7))


def find(work: Line) -> Line:
    """Return the results of some work."""
    kinds: dict[str, Callable[..., Line]] = {
        "symbols": openings,
        "search": search,
        "placed": best_play,
        "playouts": engine_games,
    }
    method = next(method for key, method in kinds.items() if key in work)
    return method(**work)


def openings(size: int, symbols: int, turn: bool, seed: int) -> Line:
    """Return how many openings of a board have each value, from the least value on, and the margin
    under the swap.
    """
    count = min(round(symbols / 100 * size * size), size * size // 2)
    board = BattleOfLits(size).with_fresh_board(
        random.Random(seed), x=count, o=count, antisymmetric=turn
    )
    found = ll.solve(board.start(), all_moves=True, memory=8 if size < 7 else 128)
    counts = Counter(each.score.lower for each in found.moves)
    least = min(counts)
    most = max(counts)
    return {
        "margin": found.margin,
        "least": least,
        "counts": [counts[value] for value in range(least, most + 1, 2)],
    }


def start_of(game: str, **options: Any) -> Position:
    """Return the start of a game; with the colouring ``pieces`` it has those of `HALVES`."""
    if options.get("colouring") == "pieces":
        options["pieces"] = HALVES
    return create(game, **options).start()


def best_play(game: str, placed: int, seed: int, **options: Any) -> Line:
    """Return the margin of best play without the swap, on five boards after random placements or on
    the bare board.
    """
    margins = []
    won = 0
    for number in range(5 * seed, 5 * seed + 5 if placed else 1):
        rng = random.Random(number)
        position = start_of(game, **options)
        for _ in range(placed):
            position = position.play(rng.choice(position.choices()))
        found = ll.solve(position, swap=False, memory=256)
        margins.append(found.margin)
        won += found.score.lower > 0
    return {"won": won, "margins": margins}


def engine_games(game: str, playouts: int, seed: int, **options: Any) -> Line:
    """Return the margins of games of the engine against itself, and how many of them the first side
    won.
    """
    games = 5 if game == "tailits" else 10
    start = start_of(game, **options)
    run = ll.simulate(start, games=games, players=f"mcts:{playouts}", seed=seed, workers=1)
    played = run.scan().collect()
    return {"won": int((played["winner"] == 1).sum()), "margins": played["margin"].to_list()}


def search(search: int, part: int) -> Line:
    """Return the number of boards that a half turn exchanges in one part, and those without an even
    opening.
    """
    first = PARTS[search] * part
    rng = random.Random(f"{search}/{part}")
    if search in EVERY:
        chosen = boards_up_to_symmetry(search)[first : first + PARTS[search]]
    else:
        counts = (rng.randint(1, search * search // 2) for _ in range(PARTS[search]))
        chosen = [
            BattleOfLits(search).with_fresh_board(rng, x=count, o=count).characters
            for count in counts
        ]
    without = [board for board in chosen if not has_even_opening(board)]
    return {"boards": len(chosen), "without": without}


@cache
def boards_up_to_symmetry(size: int) -> list[str]:
    """Return one board of each symmetry class of those that a half turn exchanges: symbols in the
    squares' order.
    """
    squares = size * size
    pairs = size * size // 2
    first = np.stack(np.unravel_index(np.arange(3**pairs), (3,) * pairs), axis=1) - 1
    boards = np.concatenate(
        [first, np.zeros((len(first), squares % 2), np.int64), -first[:, ::-1]], axis=1
    )
    grid = np.arange(squares).reshape(size, size)
    powers = 3 ** np.arange(pairs)[::-1]
    images = [
        np.rot90(each, turns).ravel()[:pairs] for each in (grid, grid.T) for turns in range(4)
    ]
    least = np.min([(boards[:, image] + 1) @ powers for image in images], axis=0)
    return [
        "".join(".XO"[symbol] for symbol in board)
        for board in boards[least == np.arange(len(boards))]
    ]


def start_on(symbols: str) -> Position:
    """Return the start of Battle of LITS on a square board with these symbols, in the order of the
    squares.
    """
    size = round(len(symbols) ** 0.5)
    rows = tuple(symbols[square : square + size] for square in range(0, len(symbols), size))
    return BattleOfLits(size, symbols=rows[::-1]).start()


def has_even_opening(symbols: str) -> bool:
    """Return whether an opening of a board is worth 1 or −1; those that gain about 2.6 are tried
    first.
    """
    start = start_on(symbols)
    weights = {"X": -1, "O": 1, ".": 0}
    oracle = make_oracle(start.rules, memory=1)
    openings = start.rules.table.of(start.legal)
    gains = {each: sum(weights[symbols[square]] for square in each.squares) for each in openings}
    promising_first = sorted(gains, key=lambda each: abs(gains[each] - 2.6))
    after = (start.play_unchecked(each) for each in promising_first)
    return any(oracle.at_least(each, -1) and not oracle.at_least(each, 3) for each in after)


def behaviour(minutes: str = "0") -> Files:
    """Return the page on how the rules behave; with a number of minutes, find more
    results first.
    """
    until = time.monotonic() + 60 * float(minutes)
    keys = {key for work in works() for key in work}
    done = set()
    for line in stored():
        work = {key: value for key, value in line.items() if key in keys}
        done.add(json.dumps(work))

    for work in works():
        if json.dumps(work) in done:
            continue
        if time.monotonic() > until:
            break
        with STORE.open("a", encoding="utf-8") as file:
            file.write(json.dumps(work | find(work), separators=(",", ":")) + "\n")
    return page(stored())


def stored() -> list[Line]:
    """Return the results that are stored."""
    return [json.loads(line) for line in STORE.read_text(encoding="utf-8").splitlines()]


# --- the page ---

Boards = dict[tuple[int, bool, int], list[tuple[dict[int, int], int | None]]]
"""Boards by size, exchange and symbols: how many openings have each value, and the margin, if it is
stored.
"""


HEADERS = {
    "boards": (
        "Board, Exchange, X, Boards, First move, ±1, Even, Boards with one, Random opening, "
        "Equal scores"
    ),
    "taiji": "Groups, Board, Play, Games, Won by Light, Equal scores, Margin",
    "tailits": "Colouring, Scoring, Board, Play, Games, Won by Black, Equal scores, Margin",
    "wythe": "Board, Play, Games, Won by Black, 0–0, Margin",
    "search": "Board, Boards, Without an even opening",
}


def page(lines: Sequence[Line]) -> Files:
    """Return the page that shows these results, and its plots."""
    boards = boards_by_make_up(lines)
    best = _plot("What the first move is worth", "value of the best opening", boards, max)
    plots = {
        PICTURES / "first-move.svg": best,
        PICTURES / "even.svg": _plot("Even openings", "openings", boards, even),
    }

    rows = {"boards": _board_rows(boards), "search": _search_rows(lines)}
    for game in ("taiji", "tailits", "wythe"):
        rows[game] = _game_rows(game, lines)
    blocks = {}
    for name, header in HEADERS.items():
        blocks[name] = markdown_table(header.split(", "), [*rows[name]])
    return with_blocks(PAGE, blocks) | plots


def boards_by_make_up(lines: Iterable[Line]) -> Boards:
    """Return boards by their make-up."""
    found: Boards = defaultdict(list)
    for line in (each for each in lines if "symbols" in each):
        values = {line["least"] + 2 * number: count for number, count in enumerate(line["counts"])}
        found[line["size"], line["turn"], line["symbols"]].append((values, line["margin"]))
    return dict(sorted(found.items(), key=lambda each: (each[0][0], not each[0][1], each[0][2])))


def even(values: dict[int, int]) -> float:
    """Return the share of the openings that are worth 1 or −1."""
    return (values.get(1, 0) + values.get(-1, 0)) / sum(values.values())


def advantage(values: dict[int, int]) -> float:
    """Return the mean distance of the openings' values from 0: the advantage that the second player
    can take.
    """
    return sum(abs(value) * count for value, count in values.items()) / sum(values.values())


def _board_rows(boards: Boards) -> Iterator[tuple[str, ...]]:
    for (size, turn, symbols), some in boards.items():
        values = [each for each, _ in some]
        margins = [margin for _, margin in some if margin is not None]
        firsts = [max(each) for each in values]
        yield (
            f"{size}×{size}",
            "yes" if turn else "no",
            f"{symbols} %",
            f"{len(some)}",
            mean_text(firsts),
            f"{sum(abs(first) == 1 for first in firsts)}",
            mean_text([even(each) for each in values], 100, " %"),
            f"{sum(even(each) > 0 for each in values)}",
            mean_text([advantage(each) for each in values]),
            share_text(margins.count(0), len(margins)) if margins else "–",
        )


def _game_rows(game: str, lines: Iterable[Line]) -> Iterator[tuple[str, ...]]:
    found = defaultdict[tuple[Any, ...], list[Line]](list)
    for line in (each for each in lines if each.get("game") == game):
        variant = [str(line[name]) for name in ("groups", "colouring", "scoring") if name in line]
        if "playouts" in line:
            play = "engine"
        elif line["placed"]:
            play = f"exact, after {line['placed']}"
        else:
            play = "exact"
        found[*variant, line["size"], play].append(line)
    for (*variant, size, play), some in sorted(found.items()):
        margins = [margin for line in some for margin in line["margins"]]
        won = sum(line["won"] for line in some)
        shares = (share_text(count, len(margins)) for count in (won, margins.count(0)))
        yield (*variant, f"{size}×{size}", play, f"{len(margins)}", *shares, mean_text(margins))


def _search_rows(lines: Iterable[Line]) -> Iterator[tuple[str, ...]]:
    found = defaultdict[int, list[Line]](list)
    for line in (each for each in lines if "search" in each):
        found[line["search"]].append(line)
    for size, some in found.items():
        boards = sum(line["boards"] for line in some)
        without = sum(len(line["without"]) for line in some)
        sample = f" of {EVERY[size]:,} up to symmetry" if size in EVERY else ", random"
        yield f"{size}×{size}", f"{boards:,}{sample}", f"{without}"


def _plot(
    title: str,
    label: str,
    boards: Boards,
    measure: Callable[[dict[int, int]], float],
) -> str:
    """Plot the mean of a measure over boards by their symbols."""
    axes = style.new_axes(title=title)
    boards = {key: some for key, some in boards.items() if len(some) > 4}
    for number, (size, turn) in enumerate(dict.fromkeys(key[:2] for key in boards)):
        colours = PALETTE.shapes[TETROMINOES[number]]
        points = {key[2]: some for key, some in boards.items() if key[:2] == (size, turn)}
        middles, lows, highs = np.array(
            [mean([measure(each) for each, _ in some]) for some in points.values()]
        ).T
        axes.errorbar(
            [symbols + 0.3 * number - 0.45 for symbols in points],
            middles,
            [middles - lows, highs - middles],
            color=colours.rim,
            marker="osD^"[number],
            markerfacecolor=colours.fill,
            capsize=2.5,
            linewidth=1.2,
            label=f"{size}×{size}, {'exchanged by a half turn' if turn else 'at random'}",
        )
    axes.set_xticks(SYMBOLS)
    if measure is even:
        axes.yaxis.set_major_formatter(style.PER_CENT)
    style.finish(axes, title, "squares with X, and as many with O (per cent)", label, legend=True)
    return figure_file.render_figure(axes, ".svg").decode()
