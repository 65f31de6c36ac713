"""The game and its options, what can be counted from the rules alone, and a game to look at."""

from __future__ import annotations

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Figure, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.play import Match, placements
from litslab.analysis.report.quantities import COUNTED, GIVEN, first_placements, option_words, outcome_words
from litslab.games.drawing.svg import draw
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.position import Rules
from litslab.games.record import Record, describe_options
from litslab.games.rule_text import rule_text


def section(context: Context) -> Section:
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
        Row("first placements", (first_placements(context),)),
        Row("symmetries that board and pieces have in common", (Number(len(rules.table.symmetries), COUNTED),)),
    )
    return Table("Counted", ("what", "number"), rows)


PICTURES = 6


def _most_usual(match: Match) -> int:
    """Return the number of the game of median length, of those of the one of median margin."""
    length = match.lengths.quantile(0.5)
    margin = match.margins.quantile(0.5)

    def strangeness(number: int) -> tuple[int, int, int]:
        game = match.games[number]
        led = game.margin if game.winner == game.first_player else -game.margin
        return abs(placements(game) - length), abs(led - margin), number

    return min(range(match.count), key=strangeness)


def sample_game(context: Context) -> Section:
    """Return the section with a game in pictures: the most usual one of the engine's, else of the greedy player's."""
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
    moves = " ".join(format_move(move, record.rules) for move in record.moves)
    blocks.append(f"Moves: {moves}")
    return Section("game", "A game in pictures", tuple(blocks))


def _result(record: Record, how: How) -> Table:
    outcome = record.positions[-1].outcome()
    placed = sum(isinstance(move, Placement) for move in record.moves)
    swaps = len(record.moves) - placed
    rows = (
        Row("placements", (Number(placed, how),)),
        *((Row("moves, with the swap", (Number(placed + swaps, how),)),) if swaps else ()),
        Row("result", (Number(outcome_words(outcome), how),)),
    )
    return Table("The game shown", ("what", "value"), rows)
