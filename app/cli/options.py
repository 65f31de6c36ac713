"""Every option and argument that commands have in common, declared once, and the choices that some of them offer.

Importing this module loads nothing of the library, so that ``--help`` is quick. Completions beyond the fixed
choices are looked up on demand.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

# --- choices ---------------------------------------------------------------------------------------------------------


class Choice(StrEnum):
    """A word that an option takes; messages show it as the user typed it."""

    def __repr__(self) -> str:
        """Return the word in quotes."""
        return repr(self.value)


class EndgameEngine(Choice):
    """Engines that solve endgames: `solver.engines.registry.ENGINES`."""

    KERNEL = "kernel"
    REFERENCE = "reference"
    CPSAT = "cpsat"


class BestMoves(Choice):
    """How many of the best moves are looked for: `solver.endgame.solve.BestMoves`."""

    ONE = "one"
    ALL = "all"


class CampaignTarget(Choice):
    """What a campaign proves: `solver.campaign.targets.TARGETS`."""

    VALUE = "value"
    SWAP = "swap"
    OPENINGS = "openings"
    WINNER = "winner"


class PuzzleEngine(Choice):
    """Engines that solve LITS puzzles: `puzzles.lits.solve.EngineName`."""

    KERNEL = "kernel"
    CPSAT = "cpsat"


class FinalsEngine(Choice):
    """Engines that enumerate finished positions: `solver.finals.maximal.FinalsEngine`."""

    KERNEL = "kernel"
    CPSAT = "cpsat"
    PLAY = "play"


class ExtremeEngine(Choice):
    """How an extreme position is found."""

    AUTO = "auto"
    CPSAT = "cpsat"


class Aim(Choice):
    """What is minimized or maximized: `solver.finals.extreme.AIMS`."""

    PIECES = "pieces"
    MARGIN = "margin"


class Scoring(Choice):
    """What TAILITS compares."""

    LARGEST = "largest"
    SECOND = "second"


class LtpForm(Choice):
    """How the LITS Text Protocol writes a board: `games.ltp.BoardForm`."""

    BOARD = "board"
    BASE32 = "base32"
    DIGITS = "digits"


class Symmetry(Choice):
    """Symmetry of the regions of a puzzle: `puzzles.lits.generate.partition.RegionSymmetry`."""

    NONE = "none"
    HALF_TURN = "half-turn"
    MIRROR = "mirror"
    QUARTER_TURN = "quarter-turn"


class Style(Choice):
    """Sizes of the regions of a puzzle: `puzzles.lits.generate.partition.RegionStyle`."""

    PUBLISHED = "published"
    FREE = "free"


class RulesChoice(Choice):
    """The rules of LITS puzzles and of those next to them: `puzzles.lits.rules.RULES`."""

    LITS = "lits"
    LITSO = "litso"
    INVERSE_LITSO = "inverse-litso"
    OPTIONAL_REGIONS = "optional-regions"
    LITS_PLUS = "lits-plus"


class PuzzleFormat(Choice):
    """How a LITS puzzle is written: `puzzles.lits.formats.FORMATS`."""

    JSON = "json"
    PENPA = "penpa"
    PENPA_SOLVE = "penpa-solve"
    PENCILBOX = "pencilbox"
    URL = "url"
    PZPRV3 = "pzprv3"
    JANKO = "janko"
    TASK = "task"
    GRID = "grid"


class Paper(Choice):
    """The paper of a booklet: `puzzles.booklet.PAPERS`."""

    A4 = "a4"
    A5 = "a5"
    LETTER = "letter"


class PuzzleOrder(Choice):
    """What the puzzles of a booklet are sorted by: `puzzles.lits.book.SORTS`."""

    LEVEL = "level"
    SIZE = "size"
    TITLE = "title"


class PictureKind(Choice):
    """The file type of a picture: `games.drawing.export.SUFFIXES` without the dot."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


# --- completion of what is not a fixed choice ------------------------------------------------------------------------


def complete_game(incomplete: str) -> list[str]:
    """Return the games whose names begin with what was typed."""
    from litslab.games.registry import GAMES

    return [name for name in GAMES if name.startswith(incomplete)]


