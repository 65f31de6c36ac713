"""The document of each command, for ``litslab schema``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from litslab.app.documents.base import Document, DocumentSchema
from litslab.app.documents.finals import (
    BoundsDocument,
    MaximalCountDocument,
    MaximalEstimateDocument,
    MaximalExtremeDocument,
    MaximalListDocument,
)
from litslab.app.documents.positions import (
    GamesDocument,
    MovesDocument,
    NewDocument,
    PerftDocument,
    ShowDocument,
    TournamentDocument,
)
from litslab.app.documents.puzzles import (
    GeneratedPuzzleDocument,
    PuzzleAnswerDocument,
    PuzzleBookDocument,
    PuzzleCheckDocument,
    PuzzleConvertDocument,
    PuzzleGradeDocument,
    PuzzleHintDocument,
    PuzzleShowDocument,
    PuzzleVariantDocument,
)
from litslab.app.documents.reports import GroupsDocument, ReportDocument, ReviewDocument
from litslab.app.documents.runs import (
    PlotBranchingDocument,
    PlotCompareDocument,
    PlotHeatmapDocument,
    PlotLengthsDocument,
    PlotMarginsDocument,
    PlotOpeningsDocument,
    PlotScoresDocument,
    RunDescriptionDocument,
    RunDocument,
)
from litslab.app.documents.solutions import AdviceDocument, MatchDocument, SolutionDocument, VerificationDocument
from litslab.app.documents.studies import StudyBookDocument, StudyCheckDocument, StudyGenerate
from litslab.games.errors import OptionError

# --- many games ------------------------------------------------------------------------------------------------------


# --- LITS puzzles ----------------------------------------------------------------------------------------------------


# --- studies ---------------------------------------------------------------------------------------------------------


# --- campaigns -------------------------------------------------------------------------------------------------------


class CampaignNew(Document):
    """`litslab campaign new`."""

    path: str
    game: str
    target: Literal["value", "swap", "openings", "winner"]


class CampaignPlan(Document):
    """`litslab campaign plan`: how much work the whole campaign is."""

    target: str
    nodes: float
    interval: list[float]
    """Where the true number of nodes probably is."""
    seconds: float
    """Processor time for `nodes` at the speed of the samples."""
    unmeasured_plies: int
    """How many plies could not be measured, so that their cost was continued from later ones."""
    spent: int
    """Nodes that the campaign has cost so far."""
    sampled: int
    """Nodes that the samples cost."""


class CampaignResult(Document):
    """What a campaign has proved."""

    status: Literal["exact", "bounded"]
    """Exact: the target is reached."""
    target: str
    value: int | None
    """Twice the margin, plus or minus one for the tie rule; None if only bounds are known."""
    lower: int
    upper: int
    winner: str | None
    """Under the swap "the first player" or "the second player"."""
    best: list[str]
    """Moves that are proved to reach the value, up to symmetry; under the swap most even openings."""
    under_swap: bool
    """Whether value and winner are seen from the player who makes the first placement, where the other may swap."""
    swap_left_out: bool
    """Whether the second player may swap and value and winner are those as if nobody could."""
    moves_known: int
    """Of how many moves the value is known."""
    moves: int


class CampaignStatus(CampaignResult):
    """`litslab campaign status` and `litslab campaign run`."""

    path: str
    questions: int
    searched: int
    """How many questions are answered by a search."""
    derived: int
    """How many questions are answered by the answers after their moves."""
    checked: int
    """How many answers a second search has confirmed."""
    split: int
    open: int
    """How many known questions are unanswered; not all of them need be answered."""
    remaining_nodes: float | None
    """What the open questions would cost if they were like those that are answered; None where none is."""
    searches: int
    nodes: int
    seconds: float
    """Processor time of all searches."""
    versions: list[str]
    """The versions of litslab that have searched."""


class BookMove(Document):
    """A move in a campaign's book."""

    move: str
    equal_to: str
    """The move to which a symmetry makes this one equal."""
    lower: int
    upper: int
    value: int | None


