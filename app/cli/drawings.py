"""Given solutions and pictures of `litslab puzzle generate`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from litslab.app.cli.values import refuse
from litslab.app.console import DONE, LIMIT, NEGATIVE, complain

if TYPE_CHECKING:
    from litslab.games.geometry import Board
    from litslab.puzzles.lits.generate.given_solution import Solution
    from litslab.puzzles.lits.generate.picture import Picture, Setting


@dataclass(frozen=True)
class Drawing:
    """A given solution or picture: its board, the solutions that it allows, and the picture, if it
    is one.
    """

    board: Board
    solutions: Iterator[Solution]
    picture: Picture | None = None


def read_drawing(
    solution: Path | None,
    picture: Path | None,
    *,
    size: tuple[int, int] | None,
    seed: int,
    time_limit: float | None,
) -> Drawing | None:
    """Read a solution or a picture; return None if neither is given.

    Raises
    ------
    GameError
        If both are given, the file is invalid, or its size is not that of `size`.
    OSError
        If the file cannot be opened.
    """
    if solution is not None and picture is not None:
        refuse("--solution and --picture: expected one of them")
    if solution is not None:
        from litslab.puzzles.lits.generate.given_solution import read_solutions

        drawing = Drawing(*read_solutions(solution))
    elif picture is None:
        return None
    else:
        from litslab.puzzles.lits.generate.picture import read_picture, shadings

        read = read_picture(picture, size or (10, 10))
        drawing = Drawing(read.board, shadings(read, seed=seed, time_limit=time_limit), read)
    if size not in {None, (drawing.board.columns, drawing.board.rows)}:
        found = f"{drawing.board.columns}×{drawing.board.rows}"
        refuse(f"{solution or picture}: {found} squares: expected the size that --size asks for")
    return drawing


def complain_of(setting: Setting, board: Board) -> int:
    """Print the reason why no solution was chosen, and return the exit status."""
    if not setting.tried:
        return complain("no legal shading of the picture found within the limit", LIMIT)
    tried = f"any of the {setting.tried} solutions tried"
    first = "; around the first one"
    if setting.tried == 1:
        tried = "this solution"
        first = ""
    if not setting.complete:
        return complain(f"limit reached: no regions found around {tried}", LIMIT)
    names = board.names(setting.blamed)
    if len(names) == 1:
        why = f"{first}: {names[0]} can belong to no region without allowing another solution"
    elif names:
        squares = f"{', '.join(names[:-1])} and {names[-1]}"
        why = f"{first}: {squares} cannot all belong to regions without allowing another"
    else:
        why = ": expected other sizes or another symmetry of the regions"
    return complain(f"no regions leave {tried} the only one{why}", NEGATIVE)


def missed_squares(drawing: Drawing, solution: Solution, *, quiet: bool) -> list[str] | None:
    """Return the squares in which a solution differs from its picture; None if there is no picture.

    Unless quiet, print them on standard error as well.
    """
    picture = drawing.picture
    if picture is None:
        return None
    missed = picture.missed(solution)
    if not quiet:
        complain(_missed_text(picture, missed), DONE)
    return picture.board.names(missed)


def _missed_text(picture: Picture, missed: int) -> str:
    if not missed:
        return "every square is as in the picture"
    names = picture.board.names
    parts = []
    if missed & picture.blank:
        parts.append(f"{' '.join(names(missed & picture.blank))} shaded")
    if missed & picture.shaded:
        parts.append(f"{' '.join(names(missed & picture.shaded))} not shaded")
    count = missed.bit_count()
    number = "1 square differs" if count == 1 else f"{count} squares differ"
    return f"{number} from the picture: {', '.join(parts)}"
