"""Documents of groups, reviews and reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, Self

from litslab.analysis.report.model import Format, Number, Report
from litslab.analysis.report.model import Table as FoundTable
from litslab.app.documents.base import At, By, Constructed, Document, Seconds
from litslab.app.documents.positions import protected_until
from litslab.app.text.parts import Lines, counted, picture_lines, player_lines
from litslab.games.language import tr
from litslab.games.notation import format_move
from litslab.games.result_text import value_text

if TYPE_CHECKING:
    from litslab.analysis.groups import ColourGroups, GroupAnalysis
    from litslab.analysis.review_result import Evaluation, Review
    from litslab.games.geometry import Board
    from litslab.games.placements import Placement
    from litslab.games.position import Position
    from litslab.games.record import Record


class GroupDocument(Document):
    """A group of a position."""

    size: int
    squares: list[str]
    articulations: list[str]
    safe: list[str]
    growth: list[str]
    potential: int


class Join(Document):
    """A square that would join groups."""

    square: Annotated[str, By(lambda join, position: position.rules.board.name(join.square))]
    groups: list[int]
    size: int


class ColourGroupsDocument(Document):
    """The groups of one colour."""

    side: Annotated[str, By(lambda each, position: position.rules.sides[each.side])]
    diagonal: bool
    sizes: list[int]
    score: Annotated[
        int | None, By(lambda each, _: None if each.scoring == "uneven" else each.score)
    ]
    groups: list[GroupDocument]
    joins: list[Join]
    cut: list[str]


class Piece(Document):
    """A piece and the numbers of the pieces that touch it."""

    piece: str
    touches: list[int]
    above_or_below: list[int]
    key: bool


class GroupsDocument(Document):
    """`litslab groups`."""

    game: Annotated[str, At("position.rules.name")]
    constructed: Annotated[bool, At("position.constructed")]
    safe_until: Annotated[str, By(lambda _, position: protected_until(position))]
    scores: dict[str, int]
    colours: dict[str, ColourGroupsDocument]
    pieces: list[Piece]

    _result: GroupAnalysis

    @classmethod
    def of(cls, found: GroupAnalysis) -> Self:
        """Describe the groups of a position and the graph of its pieces."""
        rules = found.position.rules
        numbers = {piece: number for number, piece in enumerate(found.pieces)}

        def joined(piece: Placement, *, beside: bool) -> list[int]:
            edges = found.pieces[piece].items()
            return sorted(
                numbers[other] for other, edge in edges if (edge["kind"] == "beside") is beside
            )

        pieces = [
            Piece(
                piece=format_move(piece, rules),
                touches=joined(piece, beside=True),
                above_or_below=joined(piece, beside=False),
                key=piece in found.key_pieces,
            )
            for piece in found.pieces
        ]
        return cls.made_of(
            found,
            scores=dict(zip(rules.sides, found.scores, strict=True)),
            colours={each.colour: each for each in found.colours},
            pieces=pieces,
        )

    def lines(self) -> Lines:
        """Yield the position, and the groups of each colour."""
        found = self._result
        yield from picture_lines(found.position)
        for each in found.colours:
            yield from _colour_lines(each, found.position.rules.board)
        texts = zip(found.position.rules.sides, found.position.score_texts(), strict=True)
        yield f"scores: {', '.join(f'{side} {score}' for side, score in texts)}"
        pieces = counted(len(found.pieces), "piece")
        pairs = counted(found.pieces.number_of_edges(), "touching pair")
        yield f"{pieces}, {pairs}"


def _colour_lines(colour: ColourGroups, board: Board) -> Iterator[str]:
    """Yield the largest groups of a colour, and the squares that cut or join them."""
    score = "" if colour.scoring == "uneven" else f", score {colour.score}"
    sizes = " ".join(map(str, colour.sizes)) or "none"
    yield f"{colour.colour}: {counted(len(colour.groups), 'group')}, sizes {sizes}{score}"
    for group in colour.groups[: max(3, colour.counted)]:
        line = f"{group.size:>4}: {' '.join(board.names(group.squares))}"
        if group.potential > group.size:
            line += f"; can grow to {group.potential}"
        if group.articulations:
            line += f"; articulation squares {' '.join(board.names(group.articulations))}"
        yield line
    if colour.cut:
        yield f"      the largest is cut by {' '.join(board.names(colour.cut))}"
    for join in colour.joins[:3]:
        sizes = " and ".join(str(colour.groups[number].size) for number in join.groups)
        yield f"      {board.name(join.square)} would join {sizes} to {join.size}"


Trust = Literal["exact", "bounded", "estimated"]


class EvaluationDocument(Document):
    """A position of a reviewed game, and its value as far as known."""

    ply: int
    status: Trust
    """Bounded: the winner is proved, but not the margin."""
    value: int | None
    result: str | None
    """The winner in words, and the margin if that is proved, too; None if the winner is
    not proved.
    """
    share: float | None
    interval: list[float]
    """The 95 % interval of the share; two equal numbers if the winner is proved."""
    best: list[str]

    @classmethod
    def of(cls, ply: int, found: Evaluation, record: Record) -> Self:
        """Describe the value of a position of a reviewed game."""
        from litslab.analysis.review_result import player_names  # noqa: PLC0415 - slow to import, and loaded by a review

        position = record.positions[ply]
        players = player_names(record.rules)
        result = None
        if found.value is not None:
            result = value_text(found.value, position, players, verb="wins")
        elif found.is_proved:
            winner = players[0 if found.share > 0.5 else 1]
            result = tr("{side} wins", side=tr(winner))
        low = max(0.0, found.share - found.half_width)
        high = min(1.0, found.share + found.half_width)
        return cls.made_of(
            found,
            position,
            ply=ply,
            status=_status(found.is_exact, found.is_proved),
            result=result,
            interval=[low, high],
        )


class ReviewedMoveDocument(Document):
    """A move of a reviewed game, and its cost."""

    ply: int
    move: str
    player: Annotated[int, By(lambda move, _: move.player + 1)]
    side: str
    status: Annotated[
        Trust, By(lambda move, _: _status(move.lost_points is not None, move.is_proved))
    ]
    lost_points: float | None
    lost_share: Annotated[float | None, At("lost.size")]
    lost_interval: list[float]
    """The 95 % interval of the lost share."""
    turning_point: Annotated[bool, At("is_turning_point")]
    large_loss: Annotated[bool, At("is_large_loss")]
    """Whether it lost the win, 2 points or 15 % of the games; all turning points did."""
    best: Annotated[list[str], At("before.best")]
    reasons: Annotated[list[str], At(None)] = []
    """For a large loss: facts that favour the first of the best moves."""


class ReviewDocument(Document):
    """`litslab review`."""

    game: Annotated[str, At("record.rules.name")]
    title: Annotated[str, At("record.title")]
    players: Annotated[dict[str, str], By(lambda review, _: dict(review.record.players))] = {}
    """The names of the players by their sides."""
    winners: Annotated[list[str], At("record.winners")] = []
    """The sides that won by the record, both of them for a tie."""
    constructed: Constructed
    complete: Annotated[bool, By(lambda review, _: review.first == 0)]
    exact_from: int | None
    proved_from: int | None
    """The ply from which on the winner is proved."""
    leader: Annotated[int, By(lambda review, _: review.leader + 1)]
    """The player (1 or 2) who won, or is ahead in the last position."""
    decided_at: int | None
    """The ply from which on the leader is expected to win at least 90 % of games."""
    positions: list[EvaluationDocument]
    moves: list[ReviewedMoveDocument]
    turning_points: Annotated[
        list[int], By(lambda review, _: [move.ply for move in review.turning_points])
    ]
    seconds: Seconds

    _result: Review

    @classmethod
    def of(cls, review: Review) -> Self:
        """Describe a review: the cost of each move, and the value of each position, as far as
        known.
        """
        numbered = enumerate(review.evaluations, start=review.first)
        positions = [EvaluationDocument.of(ply, each, review.record) for ply, each in numbered]
        first = review.record.positions[0]
        moves = [
            ReviewedMoveDocument.made_of(move, first, reasons=list(review.reasons(move)))
            for move in review.moves
        ]
        return cls.made_of(review, first, positions=positions, moves=moves)

    def lines(self) -> Lines:
        """Yield the winner, a table of the moves, and the large losses."""
        from litslab.app.text.reviews import move_table, summary, verdict  # noqa: PLC0415 - it needs rich

        yield from player_lines(self._result.record)
        yield verdict(self._result)
        yield move_table(self._result)
        yield from summary(self._result)


class ReportNumber(Document):
    """A number of a report, and its origin."""

    value: int | float | str | None
    interval: Annotated[
        list[int | float | None] | None, By(lambda number, _: _interval(number))
    ] = None
    log10: Annotated[bool, By(lambda number, _: number.form is Format.LARGE)] = False
    """True if value and interval are decimal logarithms."""
    how: Annotated[str, At("how.kind")]
    by: Annotated[str, At("how.by")]


class ReportFact(ReportNumber):
    """A number of a report's first lines."""

    label: str


