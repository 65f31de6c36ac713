"""Facts that distinguish a better move from the one that was played.

Each is computed from the position before the two moves and the positions after them, and is told
only if it favours the better move: the symbols that it covers, the group that it makes, the group
of the opponent that it splits or limits, the pieces that still fit. A fact does not prove that the
move is better; the search did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from litslab.games.geometry import Board, bits
from litslab.games.group_colour import OF_LARGEST, GroupColour
from litslab.games.language import listed, tr, trn
from litslab.games.move import Move
from litslab.games.placements import Placement
from litslab.games.position import Position

MOST_FACTS = 3
"""The most facts that are told of a move."""

_TELLING = 0.8
"""How small a bound on the opponent's groups is, compared with that after the move played, if it is
told.
"""


@dataclass(frozen=True)
class _Choice:
    """A move and the position after it, seen by the side that makes it.

    Attributes
    ----------
    before : Position
        The position before the move.
    move : Placement
        The move.
    after : Position
        The position after it.
    """

    before: Position
    move: Placement
    after: Position

    @property
    def board(self) -> Board:
        return self.before.rules.board

    @property
    def lead(self) -> int:
        """The lead of the side to move, if the game ended after the move."""
        own, other = self.before.to_move, 1 - self.before.to_move
        scores = self.after.scores()
        return scores[own] - scores[other]

    def colours(self, *, own: bool) -> tuple[GroupColour, GroupColour] | None:
        """Return the colour of the side to move, or of its opponent, before the move and after it;
        None in games without groups.
        """
        side = self.before.to_move if own else 1 - self.before.to_move
        for colour in self.before.group_colours():
            if (colour.side, colour.phase) == (side, self.before.phase):
                for each in self.after.group_colours():
                    if (each.colour, each.phase) == (colour.colour, colour.phase):
                        return colour, each
        return None

    def groups(self, colour: GroupColour) -> list[int]:
        """Return the groups of a colour, the largest first."""
        return self.board.groups(colour.squares, diagonal=colour.diagonal)

    def around(self, squares: int, colour: GroupColour) -> int:
        """Return the squares that connect with some squares."""
        spread = self.board.surrounding if colour.diagonal else self.board.adjacent
        return spread(squares)


def facts(before: Position, better: Move, played: Move) -> tuple[str, ...]:
    """Return at most `MOST_FACTS` facts that favour a better move over the one that was played.

    There are none where either move is a swap, and none of the first placement before a swap, which
    should be even rather than strong.

    Parameters
    ----------
    before : Position
        The position before the moves.
    better, played : Move
        The moves, both legal.

    Examples
    --------
    >>> from litslab.games import create
    >>> from litslab.games.notation import parse_move
    >>> before = create("taiji", size=4).start().play("a1,a2")
    >>> found = facts(before, *(parse_move(text, before) for text in ("b1,b2", "c2,c1")))
    >>> found[0]
    'makes a dark group of 2 squares (played: 1)'
    """
    if before.swap_follows:
        return ()
    if not isinstance(better, Placement) or not isinstance(played, Placement):
        return ()
    pair = (
        _Choice(before, better, before.play_unchecked(better)),
        _Choice(before, played, before.play_unchecked(played)),
    )
    found = [fact(*pair) for fact in _FACTS]
    return tuple(each for each in found if each is not None)[:MOST_FACTS]


def _end(better: _Choice, played: _Choice) -> str | None:
    """Say that one of the moves ends the game."""
    if better.after.is_over and not played.after.is_over:
        return tr("ends the game")
    if played.after.is_over and not better.after.is_over:
        return tr("does not end the game yet")
    return None


def _symbols(better: _Choice, played: _Choice) -> str | None:
    """Say which symbols the moves cover, where every visible symbol scores."""
    told = []
    gains = []
    for choice in (better, played):
        pairs = [choice.colours(own=own) for own in (False, True)]
        if not all(pair and pair[0].scoring == "all" for pair in pairs):
            return None
        counts = {
            before.colour: (before.squares & ~after.squares).bit_count()
            for before, after in filter(None, pairs)
        }
        others, own = counts.values()
        gains.append(others - own)
        told.append(_counted(counts))
    if gains[0] <= gains[1]:
        return None
    return tr("covers {symbols} (played: {played})", symbols=told[0], played=told[1])


def _counted(counts: dict[str, int]) -> str:
    named = [
        tr("{count} {symbol}", count=count, symbol=tr(colour))
        for colour, count in counts.items()
        if count
    ]
    return listed(named) if named else tr("no symbol")


def _own_group(better: _Choice, played: _Choice) -> str | None:
    """Say which group the move makes, and which groups it joins."""
    made = _group_made(better)
    other = _group_made(played)
    pair = better.colours(own=True)
    if pair is None or not _size_counts(pair[0], better, played):
        return None
    if made.bit_count() <= other.bit_count():
        return None
    before, after = pair
    rank = max(1, before.counted) - 1
    if made not in better.groups(after)[: rank + 1]:
        return None
    joined = [each.bit_count() for each in better.groups(before) if each & made]
    values = {
        "colour": tr(before.colour),
        "size": made.bit_count(),
        "played": other.bit_count(),
    }
    if len(joined) < 2:
        return tr("makes a {colour} group of {size} squares (played: {played})", **values)
    return tr(
        "joins the {colour} groups of {sizes} to one of {size} (played: {played})",
        sizes=_sizes(joined),
        **values,
    )


def _group_made(choice: _Choice) -> int:
    """Return the largest own group with a square of the piece; 0 if there is none."""
    pair = choice.colours(own=True)
    groups = [] if pair is None else choice.groups(pair[1])
    return next((each for each in groups if each & choice.move.mask), 0)


def _size_counts(colour: GroupColour, better: _Choice, played: _Choice) -> bool:
    """Return whether a larger group is worth more: always where the largest groups score, elsewhere
    if the score says so.
    """
    if colour.scoring == "all":
        return False
    return colour.scoring in OF_LARGEST or better.lead > played.lead


def _sizes(sizes: Iterable[int]) -> str:
    return listed([str(size) for size in sorted(sizes, reverse=True)])


def _split(better: _Choice, played: _Choice) -> str | None:
    """Say which group of the opponent the move splits."""
    pair = better.colours(own=False)
    if pair is None or not _size_counts(pair[0], better, played):
        return None
    for group in better.groups(pair[0]):
        parts, others = (_parts(group, choice) for choice in (better, played))
        if len(parts) > max(1, len(others)):
            return tr(
                "splits the {colour} group of {size} into {sizes}",
                colour=tr(pair[0].colour),
                size=group.bit_count(),
                sizes=_sizes(each.bit_count() for each in parts),
            )
    return None


def _parts(group: int, choice: _Choice) -> list[int]:
    """Return what a move leaves of a group of the opponent, by the groups after it."""
    pair = choice.colours(own=False)
    groups = [] if pair is None else choice.groups(pair[1])
    return [each & group for each in groups if each & group]


def _scores(better: _Choice, played: _Choice) -> str | None:
    """Say what the scores are after the moves, unless symbols tell it."""
    pair = better.colours(own=True)
    if better.lead <= played.lead or (pair and pair[0].scoring == "all"):
        return None
    named = zip(better.before.rules.sides, better.after.score_texts(), strict=True)
    return tr(
        "makes the score {scores} (played: {played})",
        scores=tr(", ").join(f"{tr(side)} {score}" for side, score in named),
        played=tr(", ").join(played.after.score_texts()),
    )


def _join_taken(better: _Choice, played: _Choice) -> str | None:
    """Say which square the move takes that would have joined the opponent's groups into the largest
    one.
    """
    pair = better.colours(own=False)
    other = played.colours(own=False)
    if pair is None or other is None or pair[0].scoring not in OF_LARGEST:
        return None
    before = pair[0]
    groups = better.groups(before)
    largest = max((each.bit_count() for each in groups), default=0)
    found = []
    for square in bits(better.move.mask & before.free & other[1].free):
        around = better.around(1 << square, before)
        sizes = [each.bit_count() for each in groups if each & around]
        if len(sizes) > 1 and 1 + sum(sizes) > largest + 1:
            found.append((sum(sizes), square, sizes))
    if not found:
        return None
    _, square, sizes = max(found)
    return tr(
        "takes {square}, which would join the {colour} groups of {sizes}",
        square=better.board.name(square),
        colour=tr(before.colour),
        sizes=_sizes(sizes),
    )


def _confined(better: _Choice, played: _Choice) -> str | None:
    """Say which of the opponent's scoring groups has fewer open squares beside it, or can grow
    less.
    """
    pair = better.colours(own=False)
    other_pair = played.colours(own=False)
    if pair is None or other_pair is None or pair[0].scoring not in OF_LARGEST:
        return None
    before, *afters = *pair, other_pair[1]
    for group in better.groups(before)[: max(1, before.counted)]:
        values = {
            "colour": tr(before.colour),
            "group": group.bit_count(),
            "square": next(better.board.name(square) for square in bits(group)),
        }
        bound, other = (_bound(group, after, better.board) for after in afters)
        if bound <= _TELLING * other:
            return tr(
                "limits the {colour} group of {group} at {square} to {size} squares "
                "(played: {played})",
                size=bound,
                played=other,
                **values,
            )
        beside, others = (
            (better.around(group, after) & after.free).bit_count() for after in afters
        )
        if beside < others:
            return trn(
                "leaves {count} open square beside the {colour} group of {group} at {square} "
                "(played: {played})",
                "leaves {count} open squares beside the {colour} group of {group} at {square} "
                "(played: {played})",
                beside,
                played=others,
                **values,
            )
    return None


def _bound(group: int, after: GroupColour, board: Board) -> int:
    """Return a bound on the size that a group of the opponent can reach."""
    return max(after.size_bound(reach) for reach in _reaches(after, board) if reach & group)


def _reaches(colour: GroupColour, board: Board) -> list[int]:
    """Return the connected regions that a colour has or can still take."""
    return board.groups(colour.squares | colour.free, diagonal=colour.diagonal)


def _limit(better: _Choice, played: _Choice) -> str | None:
    """Say how large the opponent's largest group can still become."""
    bounds = []
    for choice in (better, played):
        pair = choice.colours(own=False)
        if pair is None or pair[0].scoring not in OF_LARGEST:
            return None
        after = pair[1]
        reaches = _reaches(after, choice.board)
        bounds.append((after.colour, max(map(after.size_bound, reaches), default=0)))
    (colour, bound), (_, other) = bounds
    if bound > _TELLING * other:
        return None
    return tr(
        "leaves no {colour} group more than {size} squares (played: {played})",
        colour=tr(colour),
        size=bound,
        played=other,
    )


