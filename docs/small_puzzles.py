"""Every LITS puzzle on small boards: the divisions of a board into regions, and which of them have
one solution.

``python -m docs.make small-puzzles`` reads the stored counts; with ``5x5 6x6:2`` after it, it first
counts the divisions of 5×5 squares, and those of 6×6 into at most two regions (some minutes each).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations

from benchmarks.measure import markdown_table
from docs.pages import DOCS, Files, with_blocks
from litslab import kernel
from litslab.games.geometry import Board, bits
from litslab.puzzles.lits.formats import PuzzleEntry, write
from litslab.puzzles.lits.puzzle import LitsPuzzle

PAGE = DOCS / "results" / "small-puzzles.md"
STORE = DOCS / "results" / "small-puzzles.jsonl"

SMALLEST_REGION = 4
"""The squares of a region that a tetromino fills."""

SQUARES = (3, 4, 5)
"""The square boards whose counts by the number of regions are sequences of their own."""


@dataclass(frozen=True)
class CountedBoard:
    """What the divisions of a board come to.

    Attributes
    ----------
    columns, rows : int
        The board.
    most : int, optional
        The greatest number of regions that was counted; if not given, any number was.
    divisions, puzzles : dict of int to int
        By the number of regions: how many divisions there are, and how many have one solution.
    fewest_borders : int, optional
        The least number of pairs of adjacent squares in different regions, over the divisions with
        one solution; none if there is no such division.
    examples : tuple of str
        Addresses of the first puzzle found with the fewest regions, and with the fewest borders.
    """

    columns: int
    rows: int
    most: int | None
    divisions: dict[int, int]
    puzzles: dict[int, int]
    fewest_borders: int | None
    examples: tuple[str, ...]

    @property
    def name(self) -> str:
        """The board, such as 5×4."""
        return f"{self.columns}×{self.rows}"


def small_puzzles(*boards: str) -> Files:
    """Return the page on small LITS puzzles and its data; count the boards that are named first,
    such as 5x5, or 6x6:2 with at most two regions (minutes).
    """
    counted = {_order(each): each for each in stored()}
    for name in boards:
        size, _, most = name.partition(":")
        columns, _, rows = size.partition("x")
        board = count(Board(int(columns), int(rows)), int(most) if most else None)
        counted[_order(board)] = board
    in_order = [counted[key] for key in sorted(counted)]
    lines = [json.dumps(asdict(each)) for each in in_order]
    whole = [each for each in in_order if each.most is None]
    blocks = {
        "boards": _boards(whole),
        "sequences": _sequences(whole),
        "few regions": _few_regions([each for each in in_order if each.most is not None]),
    }
    return {STORE: "\n".join(lines) + "\n"} | with_blocks(PAGE, blocks)


def _order(board: CountedBoard) -> tuple[int, int, int]:
    return board.rows, board.columns, board.most or 0


def stored() -> list[CountedBoard]:
    """Return the boards that have been counted."""
    found = []
    for line in STORE.read_text(encoding="utf-8").splitlines():
        values = json.loads(line)
        for by_regions in ("divisions", "puzzles"):
            values[by_regions] = {int(key): number for key, number in values[by_regions].items()}
        values["examples"] = tuple(values["examples"])
        found.append(CountedBoard(**values))
    return found


def count(board: Board, most: int | None = None) -> CountedBoard:
    """Solve every division of a board into regions, or into at most this number of them, and
    count.
    """
    solver = kernel.LitsSolver()
    all_divisions: Counter[int] = Counter()
    puzzles: Counter[int] = Counter()
    fewest: dict[str, tuple[int, list[int]]] = {}
    for division in divisions(board, most or board.size):
        number = len(division)
        all_divisions[number] += 1
        regions = region_of_each_square(board, division)
        given = kernel.LitsPuzzle(board.columns, board.rows, regions)
        answer = solver.solve(given, wanted=2, seconds=60, nodes=1 << 40)
        if len(answer.solutions) != 1:
            assert answer.complete or len(answer.solutions) > 1, regions
            continue
        assert answer.complete, regions
        puzzles[number] += 1
        for kind, amount in (("regions", number), ("borders", borders(board, regions))):
            if kind not in fewest or amount < fewest[kind][0]:
                fewest[kind] = amount, regions
    examples = [_address(board, regions) for _, regions in fewest.values()]
    return CountedBoard(
        columns=board.columns,
        rows=board.rows,
        most=most,
        divisions=dict(sorted(all_divisions.items())),
        puzzles=dict(sorted(puzzles.items())),
        fewest_borders=fewest["borders"][0] if fewest else None,
        examples=tuple(dict.fromkeys(examples)),
    )


def divisions(board: Board, most: int) -> Iterator[list[int]]:
    """Yield every division of a board into at most this number of connected regions of at least
    four squares, each once, as sets of squares in the order of their lowest squares.
    """
    yield from _divisions(board, board.all, [], most)


def _divisions(board: Board, free: int, before: list[int], most: int) -> Iterator[list[int]]:
    """Yield the divisions that begin with some regions and divide the squares left free."""
    if not free:
        yield before
        return
    lowest = free & -free
    for region in _regions(board, lowest, free, free & ~lowest, most - 1):
        rest = free & ~region
        if region.bit_count() >= SMALLEST_REGION and _can_be_divided(board, rest, most - 1):
            yield from _divisions(board, rest, [*before, region], most - 1)


def _can_be_divided(board: Board, squares: int, most: int) -> bool:
    """Return whether each part of some squares has room for a region, and there are no more of them
    than regions.
    """
    parts = board.groups(squares)
    return len(parts) <= most and all(part.bit_count() >= SMALLEST_REGION for part in parts)


def _regions(board: Board, chosen: int, within: int, open_: int, left: int) -> Iterator[int]:
    """Yield every connected set of squares that contains `chosen`, else squares that are open, and
    leaves no more than this number of parts of `within` without it, each once.
    """
    others = within & ~chosen
    if sum(bool(part & ~open_) for part in board.groups(others)) > left:
        return  # these parts contain squares that stay out of the region
    yield chosen
    for square in bits(board.adjacent(chosen) & open_):
        open_ &= ~(1 << square)  # the sets that follow do without it
        yield from _regions(board, chosen | 1 << square, within, open_, left)


def region_of_each_square(board: Board, division: list[int]) -> list[int]:
    """Return the number of each square's region, ``a1`` first."""
    regions = [0] * board.size
    for number, region in enumerate(division):
        for square in bits(region):
            regions[square] = number
    return regions


