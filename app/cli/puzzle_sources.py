"""What commands on LITS puzzles read: puzzles from texts, files and folders, and solutions or pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from litslab.app import exits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litslab.games.geometry import Board
    from litslab.puzzles.lits.formats import PuzzleEntry
    from litslab.puzzles.lits.generate.partition import RegionLimits
    from litslab.puzzles.lits.generate.picture import Picture, Setting
    from litslab.puzzles.lits.generate.solution_text import Solution


@dataclass(frozen=True)
class Reading:
    """The puzzles that the sources on a command line hold.

    Attributes
    ----------
    entries : list of PuzzleEntry
        The puzzles, in order.
    refused : int
        How many files could not be read; what is wrong with each has been printed.
    """

    entries: list[PuzzleEntry]
    refused: int = 0

    def status(self, status: int) -> int:
        """Return the exit status of a command that ends with `status` on the puzzles that could be read."""
        return exits.BAD_INPUT if self.refused else status


def read_puzzles(sources: list[str], rules: str | None = None) -> Reading:
    """Read the puzzles that a command line names, in order, with the rules of a name if that is given.

    If it names several files, one by one or as a folder, a file that cannot be read does not stop the others: one line
    on standard error says what is wrong with it.

    Raises
    ------
    PuzzleError
        If there is nothing else to read: naming the file, the last of several, and the line that is wrong.
    OSError
        If it is a file that cannot be opened.
    """
    from litslab.puzzles.lits.puzzle import PuzzleError
    from litslab.puzzles.lits.sources import with_rules

    entries: list[PuzzleEntry] = []
    errors: list[PuzzleError | OSError] = []
    for source in sources:
        try:
            readers = _readers(source)
        except (PuzzleError, OSError) as error:
            errors.append(error)
            continue
        for read in readers:
            try:
                found = read()
                entries += found if rules is None else [with_rules(entry, rules) for entry in found]
            except (PuzzleError, OSError) as error:
                errors.append(error)
    for wrong in errors if entries else errors[:-1]:
        exits.complain(exits.describe(wrong), exits.BAD_INPUT)
    if not entries:
        raise errors[-1]
    return Reading(entries, len(errors))


def _readers(source: str) -> list[Callable[[], list[PuzzleEntry]]]:
    """Return a function for each file that a source names, which reads it."""
    from litslab.puzzles.lits.sources import readers

    return [_read_standard_input] if source == "-" else readers(source)


def _read_standard_input() -> list[PuzzleEntry]:
    from litslab.puzzles.lits.formats import FormatError, read_text

    try:
        text = sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise FormatError("standard input: not a text in UTF-8") from None
    return read_text(text, "standard input")


@dataclass(frozen=True)
class Drawing:
    """What a setter gave: a board, the solutions that it allows, and the picture that they are of, if any."""

    board: Board
    solutions: Iterator[Solution]
    picture: Picture | None = None


def read_drawing(
    solution: Path | None, picture: Path | None, size: tuple[int, int] | None, seed: int, time_limit: float | None
) -> Drawing | None:
    """Read a solution or a picture; return None where neither is given.

    Raises
    ------
    PuzzleError
        If both are given, if the file holds none, or if it is not of the size that is asked for.
    OSError
        If the file cannot be opened.
    """
    from litslab.puzzles.lits.puzzle import PuzzleError

    if solution is not None and picture is not None:
        raise PuzzleError("--solution and --picture: expected one of them")
    if solution is not None:
        from litslab.puzzles.lits.generate.solution_text import read_solutions

        board, solutions = read_solutions(solution)
        drawing = Drawing(board, solutions)
    elif picture is None:
        return None
    else:
        from litslab.puzzles.lits.generate.picture import read_picture, shadings

        read = read_picture(picture, size or (10, 10))
        drawing = Drawing(read.board, shadings(read, seed=seed, time_limit=time_limit), read)
    if size not in {None, (drawing.board.columns, drawing.board.rows)}:
        found = f"{drawing.board.columns}×{drawing.board.rows}"
        raise PuzzleError(f"{solution or picture}: {found} squares: expected the size that --size asks for")
    return drawing


def choose(drawing: Drawing, limits: RegionLimits, seed: int, time_limit: float | None) -> Setting:
    """Choose a solution that can be the only one, with progress on a terminal."""
    from litslab.app.console import showing
    from litslab.puzzles.lits.generate.picture import choose_solution

    with showing("choosing a solution") as progress:
        return choose_solution(
            drawing.board, drawing.solutions, limits, seed=seed, time_limit=time_limit, progress=progress
        )


def complain_of(setting: Setting, board: Board) -> int:
    """Print why there is no solution to make a puzzle of, and return the exit status."""
    if not setting.tried:
        return exits.complain("no legal shading of the picture found within the limit", exits.LIMIT)
    looked = "this solution" if setting.tried == 1 else f"any of the {setting.tried} solutions tried"
    if not setting.complete:
        return exits.complain(f"limit reached: no regions found around {looked}", exits.LIMIT)
    names = board.names(setting.blamed)
    first = "" if setting.tried == 1 else "; around the first one"
    if len(names) == 1:
        why = f"{first}: {names[0]} can belong to no region without allowing another solution"
    elif names:
        why = f"{first}: {', '.join(names[:-1])} and {names[-1]} cannot all belong to regions without allowing another"
    else:
        why = ": expected other sizes or another symmetry of the regions"
    return exits.complain(f"no regions leave {looked} the only one{why}", exits.NEGATIVE)


def missed_squares(drawing: Drawing, solution: Solution, *, quiet: bool) -> list[str] | None:
    """Return the squares in which a solution differs from its picture; None where there is no picture.

    Unless quiet, print them on standard error as well.
    """
    picture = drawing.picture
    if picture is None:
        return None
    missed = picture.missed(solution)
    if not quiet:
        typer.echo(f"litslab: {_missed_text(picture, missed)}", err=True)
    return picture.board.names(missed)


def _missed_text(picture: Picture, missed: int) -> str:
    if not missed:
        return "every square is as in the picture"
    parts = [
        f"{' '.join(picture.board.names(squares))} {what}"
        for squares, what in ((missed & picture.blank, "shaded"), (missed & picture.shaded, "not shaded"))
        if squares
    ]
    count = missed.bit_count()
    return f"{count} square{'s differ' if count > 1 else ' differs'} from the picture: {', '.join(parts)}"
