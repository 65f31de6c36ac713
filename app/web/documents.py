"""Requests of the page, and the answers that no command prints (`app.documents`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from litslab.app.documents.positions import PositionDescription
from litslab.jobs.machine import processors
from litslab.jobs.work_options import LARGEST_SEED, MOST_THREADS, check_seed, check_threads

Square = str


def _checked(check: Callable[[Any], None]) -> BeforeValidator:
    """Return a validator that refuses a value in the words of a check."""

    def checked(value: Any) -> Any:
        check(value)
        return value

    return BeforeValidator(checked)


SearchSeed = Annotated[int, Field(ge=0, le=LARGEST_SEED), _checked(check_seed)]
"""A random seed of a search."""

Threads = Annotated[
    int,
    Field(ge=1, le=MOST_THREADS),
    AfterValidator(lambda threads: min(threads, processors())),
    _checked(check_threads),
]
"""Threads of a search: at most one per processor."""


class Request(BaseModel):
    """Base of all requests: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


class SeededRequest(Request):
    """Base of the requests for something random."""

    seed: int = Field(default=0, ge=0, lt=1 << 63)
    """The random seed; of boards, only those with symbols are random."""


class GameRequest(Request):
    """A game with its options."""

    game: str = Field(max_length=60)
    options: dict[str, Any] = {}
    """The game's options, as `litslab games` lists them."""


class NewRequest(GameRequest, SeededRequest):
    """A new game."""

    board: list[str] | None = Field(default=None, max_length=100)
    """The board's symbols instead of a random one, or the colours of a position of TAIJI: its rows,
    the top row first.
    """
    x: int | None = Field(default=None, ge=0, le=10_000)
    """Number of X on a random board; by default three in ten squares."""
    o: int | None = Field(default=None, ge=0, le=10_000)
    """Number of O. Equal numbers make a board on which a half turn exchanges X and O."""


class SetupRequest(GameRequest):
    """A position that is set up by hand."""

    board: list[str] | None = Field(default=None, max_length=100)
    """The board's symbols, if the game has them: its rows, the top row first."""
    placed: str = Field(default="", max_length=20_000)
    """The placements on the board, in the notation of moves."""
    to_move: str | None = Field(default=None, max_length=20)
    """The side to move; by default the one whose turn it is after these placements."""


class RecordRequest(Request):
    """A position: a record, and how many of its moves have been played."""

    record: str = Field(max_length=200_000)
    """A record as TOML, or a game in the LITS Text Protocol."""
    at: int | None = Field(default=None, ge=0)
    """The number of moves played; by default all."""


class MoveRequest(RecordRequest):
    """A move in a position."""

    move: str = Field(max_length=200)


class SquareRequest(RecordRequest):
    """A square of a position."""

    square: str = Field(max_length=10)


