"""A report as Markdown."""

from __future__ import annotations

import re

from litslab.analysis.report.model import Block, Figure, Report, Table
from litslab.games.language import tr

PICTURES = "pictures"
"""The folder of the pictures, next to the text."""


def to_markdown(report: Report) -> str:
    """Return a report as Markdown with tables; the pictures are expected as
    ``pictures/NAME.svg``.
    """
    facts: list[tuple[str, ...]] = [("", "", "", tr("how"))]
    for fact in report.facts:
        number = fact.number
        facts.append((fact.label, number.text, number.spread, str(number.how)))
    verdict = [f"**{escape(claim.text)}**" for claim in report.verdict]
    stopped = [escape(report.stopped)] if report.stopped else []
    parts = [f"# {escape(report.title)}", *stopped, *verdict, escape(report.subtitle), _grid(facts)]
    for section in report.sections:
        parts.append(f"## {escape(section.title)}")
        parts += [_block(block) for block in section.blocks]
    return "\n\n".join([*parts, "---", escape(report.colophon)]) + "\n"


def escape(text: str) -> str:
    r"""Return a text so that Markdown shows it as it is, on one line.

    Examples
    --------
    >>> print(escape("a*b | <c>"))
    a\*b \| &lt;c&gt;
    """
    plain = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    marked = re.sub(r"([\\`*_{}\[\]|~])", r"\\\1", plain)
    return re.sub(r"^([#+-]|\d+[.)])(?=\s)", r"\\\1", marked)


def _block(block: Block) -> str:
    match block:
        case Table():
            head = [(*block.columns, tr("how"))]
            body = []
            for row in block.rows:
                cells = [_cell(number.text, number.spread) for number in row.numbers]
                body.append((row.label, *cells, row.how))
            return f"**{escape(block.caption)}**\n\n{_grid([*head, *body])}"
        case Figure():
            caption = escape(block.caption)
            return f"![{caption}]({PICTURES}/{block.name}.svg)\n\n*{caption}*"
        case _:
            return escape(block)


def _cell(text: str, spread: str) -> str:
    return tr("{text} ({note})", text=text, note=spread) if spread else text


def _grid(rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(map(escape, row)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])
