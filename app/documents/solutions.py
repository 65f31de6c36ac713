"""Documents of solutions and advice: the winner from a position, and the best moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Annotated, Literal

from litslab.app.documents.base import At, By, Document, Lines, Lower, Seconds, Upper, Value
from litslab.app.documents.texts import counted, picture_lines
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.result_text import range_text, value_text
from litslab.games.rules import Rules
from litslab.solver.advice.advice import Advice, estimate_text, margin_text, share_text
from litslab.solver.advice.position_estimate import MoveEstimate, PositionEstimate
from litslab.solver.endgame.solution import PLAYERS, MoveScore, Solution
from litslab.solver.score import Score

MOST_SHOWN = 12
"""The number of moves, or groups of moves, that a list shows by default."""

FEW = 5
"""The number of moves that an estimate shows by default."""


def _result(score: Score, position: Position, sides: Sequence[str]) -> str:
    """Return the winner and the margin, or their bounds, in words."""
    return range_text(score.lower, score.upper, position, sides, verb="wins")


Winner = Annotated[str | None, By(lambda found, _: found.score.winner(found.sides))]


class ScoredMove(Document):
    """A move with its value, or with proven bounds of it."""

    move: str
    value: Value
    lower: Lower
    upper: Upper
    winner: Annotated[
        str | None, By(lambda each, position: each.score.winner(position.rules.sides))
    ]
    result: Annotated[
        str, By(lambda each, position: _result(each.score, position, position.rules.sides))
    ]
    """The winner and the margin, or bounds of the margin, in words."""


class SwapAdviceDocument(Document):
    """The effect of the swap on a position."""

    value: int | None
    should_swap: Annotated[bool | None, At("swap")]
    best: list[str]


class EstimatedMove(Document):
    """A move with its estimate from playouts, and proven bounds of its value."""

    move: str
    share: float
    """The share of wins of the player who makes it."""
    interval: list[float]
    """Of the share, with 95 % confidence."""
    margin: float
    """The expected margin, seen from the first side."""
    playouts: int
    value: Value
    lower: Lower
    upper: Upper


class EstimateDocument(Document):
    """An estimate of a position from playouts, which proves nothing."""

    share: float
    """The share of wins of the player to move, who may swap if the rules allow it."""
    interval: list[float]
    """Of the share, with 95 % confidence."""
    margin: float
    """The expected margin, seen from the first side."""
    moves: list[EstimatedMove]
    """The moves that were tried, the best first."""
    line: list[str]
    """A likely continuation."""
    playouts: int
    under_swap: bool
    """True if the moves are openings after which the other player may swap."""
    should_swap: Annotated[bool | None, At("swap")] = None
    """True if swapping is the better choice of the player to move; null if that is not possible."""


class SolutionDocument(Document):
    """`litslab solve`; with ``under_swap`` the winner is "the first player" or "the
    second player".
    """

    status: Annotated[
        Literal["exact", "stored", "bounded"], By(lambda found, _: _solution_status(found))
    ]
    """Stored: value and best moves are as stored in the file `book`, not verified."""
    value: Value
    """Twice the margin, plus or minus one for the tie rule, seen from the first side; None if only
    bounds are known.
    """
    lower: Lower
    upper: Upper
    winner: Winner
    result: str
    """The winner and the margin, or bounds of the margin, in words."""
    margin: int | None
    """The final margin of the principal variation, from the same view."""
    best: list[str]
    """One best move; all of them with ``--best all`` or ``--all-moves``."""
    best_complete: bool
    """True if it is proved that no other move is as good as those in `best`."""
    pv: Annotated[list[str], At("principal_variation")]
    """The principal variation."""
    nodes: Annotated[int, At("info.nodes")]
    seconds: Annotated[Seconds, At("info.seconds")]
    engine: Annotated[str, At("info.engine")]
    constructed: Annotated[bool, At("position.constructed")]
    under_swap: bool = False
    """True at the start of a game with a swap: value, margin and best moves are then those of the
    first player.
    """
    decided: bool = False
    """True if one side wins however the game is finished."""
    swap: SwapAdviceDocument | None = None
    moves: list[ScoredMove] = []
    """Every move, with ``--all-moves``."""
    book: str | None = None
    """The name of the campaign's file that the answer is from, without a search; `nodes` are what
    the campaign cost.
    """
    certificate: Annotated[str | None, At(None)] = None
    """The file that the certificate was written to, with ``--certificate``."""
    estimate: EstimateDocument | None = None
    """An estimate from playouts, if a limit was reached before the value was known."""

    _result: Solution

    def lines(self, *, full: bool = False) -> Lines:
        """Yield the position, the winner, the best moves and the cost."""
        yield from picture_lines(self._result.position, highlight=self._result.best)
        yield from solution_lines(self._result, full=full)
        yield cost_line(self._result)


class AdviceDocument(Document):
    """`litslab analyse`."""

    status: Annotated[
        Literal["exact", "stored", "estimated"], By(lambda found, _: _advice_status(found))
    ]
    """Stored: the solution is as stored in the file of a campaign, not verified."""
    verdict: str
    """The winner in words: exact, stored or estimated."""
    value: Value
    """The same as in a solution; None if only bounds are proved."""
    lower: Lower
    upper: Upper
    winner: Winner
    """The winner, if it is proved."""
    result: str
    """The proved result in words, the same as in a solution."""
    best: list[str]
    """All best moves if the answer is exact, else the engine's choice."""
    solution: SolutionDocument | None
    """The exact answer, if there was time for it, or that of a campaign."""
    estimate: EstimateDocument | None
    """The estimate from playouts, unless the exact answer was found first."""
    nodes: int
    seconds: Seconds
    constructed: Annotated[bool, At("position.constructed")]

    _result: Advice

    def lines(self, *, full: bool = False) -> Lines:
        """Yield the position, the winner, the best moves and the cost."""
        yield from picture_lines(self._result.position, highlight=self._result.best)
        yield from advice_lines(self._result, full=full)
        yield advice_cost(self._result)


