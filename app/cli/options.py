"""Options and arguments that several commands have, as types; a command that has its own declares
them in its signature.

Nothing of the library is loaded before a command runs, so that ``--help`` is quick.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from litslab.app.cli.numbers import NumberReader
from litslab.app.cli.words import WordReader, completion

PLAYERS = "random, greedy, mcts[:PLAYOUTS] or exact[:NODES]"
"""The syntax of players, for help; ``exact`` plays at random until it can solve the position."""

LEVELS = "litslab.solver.play.players:LEVELS"
"""The place of the players that a shell completes."""


# Kinds of options


def whole_number(
    *names: str,
    help: str,
    metavar: str = "N",
    least: int | None = None,
    most: int | None = None,
) -> Any:
    """Return the declaration of an option that is a whole number, which may have a range."""
    reader = NumberReader(True, least, most, metavar)
    return typer.Option(*names, help=help, metavar=metavar, min=least, max=most, parser=reader)


def number(
    *names: str,
    help: str,
    metavar: str,
    least: float | None = None,
    most: float | None = None,
) -> Any:
    """Return the declaration of an option that is a number, which may have a range."""
    reader = NumberReader(False, least, most, metavar)
    return typer.Option(*names, help=help, metavar=metavar, min=least, max=most, parser=reader)


def one_of(place: str, *, help: str) -> Any:
    """Return the declaration of an option that is one of the words of an attribute of the library:
    ``module:attribute``.
    """
    return typer.Option(help=help, parser=WordReader(place), autocompletion=completion(place))


def output_path(*, help: str, metavar: str = "FILE") -> Any:
    """Return the declaration of the option that names the file or folder to write."""
    return typer.Option("-o", "--output", metavar=metavar, help=help)


# Arguments

CampaignFile = Annotated[
    Path, typer.Argument(metavar="CAMPAIGN", help="A file made by `litslab campaign new`.")
]
Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game, as listed by `litslab games`.",
        autocompletion=completion("litslab.games.registry:GAMES"),
    ),
]
PuzzleSource = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="As for `litslab puzzle solve`.")
]
PuzzleSources = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE...",
        help="A puzzle URL or other puzzle text, a file of puzzles, a folder of such files, or - "
        "for standard input.",
    ),
]
RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar="RECORD",
        help="A record (.toml), an LTP game (.ltp), or a game from Abstract Play (.json).",
    ),
]
RunFile = Annotated[
    Path, typer.Argument(metavar="RUN", help="A file written by `litslab simulate`.")
]


# Games

Size = Annotated[int | None, whole_number(help="Squares per side.")]
Rows = Annotated[int | None, whole_number(help="Battle of LITS: rows, if not square.")]
Groups = Annotated[int | None, whole_number(help="TAIJI: groups scored (1 to 3).")]
Supply = Annotated[
    str | None,
    typer.Option(metavar="N or L,I,T,S", help="Tetrominoes of each shape, e.g. 5 or 5,5,4,4."),
]
Scoring = Annotated[
    str | None,
    one_of(
        "litslab.app.cli.shared:scorings",
        help="TAILITS: which group is scored. TAIJI: sum, squares or products of the groups' sizes "
        "(the last two are variants that the rule text does not have).",
    ),
]
Colouring = Annotated[
    str | None,
    typer.Option(
        metavar="fixed|free|each-once|FILE",
        help="TAILITS: colour patterns of the pieces (an assumption), or a pattern file (.toml).",
        autocompletion=lambda: ["fixed", "free", "each-once"],
    ),
]
Flips = Annotated[bool | None, typer.Option(help="TAILITS: whether pieces may be turned over.")]
Tonga = Annotated[
    bool | None,
    typer.Option(
        help="TAIJI: pieces may also cover two squares that touch at a corner (a variant that the "
        "rule text does not have)."
    ),
]
SwapRule = Annotated[
    bool | None,
    typer.Option(
        help="Battle of LITS and Wythe: whether the second player may swap on the first turn "
        "(without it a variant that the rule text does not have)."
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "-O",
        "--option",
        metavar="NAME=VALUE",
        help="Any option of the game by its name, as `litslab games` lists it; also of a game that "
        "is a plug-in.",
        autocompletion=completion("litslab.app.cli.shared:option_names"),
    ),
]
Colours = Annotated[bool, typer.Option(help="TAIJI: distinguish the colours of pieces.")]


# Input

AtPly = Annotated[
    int | None, whole_number(metavar="PLY", help="The position after this many moves.")
]
Book = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="A campaign to look the answer up in, which is not verified. Those in the folder that "
        "LITSLAB_BOOKS names are always used.",
    ),
]
Constructed = Annotated[
    bool,
    typer.Option(
        "--any",
        help="Accept a set-up position that no game can reach; it is then marked as constructed.",
    ),
]
Day = Annotated[
    str | None, typer.Option(metavar="DATE", help="The one of this day: 2026-11-24, say, or today.")
]
PuzzleRules = Annotated[
    str | None,
    one_of(
        "litslab.puzzles.lits.puzzle:RULES",
        help="Rules of the puzzles; if not given, those that their text states, or those of LITS.",
    ),
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Stop at the first puzzle that cannot be used, without an answer to any.",
    ),
]


# Output

_LANGUAGE = one_of("litslab.games.language:LANGUAGES", help="Language of the texts: en or ja.")
Lang = Annotated[str, _LANGUAGE]
OptionalLang = Annotated[str | None, _LANGUAGE]

Output = Annotated[
    Path | None, output_path(help="Write a picture to this .svg, .png or .pdf file.")
]
OutputFolder = Annotated[
    Path | None,
    output_path(metavar="DIR", help="Write to this folder; an interrupted run is resumed."),
]
PlotOutput = Annotated[Path, output_path(help="Write the plot to this .svg, .png or .pdf file.")]
BookletOutput = Annotated[Path, output_path(help="Write the booklet to this .pdf file.")]
Title = Annotated[
    str | None, typer.Option(metavar="TEXT", help="The title, in place of the usual one.")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
Full = Annotated[bool, typer.Option("--full", help="Show long lists of moves whole.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
JsonLines = Annotated[
    bool, typer.Option("--json", help="Print one JSON document per line and nothing else.")
]


# Limits, work and randomness

Count = Annotated[int, whole_number("-n", "--count", help="Number of games.", least=1)]
Engine = Annotated[
    str | None,
    one_of(
        "litslab.solver.engines.registry:ENGINES",
        help="Search engine; if not given, the fastest for the game.",
    ),
]
FinalsEngine = Annotated[
    str | None,
    one_of(
        "litslab.solver.finals.finals:FinalsEngine",
        help="kernel: enumerate sets of placements (the default if supported); cpsat: solve a "
        "model of the rules; play: play out all games by the rules.",
    ),
]
Export = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write the first model that CP-SAT solves to this file, as a text protocol buffer "
        "(with --engine cpsat).",
    ),
]
Log = Annotated[
    bool,
    typer.Option(
        "--log",
        help="Write CP-SAT's search log to standard error (with --engine cpsat).",
    ),
]
Memory = Annotated[
    int,
    whole_number(
        metavar="MIB",
        help="Size of the kernel's hash table (MiB; also 512M or 1G).",
        least=1,
        most=1 << 20,
    ),
]
Threads = Annotated[
    int,
    whole_number(
        help="Threads of one search; with 1 the result is reproducible.", least=1, most=256
    ),
]
Workers = Annotated[int, whole_number(help="Number of worker processes.", least=1, most=1024)]
OptionalWorkers = Annotated[
    int | None,
    whole_number(
        help="Number of worker processes; if not given, one per processor.", least=1, most=1024
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="tcp://HOST:PORT",
        help="Use the workers of this Dask scheduler instead of --workers.",
    ),
]
TimeLimit = Annotated[
    float | None, number(metavar="SECONDS", help="Time limit (seconds; also 90s or 1m).", least=0)
]
PuzzleTimeLimit = Annotated[
    float | None, number(metavar="SECONDS", help="Time limit per puzzle (seconds).", least=0)
]
Trials = Annotated[
    int | None, whole_number(help="Maximum number of assumptions to follow in trials.", least=0)
]

Seed = Annotated[int, whole_number(help="Random seed.")]
NoNegativeSeed = Annotated[int, whole_number(help="Random seed.", least=0)]
SolverSeed = Annotated[int, whole_number(help="Random seed.", least=0, most=(1 << 31) - 1)]
"""A random seed that CP-SAT and the kernel's playouts accept."""


# Booklets

BookletTitle = Annotated[str, typer.Option(metavar="TEXT", help="Title on the cover page.")]
Subtitle = Annotated[str, typer.Option(metavar="TEXT", help="Subtitle.")]
Author = Annotated[str, typer.Option(metavar="TEXT", help="Author on the cover page.")]
PerPage = Annotated[int, whole_number(help="Diagrams per page (1 to 20).")]
Columns = Annotated[
    int | None, whole_number(help="Columns on each page; chosen by --per-page if not given.")
]
Paper = Annotated[str, one_of("litslab.puzzles.booklet:PAPERS", help="Paper size.")]
Cover = Annotated[bool, typer.Option(help="Print a cover page.")]
