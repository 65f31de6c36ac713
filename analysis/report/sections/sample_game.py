"""The section with a sample game: the most usual one, in pictures."""

from __future__ import annotations

from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import (
    Block,
    Figure,
    How,
    Kind,
    Number,
    Row,
    Section,
    Table,
)
from litslab.analysis.report.play import Match, first_player_margin, placements
from litslab.games.drawing.svg import draw
from litslab.games.language import tr
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.record import Record

PICTURES = 6


def _most_usual(match: Match) -> int:
    """Return the number of the game of median length, among these of the one nearest to the median
    margin.
    """
    length = match.lengths.quantile(0.5)
    margin = match.margins.quantile(0.5)

    def strangeness(number: int) -> tuple[int, int, int]:
        game = match.games[number]
        led = first_player_margin(game)
        return abs(placements(game) - length), abs(led - margin), number

    return min(range(match.count), key=strangeness)


def sample_game(context: Context) -> Section:
    """Return the section with a typical game of the engine in pictures."""
    match = context.mcts
    record = match.record(_most_usual(match))
    by = tr(
        "the median of {games:,} games of {player} with itself",
        games=match.count,
        player=tr(match.names[0]),
    )
    how = How(Kind.SIMULATED, by)
    total = len(record.moves)
    plies = sorted({round(total * part / PICTURES) for part in range(1, PICTURES + 1)})
    blocks: list[Block] = [_result(record, how)]
    for ply in plies:
        position = record.position(ply)
        score = "–".join(position.score_texts())
        caption = tr("After {ply} of {total} moves: {score}.", ply=ply, total=total, score=score)
        blocks.append(Figure(f"game-{ply:02}", draw(position, square_size=30), caption, small=True))
    moves = " ".join(format_move(move, record.rules) for move in record.moves)
    blocks.append(tr("Moves: {moves}", moves=moves))
    return Section("game", tr("A game in pictures"), tuple(blocks))


def _result(record: Record, how: How) -> Table:
    outcome = record.positions[-1].outcome()
    placed = sum(isinstance(move, Placement) for move in record.moves)
    swaps = len(record.moves) - placed
    rows = [Row(tr("placements"), (Number(placed, how),))]
    if swaps:
        rows.append(Row(tr("moves, with the swap"), (Number(placed + swaps, how),)))
    rows.append(Row(tr("result"), (Number(quantities.outcome_words(outcome), how),)))
    return Table(tr("The game shown"), (tr("what"), tr("value")), tuple(rows))
