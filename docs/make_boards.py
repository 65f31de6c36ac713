"""Write ``docs/results/boards.md``: what whole boards of all games are worth.

``python docs/make_boards.py`` writes the page from what is stored beside it, in no time. ``--solve`` solves the boards
of `SMALL` that are not stored yet, and ``--size 10 --seeds 1 20`` those of Battle of LITS with these seeds, with
``--no-swap`` without the swap; each is stored as soon as it is solved. Given the files of finished campaigns about
boards of `LARGE`, it stores what they have proved. ``--estimate`` estimates the work of those that are not solved.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import litslab as ll
from litslab.games.files import write_new
from litslab.games.notation import format_move, parse_move
from litslab.games.position import Move, Position
from litslab.games.record import format_option
from litslab.games.registry import GAMES, create
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.estimate import estimate_work
from litslab.solver.campaign.question import move_number, numbered_move
from litslab.solver.campaign.targets import make_target
from litslab.solver.endgame.optimal_moves import principal_variation
from litslab.solver.engines.registry import make_oracle

PAGE = Path(__file__).parent / "results" / "boards.md"
STORE = PAGE.with_suffix(".json")
ESTIMATES = PAGE.with_name("open-boards.json")
CAMPAIGNS = PAGE.parent / "campaigns"
UNFINISHED = "unfinished"
MEMORY = 1 << 31
TEXT = """# Whole boards

Exact values of whole boards, from the start of the game: the best play of both sides is known. Values are in the units
of `litslab solve --json`: twice the margin, plus or minus one for the tie rule, seen from the side that starts; +1 is
won and −1 lost by the tie rule alone. Nodes are the same on every machine; seconds are processor time of one thread,
on a machine with other work. The first move shown is one of the best, and "moves" is the length of a game of best play
with it.

`python docs/make_boards.py --solve` solves the small boards that `docs/results/boards.json` does not have. Every line
of best play that is stored there has been played by the rules of `games/` and ends with the value, and the reference
engine has solved the smallest boards, too (`tests/docs/test_boards.py`).
{sections}
## What is open

Estimates of the work for the next boards, by `python docs/make_boards.py --estimate`; they are those of
`litslab campaign plan --count {samples} --nodes {limit}`, from searches of positions some moves on. Where the
first plies are too hard to measure, their cost is extrapolated, so the intervals are wide. Hours are processor time on
the machine that made the estimate.

| Board | Nodes | Probably | Hours |
| --- | --- | --- | --- |
{estimates}

A [campaign](../how-to/campaign.md) on one of them can be stopped and resumed, and
`python docs/make_boards.py campaign.db` adds it to this page when it has finished, and keeps it until then.
{begun}"""

BEGUN = """
These have been begun. `litslab campaign run` goes on with a copy of the file.

| Board | Value | Openings that are refuted | Nodes | CPU hours |
| --- | --- | --- | --- | --- |
{rows}
"""

BATTLE = """These are the boards of `litslab new battle-of-lits --size SIZE --seed SEED`, with the standard symbols and
supply, and **with the swap** unless the table says "no swap". After the first placement the second player may swap, and
nobody can draw. So the second player always wins, and the first player's best is to lose by as little as possible: by
half a point, which is a value of −1. One opening whose value is 1 or −1 settles a board: `litslab solve` looks for it,
and proves both bounds of its value by exact search. `python docs/make_boards.py --size 10 --seeds 1 10` solves boards
that are not in the table yet, with {memory} GB of memory.

[The boards of 10×10](battle-of-lits-10.md) have a page of their own, with pictures and with proofs that can be
verified. Without the swap, a board is worth as much as its best opening. [The values of all
openings](battle-of-lits-openings.md) are known for boards of up to 9×9.

