"""Booklets and reports that the page asks for."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import litslab as ll
from litslab.app.web import documents
from litslab.app.web.grids import read_entries
from litslab.app.web.positions import create_rules, read_record
from litslab.app.web.settings import Send, Settings, TooLargeError, seconds_of, sending
from litslab.app.web.studies import study_of
from litslab.games.errors import GameError, OptionError
from litslab.games.language import language, tr

if TYPE_CHECKING:
    from litslab.puzzles.booklet import Booklet


def answer_puzzlebook(
    request: documents.PuzzleBookRequest,
    settings: Settings,
    send: Send,
) -> documents.Pdf:
    """Make a booklet of puzzles, each proved to have one solution.

    The others are left out, with an error for each.

    Raises
    ------
    PastedError
        If no puzzle can be read.
    BookletError
        If no puzzle has exactly one solution.
    TooLargeError
        If there are too many puzzles, or all are larger than the server takes.
    """
    entries, errors = read_entries(request.puzzles, settings)
    _check_count(len(entries), settings)
    options = request.model_dump(exclude={"puzzles", "time_limit"})
    write = partial(
        ll.book,
        entries,
        lang=settings.language,
        progress=sending(send),
        on_error=lambda error: errors.append(str(error)),
        **options,
    )
    return _pdf("lits-puzzles.pdf", write, settings, errors)


def answer_studybook(
    request: documents.StudyBookRequest,
    settings: Settings,
    _: Send,
) -> documents.Pdf:
    """Make a booklet of endgame studies.

    Records that are no studies, or too large, are left out, with an error for each.

    Raises
    ------
    PastedError, StudyBookError
        If no record is that of a study.
    TooLargeError
        If there are too many studies, or all boards are larger than the server takes.
    """
    _check_count(len(request.records), settings)
    records = []
    errors: list[str] = []
    refused: GameError | None = None
    for number, text in enumerate(request.records, 1):
        try:
            records.append(study_of(text, settings))
        except GameError as error:
            errors.append(tr("study {number}: {error}", number=number, error=error))
            refused = error
    if refused is not None and not records:
        raise refused
    options = request.model_dump(exclude={"records", "time_limit"})
    write = partial(ll.study_book, records, lang=settings.language, **options)
    return _pdf("studies.pdf", write, settings, errors)


def _check_count(count: int, settings: Settings) -> None:
    most = settings.most_entries
    if count > most:
        raise TooLargeError(
            tr("a booklet of {count}: expected at most {most}", count=count, most=most)
        )


def _pdf(
    name: str,
    write: Callable[[Path], Booklet],
    settings: Settings,
    errors: Sequence[str] = (),
) -> documents.Pdf:
    """Return a booklet as the page gets it; `errors` may grow while it is written."""
    with TemporaryDirectory(dir=settings.scratch) as folder:
        path = Path(folder) / name
        booklet = write(path)
        content = b64encode(path.read_bytes()).decode()
        return documents.Pdf(
            name=name, entries=len(booklet.entries), pdf=content, errors=list(errors)
        )


def answer_report(
    request: documents.ReportRequest,
    settings: Settings,
    send: Send,
) -> documents.ReportPage:
    """Report on a game, with its options or with the board of a record.

    Raises
    ------
    OptionError
        If there is no such game or option.
    TooLargeError
        If the board is larger than the server takes.
    """
    from litslab.analysis.report.page import to_html  # noqa: PLC0415

    if request.record is None:  # a report on Battle of LITS then covers many random boards
        rules = create_rules(request, settings)
    elif request.game or request.options:
        raise OptionError("the record has the game and its options: expected no others")
    else:
        rules = read_record(request.record, settings).rules
    with TemporaryDirectory(dir=settings.scratch) as folder:
        built = ll.report(
            rules,
            folder,
            quick=request.quick,
            games=request.games,
            playouts=request.playouts,
            seed=request.seed,
            counts=request.counts,
            force=True,
            time_limit=seconds_of(request, settings),
            lang=language(),
            progress=sending(send),
        )
    return documents.ReportPage(
        title=built.report.title,
        verdict=[claim.text for claim in built.report.verdict],
        missing=list(map(tr, built.missing)),
        html=to_html(built.report),
    )
