"""Names in plots: of runs and of quantities."""

from __future__ import annotations

from litslab.analysis.runs.file import RunFile
from litslab.games.language import mark, tr


def run_title(run: RunFile) -> str:
    """Return the names of the game and the players, and the size of the board."""
    board = run.rules.board
    return tr(
        "{game} {size}, {players}",
        game=tr(run.rules.title),
        size=f"{board.columns}×{board.rows}",
        players=players_title(run.run.players),
    )


def players_title(players: tuple[str, str]) -> str:
    """Return the names of the two players of a run."""
    player, opponent = players
    if player != opponent:
        return tr("{player} against {opponent}", player=tr(player), opponent=tr(opponent))
    if player == "random":
        return tr("random play")
    return tr("{player} play", player=tr(player))


def margin_label(sides: tuple[str, str], *, half_point: bool) -> str:
    """Return the name of the first side's margin; with `half_point` it says that the game's half
    point is not counted.
    """
    told = mark("margin ({first} minus {second}, points)")
    if half_point:
        told = mark("margin ({first} minus {second}, points without the half point)")
    first, second = map(tr, sides)
    return tr(told, first=first, second=second)
