"""A report as an HTML document."""

from __future__ import annotations

import base64

from jinja2 import Environment, PackageLoader, StrictUndefined

from litslab.analysis.report.model import Figure, Kind, Report, Table
from litslab.games.language import language, mark, tr

KINDS = {
    Kind.RULE: mark("counted by the rules"),
    Kind.EXACT: mark("proved"),
    Kind.STORED: mark("proved earlier; as stored, not verified here"),
    Kind.BOUND: mark("a proved bound"),
    Kind.SIMULATED: mark("measured in games, with a 95 % interval"),
    Kind.ESTIMATE: mark("estimated by the method named"),
}
"""The meanings of the kinds of numbers, for the legend."""


def to_html(report: Report) -> str:
    """Return a report as a whole HTML document in the language in use; every text in it
    is escaped.
    """
    environment = Environment(
        loader=PackageLoader("litslab.analysis.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["data_url"] = data_url
    environment.globals["tr"] = tr
    environment.tests["table"] = lambda block: isinstance(block, Table)
    environment.tests["figure"] = lambda block: isinstance(block, Figure)
    return environment.get_template("page.html.j2").render(
        report=report, kinds=KINDS, language=language()
    )


def data_url(svg: str) -> str:
    """Return an SVG document as a URL that contains it."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
