"""Positions for a page: the picture, the pieces, the legal placements, and the effects of a move."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from litslab.app.documents.base import plain
from litslab.app.documents.positions import GamesDocument, PositionDocument
from litslab.app.web import documents
from litslab.app.web.settings import Settings, check_fit
from litslab.games.drawing.canvas import Canvas, element
from litslab.games.drawing.svg import draw
from litslab.games.errors import IllegalMoveError, UnreachableError
from litslab.games.geometry import bits
from litslab.games.language import mark, tr
from litslab.games.notation import format_move, parse_move, parse_placements
from litslab.games.pieces import Cell, PieceKind, Shape
from litslab.games.placements import Placement
from litslab.games.position import Position, Rules
from litslab.games.record import Record, dumps, loads, loads_ltp, read_option
from litslab.games.registry import GAMES, create, game


def read_record(text: str, settings: Settings) -> Record:
    """Read a record, in TOML or in the LITS Text Protocol.

    Raises
    ------
    RecordError
        If the text is no record.
    TooLargeError
        If the board is larger than the server takes.
    """
    record = loads(text, tr("the record")) if "=" in text else loads_ltp(text, tr("the game"))
    check_fit(mark("board"), record.rules.board.size, settings)
    return record


def position_of(request: documents.RecordRequest, settings: Settings) -> Position:
    """Return the position that a request is about."""
    return read_record(request.record, settings).position(request.at)


def record_of(request: documents.RecordRequest, settings: Settings) -> Record:
    """Return the record that a request is about, without the moves after its position."""
    record = read_record(request.record, settings)
    at = len(record.moves) if request.at is None else request.at
    record.position(at)  # complains of a ply that the record does not have
    return record.drop(len(record.moves) - at)


def answer_new(request: documents.NewRequest, settings: Settings) -> documents.Started:
    """Start a game, on a random board if its board has symbols and none is given.

    Raises
    ------
    OptionError
        If there is no such game or option.
    TooLargeError
        If the board is larger than the server takes.
    """
    record = Record(create_rules(request, settings, request.board, seed=request.seed))
    return documents.Started(record=dumps(record), page=page(record, 0))


def answer_position(request: documents.RecordRequest, settings: Settings) -> documents.PositionPage:
    """Show a position of a record."""
    return page(read_record(request.record, settings), request.at)


def create_rules(
    request: documents.GameRequest, settings: Settings, board: list[str] | None = None, *, seed: int | None = None
) -> Rules:
    """Return a game with its options, and with the symbols of its board if they are given, or random ones by a seed.

    Raises
    ------
    OptionError
        If there is no such game or option.
    TooLargeError
        If the board is larger than the server takes.
    """
    rules_class = game(request.game)
    options = {option: read_option(rules_class, option, value) for option, value in request.options.items()}
    columns, rows = (options.get(side) or 0 for side in ("size", "rows"))
    check_fit(mark("board"), columns * (rows or columns), settings)  # before its table is made
    if board is not None:
        options[rules_class.setup_option() or "board"] = tuple(board)
    rules = create(request.game, **options)
    check_fit(mark("board"), rules.board.size, settings)
    return rules if board is not None or seed is None else rules.with_fresh_board(random.Random(seed))


def answer_setup(request: documents.SetupRequest, settings: Settings) -> documents.Started:
    """Set up a position by hand; an unreachable one is marked as constructed.

    Raises
    ------
    OptionError
        If there is no such game, option or side.
    NotationError
        If the placements cannot be read.
    IllegalMoveError
        If they do not fit on the board together.
    """
    rules = create_rules(request, settings, request.board)
    record = Record(rules)
    if request.placed.strip() or request.to_move is not None:
        placements = parse_placements(request.placed, rules)
        try:
            position = rules.from_placements(placements, request.to_move)
        except UnreachableError:
            position = rules.from_placements(placements, request.to_move, constructed=True)
        record = Record(rules, setup=position)
    return documents.Started(record=dumps(record), page=page(record, 0))


def page(record: Record, at: int | None) -> documents.PositionPage:
    """Describe a position of a record with everything that a page needs."""
    ply = len(record.moves) if at is None else at
    position = record.position(ply)
    rules = position.rules
    return documents.PositionPage.made_of(
        position, position, record=dumps(record), title=tr(record.title), ply=ply,
        moves=[
            documents.PlayedMove(move=format_move(move, rules), side=before.side)
            for move, before in zip(record.moves, record.positions, strict=False)
        ],
        position=PositionDocument.made_of(position), svg=draw(position, overlay=_hit_squares), pieces=_pieces(position),
        legal=[_placement(position, placement) for placement in rules.table.of(position.legal)],
        groups=_groups(position), uncoverable=position.open_protected & ~position.covered,
    )  # fmt: skip


def _hit_squares(canvas: Canvas) -> Iterable[str]:
    """Yield an invisible square above each square of the board, for the pointer and for screen readers."""
    board = canvas.board
    for square in range(board.size):
        across, down = canvas.centre(square)
        side = canvas.square_size
        yield element(
            "rect", class_="hit", data_square=board.name(square), x=across - side / 2, y=down - side / 2,
            width=side, height=side, fill="transparent",
        )  # fmt: skip


def _colour(placement: Placement, square: int) -> str:
    if placement.black is None:
        return ""
    return "b" if placement.black >> square & 1 else "w"


def piece_name(shape: Shape) -> str:
    """Return the name of a shape in a page."""
    return "domino" if shape is Shape.DOMINO else shape.value


def _placement(position: Position, placement: Placement) -> documents.LegalPlacement:
    board = position.rules.board
    return documents.LegalPlacement(
        move=format_move(placement, position.rules), piece=piece_name(placement.shape),
        squares=[(board.name(square), _colour(placement, square)) for square in placement.squares],
    )  # fmt: skip


def _pieces(position: Position) -> list[documents.PieceKind]:
    """Return the kinds of pieces of the phase that is being played."""
    table = position.rules.table
    legal_kinds = {placement.kind for placement in table.of(position.legal)}
    placed = Counter(placement.kind for placement in position.placements)
    dominoes = Shape.DOMINO in {table.kinds[kind].shape for kind in legal_kinds}
    return [
        documents.PieceKind(
            piece=piece_name(kind.shape), left=None if kind.count is None else kind.count - placed[number],
            orientations=orientations(kind),
        )
        for number, kind in enumerate(table.kinds)
        if (kind.shape is Shape.DOMINO) == dominoes
    ]  # fmt: skip


@lru_cache(maxsize=64)
def orientations(kind: PieceKind) -> list[list[tuple[int, int, str]]]:
    """Return the orientations of a piece: lists of squares with their colours, by column, then row."""

    def colour(cell: Cell, black: frozenset[Cell]) -> str:
        return ("b" if cell in black else "w") if kind.coloured else ""

    return [[(*cell, colour(cell, black)) for cell in sorted(cells)] for cells, black in kind.orientations]


def _groups(position: Position) -> list[documents.VisibleGroup]:
    """Return the groups of each colour, the largest first; colours whose every square scores have none."""
    board, found = position.rules.board, []
    for colour in position.group_colours():
        if colour.scoring == "all":
            continue
        groups = sorted(board.groups(colour.squares, diagonal=colour.diagonal), key=int.bit_count, reverse=True)
        for number, group in enumerate(groups):
            counts = {"largest": number < max(1, colour.counted), "second": number == 1, "uneven": True}
            found.append(documents.VisibleGroup(
                colour=colour.colour, side=position.rules.sides[colour.side], squares=board.names(group),
                counts=counts[colour.scoring],
            ))  # fmt: skip
    return found


def answer_move(request: documents.MoveRequest, settings: Settings) -> documents.MoveEffect:
    """Return the effects of a move, or all rules that it breaks.

    Raises
    ------
    NotationError
        If the text is no move of the game.
    """
    position = position_of(request, settings)
    try:
        move = parse_move(request.move, position)
        position.check(move)
    except IllegalMoveError as error:
        return documents.MoveEffect(
            move=request.move, legal=False, broken=list(error.broken), covers={}, scores={}, takes_away=None,
            protects=[], keeps={},
        )  # fmt: skip
    after = position.play(move)
    before, now = position.square_characters(), after.square_characters()
    covered = move.squares if isinstance(move, Placement) else ()
    protected = after.protected & ~position.protected
    gone = position.legal & ~after.legal
    return documents.MoveEffect(
        move=format_move(move, position.rules), legal=True, broken=[],
        covers=_count(before[square] for square in covered),
        scores=dict(zip(position.rules.sides, after.scores(), strict=True)), takes_away=gone.bit_count(),
        protects=position.rules.board.names(protected), keeps=_count(now[square] for square in bits(protected)),
    )  # fmt: skip


def _count(characters: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(characters).items()))


def answer_remaining(request: documents.SquareRequest, settings: Settings) -> documents.Remaining:
    """Count the legal placements, and list those that cover a square.

    Raises
    ------
    NotationError
        If there is no such square.
    """
    position = position_of(request, settings)
    square = position.rules.board.parse(request.square)
    covering = [each for each in position.rules.table.of(position.legal) if each.mask >> square & 1]
    return documents.Remaining.made_of(None, position, placements=position.legal.bit_count(), covering=covering)


def answer_play(request: documents.MoveRequest, settings: Settings) -> documents.PositionPage:
    """Play a move in the position that the request names, and drop the moves after it.

    Raises
    ------
    IllegalMoveError
        If the move breaks a rule.
    """
    return page(record_of(request, settings).append(request.move), None)


def with_answers(page: str, settings: Settings) -> str:
    """Put the list of games, and the start of the first of them, into a page for its module `engine.js`.

    Parameters
    ----------
    page : str
        The page as it is stored.
    settings : Settings
        The bounds of the server.
    """
    request = {"game": next(iter(GAMES)), "options": {}}
    started = answer_new(documents.NewRequest.model_validate(request), settings)
    answers = {**plain(GamesDocument.made()), "ahead": [{"name": "new", "body": request, "answer": plain(started)}]}
    # Within a script, "</" could end it.
    text = json.dumps(answers, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return page.replace("</body>", f'<script type="application/json" id="answers">{text}</script>\n</body>')
