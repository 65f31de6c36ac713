"""Write ``docs/results/battle-of-lits-10.md``: standard boards of Battle of LITS, solved with the swap.

``python docs/make_battle_of_lits_10.py`` writes the page and its pictures from what is stored beside it. Given the
files of campaigns, it first takes in those that are finished and not stored yet: it exports them, repeats a sample of
their searches, and adds their boards to ``docs/results/boards.json``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import make_boards
from make_boards import SEEDS, Board, Solved, proved, seed_of, signed

from litslab.games.drawing.svg import draw
from litslab.games.errors import GameError
from litslab.games.files import write_new
from litslab.games.notation import parse_move
from litslab.games.result_text import outcome_text
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.verify import verify_campaign

GAME, SIZE = "battle-of-lits", 10
DOCS = Path(__file__).parent
PAGE = DOCS / "results" / "battle-of-lits-10.md"
STORE = PAGE.with_suffix(".json")
CAMPAIGNS = DOCS / "results" / "campaigns"
PICTURES = DOCS / "pictures" / "battle-of-lits-10"

SAMPLE = 20
"""How many searches of each campaign are repeated."""

TEXT = """# Battle of LITS on 10×10, solved

Boards of the published size with the standard 20 tetrominoes, solved **with the swap**: those of
`litslab new battle-of-lits --size 10 --seed N`, with 30 X and 30 O that a half turn exchanges. Made by
`python docs/make_battle_of_lits_10.py`.

Nobody can draw, and the second player may take the side that the first placement favours. So the second player wins
every board, and the first player can do no better than to lose by as little as possible: a value of −1 (twice the
margin, plus or minus one for the tie rule). **One opening whose value is 1 or −1 settles a board.** Two searches prove
that its value is at least that, and not more; where one of them is too hard, it is split into searches after the moves.

{summary}

| Board | Even opening | Value for X | Moves | Searches | Nodes | CPU min | Version |
| --- | --- | --- | --- | --- | --- | --- | --- |
{table}

"Value for X" is that of the position after the opening. "Moves" is the length of the line of best play below, which
has been played by the rules of `games/` and ends with this value. Nodes and processor time are those of all searches,
of openings that turned out not to be even and of second searches among them; one worker, on a machine with other work.
{without}
## How they were verified

The files in `docs/results/campaigns` are the exported [campaigns](../how-to/campaign.md), {kilobytes:,} kB in all.
`litslab campaign verify` replays each proof by the rules, and repeats {sample} of the searches that it rests on, chosen
at random, with an empty table. No repeated search gave another answer:

| Board | Answers by the rules | Searched answers | Repeated | Nodes | CPU s |
| --- | --- | --- | --- | --- | --- |
{checks}

`litslab campaign verify docs/results/campaigns/{example} --count {sample} --memory 1024` prints the figures of the
first row; with `--all` it repeats every search, which takes some minutes.
{unchecked}
## How to solve one again

1. `litslab new battle-of-lits --size 10 --seed N -o board.toml`
2. `litslab campaign new board.toml --target swap -o campaign.db`
3. `litslab campaign run campaign.db --workers 1 --memory 1536` takes as much processor time as the table says, and
   1.5 GB of memory.
4. `python docs/make_battle_of_lits_10.py campaign.db` adds the board to this page.

## The boards

Outlined: the even opening.

{boards}"""

WITHOUT = """
## Without the swap

As if nobody could swap, a board is worth as much to X as its best opening: every other has to be refuted, too.

| Board | Value | Best opening | Moves | Nodes | CPU min |
| --- | --- | --- | --- | --- | --- |
{table}
"""

PLAIN = """
Seed {seed} was solved by `python docs/make_boards.py --size 10 --seeds {seed} {seed}`, without a campaign,
so there is no proof to replay: to repeat it takes as long.
"""

SECTION = """### Seed {seed}

![The board of seed {seed} with an even opening](../pictures/battle-of-lits-10/seed-{seed}.svg)

