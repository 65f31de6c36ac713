"""Positions for a page: the picture, the pieces, the legal placements, and the effects
of a move.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from litslab.app.documents.positions import Games, PositionDescription
from litslab.app.web import documents
from litslab.app.web.pasted import check_board, pasted_placements, pasted_record
from litslab.app.web.pieces import legal_placement, pieces_of
from litslab.app.web.settings import Settings, check_fit
from litslab.games.colour_rows import DARK, LIGHT, position_of_colours, rows_of_colours
from litslab.games.drawing.canvas import Canvas
from litslab.games.drawing.markup import element
from litslab.games.drawing.svg import draw
from litslab.games.errors import IllegalMoveError, UnreachableError
from litslab.games.geometry import bits
from litslab.games.group_colour import OF_LARGEST, GroupColour, score_text
from litslab.games.language import mark, sentence_case, tr
from litslab.games.notation import format_move, parse_move, parse_placements
from litslab.games.option_data import read_option
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_abstract_play import is_json
from litslab.games.record_ltp import loads_ltp
from litslab.games.record_toml import dumps
from litslab.games.registry import GAMES, create, game
from litslab.games.result_json import plain
from litslab.games.rule_text import rule_text
from litslab.games.rules import Rules
from litslab.games.sources import loads
from litslab.games.symbol_rows import board_rows, size_of, symbol_rows

SYMBOLS = "X O . X"
"""The example of a row of symbols."""

COLOURS = "w b . ."
"""The example of a row of colours."""


def read_record(text: str, settings: Settings) -> Record:
    """Read a record, in TOML, in the LITS Text Protocol, or in the JSON of Abstract Play.

    Raises
    ------
    PastedError
        If the text is no record.
    IllegalRecordError
        If a move breaks the rules.
    TooLargeError
        If the board is larger than the server takes.
    """
    with pasted_record(text):
        if "=" in text or is_json(text):
            record = loads(text, tr("the record"))
        else:
            record = loads_ltp(text, tr("the game"))
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
        If there is no such game or option, or the board cannot be read.
    TooLargeError
        If the board is larger than the server takes.
    """
    if request.board is not None and game(request.game).shows_colours:
        record = _record_from(_shown_by_colours(request, settings, request.board))
    else:
        record = Record(_fresh_rules(request, settings))
    return documents.Started(record=dumps(record), page=page(record, 0))


def _fresh_rules(request: documents.NewRequest, settings: Settings) -> Rules:
    """Return a game with the board of the request, or with a random one if a seed is given."""
    rules = create_rules(request, settings, request.board)
    if request.board is not None or request.seed is None:
        return rules
    x, o = request.x, request.o
    is_antisymmetric = x is None or o is None or x == o
    rng = random.Random(request.seed)
    return rules.with_fresh_board(rng, x=x, o=o, antisymmetric=is_antisymmetric)


def _record_from(position: Position) -> Record:
    """Return a record that begins with a position; the start of a game needs no set-up."""
    return Record(position.rules, setup=position if position.placed else None)


def _shown_by_colours(
    request: documents.GameRequest,
    settings: Settings,
    board: list[str],
) -> Position:
    """Return the position that shows these colours; the board determines the size."""
    check_board(board, board_rows(board, "w, b and ."), LIGHT + DARK + ".", COLOURS, square=True)
    rows = rows_of_colours(board)
    options = {"size": len(rows), **request.options}
    rules = create_rules(request.model_copy(update={"options": options}), settings)
    return position_of_colours(rules, rows)


def answer_position(request: documents.RecordRequest, settings: Settings) -> documents.PositionPage:
    """Show a position of a record."""
    return page(read_record(request.record, settings), request.at)


