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
from litslab.analysis.report.quantities import GIVEN, counted, sentences
from litslab.analysis.report.tree_size import TreeSize, game_logs, position_logs, tree_size, upper_bounds
from litslab.analysis.runs.file import RunFile
from litslab.games.drawing.svg import draw
from litslab.games.errors import OptionError
from litslab.games.language import language, listed, mark, sentence_case, tr
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.position import Position, Rules
from litslab.games.record import Record, describe_options, option_name, option_words
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
        caption = tr("The board of this report.")
        if context.board_runs:
            caption = tr(
                "The sample board, that “litslab new” makes with seed {seed}: the first of {boards} random boards.",
                seed=context.seed, boards=len(context.board_runs),
            )  # fmt: skip
        blocks.append(Figure("board", draw(rules.start(), square_size=30), caption, small=True))
    blocks.append(_counts(context))
    return Section("rules", tr("Rules and options"), tuple(blocks))


def _options(rules: Rules) -> Table:
    described = describe_options(rules)
    helps = {each.name: each.metadata["help"] for each in rules.options() if not each.metadata["setup"]}
    rows = tuple(
        Row(option_name(name), (Number(option_words(described[name]), GIVEN), Number(tr(helps[name]), GIVEN)))
        for name in helps
        if name in described and name != "pieces"
    )
    return Table(tr("Options"), (tr("option"), tr("value"), tr("meaning")), rows)


def _counts(context: Context) -> Table:
    rules = context.rules
    return quantities.figures(
        tr("Counted"),
        (tr("squares"), Number(rules.board.size, counted())),
        (tr("placements on the bare board and on pieces"), Number(len(rules.table), counted())),
        (tr("first placements"), quantities.first_placements(context)),
        (tr("symmetries that board and pieces have in common"), Number(len(rules.table.symmetries), counted())),
    )


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
    title = tr("A game in pictures")
    if not context.matches:
        return Section("game", title, (tr("The time did not suffice for a game."),))
    match = context.matches[-1]
    record = match.record(_most_usual(match))
    by = tr("the median of {games:,} games of {player} with itself", games=match.count, player=tr(match.names[0]))
    how = How(Kind.SIMULATED, by)
    total = len(record.moves)
    plies = sorted({round(total * part / PICTURES) for part in range(1, PICTURES + 1)})
    blocks: list[Block] = [_result(record, how)]
    for ply in plies:
        position = record.position(ply)
        score = "–".join(map(str, position.scores()))
        caption = tr("After {ply} of {total} moves: {score}.", ply=ply, total=total, score=score)
        blocks.append(Figure(f"game-{ply:02}", draw(position, square_size=30), caption, small=True))
    moves = " ".join(format_move(move, record.rules) for move in record.moves)
    blocks.append(tr("Moves: {moves}", moves=moves))
    return Section("game", title, tuple(blocks))


def _result(record: Record, how: How) -> Table:
    outcome = record.positions[-1].outcome()
    placed = sum(isinstance(move, Placement) for move in record.moves)
    swaps = len(record.moves) - placed
    rows = (
        Row(tr("placements"), (Number(placed, how),)),
        *((Row(tr("moves, with the swap"), (Number(placed + swaps, how),)),) if swaps else ()),
        Row(tr("result"), (Number(quantities.outcome_words(outcome), how),)),
    )
    return Table(tr("The game shown"), (tr("what"), tr("value")), rows)


ORDERS = mark("branching of random games, by which pieces can have come last")

_SIZES = mark(
    "A game is a sequence of placements to the end, without swaps; a position is a set of placements that play can "
    "reach. The estimates are means of products of branching factors over random games, and few games dominate such a "
    "mean: intervals from too small samples are marked."
)


