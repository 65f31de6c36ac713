"""The options of the commands: their names and values, and their conversion from a function to
typer.

A command is a function. `documented` declares its help, its positional parameters are arguments,
and its keyword-only parameters are options. `VOCABULARY` describes the options that several
commands have; the help of a command describes its own, with the placeholder of the value after the
colon.

Nothing of the library is loaded before a command runs, so that ``--help`` is quick.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass, replace
from enum import EnumMeta, StrEnum
from inspect import Parameter
from pkgutil import resolve_name
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import typer

from litslab.app.cli.file_kinds import check_kinds
from litslab.app.cli.numbers import NumberReader
from litslab.app.cli.values import refuse
from litslab.app.docstrings import unwrapped

PLAYERS = "random, greedy, mcts[:PLAYOUTS] or exact[:NODES]"
"""The syntax of players, inserted into docstrings; ``exact`` plays at random until it can solve the
position.
"""


@dataclass(frozen=True)
class Option:
    """An option or argument: its names, its help and its values.

    Attributes
    ----------
    help : str
        The help.
    metavar : str or None
        The placeholder of its value.
    names : tuple of str
        Its names on the command line; the name of the parameter if not given.
    least, most : float or None
        The range of a number.
    choices : str or tuple of str
        The words that it accepts, or their place in the library: ``module:attribute``.
    complete : str or tuple of str
        The words that a shell completes, likewise; a function of the library is called.
    """

    help: str = ""
    metavar: str | None = None
    names: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    choices: str | tuple[str, ...] = ()
    complete: str | tuple[str, ...] = ()


_LEVELS = "litslab.solver.play.players:LEVELS"
_TECHNIQUES = "litslab.puzzles.lits.techniques:BY_NAME"
_SYMMETRIES = "litslab.puzzles.lits.generate.partition:RegionSymmetry"

VOCABULARY = {
    # arguments
    "campaign": Option("A file made by `litslab campaign new`."),
    "game": Option(
        "A game, as listed by `litslab games`.", complete="litslab.games.registry:GAMES"
    ),
    "puzzle": Option("As for `litslab puzzle solve`."),
    "puzzles": Option(
        "A puzzle URL or other puzzle text, a file of puzzles, a folder of such files, or - for "
        "standard input.",
        "PUZZLE...",
    ),
    "record": Option(
        "A record (.toml), an LTP game (.ltp), or a game from Abstract Play (.json).",
        "RECORD",
    ),
    "run": Option("A file written by `litslab simulate`."),
    # input
    "at": Option("The position after this many moves.", "PLY"),
    "book": Option(
        "A campaign to look the answer up in, which is not verified. Those in the folder that "
        "LITSLAB_BOOKS names are always used.",
        "FILE",
    ),
    "constructed": Option(
        "Accept a set-up position that no game can reach; it is then marked as constructed.",
        names=("--any",),
    ),
    "day": Option("The one of this day: 2026-11-24, say, or today.", "DATE"),
    "rules": Option(
        "Rules of the puzzles; if not given, those that their text states, or those of LITS.",
        choices="litslab.puzzles.lits.puzzle:RULES",
    ),
    # output
    "export": Option(
        "Write the first model that CP-SAT solves to this file, as a text protocol buffer (with "
        "--engine cpsat).",
        "FILE",
    ),
    "force": Option("Overwrite an existing file."),
    "full": Option("Show long lists of moves whole."),
    "json": Option("Print one JSON document and nothing else."),
    "lang": Option("Language of the texts: en or ja.", choices="litslab.games.language:LANGUAGES"),
    "log": Option("Write CP-SAT's search log to standard error (with --engine cpsat)."),
    "output": Option(
        "Write a picture to this .svg, .png or .pdf file.", "FILE", ("-o", "--output")
    ),
    "strict": Option("Stop at the first puzzle that cannot be used, without an answer to any."),
    "title": Option("The title, in place of the usual one.", "TEXT"),
    # limits, work and randomness
    "count": Option("Number of games.", "N", ("-n", "--count"), least=1),
    "engine": Option(
        "Search engine; if not given, the fastest for the game.",
        choices="litslab.solver.engines.registry:ENGINES",
    ),
    "memory": Option(
        "Size of the kernel's hash table (MiB; also 512M or 1G).", "MIB", least=1, most=1 << 20
    ),
    "scheduler": Option(
        "Use the workers of this Dask scheduler instead of --workers.", "tcp://HOST:PORT"
    ),
    "seed": Option("Random seed.", "N"),
    "threads": Option(
        "Threads of one search; with 1 the result is reproducible.", "N", least=1, most=256
    ),
    "time_limit": Option("Time limit (seconds; also 90s or 1m).", "SECONDS", least=0),
    "trials": Option("Maximum number of assumptions to follow in trials.", "N", least=0),
    "workers": Option("Number of worker processes.", "N", least=1, most=1024),
    # games
    "size": Option("Squares per side.", "N"),
    "rows": Option("Battle of LITS: rows, if not square.", "N"),
    "groups": Option("TAIJI: groups scored (1 to 3).", "N"),
    "supply": Option("Tetrominoes of each shape, e.g. 5 or 5,5,4,4.", "N or L,I,T,S"),
    "scoring": Option(
        "TAILITS: which group is scored. TAIJI: sum, squares or products of the groups' sizes (the "
        "last two are variants that the rule text does not have).",
        choices="litslab.app.cli.shared:scorings",
    ),
    "colouring": Option(
        "TAILITS: colour patterns of the pieces (an assumption), or a pattern file (.toml).",
        "fixed|free|each-once|FILE",
        complete=("fixed", "free", "each-once"),
    ),
    "flips": Option("TAILITS: whether pieces may be turned over."),
    "tonga": Option(
        "TAIJI: pieces may also cover two squares that touch at a corner (a variant that the rule "
        "text does not have)."
    ),
    "option": Option(
        "Any option of the game by its name, as `litslab games` lists it; also of a game that is "
        "a plug-in.",
        "NAME=VALUE",
        ("-O", "--option"),
        complete="litslab.app.cli.shared:option_names",
    ),
    "colours": Option("TAIJI: distinguish the colours of pieces."),
    # booklets
    "author": Option("Author on the cover page.", "TEXT"),
    "columns": Option("Columns on each page; chosen by --per-page if not given.", "N"),
    "cover": Option("Print a cover page."),
    "hints": Option(names=("--hints/--no-hints",)),
    "paper": Option("Paper size.", choices="litslab.puzzles.booklet:PAPERS"),
    "per_page": Option("Diagrams per page (1 to 20).", "N"),
    "subtitle": Option("Subtitle.", "TEXT"),
    # words
    "best": Option(choices="litslab.solver.solve:BestMoves"),
    "draw": Option(choices=("svg", "png", "pdf")),
    "ltp": Option(choices="litslab.games.ltp:BoardForm"),
    "maximize": Option(choices="litslab.solver.finals.extreme:AIMS"),
    "minimize": Option(choices="litslab.solver.finals.extreme:AIMS"),
    "sort": Option(choices="litslab.puzzles.lits.book:SORTS"),
    "style": Option(choices="litslab.puzzles.lits.generate.partition:RegionStyle"),
    "target": Option(choices="litslab.solver.campaign.targets:TARGETS"),
    "to": Option(choices="litslab.puzzles.lits.formats:FORMATS"),
    # puzzles
    "exclude": Option(metavar="TECHNIQUE", complete=_TECHNIQUES),
    "require": Option(metavar="TECHNIQUE", complete=_TECHNIQUES),
    "shading_symmetry": Option(choices=_SYMMETRIES),
    "symmetry": Option(choices=_SYMMETRIES),
}
"""Options that several commands have, and the choices of other options, by the names of their
parameters.
"""

Player = Annotated[str, Option(metavar="PLAYER", complete=_LEVELS)]
OptionalPlayer = Annotated[str | None, Option(metavar="PLAYER", complete=_LEVELS)]
JsonLines = Annotated[bool, Option("Print one JSON document per line and nothing else.")]
NoNegativeSeed = Annotated[int, Option("Random seed.", "N", least=0)]
SolverSeed = Annotated[int, Option("Random seed.", "N", least=0, most=(1 << 31) - 1)]
"""A random seed that CP-SAT and the kernel's playouts accept."""


