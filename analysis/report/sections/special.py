"""Mirroring, and the sections of some games only: phases, colourings of the pieces, and scores of 0–0."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from litslab.analysis.distributions import Share, balance, compare, distribution
from litslab.analysis.plot import plot_comparison
from litslab.analysis.report.context import Context, resized
from litslab.analysis.report.model import Block, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.play import GREEDY, RANDOM, Match
from litslab.analysis.report.quantities import (
    RANDOM_PLAY,
    complement,
    match_level,
    mean,
    picture,
    random_level,
    share,
    simulated,
    unknown,
)
from litslab.analysis.runs.file import RunFile
from litslab.games.language import mark, tr
from litslab.games.placements import Placement
from litslab.games.position import Move, Position, Rules
from litslab.solver.play.players import Player

_PHASES = mark(
    "The points of both phases are added. “Leader wins” is the share of games won by the player who led in the points "
    "of that phase alone: 50 % would mean that the phase decides nothing."
)


@dataclass(frozen=True)
class Phases:
    """The points and the leaders of both phases of games.

    Attributes
    ----------
    first_share : float
        The share of all points of both players that the first phase brought; nan if there are none.
    first_leader, second_leader : Share
        The games in which someone led in that phase, and those of them that the leader won.
    """

    first_share: float
    first_leader: Share
    second_leader: Share


def phases(context: Context) -> Section:
    """Return the section on the phases of a double game."""
    names = [tr(phase.name) for phase in context.rules.phases]
    chance, title = tr(RANDOM_PLAY), tr("Points by phase")
    rows = [_phases_row(chance, of_run(context.run), context.run.run.games, chance)]
    alike = tr("both sides alike")
    rows += [_phases_row(tr(match.names[0]), of_match(match), match.count, alike) for match in context.matches]
    points = (tr("points from {phase}", phase=name) for name in names)
    leaders = (tr("leader of {phase} wins", phase=name) for name in names)
    columns = (tr("play"), *points, *leaders)
    return Section("phases", title, (tr(_PHASES), Table(title, columns, tuple(rows))))


def of_run(run: RunFile) -> Phases:
    """Return the phases of random games."""
    columns = ("first_score_1", "first_score_2", "score_1", "score_2")
    rows = run.collect(run.scan().select(*columns, first_won=pl.col("winning_player") == "A"))
    first, both = (rows.select(part).to_numpy().astype(np.int64) for part in (columns[:2], columns[2:]))
    return _phases(np.stack([first, both - first], axis=1), rows["first_won"].to_numpy())


def of_match(match: Match) -> Phases:
    """Return the phases of a match's games."""
    outcomes = [match.record(number).position().outcome() for number in range(match.count)]
    scores = np.array([[phase.scores for phase in each.phases] for each in outcomes])
    return _phases(scores, np.array([each.winning_side == 0 for each in outcomes]))


def _phases(scores: NDArray[np.int64], first_won: NDArray[np.bool_]) -> Phases:
    """Return the phases, given the scores by game, phase and player, and whether the first player won."""
    margins, points = scores[:, :, 0] - scores[:, :, 1], int(scores.sum())
    led, won = (margins != 0).sum(axis=0), (margins * np.where(first_won, 1, -1)[:, None] > 0).sum(axis=0)
    leaders = zip(("first", "second"), won.tolist(), led.tolist(), strict=True)
    first, second = (Share(f"leader of the {name} phase", wins, games) for name, wins, games in leaders)
    return Phases(int(scores[:, 0].sum()) / points if points else math.nan, first, second)


def _phases_row(label: str, found: Phases, games: int, who: str) -> Row:
    how, whole = simulated(games, who), simulated(games, who, interval=False)
    points = tuple(Number(part, whole, form=Format.SHARE) for part in (found.first_share, 1 - found.first_share))
    return Row(label, (*points, share(found.first_leader, how), share(found.second_leader, how)))


_COLOURING_NAMES = {
    "fixed": mark("one pattern a shape"),
    "free": mark("any two squares"),
    "each-once": mark("the six patterns, one each"),
    "pieces": mark("the drawn pieces"),
}
"""The colourings in words."""

_COLOURINGS = mark(
    "The colouring of the pieces is an assumption, so random play is compared with other colourings. Cliff’s delta "
    "compares leads with this report’s colouring; below 0.147 it is called negligible (Romano and others, 2006)."
)