class TimedRequest(Request):
    """Base of the requests that a process of their own answers; it ends when its time is over."""

    time_limit: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Seconds; by default, and at most, as many as the server allows."""


class GroupsRequest(RecordRequest, TimedRequest):
    """The groups of a position."""


class AnalyseRequest(RecordRequest, TimedRequest):
    """An analysis of a position."""

    threads: Threads = 1
    """At most one per processor is used."""


class SolveRequest(AnalyseRequest):
    """An exact analysis of a position."""

    nodes: int | None = Field(default=None, ge=1)
    """Positions to visit; by default, and at most, as many as the server allows."""
    all_moves: bool = False


class ReviewRequest(RecordRequest, TimedRequest):
    """A review of a game; it takes a minute by default."""


class BoundsRequest(AnalyseRequest):
    """The least and the greatest final margin."""

    seed: SearchSeed = 0


class AnswerRequest(RecordRequest, TimedRequest, SeededRequest):
    """A move of an engine at one of its levels."""

    player: str = Field(default="mcts:2000", max_length=40)


class ClueRequest(RecordRequest, TimedRequest):
    """A position whose winning move is wanted."""

    nodes: int | None = Field(default=None, ge=1)
    """Positions to visit; by default, and at most, as many as the server allows."""


class AttemptRequest(ClueRequest, MoveRequest):
    """An attempt to solve a study by a move."""


class StudiesRequest(GameRequest, TimedRequest, SeededRequest):
    """Endgame studies to generate; the search takes a minute by default."""

    plies: int = Field(default=6, ge=1, le=40)
    """The length of the principal variation."""
    count: int = Field(default=1, ge=1, le=50)
    surprise: bool = True
    """Require that every greedy move loses."""


class ReportRequest(GameRequest, TimedRequest):
    """A report on a game."""

    game: str = Field(default="", max_length=60)
    record: str | None = Field(default=None, max_length=200_000)
    """A record instead: its game, options and board."""
    quick: bool = True
    """Play fewer games."""
    games: int | None = Field(default=None, ge=1, le=20_000)
    """The games of the engine with itself, as of `litslab report --games`."""
    playouts: int | None = Field(default=None, ge=1, le=10_000_000)
    """Random games per move of the engine."""
    counts: bool = False
    """Show openings with the numbers of their games."""
    seed: SearchSeed = 0


class PuzzleRequest(Request):
    """A puzzle: a URL or another text that is a puzzle, as `litslab puzzle solve` reads it."""

    puzzle: str = Field(max_length=200_000)
    rules: str | None = Field(default=None, max_length=40)
    """The rules, named as by `litslab puzzle solve --rules`; by default those that the
    text names.
    """


class ConvertRequest(Request):
    """Puzzles in another format."""

    puzzle: str = Field(max_length=200_000)
    """Puzzles in any format."""
    to: str = Field(max_length=20)
    """The name of one of the formats that ``GET formats`` lists."""


class GridRequest(Request):
    """A puzzle by its regions, with a solver's marks."""

    rows: int = Field(ge=1, le=100)
    cols: int = Field(ge=1, le=100)
    regions: list[list[int]] = Field(max_length=100)
    """The region of each square, the top row first; -1 for a square outside every region."""
    rules: str = Field(default="lits", max_length=40)
    shaded: list[str] = Field(default=[], max_length=2_000)
    """Squares that are shaded, such as ``a3``."""
    unshaded: list[str] = Field(default=[], max_length=2_000)
    """Squares that are marked as unshaded."""


class GridWorkRequest(GridRequest, TimedRequest):
    """A puzzle by its regions, for work that may take long."""


class BookRequest(TimedRequest):
    """Base of the requests for a booklet."""

    subtitle: str = Field(default="", max_length=200)
    author: str = Field(default="", max_length=200)
    per_page: int = Field(default=4, ge=1, le=20)
    paper: Literal["a4", "a5", "letter"] = "a4"
    cover: bool = True


class PuzzleBookRequest(BookRequest):
    """A booklet of puzzles."""

    puzzles: str = Field(max_length=200_000)
    """Puzzles in any format."""
    title: str = Field(default="LITS", max_length=200)
    sort: Literal["level", "size", "title"] | None = None
    """The order of the puzzles; by default the order given."""
    rules: bool = True
    levels: bool = True
    codes: bool = True
    """Print links as QR codes."""
    hints: bool = False
    solutions: bool = True


class StudyBookRequest(BookRequest):
    """A booklet of endgame studies."""

    records: list[str] = Field(max_length=1000)
    """Records of studies."""
    title: str = Field(default="Endgame studies", max_length=200)


class GenerateRequest(TimedRequest, SeededRequest):
    """Puzzles to generate; the search takes a minute by default."""

    size: int = Field(default=10, ge=4, le=40)
    count: int = Field(default=1, ge=1, le=50)
    symmetry: Literal["none", "half-turn", "mirror", "quarter-turn"] = "none"
    rules: str = Field(default="lits", max_length=40)
    levels: tuple[int, int] | None = None
    solution: list[str] = Field(default=[], max_length=40)
    """The solution that the puzzles should have: its rows of ``#`` and ``.``, the top row first;
    any if empty.
    """


class PictureRequest(TimedRequest, SeededRequest):
    """A picture that a solution should look like; the search takes a minute by default."""

    picture: list[str] = Field(max_length=40)
    """Its rows of ``#`` (shaded), ``.`` (blank) and ``?`` (either), the top row first."""


class SimulateRequest(GameRequest, TimedRequest, SeededRequest):
    """Games to simulate."""

    players: tuple[str, str] = ("random", "random")
    count: int = Field(default=1_000, ge=1)


class FilesRequest(Request):
    """The files of the server's folder."""


class FileRequest(Request):
    """A file of the server's folder."""

    name: str = Field(max_length=200)


class SaveRequest(FileRequest):
    """A record or puzzle to save in the server's folder."""

    text: str = Field(max_length=200_000)
    replace: bool = False
    """Replace a file of this name."""


