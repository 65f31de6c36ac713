"""Contents of a booklet of LITS puzzles: puzzles from any source as entries, the rules with an
example, hints.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

from litslab.games.drawing.picture_file import check_target
from litslab.games.errors import check_choice
from litslab.games.files import as_path, write_new
from litslab.games.language import ENGLISH, together, tr, trn, using
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.puzzles.booklet import Booklet, BookletEntry, BookletError, ExampleStep, Layout, render
from litslab.puzzles.lits.explain import explain, frames
from litslab.puzzles.lits.formats import PuzzleEntry, link_to, read_one, write
from litslab.puzzles.lits.grade import grade_path
from litslab.puzzles.lits.puzzle import LITS, RULES, PuzzleSolution, SolutionStatus
from litslab.puzzles.lits.sentence import sentence
from litslab.puzzles.lits.solve import only_solution, solve
from litslab.puzzles.lits.sources import AnyPuzzle, Source, read_sources
from litslab.puzzles.lits.svg import draw_cover, draw_puzzle, draw_step
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.path import Path as Steps

PUZZLE = "lits/10/10/2kundeqr123452knh85aa6004pu0g09im5ea"
"""The puzzle of the cover, which litslab made."""

PAGE = "https://litslab.github.io/litslab/play/"
"""The page without a server, for puzzles that puzz.link does not have."""

_TEXTS = tomllib.loads(files(__package__).joinpath("rules.toml").read_text(encoding="utf-8"))
AT_LENGTH: list[str] = [each["text"] for each in _TEXTS["rules"]["lits"]]
"""The rules of LITS, in paragraphs."""

NOTES: dict[str, str] = {name: each["text"] for name, each in _TEXTS["notes"].items()}
"""Notes for the reader."""

EXAMPLE = "lits/5/4/h98g3ao"
"""The puzzle of the worked example, which litslab made."""

SORTS = ("level", "size", "title")
"""The sort keys of puzzles."""


@dataclass(frozen=True)
class _Chosen:
    """A puzzle with what the booklet says of it."""

    entry: PuzzleEntry
    solution: PuzzleSolution
    level: str
    rank: tuple[float, str, float]
    hint: str


@dataclass(frozen=True)
class _Shown:
    """Information that a booklet prints, or leaves out, for every puzzle."""

    levels: bool
    credits: bool
    codes: bool
    hints: bool


def book(
    puzzles: Source | Iterable[AnyPuzzle],
    output: str | Path,
    *,
    title: str = "LITS",
    subtitle: str = "",
    author: str = "",
    sort: str | None = None,
    per_page: int = 4,
    columns: int | None = None,
    paper: str = "a4",
    cover: bool = True,
    rules: bool = True,
    levels: bool = True,
    credits: bool = True,
    codes: bool = True,
    hints: bool = False,
    solutions: bool = True,
    lang: str = ENGLISH,
    force: bool = False,
    progress: OnProgress = ignore_progress,
    on_error: Callable[[BookletError], object] | None = None,
) -> Booklet:
    """Write a booklet of puzzles, a PDF.

    Every puzzle is solved, with proof that it has one solution, and graded unless its file has
    litslab's grade.

    Parameters
    ----------
    puzzles : str, Path, LitsPuzzle or iterable of these
        Sources of puzzles: texts such as URLs, files, and folders; or puzzles and entries that were
        read already.
    output : str or Path
        The file; its name ends in ``.pdf``.
    title, subtitle, author : str
        The texts of the cover page.
    sort : str, optional
        ``level``, ``size`` or ``title``; the order given where not given.
    per_page : int
        Puzzles per page, up to 20.
    columns : int, optional
        In how many columns they are printed.
    paper : str
        ``a4``, ``a5`` or ``letter``.
    cover : bool
        Whether there is a cover page.
    rules : bool
        Whether the rules are printed, with a worked example.
    levels : bool
        Whether the level of each puzzle is printed.
    credits : bool
        Whether the author and the source of each puzzle are printed, where they are known.
    codes : bool
        Whether links are printed as QR codes.
    hints : bool
        Whether there is a page of hints.
    solutions : bool
        Whether the solutions are printed at the end.
    lang : str
        The language of its texts: ``en`` or ``ja``.
    force : bool
        Whether a file that is there already may be replaced.
    progress : callable
        Told how many puzzles are solved and graded.
    on_error : callable, optional
        Told why a puzzle is left out that does not have exactly one solution. If not given, or if
        no puzzle is left, that is an error.

    Raises
    ------
    FormatError, PuzzleError
        If a puzzle cannot be read.
    BookletError
        If a puzzle does not have exactly one solution, or the pages cannot be laid out so.
    PictureError
        If the extra ``pictures`` is not installed.
    OptionError
        If there is no such order or language, or no font with the letters of the language is
        installed.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     puzzles = ["lits/4/4/9q02jg", "lits/5/4/h98g3ao"]
    ...     booklet = ll.book(puzzles, Path(folder) / "book.pdf", sort="size")
    >>> [entry.caption for entry in booklet.entries]
    ['level 1 · 4×4', 'level 1 · 5×4']
    """
    target = as_path(output)
    check_target(target, force, (".pdf",))
    check_choice("sort", sort, SORTS)
    layout = Layout(per_page, columns, paper)
    shown = _Shown(levels=levels, credits=credits, codes=codes, hints=hints)
    sources = (
        [puzzles] if isinstance(puzzles, str) or not isinstance(puzzles, Iterable) else puzzles
    )
    with using(lang):
        is_graded = levels or sort == "level"
        entries = read_sources(sources)
        chosen = _choose(
            entries, graded=is_graded, hints=hints, progress=progress, on_error=on_error
        )
        if sort is not None:
            chosen.sort(key=_KEYS[sort])
        names = {each.entry.puzzle.rules.name for each in chosen}
        booklet = Booklet(
            title,
            subtitle,
            rules=_rules(names, shown) if rules else (),
            entries=tuple(_entry(number, each, shown) for number, each in enumerate(chosen, 1)),
            layout=layout,
            author=author,
            cover=_cover() if cover else None,
            summary=_summary(chosen, levels=levels) if chosen else "",
            example=worked_example() if rules and LITS.name in names else (),
            solutions=solutions,
        )
        write_new(target, render(booklet), force)
    return booklet


def _rules(names: Set[str], shown: _Shown) -> tuple[str, ...]:
    """Return the rules of the puzzles with these names, and the notes for the reader."""
    paragraphs = [tr(text) for text in AT_LENGTH if LITS.name in names]
    paragraphs += [
        tr("{title}. {rules}", title=tr(each.title), rules=tr(each.summary))
        for each in RULES.values()
        if each.name in names and each is not LITS
    ]
    applies = {
        "one-solution": True,
        "levels": shown.levels,
        "codes": shown.codes,
        "hints": shown.hints,
    }
    notes = [tr(note) for name, note in NOTES.items() if applies[name]]
    return (*paragraphs, together(notes))


def _cover() -> str:
    """Return the picture of the cover page."""
    puzzle = read_one(PUZZLE).puzzle
    return draw_cover(puzzle, only_solution(puzzle))


def _entry(number: int, chosen: _Chosen, shown: _Shown) -> BookletEntry:
    """Return a puzzle as the booklet prints it."""
    found = chosen.entry
    return BookletEntry(
        _heading(number, found),
        _caption(chosen, levels=shown.levels),
        picture=draw_puzzle(found.puzzle, coordinates=shown.hints),
        solution=draw_puzzle(found.puzzle, chosen.solution),
        link=_link(found) if shown.codes else "",
        credit=_credit(found) if shown.credits else "",
        hint=chosen.hint,
    )


def _heading(number: int, entry: PuzzleEntry) -> str:
    """Return the number and the title of a puzzle, as far as it has them."""
    if not entry.title:
        return str(number)
    if entry.read_from and not entry.fallback:  # of the collection, whose titles have numbers
        return entry.title
    return f"{number}. {entry.title}"


def _caption(chosen: _Chosen, *, levels: bool) -> str:
    """Return the kind of a puzzle unless it is LITS, its level and its size."""
    puzzle = chosen.entry.puzzle
    kind = "" if puzzle.rules is LITS else tr(puzzle.rules.title)
    level = chosen.level if levels else ""
    if level[:1].isdigit():
        level = tr("level {level}", level=level)
    return " · ".join(filter(None, (kind, level, chosen.entry.size)))


_KEYS = {
    "level": lambda each: each.rank,
    "size": lambda each: (each.entry.puzzle.board.size, each.entry.puzzle.board.columns),
    "title": lambda each: (each.entry.title or each.entry.name).casefold(),
}


def _choose(
    entries: Sequence[PuzzleEntry],
    *,
    graded: bool,
    hints: bool,
    progress: OnProgress,
    on_error: Callable[[BookletError], object] | None,
) -> list[_Chosen]:
    """Solve the puzzles, and grade and explain them as far as the booklet needs it.

    Raises
    ------
    BookletError
        If one does not have exactly one solution and `on_error` is None, or if none has.
    """
    chosen: list[_Chosen] = []
    for number, entry in enumerate(entries, start=1):
        progress(Progress(number - 1, len(entries), entry.name))
        try:
            chosen.append(_solved(entry, graded=graded, hints=hints))
        except BookletError as error:
            is_last_chance = number == len(entries) and not chosen
            if on_error is None or is_last_chance:
                raise
            on_error(error)
    progress(Progress(len(entries), len(entries)))
    return chosen


def _solved(entry: PuzzleEntry, *, graded: bool, hints: bool) -> _Chosen:
    """Return a puzzle with what the booklet says of it.

    Raises
    ------
    BookletError
        If it does not have exactly one solution.
    """
    answer = solve(entry.puzzle, conflict=False)
    if answer.status is not SolutionStatus.UNIQUE:
        is_named_alike = entry.read_from in {"", entry.name}
        where = "" if is_named_alike else f" ({entry.read_from})"
        raise BookletError(f"{entry.name}{where}: solutions: {answer.status}: expected exactly one")
    level = entry.level
    score = entry.score
    hint = ""
    if hints or (graded and score is None):
        path = explain(entry.puzzle, solutions=[answer.solutions[0].shading]).path
        if score is None:
            found = grade_path(path)
            level = found.label
            score = found.score
        hint = _hint(path) if hints else ""
    rank = float(level[:1] or 0) if score is not None else 0.0
    return _Chosen(entry, answer.solutions[0], level, (rank, level, score or 0.0), hint)


def _hint(path: Steps) -> str:
    """Return where to begin, and the first of the hardest steps."""
    table = path.state.table
    first = next((step for step in path.steps if step.decides), None)
    if first is None:
        return ""
    hardest = max(path.steps, key=lambda step: BY_NAME[step.technique].level)
    words = [tr("To begin: {step}", step=sentence(table, first))]
    if BY_NAME[hardest.technique].level > BY_NAME[first.technique].level:
        name = tr(hardest.technique)
        told = sentence(table, hardest)
        words.append(tr("The hardest step ({technique}): {step}", technique=name, step=told))
    return together(words)


def _credit(entry: PuzzleEntry) -> str:
    """Return the author and the source; of a source that is a URL only the site."""
    author = tr("by {author}", author=entry.author) if entry.author else ""
    site = re.match(r"[a-z]+://(?:www\.)?([^/?#]+)", entry.source)
    source = site[1] if site else entry.source
    return " · ".join(filter(None, (author, source)))


def _link(entry: PuzzleEntry) -> str:
    """Return a link that opens a puzzle: at puzz.link, or on the page without a server."""
    if link := link_to(entry):
        return link
    puzzle = entry.puzzle
    has_givens = set(puzzle.givens) - {"?"}
    plain = None if has_givens else link_to(PuzzleEntry(replace(puzzle, rules=LITS)))
    text = plain.partition("?")[2] if plain else write(PuzzleEntry(puzzle), "grid")
    return f"{PAGE}#puzzle?{urlencode({'url': text, 'rules': puzzle.rules.name}, safe='/:.')}"


def _summary(chosen: Sequence[_Chosen], *, levels: bool) -> str:
    """Return the line at the foot of the cover: how many puzzles, how large, how hard."""
    boards = sorted((each.entry.puzzle.board.size, each.entry.size) for each in chosen)
    _, smallest = boards[0]
    _, largest = boards[-1]
    sizes = smallest
    if smallest != largest:
        sizes = tr("{smallest} to {largest}", smallest=smallest, largest=largest)
    ranks = sorted(each.level for each in chosen if each.entry.score is not None or each.rank[2])
    hard = ""
    if levels and ranks:
        first, last = ranks[0], ranks[-1]
        if first == last:
            hard = tr("level {level}", level=first)
        else:
            hard = tr("levels {first} to {last}", first=first, last=last)
    count = trn("{count} puzzle", "{count} puzzles", len(chosen))
    return " · ".join(filter(None, (count, sizes, hard)))


def worked_example() -> tuple[ExampleStep, ...]:
    """Return the steps to the solution of a small puzzle, and the solution."""
    explanation = explain(read_one(EXAMPLE).puzzle)
    puzzle = explanation.puzzle
    steps = []
    for frame in frames(explanation):
        bare = replace(frame, title="", caption="", left=())
        steps.append(ExampleStep(draw_step(puzzle, bare), frame.caption))
    solution = solve(puzzle, conflict=False).solutions[0]
    picture = draw_puzzle(puzzle, solution, coordinates=True)
    return (*steps, ExampleStep(picture, tr("The solution.")))
