"""An independent prover (`prover.cpp`), which shares no code with litslab, and what it says about campaigns.

`python -m tests.independent campaign.db` checks a sample of the leaves of a campaign's proof: the answers of searches,
from which all others follow. `build/independent-prover` answers single questions; `prover.cpp` shows their form.
"""

from __future__ import annotations

import os
import random
import subprocess
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path

from litslab.solver.campaign.store import Store
from litslab.solver.campaign.verify import Proof

SOURCE = Path(__file__).with_name("prover.cpp")
PROGRAM = SOURCE.parents[2] / "build" / "independent-prover"


def build() -> Path:
    """Compile the prover if its source is newer, and return the program."""
    if not PROGRAM.exists() or PROGRAM.stat().st_mtime < SOURCE.stat().st_mtime:
        PROGRAM.parent.mkdir(exist_ok=True)
        made = PROGRAM.with_suffix(f".{os.getpid()}")  # another process may be compiling it, too
        subprocess.run(["g++", "-std=c++20", "-O2", "-march=native", "-o", made, SOURCE], check=True)
        made.replace(PROGRAM)
    return PROGRAM


def header(record: str, **options: int) -> str:
    """Return the line that tells the prover the game and the options of a record."""
    document = tomllib.loads(record)
    words = document["options"] | options
    words["columns"] = words.pop("size")
    words["board"] = "/".join(document.get("setup", {}).get("board", []))
    words["supply"] = ",".join(map(str, words.get("supply", [])))
    return " ".join(["game", document["game"], *(f"{name}={value}" for name, value in words.items() if value != "")])


def ask(lines: Iterable[str]) -> list[tuple[str, int]]:
    """Return the prover's answers to the questions among the lines of its input, with their nodes."""
    done = subprocess.run([build()], input="\n".join(lines), capture_output=True, text=True, check=True)
    return [(answer, int(nodes)) for answer, nodes in map(str.split, done.stdout.splitlines())]


def campaign_leaves(path: Path) -> tuple[str, dict[int, str]]:
    """Return the record of a campaign, and the claim of each search on which its proof rests, by its question."""
    with Store(path) as store:
        contents = store.contents()
    proof = Proof(contents, path)
    proof.result(proof.target)
    claims = {}
    for number, (question, answer) in proof.leaves.items():
        bound = f">= {question.target}" if answer.holds else f"<= {question.target - 2}"
        claims[number] = f"{proof.questions[number].position}; value {bound}"
    return contents.settings.record, claims


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a sample of the leaves of a campaign, and return the exit status: 1 if one is refuted."""
    parser = ArgumentParser(prog="python -m tests.independent", description=main.__doc__)
    parser.add_argument("campaign", type=Path)
    parser.add_argument("--sample", type=int, default=100, help="number of leaves, chosen uniformly")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the choice")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="limit of nodes per leaf")
    given = parser.parse_args(arguments)
    record, leaves = campaign_leaves(given.campaign)
    chosen = random.Random(given.seed).sample(sorted(leaves), min(given.sample, len(leaves)))
    found = []
    for number in chosen:
        [(answer, nodes)] = ask([header(record, nodes=given.nodes), leaves[number]])
        print(f"{answer} after {nodes:,} nodes: {leaves[number]}", flush=True)
        found.append(answer)
    agree, wrong = found.count("proved"), found.count("refuted")
    print(
        f"{len(chosen)} of {len(leaves)} leaves: {agree} agree, {wrong} disagree, {found.count('undecided')} undecided"
    )
    if agree and not wrong:
        share = f"{1 - 0.05 ** (1 / agree):.1%}"
        print(f"at most {share} of the leaves that it decides within {given.nodes:,} nodes are wrong (95 % confidence)")
    return 1 if wrong else 0
