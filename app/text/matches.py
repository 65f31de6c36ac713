"""The text of a match."""

from __future__ import annotations

from math import isinf

from litslab.app.text.parts import Lines, counted
from litslab.solver.play.match import MatchResult


def match_text(found: MatchResult, players: tuple[str, str]) -> Lines:
    """Yield the result."""
    first, second = players
    wins = f"{first} {found.wins[0]}, {second} {found.wins[1]} of {counted(found.games, 'game')}"
    low, high = found.interval
    yield f"{wins}: {first} wins {100 * low:.0f} % to {100 * high:.0f} % (95 % interval)"
    lost, shared, won = found.pairs
    yield (
        f"pairs of games with the sides exchanged: {won} won by {first}, {shared} shared, "
        f"{lost} won by {second}; the interval follows from them"
    )
    elo = _elo_text(*found.elo_interval)
    yield f"{first} against {second}: {elo} Elo points (95 % interval)"
    least, most = found.first_mover_interval
    yield (
        f"who moves first won {counted(found.first_mover_wins, 'game')}: {100 * least:.0f} % to "
        f"{100 * most:.0f} % (95 % interval)"
    )
    if found.test is not None:
        lower, higher = f"{found.test.low:+g}", f"{found.test.high:+g}"
        if found.answer is None:
            yield f"sequential test: no answer yet between {lower} and {higher} Elo points"
        else:
            likelier, other = (higher, lower) if found.answer else (lower, higher)
            yield (
                f"sequential test: {likelier} Elo points rather than {other}; intervals of a "
                "match that a test ended are too far from 0"
            )


def _elo_text(low: float, high: float) -> str:
    if isinf(low):
        return "unknown" if isinf(high) else f"at most {high:+.0f}"
    return f"at least {low:+.0f}" if isinf(high) else f"{low:+.0f} to {high:+.0f}"
