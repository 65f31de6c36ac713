"""The first lines of a report: the winner or the fairness, the time of the decision, the effect of
a swap; figures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Claim, Number, SummaryFigure
from litslab.analysis.report.play import Match
from litslab.analysis.report.sections import small_boards
from litslab.analysis.report.sections.boards import between_boards
from litslab.analysis.report.sections.decided import Decided, decided_length, decided_ply
from litslab.analysis.report.sections.openings import Tried, engine_wins
from litslab.analysis.report.sections.swap import EVEN
from litslab.games.language import mark, sentence_case, tr, trn
from litslab.games.notation import format_move

FEWEST = 10
"""There is a verdict on fairness if the engine has played at least this many games."""


def verdict(
    context: Context,
    decided: Decided | None,
    tried: Sequence[Tried],
    boards: Sequence[small_boards.SmallBoard],
    without_swap: Match | None = None,
) -> tuple[Claim, ...]:
    """Return the verdict; its numbers are those of the sections.

    It stands on the exact value of the report's own board if that is known, otherwise on the
    engine's games, and says what follows from it and what does not. Weak play, and random play
    above all, does not show how fair a game is: without enough games of the engine there is no
    verdict.
    """
    strongest = next((each for each in reversed(context.matches) if each.count >= FEWEST), None)
    level = None if strongest is None else quantities.match_level(strongest)
    own = small_boards.solved_board(context, boards)
    stored = small_boards.stored_results(context)
    claims = []
    if own is not None:
        claims += [_solved(own), Claim(tr(_PROVED))]
    elif stored:
        claims += [_stored(stored), Claim(tr(_PROVED_EARLIER))]
    if claims and level is not None:
        claims.append(_imperfect(level))
    elif not claims and level is not None and strongest is context.mcts:
        claims.append(_measured(level))
        claims.append(_lead(context, level, without_swap))
        claims.append(Claim(tr(conclusion(level.first_player_wins))))
    elif not claims:
        claims.append(_no_verdict(context.mcts.count))
    if len(context.board_runs) > 1:
        claims.append(_boards(context))
    if decided is not None:
        ply = decided_ply(decided)
        length = decided_length(decided)
        text = tr(
            "Decided at ply {ply} of {length} (median of {games} games, {player}).",
            ply=ply.text,
            length=length.text,
            games=len(decided.plies),
            player=tr(decided.player),
        )
        claims.append(Claim(text, (ply, length)))
    if own is None or not own.openings:
        swap = _swap(context, level, tried, boards)
        if swap is not None:
            claims.append(swap)
    return tuple(claims)


def _solved(board: small_boards.SmallBoard) -> Claim:
    number, _, claim = _perfect_play(board)
    value = small_boards.board_value(board)
    text = tr(claim, result=number.text, value=value.text)
    return Claim(text, (number,) if number == value else (number, value))


def _stored(results: Sequence[tuple[str, Number]]) -> Claim:
    """Return the stored results of the report's own board: that of the game comes first."""
    numbers = tuple(number for _, number in results)
    if len(numbers) == 1:
        text = tr(
            "Solved earlier (as stored, not verified here): with perfect play {result}.",
            result=numbers[0].text,
        )
    else:
        text = tr(
            "Solved earlier (as stored, not verified here): with perfect play {result}; without "
            "the swap {value}.",
            result=numbers[0].text,
            value=numbers[1].text,
        )
    return Claim(text, numbers)


def _no_verdict(games: int) -> Claim:
    """Return the reason why nothing is said about fairness."""
    text = trn(
        "No verdict on fairness: the engine played {count} game, and at least {fewest} are needed. "
        "Random play does not show how fair a game is.",
        "No verdict on fairness: the engine played {count} games, and at least {fewest} are "
        "needed. Random play does not show how fair a game is.",
        games,
        fewest=FEWEST,
    )
    return Claim(text)


def _imperfect(level: quantities.Level) -> Claim:
    """Return the result of imperfect play on a solved board; no verdict follows from it."""
    number = level.first_player_wins
    share = quantities.plus_minus(number, _games(level))
    return Claim(tr("In imperfect play the first player wins {share}.", share=share), (number,))


