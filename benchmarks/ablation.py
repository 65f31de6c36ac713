"""What each idea of the kernel is worth: the tables of ``docs/kernel*.md``, with one idea left out at a time.

``--write`` puts each table into its page.

Ideas are compile-time switches (``kernel/src/core/ideas.hpp``). For each of them the kernel is built in
``build/ablation``, where only the files that the idea is about are compiled again; that needs cmake, a compiler and
nanobind. The counts are the same on every machine; the processor seconds are not.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import lits
from benchmarks.endgame import after, half_board
from benchmarks.measure import print_table, write_rows
from litslab import kernel
from litslab.games.notation import parse_move
from litslab.games.position import Position
from litslab.games.registry import create
from litslab.jobs.machine import processors
from litslab.solver.endgame.result import Limit
from litslab.solver.engines.oracle import LimitReachedError
from litslab.solver.engines.registry import make_oracle

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "ablation"
MEMORY = 1 << 30
MOST_NODES = 20_000_000
"""A position is given up after that many nodes."""


@dataclass(frozen=True)
class Column:
    """A column of a table: positions whose nodes are added up, or puzzles.

    Attributes
    ----------
    title : str
        What is solved.
    positions : callable, optional
        Makes the positions; without it the column is about LITS puzzles.
    """

    title: str
    positions: Callable[[], Sequence[Position]] | None = None


@dataclass(frozen=True)
class Table:
    """A table: the positions, and the ideas that are left out, one in each row.

    Attributes
    ----------
    title : str
        What the table is about.
    columns : tuple of Column
        What is solved.
    ideas : dict
        The name of each idea in the kernel's sources, and what the table calls it.
    page : str
        The page of the documentation with the table, between the lines of `marks`.
    """

    title: str
    columns: tuple[Column, ...]
    ideas: dict[str, str]
    page: str


def boards(size: int, placements: int, seeds: range) -> Callable[[], list[Position]]:
    """Return Battle of LITS on shuffled boards, half X and half O, after random placements."""
    return lambda: [after(half_board(size, seed), placements, seed) for seed in seeds]


def games(
    name: str, placements: int = 0, seeds: Sequence[int] = (1,), **options: object
) -> Callable[[], list[Position]]:
    """Return positions of a game after random placements."""
    return lambda: [after(create(name, **options), placements, seed) for seed in seeds]


def after_moves(name: str, moves: str, **options: object) -> Callable[[], list[Position]]:
    """Return the position of a game after some moves, which are separated by spaces."""

    def position() -> list[Position]:
        reached = create(name, **options).start()
        for move in moves.split():
            reached = reached.play(parse_move(move, reached))
        return [reached]

    return position


TABLES = {
    "battle-of-lits": Table(
        "Battle of LITS",
        (
            Column("7×7 whole, 3 boards", boards(7, 0, range(1, 4))),
            Column("8×8 after 1, 12", boards(8, 1, range(1, 13))),
            Column("9×9 after 3, 6", boards(9, 3, range(1, 7))),
            Column("10×10 after 5, 5", boards(10, 5, range(1, 6))),
            Column("10×10 after 6, 4", boards(10, 6, range(1, 5))),
        ),
        {
            "reachability": "reachability in the key",
            "relevant-cover": "dropping covered squares that no block depends on",
            "supplies": "normalised supplies",
            "tight-bounds": "tight bounds on what is left to win",
            "static-bounds": "all bounds on what is left to win",
            "reply-bounds": "dropping moves that one reply refutes",
            "merged-groups": "merging groups that exclude each other",
            "refuting-replies": "moves refuted by a reply in the bounds",
            "second-replies": "moves refuted by a second reply in the bounds",
            "sure-answers": "moves proved by sure answers to every reply",
            "stop-at-good-moves": "listing moves only up to one that answers",
            "shared-replies": "replies shared between siblings",
            "narrower-sets": "narrower sets deep in the tree",
            "few-replies-first": "few replies first",
            "potential-order": "potential gains in the move ordering",
            "table": "the table",
        },
        "docs/kernel.md",
    ),
    "taiji": Table(
        "TAIJI, one group scored",
        (
            Column("7×7, 25 free, A", games("taiji", 12, (1,), size=7, groups=1)),
            Column("7×7, 25 free, B", games("taiji", 12, (3,), size=7, groups=1)),
            Column("4×4 whole", games("taiji", size=4, groups=1)),
            Column("5×5 whole", games("taiji", size=5, groups=1)),
            # Light has answered both placements of Dark by their images.
            Column("6×6 after 5", after_moves("taiji", "c4,c3 d2,d3 d4,d5 b3,b2 b5,b4", size=6, groups=1)),
        ),
        {
            "floors": "raised floors and dropping",
            "nim-heaps": "nim heaps",
            "symmetric-keys": "symmetric keys, by component",
            "look-ahead": "bounds one placement ahead",
            "mirror-strategy": "mirror strategy",
            "mirrored-first": "moves that restore a symmetry first",
            "short-endings": "playing short endings at once",
            "room-order": "move ordering by room and bounds",
        },
        "docs/kernel-taiji.md",
    ),
    "wythe": Table(
        "Wythe",
        (
            Column("4×4 whole", games("wythe", size=4)),
            Column("5×5 after 6", games("wythe", 6, (5,), size=5)),
        ),
        {
            "settled-groups": "settled groups",
            "symmetries": "symmetries",
            "forced-placements": "forced placements",
            "stack-colours": "colours of stacks on their way up",
            "squares-to-come": "bound by squares to come",
            "fixed-groups": "bound by fixed groups",
            "short-endings": "playing short endings at once",
            "room-order": "move ordering by room",
            "short-games-first": "few live squares first",
        },
        "docs/kernel-taiji.md",
    ),
    "tailits": Table(
        "TAILITS, colouring `fixed`",
        tuple(
            Column(f"{title}, `{scoring}`", games("tailits", placements, seeds, size=size, scoring=scoring))
            for title, size, placements, seeds in (
                ("7×7 whole", 7, 0, (1,)),
                ("11×11 after 10", 11, 10, (1, 2, 3, 4, 5, 6)),
            )
            for scoring in ("largest", "second")
        ),
        {
            "table": "the table",
            "symmetries": "symmetries in the first three plies",
            "child-bounds": "a child's own bounds ending its node",
            "reach": "what each group can still reach",
            "single-piece": "exact gains if one piece can still be placed",
            "dominance": "dropping dominated variants",
            "forgetting": "forgetting groups that cannot matter",
            "settled-scores": "settled scores out of the key",
            "move-bounds": "bounds of each move from what it leaves",
            "bounds-as-needed": "closer bounds only where coarse ones do not answer",
            "stop-at-good-moves": "listing moves only up to one that answers",
            "shared-replies": "replies shared between siblings",
            "last-moves": "exact values of moves that end the game",
            "few-replies-first": "few replies, little left first",
            "narrower-sets": "narrower sets deep in the tree",
        },
        "docs/kernel-tailits.md",
    ),
    "lits": Table(
        "LITS puzzles, uniqueness proved",
        (Column("nodes"), Column("conflicts"), Column("literals followed")),
        {
            "gates": "gates (articulation points)",
            "region-gates": "gates to a region's last cells (only to shaded cells)",
            "region-windows": "windows whose open cells lie in one region",
            "narrow-cuts": "omitting what the other side of a cut does not touch",
            "implied-premises": "dropping implied premises",
            "restarts": "restarts",
            "small-regions-first": "small regions first (all activities 0)",
            "shaded-first": "shaded first (unshaded first)",
        },
        "docs/kernel-lits.md",
    ),
}


def main(arguments: Sequence[str], names: Sequence[str] = tuple(TABLES)) -> int:
    """Print the tables of some games, each row with another idea omitted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks ablation", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put each row into its page of the documentation")
    parser.add_argument("--only", action="append", metavar="IDEA", help="only the rows without these ideas")
    chosen = parser.parse_args(arguments)
    for name in names:
        table = TABLES[name]
        header = ("without", *(column.title for column in table.columns))
        labels = {"": "nothing", **{f"{name}/{idea}": label for idea, label in table.ideas.items()}}
        rows = []
        for idea, label in labels.items():
            if chosen.only and idea.removeprefix(f"{name}/") not in chosen.only:
                continue
            rows.append((label, *counts_without(idea, name)))
            print(" | ".join(rows[-1]), flush=True)
            if chosen.write:
                write_rows(ROOT / table.page, *marks(name), header, rows, order=labels.values())
        print_table(f"{table.title}: nodes and processor seconds", header, rows)
    return 0


