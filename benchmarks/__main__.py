"""Run the named measurements, or ``all``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module

from benchmarks import compare, endgame, generate, lits, simulation, size, style


def _page(options: list[str]) -> int:
    """Measure the page, if the packages that this needs are installed."""
    status: int = import_module("benchmarks.page").main(options)
    return status


WITH_OPTIONS: dict[str, Callable[[list[str]], int]] = {"style": style.main, "page": _page, "compare": compare.main}
"""Those that take options: with these they come alone."""

ALONE = ("compare",)
"""Those that come alone in any case."""

BENCHMARKS: dict[str, Callable[[], object]] = {
    "endgame": endgame.main,
    "endgame-long": endgame.main_long,
    "lits": lits.main,
    "generate": generate.main,
    "generate-long": generate.main_long,
    "simulation": simulation.main,
    "simulation-long": simulation.main_long,
    "size": size.main,
    **{name: partial(measure, []) for name, measure in WITH_OPTIONS.items() if name not in ALONE},
}


def is_short(name: str) -> bool:
    """Return whether a measurement is part of ``all``."""
    return not name.endswith("-long")


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