class CampaignBook(CampaignResult):
    """What `litslab campaign export` writes as JSON."""

    record: str
    """The position as a record."""
    book: list[BookMove]
    versions: list[str]


class CampaignExport(Document):
    """`litslab campaign export`."""

    path: str
    moves_known: int
    moves: int


class CampaignVerification(CampaignResult):
    """`litslab campaign verify`."""

    record: str
    """The position that the campaign is about, as a record."""
    derived: int
    """How many answers follow by the rules from the answers after the moves."""
    searched: int
    """How many answers of searches the proof rests on."""
    repeated: int
    """How many of these were searched for again."""
    nodes: int
    """Positions visited in doing so."""
    engine: str
    """What searched again."""
    seed: int
    """Chooses the answers that are searched for again."""
    missed: float
    """The probability that one false answer among those of searches was not searched for again."""
    proves_nothing: bool
    """Whether the campaign has no answers yet."""
    finished: bool
    """Whether all chosen answers were searched for again; false where the time limit came first."""


# --- the commands ----------------------------------------------------------------------------------------------------


class Commands(Document):
    """`litslab schema` without a command."""

    commands: list[str]


class StaticPage(Document):
    """`litslab page`."""

    path: str
    """The folder."""
    bytes: int
    """The size of all its files."""


DOCUMENTS: dict[str, type[BaseModel]] = {
    "games": GamesDocument,
    "new": NewDocument,
    "edit": NewDocument,
    "show": ShowDocument,
    "moves": MovesDocument,
    "perft": PerftDocument,
    "tournament": TournamentDocument,
    "solve": SolutionDocument,
    "analyse": AdviceDocument,
    "verify": VerificationDocument,
    "match": MatchDocument,
    "bounds": BoundsDocument,
    "maximal count": MaximalCountDocument,
    "maximal list": MaximalListDocument,
    "maximal estimate": MaximalEstimateDocument,
    "maximal extreme": MaximalExtremeDocument,
    "simulate": RunDocument,
    "run describe": RunDescriptionDocument,
    "plot scores": PlotScoresDocument,
    "plot margins": PlotMarginsDocument,
    "plot lengths": PlotLengthsDocument,
    "plot branching": PlotBranchingDocument,
    "plot heatmap": PlotHeatmapDocument,
    "plot openings": PlotOpeningsDocument,
    "plot compare": PlotCompareDocument,
    "groups": GroupsDocument,
    "review": ReviewDocument,
    "report": ReportDocument,
    "puzzle solve": PuzzleAnswerDocument,
    "puzzle hint": PuzzleHintDocument,
    "puzzle grade": PuzzleGradeDocument,
    "puzzle generate": GeneratedPuzzleDocument,
    "puzzle convert": PuzzleConvertDocument,
    "puzzle show": PuzzleShowDocument,
    "puzzle check": PuzzleCheckDocument,
    "puzzle variants": PuzzleVariantDocument,
    "puzzle book": PuzzleBookDocument,
    "study generate": StudyGenerate,
    "study check": StudyCheckDocument,
    "study book": StudyBookDocument,
    "campaign new": CampaignNew,
    "campaign plan": CampaignPlan,
    "campaign run": CampaignStatus,
    "campaign status": CampaignStatus,
    "campaign export": CampaignExport,
    "campaign verify": CampaignVerification,
    "page": StaticPage,
    "schema": Commands,
}
"""What each command prints with ``--json``: one document, or one per line."""


def schema_of(command: str) -> dict[str, Any]:
    """Return the JSON Schema of what a command prints.

    Raises
    ------
    OptionError
        If there is no such command.
    """
    if command not in DOCUMENTS:
        raise OptionError(f"command {command!r}: expected one that `litslab schema` lists")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **DOCUMENTS[command].model_json_schema(schema_generator=DocumentSchema),
    }