def marks(name: str) -> tuple[str, str]:
    """Return the lines of a page between which a table stands."""
    return f"<!-- ablation-{name} -->", f"<!-- end of ablation-{name} -->"


def counts_without(idea: str, name: str) -> list[str]:
    """Return the counts of a table's columns by a kernel that is built without an idea; the empty string is none."""
    extension = build(idea)
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.other_kernel", str(extension), name],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = json.loads(run.stdout)
    if found["without"] != idea:
        raise SystemExit(f"the kernel was built without {found['without']!r}: expected {idea!r}")
    counts: list[str] = found["counts"]
    return counts


def build(idea: str) -> Path:
    """Build the kernel without an idea; return the extension."""
    cmake = shutil.which("cmake")
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True, check=False
    )
    if cmake is None or nanobind.returncode:
        raise SystemExit("the ablation builds kernels: run `pip install cmake nanobind ninja` first")
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "LITSLAB_NATIVE": "ON",
        "LITSLAB_WITHOUT": idea,
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": nanobind.stdout.strip(),
    }
    # With make every file would be compiled again, as all of a library share one file of options.
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "log.txt").open("w") as log:
        for command in (
            [
                cmake,
                *generator,
                "-S",
                str(ROOT),
                "-B",
                str(BUILD),
                *(f"-D{name}={value}" for name, value in options.items()),
            ],
            [cmake, "--build", str(BUILD), "--target", "_kernel", "--parallel", str(processors())],
        ):
            if subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=False).returncode:
                raise SystemExit(f"the kernel could not be built: see {BUILD / 'log.txt'}")
    return next(BUILD.glob("_kernel*"))


