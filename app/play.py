"""A game in the terminal: the board, a prompt, and an engine or another human on the other side."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import typer

from litslab.app.console import error_text, print_rich
from litslab.app.terminal import drawing
from litslab.app.text.parts import counted
from litslab.app.text.rule_texts import rules_text
from litslab.games.errors import GameError, OptionError
from litslab.games.files import write_new
from litslab.games.move import SWAP, Move
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.solver.play.match import player_to_move
from litslab.solver.play.players import Player, parse_player

HUMAN = "human"
MOST_LISTED = 40
"""The legal moves that are listed at the prompt; if there are more, only their number is shown."""

HELP = """\
  MOVE         a move, such as the ones that `moves` lists
  moves        list the legal moves; `moves e5` those that cover e5
  hint         ask the engine for its best move
  undo         take back your last move
  save FILE    write the game to a file
  ?            show the rules of the game
  quit         end the session; the game is kept where -o names a file"""

Opponents = tuple[Player | None, Player | None]
"""The first player and the second; None is a human."""


def opponents(first: str, second: str, threads: int = 1) -> Opponents:
    """Return the players of two texts: ``human``, or a text that `solver.play.players.parse_player`
    reads, with the threads of their tree search.

    Raises
    ------
    OptionError
        If a text names no player, or neither player is human.
    """
    one, other = (
        None if text == HUMAN else parse_player(text, threads=threads) for text in (first, second)
    )
    if one and other:
        raise OptionError(
            "--player-1, --player-2: expected at least one human; `litslab match` plays engines "
            "alone"
        )
    return one, other


def prompt(text: str) -> str:
    """Read a line from standard input; show the prompt on a terminal only."""
    return input(text if sys.stdin.isatty() else "")


class _QuitError(Exception):
    """The human has ended the session."""


@dataclass
class TerminalGame:
    """A session: a record that grows, and its players.

    Attributes
    ----------
    record : Record
        The game so far.
    players : Opponents
        The first player and the second; None is a human.
    seed : int
        Random seed of the engine.
    saved_to : Path or None
        The file that is written after every move.
    read : callable
        Shows a prompt and returns a line; raises EOFError if there are no more.
    """

    record: Record
    players: Opponents
    seed: int = 0
    saved_to: Path | None = None
    read: Callable[[str], str] = prompt
    _began: int = field(init=False)
    _written: Record | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._began = len(self.record.moves)

    def run(self) -> None:
        """Play until the game is over or a human quits."""
        self._save()
        typer.echo(f"{self._roles()}; ? shows the rules, help the commands")
        try:
            while not self._position.is_over:
                self._turn()
        except (_QuitError, EOFError):
            typer.echo(self._kept())
            return
        print_rich(drawing(self._position))
        typer.echo(str(self._position.outcome()))

    @property
    def _position(self) -> Position:
        return self.record.position()

    def _kept(self) -> str:
        """Return whether the game is in a file."""
        if self.saved_to is not None or self._written == self.record:
            return "game saved"
        if self._written is not None:
            return "the moves since `save` are not saved"
        return "game not saved"

    def _roles(self, now: str = "") -> str:
        """Return the players and their sides as text; the game must not be over."""
        position = self._position
        mover = player_to_move(position)
        sides = position.rules.sides
        side_of = {mover: sides[position.to_move], 1 - mover: sides[1 - position.to_move]}
        humans_first = sorted(side_of, key=lambda player: self.players[player] is not None)
        return ", ".join(f"{self._name(player)} {now}{side_of[player]}" for player in humans_first)

    def _name(self, player: int) -> str:
        """Return a player with the verb, in the second person if there is one human."""
        engine = self.players[player]
        if engine is not None:
            return f"{engine.name} is"
        if self.players[1 - player] is not None:
            return "you are"
        return f"the {('first', 'second')[player]} player is"

    def _turn(self) -> None:
        position = self._position
        engine = self.players[player_to_move(position)]
        if engine is None:
            print_rich(drawing(position))
            self._ask(position)
            return
        # The random numbers depend on the seed and the ply alone, so a resumed session continues in
        # the same way.
        move = engine.choose(position, random.Random(f"{self.seed}/{len(self.record.moves)}"))
        text = format_move(move, position.rules)
        typer.echo(f"{engine.name} plays {text}")
        self._change(self.record.append(text))

    def _ask(self, position: Position) -> None:
        """Read lines from the human until one changes the game."""
        before = self.record
        while self.record is before:
            line = self.read(f"{position.side} to move> ").strip()
            try:
                self._obey(line, position)
            except (GameError, OSError) as error:
                typer.echo(error_text(error))

    def _obey(self, line: str, position: Position) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "":
                return
            case "quit" | "exit":
                raise _QuitError
            case "help":
                typer.echo(HELP)
            case "?":
                typer.echo("\n".join(rules_text(position.rules.name)))
            case "moves":
                self._list_moves(position, rest.strip())
            case "hint":
                self._hint(position)
            case "undo":
                self._undo()
            case "save":
                self._save_to(rest.strip())
            case _:
                self._change(self.record.append(line))

    def _list_moves(self, position: Position, square: str) -> None:
        rules = position.rules
        moves: Sequence[Move] = position.legal_moves()
        if square:
            covered = rules.board.parse(square)
            legal = rules.table.of(position.legal)
            moves = [placement for placement in legal if placement.mask >> covered & 1]
        shown = "; name a square to list those that cover it"
        if len(moves) <= MOST_LISTED:
            shown = ": " + " ".join(format_move(move, rules) for move in moves)
        typer.echo(f"{counted(len(moves), 'legal move')}{shown}")

    def _hint(self, position: Position) -> None:
        engines = [player for player in self.players if player is not None]
        adviser = engines[0] if engines else parse_player("mcts:4000")
        move = adviser.choose(position, random.Random(self.seed))
        typer.echo(f"{adviser.name} would play {format_move(move, position.rules)}")

    def _undo(self) -> None:
        """Take back moves until it is a human's turn again."""
        record = self.record
        while len(record.moves) > self._began:
            record = record.drop(1)
            if self.players[player_to_move(record.position())] is None:
                self._change(record)
                return
        raise OptionError("undo: there is no move of this session to take back")

    def _save_to(self, name: str) -> None:
        if not name:
            raise OptionError("save: expected a file, such as save game.toml")
        write_new(Path(name), dumps(self.record))
        self._written = self.record
        typer.echo(f"wrote {name}")

    def _change(self, record: Record) -> None:
        swapped = len(record.moves) > len(self.record.moves) and record.moves[-1] == SWAP
        self.record = record
        if swapped and record.rules.swap_changes_value:
            first, second = record.rules.sides
            roles = self._roles("still ")
            typer.echo(f"swap: {first} and {second} exchange their symbols; {roles}")
        elif swapped:
            typer.echo(f"swap: {self._roles('now ')}")
        self._save()

    def _save(self) -> None:
        if self.saved_to is not None:
            write_new(self.saved_to, dumps(self.record), force=True)
