"""Run a measurement by its name, or ``all``."""

from __future__ import annotations

import sys
from importlib import import_module

import typer

NAMES = (
    "endgame",
    "strength",
    "ladder",
    "cpsat",
    "lits",
    "generate",
    "simulation",
    "size",
    "startup",
    "style",
    "page",
    "compare",
)
"""The measurements; the last one needs an older checkout, so it is not part of ``all``."""


def run(name: str, options: list[str]) -> int:
    """Run a measurement and return its exit status; only its own module may need packages that are
    not installed.
    """
    measure = import_module(f"benchmarks.{name}").main
    program = typer.Typer(add_completion=False, rich_markup_mode=None)
    program.command()(measure)
    try:
        return (
            program(options, prog_name=f"python -m benchmarks {name}", standalone_mode=False) or 0
        )
    except typer.TyperException as error:
        print(f"python -m benchmarks {name}: {error}", file=sys.stderr)
        return 2


def main(arguments: list[str]) -> int:
    """Run a measurement, or all short ones; an unknown name prints the known ones.

    A measurement that needs a package that is not installed is named and skipped.
    """
    name, *options = arguments or [""]
    if name not in {*NAMES, "all"} or (name == "all" and options):
        print(f"python -m benchmarks NAME [OPTIONS]: {', '.join(NAMES)} or all", file=sys.stderr)
        return 2
    status = 0
    for each in NAMES[:-1] if name == "all" else (name,):
        try:
            status = run(each, options)
        except ModuleNotFoundError as error:
            if error.name is None or error.name.split(".")[0] in {"litslab", "benchmarks", "tests"}:
                raise
            print(f"skipped {each}: {error.name} is not installed", file=sys.stderr)
            status = 1
    return 0 if name == "all" else status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
