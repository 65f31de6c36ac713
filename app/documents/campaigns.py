"""Documents of campaigns: their estimated work, results and verification."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from litslab.app.documents.base import At, Document, Lower, Upper, Value
from litslab.app.text.parts import Lines, counted, describe_rules, picture_lines
from litslab.solver.campaign.campaign import Campaign, CampaignStatus
from litslab.solver.campaign.openings_table import book_lines
from litslab.solver.campaign.result_text import result_text
from litslab.solver.endgame.solution import PLAYERS

if TYPE_CHECKING:
    from litslab.solver.campaign.targets import Target
    from litslab.solver.campaign.verify import Verification
    from litslab.solver.campaign.work_estimate import WorkEstimate

SHOWN_MOVES = 8
"""The number of best moves that are printed."""


class CampaignNewDocument(Document):
    """`litslab campaign new`."""

    path: str
    game: str
    target: str


class CampaignPlanDocument(Document):
    """`litslab campaign plan`: the estimated work of the whole campaign."""

    target: str
    nodes: float
    interval: list[float]
    """A probable range of the true number of nodes."""
    seconds: float
    """Processor time for `nodes` at the speed of the samples."""
    unmeasured_plies: Annotated[int, At("continued")]
    """The number of plies that could not be measured; their cost is extrapolated from
    later ones.
    """
    spent: int
    """Nodes searched by the campaign so far."""
    sampled: int
    """Nodes searched in the samples."""

    @classmethod
    def of(cls, campaign: Campaign, estimate: WorkEstimate) -> Self:
        """Describe the estimated work of a campaign."""
        spent = campaign.store.cost().nodes
        return cls.made_of(
            estimate,
            target=campaign.target.name,
            interval=[estimate.low, estimate.high],
            spent=spent,
        )

    def lines(self) -> Lines:
        """Yield the work and its uncertainty."""
        low, high = self.interval
        yield f"about {_rounded(self.nodes)} nodes, probably {_rounded(low)} to {_rounded(high)}"
        yield f"about {_duration(self.seconds)} of processor time on this machine"
        if self.unmeasured_plies:
            plies = counted(self.unmeasured_plies, "ply")
            yield f"too hard to measure: the first {plies}; the cost is extrapolated"
        if self.spent:
            yield f"spent so far: {counted(self.spent, 'node')}"


class CampaignResultDocument(Document):
    """The result of a campaign."""

    status: Literal["exact", "stored", "bounded"]
    """Exact: the target is reached, and `campaign verify` has repeated every search. Stored: it is
    reached as stored in the file, which was not wholly verified. Bounded: it is not reached;
    bounds, too, are as stored."""
    target: str
    value: Annotated[int | None, At("result.score.value")]
    """Twice the margin, plus or minus one for the tie rule; None if only bounds are known."""
    lower: Annotated[int, At("result.score.lower")]
    upper: Annotated[int, At("result.score.upper")]
    winner: str | None
    """Under the swap "the first player" or "the second player"."""
    best: Annotated[list[str], At("result.best")]
    """Moves that are proved to reach the value, or to win if the target is the winner, up to
    symmetry; under the swap most even openings.
    """
    under_swap: Annotated[bool, At("result.under_swap")]
    """True if the other player may swap: value and winner are then seen from the player of the
    first placement.
    """
    swap_left_out: bool
    """True if the second player may swap, but value and winner are those without the swap."""
    moves_known: int
    """The number of moves whose value is known."""
    moves: int

    _result: Campaign | CampaignStatus | Verification
    _unverified: str | None

    @classmethod
    def of_result(
        cls,
        found: Campaign | CampaignStatus | Verification,
        target: Target,
        unverified: str | None,
        **more: Any,
    ) -> Self:
        """Describe the result of a campaign and its unverified part; other fields are attributes of
        `found`.
        """
        result = found.result
        status = "bounded"
        if result.complete:
            status = "stored" if unverified else "exact"
        sides = PLAYERS if result.under_swap else target.position.rules.sides
        known = [each for each in result.openings if each.score.is_exact]
        document = cls.made_of(
            found,
            target.position,
            status=status,
            target=target.name,
            winner=result.score.winner(sides),
            swap_left_out=target.leaves_swap_out,
            moves_known=sum(len(each.images) for each in known),
            moves=sum(len(each.images) for each in result.openings),
            **more,
        )
        document._unverified = unverified
        return document

    def lines(self) -> Lines:
        """Yield the result."""
        position = self._position
        reached = "reached" if self._result.result.complete else "not reached yet"
        yield f"{position.rules.title}, target {self.target}: {reached}"
        yield result_text(self._result.result, position, self._unverified)
        if self.swap_left_out:
            yield "as if nobody could swap"
        if self.best:
            name = "winning moves" if self._result.result.winning else "best"
            if self.under_swap:
                name = "even openings"
            shown = " ".join(self.best[:SHOWN_MOVES])
            others = len(self.best) - SHOWN_MOVES
            yield f"{name}: {shown} and {others} more" if others > 0 else f"{name}: {shown}"


class CampaignStatusDocument(CampaignResultDocument):
    """`litslab campaign status` and `litslab campaign run`."""

    path: str
    questions: int
    searched: int
    """The number of questions answered by a search."""
    derived: int
    """The number of questions answered by the answers after their moves."""
    checked: int
    """The number of answers confirmed by a second search."""
    split: int
    open: int
    """The number of known questions without an answer; not all of them need one."""
    remaining_nodes: Annotated[float | None, At("remaining")]
    """The cost of the open questions if they are like the answered ones; None if none
    is answered.
    """
    searches: Annotated[int, At("cost.searches")]
    nodes: Annotated[int, At("cost.nodes")]
    seconds: Annotated[float, At("cost.seconds")]
    """Processor time of all searches."""
    versions: list[str]
    """The versions of litslab that have searched."""

    @classmethod
    def of(cls, campaign: Campaign, status: CampaignStatus) -> CampaignStatusDocument:
        """Describe the progress of a campaign."""
        return cls.of_result(status, campaign.target, campaign.unverified, path=campaign.store.path)

    def lines(self) -> Lines:
        """Yield the result and its cost."""
        yield from super().lines()
        yield (
            f"{counted(self.questions, 'question')}: {self.searched:,} answered by search, "
            f"{self.derived:,} from other answers, {counted(self.checked, 'answer')} confirmed by "
            f"a second search; {self.open:,} open"
        )
        if self.open and self.remaining_nodes is not None:
            nodes = _rounded(self.remaining_nodes)
            yield f"if all open questions had to be answered: about {nodes} more nodes"
        cost = f"{counted(self.searches, 'search')}, {counted(self.nodes, 'node')}"
        yield f"cost: {cost}, {_duration(self.seconds)} of processor time"


class BookMove(Document):
    """A move in a campaign's book."""

    move: str
    equal_to: str
    """The move that is equal to this one by a symmetry."""
    lower: Lower
    upper: Upper
    value: Value


