"""Certificates: proofs of a value that anyone can check with the rules alone.

A certificate of the value v contains two strategies. With the first, the first side reaches at least v against every
reply. With the second, the second side allows at most v. A strategy is the list of its moves in the order of a walk
over the positions that it allows (`walk`). A certificate names no positions and claims no equalities, so nothing has to
be trusted.

The walk follows one chosen move from each position in which the strategist is to move, and every move from the others.
It goes depth first, with the moves in the order of their texts, and skips positions that it has met before. No position
of a game leads back to itself, so the positions form a directed acyclic graph. Positions that a symmetry exchanges
count as one. Only symmetries that keep the first position of the walk are used, because the others hardly ever apply.
The graph follows from the rules and the chosen moves, so a strategy needs only one small number for each of these.

The file of a certificate is a JSON document that contains the position as a record and the strategies. A strategy is
the sequence of its numbers in LEB128 (groups of seven bits, the lowest first, the highest bit of a byte set if more
follow), compressed with zlib and written in base64.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import Base64Bytes, BaseModel, ValidationError

from litslab.games.errors import NegativeError, RecordError
from litslab.games.files import as_path, write_new
from litslab.games.geometry import bits, mask_of
from litslab.games.memory import OutOfMemoryError, most_entries, most_positions
from litslab.games.notation import format_move, move_number
from litslab.games.placements import Placement
from litslab.games.position import SWAP, Move, Position, Rules
from litslab.games.record import AnyPosition, Record, as_position, dumps, first_mistake, loads, properties, read_text
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.endgame.result import Certificate, LimitReachedError, Oracle, StrategyTooLongError

Choose = Callable[[Position, Sequence[Move]], int]
"""Returns the number of the chosen move, given a position and its moves in the order of their texts."""

REPORT_EVERY = 256
"""The number of positions met between two reports of progress."""


@lru_cache(maxsize=4)
def text_ranks(rules: Rules) -> tuple[int, ...]:
    """Return the rank of each placement's text, in the order of the table, and last the rank of the swap's text.

    Equal texts keep the order of the table; no position has both moves.
    """
    texts = [*(format_move(placement, rules) for placement in rules.table), SWAP.value]
    ranks = [0] * len(texts)
    for rank, number in enumerate(sorted(range(len(texts)), key=lambda number: (texts[number], number))):
        ranks[number] = rank
    return tuple(ranks)


def sorted_choices(position: Position) -> list[Move]:
    """Return the moves that decide a position's value, in the order of their texts."""
    ranks = text_ranks(position.rules)
    return sorted(position.choices(), key=lambda move: ranks[move_number(move, position.rules)])


