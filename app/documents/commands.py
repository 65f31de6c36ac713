"""The document of each command, for ``litslab schema``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from litslab.app.documents.schema import schema_of_type
from litslab.games.errors import OptionError


@dataclass(frozen=True, eq=False)
class Commands:
    """`litslab schema` without a command."""

    commands: list[str]


@dataclass(frozen=True, eq=False)
class StaticPage:
    """`litslab page`."""

    path: str
    """The folder."""
    bytes: int
    """The size of all its files."""


ANSWERS = {
    "rules": "app.documents.rule_texts:RulesAnswer",
    "example": "app.documents.collection:ExampleAnswer",
    "games": "app.documents.positions:Games",
    "new": "app.documents.positions:WrittenRecord",
    "edit": "app.documents.positions:WrittenRecord",
    "show": "app.documents.positions:ShownPosition",
    "moves": "app.documents.positions:LegalMoves",
    "perft": "app.documents.positions:PerftAnswer",
    "tournament": "app.documents.positions:TournamentAnswer",
    "solve": "app.documents.solutions:SolveAnswer",
    "analyse": "solver.advice.advice:Advice",
    "verify": "app.documents.positions:VerifiedCertificate",
    "match": "app.documents.matches:MatchAnswer",
    "bounds": "solver.model.bounds:FinishBounds",
    "maximal count": "solver.finals.count:Tally",
    "maximal list": "app.documents.finals:FinalPositions",
    "maximal estimate": "solver.finals.estimate:CountEstimate",
    "maximal extreme": "app.documents.finals:ExtremeAnswer",
    "simulate": "app.documents.runs:RunStatistics",
    "run describe": "app.documents.runs:RunDescription",
    "plot scores": "app.documents.runs:ScoresPlot",
    "plot margins": "app.documents.runs:NumberPlot",
    "plot lengths": "app.documents.runs:NumberPlot",
    "plot branching": "app.documents.runs:BranchingPlot",
    "plot heatmap": "app.documents.runs:HeatmapPlot",
    "plot trajectory": "app.documents.runs:TrajectoryPlot",
    "plot leader-wins": "app.documents.runs:TrajectoryPlot",
    "plot lead-changes": "app.documents.runs:TrajectoryPlot",
    "plot comebacks": "app.documents.runs:TrajectoryPlot",
    "plot group-sizes": "app.documents.runs:GroupSizesPlot",
    "plot openings": "app.documents.runs:OpeningsPlot",
    "plot pieces": "app.documents.runs:PiecesPlot",
    "plot compare": "app.documents.runs:ComparePlot",
    "groups": "analysis.groups:GroupAnalysis",
    "review": "analysis.review_result:Review",
    "report": "app.documents.reports:ReportAnswer",
    "puzzle solve": "app.documents.explanations:SolveAnswer",
    "puzzle hint": "app.documents.explanations:HintedPuzzle",
    "puzzle grade": "app.documents.explanations:GradeAnswer",
    "puzzle generate": "app.documents.generated:NewPuzzle",
    "puzzle convert": "app.documents.puzzles:ConvertedPuzzles",
    "puzzle show": "app.documents.puzzles:ShownPuzzle",
    "puzzle check": "app.documents.puzzles:CheckedPuzzle",
    "puzzle variants": "app.documents.puzzles:PuzzleVariant",
    "puzzle collection": "app.documents.collection:PuzzleCollection",
    "puzzle book": "app.documents.puzzles:PuzzleBook",
    "study generate": "app.documents.studies:GeneratedStudy",
    "study check": "app.documents.studies:StudyVerdict",
    "study book": "app.documents.studies:StudyBook",
    "study collection": "app.documents.studies:Studies",
    "campaign new": "app.documents.campaigns:NewCampaign",
    "campaign plan": "app.documents.campaigns:CampaignPlan",
    "campaign run": "app.documents.campaigns:CampaignProgress",
    "campaign status": "app.documents.campaigns:CampaignProgress",
    "campaign export": "app.documents.campaigns:ExportedCampaign",
    "campaign verify": "app.documents.campaigns:VerifiedCampaign",
    "page": "app.documents.commands:StaticPage",
    "schema": "app.documents.commands:Commands",
}
"""The type of the answers that each command prints with ``--json``, one or one per line, by its
module and name.
"""


def answer_type(place: str) -> Any:
    """Return a type of answers by its module and name, such as ``solver.advice.advice:Advice``."""
    module, name = place.split(":")
    return getattr(import_module(f"litslab.{module}"), name)


def schema_of(command: str) -> dict[str, Any]:
    """Return the JSON Schema of a command's answers.

    Raises
    ------
    OptionError
        If there is no such command.
    """
    if command not in ANSWERS:
        raise OptionError(f"command {command!r}: expected one that `litslab schema` lists")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema_of_type(answer_type(ANSWERS[command])),
    }
