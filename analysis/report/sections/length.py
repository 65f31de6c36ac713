"""How long games last and among how many placements one chooses, how many games there are, and extreme games."""

from __future__ import annotations

import math
from dataclasses import dataclass

import polars as pl

from litslab.analysis import plot
from litslab.analysis.distributions import Distribution, branching_by_ply, distribution
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Figure, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.tree_size import TreeSize, game_logs, position_logs, tree_size, upper_bounds
from litslab.analysis.runs.file import RunFile
from litslab.games.drawing.svg import draw
from litslab.games.errors import OptionError
from litslab.games.position import Position, Rules
from litslab.solver.finals.extreme import Aim, KnownExtreme, known
from litslab.solver.finals.few_pieces import beam_search, layout_phase
from litslab.solver.finals.kernel import BATCHES, CountEstimate, estimate

BY_SQUARES = How(Kind.BOUND, "squares and overlaps alone")
ORDERS = "branching of random games, by which pieces can have come last"
SURELY = f"least of {BATCHES} batches, 95 % confidence without assumptions (Gomes et al. 2007)"

_SIZES = (
    "A game is a sequence of placements to the end, swaps not counted; a position is a set of placements that play can "
    "reach. The estimates are means of products of branching factors over random games. Few games carry much of such a "
    "mean: where they were too few for the interval to be believed, that is said."
)


def section(context: Context) -> Section:
    """Return the section on length and branching."""
    run = context.run
    by_ply = branching_by_ply(run)
    games = f"{run.run.games:,} random games."
    axes = plot.lengths(run, title="Lengths of games")
    figures = [quantities.picture("lengths", axes, f"How long games last: {games}")]
    if by_ply:
        axes = plot.branching(run, title="Legal placements by ply")
        figures.append(quantities.picture("branching", axes, f"Legal placements as the game goes on: {games}"))
    return Section("length", "Length and branching", (_lengths(context), _branching(context, by_ply), *figures))


def _lengths(context: Context) -> Table:
    rows = []
    for level in quantities.levels(context):
        how = How(Kind.SIMULATED, f"{level.lengths.total:,} games")
        parts = (quantities.quantile(level.lengths, part, how) for part in (0, 0.05, 0.5, 0.95, 1))
        rows.append(Row(level.name, (level.length, *parts)))
    columns = ("play", "mean", "shortest", "5 %", "median", "95 %", "longest")
    return Table("Placements in a game", columns, tuple(rows))


def _branching(context: Context, by_ply: list[Distribution]) -> Table:
    run = context.run
    rows = [Row("at the first move", (quantities.first_placements(context),))]
    if by_ply:
        how = quantities.simulated(run.run.games, "random play")
        together = quantities.pooled(by_ply)
        rows.append(Row("mean of all positions", (quantities.mean(together, how),)))
        rows.append(Row("geometric mean of all positions", (_geometric(run),)))
        seen = How(Kind.SIMULATED, how.by.split(";")[0])
        rows.append(Row("maximum observed", (Number(int(together.values[-1]), seen),)))
    return Table("Legal placements", ("what", "number"), tuple(rows))


def _geometric(run: RunFile) -> Number:
    """Return the mean branching by logarithms: the games that a tree of equal branching and length would have."""
    logs, games = game_logs(run), run.run.games
    lengths = run.collect(run.scan().select("length")).to_series().cast(pl.Int64).to_numpy()
    placements = int(lengths.sum())
    ratio = math.fsum(logs) / placements
    # The standard error of a ratio of means (W. G. Cochran, Sampling techniques, 1977, section 6.3).
    error = 1.96 * math.sqrt(math.fsum((logs - ratio * lengths) ** 2)) / placements
    how = How(Kind.SIMULATED, f"{games:,} games, random play; 95 % interval")
    return Number(10**ratio, how, 10 ** (ratio - error), 10 ** (ratio + error), Format.DECIMAL)


_EXTREMES = (
    "A game lasts as many placements as its final position has pieces, whatever the symbols and the scoring are."
)
_PROVED = (
    " What is proved was worked out before and is stored with litslab; docs/results/maximal.md tells by what means."
)
_BEAM = "beam search; it proves nothing more"


@dataclass(frozen=True)
class Extreme:
    """What is known of the shortest or the longest games.

    Attributes
    ----------
    lower, upper : Number
        Bounds of their length; the same number where it is known.
    final : Position or None
        Where such a game ends, or the most extreme one that was found.
    """

    lower: Number
    upper: Number
    final: Position | None