def kept_symmetries(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the starting position that keep a position; the first is the identity."""
    placed = position.placed
    return tuple(images for images in position.rules.symmetries if _image(placed, images) == placed)


def _image(placed: int, images: tuple[int, ...]) -> int:
    return mask_of(images[index] for index in bits(placed))


def walk(
    root: Position, side: int, choose: Choose, at_end: Callable[[Position], None], report: Callable[[int], None]
) -> int:
    """Walk over the positions that a strategy allows, and return how many there are.

    Parameters
    ----------
    root : Position
        The first position.
    side : int
        The strategist's side.
    choose : callable
        Chooses the strategist's moves.
    at_end : callable
        Receives each finished position.
    report : callable
        Receives the number of positions met, periodically.

    Raises
    ------
    OutOfMemoryError
        If the positions met, or those still to be visited, would not fit into memory.
    """
    rules = root.rules
    # What was met may take all the memory for a collection, and what waits half as much.
    most_met, most_waiting = most_entries(rules, values=False), most_positions(rules) // 2
    symmetries = kept_symmetries(root)
    met: set[int] = set()
    waiting: list[tuple[Position, Move]] = []

    def meet(placed: int, swapped: bool) -> bool:
        """Add a position to those met, and return whether it is new."""
        if len(symmetries) > 1:
            placed = min(_image(placed, images) for images in symmetries)
        before = len(met)
        met.add(placed << 1 | swapped)
        return len(met) > before

    def visit(position: Position) -> None:
        if not len(met) % REPORT_EVERY:
            report(len(met))
        if position.is_over:
            at_end(position)
            return
        moves = sorted_choices(position)
        if len(met) > most_met or len(waiting) + len(moves) > most_waiting:
            raise OutOfMemoryError(
                f"certificate: after {len(met):,} positions the ones that follow do not fit into memory: expected a "
                "position closer to the end"
            )
        if position.to_move == side:
            waiting.append((position, moves[choose(position, moves)]))
        else:
            waiting.extend((position, move) for move in reversed(moves))

    meet(root.placed, root.swapped)
    visit(root)
    while waiting:
        parent, move = waiting.pop()
        # Since all positions have the same root, placements and swap determine the turn and all else.
        placed = parent.placed | 1 << move.index if isinstance(move, Placement) else parent.placed
        if meet(placed, parent.swapped or move is SWAP):
            visit(parent.play_unchecked(move))
    return len(met)


class CertificateError(NegativeError):
    """A certificate that does not prove its claim, or is about another position than expected."""


class ProofLimitError(CertificateError):
    """A proof that was ended by a limit of time or length; the value itself may be known."""


FORMAT = "litslab certificate 2"

MOST_MOVES = 4_000_000
"""The most moves of one strategy."""


def certify(
    position: Position, oracle: Oracle, *, largest: int = MOST_MOVES, progress: OnProgress = ignore_progress
) -> Certificate:
    """Prove a position's value so that the rules alone can check it.

    Parameters
    ----------
    position : Position
        Of any game.
    oracle : Oracle
        The engine that chooses the moves of the strategies; `verify` rejects the certificate of a wrong engine.
    largest : int
        The most moves of each strategy.
    progress : callable, optional
        Receives the number of positions of the strategies so far.

    Raises
    ------
    ProofLimitError
        If the proof needs more moves, or the engine's limit is reached first.
    OutOfMemoryError
        If its positions do not fit into memory.
    """
    before = 0

    def report(met: int) -> None:
        progress(Progress(before + met, None, f"proof: {before + met:,} positions"))

    strategies: list[tuple[int, ...]] = []
    try:
        value = oracle.value(position)
        for side in range(len(position.rules.sides)):
            strategies.append(find_strategy(oracle, position, side, value, largest=largest, report=report))
            before += len(strategies[-1])
    except LimitReachedError:
        raise ProofLimitError("limit reached") from None
    except StrategyTooLongError:
        raise ProofLimitError(f"more than {largest:,} moves for one side") from None
    return Certificate(position, value, (strategies[0], strategies[1]))


def find_strategy(
    oracle: Oracle, position: Position, side: int, value: int, *, largest: int = MOST_MOVES,
    report: Callable[[int], None],
) -> tuple[int, ...]:  # fmt: skip
    """Return one side's moves that keep a value, in the order of the walk; raises what `Oracle.strategy` does."""
    chosen = oracle.strategy(position, side, value, largest=largest, report=report)
    if chosen is not None:
        return tuple(chosen)
    # This engine can only compare values.
    found: list[int] = []

    def choose(here: Position, moves: Sequence[Move]) -> int:
        if len(found) >= largest:
            raise StrategyTooLongError
        keeping = (oracle.reaches(here.play_unchecked(move), value, side == 0) for move in moves)
        found.append(next(number for number, keeps in enumerate(keeping) if keeps))
        return found[-1]

    walk(position, side, choose, lambda _: None, report)
    return tuple(found)


def verify(
    certificate: Certificate | str | Path, position: AnyPosition | None = None, *, name: str = "the given one",
    progress: OnProgress = ignore_progress,
) -> int:  # fmt: skip
    """Check a certificate with the pure-Python rules alone, and return how many positions that took.

    Parameters
    ----------
    certificate : Certificate, str or Path
        The certificate or its file.
    position : Position or Record or str or Path, optional
        The expected position of the certificate, as for `solver.endgame.solve.solve`.
    name : str
        The name of that position in the error.
    progress : callable, optional
        Receives the number of moves that have been checked.

    Raises
    ------
    CertificateError
        If a strategy does not keep the claimed value against every reply, or the certificate is about another position.
    RecordError
        If the file cannot be read or is no certificate.
    OutOfMemoryError
        If the positions do not fit into memory.

    Examples
    --------
    >>> import litslab as ll
    >>> position = ll.example("battle-of-lits-10").position(10)
    >>> certificate = ll.solve(position, certificate=True).certificate
    >>> ll.verify(certificate, position) > 0
    True
    """
    if not isinstance(certificate, Certificate):
        certificate = load_certificate(as_path(certificate))
    expected = certificate.position if position is None else as_position(position)
    if expected != certificate.position:
        here, there = properties(certificate.position), properties(expected)
        differences = [
            f"{key} {value} (there {there.get(key, 'none')})" for key, value in here.items() if value != there.get(key)
        ]
        raise CertificateError(f"the certificate is about another position than {name}: {', '.join(differences)}")
    return sum(check_strategy(certificate, side, progress) for side in (0, 1))


def check_strategy(certificate: Certificate, side: int, progress: OnProgress) -> int:
    """Walk along one side's strategy, and return the number of positions that it allows.

    Raises
    ------
    CertificateError
        If it does not keep the certificate's value.
    OutOfMemoryError
        If the positions do not fit into memory.
    """
    strategy, value = certificate.strategies[side], certificate.value
    name = certificate.position.rules.sides[side]
    before = len(certificate.strategies[0]) if side else 0
    used = 0

    def choose(_: Position, moves: Sequence[Move]) -> int:
        nonlocal used
        if used == len(strategy):
            raise CertificateError(f"{name}'s strategy has no move for a position that can arise")
        number = strategy[used]
        used += 1
        if not 0 <= number < len(moves):
            raise CertificateError(f"{name}'s strategy: move number {number} where there are {len(moves)} moves")
        return number

    def at_end(position: Position) -> None:
        reached = position.outcome().value
        if reached < value if side == 0 else reached > value:
            raise CertificateError(f"{name}'s strategy allows the value {reached}, not {value}")

    def report(met: int) -> None:
        progress(Progress(before + used, certificate.moves, f"{name}: {met:,} positions"))

    met = walk(certificate.position, side, choose, at_end, report)
    if used < len(strategy):
        raise CertificateError(f"{name}'s strategy has moves for positions that cannot arise")
    return met


_BYTES_A_NUMBER = 3
"""The most bytes of a move's number: no position has two million moves."""


class _FormatModel(BaseModel, strict=True):
    format: str


class _CertificateModel(_FormatModel, extra="forbid"):
    record: str
    value: int
    strategies: list[Base64Bytes]


def save_certificate(certificate: Certificate, path: Path, *, force: bool = False) -> None:
    """Write a certificate as a JSON file that contains the position as a record."""
    strategies = [base64.b64encode(pack(each)).decode() for each in certificate.strategies]
    model = {
        "format": FORMAT, "record": dumps(Record(certificate.position.rules, setup=certificate.position)),
        "value": certificate.value, "strategies": strategies,
    }  # fmt: skip
    write_new(path, json.dumps(model, ensure_ascii=False, indent=0) + "\n", force=force)


def load_certificate(path: Path, *, constructed: bool = False) -> Certificate:
    """Read a certificate without checking its proof; `verify` does that.

    Parameters
    ----------
    path : Path
        The file.
    constructed : bool
        Whether to accept a position that no game can reach, even if the certificate does not call it constructed.

    Raises
    ------
    RecordError
        If the file cannot be read or is no certificate.
    IllegalRecordError
        If no game can reach its position, and it does not call it constructed.
    """
    data = read_text(path)
    try:
        if (found := _FormatModel.model_validate_json(data).format) != FORMAT:
            raise RecordError(str(path), f"format {found!r}: expected {FORMAT!r}")
        model = _CertificateModel.model_validate_json(data)
    except ValidationError as error:
        raise RecordError(str(path), f"not a certificate: {first_mistake(error, 'the file')}") from None
    if len(model.strategies) != 2:
        raise RecordError(str(path), f"{len(model.strategies)} strategies: expected two")
    position = loads(model.record, f"{path}, record", constructed=constructed).position()
    first_side, second_side = (
        unpack(packed, f"{path}, strategies.{number}") for number, packed in enumerate(model.strategies)
    )
    return Certificate(position, model.value, (first_side, second_side))


def pack(numbers: Iterable[int]) -> bytes:
    """Return a strategy as bytes."""
    packed = bytearray()
    for number in numbers:
        rest = number
        while rest >= 0x80:
            packed.append(rest & 0x7F | 0x80)
            rest >>= 7
        packed.append(rest)
    return zlib.compress(packed, 9)


def unpack(compressed: bytes, source: str) -> tuple[int, ...]:
    """Return the strategy in bytes.

    Raises
    ------
    RecordError
        If `pack` cannot have written them.
    """
    try:
        unpacker = zlib.decompressobj()
        packed = unpacker.decompress(compressed, _BYTES_A_NUMBER * MOST_MOVES)
    except zlib.error:
        raise RecordError(source, "expected moves compressed with zlib") from None
    if unpacker.unconsumed_tail:
        raise RecordError(source, f"more than {MOST_MOVES:,} moves")
    if not unpacker.eof or unpacker.unused_data:
        raise RecordError(source, "the compressed moves are cut short, or something follows them")
    return _numbers(packed, source)


def _numbers(packed: bytes, source: str) -> tuple[int, ...]:
    numbers: list[int] = []
    number = shift = 0
    for byte in packed:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte & 0x80:
            if shift >= 7 * _BYTES_A_NUMBER:
                raise RecordError(source, f"move {len(numbers) + 1}: a number that is too long")
            continue
        numbers.append(number)
        number = shift = 0
    if shift:
        raise RecordError(source, "the last move is cut short")
    if len(numbers) > MOST_MOVES:
        raise RecordError(source, f"{len(numbers):,} moves: expected {MOST_MOVES:,} at most")
    return tuple(numbers)
