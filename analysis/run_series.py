"""Several runs in the order of what they differ in: the size, other options, the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from litslab.analysis.distributions import Distribution, distribution
from litslab.analysis.labels import players_title
from litslab.analysis.runs.columns import NumberColumn
from litslab.analysis.runs.file import AnyRun, RunFile, open_run
from litslab.analysis.shares import Share, balance
from litslab.games.language import mark, tr
from litslab.games.option_data import describe_options
from litslab.games.option_text import option_name, option_words

GAME = mark("game")
SIZE = mark("size")
PLAYERS = mark("players")
"""Traits of runs; other traits are the options of the game, by their names."""

_SIZES = ("size", "rows")
"""The options that make the size of the board."""

_LEVELS = ("random", "greedy", "mcts", "exact")
"""The players from the weakest to the strongest; numbers after their names order equal ones."""


@dataclass(frozen=True)
class Series:
    """Several runs in order.

    Attributes
    ----------
    runs : tuple of RunFile
        The runs.
    labels : tuple of str
        What tells each from the others.
    differs : str
        The name of what they differ in; empty if it is several things, or only the seed.
    """

    runs: tuple[RunFile, ...]
    labels: tuple[str, ...]
    differs: str

    def numbers(self, column: NumberColumn) -> tuple[Distribution, ...]:
        """Return the distribution of a column in each run.

        Raises
        ------
        RunError
            If a run has no such column of numbers.
        """
        return tuple(distribution(run, column) for run in self.runs)

    @property
    def first_mover_wins(self) -> tuple[Share, ...]:
        """The games that the player who moves first won, in each run."""
        return tuple(balance(run).people[0] for run in self.runs)


def series(runs: Iterable[AnyRun]) -> Series:
    """Return runs in the order of what they differ in.

    Runs of one game are ordered by the size of the board, by other options that are not the usual
    ones of that size, and by their players from the weakest to the strongest. Runs of different
    games keep their order. Runs that differ in nothing of these are told apart by the names of
    their files.

    Examples
    --------
    >>> import litslab as ll
    >>> found = series(ll.simulate(ll.new_game("taiji", size=n), games=9) for n in (5, 3, 4))
    >>> found.differs, found.labels
    ('size', ('3×3', '4×4', '5×5'))
    """
    files = [open_run(run) for run in runs]
    differing = _differing(files)
    if GAME not in differing:
        files.sort(key=lambda file: [_rank(_trait(file, name)) for name in differing])
    labels = [_label(file, differing) for file in files]
    if len(set(labels)) < len(labels):
        named = [(label, file.path.stem) for label, file in zip(labels, files, strict=True)]
        labels = [tr("; ").join(filter(None, texts)) for texts in named]
    differs = option_name(differing[0]) if len(differing) == 1 else ""
    return Series(tuple(files), tuple(labels), differs)


def _differing(files: Sequence[RunFile]) -> list[str]:
    """Return the names of the traits in which runs differ."""
    unusual = dict.fromkeys(name for file in files for name in _unusual(file))
    return [
        name
        for name in (GAME, SIZE, *unusual, PLAYERS)
        if any(_trait(file, name) != _trait(files[0], name) for file in files)
    ]


def _unusual(file: RunFile) -> list[str]:
    """Return the options that are not the usual ones on a board of this size."""
    rules = file.rules
    usual = describe_options(rules.on_square_board(rules.board.columns))
    return [
        name
        for name, value in describe_options(rules).items()
        if name not in _SIZES and value != usual.get(name)
    ]


def _trait(file: RunFile, name: str) -> Any:
    """Return a trait of a run; None for an option that its game does not have."""
    if name == GAME:
        return file.rules.title
    if name == SIZE:
        return file.rules.board.columns, file.rules.board.rows
    if name == PLAYERS:
        return file.run.players
    return describe_options(file.rules).get(name)


def _rank(trait: Any) -> tuple[list[float], str]:
    """Return where a trait belongs in the order: numbers by value, players by strength."""
    if isinstance(trait, bool | int):
        return [float(trait)], ""
    parts = trait if isinstance(trait, tuple) else ()
    numbers = [_strength(part) if isinstance(part, str) else (float(part),) for part in parts]
    return [number for each in numbers for number in each], str(trait)


def _strength(player: str) -> tuple[float, ...]:
    """Return the level of a player, and the number after its name; unknown players come last."""
    name, _, number = player.partition(":")
    level = _LEVELS.index(name) if name in _LEVELS else len(_LEVELS)
    return level, float(number) if number.isdigit() else 0.0


def _label(file: RunFile, differing: Sequence[str]) -> str:
    """Return the traits of a run that differ, as far as it has them."""
    traits = [(name, _trait(file, name)) for name in differing]
    alone = len(traits) == 1
    return tr("; ").join(
        _words(name, trait, alone=alone) for name, trait in traits if trait is not None
    )


def _words(name: str, trait: Any, *, alone: bool) -> str:
    """Return a trait in words; an option is named unless it is the only difference."""
    if name == GAME:
        return tr(trait)
    if name == SIZE:
        columns, rows = trait
        return f"{columns}×{rows}"
    if name == PLAYERS:
        return players_title(trait)
    value = option_words(trait)
    return value if alone else tr("{option} {value}", option=option_name(name), value=value)