def extremes(context: Context) -> Section:
    """Return the section on extreme games."""
    rules, run = context.rules, context.run
    seen = distribution(run, "length")
    how = How(Kind.SIMULATED, quantities.simulated(run.run.games, "random play").by.split(";")[0])
    rows, figures, proved = [], [], False
    aims: tuple[tuple[str, Aim, int], ...] = (
        ("shortest game", "fewest", int(seen.values[0])), ("longest game", "most", int(seen.values[-1])),
    )  # fmt: skip
    for label, aim, in_play in aims:
        found = extreme(rules, aim)
        proved |= known(rules, aim) is not None or _of_containing_game(rules, aim) is not None
        rows.append(Row(label, (found.lower, found.upper, Number(in_play, how))))
        if found.final is not None:
            pieces = found.final.placed.bit_count()
            which = "there can be" if found.lower.value == found.upper.value else "that were found"
            caption = f"A final position of {pieces} pieces, the {aim} {which}."
            figures.append(Figure(f"{aim}-pieces", draw(found.final, square_size=30), caption, small=True))
    columns = ("placements in the", "at least", "at most", "seen in random play")
    table = Table("Extreme games", columns, tuple(rows))
    text = _EXTREMES + (_PROVED if proved else "")
    return Section("extremes", "Shortest and longest games", (text, table, *figures))


def extreme(rules: Rules, aim: Aim) -> Extreme:
    """Return what is known of the shortest games (``fewest`` pieces) or of the longest (``most``)."""
    fact = known(rules, aim)
    if fact is not None:
        how = How(Kind.EXACT if fact.lower == fact.upper else Kind.BOUND, f"{fact.lower_by}, {fact.upper_by}")
        return Extreme(
            Number(fact.lower, how), Number(fact.upper, how), rules.from_placements(rules.table.of(fact.check().placed))
        )
    least, most = Number(1, BY_SQUARES), Number(upper_bounds(rules).length, BY_SQUARES)
    wide = _of_containing_game(rules, aim)
    if wide is not None:
        how = How(
            Kind.BOUND, f"of Battle of LITS, whose finished positions these are; {wide.lower_by}, {wide.upper_by}"
        )
        least, most = (Number(wide.lower, how), most) if aim == "fewest" else (least, Number(wide.upper, how))
    phase = layout_phase(rules)
    if phase is None:
        return Extreme(least, most, None)
    layout = beam_search(phase.bare, long=aim == "most")
    final = rules.from_placements(rules.table.of(layout.placed))
    found = Number(final.placed.bit_count(), How(Kind.BOUND, _BEAM))
    return Extreme(least, found, final) if aim == "fewest" else Extreme(found, most, final)


def _of_containing_game(rules: Rules, aim: Aim) -> KnownExtreme | None:
    """Return what is known of a game whose finished positions include those of this one."""
    other = rules.containing_game()
    return None if other is None else known(other, aim)


def sizes(context: Context, seconds: float) -> Section:
    """Return the section on the sizes."""
    rules = context.rules
    most = upper_bounds(rules)
    games = quantities.game_tree(context)
    positions = None
    if games is not None:
        # Fewer games, as these are looked at one by one.
        run = context.random_run(rules.start(), "with-moves", context.budget.read_games, moves=True)
        positions = tree_size(position_logs(run))
    finals = None if rules.is_double else _finals(context, seconds)
    rows = (
        Row("games", (*_tree(games, quantities.KNUTH, quantities.NUMBER_OF_GAMES), _large(most.games, BY_SQUARES))),
        Row("positions", (*_tree(positions, ORDERS), _large(most.positions, BY_SQUARES))),
        Row("finished positions", (_finals_number(finals), NOTHING, _large(most.positions, BY_SQUARES))),
    )
    table = Table("Sizes", ("what", "estimate", "at least", "at most"), rows)
    return Section("size", "State space and game tree", (_SIZES, table))


NOTHING = Number("", BY_SQUARES)


def _large(logarithm: float, how: How) -> Number:
    return Number(logarithm, how, form=Format.LARGE)


def _tree(found: TreeSize | None, by: str, identity: str = "") -> tuple[Number, Number]:
    """Return an estimated number, and what it surely exceeds."""
    if found is None:
        return NOTHING, NOTHING
    return quantities.tree_number(found, by, identity), _large(found.surely, How(Kind.ESTIMATE, f"{by}: {SURELY}"))


def _finals(context: Context, seconds: float) -> CountEstimate | None:
    try:
        return estimate(context.rules, context.budget.samples, seed=context.seed, time_limit=max(1.0, seconds))
    except OptionError:
        return None


def _finals_number(found: CountEstimate | None) -> Number:
    if found is None:
        return NOTHING
    by = f"importance sampling, {found.samples:,} random games, {quantities.sample_size(found.effective_samples)}"
    low, high = (math.log10(max(1.0, each)) for each in found.interval)
    return Number(math.log10(max(1.0, found.count)), How(Kind.ESTIMATE, by), low, high, Format.LARGE)