class PlotRequest(TimedRequest):
    """A picture of a saved run of the server's folder."""

    run: str = Field(max_length=200)
    """The name of the run's file."""
    kind: Literal[
        "scores",
        "margins",
        "lengths",
        "branching",
        "trajectory",
        "leader_wins",
        "lead_changes",
        "comebacks",
        "heatmap",
        "openings",
        "compare",
    ]
    layer: str | None = Field(default=None, max_length=40)
    """For ``heatmap``: the character to count on each square; by default any piece."""
    winner: str | None = Field(default=None, max_length=40)
    """For ``heatmap``: count only the games that this side won."""
    other: str | None = Field(default=None, max_length=200)
    """For ``compare``: the other run."""
    column: str = Field(default="length", max_length=40)
    """For ``compare``: the column of the runs."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PieceKind:
    """A kind of piece that can be placed, and its orientations."""

    piece: str
    """L, I, T, S, or ``domino``."""
    left: int | None
    """Pieces left in the supply; None if it is not limited."""
    orientations: list[list[tuple[int, int, str]]]
    """Each a list of squares: column and row from the lower left corner, and the colour: w, b, or
    empty.
    """
    notation: list[str]
    """For each orientation the text of a placement, with {0}, {1} … for the names of its squares;
    empty if the board has no room for it.
    """


@dataclass(frozen=True, eq=False, kw_only=True)
class LegalPlacement:
    """A placement that is legal now."""

    move: str
    piece: str
    squares: list[tuple[Square, str]]
    """Each square with its colour: w, b, or empty."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayedMove:
    """A move of the record."""

    move: str
    side: str
    """The side that made it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class VisibleGroup:
    """A group of one colour."""

    colour: str
    side: str
    squares: list[Square]
    counts: bool
    """True for a group that adds to the score."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PhaseInForce:
    """A phase of a game: what scores in it, and the score so far."""

    game: str
    """The title of the game that is played in the phase."""
    scoring: str
    """What scores under the options, in one sentence; empty for a plug-in."""
    aims: dict[str, str]
    """The aim of each side in the phase, in a few words; empty texts for a plug-in."""
    scores: dict[str, int]
    """The points of each side in this phase alone."""
    sums: dict[str, str]
    """How these come from several groups, such as `13 + 10 = 23`; otherwise the points alone."""
    measure: Literal["points", "group size"]
    """What the scores are: in Wythe a group size of which the side has more groups."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PositionPage:
    """A position, with everything that a page needs to show it and to take a move."""

    record: str
    """The record as TOML."""
    title: str
    ply: int
    moves: list[PlayedMove]
    """All moves of the record, including those after this position."""
    position: PositionDescription
    phases: list[PhaseInForce]
    """The phases in the order of play: two in a double game, otherwise one."""
    phase: int
    """The index of the phase that is being played."""
    ties: str
    """Who wins if the scores are equal, in one sentence; at the end, as it applies to this game.
    Empty for a plug-in."""
    swap: str
    """Who may still swap and when, in one sentence, or that the sides were swapped; otherwise
    empty."""
    columns: int
    rows: int
    svg: str
    """The picture; each square is an element of the class ``hit`` with its ``data-square``."""
    pieces: list[PieceKind]
    legal: list[LegalPlacement]
    can_swap: bool
    groups: list[VisibleGroup]
    uncoverable: list[Square]
    """Free squares that no placement can cover any more."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Started:
    """A new game."""

    record: str
    page: PositionPage