class CampaignBookDocument(CampaignResultDocument):
    """The JSON file of `litslab campaign export`."""

    record: Annotated[str, At("store.settings.record")]
    """The position as a record."""
    unverified: str | None
    """A note that the file, which it names, was not verified; null if the file has no answers."""
    book: list[BookMove]
    versions: list[str]

    @classmethod
    def of(cls, campaign: Campaign) -> CampaignBookDocument:
        """Describe the result of a campaign for each move."""
        return cls.of_result(
            campaign,
            campaign.target,
            campaign.unverified,
            book=book_lines(campaign),
            versions=campaign.store.versions(),
        )


class CampaignExportDocument(Document):
    """`litslab campaign export`."""

    path: str
    moves_known: int
    moves: int
    unverified: str | None
    """A note that the values and the file, which it names, were not verified; null if the file has
    no answers.
    """

    @classmethod
    def of(cls, campaign: Campaign, path: Path) -> CampaignExportDocument:
        """Describe the exported file."""
        result = CampaignResultDocument.of_result(campaign, campaign.target, campaign.unverified)
        return cls.made_of(result, path=path, unverified=campaign.unverified)

    def lines(self) -> Lines:
        """Yield the file and its contents."""
        trust = f", {self.unverified}" if self.unverified else ""
        known = f"{self.moves_known:,} of {counted(self.moves, 'opening')}"
        yield f"wrote {self.path} (values of {known}{trust})"


class CampaignVerificationDocument(CampaignResultDocument):
    """`litslab campaign verify`."""

    record: str
    """The position that the campaign is about, as a record."""
    derived: int
    """The number of answers that follow by the rules from the answers after the moves."""
    searched: int
    """The number of answers from searches that the proof rests on."""
    repeated: int
    """The number of these searches that were repeated, or whose strategies were followed."""
    nodes: int
    """Positions visited meanwhile."""
    engine: str
    """The engine of the repeated searches; ``rules`` if strategies were followed."""
    seed: int
    """The random seed of the choice of searches."""
    missed: float
    """The probability that a single false answer of a search was missed."""
    proves_nothing: bool
    """True if the campaign has no answers yet."""
    finished: bool
    """True if all chosen searches were repeated; false if the time limit was reached first."""

    _result: Verification

    @classmethod
    def of(cls, found: Verification) -> Self:
        """Describe a verification."""
        unverified = None
        if found.missed:
            unverified = f"{found.repeated:,} of {counted(found.searched, 'search')} checked"
        finished = found.repeated == found.chosen
        return cls.of_result(found, found.target, unverified, finished=finished)

    def lines(self) -> Lines:
        """Yield the position, the result, the repeated searches, and the probability of a missed
        error.
        """
        yield from picture_lines(self._position)
        yield describe_rules(self._position.rules)
        yield from super().lines()
        if self.proves_nothing:
            yield "nothing is proved yet: the campaign has no answers"
            return
        derived = counted(self.derived, "answer")
        repeated = f"{self.repeated:,} of {counted(self.searched, 'search')}"
        cost = f"{counted(self.nodes, 'node')}, engine {self.engine}, seed {self.seed}"
        yield f"verified: {derived} by the rules; {repeated} checked ({cost})"
        if not self.finished:
            chosen = self._result.chosen
            yield f"time limit reached: {chosen - self.repeated:,} of {chosen:,} were not checked"
        if self.missed:
            chance = f"{self.missed:.2f}" if self.missed < 0.99 else "more than 0.99"
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