def complete_option(incomplete: str) -> list[str]:
    """Return the options of all games whose names begin with what was typed."""
    from litslab.games.registry import GAMES, load_plugins

    load_plugins()
    names = dict.fromkeys(each.name for rules in GAMES.values() for each in rules.options())
    return [f"{name}=" for name in names if name.startswith(incomplete)]


def complete_player(incomplete: str) -> list[str]:
    """Return the levels of play whose names begin with what was typed."""
    from litslab.solver.play.players import LEVELS

    return [name for name in LEVELS if name.startswith(incomplete)]


def complete_technique(incomplete: str) -> list[str]:
    """Return the solving techniques whose names begin with what was typed."""
    from litslab.puzzles.lits.techniques import BY_NAME

    return [name for name in BY_NAME if name.startswith(incomplete)]


def complete_colouring(incomplete: str) -> list[str]:
    """Return the colourings of TAILITS whose names begin with what was typed; a file may be given, too."""
    return [name for name in ("fixed", "free", "each-once") if name.startswith(incomplete)]


# --- arguments -------------------------------------------------------------------------------------------------------

GameArgument = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, as listed by `litslab games`.", autocompletion=complete_game),
]
RecordArgument = Annotated[Path, typer.Argument(metavar="RECORD", help="A record (.toml) or an LTP game (.ltp).")]
CampaignArgument = Annotated[Path, typer.Argument(metavar="CAMPAIGN", help="A file made by `litslab campaign new`.")]
RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="A file written by `litslab simulate`.")]
SourceArgument = Annotated[str, typer.Argument(metavar="PUZZLE", help="As for `litslab puzzle solve`.")]
SourcesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE...",
        help="A puzzle URL or other puzzle text, a file of puzzles, a folder of such files, or - for standard input.",
    ),
]

PLAYERS = "random, greedy, mcts[:PLAYOUTS] or exact[:NODES]"
"""The one syntax of players; ``exact`` plays at random until it can solve the position."""


def player_argument(name: str, help_text: str) -> Any:
    """Return the declaration of an argument that names a player."""
    return typer.Argument(metavar=name, help=help_text, autocompletion=complete_player)


def player_option(name: str, help_text: str) -> Any:
    """Return the declaration of an option that names a player."""
    return typer.Option(name, metavar="PLAYER", help=help_text, autocompletion=complete_player)


# --- input -----------------------------------------------------------------------------------------------------------

RulesOption = Annotated[
    RulesChoice | None,
    typer.Option("--rules", help="Rules of the puzzles; if not given, those that their text states, or those of LITS."),
]
AtOption = Annotated[int | None, typer.Option("--at", metavar="PLY", help="The position after this many moves.")]
AnyOption = Annotated[
    bool,
    typer.Option("--any", help="Accept a set-up position that no game can reach; it is then marked as constructed."),
]