def _solution_status(found: Solution) -> str:
    if found.is_exact:
        return "exact"
    return "bounded" if found.book is None else "stored"


def _advice_status(found: Advice) -> str:
    if found.is_exact:
        return "exact"
    return "estimated" if found.solution is None else "stored"


def solution_lines(solution: Solution, *, full: bool = False) -> list[str]:
    """Return an answer as lines of text; with `full`, long lists of moves are shown whole."""
    lines = [solution.verdict]
    if solution.position.swap_follows and not solution.under_swap:
        lines.append("as if nobody could swap")
    if solution.best:
        lines.append(_best_line(solution, full=full))
        if solution.principal_variation:
            variation = _joined(solution.principal_variation, solution.position.rules)
            lines.append(f"principal variation: {variation}")
    lines += _swap_lines(solution, full=full)
    lines += _move_list(solution, full=full)
    return lines


def _joined(moves: Iterable[Move], rules: Rules) -> str:
    return " ".join(format_move(move, rules) for move in moves)


def _best_line(solution: Solution, *, full: bool) -> str:
    """Return the best moves as a line, with a note if there may be others."""
    moves = folded(solution.best, solution.position.rules, full=full)
    if solution.best_complete:
        name = "most even openings" if solution.under_swap else "best"
        return f"{name}: {moves}"
    if solution.finished:
        name = "a most even opening" if solution.under_swap else "a best move"
        return f"{name}: {moves} (--best all looks for others)"
    name = "most even openings" if solution.under_swap else "best moves"
    return f"{name} so far: {moves} (limit reached before all were known)"


def cost_line(solution: Solution) -> str:
    """Return the cost of an answer as a line."""
    info = solution.info
    nodes = counted(info.nodes, "node")
    if solution.book is not None:
        return f"nothing was searched; the campaign cost {nodes}"
    return f"{nodes}, {info.seconds:.2f} s, engine {info.engine}"


def folded(moves: Sequence[Move], rules: Rules, *, full: bool = False) -> str:
    """Return moves as one line: the first `MOST_SHOWN`, and the number of others."""
    if full or len(moves) <= MOST_SHOWN:
        return _joined(moves, rules)
    shown = _joined(moves[:MOST_SHOWN], rules)
    return f"{shown} … and {len(moves) - MOST_SHOWN} more (--full)"


def _swap_lines(solution: Solution, *, full: bool) -> list[str]:
    advice = solution.swap
    if advice is None or solution.under_swap:
        return []
    if advice.swap is not None:
        return [f"the second player should {'' if advice.swap else 'not '}swap"]
    position = solution.position
    result = value_text(advice.value, position, PLAYERS, verb="wins")
    openings = folded(advice.best, position.rules, full=full)
    return [f"with the swap, {result}; most even openings: {openings}"]


