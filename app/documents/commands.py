"""The document of each command, for ``litslab schema``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from litslab.app.documents.base import Document, DocumentSchema
from litslab.app.documents.campaigns import (
    CampaignExportDocument,
    CampaignNewDocument,
    CampaignPlanDocument,
    CampaignStatusDocument,
    CampaignVerificationDocument,
)
from litslab.app.documents.collection import ExampleAnswer, PuzzleCollectionDocument
from litslab.app.documents.finals import (
    BoundsDocument,
    MaximalCountDocument,
    MaximalEstimateDocument,
    MaximalExtremeDocument,
    MaximalListDocument,
)
from litslab.app.documents.positions import (
    GamesDocument,
    MatchDocument,
    MovesDocument,
    NewDocument,
    PerftDocument,
    ShowDocument,
    TournamentDocument,
    VerificationDocument,
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
from litslab.app.documents.rule_texts import RulesAnswer
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
from litslab.app.documents.solutions import AdviceDocument, SolutionDocument
from litslab.app.documents.studies import StudyBookDocument, StudyCheckDocument, StudyCollectionDocument, StudyGenerate
from litslab.games.errors import OptionError


class CommandsDocument(Document):
    """`litslab schema` without a command."""

    commands: list[str]

    def lines(self) -> Iterator[str]:
        """Yield the commands."""
        yield from self.commands


class StaticPageDocument(Document):
    """`litslab page`."""

    path: str
    """The folder."""
    bytes: int
    """The size of all its files."""

    def lines(self) -> Iterator[str]:
        """Yield the size, and how to look at the page."""
        look = f"python -m http.server --directory {self.path}"
        yield f"{self.path}: {self.bytes / 1e6:.1f} MB written; to look at it: {look}"


DOCUMENTS: dict[str, type[BaseModel]] = {
    "rules": RulesAnswer,
    "example": ExampleAnswer,
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
    "puzzle collection": PuzzleCollectionDocument,
    "puzzle book": PuzzleBookDocument,
    "study generate": StudyGenerate,
    "study check": StudyCheckDocument,
    "study book": StudyBookDocument,
    "study collection": StudyCollectionDocument,
    "campaign new": CampaignNewDocument,
    "campaign plan": CampaignPlanDocument,
    "campaign run": CampaignStatusDocument,
    "campaign status": CampaignStatusDocument,
    "campaign export": CampaignExportDocument,
    "campaign verify": CampaignVerificationDocument,
    "page": StaticPageDocument,
    "schema": CommandsDocument,
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
