"""Records: a game, its options and its moves, or a position without a history."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

from litslab.games.errors import OptionError
from litslab.games.move import Move
from litslab.games.notation import parse_move
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.games.study_claim import StudyClaim


@dataclass(frozen=True, repr=False)
class Record:
    """A game from its start, or from a given position.

    Attributes
    ----------
    rules : Rules
        The game and its options.
    moves : tuple of Move
        The moves.
    setup : Position or None
        The position that the moves start from; None for the start of the game.
    title, comment : str
        Notes for the reader.
    players : tuple of (side, name)
        The names of the players.
    winners : tuple of str
        The sides that won where the game was played, both of them after a tie there; empty if that
        is unknown.
    study : StudyClaim or None
        The claim that the last position is an endgame study; None if there is none.
    """

    rules: Rules
    moves: tuple[Move, ...] = ()
    setup: Position | None = None
    title: str = ""
    comment: str = ""
    players: tuple[tuple[str, str], ...] = field(default=())
    winners: tuple[str, ...] = ()
    study: StudyClaim | None = None

    def __repr__(self) -> str:
        board = self.rules.board
        count = len(self.moves)
        title = f", {self.title}" if self.title else ""
        return (
            f"<Record: {self.rules.title} {board.columns}×{board.rows}{title}, {count} "
            f"move{'s' * (count != 1)}>"
        )

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions after 0, 1, … moves.

        Raises
        ------
        IllegalMoveError
            If a move breaks the rules.
        """
        start = self.rules.start() if self.setup is None else self.setup
        return tuple(
            accumulate(self.moves, lambda position, move: position.play(move), initial=start)
        )

    def _repr_svg_(self) -> str:
        """Draw the position at the record's end in a notebook."""
        from litslab.games.drawing.svg import draw  # noqa: PLC0415 - only notebooks need it

        return draw(self.position(), title=self.title or None)

    def position(self, ply: int | None = None) -> Position:
        """Return the position after `ply` moves (a swap counts as a move), by default after the
        last one.

        Raises
        ------
        OptionError
            If the record has fewer moves.
        """
        if ply is None:
            return self.positions[-1]
        if not 0 <= ply <= len(self.moves):
            raise OptionError(
                f"ply {ply}: expected 0 to {len(self.moves)}, the number of moves in the record"
            )
        return self.positions[ply]

    def append(self, *moves: str) -> Record:
        """Return the record with more moves at its end, without its result and its claim to be a
        study.

        Parameters
        ----------
        *moves : str
            Moves as text, such as ``"e5,e6"`` or ``"swap"``.

        Raises
        ------
        NotationError
            If a text is no move of the game.
        IllegalMoveError
            If a move breaks the rules.

        Examples
        --------
        >>> from litslab.games.registry import create
        >>> len(Record(create("taiji", size=3)).append("a1,a2", "b1,c1").moves)
        2
        """
        position = self.position()
        played = list(self.moves)
        for text in moves:
            played.append(parse_move(text, position))
            position = position.play(played[-1])
        return replace(self, moves=tuple(played), winners=(), study=None)

    def drop(self, count: int) -> Record:
        """Return the record without its last moves, and without its result and its claim to be a
        study.

        Parameters
        ----------
        count : int
            The number of moves.

        Raises
        ------
        OptionError
            If the record has fewer moves.
        """
        if not 0 <= count <= len(self.moves):
            raise OptionError(f"cannot take back {count}: the record has {len(self.moves)}")
        moves = self.moves[: len(self.moves) - count]
        winners = () if count else self.winners
        return replace(self, moves=moves, winners=winners, study=None)
