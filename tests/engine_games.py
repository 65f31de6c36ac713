"""Games of the engine with itself, which are the same on every processor and in every build of the
kernel.

Run with ``python -m tests.engine_games`` from the top of the repository to write
`tests/engine_games.jsonl`. The file is golden: a change of it is a change of what a seed stands
for, and has to be meant. A new board is a line with its record and no moves.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path

from litslab.games.notation import format_move
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.solver.play.players import parse_player

FILE = Path(__file__).with_suffix(".jsonl")
SEED = 5
PLAYERS = ("mcts:240", "mcts:200")


@dataclass(frozen=True)
class EngineGame:
    """A game: the record of its beginning, and the moves that the engine then makes."""

    record: str
    moves: tuple[str, ...]

    def question(self, ply: int) -> tuple[str, str]:
        """Return the record after some moves, and who is to move."""
        record = loads(self.record)
        for move in self.moves[:ply]:
            record = record.append(move)
        return dumps(record), PLAYERS[ply % 2]


def answer(record: Record, ply: int) -> str:
    """Return the engine's move."""
    move = parse_player(PLAYERS[ply % 2]).choose(record.position(), random.Random(SEED))
    return format_move(move, record.rules)


def played_from(start: Record) -> EngineGame:
    """Return the game that the engine plays."""
    record = start
    while not record.position().is_over:
        record = record.append(answer(record, len(record.moves)))
    return EngineGame(dumps(start), tuple(format_move(move, record.rules) for move in record.moves))


def golden() -> list[EngineGame]:
    """Return the games of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [EngineGame(each["record"], tuple(each["moves"])) for each in map(json.loads, lines)]


if __name__ == "__main__":
    games = [played_from(loads(each.record)) for each in golden()]
    FILE.write_text(
        "".join(json.dumps(asdict(each), ensure_ascii=False) + "\n" for each in games),
        encoding="utf-8",
    )
