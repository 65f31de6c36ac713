"""Booklets and reports that the page asks for."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import litslab as ll
from litslab.app.web import documents
from litslab.app.web.positions import create_rules, read_record
from litslab.app.web.settings import Send, Settings, TooLargeError, check_fit, seconds_of, sending
from litslab.app.web.studies import study_of
from litslab.games.errors import OptionError
from litslab.games.language import language, mark, tr
from litslab.puzzles.lits.formats import read_text

if TYPE_CHECKING:
    from litslab.puzzles.booklet import Booklet


def answer_puzzlebook(request: documents.PuzzleBookRequest, settings: Settings, send: Send) -> documents.Pdf:
    """Make a booklet of puzzles, each proved to have one solution.

    Raises
    ------
    FormatError
        If the text is no puzzle.
    BookletError
        If a puzzle does not have exactly one solution.
    TooLargeError
        If there are too many puzzles, or one is larger than the server takes.
    """
    entries = read_text(request.puzzles, "the puzzles")
    _check_count(len(entries), settings)
    for entry in entries:
        check_fit(mark("puzzle"), entry.puzzle.board.size, settings)
    options = request.model_dump(exclude={"puzzles", "time_limit"})
    write = partial(ll.book, entries, lang=settings.language, progress=sending(send), **options)
    return _pdf("lits-puzzles.pdf", write, settings)


def answer_studybook(request: documents.StudyBookRequest, settings: Settings, _: Send) -> documents.Pdf:
    """Make a booklet of endgame studies.

    Raises
    ------
    StudyBookError
        If a record is no study.
    TooLargeError
        If there are too many studies, or a board is larger than the server takes.
    """
    _check_count(len(request.records), settings)
    records = [study_of(text, settings) for text in request.records]
    options = request.model_dump(exclude={"records", "time_limit"})
    return _pdf("studies.pdf", partial(ll.study_book, records, lang=settings.language, **options), settings)


def _check_count(count: int, settings: Settings) -> None:
    if count > (most := settings.most_entries):
        raise TooLargeError(tr("a booklet of {count}: expected at most {most}", count=count, most=most))


def _pdf(name: str, write: Callable[[Path], Booklet], settings: Settings) -> documents.Pdf:
    with TemporaryDirectory(dir=settings.scratch) as folder:
        path = Path(folder) / name
        made = write(path)
        return documents.Pdf(name=name, entries=len(made.entries), pdf=b64encode(path.read_bytes()).decode())


def answer_report(request: documents.ReportRequest, settings: Settings, send: Send) -> documents.ReportPage:
    """Report on a game, with its options or with the board of a record.

    Raises
    ------
    OptionError
        If there is no such game or option.
    TooLargeError
        If the board is larger than the server takes.
    """
    from litslab.analysis.report.context import FULL, QUICK  # noqa: PLC0415
    from litslab.analysis.report.make import to_html  # noqa: PLC0415

    if request.record is None:  # a report on Battle of LITS then covers many random boards
        rules = create_rules(request, settings)
    elif request.game or request.options:
        raise OptionError("the record has the game and its options: expected no others")
    else:
        rules = read_record(request.record, settings).rules
    with TemporaryDirectory(dir=settings.scratch) as folder:
        built = ll.report(
            rules, folder, quick=request.quick, seed=request.seed, counts=request.counts, force=True,
            time_limit=seconds_of(request, settings, (QUICK if request.quick else FULL).seconds), lang=language(),
            progress=sending(send),
        )  # fmt: skip
    return documents.ReportPage(
        title=built.report.title, verdict=[claim.text for claim in built.report.verdict],
        missing=list(map(tr, built.missing)), html=to_html(built.report),
    )  # fmt: skip
