"""What the first placement decides: in the games at hand, and in fresh ones after the openings that stand out."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.analysis.distributions import Share, balance
from litslab.analysis.report.context import Context
from litslab.analysis.report.figures import plot_openings, svg_of
from litslab.analysis.report.model import Block, Figure, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.numbers import COUNTED, share, simulated
from litslab.analysis.report.openings import OpeningClass, by_square, notable, opening_classes, shrunk
from litslab.analysis.report.play import Match, engine
from litslab.games.drawing.svg import draw
from litslab.games.notation import format_move
from litslab.games.position import SWAP, Rules

FEWEST = 20
"""Openings with fewer random games are not compared: chance alone would make the extremes."""

_CHOSEN = (
    "The openings below were chosen by one set of random games and are measured in fresh ones, so that noise in the "
    "first set does not flatter them. Openings that the symmetries of board and pieces turn into each other count as "
    "one."
)


@dataclass(frozen=True)
class Tried:
    """An opening that was tried in fresh games.

    Attributes
    ----------
    name : str
        Why it was.
    opening : OpeningClass
        The opening, with the games by which it was chosen.
    random : Share
        Fresh random games that the first side won.
    engine : Match
        Fresh games of the engine with itself, from the position after the opening.
    """

    name: str
    opening: OpeningClass
    random: Share
    engine: Match


def section(context: Context, seconds: float, tried: list[Tried]) -> Section:
    """Return the section on openings; those that were tried in games of their own are added to `tried`."""
    rules, run = context.rules, context.run
    sample = " on the sample board" if context.board_runs else ""
    classes = compared(context)
    if not classes:
        return Section("openings", "Openings", ("Too few games were played to compare openings.",))
    squares = by_square(classes, rules)
    plot = plot_openings(
        squares.shares, board=rules.board, side=rules.sides[0], counts=squares.games if context.counts else None
    )
    named = notable(classes, rules.sides)
    for name, each in named:
        tried.append(_try(context, name, each, seconds / len(named)))
    blocks: list[Block] = [
        Figure(
            "openings",
            svg_of(plot),
            f"How often {rules.sides[0]} wins when the first placement covers a square, in per cent: {run.run.games:,} "
            f"random games{sample}, averaged over the symmetries of board and symbols and shrunk to the mean by their "
            "noise. The colours mean the same in all reports.",
        ),
        _CHOSEN,
        _tried_table(context, tried),
    ]
    if context.counts:
        blocks.append(_counted(classes, rules))
    for number, shown in enumerate(tried):
        position = rules.start().play(shown.opening.placement)
        caption = f"In random play {shown.name}: {format_move(shown.opening.placement, rules)}."
        blocks.append(Figure(f"opening-{number + 1}", draw(position, square_size=30), caption, small=True))
    return Section("openings", "Openings", tuple(blocks))


def compared(context: Context) -> list[OpeningClass]:
    """Return the openings with enough random games, the best for the first side first."""
    return [each for each in opening_classes(context.run) if each.wins.total >= FEWEST]


def _try(context: Context, name: str, opening: OpeningClass, seconds: float) -> Tried:
    budget = context.budget
    after = context.rules.start().play(opening.placement)
    fresh = context.random_run(
        after, f"opening-{opening.placement.index}", budget.random_games // 4, seed=context.seed + 1
    )
    best = engine(budget.playouts[0])
    match = context.pool.play(after, (best, best), budget.opening_games, seed=context.seed + 1, time_limit=seconds)
    return Tried(name, opening, balance(fresh).sides[0], match)


def _tried_table(context: Context, tried: list[Tried]) -> Table:
    rules = context.rules
    rows = []
    for each in tried:
        numbers = (
            share(each.opening.wins, simulated(each.opening.wins.total, "random, by which it was chosen")),
            share(each.random, simulated(each.random.total, "random, fresh")),
            engine_wins(each),
        )
        rows.append(Row(f"{each.name}: {format_move(each.opening.placement, rules)}", numbers))
    side = rules.sides[0]
    columns = ("opening", f"{side} wins: chosen by", f"{side} wins: random play", f"{side} wins: engine")
    return Table("Openings measured in new games", columns, tuple(rows))


def engine_wins(tried: Tried) -> Number:
    """Return how often the first side won the engine's games after an opening."""
    how = simulated(tried.engine.count, f"{tried.engine.names[0]}, fresh")
    return share(side_wins(tried.engine), how, f"engine after {tried.name} opening")


def _counted(classes: list[OpeningClass], rules: Rules) -> Table:
    rows = []
    for each, estimate in zip(classes, shrunk([each.wins for each in classes]), strict=True):
        by = How(Kind.ESTIMATE, "shrunk to the mean of all openings; 95 % interval")
        games = How(Kind.SIMULATED, "random play")
        numbers = (
            Number(each.count, COUNTED), Number(each.wins.total, games),
            Number(estimate.share, by, *estimate.interval, Format.SHARE),
        )  # fmt: skip
        rows.append(Row(format_move(each.placement, rules), numbers))
    columns = ("opening", "equal by symmetry", "games", f"{rules.sides[0]} wins")
    return Table("All openings, with the numbers of their games", columns, tuple(rows))


def side_wins(match: Match) -> Share:
    """Return the games that the first side won; after a swap that is the second player."""
    wins = 0
    for game in match.games:
        exchanged = SWAP in game.moves and not match.rules.swap_changes_value
        wins += (game.winner == game.first_player) is not exchanged
    return Share(match.rules.sides[0], wins, match.count)
