"""What the page asks and is answered beyond the documents of the commands (`app.documents`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from litslab.app.documents.base import DESCRIBED, At, Document
from litslab.app.documents.positions import PositionDocument

Square = str


class Request(BaseModel):
    """What all requests have in common: unknown keys are refused."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, defer_build=True, use_attribute_docstrings=DESCRIBED
    )


class NewRequest(Request):
    """A new game."""

    game: str = Field(max_length=60)
    options: dict[str, Any] = {}
    """The game's options, as `litslab games` lists them."""
    seed: int = Field(default=0, ge=0, lt=1 << 63)
    """Of the board, where the game's board carries symbols."""
    board: list[str] | None = Field(default=None, max_length=100)
    """The board's symbols instead of a random one: its rows, the top row first."""


class SetupRequest(Request):
    """A position that is set up by hand."""

    game: str = Field(max_length=60)
    options: dict[str, Any] = {}
    board: list[str] | None = Field(default=None, max_length=100)
    """The board's symbols, where the game has them: its rows, the top row first."""
    placed: str = Field(default="", max_length=20_000)
    """The placements on the board, in the notation of moves."""
    to_move: str | None = Field(default=None, max_length=20)
    """The side to move; the one that would be, where it is not given."""


class RecordRequest(Request):
    """A position: a record, and how many of its moves have been played."""

    record: str = Field(max_length=200_000)
    """A record as TOML, or a game in the LITS Text Protocol."""
    at: int | None = Field(default=None, ge=0)
    """After how many moves; all where it is not given."""


class MoveRequest(RecordRequest):
    """A move in a position."""

    move: str = Field(max_length=200)


class SquareRequest(RecordRequest):
    """A square of a position."""

    square: str = Field(max_length=10)


class TimedRequest(Request):
    """What is answered by a process of its own, which ends when its time is over."""

    time_limit: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Seconds; the longest that the server allows where it is not given, or asks for more."""


class GroupsRequest(RecordRequest, TimedRequest):
    """The groups of a position."""


class AnalyseRequest(RecordRequest, TimedRequest):
    """An analysis of a position."""

    threads: int = Field(default=1, ge=1, le=64)


class SolveRequest(AnalyseRequest):
    """An exact analysis of a position."""

    nodes: int | None = Field(default=None, ge=1)
    """Positions to visit; the most that the server allows where it is not given, or asks for more."""
    all_moves: bool = False


class ReviewRequest(RecordRequest, TimedRequest):
    """A review of a game; a minute where no time is given."""


class BoundsRequest(RecordRequest, TimedRequest):
    """The least and the greatest final margin."""

    threads: int = Field(default=1, ge=1, le=64)
    seed: int = Field(default=0, ge=0, lt=1 << 31)


class AnswerRequest(RecordRequest, TimedRequest):
    """A move of an engine at one of its levels."""

    player: str = Field(default="mcts:2000", max_length=40)
    seed: int = Field(default=0, ge=0, lt=1 << 63)


class ClueRequest(RecordRequest, TimedRequest):
    """A position in which somebody looks for the winning move."""

    nodes: int | None = Field(default=None, ge=1)
    """Positions to visit; the most that the server allows where it is not given, or asks for more."""


class AttemptRequest(ClueRequest, MoveRequest):
    """A move with which somebody tries to win a study."""


class StudiesRequest(TimedRequest):
    """Endgame studies to generate; a minute where no time is given."""

    game: str = Field(max_length=60)
    options: dict[str, Any] = {}
    """The game's options, as `litslab games` lists them."""
    plies: int = Field(default=6, ge=1, le=40)
    """The length of the principal variation."""
    count: int = Field(default=1, ge=1, le=50)
    surprise: bool = True
    """Whether every greedy move has to lose."""
    seed: int = Field(default=0, ge=0, lt=1 << 63)


class ReportRequest(TimedRequest):
    """A report on a game."""

    game: str = Field(default="", max_length=60)
    options: dict[str, Any] = {}
    """The game's options, as `litslab games` lists them."""
    record: str | None = Field(default=None, max_length=200_000)
    """A record instead: its game, options and board."""
    quick: bool = True
    """Whether to play fewer games."""
    counts: bool = False
    """Whether openings are shown with the numbers of their games."""
    seed: int = Field(default=0, ge=0, lt=1 << 31)


class PuzzleRequest(Request):
    """A puzzle: a URL or another text that is a puzzle, as `litslab puzzle solve` reads it."""

    puzzle: str = Field(max_length=200_000)
    rules: str | None = Field(default=None, max_length=40)
    """The rules, as `litslab puzzle solve --rules` has them; those that the text says where not given."""


class ConvertRequest(Request):
    """Puzzles in another format."""

    puzzle: str = Field(max_length=200_000)
    """Puzzles in any format."""
    to: str = Field(max_length=20)
    """The name of one of the formats that ``GET formats`` lists."""


