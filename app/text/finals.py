"""The text of bounds of the final margin, and of counts and extremes of finished positions."""

from __future__ import annotations

from litslab.app.text.parts import Lines, counted, picture_lines
from litslab.games.caption import CONSTRUCTED
from litslab.games.rules import Rules
from litslab.solver.finals.count import Tally
from litslab.solver.finals.estimate import CountEstimate
from litslab.solver.finals.extreme import describe_best
from litslab.solver.model.bounds import FinishBounds, finished
from litslab.solver.model.optimum import Optimum


def bounds_text(found: FinishBounds) -> Lines:
    """Yield the two finished positions and the bounds."""
    side = found.rules.sides[0]
    for what, end in (("worst", found.worst_end), ("best", found.best_end)):
        if end.finish is not None:
            shown = finished(found.position, end.finish, swap=end.swap)
            title = f"{what} finish found for {side}: margin {end.found}"
            yield from picture_lines(shown, title)
    proved = "" if found.tight else " (no finish is known to reach these bounds)"
    yield f"margin of {side} between {found.worst} and {found.best}{proved}"
    if found.winner is not None:
        yield f"{found.winner} wins however the game is finished"
    if found.constructed:
        yield CONSTRUCTED


def count_text(tally: Tally) -> Lines:
    """Yield the count, in all and by the number of pieces."""
    words = "" if tally.complete else "at least "
    fewest = 0 if tally.complete else 1  # every game ends
    text = f"{words}{counted(max(tally.count, fewest), 'finished position')}"
    if tally.orbits is not None:
        text += f", {words}{max(tally.orbits, fewest):,} up to symmetry"
    yield text
    for pieces, number in tally.by_pieces.items():
        yield f"  {counted(pieces, 'piece')}: {number:,}"


def estimate_text(found: CountEstimate) -> Lines:
    """Yield the count with its interval, in all and by the number of pieces."""
    low, high = found.interval
    yield f"about {found.count:.4g} finished positions, 95 % between {low:.4g} and {high:.4g}"
    yield f"  {found.samples:,} random games, effective sample size {found.effective_samples:,.0f}"
    if not found.reliable:
        yield (
            "  the effective sample size is too small for the interval to be reliable; "
            "play more games"
        )
    for pieces, number in found.by_pieces.items():
        yield f"  {counted(pieces, 'piece')}: {number:.3g}"


def extreme_text(found: Optimum, rules: Rules, aim: str, *, maximise: bool) -> Lines:
    """Yield the position and its number of pieces or margin; `aim` is ``pieces`` or ``margin``."""
    end = "upper" if maximise else "lower"
    if found.best is None:
        yield f"{aim}: nothing found, {end} bound {found.bound}"
        return
    yield from picture_lines(rules.from_placements(found.best.placements))
    number = found.best.objective
    if found.status.value == "optimal":
        what = counted(number, "piece") if aim == "pieces" else f"margin {number}"
        yield f"{what} (optimal; found by {found.found_by}; {end} bound by {found.bound_by})"
    else:
        yield f"{aim}: {describe_best(number, found.bound, maximise=maximise)}"
