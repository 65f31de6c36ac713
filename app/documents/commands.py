"""The document of each command, for ``litslab schema``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, RootModel

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
from litslab.games.errors import OptionError

# --- many games ------------------------------------------------------------------------------------------------------


# --- LITS puzzles ----------------------------------------------------------------------------------------------------


class PuzzleName(Document):
    """Which puzzle a document is about."""

    id: str
    """Its id, else its title, else where it was read; never empty."""
    title: str | None = None
    author: str | None = None
    source: str | None = None
    """Where it was published."""
    rules: str | None = None
    """Only where they are not those of LITS."""
    rows: int
    cols: int
    read_from: str
    """The file and the line, or the text itself."""


class Conflict(Document):
    """A region of a set of regions that have no solution together."""

    region: int
    at: str


class Step(Document):
    """A step of a solution by hand; a trial has the chain of steps that follow from its assumption."""

    technique: str
    level: int
    text: str
    looks: list[str]
    shaded: list[str]
    unshaded: list[str]
    excluded: list[str]
    chain: list[Step] = []
    other_chain: list[Step] = []
    """Only where both branches of a square are compared: ``chain`` if it is shaded, this if it is unshaded."""
    contradiction: str | None = None


class Explanation(Document):
    """Steps from a partly solved puzzle."""

    steps: list[Step]
    complete: bool
    limited: bool
    trials: int
    """How many of the steps are trials."""
    assumptions: int
    """How many assumptions were followed in looking for them."""
    contradiction: str | None = None
    """Where the steps show that there is no solution."""
    before: list[str]
    after: list[str]
    solution: list[str] | None


class Reach(Document):
    """How far logic goes in a puzzle with several solutions or none."""

    decided: int
    squares: int
    contradiction: str | None


class PuzzleHint(Explanation, PuzzleName):
    """`litslab puzzle hint`, per puzzle."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    differing: list[str] = []
    """Squares in which two solutions differ."""
    conflict: list[Conflict] | None = None
    """Regions that have no solution together."""
    reach: Reach | None = None
    """Only for a puzzle with several solutions or none."""


class PuzzleAnswer(PuzzleName):
    """`litslab puzzle solve`, per puzzle."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    solution: list[str] | None
    shapes: list[str | None] | None
    solutions: list[list[str]] = []
    complete: bool | None = None
    """Whether ``solutions`` are all there are."""
    differing: list[str] = []
    conflict: list[Conflict] | None = None
    engine: str
    nodes: int
    seconds: float
    explanation: Explanation | None = None


class Grade(Document):
    """How hard a puzzle is for a human solver."""

    level: int
    label: str
    score: float
    techniques: dict[str, int]
    trials: int
    """How many trials the easiest path takes."""
    concentration: float
    solved: bool
    limited: bool = False
    """Whether the limit was reached before it was solved."""


class PuzzleGrade(PuzzleName):
    """`litslab puzzle grade`, per puzzle; one with several solutions or none has no grade."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    differing: list[str] = []
    """Squares in which two solutions differ."""
    conflict: list[Conflict] | None = None
    """Regions that have no solution together."""
    level: int | None = None
    label: str | None = None
    score: float | None = None
    techniques: dict[str, int] | None = None
    trials: int | None = None
    concentration: float | None = None
    solved: bool = False
    limited: bool = False
    """Whether the limit was reached before it was solved."""
    reach: Reach | None = None
    """Only for a puzzle with several solutions or none."""


class Puzzle(Document):
    """A puzzle as the JSON format of `litslab puzzle convert` has it."""

    id: str
    title: str | None = None
    author: str | None = None
    source: str | None = None
    rows: int
    cols: int
    regions: list[list[int]]
    rules: str | None = None
    """Only where they are not those of LITS."""
    givens: list[str] | None = None
    solution: list[str] | None = None


class GeneratedPuzzle(Puzzle, Grade):
    """`litslab puzzle generate`, per puzzle."""

    elegance: float | None = None
    """How elegant the puzzle is, from 0 to 1."""
    status: Literal["unique"]
    shapes: list[str | None]
    url: str | None
    penpa: str | None = None
    """Only if a puzz.link URL cannot express the puzzle."""
    seed: int
    number: int
    rejected: dict[str, int]
    """Why candidates before it were rejected."""
    missed: list[str] | None = None
    """Only with --picture: the squares in which the solution differs from the picture."""


