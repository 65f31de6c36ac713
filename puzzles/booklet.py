"""Booklets for print: puzzles or studies with their levels, links as QR codes, and the solutions at
the end.

A booklet is a list of entries with pictures; what the pictures show is decided elsewhere. The page
design is in ``booklet.typ`` next to this module, and the package typst makes the PDF, with vector
boards.
"""

from __future__ import annotations

import io
import json
from dataclasses import asdict, dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from litslab.games.drawing.markup import size_of
from litslab.games.drawing.picture_file import PictureError
from litslab.games.errors import GameError, check_choice
from litslab.games.fonts import typst_fonts
from litslab.games.language import language, tr
from litslab.games.line_breaks import text_columns
from litslab.games.packages import missing_text

PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""The papers that a booklet may be printed on: width and height in millimetres."""

MOST_PER_PAGE = 20
MOST_COLUMNS = 5
FONT = "Libertinus Serif"
_PICTURE_MILLIMETRES = 0.32  # the largest size of a picture's pixel
_SOLUTION_MILLIMETRES = 0.17
_MODULE_MILLIMETRES = 0.4  # of a QR code: phones read no smaller ones
_LARGEST_CODE = 14  # the version of a QR code: 75 modules with the border, 30 millimetres


class BookletError(GameError):
    """A booklet that cannot be made; the text is one line that says why."""


@dataclass(frozen=True)
class BookletEntry:
    """One puzzle or study of a booklet.

    Attributes
    ----------
    heading : str
        Its number or name.
    caption : str
        Information before the start, such as the level.
    picture, solution : str
        Whole SVG documents.
    answer : str
        A text below the solution, such as the winning move.
    link : str
        A link to play it, printed as a QR code; empty for none.
    credit : str
        Its author and where it was published.
    hint : str
        Its text on the page of hints; empty for none.
    """

    heading: str
    caption: str
    picture: str
    solution: str
    answer: str = ""
    link: str = ""
    credit: str = ""
    hint: str = ""


@dataclass(frozen=True)
class ExampleStep:
    """A step of the worked example that follows the rules.

    Attributes
    ----------
    picture : str
        A whole SVG document.
    text : str
        What the step does, and why.
    """

    picture: str
    text: str


@dataclass(frozen=True)
class Layout:
    """Page layout of a booklet.

    Attributes
    ----------
    per_page : int
        Entries per page, at most `MOST_PER_PAGE`.
    columns : int or None
        In how many columns they are printed, at most `MOST_COLUMNS`; None for what suits their
        number.
    paper : str
        A key of `PAPERS`.
    """

    per_page: int = 4
    columns: int | None = None
    paper: str = "a4"

    def __post_init__(self) -> None:
        if not 1 <= self.per_page <= MOST_PER_PAGE:
            raise BookletError(f"{self.per_page} per page: expected 1 to {MOST_PER_PAGE}")
        if self.columns is not None and not 1 <= self.columns <= min(MOST_COLUMNS, self.per_page):
            expected = f"1 to {min(MOST_COLUMNS, self.per_page)}"
            raise BookletError(
                f"{self.columns} columns for {self.per_page} per page: expected {expected}"
            )
        check_choice("paper", self.paper, PAPERS)


@dataclass(frozen=True)
class Booklet:
    """A booklet.

    Attributes
    ----------
    title, subtitle, author : str
        The texts of the cover, or of the top of the first page.
    rules : tuple of str
        Paragraphs that follow it.
    entries : tuple of BookletEntry
        In the order of print, at least one.
    layout : Layout
        The paper, and how many entries a page holds.
    cover : str or None
        The picture of the cover, a whole SVG document; None for no cover.
    summary : str
        A line at the foot of the cover, such as how many puzzles there are.
    example : tuple of ExampleStep
        The worked example after the rules.
    solutions : bool
        Whether the solutions are printed at the end.
    """

    title: str
    subtitle: str
    rules: tuple[str, ...]
    entries: tuple[BookletEntry, ...]
    layout: Layout = Layout()
    author: str = ""
    cover: str | None = None
    summary: str = ""
    example: tuple[ExampleStep, ...] = ()
    solutions: bool = True

    def __repr__(self) -> str:
        entries = "1 entry" if len(self.entries) == 1 else f"{len(self.entries)} entries"
        return f"<Booklet: {self.title}, {entries}>"

    def __post_init__(self) -> None:
        if not self.entries:
            raise BookletError("a booklet without entries: expected at least one")


def code_of(link: str) -> str:
    """Return a link as a QR code, a whole SVG document; an empty text where the code would be too
    large to print.

    Raises
    ------
    PictureError
        If the package segno is not installed.
    """
    try:
        import segno  # noqa: PLC0415 - optional, and only booklets need it
    except ImportError:
        raise PictureError(missing_text("a booklet with links", "segno")) from None
    written = io.BytesIO()
    try:
        code = segno.make(link, error="l", micro=False)
    except segno.DataOverflowError:
        return ""
    if int(code.version) > _LARGEST_CODE:
        return ""
    code.save(written, kind="svg", border=1, xmldecl=False, omitsize=True)
    return written.getvalue().decode()


def render(booklet: Booklet) -> bytes:
    """Return a booklet as a PDF, with headings in the language in use; the same booklet gives the
    same bytes.

    Raises
    ------
    PictureError
        If typst or segno is not installed, or typst cannot read a picture.
    OptionError
        If no font with the letters of the language is installed.
    """
    return typeset(
        resources.files("litslab.puzzles") / "booklet.typ", "book", _content(booklet), "booklet"
    )


def typeset(design: Traversable, name: str, content: dict[str, object], what: str) -> bytes:
    """Return a PDF of a page design, which reads the content by its name; the same content gives
    the same bytes.

    Raises
    ------
    PictureError
        If typst is not installed or cannot read a picture.
    OptionError
        If no font with the letters of the language in use is installed.
    """
    try:
        import typst  # noqa: PLC0415 - optional, and only pictures need it
    except ImportError:
        raise PictureError(missing_text(f"a {what}", "typst")) from None
    fonts, own, more = typst_fonts(json.dumps(content, ensure_ascii=False))
    inputs = {name: json.dumps({**content, "lang": language(), "fonts": [*own, FONT, *more]})}
    try:
        source = (
            resources.files("litslab.puzzles").joinpath("columns.typ").read_bytes()
            + design.read_bytes()
        )
        return typst.compile(source, format="pdf", sys_inputs=inputs, font_paths=fonts, timestamp=0)
    except typst.TypstError as error:
        raise PictureError(f"typst cannot make the {what}: {str(error).splitlines()[0]}") from error


def _content(booklet: Booklet) -> dict[str, object]:
    """Return what the page design takes: the texts and pictures, and the measures that depend on
    the paper.
    """
    layout = booklet.layout
    width, height = PAPERS[layout.paper]
    small = width < 180
    dense = layout.per_page > 4
    return asdict(booklet) | {
        "cover_size": _cover_size(booklet.title, small=small),
        "words": {
            "rules": tr("Rules"),
            "example": tr("A worked example"),
            "hints": tr("Hints"),
            "solutions": tr("Solutions"),
        },
        "example_columns": 3 if small else 4,
        "columns": layout.columns or 1 + sum(layout.per_page > most for most in (2, 8, 12)),
        "width": width,
        "height": height,
        "margin": 13 if small else 18,
        "text_size": 9.5 if small else 10.5,
        "hint_columns": 1 if small else 2,
        "solution_columns": (2 if small else 3) + dense,
        "solution_height": _solution_height(small=small, dense=dense),
        "entries": [_entry_content(entry) for entry in booklet.entries],
    }


def _cover_size(title: str, *, small: bool) -> int:
    """Return the font size of the title on the cover page."""
    if text_columns(title) <= 24:
        return 26 if small else 38
    return 20 if small else 28


def _solution_height(*, small: bool, dense: bool) -> int:
    """Return the height that a solution has on its page, in millimetres."""
    if dense:
        return 38
    return 48 if small else 52


def _entry_content(entry: BookletEntry) -> dict[str, object]:
    """Return what the page design takes of one entry."""
    code = code_of(entry.link) if entry.link else ""
    code_width, _ = size_of(code)
    return asdict(entry) | {
        "code": code,
        "code_size": _MODULE_MILLIMETRES * code_width,
        "size": [_PICTURE_MILLIMETRES * side for side in size_of(entry.picture)],
        "solution_size": [_SOLUTION_MILLIMETRES * side for side in size_of(entry.solution)],
    }