class GridRequest(Request):
    """A puzzle by its regions, as a page that draws them has it."""

    rows: int = Field(ge=1, le=100)
    cols: int = Field(ge=1, le=100)
    regions: list[list[int]] = Field(max_length=100)
    """The region of each square, the top row first; -1 for a square that belongs to none."""
    rules: str = Field(default="lits", max_length=40)
    shaded: list[str] = Field(default=[], max_length=2_000)
    """Squares that are shaded, such as ``a3``."""
    unshaded: list[str] = Field(default=[], max_length=2_000)
    """Squares that are marked as unshaded."""


class GridWorkRequest(GridRequest, TimedRequest):
    """A puzzle by its regions, for what may take long."""


class PuzzleBookRequest(TimedRequest):
    """A booklet of puzzles."""

    puzzles: str = Field(max_length=200_000)
    """Puzzles in any format."""
    title: str = Field(default="LITS", max_length=200)
    subtitle: str = Field(default="", max_length=200)
    author: str = Field(default="", max_length=200)
    sort: Literal["level", "size", "title"] | None = None
    """What they are sorted by; in the order given if not used."""
    per_page: int = Field(default=4, ge=1, le=20)
    paper: Literal["a4", "a5", "letter"] = "a4"
    cover: bool = True
    rules: bool = True
    levels: bool = True
    codes: bool = True
    """Whether links are printed as QR codes."""
    hints: bool = False
    solutions: bool = True


class StudyBookRequest(TimedRequest):
    """A booklet of endgame studies."""

    records: list[str] = Field(max_length=1000)
    """Records of studies."""
    title: str = Field(default="Endgame studies", max_length=200)
    subtitle: str = Field(default="", max_length=200)
    author: str = Field(default="", max_length=200)
    per_page: int = Field(default=4, ge=1, le=20)
    paper: Literal["a4", "a5", "letter"] = "a4"
    cover: bool = True


class GenerateRequest(TimedRequest):
    """Puzzles to generate; a minute where no time is given."""

    size: int = Field(default=10, ge=4, le=40)
    count: int = Field(default=1, ge=1, le=50)
    seed: int = Field(default=0, ge=0, lt=1 << 63)
    symmetry: Literal["none", "half-turn", "mirror", "quarter-turn"] = "none"
    rules: str = Field(default="lits", max_length=40)
    levels: tuple[int, int] | None = None
    solution: list[str] = Field(default=[], max_length=40)
    """The solution around which regions are wanted: its rows of ``#`` and ``.``, the top row first; any where empty."""


class PictureRequest(TimedRequest):
    """A picture that a solution should look like; a minute where no time is given."""

    picture: list[str] = Field(max_length=40)
    """Its rows of ``#`` (shaded), ``.`` (blank) and ``?`` (either), the top row first."""
    seed: int = Field(default=0, ge=0, lt=1 << 63)


class SimulateRequest(TimedRequest):
    """Games to simulate."""

    game: str = Field(max_length=60)
    options: dict[str, Any] = {}
    players: tuple[str, str] = ("random", "random")
    count: int = Field(default=1_000, ge=1)
    seed: int = Field(default=0, ge=0, lt=1 << 63)


class FilesRequest(Request):
    """The files of the server's folder."""


class FileRequest(Request):
    """A file of the server's folder."""

    name: str = Field(max_length=200)


class SaveRequest(FileRequest):
    """A record or puzzle to save in the server's folder."""

    text: str = Field(max_length=200_000)
    replace: bool = False
    """Whether a file of this name may be replaced."""


class PlotRequest(TimedRequest):
    """A picture of a saved run of the server's folder."""

    run: str = Field(max_length=200)
    """The name of the run's file."""
    kind: Literal["scores", "margins", "lengths", "branching", "heatmap", "openings", "compare"]
    layer: str | None = Field(default=None, max_length=40)
    """For ``heatmap``: what shows on a square; any piece where it is not given."""
    winner: str | None = Field(default=None, max_length=40)
    """For ``heatmap``: count only the games that this side won."""
    other: str | None = Field(default=None, max_length=200)
    """For ``compare``: the other run."""
    column: str = Field(default="length", max_length=40)
    """For ``compare``: which number."""


class PieceKind(Document):
    """A kind of piece that can be placed, and how it can lie."""

    piece: str
    """L, I, T, S, or ``domino``."""
    left: int | None
    """How many are left in the supply; None where it is not limited."""
    orientations: list[list[tuple[int, int, str]]]
    """Each a list of squares: column and row from the lower left corner, and the colour: w, b, or empty."""


class LegalPlacement(Document):
    """A placement that is legal now."""

    move: str
    piece: str
    squares: list[tuple[Square, str]]
    """Each square with its colour: w, b, or empty."""


class PlayedMove(Document):
    """A move of the record."""

    move: str
    side: str
    """The side that made it."""


class VisibleGroup(Document):
    """A group of one colour."""

    colour: str
    side: str
    squares: list[Square]
    counts: bool
    """Whether it adds to the score."""


