"""Write ``docs/cli.md``, the reference of the command line, from the code: run ``python docs/make_cli.py``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litslab.app.cli import command_line
from litslab.games.files import write_new

PAGE = Path(__file__).parent / "cli.md"

INTRODUCTION = """\
# The command line

This page is generated from the code by `make cli`; `litslab COMMAND --help` shows the same. Most commands share these
options:

| option | meaning |
|---|---|
| `--json` | print one JSON document (one per puzzle or study) and nothing else; form: `litslab schema` |
| `-o`, `--output` | the file or folder to write |
| `-n`, `--count` | number of games, puzzles or studies |
| `--time-limit` | time limit (seconds) |
| `--threads` | threads of one search |
| `--workers`, `--scheduler` | processes of this machine, or the workers of a Dask cluster |
| `--memory` | size of the kernel's hash table (MiB) |
| `--seed` | random seed |
| `--engine` | the solver to use |

Players are `random`, `greedy`, `mcts`, `mcts:PLAYOUTS`, `exact` or `exact:NODES`, in every command.

Exit status: 0 done; 1 the answer is negative (no solution, an illegal record); 2 bad usage or bad input; 3 a limit was
reached before the answer; 130 Ctrl-C, 143 SIGTERM. One line on standard error says what went wrong.

`litslab --install-completion` installs completion of commands, options, choices, games and players in bash, zsh,
fish and PowerShell; `litslab --show-completion` prints the script instead.
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join([INTRODUCTION, *_group(command_line(), "litslab", 2)])


def _group(group: Any, name: str, depth: int) -> Iterator[str]:
    """Yield the commands of a group, each with a heading."""
    for word, command in group.commands.items():
        full = f"{name} {word}"
        yield f"{'#' * depth} {full}\n"
        if hasattr(command, "commands"):
            yield f"{command.help}\n"
            yield from _group(command, full, depth + 1)
        else:
            yield from _command(command, full)


def _command(command: Any, name: str) -> Iterator[str]:
    """Yield what a command does, its arguments and options as tables, and its examples."""
    context = command.context_class(command, info_name=name)
    yield f"{command.help.strip()}\n"
    usage = " ".join([name, "[OPTIONS]", *(each.metavar for each in command.params if _is_argument(each))])
    yield f"```\n{usage}\n```\n"
    for title, wanted in (("argument", True), ("option", False)):
        records = [each.get_help_record(context) for each in command.params if _is_argument(each) is wanted]
        rows = [f"| `{_cell(words)}` | {_cell(text)} |" for words, text in filter(None, records)]
        if rows:
            yield "\n".join([f"| {title} | meaning |", "|---|---|", *rows, ""])
    examples = [line.strip() for line in command.epilog.splitlines() if line.strip().startswith("litslab ")]
    yield "\n".join(["```sh", *examples, "```", ""])


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _cell(text: str) -> str:
    """Return a text as the cell of a table: on one line, choices with commas, as a bar would end the cell."""
    return " ".join(text.split()).replace("|", ", ")


if __name__ == "__main__":
    write_new(PAGE, page(), force=True)
