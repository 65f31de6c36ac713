"""A Battle of LITS engine that other programs drive by the LITS Text Protocol, over standard input
and output.

Each command is one line; its reply ends with a line ``ok``. A command that fails changes nothing:
its reply is ``err`` and a line with the reason. The commands are those of the program blits-rs.
Each also has the name that the protocol's text gives it; `games.ltp` names both sources.
``cancel-search`` ends the running search, whose reply is the best move found so far. ``quit`` waits
for its turn, so that a script can be piped in whole.
"""

from __future__ import annotations

import queue
import random
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata

from litslab.games import ltp
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.errors import GameError
from litslab.games.line_breaks import one_line
from litslab.games.move import Move
from litslab.games.notation import format_move as format_own
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_ltp import dumps_ltp, loads_ltp

NAMES = {
    "new-game": "newgame",
    "setup-position": "newgame",
    "play-move": "play",
    "undo-move": "undo",
    "gen-move": "bestmove",
    "show-board": "print",
    "initialize": "info",
    "shutdown": "quit",
}
"""The names of commands in the protocol's texts and in the older program, and their names in
blits-rs.

Neither text has ``print``; other engines do.
"""

CANCEL = "cancel-search"
DEFAULT_SECONDS = 5.0
"""The search time of ``bestmove`` without a limit."""

MOST_SECONDS = 24 * 60 * 60.0
MOST_DEPTH = 20
LONGEST_LINE = 10_000
"""The maximum length of a command in characters. The longest game takes under 1,000."""

_TIME = re.compile(r"(\d{1,2}):([0-5]\d):([0-5]\d)(\.\d{1,3})?")


class LtpError(GameError):
    """An invalid command, or one that does not fit the game."""


@dataclass(frozen=True)
class SearchLimit:
    """The limit of a search by ``bestmove``: a time or, for reproducible moves, a number of
    playouts.

    Attributes
    ----------
    seconds : float or None
        Wall-clock time.
    playouts : int or None
        The number of random games.
    """

    seconds: float | None = None
    playouts: int | None = None


Search = Callable[[Position, SearchLimit, Callable[[], bool]], tuple[Move, ...]]
"""Finds the best line of play from a position within a limit; it ends early when the callable
returns True.
"""


