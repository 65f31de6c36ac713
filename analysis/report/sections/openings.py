"""What the first placement decides, and whether a swap makes up for it."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.distributions import Share, balance, opening_values
from analysis.plots import plot_opening_values
from analysis.report.figures import svg_of
from analysis.report.material import Material
from analysis.report.model import Block, Figure, Format, How, Kind, Number, Row, Section, Table
from analysis.report.numbers import share, simulated
from analysis.report.openings import OpeningClass, notable, opening_classes
from analysis.report.play import Match, engine, play
from analysis.run import Run
from analysis.simulate import simulate
from games.notation import format_move
from games.position import SWAP
from games.svg import draw

EVEN = 0.05
"""An opening counts as nearly even where the first side wins 45 % to 55 %."""

FEWEST = 20
"""Openings with fewer random games are not compared: chance alone would make the extremes."""


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


def section(material: Material, seconds: float) -> Section:
    """Return the section on openings and the swap."""
    rules, run = material.rules, material.run
    classes = [each for each in opening_classes(run) if each.wins.total >= FEWEST]
    if not classes:
        return Section("openings", "Openings", ("Too few games were played to compare openings.",))
    plot = plot_opening_values(opening_values(run), board=rules.board, side=rules.sides[0])
    tried = [_try(material, name, each, seconds) for name, each in notable(classes)]
    blocks: list[Block] = [
        "The openings below were chosen by one set of random games and are measured in fresh ones, so that luck in the "
        "first set does not flatter them.",
        Figure(
            "openings",
            svg_of(plot),
            f"How often {rules.sides[0]} wins when the first placement covers a square: {run.run.games:,} random games.",
        ),
        _tried_table(material, tried),
    ]
    for number, each in enumerate(tried):
        position = rules.start().play(each.opening.placement)
        caption = f"{each.name.capitalize()} in random play: {format_move(each.opening.placement, rules)}."
        blocks.append(Figure(f"opening-{number + 1}", draw(position, square_size=30), caption, small=True))
    blocks.append(_evenness(material, classes))
    return Section("openings", "Openings", tuple(blocks))


def _try(material: Material, name: str, opening: OpeningClass, seconds: float) -> Tried:
    rules, budget = material.rules, material.budget
    after = rules.start().play(opening.placement)
    number = opening.placement.index
    path = material.run.path.with_name(f"opening-{number}.parquet")
    games = min(material.run.run.games, budget.random_games // 4)
    fresh = simulate(Run.of(after, ("random", "random"), games, seed=material.seed + 1), path)
    best = engine(budget.playouts[0])
    match = play(
        rules, (best, best), budget.opening_games, seed=material.seed + 1, seconds=seconds / 3, start=after
    )
    return Tried(name, opening, balance(fresh).sides[0], match)


def _tried_table(material: Material, tried: list[Tried]) -> Table:
    rules = material.rules
    rows = []
    for each in tried:
        numbers = [
            share(each.opening.wins, simulated(each.opening.wins.total, "random, by which it was chosen")),
            share(each.random, simulated(each.random.total, "random, fresh")),
            share(side_wins(each.engine), simulated(each.engine.count, f"{each.engine.names[0]}, fresh")),
        ]
        rows.append(Row(f"{each.name}: {format_move(each.opening.placement, rules)}", tuple(numbers)))
    side = rules.sides[0]
    columns = ("opening", f"{side} wins: chosen by", f"{side} wins: random play", f"{side} wins: engine")
    return Table("Openings measured afresh", columns, tuple(rows))


def side_wins(match: Match) -> Share:
    """Return the games that the first side won; after a swap that is the person who moved second."""
    wins = 0
    for game in match.games:
        swapped = SWAP in game.moves and not match.rules.swap_changes_value
        wins += (game.winner == game.first_player) is not swapped
    return Share(match.rules.sides[0], wins, match.count)


def _evenness(material: Material, classes: list[OpeningClass]) -> Table:
    """Tell how even openings are in random play, and what is left of the advantage where the second person may swap."""
    total = sum(each.count for each in classes)
    near = sum(each.count for each in classes if each.imbalance <= EVEN)
    first = sum(each.count for each in classes if each.wins.share > 0.5)
    how = How(Kind.ESTIMATE, f"{material.run.run.games:,} random games, by opening; noise makes openings look less even")
    mean = sum(each.count * each.imbalance for each in classes) / total
    rows = [
        Row("first placements compared", (Number(total, how),)),
        Row("of them better for the first side", (Number(first / total, how, form=Format.SHARE),)),
        Row("of them nearly even (45 % to 55 %)", (Number(near / total, how, form=Format.SHARE),)),
        Row("mean distance from even", (Number(mean, how, form=Format.SHARE),)),
    ]
    has = "With the swap of this game" if material.rules.has_swap else "Were there a swap"
    return Table(f"How even the openings are. {has}, the second person takes the better side", ("what", "number"), tuple(rows))
