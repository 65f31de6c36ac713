"""Every option and argument that commands have in common, declared once, and the choices that some of them offer.

Importing this module loads nothing of the library, so that ``--help`` is quick. What completion offers beyond the
choices is looked up when it is asked for.
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
    """Who solves an endgame: `solver.engines.registry.ENGINES`."""

    KERNEL = "kernel"
    REFERENCE = "reference"
    CPSAT = "cpsat"


class PuzzleEngine(Choice):
    """Who solves a LITS puzzle: `puzzles.lits.solve.EngineName`."""

    KERNEL = "kernel"
    CPSAT = "cpsat"


class FinalsEngine(Choice):
    """Who enumerates finished positions: `solver.finals.maximal.Engine`."""

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


class PuzzleFormat(Choice):
    """How a LITS puzzle is written: `puzzles.lits.formats.FORMATS`."""

    JSON = "json"
    PENPA = "penpa"
    URL = "url"
    PZPRV3 = "pzprv3"
    JANKO = "janko"
    TASK = "task"
    GRID = "grid"


class PictureKind(Choice):
    """The file type of a picture: `games.drawing.export.SUFFIXES` without the dot."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


# --- completion of what is no fixed choice ---------------------------------------------------------------------------


def complete_game(incomplete: str) -> list[str]:
    """Return the games whose names begin with what was typed."""
    from litslab.games.registry import GAMES  # noqa: PLC0415

    return [name for name in GAMES if name.startswith(incomplete)]


def complete_player(incomplete: str) -> list[str]:
    """Return the levels of play whose names begin with what was typed."""
    from litslab.solver.play.players import LEVELS  # noqa: PLC0415

    return [name for name in LEVELS if name.startswith(incomplete)]


def complete_technique(incomplete: str) -> list[str]:
    """Return the solving techniques whose names begin with what was typed."""
    from litslab.puzzles.lits.techniques import BY_NAME  # noqa: PLC0415

    return [name for name in BY_NAME if name.startswith(incomplete)]


def complete_colouring(incomplete: str) -> list[str]:
    """Return the colourings of TAILITS whose names begin with what was typed; a file may be given, too."""
    return [name for name in ("fixed", "free", "each-once") if name.startswith(incomplete)]


# --- arguments -------------------------------------------------------------------------------------------------------

GameArgument = Annotated[
    str,
    typer.Argument(metavar="GAME", help="One of the games that `litslab games` lists.", autocompletion=complete_game),
]
RecordArgument = Annotated[Path, typer.Argument(metavar="RECORD", help="A record (.toml) or an LTP game (.ltp).")]
RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="A file that `litslab simulate` wrote.")]
SourceArgument = Annotated[str, typer.Argument(metavar="PUZZLE", help="As for `litslab puzzle solve`.")]
SourcesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE...",
        help="A URL or another text that is a puzzle, a file of puzzles, a folder of files, or - for standard input.",
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


# --- what is read ----------------------------------------------------------------------------------------------------

AtOption = Annotated[int | None, typer.Option("--at", metavar="PLY", help="The position after this many moves.")]
AnyOption = Annotated[
    bool,
    typer.Option("--any", help="Accept a set-up position that no game can reach; it is then marked as constructed."),
]