@dataclass(frozen=True, eq=False, kw_only=True)
class MoveEffect:
    """The effects of a move, or the rules that forbid it."""

    move: str
    legal: bool
    broken: list[str]
    """All rules that it breaks."""
    covers: dict[str, int]
    scores: dict[str, int]
    half_point: str | None
    """In a double game, the side with half a point more after it."""
    takes_away: int | None
    """Number of placements that it makes illegal."""
    protects: list[Square]
    """Squares that no placement can cover after it."""
    keeps: dict[str, int]
    """The characters on the squares that it protects, with their numbers."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Remaining:
    """The placements that can still cover a square."""

    placements: int
    """Number of all legal placements."""
    covering: list[str]
    """The legal placements that cover the square."""


@dataclass(frozen=True, eq=False, kw_only=True)
class EngineMove:
    """A move that the engine has chosen."""

    move: str


@dataclass(frozen=True, eq=False, kw_only=True)
class StudyPage:
    """A study that was read: the claims of its record, without the solution."""

    record: str
    title: str
    to_move: str
    plies: int
    level: int
    surprise: bool
    options: str
    """Those that are not the usual ones, such as the number of groups that score."""
    page: PositionPage


@dataclass(frozen=True, eq=False, kw_only=True)
class Attempt:
    """The verdict on a move of a study, and the opponent's reply."""

    move: str
    status: Literal["right", "wrong", "undecided"]
    replies: list[str]
    """The opponent's best moves, until it is the solver's turn again or the game is over."""
    line: list[str]
    """Best play after the move, to the end of the game."""
    seconds: float
    nodes: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Clue:
    """The winning move of a position, for hints in stages."""

    status: Literal["found", "lost", "undecided"]
    """``lost`` if no move wins."""
    move: str | None
    piece: str | None
    """L, I, T, S, or ``domino``."""
    squares: list[Square]
    winning: int
    """Number of winning moves."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Pdf:
    """A booklet."""

    name: str
    entries: int
    """Number of puzzles or studies."""
    pdf: str
    """The file in base64."""
    errors: list[str]
    """Why each puzzle that is not in it is left out, with its line."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ReportPage:
    """A report on a game."""

    title: str
    verdict: list[str]
    """The conclusions, as sentences."""
    missing: list[str]
    """The parts that are missing because time ran out."""
    html: str
    """A complete HTML document without scripts."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PuzzlePage:
    """A puzzle that was read, and its picture."""

    rows: int
    cols: int
    regions: list[list[int]]
    givens: dict[Square, bool]
    """The squares that the source gives: true if shaded."""
    rules: str
    url: str | None
    text: str
    """The puzzle as a grid of letters."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Converted:
    """Puzzles in another format."""

    format: str
    puzzles: int
    """Number of puzzles in the text."""
    text: str
    errors: list[str]
    """Why each other puzzle is left out, with its line."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GridState:
    """The state of a grid while it is drawn."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    shapes: dict[Square, str] | None
    solutions: list[list[Square]]
    """The shaded squares of the only solution, or of two solutions if there are several."""
    differing: list[Square]
    """Squares in which two solutions differ."""
    small: list[int]
    """Regions of fewer than four squares."""
    url: str | None
    seconds: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Mistakes:
    """Marks that no solution agrees with."""

    wrong: list[Square]
    complete: bool
    """True if exactly the shaded squares of a solution are shaded."""
    status: Literal["unique", "multiple", "impossible", "undecided"]
    """Whether the puzzle has one solution or several; complete marks are then one of these. A
    puzzle without any is refused.
    """


@dataclass(frozen=True, eq=False, kw_only=True)
class PictureShading:
    """The solution found that looks most like a picture, and the squares that differ from it."""

    shaded: list[Square]
    missed: list[Square]


@dataclass(frozen=True, eq=False, kw_only=True)
class Conflict:
    """Regions that cannot be filled together; None if none were found in time."""

    regions: list[int] | None


@dataclass(frozen=True, eq=False, kw_only=True)
class Borders:
    """Borders by what moving them leaves, as the square to move and the one whose
    region it joins.
    """

    unique: list[tuple[str, str]]
    multiple: list[tuple[str, str]]
    impossible: list[tuple[str, str]]


@dataclass(frozen=True, eq=False, kw_only=True)
class RunState:
    """The results of a simulation so far."""

    games: int
    margins: dict[int, int]
    """Number of games by final margin."""
    lengths: dict[int, int]
    wins: dict[str, int]


FileKind = Literal["record", "puzzle", "run"]


@dataclass(frozen=True, eq=False, kw_only=True)
class File:
    """A file of the server's folder."""

    name: str
    kind: FileKind
    size: int
    """In bytes."""


@dataclass(frozen=True, eq=False, kw_only=True)
class FileList:
    """The records, puzzles and runs of the server's folder, by name."""

    available: bool
    """True if the server has a folder."""
    files: list[File]
    more: bool
    """True if the list is not complete."""


@dataclass(frozen=True, eq=False, kw_only=True)
class FileText:
    """A record or puzzle of the server's folder."""

    name: str
    kind: FileKind
    text: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Saved:
    """A file that was written."""

    name: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Plot:
    """A plot."""

    svg: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Failure:
    """The reason why a request was refused."""

    error: str