# From a function to typer


@dataclass(frozen=True, eq=False)
class CommandHelp:
    """The help of a command, or of a dataclass that is one of its parameters.

    Attributes
    ----------
    description : str
        The text before its sections.
    parameters : dict of str to Option
        The help of each parameter and the placeholder of its value.
    examples : tuple of str
        Command lines.
    """

    description: str
    parameters: dict[str, Option]
    examples: tuple[str, ...]

    @classmethod
    def of(cls, declared: object) -> CommandHelp:
        """Read the help of a function or dataclass, in numpydoc's form."""
        written = (inspect.getdoc(declared) or "").replace("PLAYERS", PLAYERS)
        text, *sections = re.split(r"\n\n(Parameters|Attributes|Examples)\n-+\n", written)
        found = dict(zip(sections[::2], sections[1::2], strict=True))
        described = found.get("Parameters") or found.get("Attributes", "")
        entries = re.findall(r"^(\w+)(?: : (.*))?\n((?: +.*\n?)+)", described, re.MULTILINE)
        parameters = {
            name: Option(" ".join(words.split()), value or None) for name, value, words in entries
        }
        return cls(unwrapped(text), parameters, tuple(found.get("Examples", "").splitlines()))


F = TypeVar("F", bound=Callable[..., object])


def documented(text: str) -> Callable[[F], F]:
    """Return a decorator that declares the help of a command, or of a dataclass that is one of its
    parameters.

    The help is what the program prints, so that Python must not strip it, as it does with
    docstrings under ``-OO``.

    Parameters
    ----------
    text : str
        The help in numpydoc's form: see `CommandHelp`.
    """

    def declare(declared: F) -> F:
        declared.__doc__ = text
        return declared

    return declare


