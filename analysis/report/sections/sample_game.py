"""A game to look at: of the engine's games the one that is most like the others."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Figure, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.numbers import outcome_words
from litslab.analysis.report.play import Match, placements
from litslab.games.drawing.svg import draw
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.record import Record

PICTURES = 6


@dataclass(frozen=True)
class Chosen:
    """A game and how it was chosen.

    Attributes
    ----------
    record : Record
        The game.
    how : How
        Whose it is.
    """

    record: Record
    how: How


def choose(context: Context) -> Chosen | None:
    """Return the game of median length, of those the one of median margin: the engine's, else the greedy player's."""
    match = context.mcts if context.mcts.count else context.greedy
    if not match.count:
        return None
    record = match.record(_most_usual(match))
    return Chosen(record, How(Kind.SIMULATED, f"the median of {match.count:,} games of {match.names[0]} with itself"))


def _most_usual(match: Match) -> int:
    length = match.lengths.quantile(0.5)
    margin = match.margins.quantile(0.5)

    def strangeness(number: int) -> tuple[int, int, int]:
        game = match.games[number]
        led = game.margin if game.winner == game.first_player else -game.margin
        return abs(placements(game) - length), abs(led - margin), number

    return min(range(match.count), key=strangeness)


def section(context: Context) -> Section:
    """Return the section with a game in pictures."""
    chosen = choose(context)
    if chosen is None:
        return Section("game", "A game in pictures", ("The time did not suffice for a game.",))
    record = chosen.record
    total = len(record.moves)
    plies = sorted({round(total * part / PICTURES) for part in range(1, PICTURES + 1)})
    blocks: list[Block] = [_result(chosen)]
    for ply in plies:
        position = record.position(ply)
        score = "–".join(map(str, position.scores()))
        caption = f"After {ply} of {total} moves: {score}."
        blocks.append(Figure(f"game-{ply:02}", draw(position, square_size=30), caption, small=True))
    moves = " ".join(format_move(move, record.rules) for move in record.moves)
    blocks.append(f"Moves: {moves}")
    return Section("game", "A game in pictures", tuple(blocks))


def _result(chosen: Chosen) -> Table:
    outcome = chosen.record.positions[-1].outcome()
    placed = sum(isinstance(move, Placement) for move in chosen.record.moves)
    swaps = len(chosen.record.moves) - placed
    rows = (
        Row("placements", (Number(placed, chosen.how),)),
        *((Row("moves, with the swap", (Number(placed + swaps, chosen.how),)),) if swaps else ()),
        Row("result", (Number(outcome_words(outcome), chosen.how),)),
    )
    return Table("The game shown", ("what", "value"), rows)
