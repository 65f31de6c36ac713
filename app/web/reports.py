"""Reports on a game, on any of its boards, as one HTML document without scripts."""

from __future__ import annotations

from tempfile import TemporaryDirectory

from litslab.app.web import documents
from litslab.app.web.limits import Send, seconds_of, sending
from litslab.app.web.positions import create_rules, read_record
from litslab.app.web.settings import Settings
from litslab.games.errors import OptionError
from litslab.games.position import Rules

QUICK_SECONDS, FULL_SECONDS = 45.0, 270.0
"""How long a report takes where the request does not say, as the command does."""


def report(request: documents.ReportRequest, settings: Settings, send: Send) -> documents.ReportPage:
    """Report on a game, with its options or with the board of a record.

    Raises
    ------
    OptionError
        If there is no such game or option.
    TooLargeError
        If the board is larger than the server takes.
    """
    from litslab.analysis.report.make import report as make  # noqa: PLC0415
    from litslab.analysis.report.make import to_html  # noqa: PLC0415

    rules = _rules(request, settings)
    with TemporaryDirectory(dir=settings.scratch) as folder:
        built = make(
            rules, folder, quick=request.quick, seed=request.seed, counts=request.counts, force=True,
            time_limit=seconds_of(request, settings, QUICK_SECONDS if request.quick else FULL_SECONDS),
            progress=sending(send),
        )  # fmt: skip
    return documents.ReportPage(
        title=built.report.title,
        verdict=[claim.text for claim in built.report.verdict],
        missing=list(built.missing),
        html=to_html(built.report),
    )


def _rules(request: documents.ReportRequest, settings: Settings) -> Rules:
    """Return the game; Battle of LITS without a record is reported on over many random boards."""
    if request.record is None:
        return create_rules(request.game, request.options, None, settings)
    if request.game or request.options:
        raise OptionError("the record has the game and its options: expected no others")
    return read_record(request.record, settings).rules