def for_typer(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """Return the function of a command with a signature that typer understands.

    A parameter that is a dataclass becomes one parameter per field; a field without a default is an
    argument. ``**options`` becomes the keyword-only parameters of the function of the library that
    its annotation names (``module:attribute``), before ``--json``. This lets commands share the
    options of the games, for example.
    """
    hints = get_type_hints(function, include_extras=True)
    texts = CommandHelp.of(function).parameters
    parameters: list[Parameter] = []
    whole: dict[str, tuple[Any, list[str]]] = {}
    for each in inspect.signature(function).parameters.values():
        kind: Any = hints[each.name]
        if each.kind is Parameter.VAR_KEYWORD:
            place = get_args(kind)[1]
            parameters[-1:-1] = _of_library(resolve_name(place), texts)
        elif is_dataclass(kind):
            fields = _of_fields(kind)
            parameters += fields
            whole[each.name] = kind, [field.name for field in fields]
        else:
            parameters.append(_declared(each, kind, texts))

    def call(**given: Any) -> int | None:
        for name, (kind, fields) in whole.items():
            given[name] = kind(**{field: given.pop(field) for field in fields})
        if str(given.get("output")) == "-":
            refuse("-: expected the name of a file or folder, not standard output")
        try:
            return function(**given)
        except ValueError as error:
            check_kinds(error, given)
            raise

    call.__annotations__ = {each.name: each.annotation for each in parameters}
    vars(call)["__signature__"] = inspect.Signature(parameters)
    return call


_CALLBACKS = ("progress", "on_error")
"""The parameters of functions of the library that are no options."""


def _of_library(function: Any, texts: dict[str, Option]) -> list[Parameter]:
    """Return the keyword-only parameters of a function of the library."""
    hints = get_type_hints(function)
    return [
        _declared(each, hints[each.name], texts)
        for each in inspect.signature(function).parameters.values()
        if each.kind is Parameter.KEYWORD_ONLY and each.name not in _CALLBACKS
    ]


def _of_fields(kind: Any) -> list[Parameter]:
    """Return a parameter for each field of a dataclass; one without a default is an argument."""
    hints = get_type_hints(kind, include_extras=True)
    texts = CommandHelp.of(kind).parameters
    parameters = []
    for field in inspect.signature(kind).parameters.values():
        is_argument = field.default is Parameter.empty
        parameter = field if is_argument else field.replace(kind=Parameter.KEYWORD_ONLY)
        parameters.append(_declared(parameter, hints[field.name], texts))
    return parameters


def _declared(parameter: Parameter, hint: Any, texts: dict[str, Option]) -> Parameter:
    """Return a parameter with its declaration for typer."""
    kind, *own = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    word = VOCABULARY.get(parameter.name, Option())
    for known in (*own, texts.get(parameter.name, Option())):
        given = {name: value for name, value in vars(known).items() if value not in {None, "", ()}}
        word = replace(word, **given)
    is_flag = bool in (kind, *get_args(kind))
    if word.choices and not is_flag:
        kind = _with_choices(kind, looked_up(word.choices))
    more: dict[str, Any] = {"help": word.help}
    if not is_flag:
        more |= {"metavar": word.metavar, "min": word.least, "max": word.most}
    number = next((each for each in (int, float) if each in (kind, *get_args(kind))), None)
    if number is not None and not is_flag:
        more["parser"] = NumberReader(number is int, word.least, word.most, word.metavar)
    if word.complete:
        more["autocompletion"] = lambda incomplete: [
            each for each in looked_up(word.complete) if each.startswith(incomplete)
        ]
    if parameter.kind is Parameter.KEYWORD_ONLY:
        names = word.names
        if not names and parameter.default is False:  # named, so that it has no --no-…
            names = (f"--{parameter.name.replace('_', '-')}",)
        declared = typer.Option(*names, **more)
    else:
        name = word.metavar or parameter.name.upper()
        required = parameter.default is Parameter.empty
        declared = typer.Argument(**more | {"metavar": name if required else f"[{name}]"})
    return parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=Annotated[kind, declared])


def _with_choices(kind: Any, words: list[str]) -> Any:
    """Return a type of text with its values restricted to these words."""
    one: Any = Literal.__getitem__(tuple(words))
    # No other lists work.
    several: Any = list.__class_getitem__(StrEnum("Word", {word: word for word in words}))
    kinds: dict[Any, Any] = {str: one, str | None: one | None, list[str] | None: several | None}
    return kinds.get(kind, kind)


def looked_up(words: str | tuple[str, ...]) -> list[str]:
    """Return words, or those of an attribute of the library: ``module:attribute``."""
    if isinstance(words, tuple):
        return list(words)
    found = resolve_name(words)
    if isinstance(found, EnumMeta):
        return [str(each.value) for each in found]  # type: ignore[var-annotated]
    if get_origin(found) is Literal:
        return list(get_args(found))
    return [getattr(each, "name", each) for each in (found() if callable(found) else found)]