def create_rules(
    request: documents.GameRequest,
    settings: Settings,
    board: list[str] | None = None,
    *,
    seed: int | None = None,
) -> Rules:
    """Return a game with its options, and with the symbols of its board if they are given, or
    random ones by a seed.

    Raises
    ------
    OptionError
        If there is no such game or option.
    TooLargeError
        If the board is larger than the server takes.
    """
    rules_class = game(request.game)
    options = {
        option: read_option(rules_class, option, value) for option, value in request.options.items()
    }
    if board is not None:
        symbols = symbol_rows(board)
        setup = rules_class.setup_option()
        if setup is not None:
            check_board(board, symbols, "XO.", SYMBOLS, square=False)
        sizes = {} if setup is None else size_of(symbols)
        options = {**sizes, **options, setup or "board": symbols}
    columns = options.get("size") or 0
    rows = options.get("rows") or columns
    check_fit(mark("board"), columns * rows, settings)  # before its table is made
    rules = create(request.game, **options)
    check_fit(mark("board"), rules.board.size, settings)
    if board is not None or seed is None:
        return rules
    return rules.with_fresh_board(random.Random(seed))


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
        first = next(iter(rules.start().legal_moves()), None)
        with pasted_placements("" if first is None else format_move(first, rules)):
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
    return documents.PositionPage(
        record=dumps(record),
        title=tr(record.title),
        ply=ply,
        moves=[
            documents.PlayedMove(move=format_move(move, rules), side=before.side)
            for move, before in zip(record.moves, record.positions, strict=False)
        ],
        position=PositionDescription.of(position),
        phases=_phases(position),
        ties=_ties(position),
        swap=_swap(position),
        svg=draw(position, overlay=_hit_squares),
        columns=rules.board.columns,
        rows=rules.board.rows,
        phase=position.phase,
        can_swap=position.can_swap,
        pieces=pieces_of(position),
        legal=[legal_placement(rules, placement) for placement in rules.table.of(position.legal)],
        groups=_groups(position),
        uncoverable=rules.board.names(position.open_protected & ~position.covered),
    )


def _hit_squares(canvas: Canvas) -> Iterable[str]:
    """Yield an invisible square above each square of the board, for the pointer and for screen
    readers.
    """
    board = canvas.board
    for square in range(board.size):
        across, down = canvas.centre(square)
        side = canvas.square_size
        yield element(
            "rect",
            class_="hit",
            data_square=board.name(square),
            x=across - side / 2,
            y=down - side / 2,
            width=side,
            height=side,
            fill="transparent",
        )


def _phases(position: Position) -> list[documents.PhaseInForce]:
    """Describe what scores in each phase, and how much so far."""
    rules = position.rules
    phases = [phase.name for phase in rules.phases]
    return [
        documents.PhaseInForce(
            game=tr(name),
            scoring=scoring,
            aims=_aims(position, number),
            scores=dict(zip(rules.sides, points, strict=True)),
            sums=_sums(position, number, points),
            measure=_measure(position, number),
        )
        for number, (name, scoring, points) in enumerate(
            zip(
                phases,
                rules.scoring_texts or [""] * len(phases),
                position.phase_scores(),
                strict=True,
            )
        )
    ]


def _ties(position: Position) -> str:
    """Return who wins if the scores are equal; at the end, as it applies to this game."""
    if not position.is_over:
        return position.rules.tie_text
    return tr("{rule}.", rule=sentence_case(tr(position.outcome().tie_rule)))


def _swap(position: Position) -> str:
    """Return who may still swap, or that the sides were swapped."""
    if position.swapped:
        return tr("The sides were swapped.")
    is_past = position.rules.has_swap and not position.may_still_swap
    return "" if is_past else position.rules.swap_text


def _sums(position: Position, phase: int, points: tuple[int, int]) -> dict[str, str]:
    """Return how the points of each side in a phase come from its groups."""
    sums = [str(each) for each in points]
    for colour in position.group_colours():
        if colour.phase == phase and colour.scoring in OF_LARGEST:
            groups = position.rules.board.groups(colour.squares, diagonal=colour.diagonal)
            scored = groups[: max(1, colour.counted)]  # the largest come first
            sums[colour.side] = score_text([each.bit_count() for each in scored], colour.scoring)
    return dict(zip(position.rules.sides, sums, strict=True))