Solved with the swap: {summary}.
"""


EXPORTED = """Solved by [campaigns](../how-to/campaign.md), with proofs that `litslab campaign verify` checks:
{boards}."""


@dataclass(frozen=True)
class Board:
    """A whole board.

    Attributes
    ----------
    game : str
        The game's name.
    options : dict
        The options that are not the usual ones.
    seed : int or None
        The board is that of `litslab new` with this seed; None in games whose boards are bare.
    swap : bool
        Whether the second player may swap, in the games whose rules have it.
    """

    game: str
    options: dict[str, Any]
    seed: int | None = None
    swap: bool = True

    def start(self) -> Position:
        """Return the position before the first move."""
        rules = create(self.game, **self.options)
        return (rules if self.seed is None else rules.with_fresh_board(random.Random(self.seed))).start()

    @property
    def title(self) -> str:
        """What it is called in the table, after the game's name."""
        rules = create(self.game, **self.options)
        size = f"{rules.size}×{rules.size}"
        others = [f"{name} {format_option(value)}" for name, value in self.options.items() if name != "size"]
        seed = [] if self.seed is None else [f"seed {self.seed}"]
        without = [] if self.swap or not rules.has_swap else ["no swap"]
        return ", ".join((size, *others, *seed, *without)).replace('"', "")

    @property
    def name(self) -> tuple[str, str]:
        """What tells it from all other boards: its game and its title."""
        return self.game, self.title

    @property
    def export(self) -> Path:
        """Where the exported campaign about it is, if there is one."""
        words = re.findall("[a-z0-9]+", f"{self.game} {self.title}".replace("×", "x"))
        return CAMPAIGNS / f"{'-'.join(words)}.db"

    @property
    def unfinished(self) -> Path:
        """Where the campaign about it is kept until it is finished."""
        return self.export.parent / UNFINISHED / self.export.name


@dataclass(frozen=True)
class Solved(Board):
    """A board that has been solved.

    Attributes
    ----------
    value : int
        What it is worth to the side that starts; with the swap, to the player who makes the first move.
    line : str
        Best play.
    nodes : int
        Positions visited.
    seconds : float
        Processor time.
    version : str
        Of litslab.
    """

    value: int = 0
    line: str = ""
    nodes: int = 0
    seconds: float = 0.0
    version: str = ""

    def end(self) -> Position:
        """Play the line by the rules, and return the position after it."""
        position = self.start()
        for move in self.line.split():
            position = position.play(parse_move(move, position))
        return position

    def check(self) -> None:
        """Hold the line against the value.

        Raises
        ------
        ValueError
            If it does not end with the value.
        """
        # A first move that ends the game cannot be swapped.
        side_is_chosen = self.swap and self.start().swap_follows and len(self.line.split()) > 1
        end = self.end()
        value = end.outcome().value if end.is_over else None
        if value is not None and side_is_chosen:
            value = -abs(value)
        if value != self.value:
            raise ValueError(f"{self.game} {self.title}: the line does not end with {self.value}")


SMALL = (
    *(Board("taiji", {"size": size, "groups": groups}) for size in (2, 3, 4, 5, 6) for groups in (1, 2, 3)),
    *(Board("wythe", {"size": size}, swap=swap) for size in (2, 3, 4) for swap in (True, False)),
    *(
        Board("tailits", {"size": size, "colouring": colouring, "scoring": scoring})
        for size in (3, 5, 7)
        for colouring in ("fixed", "free", "each-once")
        for scoring in ("largest", "second")
    ),
    *(Board("tailits+taiji", {"size": size, "groups": groups}) for size in (3, 5) for groups in (1, 2)),
    Board("tailits+taiji", {"size": 5, "groups": 3}),
    *(Board("tailits+taiji", {"size": 5, "groups": groups, "scoring": "second"}) for groups in (1, 2, 3)),
    *(Board("taiji+battle-of-lits", {"size": size, "groups": groups}) for size in (3, 4) for groups in (1, 2, 3)),
)
"""The boards that ``--solve`` solves, where its nodes suffice."""

BARE = (
    *(Board("wythe", {"size": 5}, swap=swap) for swap in (True, False)),
    *(Board("tailits", {"size": 9, "colouring": "fixed", "scoring": scoring}) for scoring in ("largest", "second")),
)
"""The boards without symbols that campaigns solve."""

