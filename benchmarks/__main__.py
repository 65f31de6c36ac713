"""Run the named measurements, or ``all``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module

from benchmarks import (
    calibration,
    campaign,
    certificates,
    compare,
    connectivity,
    doublings,
    endgame,
    generate,
    grading,
    ladder,
    lits,
    review,
    rules,
    simulation,
    size,
    small_puzzles,
    strategy,
    studies,
    style,
    synthesis,
    techniques,
)


def _run(module: str, options: list[str]) -> int:
    """Run a measurement whose module needs packages that may be missing."""
    status: int = import_module(f"benchmarks.{module}").main(options)
    return status


WITH_OPTIONS: dict[str, Callable[[list[str]], int]] = {
    "grading": grading.main,
    "review": review.main,
    "style": style.main,
    "page": partial(_run, "page"),
    "load": partial(_run, "load"),
    "ladder": ladder.main,
    "doublings": doublings.main,
    "compare": compare.main,
}
"""Those that take options: with these they come alone."""

ALONE = ("ladder", "doublings", "compare")
"""Those that come alone in any case."""

BENCHMARKS: dict[str, Callable[[], object]] = {
    "rules": rules.main,
    "endgame": endgame.main,
    "techniques": techniques.main,
    "size": size.main,
    "endgame-long": endgame.main_long,
    "certificates-long": certificates.main,
    "campaign-long": campaign.main,
    "lits": lits.main,
    "lits-long": lits.main_long,
    "connectivity-long": connectivity.main,
    "simulation": simulation.main,
    "simulation-long": simulation.main_long,
    "bounds-long": strategy.main_bounds,
    "strategy-long": strategy.main_strategy,
    "studies-long": studies.main,
    "generate": generate.main,
    "generate-long": generate.main_long,
    "small-puzzles": small_puzzles.main,
    "synthesis": synthesis.main,
    "synthesis-long": synthesis.main_long,
    "calibration": calibration.main,
    **{name: partial(measure, []) for name, measure in WITH_OPTIONS.items() if name not in ALONE},
}


def is_short(name: str) -> bool:
    """Return whether a measurement is part of ``all``: not long, and not one that writes files."""
    return not name.endswith("-long") and name != "calibration"


def main(names: list[str]) -> int:
    """Run measurements by name; an unknown name prints what there is.

    Those of `WITH_OPTIONS` come alone, if options follow. A measurement that needs a package that is not installed is
    named and skipped.
    """
    has_options = any(each.startswith("-") for each in names)
    if names and names[0] in WITH_OPTIONS and (has_options or names[0] in ALONE):
        return WITH_OPTIONS[names[0]](names[1:])
    chosen = [name for name in BENCHMARKS if is_short(name)] if names == ["all"] else names
    unknown = [name for name in chosen if name not in BENCHMARKS]
    if unknown or not chosen:
        print(f"python -m benchmarks NAME …: {', '.join((*BENCHMARKS, *ALONE))} or all", file=sys.stderr)
        return 2
    skipped = False
    for name in chosen:
        try:
            BENCHMARKS[name]()
        except ModuleNotFoundError as error:
            if error.name is None or error.name.split(".")[0] in {"litslab", "benchmarks", "tests"}:
                raise
            print(f"skipped {name}: {error.name} is not installed", file=sys.stderr)
            skipped = True
    return int(skipped and names != ["all"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