def count(table: Table) -> list[str]:
    """Return the counts of a table's columns by the kernel of this process."""
    if table.columns[0].positions is None:
        return puzzle_counts()
    return [position_counts(column.positions()) for column in table.columns if column.positions is not None]


def position_counts(positions: Sequence[Position]) -> str:
    """Return thousands of nodes and processor seconds of some positions together."""
    started = time.process_time()
    nodes, complete = 0, True
    for position in positions:
        oracle = make_oracle(position.rules, Limit(nodes=MOST_NODES), memory=MEMORY, engine="kernel")
        try:
            oracle.value(position)
        except LimitReachedError:
            complete = False
        nodes += oracle.nodes
    figures = f"{nodes / 1000:.3g}" if nodes < 1_000_000 else f"{nodes / 1000:,.0f}"
    return f"{'' if complete else 'over '}{figures} / {time.process_time() - started:.2f}"


def puzzle_counts() -> list[str]:
    """Return nodes, conflicts and literals followed of all LITS puzzles together."""
    solver = kernel.LitsSolver()
    answers = [
        solver.solve(p.board.columns, p.board.rows, p.regions, p.givens, seconds=600, nodes=1 << 60)
        for p in lits.load().values()
    ]
    if not all(answer.complete or len(answer.solutions) > 1 for answer in answers):
        raise AssertionError("a puzzle is not solved")
    return [f"{sum(getattr(answer, name) for answer in answers):,}" for name in ("nodes", "conflicts", "propagations")]