class PuzzleShow(Puzzle):
    """`litslab puzzle show`, per puzzle."""

    read_from: str
    level: str | None = None
    shapes: list[str | None] | None
    broken: list[str]
    """What is wrong with the solution in the file."""


class PuzzleConvert(Document):
    """`litslab puzzle convert`."""

    path: str | None
    format: str
    puzzles: int
    names: list[PuzzleName]
    """Which puzzles, in order."""
    text: str


class BorderMove(Document):
    """A square that moves to a region next to it; regions are called by their first squares before any move."""

    square: str
    leaves: str
    joins: str


class PuzzleRepair(Document):
    """Border moves after which a puzzle has exactly one solution, which is proved."""

    moves: list[BorderMove]
    keeps_solution: bool
    """Whether the solution was one before, too."""
    regions: list[list[int]]
    solution: list[str]
    url: str | None


class PuzzleCheck(PuzzleName):
    """`litslab puzzle check`, per puzzle."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    solutions: int
    """How many were found."""
    complete: bool
    """Whether these are all there are."""
    differing: list[str]
    """The squares that are shaded in some of the solutions found, but not in all."""
    conflict: list[Conflict] | None = None
    repairs: list[PuzzleRepair]
    searched: bool
    """Whether the search for repairs came to its end."""
    tried: int


class PuzzleVariant(Puzzle):
    """`litslab puzzle variants`, per variant."""

    variant: str
    of: str
    """The id of the puzzle that it was made of."""
    status: Literal["unique", "multiple", "impossible", "undecided"]
    url: str | None


class PuzzleBook(Document):
    """`litslab puzzle book`."""

    path: str
    puzzles: int


# --- studies ---------------------------------------------------------------------------------------------------------


class Study(Document):
    """A study, as a record stores it."""

    game: str
    title: str
    solution: str
    plies: int | None = None
    level: int | None = None
    surprise: bool | None = None
    seed: int | None = None
    number: int | None = None
    proved_by: list[str]
    to_move: str
    constructed: bool
    choices: int
    board: list[str]
    record: str
    file: str | None
    """The file that it was written to."""


class StudySummary(Document):
    """What a run found, and why candidates were rejected."""

    found: int
    kept: int
    wanted: int
    rejected: dict[str, int]
    nodes: int


class StudyStatistics(Document):
    """The last document of `litslab study generate --stats`."""

    summary: StudySummary


class StudyGenerate(RootModel[Study | StudyStatistics]):
    """`litslab study generate`, per study, and at the end with ``--stats``."""


class SecondEngine(Document):
    """What a second engine found."""

    engine: str
    agrees: bool | None
    """None if it reached a limit first."""
    nodes: int
    seconds: float


class Refutation(Document):
    """How a wrong move is refuted."""

    move: str
    value: int
    replies: list[str]
    line: list[str]


class StudyCheck(Document):
    """`litslab study check`; what is not proved is None or empty."""

    status: Literal["study", "not-a-study", "undecided"]
    wrong: list[str]
    complete: bool
    to_move: str
    constructed: bool
    winning: list[str]
    greedy: list[str]
    value: int | None
    plies: int | None
    surprise: bool | None
    level: int | None
    difficulty: float | None
    choices: int
    tempting: int | None
    close: int | None
    line: list[str]
    engine: str
    nodes: int
    seconds: float
    second: SecondEngine | None = None
    refutations: list[Refutation] = []


class StudyBook(Document):
    """`litslab study book`."""

    path: str
    studies: int


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
    "puzzle solve": PuzzleAnswer,
    "puzzle hint": PuzzleHint,
    "puzzle grade": PuzzleGrade,
    "puzzle generate": GeneratedPuzzle,
    "puzzle convert": PuzzleConvert,
    "puzzle show": PuzzleShow,
    "puzzle check": PuzzleCheck,
    "puzzle variants": PuzzleVariant,
    "puzzle book": PuzzleBook,
    "study generate": StudyGenerate,
    "study check": StudyCheck,
    "study book": StudyBook,
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
