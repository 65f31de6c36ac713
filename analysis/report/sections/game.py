"""The game itself: its rules, a sample game, lengths of games, numbers of games and positions, and extreme games."""

from __future__ import annotations

import math
from dataclasses import dataclass

import polars as pl

from litslab.analysis import plot
from litslab.analysis.distributions import Distribution, branching_by_ply, distribution
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Figure, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.play import Match, placements
from litslab.analysis.report.quantities import COUNTED, GIVEN, option_words
from litslab.analysis.report.tree_size import TreeSize, game_logs, position_logs, tree_size, upper_bounds
from litslab.analysis.runs.file import RunFile
from litslab.games.drawing.svg import draw
from litslab.games.errors import OptionError
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.position import Position, Rules
from litslab.games.record import Record, describe_options
from litslab.games.rule_text import rule_text
from litslab.solver.finals.extreme import Aim, KnownExtreme, known
from litslab.solver.finals.few_pieces import beam_search, layout_phase
from litslab.solver.finals.kernel import BATCHES, estimate


def rules(context: Context) -> Section:
    """Return the section on the rules."""
    rules = context.rules
    told = rule_text(rules.name)
    blocks: list[Block] = [text for text in (told.brief, told.assumption) if text]
    blocks.append(_options(rules))
    if rules.has_symbols:
        caption = "The board of this report."
        if context.board_runs:
            made = f"that “litslab new” makes with seed {context.seed}"
            caption = f"The sample board, {made}: the first of {len(context.board_runs)} random boards."
        blocks.append(Figure("board", draw(rules.start(), square_size=30), caption, small=True))
    blocks.append(_counts(context))
    return Section("rules", "Rules and options", tuple(blocks))


def _options(rules: Rules) -> Table:
    described = describe_options(rules)
    helps = {each.name: each.metadata["help"] for each in rules.options() if not each.metadata["setup"]}
    rows = tuple(
        Row(name.replace("_", " "), (Number(option_words(described[name]), GIVEN), Number(helps[name], GIVEN)))
        for name in helps
        if name in described and name != "pieces"
    )
    return Table("Options", ("option", "value", "meaning"), rows)


def _counts(context: Context) -> Table:
    rules = context.rules
    rows = (
        Row("squares", (Number(rules.board.size, COUNTED),)),
        Row("placements on the bare board and on pieces", (Number(len(rules.table), COUNTED),)),
        Row("first placements", (quantities.first_placements(context),)),
        Row("symmetries that board and pieces have in common", (Number(len(rules.table.symmetries), COUNTED),)),
    )
    return Table("Counted", ("what", "number"), rows)


PICTURES = 6


def _most_usual(match: Match) -> int:
    """Return the number of the game of median length, among these of the one nearest to the median margin."""
    length, margin = match.lengths.quantile(0.5), match.margins.quantile(0.5)

    def strangeness(number: int) -> tuple[int, int, int]:
        game = match.games[number]
        led = game.margin if game.winner == game.first_player else -game.margin
        return abs(placements(game) - length), abs(led - margin), number

    return min(range(match.count), key=strangeness)


def sample_game(context: Context) -> Section:
    """Return the section with a typical game in pictures, of the engine or else of the greedy player."""
    if not context.matches:
        return Section("game", "A game in pictures", ("The time did not suffice for a game.",))
    match = context.matches[-1]
    record = match.record(_most_usual(match))
    how = How(Kind.SIMULATED, f"the median of {match.count:,} games of {match.names[0]} with itself")
    total = len(record.moves)
    plies = sorted({round(total * part / PICTURES) for part in range(1, PICTURES + 1)})
    blocks: list[Block] = [_result(record, how)]
    for ply in plies:
        position = record.position(ply)
        score = "–".join(map(str, position.scores()))
        caption = f"After {ply} of {total} moves: {score}."
        blocks.append(Figure(f"game-{ply:02}", draw(position, square_size=30), caption, small=True))
    blocks.append(f"Moves: {' '.join(format_move(move, record.rules) for move in record.moves)}")
    return Section("game", "A game in pictures", tuple(blocks))


def _result(record: Record, how: How) -> Table:
    outcome = record.positions[-1].outcome()
    placed = sum(isinstance(move, Placement) for move in record.moves)
    swaps = len(record.moves) - placed
    rows = (
        Row("placements", (Number(placed, how),)),
        *((Row("moves, with the swap", (Number(placed + swaps, how),)),) if swaps else ()),
        Row("result", (Number(quantities.outcome_words(outcome), how),)),
    )
    return Table("The game shown", ("what", "value"), rows)


BY_SQUARES = How(Kind.BOUND, "squares and overlaps alone")
ORDERS = "branching of random games, by which pieces can have come last"
SURELY = f"least of {BATCHES} batches, 95 % confidence without assumptions (Gomes et al. 2007)"

