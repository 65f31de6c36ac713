"""How fast the pure-Python rules are: placement tables, random games, the first answer of the command line."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable

from benchmarks.measure import best_seconds, print_table
from litslab.games.geometry import Board, nth_bit
from litslab.games.pieces import PieceKind, fixed_pieces, free_pieces, plain_pieces
from litslab.games.placements import tetromino_table
from litslab.games.position import Rules
from litslab.games.registry import GAMES, create

GAMES_TO_PLAY = 300


def main() -> None:
    """Print all figures of this subject."""
    rows = [
        ("placement table 11×11, no colours (1616 placements)", _seconds(lambda: _build(plain_pieces)), "under 0.2 s"),
        ("placement table 11×11, fixed colours", _seconds(lambda: _build(_fixed)), ""),
        ("placement table 11×11, free colours (9696 placements)", _seconds(lambda: _build(_free)), ""),
        ("litslab --help, CPU", f"{_help_seconds():.3f} s", "under 0.5 s"),
    ]
    for name in GAMES:
        rules = create(name)
        per_second = GAMES_TO_PLAY / best_seconds(lambda rules=rules: _play(rules), runs=3)  # type: ignore[misc]
        aim = "at least 1,000" if name == "battle-of-lits" else ""
        rows.append(
            (f"random games per second, {name} {rules.board.columns}×{rules.board.rows}", f"{per_second:,.0f}", aim)
        )
    print_table("The rules in pure Python, one core", ("work", "measured", "aim"), rows)


def _seconds(work: Callable[[], object]) -> str:
    return f"{best_seconds(work):.3f} s"


def _fixed(supply: tuple[int, ...]) -> tuple[PieceKind, ...]:
    return fixed_pieces(supply, flips=True)


def _free(supply: tuple[int, ...]) -> tuple[PieceKind, ...]:
    return free_pieces(supply, flips=True)


def _build(pieces: Callable[[tuple[int, ...]], tuple[PieceKind, ...]]) -> None:
    tetromino_table.cache_clear()
    table = tetromino_table(Board(11, 11), pieces((6, 6, 6, 6)))
    _ = table.covering, table.compatible, table.touches, table.windows_of, table.of_kind


def _play(rules: Rules) -> None:
    rng = random.Random(1)
    for _ in range(GAMES_TO_PLAY):
        position = rules.start()
        while legal := position.legal:
            position = position.place(nth_bit(legal, rng.randrange(legal.bit_count())))


def _help_seconds() -> float:
    """Return the CPU time of the whole process, the shortest of five."""
    times = []
    for _ in range(5):
        before = os.times()
        subprocess.run([sys.executable, "-m", "litslab.app.cli", "--help"], check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(times)