class ReportRow(Document):
    """A row of a table."""

    label: str
    numbers: dict[str, ReportNumber]


class ReportTable(Document):
    """A table."""

    caption: str
    rows: list[ReportRow]

    @classmethod
    def of(cls, table: FoundTable, _: Position | None = None) -> Self:
        """Describe a table, the numbers of its rows by their columns."""
        columns = table.columns[1:]
        rows = [
            ReportRow.made_of(row, numbers=dict(zip(columns, row.numbers, strict=True)))
            for row in table.rows
        ]
        return cls.made_of(table, rows=rows)


class ReportSection(Document):
    """A section."""

    name: str
    title: str
    tables: list[ReportTable]


class ReportDocument(Document):
    """`litslab report`."""

    files: list[str]
    missing: list[str]
    title: str
    options: Annotated[str, At("subtitle")]
    verdict: Annotated[list[str], By(lambda report, _: [claim.text for claim in report.verdict])]
    """The conclusions: fairness, the time of the decision, and the effect of a swap."""
    facts: Annotated[list[ReportFact], By(lambda report, _: _facts(report))]
    sections: list[ReportSection]
    made_with: Annotated[str, At("colophon")]
    command: str
    """Makes the whole report again."""
    seconds: Seconds

    _result: Report

    def lines(self) -> Lines:
        """Yield the verdict, and the numbers of the first lines with their origin."""
        yield from self.verdict
        for fact in self._result.facts:
            number = fact.number
            text = number.text
            if number.spread:
                text = tr("{text} ({note})", text=text, note=number.spread)
            yield tr("{label}: {number}; {how}", label=fact.label, number=text, how=number.how)
        yield tr("Made in {seconds:.0f} s.", seconds=self.seconds)


def _interval(number: Number) -> list[int | float | None] | None:
    if number.low is None and number.high is None:
        return None
    return [number.low, number.high]


def _facts(report: Report) -> list[ReportFact]:
    return [ReportFact.made_of(fact.number, label=fact.label) for fact in report.facts]


def _status(exact: bool, proved: bool) -> Trust:
    if exact:
        return "exact"
    return "bounded" if proved else "estimated"
