"""The four methods to enforce connectivity, on the same questions; written into ``docs/connectivity.md`` by hand."""

from __future__ import annotations

from benchmarks.connectivity_models import MODELS
from benchmarks.measure import print_table
from litslab.games import create
from litslab.solver.model.games import final_positions
from litslab.solver.model.scores import most_tetrominoes, pieces
from litslab.solver.model.search import Settings, optimise

SECONDS = 20.0
QUESTIONS = ((5, "least"), (5, "most"), (6, "least"), (6, "most"), (7, "any"))


def main() -> None:
    columns = ("question", *MODELS)
    rows: list[tuple[str, ...]] = []
    for size, what in QUESTIONS:
        row = [f"{size}×{size} {what}"]
        for connect in MODELS.values():
            rules = create("battle-of-lits", size=size)
            variables = final_positions(rules, connect=connect)
            aim = pieces(variables, most_tetrominoes(rules.table)) if what != "any" else 0
            found = optimise(
                variables, aim, maximise=what == "most", connected=True, settings=Settings(SECONDS, workers=2, seed=1)
            )
            value = "–" if found.best is None else found.best.objective
            row.append(f"{found.status.value} {value}/{found.bound}, {found.seconds:.1f} s ({found.rounds})")
        rows.append(tuple(row))
    print_table(
        f"Battle of LITS, two workers, at most {SECONDS:.0f} s: status, value/bound, seconds (rounds)", columns, rows
    )