def _measure(position: Position, phase: int) -> Literal["points", "group size"]:
    """Return what the scores of a phase are: points, or in Wythe the size of a group."""
    scorings = {each.scoring for each in position.group_colours() if each.phase == phase}
    return "group size" if "uneven" in scorings else "points"


def _aims(position: Position, phase: int) -> dict[str, str]:
    """Return the aim of each side in a phase; in a double game that of the phase's own game."""
    rules = position.rules
    name = rules.name
    if rules.is_double:
        title = rules.phases[phase].name
        name = next(each.name for each in GAMES.values() if each.title == title)
    aim = rule_text(name).aim
    own = [tr(side) for side in rules.sides]
    if rules.swap_changes_value and position.swapped and phase == 1:
        own.reverse()  # the sides are players, who have exchanged their colours
    first, second = own
    return {
        rules.sides[0]: aim.format(own=first, other=second),
        rules.sides[1]: aim.format(own=second, other=first),
    }


def _groups(position: Position) -> list[documents.VisibleGroup]:
    """Return the groups of each colour, the largest first; colours whose every square scores have
    none.
    """
    board = position.rules.board
    scores = position.scores()
    found = []
    for colour in position.group_colours():
        if colour.scoring == "all":
            continue
        groups = board.groups(colour.squares, diagonal=colour.diagonal)
        for number, group in enumerate(groups):
            visible = documents.VisibleGroup(
                colour=colour.colour,
                side=position.rules.sides[colour.side],
                squares=board.names(group),
                counts=_counts(colour, group.bit_count(), number, scores),
            )
            found.append(visible)
    return found


def _counts(colour: GroupColour, size: int, number: int, scores: tuple[int, int]) -> bool:
    """Return whether a group of a size adds to the score; `number` is its rank by size, from 0."""
    if colour.scoring == "uneven":
        return size == scores[colour.side]
    if colour.scoring in OF_LARGEST:
        return number < max(1, colour.counted)
    return colour.scoring != "second" or number == 1


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
            move=request.move,
            legal=False,
            broken=list(error.broken),
            covers={},
            scores={},
            half_point=None,
            takes_away=None,
            protects=[],
            keeps={},
        )
    after = position.play(move)
    before_it = position.square_characters()
    after_it = after.square_characters()
    covered = move.squares if isinstance(move, Placement) else ()
    protected = after.protected & ~position.protected
    gone = position.legal & ~after.legal
    return documents.MoveEffect(
        move=format_move(move, position.rules),
        legal=True,
        broken=[],
        covers=_count(before_it[square] for square in covered),
        scores=dict(zip(position.rules.sides, after.scores(), strict=True)),
        half_point=after.half_point,
        takes_away=gone.bit_count(),
        protects=position.rules.board.names(protected),
        keeps=_count(after_it[square] for square in bits(protected)),
    )


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
    legal = position.rules.table.of(position.legal)
    covering = [each for each in legal if each.mask >> square & 1]
    return documents.Remaining(
        placements=position.legal.bit_count(),
        covering=[format_move(each, position.rules) for each in covering],
    )


def answer_play(request: documents.MoveRequest, settings: Settings) -> documents.PositionPage:
    """Play a move in the position that the request names, and drop the moves after it.

    Raises
    ------
    IllegalMoveError
        If the move breaks a rule.
    """
    return page(record_of(request, settings).append(request.move), None)


def with_answers(page: str, settings: Settings) -> str:
    """Put the list of games, and the start of the first of them, into a page for its module
    `engine.js`.

    Parameters
    ----------
    page : str
        The page as it is stored.
    settings : Settings
        The bounds of the server.
    """
    request = {"game": next(iter(GAMES)), "options": {}}
    started = answer_new(documents.NewRequest.model_validate(request), settings)
    answers = {
        **plain(Games.made()),
        "ahead": [{"name": "new", "body": request, "answer": plain(started)}],
    }
    text = json.dumps(answers, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("</", "<\\/")  # within a script, "</" could end it
    script = f'<script type="application/json" id="answers">{text}</script>'
    return page.replace("</body>", f"{script}\n</body>")