def colourings(context: Context) -> Section:
    """Return the section on colourings of the pieces, for a game that has several."""
    rules = context.rules
    (own, _), *others = rules.colourings().items()
    runs = {own: context.run}  # the colouring of the report's games
    for colouring, other in others:
        games = context.budget.random_games // 4
        runs[colouring] = context.random_run(other.start(), f"colouring-{colouring}", games)
    rows = tuple(_colouring_row(colouring, run, context.run) for colouring, run in runs.items())
    side = tr(rules.sides[0])
    columns = (
        tr("colouring"), tr("mean length"), tr("{side} wins", side=side), tr("equal scores"),
        tr("mean lead of {side}", side=side), tr("Cliff’s delta"),
    )  # fmt: skip
    blocks: list[Block] = [tr(_COLOURINGS), Table(tr("Colourings compared, random play"), columns, rows)]
    for colouring, _ in others[:1]:
        pair, names = compare(context.run, runs[colouring], "margin"), (tr(own), tr(colouring))
        axes = plot_comparison(pair, names, tr("lead of {side} (points)", side=side), tr("Leads by colouring"))
        caption = tr("Leads with the colourings {own} and {other}.", own=names[0], other=names[1])
        blocks.append(picture("colourings", axes, caption))
    return Section("colourings", tr("Colourings compared"), tuple(blocks))


def _colouring_row(colouring: str, run: RunFile, own: RunFile) -> Row:
    how = simulated(run.run.games, tr(RANDOM_PLAY))
    by = How(Kind.SIMULATED, tr("{games:,} and {others:,} games", games=own.run.games, others=run.run.games))
    found = balance(run)
    numbers = (
        mean(distribution(run, "length"), how), share(found.sides[0], how), share(found.ties, how),
        mean(distribution(run, "margin"), how, Format.SIGNED),
        unknown(how) if run is own else Number(compare(own, run, "margin").delta, by, form=Format.SIGNED),
    )  # fmt: skip
    label = tr("{colouring}: {meaning}", colouring=tr(colouring), meaning=tr(_COLOURING_NAMES[colouring]))
    return Row(label, numbers)


SIZES = range(3, 12)
"""The sizes that are compared, up to the largest of the kernel."""

_SCORELESS = mark(
    "A side scores the largest group size of which it has strictly more groups. If the sides have equally many of "
    "every size, both score 0, and the player who made the last placement loses."
)