# --- output ----------------------------------------------------------------------------------------------------------

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
JsonLinesOption = Annotated[bool, typer.Option("--json", help="Print one JSON document per line and nothing else.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
FullOption = Annotated[bool, typer.Option("--full", help="Show long lists of moves whole.")]


def output_option(metavar: str, help_text: str) -> Any:
    """Return the declaration of ``-o/--output``: the file or folder that a command writes."""
    return typer.Option("-o", "--output", metavar=metavar, help=help_text)


PictureOption = Annotated[Path | None, output_option("FILE", "Write a picture to this .svg, .png or .pdf file.")]
AnswerOption = Annotated[
    Path | None,
    output_option("FILE", "Write a picture to this .svg, .png or .pdf file; with --explain also to an .html page."),
]
ExplanationOption = Annotated[
    Path | None, output_option("FILE", "Write the steps to this .html, .pdf, .svg or .png file.")
]
PlotOption = Annotated[Path, output_option("FILE", "Write the plot to this .svg, .png or .pdf file.")]
PlotTitleOption = Annotated[
    str | None, typer.Option("--title", metavar="TEXT", help="The title, in place of the usual one.")
]
FolderOption = Annotated[Path | None, output_option("DIR", "Write to this folder; an interrupted run is resumed.")]
BookOption = Annotated[Path, output_option("FILE", "Write the booklet to this .pdf file.")]

# --- limits, work and randomness -------------------------------------------------------------------------------------

TimeLimitOption = Annotated[
    float | None, typer.Option("--time-limit", min=0, metavar="SECONDS", help="Time limit (seconds).")
]
ANALYSIS_TIME = typer.Option("--time-limit", "--time", min=0, metavar="SECONDS", help="Time limit (seconds).")
SolveTimeOption = Annotated[float | None, ANALYSIS_TIME]
AnalyseTimeOption = Annotated[float, ANALYSIS_TIME]
PuzzleTimeLimitOption = Annotated[
    float | None,
    typer.Option("--time-limit", min=0, metavar="SECONDS", help="Time limit per puzzle (seconds)."),
]
ThreadsOption = Annotated[
    int,
    typer.Option(
        "--threads", min=1, max=256, metavar="N", help="Threads of one search; with 1 the result is reproducible."
    ),
]
WorkersOption = Annotated[
    int, typer.Option("--workers", min=1, max=1024, metavar="N", help="Number of worker processes.")
]
AllWorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers", min=1, max=1024, metavar="N", help="Number of worker processes; if not given, one per processor."
    ),
]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler", metavar="tcp://HOST:PORT", help="Use the workers of this Dask scheduler instead of --workers."
    ),
]
MemoryOption = Annotated[
    int, typer.Option("--memory", min=1, max=1 << 20, metavar="MIB", help="Size of the kernel's hash table (MiB).")
]


def seed_option(lowest: int | None = None, highest: int | None = None) -> Any:
    """Return the declaration of ``--seed``, with the range that the random numbers' consumer accepts."""
    return typer.Option("--seed", metavar="N", help="Random seed.", min=lowest, max=highest)


SeedOption = Annotated[int, seed_option()]
PositiveSeedOption = Annotated[int, seed_option(0)]
SolverSeedOption = Annotated[int, seed_option(0, (1 << 31) - 1)]


def count_option(help_text: str, highest: int | None = None) -> Any:
    """Return the declaration of ``-n/--count``: how many items a command makes."""
    return typer.Option("-n", "--count", min=1, metavar="N", help=help_text, max=highest)


GamesCountOption = Annotated[int, count_option("Number of games.")]

# --- engines ---------------------------------------------------------------------------------------------------------

EngineOption = Annotated[
    EndgameEngine | None, typer.Option("--engine", help="Search engine; if not given, the fastest for the game.")
]
BestOption = Annotated[
    BestMoves,
    typer.Option("--best", help="one: the value and one best move; all: then look for all other best moves, too."),
]
OpeningBookOption = Annotated[
    Path | None,
    typer.Option(
        "--book",
        metavar="FILE",
        help="A campaign to look the answer up in, which is not verified. Those in the folder that LITSLAB_BOOKS names "
        "are always used.",
    ),
]
SecondEngineOption = Annotated[
    EndgameEngine | None, typer.Option("--second", help="Confirm the winning moves with a second engine.")
]
PuzzleEngineOption = Annotated[
    PuzzleEngine | None,
    typer.Option("--engine", help="Puzzle solver; if not given, the kernel (cpsat without it)."),
]
FinalsEngineOption = Annotated[
    FinalsEngine | None,
    typer.Option(
        "--engine",
        help="kernel: enumerate sets of placements (the default if supported); cpsat: solve a model of the rules; "
        "play: play out all games by the rules.",
    ),
]
ExtremeEngineOption = Annotated[
    ExtremeEngine,
    typer.Option("--engine", help="auto: the fastest known method; cpsat: the general model only."),
]
ColoursOption = Annotated[
    bool, typer.Option("--colours/--no-colours", help="TAIJI: distinguish the colours of pieces.")
]
TrialsOption = Annotated[
    int | None, typer.Option("--trials", metavar="N", min=0, help="Maximum number of assumptions to follow in trials.")
]

# --- options of the games --------------------------------------------------------------------------------------------

