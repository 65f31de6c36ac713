"""The text of campaigns: their estimated work, results and verification."""

from __future__ import annotations

from litslab.app.text.parts import Lines, counted, describe_rules, picture_lines
from litslab.games.notation import format_move
from litslab.solver.campaign.campaign import CampaignStatus
from litslab.solver.campaign.result_text import result_text
from litslab.solver.campaign.targets import Result, Target
from litslab.solver.campaign.verify import Verification
from litslab.solver.campaign.work_estimate import WorkEstimate

SHOWN_MOVES = 8
"""The number of best moves that are printed."""


def plan_text(estimate: WorkEstimate, spent: int) -> Lines:
    """Yield the work, its uncertainty, and the nodes that are spent already."""
    low, high = _rounded(estimate.low), _rounded(estimate.high)
    yield f"about {_rounded(estimate.nodes)} nodes, probably {low} to {high}"
    yield f"about {_duration(estimate.seconds)} of processor time on this machine"
    if estimate.continued:
        plies = counted(estimate.continued, "ply")
        yield f"too hard to measure: the first {plies}; the cost is extrapolated"
    if spent:
        yield f"spent so far: {counted(spent, 'node')}"


def conclusion_text(target: Target, result: Result, unverified: str | None) -> Lines:
    """Yield the result of a campaign and its best moves."""
    rules = target.position.rules
    reached = "reached" if result.complete else "not reached yet"
    yield f"{rules.title}, target {target.name}: {reached}"
    yield result_text(result, target.position, unverified)
    if target.leaves_swap_out:
        yield "as if nobody could swap"
    if result.best:
        name = "winning moves" if result.winning else "best"
        if result.under_swap:
            name = "even openings"
        shown = " ".join(format_move(move, rules) for move in result.best[:SHOWN_MOVES])
        others = len(result.best) - SHOWN_MOVES
        yield f"{name}: {shown} and {others} more" if others > 0 else f"{name}: {shown}"


def status_text(target: Target, status: CampaignStatus, unverified: str | None) -> Lines:
    """Yield the result and its cost."""
    yield from conclusion_text(target, status.result, unverified)
    yield (
        f"{counted(status.questions, 'question')}: {status.searched:,} answered by search, "
        f"{status.derived:,} from other answers, {counted(status.checked, 'answer')} confirmed by "
        f"a second search; {status.open:,} open"
    )
    if status.open and status.remaining is not None:
        nodes = _rounded(status.remaining)
        yield f"if all open questions had to be answered: about {nodes} more nodes"
    cost = f"{counted(status.cost.searches, 'search')}, {counted(status.cost.nodes, 'node')}"
    yield f"cost: {cost}, {_duration(status.cost.seconds)} of processor time"


def unrepeated_text(found: Verification) -> str | None:
    """Return a note that some searches were not repeated; None if all were."""
    if not found.missed:
        return None
    return f"{found.repeated:,} of {counted(found.searched, 'search')} checked"


def verification_text(found: Verification) -> Lines:
    """Yield the position, the result, the repeated searches, and the probability of a missed
    error.
    """
    yield from picture_lines(found.target.position)
    yield describe_rules(found.target.position.rules)
    yield from conclusion_text(found.target, found.result, unrepeated_text(found))
    if found.proves_nothing:
        yield "nothing is proved yet: the campaign has no answers"
        return
    derived = counted(found.derived, "answer")
    repeated = f"{found.repeated:,} of {counted(found.searched, 'search')}"
    cost = f"{counted(found.nodes, 'node')}, engine {found.engine}, seed {found.seed}"
    yield f"verified: {derived} by the rules; {repeated} checked ({cost})"
    if not found.finished:
        left = found.chosen - found.repeated
        yield f"time limit reached: {left:,} of {found.chosen:,} were not checked"
    if found.missed:
        chance = f"{found.missed:.2f}" if found.missed < 0.99 else "more than 0.99"
        yield f"one false answer among them would be missed with probability {chance}"


def _rounded(number: float) -> str:
    """Return a number with two significant digits."""
    return f"{float(f'{number:.2g}'):,.0f}"


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