def _move_list(solution: Solution, *, full: bool) -> Iterator[str]:
    """Yield every move with its result: a header, then the best first for the side to move, equal
    moves together.
    """
    if not solution.moves:
        return
    position = solution.position
    ranked = sorted(solution.moves, key=lambda each: _rank(each, solution))
    groups = [
        (key, [each.move for each in same])
        for key, same in groupby(ranked, key=lambda each: each.score)
    ]
    shown = groups if full else groups[:MOST_SHOWN]
    results = [range_text(score.lower, score.upper, position) for score, _ in shown]
    width = max(len("result"), *map(len, results))
    yield _header(solution)
    yield f"  {'result':<{width}}  moves"
    for result, (_, moves) in zip(results, shown, strict=True):
        yield f"  {result:<{width}}  {len(moves):>5}  {folded(moves, position.rules, full=full)}"
    if len(shown) < len(groups):
        rest = sum(len(moves) for _, moves in groups[len(shown) :])
        yield f"  … and {rest} more moves (--full)"


def _header(solution: Solution) -> str:
    number = len(solution.moves)
    if solution.under_swap:
        return f"{counted(number, 'opening')}, the most even first (the second player may swap):"
    return "1 move:" if number == 1 else f"{number} moves, best first for {solution.position.side}:"


def _rank(each: MoveScore, solution: Solution) -> tuple[int, ...]:
    """Return the sort key of a move: first the best for the side to move, or under the swap for the
    first player.
    """
    lower = each.score.lower
    upper = each.score.upper
    if not solution.under_swap:
        return (-lower, -upper) if solution.position.to_move == 0 else (upper, lower)
    if each.move in solution.best:
        return (-1, -upper, -lower)
    return (max(abs(lower), abs(upper)), -upper, -lower)


def advice_lines(advice: Advice, *, full: bool = False) -> list[str]:
    """Return advice as lines of text; with `full`, all moves are shown."""
    if advice.solution is not None:
        return solution_lines(advice.solution, full=full)
    lines = [advice.verdict]
    if advice.estimate is not None:
        lines += _estimate_lines(advice, advice.estimate, full=full)
    score = advice.score
    proved = range_text(score.lower, score.upper, advice.position, advice.sides)
    lines.append(f"proved so far: {proved}")
    return lines


def advice_cost(advice: Advice) -> str:
    """Return the cost of advice as a line."""
    if advice.solution is not None and advice.solution.book is not None:
        return cost_line(advice.solution)
    cost = f"{counted(advice.nodes, 'node')}, {advice.seconds:.2f} s"
    if advice.estimate is None:
        return cost
    return f"{counted(advice.estimate.playouts, 'playout')}, {cost}"


def brief_estimate(position: Position, found: PositionEstimate) -> str:
    """Return an estimate as one line, for a search that has reached its limit."""
    name = "most even opening" if found.under_swap else "best move"
    best = format_move(found.best.move, position.rules)
    return f"{estimate_text(position, found)}; {name} {best}"


def _estimate_lines(advice: Advice, found: PositionEstimate, *, full: bool) -> Iterator[str]:
    position = advice.position
    if found.swap is not None:
        yield f"the second player should {'' if found.swap else 'not '}swap, by this estimate"
    header = ("move", f"{position.side} wins (95 %)", "expected margin", "playouts")
    if found.under_swap:
        header = ("opening", f"{PLAYERS[0]} wins (95 %)", "expected margin", "playouts")
    shown = found.moves if full else found.moves[:FEW]
    rows = [header, *(_estimate_row(position, each) for each in shown)]
    first, second, third, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, share, margin, playouts in rows:
        yield f"  {name:<{first}}  {share:<{second}}  {margin:<{third}}  {playouts:>10}"
    if len(shown) < len(found.moves):
        yield f"  … and {len(found.moves) - len(shown)} more (--full)"
    yield f"likely line: {_joined(found.line, position.rules)}"


def _estimate_row(position: Position, each: MoveEstimate) -> tuple[str, str, str, str]:
    name = format_move(each.move, position.rules)
    share = share_text(each.share, each.interval)
    margin = margin_text(each.margin, position)
    if each.score.value is not None:
        margin = value_text(each.score.value, position)
    return name, share, margin, f"{each.playouts:,}"