class PositionPage(Document):
    """All that a page needs to show a position and to take a move."""

    record: str
    """The record as TOML."""
    title: str
    ply: int
    moves: list[PlayedMove]
    """All moves of the record, those after this position too."""
    position: PositionDocument
    columns: Annotated[int, At("rules.board.columns")]
    rows: Annotated[int, At("rules.board.rows")]
    svg: str
    """The picture; its elements of the class ``hit`` are the squares, each with its ``data-square``."""
    pieces: list[PieceKind]
    legal: list[LegalPlacement]
    can_swap: bool
    groups: list[VisibleGroup]
    uncoverable: list[Square]
    """Free squares that no placement can cover any more."""


class Started(Document):
    """A new game."""

    record: str
    page: PositionPage


class MoveEffect(Document):
    """What a move does, or which rules forbid it."""

    move: str
    legal: bool
    broken: list[str]
    """Every rule that it breaks."""
    covers: dict[str, int]
    scores: dict[str, int]
    takes_away: int | None
    """How many placements that are legal now would not be any more."""
    protects: list[Square]
    """Squares that nothing could cover any more after it."""
    keeps: dict[str, int]
    """What shows on the squares that it protects, and how often."""


class Remaining(Document):
    """What can still be played on a square."""

    placements: int
    """How many placements are legal in the position."""
    covering: list[str]
    """Those that cover the square."""


class EngineMove(Document):
    """A move that the engine has chosen."""

    move: str


class StudyPage(Document):
    """A study that was read: what its record claims of it, without the solution."""

    record: str
    title: str
    to_move: str
    plies: int
    level: int
    surprise: bool
    page: PositionPage


class Attempt(Document):
    """Whether a move of a study wins, and how the opponent answers."""

    move: str
    status: Literal["right", "wrong", "undecided"]
    replies: list[str]
    """The opponent's best moves, until it is the solver's turn again or the game is over."""
    line: list[str]
    """Best play after the move, to the end of the game."""
    seconds: float
    nodes: int


class Clue(Document):
    """The winning move of a position, for hints that tell more and more of it."""

    status: Literal["found", "lost", "undecided"]
    """Whether a move wins; ``lost`` where none does."""
    move: str | None
    piece: str | None
    """L, I, T, S, or ``domino``."""
    squares: list[Square]
    winning: int
    """How many moves win."""


class Pdf(Document):
    """A booklet."""

    name: str
    entries: int
    """How many puzzles or studies it has."""
    pdf: str
    """The file in base64."""


class ReportPage(Document):
    """A report on a game."""

    title: str
    verdict: list[str]
    """What it comes to, in sentences."""
    missing: list[str]
    """What is not in it because the time was over."""
    html: str
    """A whole HTML document, without scripts."""


class PuzzlePage(Document):
    """A puzzle that was read, and its picture."""

    rows: int
    cols: int
    regions: list[list[int]]
    givens: dict[Square, bool]
    """Squares that the source gives, and whether they are shaded."""
    rules: str
    url: str | None
    text: str
    """The puzzle as a grid of letters."""


class GridState(Document):
    """What is known of a grid while it is drawn."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    solution: list[Square] | None
    shapes: dict[Square, str] | None
    solutions: list[list[Square]]
    """The shaded squares of the solution, or of two where there are several."""
    differing: list[Square]
    """Squares in which two solutions differ."""
    small: list[int]
    """Regions of fewer than four squares."""
    url: str | None
    seconds: float


class Mistakes(Document):
    """Marks that differ from the solution."""

    wrong: list[Square]
    complete: bool
    """Whether all shaded squares of the solution are shaded, and no others."""


class HintStep(Document):
    """The next step of a human solver."""

    technique: str
    level: int
    text: str
    squares: Annotated[list[Square], At("looks")]
    """The squares that the step looks at."""
    shade: Annotated[list[Square], At("shaded")]
    unshade: Annotated[list[Square], At("unshaded")]
    excluded: list[str]
    """Placements that the step rules out."""


class PictureShading(Document):
    """The solution found that looks most like a picture, and the squares that differ from it."""

    shaded: list[Square]
    missed: list[Square]


class Explanation(Document):
    """The whole way through a puzzle, as a human solver could go."""

    steps: list[HintStep]
    complete: bool


class Conflict(Document):
    """Regions that cannot be filled together; None where none were found in time."""

    regions: list[int] | None


class Hint(Document):
    """The next step from the marks of a human solver; None where none is known."""

    step: HintStep | None
    solved: bool


class RunState(Document):
    """A simulation, as far as it has come."""

    games: int
    margins: dict[str, int]
    """How many games ended with each margin."""
    lengths: dict[str, int]
    wins: dict[str, int]


FileKind = Literal["record", "puzzle", "run"]


class File(Document):
    """A file of the server's folder."""

    name: str
    kind: FileKind
    size: int
    """In bytes."""


class FileList(Document):
    """The records, puzzles and runs of the server's folder, by name."""

    available: bool
    """Whether the server was given a folder."""
    files: list[File]
    more: bool
    """Whether there are more than are listed."""


class FileText(Document):
    """A record or puzzle of the server's folder."""

    name: str
    kind: FileKind
    text: str


class Saved(Document):
    """A file that was written."""

    name: str


class Plot(Document):
    """A picture."""

    svg: str


class Failure(Document):
    """Why a request was not carried out."""

    error: str
