"""What goes into a booklet: a folder of puzzles as entries, and the rules in our own words."""

from __future__ import annotations

from pathlib import Path

from litslab.puzzles.booklet import Booklet, Entry, write_booklet
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.generate.folder import documents, read_file
from litslab.puzzles.lits.svg import draw_puzzle

RULES = (
    "Shade four connected squares in every region, so that they form an L, an I, a T or an S. These tetrominoes may be "
    "turned and turned over as you like.",
    "Where tetrominoes of two regions share an edge they must be of different shapes; turned or turned over, a shape "
    "stays the same. No 2×2 block may be shaded completely. All shaded squares form one orthogonally connected area.",
    "Every puzzle has exactly one solution, which a program has proved. Levels run from 1 (gentle) to 5 (only by long "
    "trials); up to level 3 no trial and error is needed. The code beside a puzzle opens it for solving on a screen.",
)
"""The rules of the puzzle and what a reader of the booklet should know."""


def puzzle_entries(folder: Path, *, codes: bool = True) -> list[Entry]:
    """Return the puzzles of a folder as entries of a booklet.

    Parameters
    ----------
    folder : Path
        Where `puzzles.lits.generate.folder` has put puzzles.
    codes : bool
        Whether the links are printed.

    Raises
    ------
    StoreError
        If there are none.
    FormatError
        If a file is damaged.
    """
    entries = []
    for number, (path, content) in enumerate(documents(folder), start=1):
        entry = read_file(path)
        assert entry.shading is not None  # `documents` has looked
        solution = solution_of(entry.puzzle, entry.shading)
        board = entry.puzzle.board
        entries.append(
            Entry(
                str(number),
                f"level {content['label']} · {board.columns}×{board.rows}",
                draw_puzzle(entry.puzzle),
                draw_puzzle(entry.puzzle, solution),
                link=(content["url"] or "") if codes else "",
            )
        )
    return entries


def book(
    folder: str | Path,
    output: str | Path,
    *,
    title: str = "LITS",
    subtitle: str = "",
    per_page: int = 4,
    codes: bool = True,
    force: bool = False,
) -> Booklet:
    """Write a booklet of the puzzles of a folder, a PDF with the solutions at its end.

    Parameters
    ----------
    folder : str or Path
        Where `generate_puzzles` or ``litslab puzzle generate`` put puzzles.
    output : str or Path
        The file; its name ends in ``.pdf``.
    title, subtitle : str
        What the cover page says.
    per_page : int
        1, 2, 4, 6, 9 or 12.
    codes : bool
        Whether links are printed as QR codes.
    force : bool
        Whether a file that is there already may be replaced.

    Raises
    ------
    StoreError
        If there are no puzzles.
    PictureError
        If the extra ``pictures`` is not installed.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     made = list(ll.generate_puzzles(ll.PuzzleSpec(6, 6), 2, seed=7, folder=folder))
    ...     booklet = ll.book(folder, Path(folder) / "book.pdf")
    >>> len(booklet.entries)
    2
    """
    folder = Path(folder)
    return write_booklet(
        lambda: Booklet(title, subtitle, RULES, tuple(puzzle_entries(folder, codes=codes)), per_page),
        Path(output),
        force=force,
    )
