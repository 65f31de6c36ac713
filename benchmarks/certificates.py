"""Certificates: what a proof costs beside the search, how large its file is, and what checking it takes."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.measure import print_table
from litslab.games.record import load
from litslab.solver.endgame.certificate import certify, save_certificate, verify
from litslab.solver.endgame.optimal_moves import find_optimal_moves
from litslab.solver.engines.kernel import KernelOracle

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
MEMORY = 1 << 28

ENDGAMES = (
    ("battle-of-lits-10", (8, 7, 6)),
    ("battle-of-lits-18", (8,)),
    ("taiji-9", (30, 28)),
    ("taiji-7", (15,)),
    ("tailits-11", (13, 12)),
    ("wythe-8", (33, 32)),
    ("tailits+taiji-11", (53,)),
    ("taiji+battle-of-lits-11", (68, 66)),
)


def main() -> None:
    """Solve, prove and verify endgames of every game; times are processor seconds."""
    rows = [_row(name, ply) for name, plies in ENDGAMES for ply in plies]
    columns = (
        "endgame", "search, nodes", "proof, nodes", "times the nodes", "times the CPU", "moves", "bytes",
        "verify, positions", "verify, CPU s",
    )  # fmt: skip
    print_table("Certificates beside the search", columns, rows)


def _row(name: str, ply: int) -> tuple[str, ...]:
    position = load(EXAMPLES / f"{name}.toml").position(ply)
    oracle = KernelOracle(position.rules, memory=MEMORY)
    started = time.process_time()
    find_optimal_moves(oracle, position)
    searched, search_time = oracle.nodes, time.process_time() - started
    started = time.process_time()
    certificate = certify(position, oracle)
    proof, proof_time = oracle.nodes - searched, time.process_time() - started
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof.json"
        save_certificate(certificate, path)
        size = path.stat().st_size
    started = time.process_time()
    positions = verify(certificate)
    return (
        f"{name} --at {ply}", f"{searched:,}", f"{proof:,}", f"{proof / searched:.1f}",
        f"{proof_time / search_time:.1f}", f"{certificate.moves:,}", f"{size:,}", f"{positions:,}",
        f"{time.process_time() - started:.2f}",
    )  # fmt: skip
