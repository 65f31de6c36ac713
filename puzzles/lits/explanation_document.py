"""An explanation as one document: an HTML page, a PDF, or one picture of all steps.

In a page and in a PDF easy steps that follow each other share a board, on which their numbers are
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from math import ceil, sqrt
from pathlib import Path

from litslab.games.drawing.markup import size_of
from litslab.games.drawing.picture_file import check_target, render
from litslab.games.files import as_path, write_new
from litslab.games.language import ENGLISH, language, mark, sentence_case, tr, trn, using
from litslab.puzzles.booklet import typeset
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.drawing import sheet
from litslab.puzzles.lits.explain import Explanation, explain, frames
from litslab.puzzles.lits.frame import Frame, joined
from litslab.puzzles.lits.partial_state import read_state
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.sources import AnyPuzzle
from litslab.puzzles.lits.svg import SQUARE_SIZE, draw_panels, draw_puzzle, draw_step

SUFFIXES = (".html", ".pdf", ".svg", ".png")
"""The kinds of files that an explanation can be written to."""

_MOST_COLUMNS = 4
# below one board: a sentence or a row of small drawings each
_FEWEST_LINES = 6
_PANELS_PER_LINE = 4
_COLUMNS = {3: 208, 2: 318, 1: 665}  # the columns of a PDF, and their widths in pixels
_SMALLEST_SQUARE = 13.3  # in a PDF, in pixels: 3.5 millimetres


@dataclass(frozen=True)
class _Note:
    """A step on a board."""

    anchor: str
    title: str
    text: str
    panels: str = ""


@dataclass(frozen=True)
class _Board:
    """A board of the document, with the steps that it shows; those of a trial are one level deeper
    than the trial.
    """

    picture: str
    notes: tuple[_Note, ...]
    depth: int = 0


def save_explanation(
    explanation: Explanation | AnyPuzzle,
    path: str | Path,
    *,
    title: str = "",
    credit: str = "",
    force: bool = False,
    lang: str = ENGLISH,
) -> None:
    """Write an explanation to one file, with pictures of its steps and of the steps of its trials.

    Parameters
    ----------
    explanation : Explanation or LitsPuzzle or str or Path
        The result of `explain` or `hint`, or a puzzle to explain.
    path : str or Path
        The file; its extension says what it becomes: ``.html`` (one page that needs nothing else;
        the arrow keys go from step to step), ``.pdf``, or ``.svg`` or ``.png`` (all steps in one
        picture).
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
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "way.html"
    ...     ll.save_explanation("lits/4/4/9q02jg", path, title="A small puzzle")
    ...     "<title>A small puzzle" in (Path(folder) / "way.html").read_text()
    True
    """
    target = as_path(path)
    explanation = explanation if isinstance(explanation, Explanation) else explain(explanation)
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
    """Return all steps, those of trials among them, as one SVG document; the puzzle where there is
    no step.
    """
    if not (shown := list(_flat(frames(explanation)))):
        return draw_puzzle(explanation.puzzle, coordinates=True)
    return sheet(
        [draw_step(explanation.puzzle, frame) for frame in shown],
        min(_MOST_COLUMNS, ceil(sqrt(len(shown)))),
    )


def _flat(shown: Sequence[Frame]) -> Iterator[Frame]:
    for frame in shown:
        yield frame
        yield from _flat(frame.inner)


def _boards(explanation: Explanation, width: int) -> list[_Board]:
    """Return the boards of an explanation: the state at the start, the steps, and the end.

    Parameters
    ----------
    explanation : Explanation
        The explanation.
    width : int
        The width of the small drawings below a board, in pixels.
    """
    puzzle = explanation.puzzle
    known = read_state(puzzle, explanation.begun)
    note = _Note("start", tr("The puzzle"), "")
    start = _Board(draw_step(puzzle, Frame(known.shaded, known.unshaded)), (note,))
    return [start, *_steps(puzzle, frames(explanation), width), _ending(explanation)]


def _steps(
    puzzle: LitsPuzzle,
    shown: Sequence[Frame],
    width: int,
    depth: int = 0,
) -> Iterator[_Board]:
    """Yield the boards of steps, each followed by those of the steps inside."""
    for run in _runs(shown, max(_FEWEST_LINES, puzzle.board.columns // 2 + 1)):
        notes = []
        for frame in run:
            anchor = "step-" + frame.title.split()[0].strip(".").replace(".", "-")
            notes.append(
                _Note(anchor, frame.title, frame.caption, draw_panels(puzzle, frame, width))
            )
        yield _Board(draw_step(puzzle, joined(run)), tuple(notes), depth)
        yield from _steps(puzzle, run[-1].inner, width, depth + 1)


def _runs(shown: Sequence[Frame], most_lines: int) -> Iterator[list[Frame]]:
    """Yield the steps that share a board: a few of the same kind that follow each other, or one
    with steps inside.
    """
    run: list[Frame] = []
    lines = 0
    for frame in shown:
        more = 1 + ceil((len(frame.excluded) + len(frame.left)) / _PANELS_PER_LINE)
        if run and (
            lines + more > most_lines or frame.kind != run[0].kind or frame.inner or run[0].inner
        ):
            yield run
            run = []
            lines = 0
        run.append(frame)
        lines += more
    if run:
        yield run


def _ending(explanation: Explanation) -> _Board:
    """Return how an explanation ends."""
    path = explanation.path
    puzzle = explanation.puzzle
    title = tr("The end")
    picture = draw_step(puzzle, Frame(path.state.shaded, path.state.unshaded))
    if path.is_complete:
        title = tr("The solution")
        words = tr("Every square is decided: this is the only solution.")
        picture = draw_puzzle(puzzle, solution_of(puzzle, path.state.shaded), coordinates=True)
    elif path.contradiction is not None:
        words = sentence_case(
            tr("{contradiction}: there is no solution.", contradiction=path.contradiction.text)
        )
    elif path.limited:
        words = tr("No further step was found within the limit of trials.")
    else:
        words = tr("This is known after the last step.")
    return _Board(picture, (_Note("end", title, words),))


def to_html(explanation: Explanation, title: str, credit: str = "") -> str:
    """Return an explanation as a whole HTML document, which loads nothing; every text in it is
    escaped.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - only pages need it

    environment = Environment(
        loader=PackageLoader("litslab.puzzles.lits"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    content = {
        **_texts(explanation, title, credit, "<b>{}</b>"),
        "boards": _boards(explanation, _COLUMNS[3]),
        "columns": _columns(explanation),
    }
    return environment.get_template("explanation.html.j2").render(content, lang=language(), tr=tr)


def _columns(explanation: Explanation) -> int:
    """Return the number of columns on paper, in which squares are not too small."""
    across = explanation.puzzle.board.columns + 1.8
    return next((each for each, width in _COLUMNS.items() if width >= across * _SMALLEST_SQUARE), 1)


def _texts(
    explanation: Explanation,
    title: str,
    credit: str,
    emphasis: str = "{}",
) -> dict[str, object]:
    """Return the texts above the steps; a template shows the names of the colours that the legend
    explains.
    """
    colours = (mark("Yellow"), mark("Magenta outline"), mark("Blue outline"))
    yellow, magenta, blue = (emphasis.format(tr(each)) for each in colours)
    legend = tr(
        "Shaded squares are grey, unshaded ones have a dot. {yellow}: what a step looks at. "
        "{magenta}: what it decides."
        " {blue}: what a trial supposes. Easy steps in a row share a board, with their numbers on "
        "it. Below a sentence "
        "are the placements that the step rules out (magenta), or those that are still possible "
        "(green).",
        yellow=yellow,
        magenta=magenta,
        blue=blue,
    )
    count = trn("{count} step", "{count} steps", len(explanation.path.steps))
    return {"title": title, "credit": credit, "count": count, "legend": legend}


def to_pdf(explanation: Explanation, title: str, credit: str = "") -> bytes:
    """Return an explanation as a PDF; the same explanation gives the same bytes.

    Raises
    ------
    PictureError
        If typst is not installed or cannot read a picture.
    """
    columns = _columns(explanation)
    content = _texts(explanation, title, credit) | {
        "columns": columns,
        "boards": [
            asdict(board) | {"squares": [side / SQUARE_SIZE for side in size_of(board.picture)]}
            for board in _boards(explanation, _COLUMNS[columns])
        ],
    }
    return typeset(
        resources.files("litslab.puzzles.lits") / "explanation.typ", "way", content, "PDF"
    )
