"""An independent prover (`prover.cpp`), which shares no code with litslab, and what it says about
campaigns.

`python -m tests.independent campaign.db` checks a sample of the leaves of a campaign's proof: the
answers of searches, from which all others follow. With `--follow` the prover searches nothing: it
follows the strategies of a certificate, or those that the kernel finds, by the rules.
`build/independent-prover` answers single questions; `prover.cpp` shows their form.
"""

from __future__ import annotations

import os
import random
import subprocess
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path

from litslab import kernel
from litslab.games.notation import format_move
from litslab.solver.campaign.question import ValueQuery
from litslab.solver.campaign.store import Store
from litslab.solver.campaign.targets import stored_target
from litslab.solver.campaign.verify import Proof
from litslab.solver.endgame.certificate_file import unpack
from litslab.solver.engines.kernel import KernelOracle, question
from litslab.solver.engines.walk import kept_symmetries, text_ranks

SOURCE = Path(__file__).with_name("prover.cpp")
PROGRAM = SOURCE.parents[2] / "build" / "independent-prover"


def build() -> Path:
    """Compile the prover if its source is newer, and return the program."""
    if not PROGRAM.exists() or PROGRAM.stat().st_mtime < SOURCE.stat().st_mtime:
        PROGRAM.parent.mkdir(exist_ok=True)
        made = PROGRAM.with_suffix(f".{os.getpid()}")  # another process may be compiling it, too
        subprocess.run(
            ["g++", "-std=c++20", "-O2", "-march=native", "-o", made, SOURCE], check=True
        )
        made.replace(PROGRAM)
    return PROGRAM


def header(record: str, **options: int) -> str:
    """Return the line that tells the prover the game and the options of a record."""
    document = tomllib.loads(record)
    words = document["options"] | options
    words["columns"] = words.pop("size")
    words["board"] = "/".join(document.get("setup", {}).get("board", []))
    words["supply"] = ",".join(map(str, words.get("supply", [])))
    return " ".join(
        [
            "game",
            document["game"],
            *(f"{name}={value}" for name, value in words.items() if value != ""),
        ]
    )


def ask(lines: Iterable[str]) -> list[tuple[str, int]]:
    """Return the prover's answers to the questions among the lines of its input, with
    their nodes.
    """
    done = subprocess.run(
        [build()], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    return [(answer, int(nodes)) for answer, nodes in map(str.split, done.stdout.splitlines())]


def claim(asked: ValueQuery, holds: bool) -> str:
    """Return the answer to a question in the prover's form."""
    placed = sorted(asked.position.placements, key=lambda each: (each.level, each.index))
    moves = " ".join(format_move(each, asked.position.rules) for each in placed)
    return (
        f"{moves}; {asked.position.turn}; value "
        f"{f'>= {asked.target}' if holds else f'<= {asked.target - 2}'}"
    )


def strategy(
    asked: ValueQuery,
    holds: bool,
    limit: int,
    packed: bytes | None = None,
) -> Sequence[int] | None:
    """Return the moves of a stored strategy, or of one that the kernel finds; None if there are too
    many positions.
    """
    position = asked.position
    rules = asked.position.rules
    # The prover does not know symmetries.
    if packed is not None and len(kept_symmetries(position)) == 1:
        return unpack(packed, "\n".join(position.text_rows()))
    oracle = KernelOracle(rules=rules)
    oracle.at_least(position, asked.target)
    task = kernel.StrategyTask(
        side=0 if holds else 1,
        value=asked.target - (0 if holds else 2),
        rank=list(text_ranks(rules)),
        symmetries=[list(range(len(rules.table) + 1))],
        most_moves=limit,
        most_positions=limit,
    )
    found = oracle.kernel_game.strategy(
        question(position), task, table=oracle.table, seconds=1e9, nodes=1 << 62
    )
    return found.choices if found.ending is kernel.StrategyEnding.COMPLETE else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a sample of the leaves of a campaign, and return the exit status: 1 if one
    is refuted.
    """
    parser = ArgumentParser(prog="python -m tests.independent", description=main.__doc__)
    parser.add_argument("campaign", type=Path)
    parser.add_argument(
        "--sample", type=int, default=100, help="number of leaves, chosen uniformly"
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed of the choice")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="limit of nodes per leaf")
    parser.add_argument(
        "--follow", action="store_true", help="follow strategies instead of searching"
    )
    given = parser.parse_args(arguments)
    found = []
    with Store(given.campaign) as store:
        proof = Proof(store.contents(), stored_target(store.settings, given.campaign))
        proof.result(proof.target)
        leaves = proof.leaves
        chosen = random.Random(given.seed).sample(sorted(leaves), min(given.sample, len(leaves)))
        for number in chosen:
            asked = leaves[number][0]
            holds = bool(leaves[number][1].holds)
            text = claim(asked, holds)
            answer = "undecided"
            nodes = given.nodes
            moves = (
                strategy(asked, holds, given.nodes, store.strategy(number)) if given.follow else ()
            )
            if moves is not None:
                followed = " ".join(["; strategy", *map(str, moves)]) if given.follow else ""
                [(answer, nodes)] = ask(
                    [header(store.settings.record, nodes=given.nodes), text + followed]
                )
            print(f"{answer} after {nodes:,} nodes: {text}", flush=True)
            found.append(answer)
    agree = found.count("proved")
    wrong = found.count("refuted")
    print(
        f"{len(chosen)} of {len(leaves)} leaves: {agree} agree, {wrong} disagree, "
        f"{found.count('undecided')} undecided"
    )
    if not wrong and 0 < agree < len(leaves):
        share = f"{1 - 0.05 ** (1 / agree):.1%}"
        print(
            f"at most {share} of the leaves that it decides within {given.nodes:,} nodes are wrong "
            "(95 % confidence)"
        )
    return 1 if wrong else 0