LARGE = (*(Board("battle-of-lits", {"size": 10}, seed, swap=False) for seed in range(1, 21)), *BARE)
"""The boards that campaigns solve, but for those of Battle of LITS with the swap."""

OPEN = (
    *BARE,
    Board("battle-of-lits", {"size": 10}, 1, swap=False),
    Board("battle-of-lits", {"size": 11, "supply": (6, 6, 6, 6)}, 1),
    Board("taiji", {"size": 7, "groups": 1}),
)
"""The boards whose work ``--estimate`` estimates, unless they are solved."""

SEEDS = range(1, 101)
"""The seeds among which that of a campaign's board is looked for."""

SAMPLES, LIMIT = 48, 100_000
"""How many positions of each ply are sampled for an estimate, and how many nodes a search of one may take."""


@dataclass(frozen=True)
class OpenBoard(Board):
    """A board that has not been solved.

    Attributes
    ----------
    nodes, low, high : float
        How many nodes a campaign about it is estimated to take, and the interval.
    seconds : float
        Processor time for as many nodes.
    """

    nodes: float = 0.0
    low: float = 0.0
    high: float = 0.0
    seconds: float = 0.0


def estimate(board: Board) -> OpenBoard:
    """Estimate the work of a campaign about a board."""
    target = "swap" if board.swap and board.start().swap_follows else "value"
    found = estimate_work(make_target(target, board.start()), samples=SAMPLES, limit=LIMIT)
    return OpenBoard(**asdict(board), nodes=found.nodes, low=found.low, high=found.high, seconds=found.seconds)


def load_estimates() -> list[OpenBoard]:
    """Return the estimates that are stored, of boards that have not been solved since."""
    if not ESTIMATES.exists():
        return []
    solved = solved_names()
    stored = [OpenBoard(**each) for each in json.loads(ESTIMATES.read_text(encoding="utf-8"))]
    return [each for each in stored if each.name not in solved]


def solve(board: Board, nodes: int | None = None) -> Solved | None:
    """Solve a board; None if it takes more nodes."""
    started = time.process_time()
    found = ll.solve(board.start(), ll.Limit(nodes=nodes), memory=MEMORY, swap=board.swap)
    if not found.score.is_exact:
        return None
    seconds = round(time.process_time() - started, 1)
    line = " ".join(format_move(move, board.start().rules) for move in found.principal_variation)
    return Solved(
        **asdict(board), value=found.score.value, line=line, nodes=found.info.nodes, seconds=seconds,
        version=ll.__version__,
    )  # fmt: skip


def proved(board: Board, campaign: Campaign) -> Solved:
    """Return what a campaign has proved of a board, with a line of best play.

    Raises
    ------
    ValueError
        If it is about something else, or not finished.
    """
    if not campaign.result.complete or not is_about(campaign, board):
        raise ValueError(f"{campaign.store.path}: expected a finished campaign about {board.game} {board.title}")
    value, cost = campaign.result.score.lower, campaign.store.cost()
    rules = board.start().rules
    line = " ".join(format_move(move, rules) for move in _line(campaign))
    return Solved(
        **asdict(board), value=value, line=line, nodes=cost.nodes, seconds=round(cost.seconds, 1),
        version=ll.__version__,
    )  # fmt: skip


def seed_of(campaign: Campaign) -> int | None:
    """Return with which of `SEEDS` `litslab new` makes the board of Battle of LITS that a campaign is about."""
    size = campaign.position.rules.board.columns
    boards = (Board("battle-of-lits", {"size": size}, seed) for seed in SEEDS)
    return next((each.seed for each in boards if each.start() == campaign.position), None)


def is_about(campaign: Campaign, board: Board) -> bool:
    """Whether a campaign asks for the value of a board."""
    start = board.start()
    return campaign.position == start and campaign.result.under_swap == (board.swap and start.swap_follows)