def scoreless(context: Context) -> Section:
    """Return the section on scoreless games, for a game whose scores are equal only if both are 0."""
    rules = context.rules
    rows = [_random_row(_board_and_play(rules, RANDOM_PLAY), context.run, random_level(context).length)]
    for match in context.matches:
        how = simulated(match.count, tr("both sides alike"))
        numbers = (share(match.ties, how), match_level(match).length, unknown(how))
        rows.append(Row(_board_and_play(rules, match.names[0]), numbers))
    for size in SIZES:
        other = resized(rules, size, context.seed)
        if other is not None and size != rules.board.columns:
            run = context.random_run(other.start(), f"size-{size}", context.budget.random_games // 10)
            length = mean(distribution(run, "length"), simulated(run.run.games, tr(RANDOM_PLAY)))
            rows.append(_random_row(_board_and_play(other, RANDOM_PLAY), run, length))
    columns = (tr("board and play"), tr("both score 0"), tr("mean length"), tr("of the scoreless, black wins"))
    title = tr("Games of 0–0")
    return Section("scoreless", title, (tr(_SCORELESS), Table(title, columns, tuple(rows))))


def _board_and_play(rules: Rules, play: str) -> str:
    return tr("{board}, {player}", board=f"{rules.board.columns}×{rules.board.rows}", player=tr(play))


def _random_row(label: str, run: RunFile, length: Number) -> Row:
    how = simulated(run.run.games, tr(RANDOM_PLAY))
    found = balance(run)
    # In Wythe equal scores other than 0 cannot occur.
    black = found.ties_by_side[0]
    return Row(label, (share(found.scoreless, how), length, share(black, simulated(black.total, tr("scoreless")))))


@dataclass(frozen=True)
class Mirror:
    """A way to mirror placements.

    Attributes
    ----------
    symmetry : str
        The name of one of the board's symmetries.
    exchanging : bool
        Whether the colours are exchanged.
    """

    symmetry: str
    exchanging: bool

    @property
    def words(self) -> str:
        """The way to mirror as text."""
        text = tr(self.symmetry)
        return tr("{mirror}, colours exchanged", mirror=text) if self.exchanging else text

    def image(self, placement: Placement, rules: Rules) -> Placement | None:
        """Return the mirror image of a placement, if there is such a placement."""
        symmetry = next(each for each in rules.board.symmetries if each.name == self.symmetry)
        mask = symmetry.apply(placement.mask)
        if placement.black is None:
            return rules.table.find(placement.shape, mask)
        black = symmetry.apply(placement.white if self.exchanging else placement.black)
        return rules.table.find(placement.shape, mask, black, placement.level)


HALF_TURN, LEFT_RIGHT = mark("half turn"), mark("mirror left-right")


def mirrors(rules: Rules) -> tuple[Mirror, ...]:
    """Return the mirrors to try in a game; colours are exchanged only if pieces have some."""
    coloured = any(placement.black is not None for placement in rules.table)
    ways = (True, False) if coloured else (False,)
    return tuple(Mirror(symmetry, exchanging) for symmetry in (HALF_TURN, LEFT_RIGHT) for exchanging in ways)


@dataclass(frozen=True)
class MirrorPlayer:
    """A player that answers the last placement by its mirror image if that is legal, and else plays like another.

    Attributes
    ----------
    mirror : Mirror
        The mirror.
    base : Player
        The player of all other moves.
    """

    mirror: Mirror
    base: Player

    @property
    def name(self) -> str:
        """The name of the player."""
        return f"{self.mirror.words}, else {self.base.name}"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return the mirror image of the last placement, or the other player's move."""
        if isinstance(position.last, Placement):
            image = self.mirror.image(position.last, position.rules)
            if image is not None and position.legal >> image.index & 1:
                return image
        return self.base.choose(position, rng)


_MIRRORING = mark(
    "The second player answers each placement by its mirror image if that is legal, and else plays like the opponent. "
    "The first row has no mirroring: a strategy pays if its share is higher."
)


def mirroring(context: Context, seconds: float) -> Section:
    """Return the section on mirroring."""
    rules = context.rules
    found = mirrors(rules)
    chance, greedy = random_level(context), match_level(context.greedy)
    nothing = unknown(chance.first_player_wins.how)
    rows = [Row(tr("no mirroring"), (chance.second_player_wins, nothing, greedy.second_player_wins, nothing))]
    # Greedy games take far longer than random ones.
    levels: tuple[tuple[Player, float], ...] = ((RANDOM, 0.15), (GREEDY, 0.85))
    for number, mirror in enumerate(found):
        numbers: list[Number] = []
        for level, (base, part) in enumerate(levels):
            match = context.pool.play(
                context.starts, (base, MirrorPlayer(mirror, base)), 2 * context.budget.level_games,
                seed=context.seed + 100 + 2 * number + level, time_limit=part * seconds / len(found), exchanging=False,
            )  # fmt: skip
            images, answers = mirrored(match, mirror)
            how = simulated(match.count, tr("against {player} play", player=tr(base.name)))
            numbers.append(complement(share(match.first_mover_wins, how)))
            numbers.append(Number(images / answers, how, form=Format.SHARE) if answers else unknown(how))
        rows.append(Row(mirror.words, tuple(numbers)))
    columns = (
        tr("the second player's answers"), tr("wins against random play"), tr("answers that were images"),
        tr("wins against greedy play"), tr("answers that were images, then"),
    )  # fmt: skip
    proof = () if rules.mirroring_proof is None else (tr(rules.mirroring_proof),)
    table = Table(tr("Mirroring by the second player"), columns, tuple(rows))
    return Section("mirroring", tr("Mirroring"), (tr(_MIRRORING), *proof, table))


def mirrored(match: Match, mirror: Mirror) -> tuple[int, int]:
    """Return the number of mirror images among the second player's placements, and the number of all of them."""
    placed = [[move for move in game.moves if isinstance(move, Placement)] for game in match.games]
    pairs = [pair for each in placed for pair in zip(each[::2], each[1::2], strict=False)]
    return sum(mirror.image(first, match.rules) == second for first, second in pairs), len(pairs)