def lengths(context: Context) -> Section:
    """Return the section on length and branching."""
    run = context.run
    by_ply = branching_by_ply(run)
    games = quantities.random_games(run.run.games)
    axes = plot.lengths(run, title=tr("Lengths of games"), lang=language())
    figures = [quantities.picture("lengths", axes, tr("Lengths of games: {games}.", games=games))]
    if by_ply:
        axes = plot.branching(run, title=tr("Legal placements by ply"), lang=language())
        caption = tr("Legal placements by ply: {games}.", games=games)
        figures.append(quantities.picture("branching", axes, caption))
    return Section("length", tr("Length and branching"), (_lengths(context), _branching(context, by_ply), *figures))


def _lengths(context: Context) -> Table:
    rows = []
    for level in quantities.levels(context):
        how = How(Kind.SIMULATED, tr("{games:,} games", games=level.lengths.total))
        parts = (quantities.quantile(level.lengths, part, how) for part in (0, 0.05, 0.5, 0.95, 1))
        rows.append(Row(tr(level.name), (level.length, *parts)))
    columns = (tr("play"), tr("mean"), tr("shortest"), "5 %", tr("median"), "95 %", tr("longest"))
    return Table(tr("Placements in a game"), columns, tuple(rows))


def _branching(context: Context, by_ply: list[Distribution]) -> Table:
    games, chance = context.run.run.games, tr(quantities.RANDOM_PLAY)
    rows = [(tr("at the first move"), quantities.first_placements(context))]
    if by_ply:
        together = quantities.pooled(by_ply)
        most = Number(int(together.values[-1]), quantities.simulated(games, chance, interval=False))
        mean = quantities.mean(together, quantities.simulated(games, chance))
        rows.append((tr("mean of all positions"), mean))
        rows.append((tr("geometric mean of all positions"), _geometric(context.run)))
        rows.append((tr("maximum observed"), most))
    return quantities.figures(tr("Legal placements"), *rows)


def _geometric(run: RunFile) -> Number:
    """Return the geometric mean of the branching factors: a tree of that branching has as many games."""
    logs = game_logs(run)
    per_game = run.collect(run.scan().select("length")).to_series().cast(pl.Int64).to_numpy()
    total = int(per_game.sum())
    ratio = math.fsum(logs) / total
    # The standard error of a ratio of means (W. G. Cochran, Sampling techniques, 1977, section 6.3).
    error = 1.96 * math.sqrt(math.fsum((logs - ratio * per_game) ** 2)) / total
    how = quantities.simulated(run.run.games, tr(quantities.RANDOM_PLAY))
    return Number(10**ratio, how, 10 ** (ratio - error), 10 ** (ratio + error), Format.DECIMAL)


_EXTREMES = mark(
    "A game has as many placements as its final position has pieces, whatever the symbols and the scoring."
)
_PROVED = mark("The proofs were made in advance and are stored with litslab; see docs/results/maximal.md.")


_FINALS = {
    ("fewest", True): mark("A final position of {pieces} pieces, the fewest there can be."),
    ("fewest", False): mark("A final position of {pieces} pieces, the fewest that were found."),
    ("most", True): mark("A final position of {pieces} pieces, the most there can be."),
    ("most", False): mark("A final position of {pieces} pieces, the most that were found."),
}
"""The captions by aim, and by whether it is proved."""


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
    how = quantities.simulated(run.run.games, tr(quantities.RANDOM_PLAY), interval=False)
    rows, figures, proved = [], [], False
    aims: tuple[tuple[str, Aim, int], ...] = (
        (tr("shortest game"), "fewest", int(seen.values[0])), (tr("longest game"), "most", int(seen.values[-1])),
    )  # fmt: skip
    for label, aim, in_play in aims:
        found = extreme(rules, aim)
        proved |= known(rules, aim) is not None or _of_containing_game(rules, aim) is not None
        rows.append(Row(label, (found.lower, found.upper, Number(in_play, how))))
        if found.final is not None:
            caption = tr(_FINALS[aim, found.lower.value == found.upper.value], pieces=found.final.placed.bit_count())
            figures.append(Figure(f"{aim}-pieces", draw(found.final, square_size=30), caption, small=True))
    columns = (tr("placements in the"), tr("at least"), tr("at most"), tr("seen in random play"))
    table = Table(tr("Extreme games"), columns, tuple(rows))
    text = sentences(tr(_EXTREMES), tr(_PROVED) if proved else "")
    return Section("extremes", tr("Shortest and longest games"), (text, table, *figures))


