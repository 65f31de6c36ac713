"""The text of games, positions, legal moves and certificates."""

from __future__ import annotations

from typing import Any

from litslab.app.text.parts import Lines, counted, describe_rules, picture_lines, player_lines
from litslab.games.caption import CONSTRUCTED
from litslab.games.language import tr
from litslab.games.line_breaks import one_line
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.outcome import points_text
from litslab.games.perft import Perft
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.registry import GAMES
from litslab.games.result_text import value_text
from litslab.games.rules import Rules
from litslab.solver.endgame.certificate import Certificate

LONGEST = 40
"""The maximum length of a default that is shown."""


def games_text() -> Lines:
    """Yield each game with its options and their defaults."""
    for rules_class in GAMES.values():
        yield from _game_text(rules_class)


def _game_text(rules_class: type[Rules]) -> Lines:
    defaults = rules_class()
    swap = "; the second player may swap" if defaults.has_swap else ""
    first = rules_class.sides[0]
    yield f"{rules_class.name}: {tr(rules_class.title)}, {first} moves first{swap}"
    for option in rules_class.options():
        default = _default_text(getattr(defaults, option.name))
        about: str = option.metadata["help"]
        yield f"  {option.name}{default}: {tr(about)}"


def _default_text(default: Any) -> str:
    """Return the default of an option; nothing if there is none, or if it is an empty board, row by
    row.
    """
    if default in {None, ()}:
        return ""
    text = ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
    return "" if len(text) > LONGEST else f" (default {text})"


def position_text(record: Record, position: Position) -> Lines:
    """Yield the players and the position of a record."""
    picture = picture_lines(position, title=one_line(record.title))
    if record.title:
        yield next(picture)
    yield from player_lines(record)
    yield from picture


def moves_text(position: Position) -> Lines:
    """Yield a line per legal move, and their number."""
    board = position.square_characters()
    moves = position.legal_moves()
    for move in moves:
        yield _move_line(position, board, move)
    if moves:
        yield f"{position.side} to move: {counted(len(moves), 'legal move')}"
    else:
        yield "the game is over"
    if position.constructed:
        yield CONSTRUCTED


def _move_line(position: Position, board: str, move: Move) -> str:
    """Return a move, the characters of the text `board` that it covers, and the scores right after
    it.
    """
    name = format_move(move, position.rules)
    if not isinstance(move, Placement):
        return name
    characters = sorted(board[square] for square in move.squares)
    counts = [f"{characters.count(each)}×{each}" for each in dict.fromkeys(characters)]
    covers = f"covers {' '.join(counts)}"
    after = position.place(move.index)
    scores = " ".join(
        f"{side} {points_text(2 * score + (side == after.half_point))}"
        for side, score in zip(position.rules.sides, after.scores(), strict=True)
    )
    return f"{name:<24}  {covers:<22}  {scores}"


def perft_text(found: Perft) -> Lines:
    """Yield a line per number of placements."""
    for number, (positions, final) in enumerate(zip(found.counts, found.final, strict=True)):
        placements = counted(number, "placement")
        yield f"{placements:>14}: {counted(positions, 'position')}, {final:,} of them final"


def certificate_text(proof: Certificate, positions: int, compared: str | None) -> Lines:
    """Yield the position, and how many positions of its proof were checked."""
    position = proof.position
    yield from picture_lines(position)
    yield describe_rules(position.rules)
    if compared is not None:
        yield f"the position of {compared}"
    result = value_text(proof.value, position, verb="wins")
    checked = f"{counted(proof.moves, 'move')}, {counted(positions, 'position')}"
    yield f"verified: {result} ({checked})"
