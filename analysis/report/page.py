"""A report as one HTML page that needs nothing else: pictures are in it, and there are no scripts."""

from __future__ import annotations

import base64

from jinja2 import Environment, PackageLoader, StrictUndefined

from litslab.analysis.report.model import Figure, Kind, Report, Table

KINDS = {
    Kind.RULE: "counted by the rules",
    Kind.EXACT: "proved",
    Kind.BOUND: "a proved bound",
    Kind.SIMULATED: "measured in games, with a 95 % interval",
    Kind.ESTIMATE: "estimated by the method named",
}
"""What the kinds of numbers mean, for the legend."""


def to_html(report: Report) -> str:
    """Return a report as a whole HTML document; every text in it is escaped."""
    environment = Environment(
        loader=PackageLoader("litslab.analysis.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["data_url"] = data_url
    environment.tests["table"] = lambda block: isinstance(block, Table)
    environment.tests["figure"] = lambda block: isinstance(block, Figure)
    return environment.get_template("page.html.j2").render(report=report, kinds=KINDS)


def data_url(svg: str) -> str:
    """Return an SVG document as a URL that contains it."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
