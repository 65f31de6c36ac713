"""Answers about campaigns: their estimated work, results and verification."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from pydantic import computed_field

from litslab.games.result_json import extended
from litslab.games.rules import Rules
from litslab.solver.campaign.campaign import Campaign, CampaignStatus
from litslab.solver.campaign.openings_table import BookLine, book_lines
from litslab.solver.campaign.targets import JsonTarget, Result, Target
from litslab.solver.campaign.verify import Verification
from litslab.solver.campaign.work_estimate import WorkEstimate
from litslab.solver.endgame.solution import PLAYERS


@dataclass(frozen=True, eq=False)
class NewCampaign:
    """`litslab campaign new`."""

    path: str
    game: str
    target: str


@dataclass(frozen=True, eq=False, kw_only=True)
class CampaignPlan(WorkEstimate):
    """`litslab campaign plan`: the estimated work of the whole campaign."""

    target: JsonTarget
    spent: int
    """Nodes searched by the campaign so far."""


class Conclusion:
    """What follows from the result of a campaign."""

    target: Target
    result: Result
    unverified: str | None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.target.position.rules

    @computed_field
    @property
    def status(self) -> Literal["exact", "stored", "bounded"]:
        """The state of the proof. Exact: the target is reached, and `campaign verify` has repeated
        every search. Stored: it is reached as stored in the file, which was not wholly verified.
        Bounded: it is not reached; bounds, too, are as stored.
        """
        if not self.result.complete:
            return "bounded"
        return "stored" if self.unverified else "exact"

    @computed_field
    @property
    def winner(self) -> str | None:
        """The winner as far as known; under the swap "the first player" or "the second player"."""
        return self.result.score.winner(PLAYERS if self.result.under_swap else self.rules.sides)

    @computed_field
    @property
    def swap_left_out(self) -> bool:
        """True if the second player may swap, but value and winner are those without the swap."""
        return self.target.leaves_swap_out

    @computed_field
    @property
    def moves_known(self) -> int:
        """The number of moves whose value is known."""
        return sum(len(each.images) for each in self.result.openings if each.score.is_exact)

    @computed_field
    @property
    def moves(self) -> int:
        """The number of moves."""
        return sum(len(each.images) for each in self.result.openings)


@dataclass(frozen=True, eq=False, kw_only=True)
class CampaignProgress(Conclusion, CampaignStatus):
    """`litslab campaign status` and `litslab campaign run`."""

    path: str
    target: JsonTarget
    unverified: str | None
    """A note that the file, which it names, was not verified; null if the file has no answers."""

    @classmethod
    def of(cls, campaign: Campaign, status: CampaignStatus) -> Self:
        """Describe the progress of a campaign."""
        return extended(
            cls,
            status,
            path=str(campaign.store.path),
            target=campaign.target,
            unverified=campaign.unverified,
        )


@dataclass(frozen=True, eq=False)
class CampaignBook(Conclusion):
    """The JSON file of `litslab campaign export`."""

    record: str
    """The position as a record."""
    target: JsonTarget
    result: Result
    unverified: str | None
    """A note that the file, which it names, was not verified; null if the file has no answers."""
    book: list[BookLine]
    versions: tuple[str, ...]
    """The versions of litslab that have searched."""

    @classmethod
    def of(cls, campaign: Campaign) -> Self:
        """Describe the result of a campaign for each move."""
        return cls(
            campaign.store.settings.record,
            campaign.target,
            campaign.result,
            campaign.unverified,
            book_lines(campaign),
            tuple(campaign.store.versions()),
        )


@dataclass(frozen=True, eq=False)
class ExportedCampaign(Conclusion):
    """`litslab campaign export`."""

    path: str
    target: JsonTarget
    result: Result
    unverified: str | None
    """A note that the values and the file, which it names, were not verified; null if the file has
    no answers.
    """


@dataclass(frozen=True, eq=False, kw_only=True)
class VerifiedCampaign(Conclusion, Verification):
    """`litslab campaign verify`."""

    unverified: str | None
    """A note that some searches were not repeated; null if all were."""