class LtpEngine:
    """One game, and the commands that change it or ask about it.

    Parameters
    ----------
    search : callable
        Finds the best line of play.
    seed : int
        Random seed of the boards of ``newgame``.
    cancelled : callable
        Returns whether the running search should end.
    """

    def __init__(
        self,
        search: Search,
        seed: int = 0,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self._search = search
        self._random = random.Random(seed)
        self._cancelled = cancelled
        self._record: Record | None = None
        self._line: tuple[Move, ...] = ()
        self._with_words: dict[str, Callable[[str], Iterable[str]]] = {
            "newgame": self._new_game,
            "play": self._play,
            "undo": self._undo,
            "bestmove": self._best_move,
        }
        self._without: dict[str, Callable[[], Iterable[str]]] = {
            "swap": lambda: self._play("swap"),
            "validmoves": self._valid_moves,
            "score": self._score,
            "print": lambda: self._game.position().text_rows(),
            "pv": self._principal_variation,
            "info": lambda: (f"id litslab v{metadata.version('litslab')}",),
            "options": tuple,
            CANCEL: tuple,
        }

    def reply(self, command: str) -> Iterator[str]:
        """Yield the lines of the reply to a command, with the closing ``ok``; none for an empty
        line.

        Parameters
        ----------
        command : str
            One line.
        """
        name, _, given = command.strip().partition(" ")
        if not name:
            return
        try:
            yield from self._carry_out(name, given.strip())
        except GameError as error:
            yield from ("err", one_line(str(error)))
        yield "ok"

    def _carry_out(self, name: str, given: str) -> Iterable[str]:
        if len(given) > LONGEST_LINE:
            raise LtpError(f"{name[:20]}: expected at most {LONGEST_LINE:,} characters")
        name = NAMES.get(name, name)
        if name in self._with_words:
            return self._with_words[name](given)
        if name not in self._without:
            known = ", ".join([*self._with_words, *self._without, "quit"])
            raise LtpError(f"unknown command {name[:40]!r}: expected one of {known}")
        if given:
            raise LtpError(f"{name} {given[:40]}: expected nothing after {name}")
        return self._without[name]()

    @property
    def _game(self) -> Record:
        if self._record is None:
            raise LtpError("no game in progress: expected newgame first")
        return self._record

    def _change(self, record: Record) -> Iterable[str]:
        self._record = record
        self._line = ()
        return (dumps_ltp(record).strip(),)

    def _new_game(self, given: str) -> Iterable[str]:
        if given:
            return self._change(loads_ltp(given, "newgame"))
        return self._change(Record(BattleOfLits().with_fresh_board(self._random)))

    def _play(self, text: str) -> Iterable[str]:
        record = self._game
        move = ltp.parse_move(text, record.rules)
        return self._change(record.append(format_own(move, record.rules)))

    def _undo(self, given: str) -> Iterable[str]:
        if given and not (given.isascii() and given.isdigit() and len(given) < 4):
            raise LtpError(f"undo {given[:20]}: expected a number of moves")
        return self._change(self._game.drop(int(given or "1")))

    def _valid_moves(self) -> Iterable[str]:
        moves = self._game.position().legal_moves()
        return (str(len(moves)), "; ".join(map(ltp.format_move, moves)))

    def _score(self) -> Iterable[str]:
        x, o = self._game.position().scores()
        return (str(x - o),)

    def _best_move(self, given: str) -> Iterable[str]:
        position = self._game.position()
        player, _, rest = given.partition(" ")
        named = player.upper() in position.rules.sides
        limit = read_limit(rest.strip() if named else given)
        if position.is_over:
            raise LtpError("the game is over: there is no move")
        if named and player.upper() != position.side:
            raise LtpError(f"bestmove {player}: expected {position.side}, the side to move")
        self._line = self._search(position, limit, self._cancelled)
        return (ltp.format_move(self._line[0]),)

    def _principal_variation(self) -> Iterable[str]:
        if not self._line:
            raise LtpError("pv: expected bestmove first, in this position")
        return ("; ".join(map(ltp.format_move, self._line)),)


def read_limit(given: str) -> SearchLimit:
    """Return the limit in the arguments of ``bestmove``: ``depth N``, ``time HH:MM:SS`` or nothing.

    The search grows a tree and has no depth of its own. A depth stands for a number of random
    games: 128 for depth 1, and twice as many with each step.

    Raises
    ------
    LtpError
        If the text is no limit.

    Examples
    --------
    >>> read_limit("time 00:01:30").seconds
    90.0
    """
    kind, _, amount = given.partition(" ")
    amount = amount.strip()
    if not kind:
        return SearchLimit(DEFAULT_SECONDS)
    if kind == "time":
        match = _TIME.fullmatch(amount)
        if match is None:
            raise LtpError(f"bestmove time {amount[:20]}: expected HH:MM:SS, such as 00:00:05")
        hours, minutes, seconds, fraction = match.groups()
        total = 3600 * int(hours) + 60 * int(minutes) + int(seconds) + float(fraction or 0)
        return SearchLimit(min(total, MOST_SECONDS))
    if kind == "depth":
        is_number = amount.isascii() and amount.isdigit() and len(amount) < 9
        if not is_number or not 1 <= int(amount) <= MOST_DEPTH:
            raise LtpError(f"bestmove depth {amount[:20]}: expected 1 to {MOST_DEPTH}")
        return SearchLimit(playouts=64 << int(amount))
    raise LtpError(f"bestmove {kind[:20]}: expected depth N or time HH:MM:SS")


def converse(
    lines: Iterable[str],
    send: Callable[[str], None],
    search: Search,
    seed: int = 0,
) -> None:
    """Reply to the commands of another program up to ``quit`` or the end of the input.

    Parameters
    ----------
    lines : iterable of str
        The commands.
    send : callable
        Receives each line of a reply.
    search : callable
        Finds the best line of play.
    seed : int
        Random seed of the boards of ``newgame``.
    """
    received: queue.Queue[str | None] = queue.Queue()
    cancelled = threading.Event()

    def read() -> None:
        """Receive the commands in a thread, so that a search can be cancelled while it runs."""
        try:
            for line in lines:
                if _first_word(line) == CANCEL:
                    cancelled.set()
                received.put(line)
        finally:
            received.put(None)

    threading.Thread(target=read, name="reads commands", daemon=True).start()
    engine = LtpEngine(search, seed, cancelled.is_set)
    while (command := received.get()) is not None:
        name = _first_word(command)
        if NAMES.get(name, name) == "quit":
            break
        for line in engine.reply(command):
            send(line)
        if name == CANCEL:
            cancelled.clear()
    send("ok")


def _first_word(line: str) -> str:
    return next(iter(line.split(maxsplit=1)), "")