def _measured(level: quantities.Level) -> Claim:
    """Return the result of the engine's play, with the verdict that follows from it."""
    number = level.first_player_wins
    share = quantities.plus_minus(number, _games(level))
    text = tr(
        "First-player win share {share}: {verdict}.",
        share=share,
        verdict=fairness(number, level.games),
    )
    return Claim(text, (number,))


def _lead(context: Context, level: quantities.Level, without_swap: Match | None) -> Claim:
    """Return the first player's mean lead in the engine's games, with the game's swap and without
    it.
    """
    number = level.lead
    lead = _with_spread(number)
    if without_swap is not None:
        other = quantities.match_level(without_swap).lead
        text = tr(
            "Mean lead of the first player in points: {lead} with the swap, {other} without it.",
            lead=lead,
            other=_with_spread(other),
        )
        return Claim(text, (number, other))
    if context.rules.has_swap:
        text = tr("Mean lead of the first player in points, with the swap: {lead}.", lead=lead)
    else:
        text = tr("Mean lead of the first player in points: {lead}.", lead=lead)
    return Claim(text, (number,))


def _with_spread(number: Number) -> str:
    if not number.spread:
        return number.text
    return tr("{text} ({note})", text=number.text, note=number.spread)


_PROVED = mark(
    "This is proved for this board and these options. It says nothing about other boards, nor "
    "about how often players win who do not play perfectly."
)
_PROVED_EARLIER = mark(
    "This was proved earlier for this board and these options; this report has not checked the "
    "proof. It says nothing about other boards, nor about how often players win who do not play "
    "perfectly."
)
_ADVANTAGE = mark(
    "The advantage is beyond chance (95 %) in play of this strength. It can be another one in "
    "stronger or weaker play, and it is no proof of who wins with perfect play."
)
_FAIR = mark(
    "In play of this strength any advantage is smaller than that (95 %). The balance can be "
    "another one in stronger or weaker play, and it is no proof of who wins with perfect play."
)
_UNDECIDED = mark(
    "These games show neither that a player has an advantage nor that the game is fair."
)


def conclusion(number: Number) -> str:
    """Return what follows from the first player's share of wins in the engine's games and what does
    not, in English.
    """
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return _UNDECIDED
    if number.low > 0.5 or number.high < 0.5:
        return _ADVANTAGE
    return _FAIR if max(0.5 - number.low, number.high - 0.5) <= EVEN else _UNDECIDED


def _games(level: quantities.Level) -> str:
    values = {"player": tr(level.name), "games": level.games, "boards": level.boards}
    if level.boards > 1:
        return tr("{player}, {games:,} games on {boards} boards", **values)
    return tr("{player}, {games:,} games", **values)


def fairness(number: Number, games: int) -> str:
    """Return a text on the fairness of a game, given the first player's share of wins and the
    number of games.
    """
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return tr("no verdict")
    if number.low > 0.5 or number.high < 0.5:
        least, most = sorted((100 * abs(number.low - 0.5), 100 * abs(number.high - 0.5)))
        if number.value > 0.5:
            return tr(
                "the first player is ahead by {least:.1f} to {most:.1f} points",
                least=least,
                most=most,
            )
        return tr(
            "the second player is ahead by {least:.1f} to {most:.1f} points", least=least, most=most
        )
    behind = 0.5 - number.low
    ahead = number.high - 0.5
    if max(behind, ahead) <= EVEN:
        return tr("fair within {points:.1f} points", points=100 * max(behind, ahead))
    half = (behind + ahead) / 2
    wanted = EVEN if half > EVEN else half / 2
    return tr(
        "too few games for a verdict, the first player is between {behind:.1f} points behind and "
        "{ahead:.1f} points ahead; about {games:,} games would show it to within {wanted:.1f} "
        "points",
        behind=100 * behind,
        ahead=100 * ahead,
        games=_rounded(games * (half / wanted) ** 2),
        wanted=100 * wanted,
    )


def _rounded(count: float) -> int:
    """Round up to two digits, because the number of games that are needed is uncertain."""
    unit = int(10 ** max(0, math.floor(math.log10(count)) - 1))
    return math.ceil(count / unit) * unit