SizeOption = Annotated[int | None, typer.Option("--size", metavar="N", help="Squares per side.")]
RowsOption = Annotated[int | None, typer.Option("--rows", metavar="N", help="Battle of LITS: rows, if not square.")]
GroupsOption = Annotated[int | None, typer.Option("--groups", metavar="N", help="TAIJI: groups scored (1 to 3).")]
SupplyOption = Annotated[
    str | None, typer.Option("--supply", metavar="N or L,I,T,S", help="Tetrominoes of each shape, e.g. 5 or 5,5,4,4.")
]
ScoringOption = Annotated[Scoring | None, typer.Option("--scoring", help="TAILITS: which group is scored.")]
ColouringOption = Annotated[
    str | None,
    typer.Option(
        "--colouring",
        metavar="fixed|free|each-once|FILE",
        help="TAILITS: colour patterns of the pieces (an assumption), or a pattern file (.toml).",
        autocompletion=complete_colouring,
    ),
]
FlipsOption = Annotated[
    bool | None, typer.Option("--flips/--no-flips", help="TAILITS: whether pieces may be turned over.")
]

OtherOptions = Annotated[
    list[str] | None,
    typer.Option(
        "-O",
        "--option",
        metavar="NAME=VALUE",
        help="Any option of the game by its name, as `litslab games` lists it; also of a game that is a plug-in.",
        autocompletion=complete_option,
    ),
]

# --- booklets --------------------------------------------------------------------------------------------------------

TitleOption = Annotated[str, typer.Option("--title", metavar="TEXT", help="Title on the cover page.")]
SubtitleOption = Annotated[str, typer.Option("--subtitle", metavar="TEXT", help="Subtitle.")]
AuthorOption = Annotated[str, typer.Option("--author", metavar="TEXT", help="Author on the cover page.")]
PerPageOption = Annotated[int, typer.Option("--per-page", metavar="N", help="Diagrams per page (1 to 20).")]
ColumnsOption = Annotated[
    int | None, typer.Option("--columns", metavar="N", help="Columns on each page; chosen by --per-page if not given.")
]
PaperOption = Annotated[Paper, typer.Option("--paper", help="Paper size.")]
CoverOption = Annotated[bool, typer.Option("--cover/--no-cover", help="Print a cover page.")]

# --- themes of generated puzzles -------------------------------------------------------------------------------------

BalancedOption = Annotated[bool, typer.Option("--balanced", help="All four shapes are equally often in the solution.")]
WithoutOption = Annotated[
    str | None, typer.Option("--without", metavar="L,I", help="Shapes that are not in the solution.")
]
ShadedOption = Annotated[
    str | None, typer.Option("--shaded", metavar="e5,f6", help="Squares that are shaded in the solution.")
]
UnshadedOption = Annotated[
    str | None, typer.Option("--unshaded", metavar="e5,f6", help="Squares that are unshaded in the solution.")
]
ShadingSymmetryOption = Annotated[
    Symmetry, typer.Option("--shading-symmetry", help="Symmetry of the solution; the regions need not have it.")
]
KeysOption = Annotated[
    str | None,
    typer.Option(
        "--keys",
        metavar="N or A..B",
        help="Number of key moments: rounds of the easiest path that need level 3 or a trial.",
    ),
]
OnlyKeyOption = Annotated[
    bool, typer.Option("--only-key", help="With --require: the technique is that of the only key moment.")
]
RoundsOption = Annotated[
    str | None, typer.Option("--rounds", metavar="N or A..B", help="Number of rounds of the easiest path.")
]
EqualSizesOption = Annotated[bool, typer.Option("--equal-sizes", help="All regions have the same number of squares.")]
SnakesOption = Annotated[
    int, typer.Option("--snakes", metavar="N", help="Minimum number of regions that are snakes of 5 squares or more.")
]
RingsOption = Annotated[
    int, typer.Option("--rings", metavar="N", help="Minimum number of regions that surround others.")
]
LettersOption = Annotated[
    str | None, typer.Option("--letters", metavar="HI", help="Letters whose form a region has each, in reading order.")
]
BlanksOption = Annotated[int, typer.Option("--blanks", metavar="N", help="Number of squares outside every region.")]
BestOfOption = Annotated[
    int, typer.Option("--best-of", metavar="N", help="Keep the most elegant of N puzzles each time.")
]
