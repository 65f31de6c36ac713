"""Campaigns as JSON documents (`app.schema`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litslab.app.documents import commands as schema
from litslab.games.notation import format_move
from litslab.solver.campaign.book import book_lines
from litslab.solver.campaign.campaign import Campaign, Status
from litslab.solver.campaign.estimate import Estimate
from litslab.solver.campaign.targets import Result, Target
from litslab.solver.campaign.verify import Verification
from litslab.solver.endgame.result import PLAYERS


def describe_result(target: Target, result: Result) -> dict[str, Any]:
    """Return what a campaign has proved, as the fields of `schema.CampaignResult`."""
    rules = target.position.rules
    sides = PLAYERS if result.under_swap else rules.sides
    winner = result.score.winning_side
    return {
        "status": "exact" if result.complete else "bounded",
        "target": target.name,
        "value": result.score.value,
        "lower": result.score.lower,
        "upper": result.score.upper,
        "winner": None if winner is None else sides[winner],
        "best": [format_move(move, rules) for move in result.best],
        "under_swap": result.under_swap,
        "swap_left_out": target.leaves_swap_out,
        "moves_known": sum(len(each.images) for each in result.openings if each.score.is_exact),
        "moves": sum(len(each.images) for each in result.openings),
    }


def describe_status(campaign: Campaign, status: Status) -> schema.CampaignStatus:
    """Describe how far a campaign is."""
    return schema.CampaignStatus(
        **describe_result(campaign.target, status.result), path=str(campaign.store.path), questions=status.questions,
        searched=status.searched, derived=status.derived, checked=status.checked, split=status.split, open=status.open,
        remaining_nodes=status.remaining, searches=status.cost.searches, nodes=status.cost.nodes,
        seconds=status.cost.seconds, versions=status.versions,
    )  # fmt: skip


def describe_estimate(campaign: Campaign, estimate: Estimate) -> schema.CampaignPlan:
    """Describe how much work a campaign is."""
    return schema.CampaignPlan(
        target=campaign.target.name, nodes=estimate.nodes, interval=[estimate.low, estimate.high],
        seconds=estimate.seconds, unmeasured_plies=estimate.continued, spent=campaign.store.cost().nodes,
        sampled=estimate.sampled,
    )  # fmt: skip


def describe_book(campaign: Campaign) -> schema.CampaignBook:
    """Describe what a campaign has found of each move."""
    lines = book_lines(campaign)
    return schema.CampaignBook(
        **describe_result(campaign.target, campaign.result),
        record=campaign.record,
        book=[
            schema.BookMove(
                move=each.move, equal_to=each.equal_to, lower=each.score.lower, upper=each.score.upper,
                value=each.score.value,
            )
            for each in lines
        ],
        versions=campaign.store.versions(),
    )  # fmt: skip


def describe_export(campaign: Campaign, path: Path) -> schema.CampaignExport:
    """Describe what was written."""
    described = describe_result(campaign.target, campaign.result)
    return schema.CampaignExport(path=str(path), moves_known=described["moves_known"], moves=described["moves"])


def describe_verification(found: Verification) -> schema.CampaignVerification:
    """Describe what was verified."""
    return schema.CampaignVerification(
        **describe_result(found.target, found.result), record=found.record, derived=found.derived,
        searched=found.searched, repeated=found.repeated, nodes=found.nodes, engine=found.engine, seed=found.seed,
        missed=found.missed, proves_nothing=found.proves_nothing, finished=found.repeated == found.chosen,
    )  # fmt: skip