_SIZES = (
    "A game is a sequence of placements to the end, without swaps; a position is a set of placements that play can "
    "reach. The estimates are means of products of branching factors over random games, and few games dominate such a "
    "mean: intervals from too small samples are marked."
)


def lengths(context: Context) -> Section:
    """Return the section on length and branching."""
    run = context.run
    by_ply = branching_by_ply(run)
    games = f"{run.run.games:,} random games."
    axes = plot.lengths(run, title="Lengths of games")
    figures = [quantities.picture("lengths", axes, f"Lengths of games: {games}")]
    if by_ply:
        axes = plot.branching(run, title="Legal placements by ply")
        figures.append(quantities.picture("branching", axes, f"Legal placements by ply: {games}"))
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
        rows.append(Row("maximum observed", (Number(int(together.values[-1]), quantities.observed(run.run.games)),)))
    return Table("Legal placements", ("what", "number"), tuple(rows))


def _geometric(run: RunFile) -> Number:
    """Return the geometric mean of the branching factors: a tree of that branching has as many games."""
    logs, games = game_logs(run), run.run.games
    per_game = run.collect(run.scan().select("length")).to_series().cast(pl.Int64).to_numpy()
    total = int(per_game.sum())
    ratio = math.fsum(logs) / total
    # The standard error of a ratio of means (W. G. Cochran, Sampling techniques, 1977, section 6.3).
    error = 1.96 * math.sqrt(math.fsum((logs - ratio * per_game) ** 2)) / total
    how = How(Kind.SIMULATED, f"{games:,} games, random play; 95 % interval")
    return Number(10**ratio, how, 10 ** (ratio - error), 10 ** (ratio + error), Format.DECIMAL)


_EXTREMES = "A game has as many placements as its final position has pieces, whatever the symbols and the scoring."
_PROVED = " The proofs were made in advance and are stored with litslab; see docs/results/maximal.md."
_BEAM = "beam search; it proves nothing more"


@dataclass(frozen=True)
class Extreme:
    """Bounds on the length of the shortest or the longest games.

    Attributes
    ----------
    lower, upper : Number
        Bounds on their length; equal if it is known.
    final : Position or None
        The end of such a game, or the most extreme one that was found.
    """

    lower: Number
    upper: Number
    final: Position | None


def extremes(context: Context) -> Section:
    """Return the section on extreme games."""
    rules, run = context.rules, context.run
    seen = distribution(run, "length")
    how = quantities.observed(run.run.games)
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
    """Return bounds for the shortest games (``fewest`` pieces) or the longest (``most``)."""
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
    """Return the stored extreme of a game whose finished positions include those of this one."""
    other = rules.containing_game()
    return None if other is None else known(other, aim)


def sizes(context: Context, seconds: float) -> Section:
    """Return the section on the sizes."""
    rules = context.rules
    most = upper_bounds(rules)
    games = quantities.game_tree(context)
    positions = None
    if games is not None:
        # These games are evaluated one by one in Python, so there are fewer.
        run = context.random_run(rules.start(), "with-moves", context.budget.read_games, moves=True)
        positions = tree_size(position_logs(run))
    finals = NOTHING if rules.is_double else _finals(context, seconds)
    rows = (
        Row("games", (*_tree(games, quantities.KNUTH, quantities.NUMBER_OF_GAMES), _large(most.games, BY_SQUARES))),
        Row("positions", (*_tree(positions, ORDERS), _large(most.positions, BY_SQUARES))),
        Row("finished positions", (finals, NOTHING, _large(most.positions, BY_SQUARES))),
    )
    table = Table("Sizes", ("what", "estimate", "at least", "at most"), rows)
    return Section("size", "State space and game tree", (_SIZES, table))


NOTHING = Number("", BY_SQUARES)


def _large(logarithm: float, how: How) -> Number:
    return Number(logarithm, how, form=Format.LARGE)


def _tree(found: TreeSize | None, by: str, identity: str = "") -> tuple[Number, Number]:
    """Return an estimated number, and its lower bound without assumptions."""
    if found is None:
        return NOTHING, NOTHING
    return quantities.tree_number(found, by, identity), _large(found.surely, How(Kind.ESTIMATE, f"{by}: {SURELY}"))


def _finals(context: Context, seconds: float) -> Number:
    try:
        found = estimate(context.rules, context.budget.samples, seed=context.seed, time_limit=max(1.0, seconds))
    except OptionError:
        return NOTHING
    by = f"importance sampling, {found.samples:,} random games, {quantities.sample_size(found.effective_samples)}"
    low, high = (math.log10(max(1.0, each)) for each in found.interval)
    return Number(math.log10(max(1.0, found.count)), How(Kind.ESTIMATE, by), low, high, Format.LARGE)
