"""Documents of finished positions: bounds of the final margin, counts, lists and extremes."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from litslab.app.documents.base import At, BoardRows, By, Constructed, Document, Milliseconds
from litslab.app.text.parts import Lines, counted, picture_lines
from litslab.games.caption import CONSTRUCTED
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.solver.finals.estimate import CountEstimate
from litslab.solver.finals.extreme import describe_best
from litslab.solver.model.bounds import FinishBounds, finished
from litslab.solver.model.optimum import Optimum


class BoundsDocument(Document):
    """`litslab bounds`; margins are seen from the first side."""

    status: str
    worst: int
    best: int
    decided: Annotated[
        str | None, By(lambda found, _: found.score.winner(found.position.rules.sides))
    ]
    """The side that wins however the game is finished."""
    worst_found: Annotated[int | None, At("worst_end.found")]
    best_found: Annotated[int | None, At("best_end.found")]
    worst_finish: Annotated[list[str] | None, At("worst_end.finish")]
    best_finish: Annotated[list[str] | None, At("best_end.finish")]
    seconds: Milliseconds
    constructed: Constructed

    _result: FinishBounds
    _position: Position

    def lines(self) -> Lines:
        """Yield the two finished positions and the bounds."""
        found = self._result
        side = self._position.rules.sides[0]
        for what, end in (("worst", found.worst_end), ("best", found.best_end)):
            if end.finish is not None:
                shown = finished(self._position, end.finish, swap=end.swap)
                title = f"{what} finish found for {side}: margin {end.found}"
                yield from picture_lines(shown, title)
        proved = "" if found.tight else " (no finish is known to reach these bounds)"
        yield f"margin of {side} between {found.worst} and {found.best}{proved}"
        if self.decided is not None:
            yield f"{self.decided} wins however the game is finished"
        if self.constructed:
            yield CONSTRUCTED


class MaximalCountDocument(Document):
    """`litslab maximal count`; numbers of a ``bounded`` count are lower bounds."""

    status: Annotated[
        Literal["exact", "bounded"], By(lambda tally, _: "exact" if tally.complete else "bounded")
    ]
    count: int
    orbits: int | None
    by_pieces: dict[str, int]
    engine: str
    nodes: int | None
    seconds: Milliseconds

    def lines(self) -> Lines:
        """Yield the count, in all and by the number of pieces."""
        is_exact = self.status == "exact"
        words = "" if is_exact else "at least "
        fewest = 0 if is_exact else 1  # every game ends
        text = f"{words}{counted(max(self.count, fewest), 'finished position')}"
        if self.orbits is not None:
            text += f", {words}{max(self.orbits, fewest):,} up to symmetry"
        yield text
        for pieces, number in self.by_pieces.items():
            yield f"  {counted(int(pieces), 'piece')}: {number:,}"


class FinalPosition(Document):
    """A finished position; `litslab maximal list` without ``--json`` prints one per line."""

    pieces: Annotated[int, By(lambda position, _: len(position.placements))]
    position: Annotated[list[str], At("placements")]
    board: BoardRows


class MaximalListDocument(Document):
    """`litslab maximal list`."""

    positions: list[FinalPosition]
    status: Literal["exact", "bounded"]


class MaximalEstimateDocument(Document):
    """`litslab maximal estimate`."""

    status: Literal["estimated"]
    count: float
    interval: list[float]
    confidence: float
    relative_error: float
    reliable: bool
    by_pieces: dict[str, float]
    samples: int
    effective_samples: float
    largest_share: float
    seed: int
    seconds: Milliseconds

    @classmethod
    def of(cls, found: CountEstimate, seed: int) -> Self:
        """Describe an estimated count."""
        samples = round(found.effective_samples, 1)
        return cls.made_of(
            found, status="estimated", confidence=0.95, effective_samples=samples, seed=seed
        )

    def lines(self) -> Lines:
        """Yield the count with its interval, in all and by the number of pieces."""
        low, high = self.interval
        yield f"about {self.count:.4g} finished positions, 95 % between {low:.4g} and {high:.4g}"
        yield (
            f"  {self.samples:,} random games, effective sample size {self.effective_samples:,.0f}"
        )
        if not self.reliable:
            yield (
                "  the effective sample size is too small for the interval to be reliable; "
                "play more games"
            )
        for pieces, number in self.by_pieces.items():
            yield f"  {counted(int(pieces), 'piece')}: {number:.3g}"


class MaximalExtremeDocument(Document):
    """`litslab maximal extreme`."""

    status: str
    objective: Annotated[int | None, At("best.objective")]
    bound: int | None
    found_by: str | None
    bound_by: str | None
    gap: int | None
    position: Annotated[list[str] | None, By(lambda _, position: position and position.placements)]
    board: Annotated[list[str] | None, By(lambda _, position: position and position.text_rows())]
    seconds: Milliseconds

    _position: Position | None

    @classmethod
    def of(cls, found: Optimum, rules: Rules) -> Self:
        """Describe the best position found, and its bound."""
        best = found.best
        position = None if best is None else rules.from_placements(best.placements)
        gap = None if best is None or found.bound is None else abs(best.objective - found.bound)
        return cls.made_of(found, position, gap=gap)

    def lines(self, aim: str = "", *, maximise: bool = True) -> Lines:
        """Yield the position and its number of pieces or margin; `aim` is ``pieces`` or
        ``margin``.
        """
        end = "upper" if maximise else "lower"
        if self.objective is None or self._position is None:
            yield f"{aim}: nothing found, {end} bound {self.bound}"
            return
        yield from picture_lines(self._position)
        if self.status == "optimal":
            number = self.objective
            what = counted(number, "piece") if aim == "pieces" else f"margin {number}"
            yield f"{what} (optimal; found by {self.found_by}; {end} bound by {self.bound_by})"
        else:
            yield f"{aim}: {describe_best(self.objective, self.bound, maximise=maximise)}"