def borders(board: Board, regions: list[int]) -> int:
    """Return the number of pairs of adjacent squares in different regions."""
    return sum(
        regions[square] != regions[other]
        for square, other in combinations(range(board.size), 2)
        if other in board.neighbours(square)
    )


def _boards(counted: list[CountedBoard]) -> str:
    """Return the table of the boards."""
    rows = []
    for board in counted:
        unique = sum(board.puzzles.values())
        least = str(min(board.puzzles)) if unique else "–"
        least_borders = "–" if board.fewest_borders is None else str(board.fewest_borders)
        examples = " ".join(f"[{number}]({url})" for number, url in enumerate(board.examples, 1))
        rows.append(
            (
                board.name,
                f"{sum(board.divisions.values()):,}",
                f"{unique:,}",
                least,
                least_borders,
                examples,
            )
        )
    columns = ("Board", "Divisions", "With one solution", "Fewest regions", "Borders", "Examples")
    return markdown_table(columns, rows)


def _sequences(counted: list[CountedBoard]) -> str:
    """Return the numbers of square boards by the number of regions."""
    rows = []
    for board in counted:
        if board.columns != board.rows or board.columns not in SQUARES:
            continue
        for number, amount in board.divisions.items():
            unique = board.puzzles.get(number, 0)
            rows.append((board.name, str(number), f"{amount:,}", f"{unique:,}"))
    return markdown_table(("Board", "Regions", "Divisions", "With one solution"), rows)


def _few_regions(counted: list[CountedBoard]) -> str:
    """Return the table of the boards on which divisions into few regions were counted."""
    rows = [
        (board.name, str(number), f"{amount:,}", f"{board.puzzles.get(number, 0):,}")
        for board in counted
        for number, amount in board.divisions.items()
    ]
    return markdown_table(("Board", "Regions", "Divisions", "With one solution"), rows)


def _address(board: Board, regions: list[int]) -> str:
    return write(PuzzleEntry(LitsPuzzle(board, tuple(regions))), "url")
