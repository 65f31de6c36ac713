"""Documents of finished positions: how a position can end, and how many finished positions a game has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pydantic import PrivateAttr

from litslab.app.documents.base import Document
from litslab.app.documents.texts import moves_text, picture_lines
from litslab.games.notation import CONSTRUCTED
from litslab.solver.finals.extreme import describe_best
from litslab.solver.model.bounds import finished

if TYPE_CHECKING:
    from rich.text import Text

    from litslab.games.position import Position, Rules
    from litslab.solver.finals.extreme import Extreme
    from litslab.solver.finals.kernel import CountEstimate
    from litslab.solver.finals.maximal import Tally
    from litslab.solver.model.bounds import FinishBounds


class BoundsDocument(Document):
    """`litslab bounds`; margins are seen from the first side."""

    status: str
    worst: int | None
    best: int | None
    decided: str | None
    """The side that wins however the game is finished."""
    worst_found: int | None
    best_found: int | None
    worst_finish: list[str] | None
    best_finish: list[str] | None
    seconds: float
    constructed: bool

    _found: FinishBounds = PrivateAttr()
    _position: Position = PrivateAttr()

    @classmethod
    def of(cls, found: FinishBounds, position: Position) -> BoundsDocument:
        """Describe the least and the greatest final margin of a position."""
        rules = position.rules
        worst, best = (
            None if finish is None else moves_text(finish, rules) for finish in (found.worst_finish, found.best_finish)
        )
        document = cls.made_of(
            found,
            decided=None if found.decided is None else rules.sides[found.decided],
            worst_found=found.worst_end.found,
            best_found=found.best_end.found,
            worst_finish=worst,
            best_finish=best,
            seconds=round(found.seconds, 3),
            constructed=position.constructed,
        )
        document._found, document._position = found, position
        return document

    def lines(self) -> Iterator[str | Text]:
        """Yield the two finished positions and the bounds."""
        found, position = self._found, self._position
        side = position.rules.sides[0]
        for what, end in (("worst", found.worst_end), ("best", found.best_end)):
            if end.finish is not None:
                shown = finished(position, end.finish, swap=end.swap)
                yield from picture_lines(shown, f"{what} finish found for {side}: margin {end.found}")
        proved = "" if found.tight else " (no finish is known to reach these bounds)"
        yield f"margin of {side} between {found.worst} and {found.best}{proved}"
        if self.decided is not None:
            yield f"{self.decided} wins however the game is finished"
        if self.constructed:
            yield CONSTRUCTED


class MaximalCountDocument(Document):
    """`litslab maximal count`; numbers of a ``bounded`` count are lower bounds."""

    status: Literal["exact", "bounded"]
    count: int
    orbits: int | None
    by_pieces: dict[str, int]
    engine: str
    nodes: int | None
    seconds: float

    @classmethod
    def of(cls, tally: Tally) -> MaximalCountDocument:
        """Describe a count."""
        return cls.made_of(
            tally,
            status="exact" if tally.complete else "bounded",
            by_pieces={str(pieces): number for pieces, number in tally.by_pieces.items()},
            engine=tally.engine.value,
            seconds=round(tally.seconds, 3),
        )

    def lines(self) -> Iterator[str]:
        """Yield the count, and how many positions have how many pieces."""
        words = "" if self.status == "exact" else "at least "
        up_to_symmetry = "" if self.orbits is None else f", {words}{self.orbits:,} up to symmetry"
        yield f"{words}{self.count:,} finished positions{up_to_symmetry}"
        for pieces, number in self.by_pieces.items():
            yield f"  {pieces} pieces: {number:,}"


class FinalPosition(Document):
    """A finished position; `litslab maximal list` without ``--json`` prints one per line."""

    pieces: int
    position: list[str]
    board: list[str]

    @classmethod
    def of(cls, position: Position) -> FinalPosition:
        """Describe a finished position."""
        return cls(
            pieces=len(position.placements),
            position=moves_text(position.placements, position.rules),
            board=str(position).split("\n"),
        )


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
    seconds: float

    @classmethod
    def of(cls, found: CountEstimate, seed: int) -> MaximalEstimateDocument:
        """Describe an estimated count."""
        return cls.made_of(
            found,
            status="estimated",
            confidence=0.95,
            by_pieces={str(pieces): number for pieces, number in found.by_pieces.items()},
            effective_samples=round(found.effective_samples, 1),
            seed=seed,
            seconds=round(found.seconds, 3),
        )

    def lines(self) -> Iterator[str]:
        """Yield the count, its interval, and how many positions have how many pieces."""
        low, high = self.interval
        yield f"about {self.count:.4g} finished positions, 95 % between {low:.4g} and {high:.4g}"
        yield f"  {self.samples:,} random games, effective sample size {self.effective_samples:,.0f}"
        if not self.reliable:
            yield "  the effective sample size is too small for the interval to be reliable; play more games"
        for pieces, number in self.by_pieces.items():
            yield f"  {pieces} pieces: {number:.3g}"


class MaximalExtremeDocument(Document):
    """`litslab maximal extreme`."""

    status: str
    objective: int | None
    bound: int | None
    found_by: str | None
    bound_by: str | None
    gap: int | None
    position: list[str] | None
    board: list[str] | None
    seconds: float

    _position: Position | None = PrivateAttr()

    @classmethod
    def of(cls, found: Extreme, rules: Rules) -> MaximalExtremeDocument:
        """Describe the best position that was found, and its bound."""
        best = found.best
        position = None if best is None else rules.from_placements(best.placements)
        document = cls.made_of(
            found,
            status=found.status.value,
            objective=None if best is None else best.objective,
            gap=None if best is None or found.bound is None else abs(best.objective - found.bound),
            position=None if position is None else moves_text(position.placements, rules),
            board=None if position is None else str(position).split("\n"),
            seconds=round(found.seconds, 3),
        )
        document._position = position
        return document

    def lines(self, aim: str = "", *, maximise: bool = True) -> Iterator[str | Text]:
        """Yield the position and what was optimised: `aim` is ``pieces`` or ``margin``."""
        end = "upper" if maximise else "lower"
        if self.objective is None or self._position is None:
            yield f"{aim}: nothing found, {end} bound {self.bound}"
            return
        yield from picture_lines(self._position)
        if self.status == "optimal":
            number = self.objective
            what = f"{number} {'piece' if number == 1 else 'pieces'}" if aim == "pieces" else f"margin {number}"
            yield f"{what} (optimal; found by {self.found_by}; {end} bound by {self.bound_by})"
        else:
            yield f"{aim}: {describe_best(self.objective, self.bound, maximise=maximise)}"
