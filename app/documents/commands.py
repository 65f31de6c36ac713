"""The document of each command, for ``litslab schema``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from litslab.app.documents.base import SUFFIX, Document, Lines
from litslab.games.errors import OptionError


class DocumentSchema(GenerateJsonSchema):
    """JSON Schemas that name a document after its class, without the suffix ``Document``."""

    def normalize_name(self, name: str) -> str:
        """Return the name of a definition."""
        return super().normalize_name(name).removesuffix(SUFFIX)


class CommandsDocument(Document):
    """`litslab schema` without a command."""

    commands: list[str]

    def lines(self) -> Lines:
        """Yield the commands."""
        yield from self.commands


class StaticPageDocument(Document):
    """`litslab page`."""

    path: str
    """The folder."""
    bytes: int
    """The size of all its files."""

    def lines(self) -> Lines:
        """Yield the size, and a command to look at the page."""
        look = f"python -m http.server --directory {self.path}"
        yield f"{self.path}: {self.bytes / 1e6:.1f} MB written; to look at it: {look}"


DOCUMENTS = {
    "rules": "rule_texts.RulesAnswer",
    "example": "collection.ExampleAnswer",
    "games": "positions.GamesDocument",
    "new": "positions.NewDocument",
    "edit": "positions.NewDocument",
    "show": "positions.ShowDocument",
    "moves": "positions.MovesDocument",
    "perft": "positions.PerftDocument",
    "tournament": "positions.TournamentDocument",
    "solve": "solutions.SolutionDocument",
    "analyse": "solutions.AdviceDocument",
    "verify": "positions.VerificationDocument",
    "match": "positions.MatchDocument",
    "bounds": "finals.BoundsDocument",
    "maximal count": "finals.MaximalCountDocument",
    "maximal list": "finals.MaximalListDocument",
    "maximal estimate": "finals.MaximalEstimateDocument",
    "maximal extreme": "finals.MaximalExtremeDocument",
    "simulate": "runs.RunDocument",
    "run describe": "runs.RunDescriptionDocument",
    "plot scores": "runs.PlotScoresDocument",
    "plot margins": "runs.PlotMarginsDocument",
    "plot lengths": "runs.PlotLengthsDocument",
    "plot branching": "runs.PlotBranchingDocument",
    "plot heatmap": "runs.PlotHeatmapDocument",
    "plot trajectory": "runs.PlotTrajectoryDocument",
    "plot leader-wins": "runs.PlotLeaderWinsDocument",
    "plot lead-changes": "runs.PlotLeadChangesDocument",
    "plot comebacks": "runs.PlotComebacksDocument",
    "plot group-sizes": "runs.PlotGroupSizesDocument",
    "plot openings": "runs.PlotOpeningsDocument",
    "plot pieces": "runs.PlotPiecesDocument",
    "plot compare": "runs.PlotCompareDocument",
    "groups": "reports.GroupsDocument",
    "review": "reports.ReviewDocument",
    "report": "reports.ReportDocument",
    "puzzle solve": "puzzles.PuzzleAnswerDocument",
    "puzzle hint": "puzzles.PuzzleHintDocument",
    "puzzle grade": "puzzles.PuzzleGradeAnswer",
    "puzzle generate": "puzzles.GeneratedPuzzleDocument",
    "puzzle convert": "puzzles.PuzzleConvertDocument",
    "puzzle show": "puzzles.PuzzleShowDocument",
    "puzzle check": "puzzles.PuzzleCheckDocument",
    "puzzle variants": "puzzles.PuzzleVariantDocument",
    "puzzle collection": "collection.PuzzleCollectionDocument",
    "puzzle book": "puzzles.PuzzleBookDocument",
    "study generate": "studies.StudyGenerate",
    "study check": "studies.StudyCheckDocument",
    "study book": "studies.StudyBookDocument",
    "study collection": "studies.StudyCollectionDocument",
    "campaign new": "campaigns.CampaignNewDocument",
    "campaign plan": "campaigns.CampaignPlanDocument",
    "campaign run": "campaigns.CampaignStatusDocument",
    "campaign status": "campaigns.CampaignStatusDocument",
    "campaign export": "campaigns.CampaignExportDocument",
    "campaign verify": "campaigns.CampaignVerificationDocument",
    "page": "commands.StaticPageDocument",
    "schema": "commands.CommandsDocument",
}
"""The module and class of the documents that each command prints with ``--json``: one, or one per
line.
"""


def document_class(place: str) -> type[BaseModel]:
    """Return the class of a document by its module in `app.documents` and its name."""
    module, name = place.split(".")
    found: type[BaseModel] = getattr(import_module(f"litslab.app.documents.{module}"), name)
    return found


def schema_of(command: str) -> dict[str, Any]:
    """Return the JSON Schema of a command's documents.

    Raises
    ------
    OptionError
        If there is no such command.
    """
    if command not in DOCUMENTS:
        raise OptionError(f"command {command!r}: expected one that `litslab schema` lists")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **document_class(DOCUMENTS[command]).model_json_schema(schema_generator=DocumentSchema),
    }