def _line(campaign: Campaign) -> list[Move]:
    """Return a line of best play: a best move, then what the campaign knows, then what a search finds."""
    moves = [campaign.result.best[0]]
    question = campaign.target.root.after(move_number(moves[0], campaign.position.rules))
    oracle = make_oracle(campaign.position.rules, memory=MEMORY)
    value = campaign.result.score.lower
    if campaign.result.under_swap:
        bounds = campaign.known.score(question)  # −1 and 1 are equally even, so they need not be exact
        value = bounds.lower if bounds.is_exact else oracle.value(question.position)
    # The move that has shown an answer saves the search for one, but the answer may have been about another number.
    while (number := campaign.known.move(question)) is not None:
        after = question.after(number)
        score = campaign.known.score(after)
        keeps = score.lower >= value if question.wanted else score.upper <= value
        if not keeps and not oracle.reaches(after.position, value, maximising=question.wanted):
            break
        moves.append(numbered_move(number, campaign.position.rules))
        question = after
    return [*moves, *principal_variation(oracle, question.position, value)]


def take_in(path: Path) -> str:
    """Store what a campaign has proved, and its export, unless it is stored already; return what was done.

    A campaign that is not finished is kept as it is.
    """
    with Campaign(path) as campaign:
        board = next((each for each in LARGE if is_about(campaign, each)), None)
        if board is None:
            return "not a board of this page"
        if board.name in solved_names():
            return f"{board.game} {board.title} is stored"
        if not campaign.result.complete:
            board.unfinished.parent.mkdir(parents=True, exist_ok=True)
            campaign.store.copy(board.unfinished, force=True)
            return f"{board.game} {board.title} is not finished"
        solved = proved(board, campaign)
        solved.check()
        CAMPAIGNS.mkdir(exist_ok=True)
        campaign.store.copy(board.export, force=True)
        board.unfinished.unlink(missing_ok=True)
    add(solved)
    return str(solved)


def load() -> list[Solved]:
    """Return the boards that are stored."""
    return [Solved(**each) for each in json.loads(STORE.read_text(encoding="utf-8"))] if STORE.exists() else []


def solved_names() -> set[tuple[str, str]]:
    """Return the names of the boards that are stored."""
    return {each.name for each in load()}


def add(solved: Solved) -> None:
    """Store a board beside the others."""
    save([*(each for each in load() if each.name != solved.name), solved])


def save(found: Iterable[Solved]) -> None:
    """Store boards, in the order of the games, sizes and seeds."""
    order = list(GAMES)
    ordered = sorted(found, key=lambda each: (order.index(each.game), each.options["size"], each.seed or 0, each.title))
    write_new(STORE, json.dumps([asdict(each) for each in ordered], indent=1) + "\n", force=True)


def page(found: list[Solved]) -> str:
    """Return the page."""
    sections = []
    for name, rules in GAMES.items():
        boards = [each for each in found if each.game == name]
        if boards:
            sections.append(f"\n## {rules.title}\n\n{_introduction(name, boards)}{_table(boards)}\n")
    estimates = "\n".join(_open_row(each) for each in load_estimates())
    return TEXT.format(sections="".join(sections), samples=SAMPLES, limit=LIMIT, estimates=estimates, begun=_begun())


def _begun() -> str:
    """Return what is said of the campaigns that are not finished."""
    rows = [_begun_row(board) for board in LARGE if board.unfinished.exists()]
    return BEGUN.format(rows="\n".join(rows)) if rows else ""