# --- what is written -------------------------------------------------------------------------------------------------

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
JsonLinesOption = Annotated[bool, typer.Option("--json", help="Print one JSON document per line and nothing else.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
FullOption = Annotated[bool, typer.Option("--full", help="Show long lists of moves whole.")]


def output_option(metavar: str, help_text: str) -> Any:
    """Return the declaration of ``-o/--output``: the file or folder that a command writes."""
    return typer.Option("-o", "--output", metavar=metavar, help=help_text)


PictureOption = Annotated[Path | None, output_option("FILE", "Draw it to a .svg, .png or .pdf file.")]
PlotOption = Annotated[Path, output_option("FILE", "Draw to this .svg, .png or .pdf file.")]
FolderOption = Annotated[Path | None, output_option("DIR", "Write to this folder; an interrupted run is resumed.")]
BookOption = Annotated[Path, output_option("FILE", "The booklet, a .pdf file.")]

# --- limits, work and randomness -------------------------------------------------------------------------------------

TimeLimitOption = Annotated[
    float | None, typer.Option("--time-limit", min=0, metavar="SECONDS", help="Time limit (seconds).")
]
AnalysisTimeOption = Annotated[
    float, typer.Option("--time-limit", "--time", min=0, metavar="SECONDS", help="Time limit (seconds).")
]
PuzzleTimeLimitOption = Annotated[
    float | None, typer.Option("--time-limit", min=0, metavar="SECONDS", help="Time limit per puzzle (seconds).")
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
        "--workers", min=1, max=1024, metavar="N", help="Number of worker processes; one per processor if not given."
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
    """Return the declaration of ``--seed``, with the limits of what the random numbers are for."""
    return typer.Option("--seed", metavar="N", help="Random seed.", min=lowest, max=highest)


SeedOption = Annotated[int, seed_option()]
PositiveSeedOption = Annotated[int, seed_option(0)]
SolverSeedOption = Annotated[int, seed_option(0, (1 << 31) - 1)]


def count_option(help_text: str, highest: int | None = None) -> Any:
    """Return the declaration of ``-n/--count``: how many of the things that a command makes."""
    return typer.Option("-n", "--count", min=1, metavar="N", help=help_text, max=highest)


GamesCountOption = Annotated[int, count_option("Number of games.")]

# --- engines ---------------------------------------------------------------------------------------------------------

EngineOption = Annotated[
    EndgameEngine | None, typer.Option("--engine", help="Search engine; the fastest for the game if not given.")
]
SecondEngineOption = Annotated[
    EndgameEngine | None, typer.Option("--second", help="Confirm the winning moves with a second engine.")
]
PuzzleEngineOption = Annotated[
    PuzzleEngine | None, typer.Option("--engine", help="Puzzle solver; the kernel, if it was built, if not given.")
]
FinalsEngineOption = Annotated[
    FinalsEngine | None,
    typer.Option(
        "--engine",
        help="kernel: sets of placements (the default where possible); cpsat: a model of the rules; play: all games, "
        "by the rules themselves.",
    ),
]
ExtremeEngineOption = Annotated[
    ExtremeEngine,
    typer.Option("--engine", help="auto: the fastest known way; cpsat: the general model alone."),
]
ColoursOption = Annotated[
    bool, typer.Option("--colours/--no-colours", help="TAIJI: distinguish the colours of pieces.")
]
TrialsOption = Annotated[
    int | None, typer.Option("--trials", metavar="N", min=0, help="Maximum number of trials (suppositions).")
]

# --- options of the games --------------------------------------------------------------------------------------------

SizeOption = Annotated[int | None, typer.Option("--size", metavar="N", help="Squares per side.")]
RowsOption = Annotated[int | None, typer.Option("--rows", metavar="N", help="Battle of LITS: rows, if not square.")]
GroupsOption = Annotated[int | None, typer.Option("--groups", metavar="N", help="TAIJI: groups scored (1 to 3).")]
SupplyOption = Annotated[
    str | None, typer.Option("--supply", metavar="N or L,I,T,S", help="Tetrominoes of each shape, e.g. 5 or 5,5,4,4.")
]
ScoringOption = Annotated[Scoring | None, typer.Option("--scoring", help="TAILITS: which group counts.")]
ColouringOption = Annotated[
    str | None,
    typer.Option(
        "--colouring",
        metavar="fixed|free|each-once|FILE",
        help="TAILITS (an assumption): where the colours are; or a pattern file (.toml).",
        autocompletion=complete_colouring,
    ),
]
FlipsOption = Annotated[
    bool | None, typer.Option("--flips/--no-flips", help="TAILITS: whether pieces may be turned over.")
]

# --- booklets --------------------------------------------------------------------------------------------------------

TitleOption = Annotated[str, typer.Option("--title", metavar="TEXT", help="Title on the cover page.")]
SubtitleOption = Annotated[str, typer.Option("--subtitle", metavar="TEXT", help="Subtitle.")]
PerPageOption = Annotated[int, typer.Option("--per-page", metavar="N", help="1, 2, 4, 6, 9 or 12 per page.")]
