"""Booklets for print: puzzles or studies with their levels, links as QR codes, and the solutions at the end.

A booklet is a list of entries with pictures; what the pictures show is not its business. The page design stands in
``booklet.typ`` beside this module, and the package typst makes the PDF, with vector boards.
"""

from __future__ import annotations

import io
import json
from dataclasses import asdict, dataclass
from importlib import resources

from litslab.games.drawing.export import PictureError
from litslab.games.errors import GameError

PER_PAGE = {1: 1, 2: 1, 4: 2, 6: 2, 9: 3, 12: 3}
"""How many entries a page may hold, and in how many columns they then stand."""


class BookletError(GameError):
    """A booklet that cannot be made; the text is one line that says why."""


@dataclass(frozen=True)
class Entry:
    """One puzzle or study of a booklet.

    Attributes
    ----------
    heading : str
        Its number or name.
    caption : str
        What a reader wants to know before starting, such as the level.
    picture, solution : str
        Whole SVG documents.
    answer : str
        Words under the solution, such as the winning move.
    link : str
        Where it can be played, printed as a QR code; empty for none.
    """

    heading: str
    caption: str
    picture: str
    solution: str
    answer: str = ""
    link: str = ""


@dataclass(frozen=True)
class Booklet:
    """A booklet.

    Attributes
    ----------
    title, subtitle : str
        What stands on top of the first page.
    rules : tuple of str
        Paragraphs that follow it.
    entries : tuple of Entry
        In the order of print, at least one.
    per_page : int
        How many entries a page holds: a key of `PER_PAGE`.
    """

    title: str
    subtitle: str
    rules: tuple[str, ...]
    entries: tuple[Entry, ...]
    per_page: int = 4

    def __post_init__(self) -> None:
        if not self.entries:
            raise BookletError("a booklet without entries: expected at least one")
        if self.per_page not in PER_PAGE:
            raise BookletError(f"{self.per_page} a page: expected one of {', '.join(map(str, PER_PAGE))}")


def code_of(link: str) -> str:
    """Return a link as a QR code, a whole SVG document.

    Raises
    ------
    PictureError
        If the package segno is not installed.
    BookletError
        If the link is too long for a QR code.
    """
    try:
        import segno  # noqa: PLC0415 - optional, and only booklets need it
    except ImportError:
        raise PictureError("a booklet with links needs the package segno: pip install 'litslab[pictures]'") from None
    written = io.BytesIO()
    try:
        segno.make(link, error="l", micro=False).save(written, kind="svg", border=1, xmldecl=False)
    except segno.DataOverflowError:
        raise BookletError(f"a link of {len(link)} characters: too long for a QR code") from None
    return written.getvalue().decode()


def render(booklet: Booklet) -> bytes:
    """Return a booklet as a PDF; the same booklet gives the same bytes.

    Raises
    ------
    PictureError
        If typst or segno is not installed, or typst cannot read a picture.
    BookletError
        If a link is too long for a QR code.
    """
    try:
        import typst  # noqa: PLC0415 - optional, and only pictures need it
    except ImportError:
        raise PictureError("a booklet needs the package typst: pip install 'litslab[pictures]'") from None
    content = {
        "title": booklet.title,
        "subtitle": booklet.subtitle,
        "rules": booklet.rules,
        "per_page": booklet.per_page,
        "columns": PER_PAGE[booklet.per_page],
        "solution_columns": 3 if booklet.per_page <= 4 else 4,
        "solution_height": 52 if booklet.per_page <= 4 else 38,
        "entries": [asdict(entry) | {"code": code_of(entry.link) if entry.link else ""} for entry in booklet.entries],
    }
    page = resources.files("litslab.puzzles").joinpath("booklet.typ").read_bytes()
    try:
        return typst.compile(
            page, format="pdf", sys_inputs={"book": json.dumps(content)}, ignore_system_fonts=True, timestamp=0
        )
    except typst.TypstError as error:
        raise PictureError(f"typst cannot make the booklet: {str(error).splitlines()[0]}") from error