def _begun_row(board: Board) -> str:
    with Campaign(board.unfinished) as campaign:
        result, cost = campaign.result, campaign.store.cost()
        target = campaign.target.questions(campaign.known, list)[0].target
        limit = campaign.position.rules.value_limit()
    proved_bounds = [f"at least {signed(result.score.lower)}"] if result.score.lower > -limit else []
    proved_bounds += [f"at most {signed(result.score.upper)}"] if result.score.upper < limit else []
    refuted = sum(each.score.upper < target for each in result.openings)
    cells = (
        f"[{GAMES[board.game].title}, {board.title}](campaigns/{UNFINISHED}/{board.unfinished.name})",
        ", ".join(proved_bounds) or "–",
        f"{refuted} of {len(result.openings)}: none of them is worth {signed(target)}",
        _large(cost.nodes),
        f"{cost.seconds / 3600:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def _open_row(each: OpenBoard) -> str:
    name, hours = f"{GAMES[each.game].title}, {each.title}", each.seconds / 3600
    digits = 1 if hours < 10 else 0
    return f"| {name} | {_large(each.nodes)} | {_large(each.low)} to {_large(each.high)} | {hours:,.{digits}f} |"


def _large(number: float) -> str:
    """Return a number to two digits, in millions, billions or trillions."""
    for unit, name in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if number >= unit:
            return f"{float(f'{number / unit:.2g}'):,g} {name}"
    return f"{float(f'{number:.2g}'):,.0f}"


def _introduction(name: str, boards: list[Solved]) -> str:
    if name == "battle-of-lits":
        return f"{_battle([each for each in boards if each.swap])}\n{_exported([x for x in boards if not x.swap])}"
    return _exported(boards)


def _exported(boards: list[Solved]) -> str:
    """Return what is said of the boards that were solved by campaigns."""
    exported = ", ".join(f"[{each.title}](campaigns/{each.export.name})" for each in boards if each.export.exists())
    return f"{EXPORTED.format(boards=exported)}\n\n" if exported else ""


def _battle(boards: list[Solved]) -> str:
    """Return what is said of the boards of Battle of LITS with the swap."""
    by_size = {
        size: [each for each in boards if each.options["size"] == size]
        for size in sorted({each.options["size"] for each in boards})
    }
    summary = "; ".join(
        f"{len(each)} of {size}×{size}, {sum(board.value == -1 for board in each)} of them worth −1"
        for size, each in by_size.items()
    )
    return BATTLE.format(memory=MEMORY >> 30, summary=summary)


def signed(value: int) -> str:
    """Return a number with its sign, as it is printed."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def _table(boards: list[Solved]) -> str:
    lines = ["| Board | Value | First move | Moves | Nodes | CPU s |", "| --- | --- | --- | --- | --- | --- |"]
    for each in boards:
        first, *others = each.line.split() or ["–"]
        moves = len(others) + bool(each.line)
        lines.append(
            f"| {each.title} | {signed(each.value)} | `{first}` | {moves} | {each.nodes:,} | {each.seconds:,.1f} |"
        )
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Solve boards, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solve", action="store_true", help="solve the small boards that are not stored yet")
    parser.add_argument(
        "--nodes", type=int, default=1_000_000_000, metavar="N", help="give a small board up after that"
    )
    parser.add_argument("--size", type=int, default=10, metavar="N", help="squares per side, in Battle of LITS")
    parser.add_argument("--seeds", type=int, nargs=2, metavar=("FIRST", "LAST"), help="boards of Battle of LITS")
    parser.add_argument("--no-swap", action="store_true", help="their values without the swap")
    parser.add_argument("campaigns", type=Path, nargs="*", metavar="FILE", help="finished campaigns")
    parser.add_argument("--estimate", action="store_true", help="estimate the work for boards that are not solved")
    chosen = parser.parse_args(arguments)
    wanted = [(board, chosen.nodes) for board in SMALL] if chosen.solve else []
    if chosen.seeds:
        first, last = chosen.seeds
        swap = not chosen.no_swap
        wanted += [
            (Board("battle-of-lits", {"size": chosen.size}, seed, swap), None) for seed in range(first, last + 1)
        ]
    for board, nodes in wanted:
        if board.name not in solved_names():  # another process may have stored it meanwhile
            solved = solve(board, nodes)
            if solved is None:
                print(f"{board.game} {board.title}: not within {nodes:,} nodes", flush=True)
                continue
            solved.check()
            add(solved)
            print(solved, flush=True)
    for path in chosen.campaigns:
        print(f"{path}: {take_in(path)}", flush=True)
    if chosen.estimate:
        stored = solved_names()
        found = [estimate(each) for each in OPEN if each.name not in stored]
        write_new(ESTIMATES, json.dumps([asdict(each) for each in found], indent=1) + "\n", force=True)
    write_new(PAGE, page(load()), force=True)


if __name__ == "__main__":
    main(sys.argv[1:])
