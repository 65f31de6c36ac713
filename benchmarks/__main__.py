"""Run a measurement by its name, or ``all``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module


def _run(name: str, *options: list[str]) -> object:
    """Run a measurement; only its own module may need packages that are not installed."""
    module, _, long = name.partition("-")
    return getattr(import_module(f"benchmarks.{module}"), "main_long" if long else "main")(*options)


BENCHMARKS: dict[str, Callable[..., object]] = {
    name: partial(_run, name)
    for name in (
        "endgame", "endgame-long", "lits", "generate", "generate-long", "simulation", "simulation-long", "size",
        "startup", "style", "page", "compare",
    )
}  # fmt: skip

WITH_OPTIONS = {"generate", "startup", "style", "page", "compare"}
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
