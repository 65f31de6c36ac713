"""The reference of the command line, made from the code: what each ``--help`` says, as Markdown.

It is not stored. The site's build puts it into the page ``cli.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.measure import markdown_table
from litslab.app.cli.program import command_line


def reference() -> str:
    """Return the commands, each with its arguments, options and examples."""
    return "\n".join(_group(command_line(), "litslab", 2))


def _group(group: Any, name: str, depth: int) -> Iterator[str]:
    """Yield the commands of a group, each with a heading."""
    for word in group.commands:
        command = group.get_command(None, word)
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
    usage = " ".join(
        [name, "[OPTIONS]", *(each.metavar for each in command.params if _is_argument(each))]
    )
    yield f"```\n{usage}\n```\n"
    for title, wanted in (("argument", True), ("option", False)):
        records = [
            each.get_help_record(context) for each in command.params if _is_argument(each) is wanted
        ]
        rows = [(f"`{_cell(words)}`", _cell(text)) for words, text in filter(None, records)]
        if rows:
            yield f"{markdown_table((title, 'meaning'), rows)}\n"
    examples = [
        line.strip() for line in command.epilog.splitlines() if line.strip().startswith("litslab ")
    ]
    yield "\n".join(["```sh", *examples, "```", ""])


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _cell(text: str) -> str:
    """Return a text as the cell of a table: on one line, choices with commas, because a bar would
    end the cell.
    """
    return " ".join(text.split()).replace("|", ", ")