Best play: {line}. {ending}
"""


@dataclass(frozen=True)
class Check:
    """What was verified of an exported campaign.

    Attributes
    ----------
    seed : int
        Of the board.
    derived, searched, repeated : int
        How many answers follow by the rules, how many answers of searches the proof rests on, and how many of these
        were searched for again.
    nodes : int
        Positions visited in doing so.
    seconds : float
        Processor time.
    """

    seed: int
    derived: int
    searched: int
    repeated: int
    nodes: int
    seconds: float


def board(seed: int) -> Board:
    """Return the board of a seed."""
    return Board(GAME, {"size": SIZE}, seed)


def export(seed: int) -> Path:
    """Return where the exported campaign of a board is."""
    return CAMPAIGNS / f"{GAME}-{SIZE}-seed-{seed}.db"


def load() -> dict[int, Check]:
    """Return what was verified, by seed."""
    entries = json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else []
    return {each["seed"]: Check(**each) for each in entries}


def solved_boards(*, swap: bool = True) -> list[Solved]:
    """Return the boards of this size that are solved with the swap, or without, by seed."""
    of_size = [each for each in make_boards.load() if each.game == GAME and each.options["size"] == SIZE]
    return [each for each in of_size if each.swap == swap]


def take_in(path: Path) -> str:
    """Export, verify and store a campaign if it is finished and not stored yet; return what was done."""
    with Campaign(path) as campaign:
        if not campaign.result.complete:
            return "not finished"
        seed = seed_of(campaign)
        if seed is None or board(seed).start() != campaign.position:
            return f"not a board of the seeds {SEEDS.start} to {SEEDS.stop - 1}"
        if seed in load():
            return f"seed {seed} is stored"
        CAMPAIGNS.mkdir(exist_ok=True)
        campaign.store.copy(export(seed), force=True)
        solved = proved(board(seed), campaign)
    solved.check()
    check = verify(seed)
    others = [each for each in make_boards.load() if each.name != solved.name]
    make_boards.save([*others, solved])
    checks = {**load(), seed: check}
    write_new(STORE, json.dumps([asdict(checks[each]) for each in sorted(checks)], indent=1) + "\n", force=True)
    return str(check)


def verify(seed: int, sample: int = SAMPLE) -> Check:
    """Verify an exported campaign."""
    started = time.process_time()
    found = verify_campaign(export(seed), sample=sample, seed=0)
    seconds = round(time.process_time() - started, 1)
    return Check(seed, found.derived, found.searched, found.repeated, found.nodes, seconds)


def picture(solved: Solved) -> str:
    """Draw a board with its even opening."""
    start = solved.start()
    opening = parse_move(solved.line.split()[0], start)
    return draw(start, highlight=[opening], highlight_name="even opening", square_size=30)


def page(boards: Sequence[Solved], checks: dict[int, Check]) -> str:
    """Return the page."""
    without = [_row_without_swap(each) for each in solved_boards(swap=False)]
    minutes = [each.seconds / 60 for each in boards]
    even = sum(each.value == -1 for each in boards)
    plain = [PLAIN.format(seed=each.seed) for each in boards if each.seed not in checks]
    return TEXT.format(
        summary=f"Solved: {len(boards)} boards, {even} of them worth −1. The median of the processor time is "
        f"{statistics.median(minutes):.1f} minutes, the range {min(minutes):.1f} to {max(minutes):.1f}.",
        table="\n".join(_row(each) for each in boards),
        without=WITHOUT.format(table="\n".join(without)) if without else "",
        checks="\n".join(_check_row(checks[seed]) for seed in sorted(checks)),
        kilobytes=sum(export(seed).stat().st_size for seed in checks) // 1000,
        sample=SAMPLE, example=export(min(checks)).name, unchecked="".join(plain),
        boards="\n".join(_section(each) for each in boards),
    )  # fmt: skip


def _row(solved: Solved) -> str:
    opening, *others = solved.line.split()
    searches = "–"
    if solved.seed is not None and export(solved.seed).exists():
        with Campaign(export(solved.seed)) as campaign:
            searches = f"{campaign.store.cost().searches:,}"
    return (
        f"| [seed {solved.seed}](#seed-{solved.seed}) | `{opening}` | {signed(solved.end().outcome().value)} | "
        f"{len(others) + 1} | {searches} | {solved.nodes:,} | {solved.seconds / 60:.1f} | {solved.version} |"
    )


def _row_without_swap(solved: Solved) -> str:
    opening, *others = solved.line.split()
    name = f"[seed {solved.seed}](campaigns/{solved.export.name})" if solved.export.exists() else f"seed {solved.seed}"
    return (
        f"| {name} | {signed(solved.value)} | `{opening}` | {len(others) + 1} | {solved.nodes:,} | "
        f"{solved.seconds / 60:.1f} |"
    )


def _check_row(check: Check) -> str:
    return (
        f"| [seed {check.seed}](campaigns/{export(check.seed).name}) | {check.derived:,} | {check.searched:,} | "
        f"{check.repeated:,} | {check.nodes:,} | {check.seconds:,.1f} |"
    )


def _section(solved: Solved) -> str:
    end = solved.end()
    x, o = end.scores()
    line = ", ".join(f"`{move}`" for move in solved.line.split())
    result = outcome_text(end.outcome(), end.rules.sides[0 if end.outcome().value > 0 else 1], verb="wins")
    return SECTION.format(seed=solved.seed, line=line, ending=f"It ends {x}–{o}: {result}.")


def main(arguments: list[str]) -> None:
    """Take campaigns in, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("campaigns", type=Path, nargs="*", metavar="FILE", help="campaigns, finished or not")
    for path in parser.parse_args(arguments).campaigns:
        try:
            print(f"{path}: {take_in(path)}", flush=True)
        except GameError as error:
            print(error, flush=True)  # the others are still taken in
    boards = solved_boards()
    PICTURES.mkdir(exist_ok=True)
    for each in boards:
        write_new(PICTURES / f"seed-{each.seed}.svg", picture(each), force=True)
    write_new(PAGE, page(boards, load()), force=True)
    write_new(make_boards.PAGE, make_boards.page(make_boards.load()), force=True)


if __name__ == "__main__":
    main(sys.argv[1:])
