"""What a notebook shows of a run: a table of its figures, and a plot of the margins."""

from __future__ import annotations

from html import escape

from litslab.analysis import plot
from litslab.analysis.distributions import distribution
from litslab.analysis.figure_file import render_figure
from litslab.analysis.labels import run_title
from litslab.analysis.runs.columns import NumberColumn
from litslab.analysis.runs.file import RunFile
from litslab.analysis.shares import Share, balance
from litslab.analysis.style import new_axes
from litslab.games.language import tr

_PLOT_SIZE = (4.8, 3.0)
"""The width and the height of the plot in inches."""


def run_view(run: RunFile) -> str:
    """Return the figures of a run as HTML, each with its 95 % interval."""
    wins = balance(run)
    rows = [(tr("games"), f"{run.run.games:,}")]
    rows += [(tr("{side} wins", side=tr(each.name)), _share_text(each)) for each in wins.sides]
    rows.append((tr("equal scores"), _share_text(wins.ties)))
    lead = tr("mean lead of {side}", side=tr(run.rules.sides[0]))
    columns: tuple[tuple[NumberColumn, str], ...] = (
        ("margin", lead),
        ("length", tr("mean length")),
    )
    for column, name in columns:
        found = distribution(run, column)
        low, high = found.interval
        rows.append((name, f"{found.mean:.2f} ({low:.2f} … {high:.2f})"))
    table = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows
    )
    picture = render_figure(plot.margins(run, ax=new_axes(*_PLOT_SIZE)), ".svg").decode()
    title = f"<caption>{escape(run_title(run))}</caption>"
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f"<table>{title}{table}</table>{picture[picture.index('<svg') :]}</div>"
    )


def _share_text(share: Share) -> str:
    low, high = share.interval
    return f"{100 * share.share:.1f} % ({100 * low:.1f} … {100 * high:.1f})"