def _protected(better: _Choice, played: _Choice) -> str | None:
    """Say on how many more squares nothing can cover the own colour."""
    if not better.before.protected_to_the_end:
        return None
    counts = []
    for choice in (better, played):
        pair = choice.colours(own=True)
        if pair is None or pair[0].scoring not in {"all", "uneven"}:
            return None
        before, after = ((each.squares & each.protected) for each in pair)
        counts.append((pair[0].colour, (after & ~before).bit_count()))
    (colour, count), (_, other) = counts
    if count <= other:
        return None
    return trn(
        "protects {count} {colour} square (played: {played})",
        "protects {count} {colour} squares (played: {played})",
        count,
        colour=tr(colour),
        played=other,
    )


def _answer(better: _Choice, played: _Choice) -> str | None:
    """Say what the opponent's best answer gains at once, where every visible symbol scores."""
    gains = [_best_answer(choice) for choice in (better, played)]
    if gains[0] is None or gains[1] is None or not 0 <= gains[0] < gains[1]:
        return None
    return trn(
        "its best answer gains {count} point at once (played: {played})",
        "its best answer gains {count} points at once (played: {played})",
        gains[0],
        played=gains[1],
    )


def _best_answer(choice: _Choice) -> int | None:
    """Return the most symbols of the side to move that an answer covers, less those of its own."""
    own, other = (choice.colours(own=own) for own in (True, False))
    after = choice.after
    if own is None or other is None or own[0].scoring != "all" or after.is_over:
        return None
    if after.to_move == choice.before.to_move or after.phase != choice.before.phase:
        return None
    gains, losses = own[1].squares, other[1].squares
    return max(
        (each.mask & gains).bit_count() - (each.mask & losses).bit_count()
        for each in after.rules.table.of(after.legal)
    )


def _shapes(better: _Choice, played: _Choice) -> str | None:
    """Say which shapes the opponent cannot place after the move."""
    left, others = (
        {each.shape.value for each in choice.after.rules.table.of(choice.after.legal)}
        for choice in (better, played)
    )
    gone = sorted(others - left)
    if not gone or not left or better.after.phase != played.after.phase:
        return None
    return tr("leaves no {shapes} for the next move", shapes=listed(gone, either=True))


_FACTS: tuple[Callable[[_Choice, _Choice], str | None], ...] = (
    _end,
    _symbols,
    _own_group,
    _split,
    _scores,
    _join_taken,
    lambda better, played: _confined(better, played) or _limit(better, played),
    _protected,
    _answer,
    _shapes,
)
"""The facts, the most telling ones first."""
