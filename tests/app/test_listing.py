"""How ``--help`` lists commands."""

from __future__ import annotations

import pytest

from litslab.app.cli.program import COMMANDS, command_line
from tests.app.command_line import Runner


@pytest.mark.slow
def test_every_command_is_listed_once_with_the_whole_of_its_summary(run: Runner) -> None:
    listed = list(dict.fromkeys(name.split()[0] for names in COMMANDS.values() for name in names))
    assert sorted(listed) == sorted(command_line().commands)
    shown = run("-h")
    assert (shown.status, shown.err, shown.out) == (0, "", run("--help").out)
    assert run().out == shown.out
    assert "engine: kernel" in run("--version").out
    assert {"--install-completion", "--show-completion"} <= set(shown.out.split())
    assert "..." not in shown.out.replace("[ARGS]...", "")
    assert max(map(len, shown.out.splitlines())) <= 80
    assert all(f"\n{title}:\n" in shown.out for title in COMMANDS)


def test_a_bare_group_prints_its_help(run: Runner) -> None:
    for name in ("plot", "puzzle", "study", "campaign", "maximal", "run"):
        bare = run(name)
        assert (bare.status, bare.err) == (0, "")
        assert bare.out == run(name, "-h").out
        assert "\nCommands:\n" in bare.out
