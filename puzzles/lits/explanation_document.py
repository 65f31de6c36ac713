"""An explanation as one document with a picture per step: an HTML page, a PDF, or one picture of all steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from math import ceil, sqrt
from pathlib import Path

from litslab.games.drawing.canvas import check_target, render
from litslab.games.files import write_new
from litslab.games.language import ENGLISH, language, mark, sentence_case, tr, trn, using
from litslab.puzzles.booklet import size_of, typeset
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.drawing import sheet
from litslab.puzzles.lits.explain import Explanation, frames, read_state
from litslab.puzzles.lits.svg import Frame, draw_puzzle, draw_step

SUFFIXES = (".html", ".pdf", ".svg", ".png")
"""The kinds of files that an explanation can be written to."""

_MOST_COLUMNS = 4
_MILLIMETRES = 0.21  # for each pixel of a picture, in a PDF
_WIDEST, _HIGHEST = 84.0, 215.0  # a picture of a step in a PDF, in millimetres


@dataclass(frozen=True)
class _Page:
    """One step of the document."""

    anchor: str
    title: str
    text: str
    picture: str
    inner: tuple[_Page, ...] = ()


def save_explanation(
    explanation: Explanation, path: str | Path, *, title: str = "", credit: str = "", force: bool = False,
    lang: str = ENGLISH,
) -> None:  # fmt: skip
    """Write an explanation to one file, with a picture of each step and of each step of its trials.

    Parameters
    ----------
    explanation : Explanation
        The result of `explain` or `hint`.
    path : str or Path
        The file; its extension says what it becomes: ``.html`` (one page that needs nothing else; the arrow keys go
        from step to step), ``.pdf``, or ``.svg`` or ``.png`` (all steps in one picture).
    title : str
        The title, such as the name of the puzzle.
    credit : str
        A line below it, such as the author and the source.
    force : bool
        Whether a file that is there already may be replaced.
    lang : str
        The language of its texts: ``en`` or ``ja``.

    Raises
    ------
    PictureError
        If the file has another extension, or the extra ``pictures`` is needed and not installed.
    WouldOverwriteError
        If there is such a file and `force` is not given.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> explanation = ll.explain(ll.puzzle("lits/4/4/9q02jg"))
    >>> with TemporaryDirectory() as folder:
    ...     ll.save_explanation(explanation, Path(folder) / "way.html", title="A small puzzle")
    ...     "<title>A small puzzle" in (Path(folder) / "way.html").read_text()
    True
    """
    target = Path(path)
    suffix = check_target(target, force, SUFFIXES)
    title = title or f"LITS {explanation.puzzle.board.columns}×{explanation.puzzle.board.rows}"
    with using(lang):
        if suffix == ".html":
            data: str | bytes = to_html(explanation, title, credit)
        elif suffix == ".pdf":
            data = to_pdf(explanation, title, credit)
        else:
            data = render(to_picture(explanation), suffix)
    write_new(target, data, force)


def to_picture(explanation: Explanation) -> str:
    """Return all steps, those of trials among them, as one SVG document; the puzzle where there is no step."""
    shown = list(_flat(frames(explanation)))
    if not shown:
        return draw_puzzle(explanation.puzzle, coordinates=True)
    return sheet([draw_step(explanation.puzzle, frame) for frame in shown], min(_MOST_COLUMNS, ceil(sqrt(len(shown)))))


def _flat(shown: Sequence[Frame]) -> Iterator[Frame]:
    for frame in shown:
        yield frame
        yield from _flat(frame.inner)


def _pages(explanation: Explanation) -> list[_Page]:
    """Return the pictures of an explanation: the state at the start, each step, and the end."""
    puzzle = explanation.puzzle

    def page(frame: Frame) -> _Page:
        picture = draw_step(puzzle, replace(frame, title="", caption=""))
        anchor = "step-" + frame.title.split()[0].strip(".").replace(".", "-")
        return _Page(anchor, frame.title, frame.caption, picture, tuple(page(each) for each in frame.inner))

    known = read_state(puzzle, explanation.begun)
    start = _Page("start", tr("The puzzle"), "", draw_step(puzzle, Frame(known.shaded, known.unshaded)))
    return [start, *(page(frame) for frame in frames(explanation)), _ending(explanation)]


def _ending(explanation: Explanation) -> _Page:
    """Return how an explanation ends."""
    path, puzzle = explanation.path, explanation.puzzle
    if path.is_complete:
        solution = solution_of(puzzle, path.state.shaded)
        words = tr("Every square is decided: this is the only solution.")
        return _Page("end", tr("The solution"), words, draw_puzzle(puzzle, solution, coordinates=True))
    if path.contradiction is not None:
        words = sentence_case(tr("{contradiction}: there is no solution.", contradiction=path.contradiction.text))
    elif path.limited:
        words = tr("No further step was found within the limit of trials.")
    else:
        words = tr("This is known after the last step.")
    known = Frame(path.state.shaded, path.state.unshaded)
    return _Page("end", tr("The end"), words, draw_step(puzzle, known))


def to_html(explanation: Explanation, title: str, credit: str = "") -> str:
    """Return an explanation as a whole HTML document, which loads nothing; every text in it is escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - only pages need it

    environment = Environment(
        loader=PackageLoader("litslab.puzzles.lits"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    texts, steps = _texts(explanation, title, credit, "<b>{}</b>"), _pages(explanation)
    return environment.get_template("explanation.html.j2").render(texts, steps=steps, lang=language(), tr=tr)


def _texts(explanation: Explanation, title: str, credit: str, emphasis: str = "{}") -> dict[str, object]:
    """Return the texts above the steps; a template shows the names of the colours that the legend explains."""
    colours = (mark("Yellow"), mark("Magenta outline"), mark("Blue outline"))
    yellow, magenta, blue = (emphasis.format(tr(each)) for each in colours)
    legend = tr(
        "Shaded squares are grey, unshaded ones have a dot. {yellow}: what the step looks at. {magenta}: what it "
        "decides. {blue}: what a trial supposes. The placements that a step rules out are drawn below its picture.",
        yellow=yellow, magenta=magenta, blue=blue,
    )  # fmt: skip
    count = trn("{count} step", "{count} steps", len(explanation.path.steps))
    return {"title": title, "credit": credit, "count": count, "legend": legend}


def to_pdf(explanation: Explanation, title: str, credit: str = "") -> bytes:
    """Return an explanation as a PDF; the same explanation gives the same bytes.

    Raises
    ------
    PictureError
        If typst is not installed or cannot read a picture.
    """
    content = _texts(explanation, title, credit) | {"steps": [_plain(page, _WIDEST) for page in _pages(explanation)]}
    return typeset(resources.files("litslab.puzzles.lits") / "explanation.typ", "way", content, "PDF")


def _plain(page: _Page, widest: float) -> dict[str, object]:
    """Return a step as the page design takes it, with the width of its picture in millimetres."""
    width, height = size_of(page.picture)
    shown = min(_MILLIMETRES * width, widest, _HIGHEST * width / height)
    inner = [_plain(each, 0.6 * _WIDEST) for each in page.inner]
    return {"title": page.title, "text": page.text, "picture": page.picture, "width": shown, "inner": inner}
