"""What the first placement decides: in the games at hand, and in fresh ones after the openings that stand out."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.analysis.distributions import Share, balance, opening_values
from litslab.analysis.plots import plot_opening_values
from litslab.analysis.report.context import Material
from litslab.analysis.report.figures import svg_of
from litslab.analysis.report.model import Block, Figure, Row, Section, Table
from litslab.analysis.report.numbers import share, simulated
from litslab.analysis.report.openings import OpeningClass, notable, opening_classes
from litslab.analysis.report.play import Match, engine
from litslab.games.drawing.svg import draw
from litslab.games.notation import format_move
from litslab.games.position import SWAP

FEWEST = 20
"""Openings with fewer random games are not compared: chance alone would make the extremes."""

_CHOSEN = (
    "The openings below were chosen by one set of random games and are measured in fresh ones, so that luck in the "
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


def section(material: Material, time_limit: float) -> Section:
    """Return the section on openings."""
    rules, run = material.rules, material.run
    classes = compared(material)
    if not classes:
        return Section("openings", "Openings", ("Too few games were played to compare openings.",))
    plot = plot_opening_values(
        opening_values(run), board=rules.board, side=rules.sides[0], title="Wins by first placement"
    )
    named = notable(classes, rules.sides)
    tried = [_try(material, name, each, time_limit / len(named)) for name, each in named]
    blocks: list[Block] = [
        Figure(
            "openings",
            svg_of(plot),
            f"How often {rules.sides[0]} wins when the first placement covers a square, in per cent: "
            f"{run.run.games:,} random games.",
        ),
        _CHOSEN,
        _tried_table(material, tried),
    ]
    for number, each in enumerate(tried):
        position = rules.start().play(each.opening.placement)
        caption = f"In random play {each.name}: {format_move(each.opening.placement, rules)}."
        blocks.append(Figure(f"opening-{number + 1}", draw(position, square_size=30), caption, small=True))
    return Section("openings", "Openings", tuple(blocks))


def compared(material: Material) -> list[OpeningClass]:
    """Return the openings with enough random games, the best for the first side first."""
    return [each for each in opening_classes(material.run) if each.wins.total >= FEWEST]


def _try(material: Material, name: str, opening: OpeningClass, time_limit: float) -> Tried:
    budget = material.budget
    after = material.rules.start().play(opening.placement)
    fresh = material.random_run(
        after, f"opening-{opening.placement.index}", budget.random_games // 4, seed=material.seed + 1
    )
    best = engine(budget.playouts[0])
    match = material.pool.play(after, (best, best), budget.opening_games, seed=material.seed + 1, time_limit=time_limit)
    return Tried(name, opening, balance(fresh).sides[0], match)


def _tried_table(material: Material, tried: list[Tried]) -> Table:
    rules = material.rules
    rows = []
    for each in tried:
        numbers = (
            share(each.opening.wins, simulated(each.opening.wins.total, "random, by which it was chosen")),
            share(each.random, simulated(each.random.total, "random, fresh")),
            share(side_wins(each.engine), simulated(each.engine.count, f"{each.engine.names[0]}, fresh")),
        )
        rows.append(Row(f"{each.name}: {format_move(each.opening.placement, rules)}", numbers))
    side = rules.sides[0]
    columns = ("opening", f"{side} wins: chosen by", f"{side} wins: random play", f"{side} wins: engine")
    return Table("Openings measured afresh", columns, tuple(rows))


def side_wins(match: Match) -> Share:
    """Return the games that the first side won; after a swap that is the person who moved second."""
    wins = 0
    for game in match.games:
        exchanged = SWAP in game.moves and not match.rules.swap_changes_value
        wins += (game.winner == game.first_player) is not exchanged
    return Share(match.rules.sides[0], wins, match.count)