def _boards(context: Context) -> Claim:
    number = between_boards(context)
    if number.low:
        text = tr(
            "Boards differ: in random play the win share has a standard deviation of {deviation} "
            "between boards ({interval}).",
            deviation=number.text,
            interval=number.spread,
        )
        return Claim(text, (number,))
    most = Number(number.high or 0.0, number.how, form=number.form).text
    text = tr(
        "Boards do not differ measurably: the win shares of random play vary no more than chance "
        "explains (standard deviation between boards at most {deviation}).",
        deviation=most,
    )
    return Claim(text, (number,))


def _swap(
    context: Context,
    level: quantities.Level | None,
    tried: Sequence[Tried],
    boards: Sequence[small_boards.SmallBoard],
) -> Claim | None:
    """Return the balance after the game's swap or, if it has none, the balance that a swap would
    leave.
    """
    rules = context.rules
    if rules.has_swap:
        if level is None:
            return None  # random play never swaps
        number = level.second_player_wins
        claim = tr(
            "The swap leaves the second player {share} of games ({player})",
            share=quantities.plus_minus(number),
            player=tr(level.name),
        )
        return _with_exact(context, claim, number, boards)
    even = next((each for each in tried if not each.side), None)
    if even is None or not even.engine.count:
        return None
    number = engine_wins(even)
    move = format_move(even.opening.placement, rules)
    claim = tr(
        "The game has no swap: one would leave {side} {share} of games after the most even opening "
        "found ({move}; {player})",
        side=tr(rules.sides[0]),
        share=quantities.plus_minus(number),
        move=move,
        player=even.engine.names[0],
    )
    return _with_exact(context, claim, number, boards)


def _with_exact(
    context: Context,
    claim: str,
    number: Number,
    boards: Sequence[small_boards.SmallBoard],
) -> Claim:
    """Add the exact value with a swap on the largest solved board."""
    solved = [board for board in boards if board.openings and board.swap_value is not None]
    if not solved:
        return Claim(tr("{claim}.", claim=claim), (number,))
    exact = small_boards.board_swap_value(solved[-1])
    where = small_boards.board_name(context, solved[-1])
    text = tr(
        "{claim}; solved with a swap on {board}: {result}.",
        claim=claim,
        board=where,
        result=exact.text,
    )
    return Claim(text, (number, exact))


def facts(context: Context, boards: Sequence[small_boards.SmallBoard]) -> tuple[SummaryFigure, ...]:
    """Return the figures above the sections."""
    chance = quantities.random_level(context)
    found = [
        SummaryFigure(tr("First placements"), quantities.first_placements(context)),
        SummaryFigure(tr("Placements in a game (random play)"), chance.length),
        SummaryFigure(tr("First-player win rate (random play)"), chance.first_player_wins),
    ]
    if context.mcts.count:
        wins = quantities.match_level(context.mcts).first_player_wins
        found.append(SummaryFigure(tr("First-player win rate (engine)"), wins))
    size = quantities.game_tree(context)
    if size is not None:
        found.append(SummaryFigure(sentence_case(tr("games")), quantities.tree_number(size)))
    if boards:
        # For the report's own board it says more than any measurement, so it comes first.
        place = 0 if small_boards.solved_board(context, boards) == boards[-1] else len(found)
        number, label, _ = _perfect_play(boards[-1])
        label = tr(label, board=small_boards.board_name(context, boards[-1]))
        found.insert(place, SummaryFigure(label, number))
    return tuple(found)


def _perfect_play(board: small_boards.SmallBoard) -> tuple[Number, str, str]:
    """Return the value of a board with the game's swap, if that is known, a label for it and a
    sentence.
    """
    value = small_boards.board_value(board)
    if not board.rules.has_swap or board.rules.swap_changes_value:
        return value, mark("Perfect play on {board}"), mark("Solved: with perfect play {result}.")
    if not board.openings:
        label = mark("Perfect play on {board}, no swap")
        claim = mark("Solved: with perfect play and no swap {result}.")
        return value, label, claim
    label = mark("Perfect play on {board}, with the swap")
    claim = mark("Solved: with perfect play {result}; without the swap {value}.")
    return small_boards.board_swap_value(board), label, claim
