"""Commands to play with: ``play`` in the terminal, ``edit`` for records, and ``ltp`` for other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from litslab.app import exits
from litslab.app.cli.options import NoNegativeSeed, Option, Player
from litslab.app.cli.shared import GameChoice, finish, read_record


def play(
    chosen: GameChoice,
    *,
    player_1: Player = "human",
    player_2: Player = "mcts:2000",
    resume: Path | None = None,
    seed: NoNegativeSeed = 0,
    output: Path | None = None,
    force: bool = False,
) -> int:
    """Play a game in the terminal, against an engine or another human.

    Parameters
    ----------
    player_1
        The first player: human, PLAYERS.
    player_2
        The second player: human, PLAYERS.
    resume : RECORD
        Continue this record instead of a new game.
    output
        Save the game to this file after every move.

    Examples
    --------
    litslab play wythe --size 5
    litslab play battle-of-lits --player-1 mcts:2000 --player-2 human -o game.toml
    litslab play battle-of-lits --resume game.toml -o game.toml --force
    """
    from litslab.app.play import TerminalGame, opponents, starting_record
    from litslab.games.errors import OptionError
    from litslab.games.files import refuse_overwriting

    if output is not None and not force:
        refuse_overwriting(output)
    if resume is None:
        record = starting_record(chosen.rules(), seed)
    else:
        record = read_record(resume)
        if chosen.has_options or chosen.game != record.rules.name:
            raise OptionError(f"--resume {resume}: expected the game {record.rules.name} without further options")
    game = TerminalGame(record, opponents(player_1, player_2), seed=seed, saved_to=output)
    game.run()
    return exits.DONE


def edit(
    record: Path,
    *,
    at: int | None = None,
    append: list[str] | None = None,
    undo: Annotated[int, Option(least=0)] = 0,
    title: str | None = None,
    comment: str | None = None,
    output: Path | None = None,
    force: bool = False,
    json: bool = False,
) -> int:
    """Append moves to a record, or take some back; an illegal move changes nothing.

    Parameters
    ----------
    append : MOVE
        Add this move at the end; may be repeated.
    undo : N
        Take back the last N moves first.
    title
        Set the title.
    comment : TEXT
        Set the comment.
    output
        Write the record here; RECORD itself is replaced if not given.

    Examples
    --------
    litslab edit game.toml --append 'L[a1,a2,a3,b1]' --append swap
    litslab edit examples/taiji-7.toml --at 6 --append g6,g7 -o variation.toml
    """
    from litslab.app.documents.positions import NewDocument, PositionDocument
    from litslab.app.documents.texts import picture_lines
    from litslab.games.errors import OptionError
    from litslab.games.files import write_new
    from litslab.games.record import dumps

    loaded = read_record(record)
    if at is not None:
        loaded.position(at)  # complains of a ply that the record does not have
        loaded = loaded.drop(len(loaded.moves) - at)
    edited = loaded.drop(undo).append(*append or ())
    if title is not None:
        edited = replace(edited, title=title)
    if comment is not None:
        edited = replace(edited, comment=comment)
    text = dumps(edited)
    target = output or record
    if output is None and record.suffix != ".toml":
        raise OptionError(f"{record}: expected -o FILE, as only a .toml record can be replaced")
    write_new(target, text, force=force or output is None)
    position = edited.position()
    document = NewDocument(path=str(target), record=text, position=PositionDocument.of(position))
    wrote = f"wrote {target}: {len(edited.moves)} {'move' if len(edited.moves) == 1 else 'moves'}"
    finish(document, json=json, lines=(*picture_lines(position), wrote))
    return exits.DONE


def ltp(*, seed: NoNegativeSeed = 0) -> int:
    """Run a Battle of LITS engine that other programs drive by the LITS Text Protocol on standard input and output.

    Examples
    --------
    litslab ltp
    litslab ltp --seed 7
    """
    from litslab.app.ltp import SearchLimit, converse
    from litslab.games.position import Move, Position
    from litslab.solver.play.players import find_line

    def search(position: Position, limit: SearchLimit, cancelled: Callable[[], bool]) -> tuple[Move, ...]:
        return find_line(position, cancelled, time_limit=limit.seconds, playouts=limit.playouts, seed=seed)

    def send(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    converse(sys.stdin, send, search, seed)
    return exits.DONE
