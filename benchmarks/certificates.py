"""The size of certificates, from strategies for a random sample of the searches that campaigns rest on."""

from __future__ import annotations

import random
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from benchmarks.measure import print_table
from litslab import kernel
from litslab.games.record import loads
from litslab.solver.campaign.store import Store
from litslab.solver.campaign.targets import make_target
from litslab.solver.campaign.verify import Proof, _claim
from litslab.solver.endgame.certificate import kept_symmetries, pack, text_ranks
from litslab.solver.engines.kernel import KernelOracle, question as kernel_question


def main(campaigns: list[Path], *, count: int = 40, seed: int = 1, most: int = 8_000_000) -> None:
    """Estimate how large the certificates of campaigns would be, from strategies for a sample of their searches.

    The chance of a search is proportional to the root of its nodes plus the mean. A strategy stops at `most` moves.
    """
    columns = ("campaign", "searches", "drawn", "too long", "million moves", "MB")
    print_table("Certificates", columns, [_row(path, count, seed, most) for path in campaigns])


def _row(path: Path, count: int, seed: int, most: int) -> tuple[str, ...]:
    with Store(path) as store:
        contents = store.contents()
    target = make_target(contents.settings.target, loads(contents.settings.record).position())
    proof = Proof(contents)
    proof.result(target)
    leaves = list(proof.leaves.values())
    nodes = [contents.searches[row.search or 0].nodes for _, row in leaves]
    weights = [sqrt(each + fmean(nodes)) for each in nodes]
    moves, sizes, long = [], [], 0
    for drawn in random.Random(seed).choices(range(len(leaves)), weights, k=count):
        question, row = leaves[drawn]
        scale = sum(weights) / weights[drawn] / 1e6
        oracle = KernelOracle(rules=target.position.rules, memory=256)
        oracle.at_least(question.position, question.target)
        side, value = _claim(question, row)
        task = kernel.StrategyTask(
            side=side, value=value, rank=list(text_ranks(oracle.rules)), most_moves=most, most_positions=1 << 40,
            symmetries=[[*images, len(oracle.rules.table)] for images in kept_symmetries(question.position)],
        )
        found = oracle._engine.strategy(
            kernel_question(question.position), task, table=oracle._table, seconds=1e9, nodes=1 << 62
        )
        long += found.ending is not kernel.StrategyEnding.COMPLETE
        moves.append(len(found.choices) * scale)
        sizes.append(len(pack(found.choices)) * scale)
    over = "over " if long else ""
    margin = "" if long or count < 2 else f" ± {2 * stdev(sizes) / sqrt(count):.0f}"
    return (
        path.stem, f"{len(leaves):,}", f"{count}", f"{long}", f"{over}{fmean(moves):,.0f}",
        f"{over}{fmean(sizes):,.0f}{margin}",
    )
