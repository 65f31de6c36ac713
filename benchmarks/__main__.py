"""Run a measurement by its name, or ``all``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

from benchmarks import compare, endgame, generate, lits, simulation, size, style


def _page(options: list[str]) -> int:
    """Measure the page, if the packages that this needs are installed."""
    status: int = import_module("benchmarks.page").main(options)
    return status


BENCHMARKS: dict[str, Callable[..., object]] = {
    "endgame": endgame.main,
    "endgame-long": endgame.main_long,
    "lits": lits.main,
    "generate": generate.main,
    "generate-long": generate.main_long,
    "simulation": simulation.main,
    "simulation-long": simulation.main_long,
    "size": size.main,
    "style": style.main,
    "page": _page,
    "compare": compare.main,
}

WITH_OPTIONS = {"generate", "style", "page", "compare"}
"""The measurements that take a list of options."""


def is_short(name: str) -> bool:
    """Return whether a measurement is part of ``all``."""
    return name != "compare" and not name.endswith("-long")


def main(arguments: list[str]) -> int:
    """Run a measurement, or all short ones; an unknown name prints the known ones.

    A measurement that needs a package that is not installed is named and skipped.
    """
    name, *options = arguments or [""]
    if name not in {*BENCHMARKS, "all"} or (options and name not in WITH_OPTIONS):
        print(f"python -m benchmarks NAME [OPTIONS]: {', '.join(BENCHMARKS)} or all", file=sys.stderr)
        return 2
    status: object = 0
    for each in filter(is_short, BENCHMARKS) if name == "all" else (name,):
        try:
            status = BENCHMARKS[each](*([options] if each in WITH_OPTIONS else []))
        except ModuleNotFoundError as error:
            if error.name is None or error.name.split(".")[0] in {"litslab", "benchmarks", "tests"}:
                raise
            print(f"skipped {each}: {error.name} is not installed", file=sys.stderr)
            status = 1
    return status if isinstance(status, int) and name != "all" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
