"""The command ``groups``: how a position's groups are connected."""

from __future__ import annotations

import typer

from litslab.app import exits
from litslab.app.cli.options import AnyOption, AtOption, ForceOption, JsonOption, PictureOption, RecordArgument
from litslab.app.cli.shared import add_command, check_picture, finish, read_position


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        groups,
        "litslab groups examples/taiji-9.toml",
        "litslab groups examples/tailits-11.toml --at 8 -o groups.png",
    )


def groups(
    record: RecordArgument,
    *,
    at: AtOption = None,
    output: PictureOption = None,
    force: ForceOption = False,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Analyse a position's groups: connections, cut squares, and how large each can still grow."""
    from litslab.analysis.group_result import draw_groups
    from litslab.analysis.groups import analyse
    from litslab.app.documents.reports import GroupsDocument
    from litslab.games.drawing.export import save

    check_picture(output, force)
    position = read_position(record, at, constructed=constructed)
    found = analyse(position)
    if output is not None:
        save(draw_groups(found), output, force=force)
    finish(GroupsDocument.of(found), output, json=json)
    return exits.DONE