def extreme(rules: Rules, aim: Aim) -> Extreme:
    """Return bounds for the shortest games (``fewest`` pieces) or the longest (``most``)."""
    if (fact := known(rules, aim)) is not None:
        how = How(Kind.EXACT if fact.lower == fact.upper else Kind.BOUND, _methods(fact))
        final = rules.from_placements(rules.table.of(fact.check().placed))
        return Extreme(Number(fact.lower, how), Number(fact.upper, how), final)
    least, most = Number(1, by_squares()), Number(upper_bounds(rules).length, by_squares())
    if (wide := _of_containing_game(rules, aim)) is not None:
        by = tr("of Battle of LITS, whose finished positions these are; {methods}", methods=_methods(wide))
        how = How(Kind.BOUND, by)
        least, most = (Number(wide.lower, how), most) if aim == "fewest" else (least, Number(wide.upper, how))
    if (phase := layout_phase(rules)) is None:
        return Extreme(least, most, None)
    layout = beam_search(phase.bare, long=aim == "most")
    final = rules.from_placements(rules.table.of(layout.placed))
    found = Number(final.placed.bit_count(), How(Kind.BOUND, tr("beam search; it proves nothing more")))
    return Extreme(least, found, final) if aim == "fewest" else Extreme(found, most, final)


def _methods(fact: KnownExtreme) -> str:
    return tr("by {methods}", methods=listed(list(dict.fromkeys((fact.lower_by, fact.upper_by)))))


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
    finals = _nothing() if rules.is_double else _finals(context, seconds)
    rows = (
        Row(
            tr("games"), (*_tree(games, quantities.KNUTH, quantities.NUMBER_OF_GAMES), _large(most.games, by_squares()))
        ),
        Row(tr("positions"), (*_tree(positions, ORDERS), _large(most.positions, by_squares()))),
        Row(tr("finished positions"), (finals, _nothing(), _large(most.positions, by_squares()))),
    )
    table = Table(sentence_case(tr("sizes")), (tr("what"), tr("estimate"), tr("at least"), tr("at most")), rows)
    return Section("size", tr("State space and game tree"), (tr(_SIZES), table))


def by_squares() -> How:
    """Return the origin of a bound from the squares of the board."""
    return How(Kind.BOUND, tr("squares and overlaps alone"))


def _nothing() -> Number:
    return Number("", by_squares())


def _large(logarithm: float, how: How) -> Number:
    return Number(logarithm, how, form=Format.LARGE)


def _tree(found: TreeSize | None, by: str, identity: str = "") -> tuple[Number, Number]:
    """Return an estimated number, and its lower bound without assumptions."""
    if found is None:
        return _nothing(), _nothing()
    surely = tr(
        "{method}: least of {batches} batches, 95 % confidence without assumptions (Gomes et al. 2007)",
        method=tr(by), batches=BATCHES,
    )  # fmt: skip
    return quantities.tree_number(found, by, identity), _large(found.surely, How(Kind.ESTIMATE, surely))


def _finals(context: Context, seconds: float) -> Number:
    try:
        found = estimate(context.rules, context.budget.samples, seed=context.seed, time_limit=max(1.0, seconds))
    except OptionError:
        return _nothing()
    by = tr(
        "importance sampling, {games:,} random games, {sample}",
        games=found.samples, sample=quantities.sample_size(found.effective_samples),
    )  # fmt: skip
    low, high = (math.log10(max(1.0, each)) for each in found.interval)
    return Number(math.log10(max(1.0, found.count)), How(Kind.ESTIMATE, by), low, high, Format.LARGE)
