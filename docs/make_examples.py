"""Write the records of ``docs/examples`` that are not there: delete one and run ``python docs/make_examples.py``.

One whole game of each game, played by the engine, and two known positions with a history made up for them. Records that
are there stay as they are, whatever engine played them (their comment says): documentation and tests cite them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from litslab.games.battle_of_lits import BattleOfLits, make_symbols
from litslab.games.files import write_new
from litslab.games.geometry import bits, mask_of, read_text_board
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.games.position import Position, Rules
from litslab.games.record import Record, dumps
from litslab.games.registry import create
from litslab.games.taiji import Taiji
from litslab.solver.play.players import EnginePlayer, play_game

EXAMPLES = Path(__file__).parent / "examples"

TAIJI_9 = "bw.wb.bw. / bwbw.wbbw / wwbbbw.ww / wbwbwwbbb / bbww.wwb. / .bwbbb.ww / wwwbwwbbb / bbbwwbwb. / .wbbwbwwb"
EIGHTEEN = (
    "T.TTT.IIII / TT.T.SS.S. / T..ISS.LSS / LLLI.LLL.S / L..ISS.I.T / "
    ".SSI.SSITT / SS.SST.I.T / L.SS.TTILL / L..L.T.T.L / LL.LLLTTTL"
)


def engine_game(rules: Rules, comment: str, seed: int) -> Record:
    """Let the engine play a game against itself."""
    engine = EnginePlayer()
    moves = play_game(rules.start(), (engine, engine), random.Random(seed))
    return Record(rules, moves, title=f"A game of {rules.title}", comment=comment)


def taiji_example() -> Record:
    """Return the example of the TAIJI rule text: its colours paired into taijitus, in the order of the table."""
    rules = Taiji(size=9, groups=2)
    _, colours = read_text_board(TAIJI_9.split(" / "), "bw.")
    board = rules.board
    light, dark = (mask_of(s for s, c in enumerate(colours) if c == colour) for colour in "wb")
    partner: dict[int, int] = {}  # dark square -> light square

    def pair(square: int, tried: set[int]) -> bool:
        """Find a dark partner for a light square, moving earlier pairs aside if that helps."""
        for other in bits(board.adjacent(1 << square) & dark):
            if other not in tried:
                tried.add(other)
                if other not in partner or pair(partner[other], tried):
                    partner[other] = square
                    return True
        return False

    if not all(pair(square, set()) for square in bits(light)):
        raise ValueError("the colours of the example cannot be paired into taijitus")
    pieces = [rules.table.find(Shape.DOMINO, 1 << a | 1 << b, 1 << b) for b, a in partner.items()]
    return Record(
        rules,
        tuple(sorted((piece for piece in pieces if piece is not None), key=lambda piece: piece.index)),
        title="The example of the TAIJI rule text: light wins 13–10",
        comment="The rule text shows only the finished board; pieces and their order are made up to fit it.",
    )


def eighteen_pieces() -> Record:
    """Return the longest game of Battle of LITS on 10×10: 18 tetrominoes lie, and no game can have more."""
    rules = BattleOfLits(symbols=make_symbols(10, 10, random.Random(18)))
    _, letters = read_text_board(EIGHTEEN.split(" / "), "LITS.")
    groups = (
        (shape, group)
        for shape in "LITS"
        for group in rules.board.groups(mask_of(s for s, c in enumerate(letters) if c == shape))
    )
    pieces = [rules.table.find(Shape(shape), group) for shape, group in groups]
    return Record(
        rules,
        tuple(in_legal_order(rules.start(), (piece for piece in pieces if piece is not None))),
        title="Eighteen tetrominoes, the most that 10×10 can hold",
        comment="25 disjoint 2×2 blocks each keep a free square, so that no game is longer. The symbols are random.",
    )


def in_legal_order(position: Position, placements: Iterable[Placement]) -> list[Placement]:
    """Order placements so that each is legal when its turn comes."""
    waiting, order = list(placements), []
    while waiting:
        chosen = next(placement for placement in waiting if position.legal >> placement.index & 1)
        waiting.remove(chosen)
        order.append(chosen)
        position = position.place(chosen.index)
    return order


def main() -> None:
    """Write all records."""
    played = "Played by litslab's Monte-Carlo engine against itself, the end exactly."
    lits = BattleOfLits(symbols=make_symbols(10, 10, random.Random(1)))
    records = {
        "battle-of-lits-10": lambda: engine_game(lits, f"{played} Board: `litslab new battle-of-lits --seed 1`.", 1),
        "taiji-7": lambda: engine_game(create("taiji", size=7), played, 2),
        "tailits-11": lambda: engine_game(create("tailits"), f"{played} The colouring 'fixed' is an assumption.", 3),
        "wythe-8": lambda: engine_game(create("wythe"), played, 4),
        "tailits+taiji-11": lambda: engine_game(create("tailits+taiji"), played, 5),
        "taiji+battle-of-lits-11": lambda: engine_game(create("taiji+battle-of-lits"), played, 6),
        "taiji-9": taiji_example,
        "battle-of-lits-18": eighteen_pieces,
    }
    for name, make in records.items():
        path = EXAMPLES / f"{name}.toml"
        if path.exists():
            continue
        record = make()
        write_new(path, dumps(record))
        print(f"{name}: {len(record.moves)} moves, {record.position().outcome()}")


if __name__ == "__main__":
    main()
