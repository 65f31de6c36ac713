"""The progress that engines report: the bounds proved so far, and their cost."""

from __future__ import annotations

from litslab.games.language import tr
from litslab.games.position import Position
from litslab.games.result_text import range_text
from litslab.jobs.progress import Progress
from litslab.solver.score import Score


def bounds_progress(score: Score, position: Position, nodes: int) -> Progress:
    """Return the progress that an engine reports when the bounds of a value become tighter.

    Examples
    --------
    >>> from litslab.games import create
    >>> bounds_progress(Score(-3, 5), create("taiji").start(), 1200).text
    'between dark by 1 and light by 3, 1,200 nodes'
    """
    return Progress(nodes, text=nodes_text(range_text(score.lower, score.upper, position), nodes))


def nodes_text(bounds: str, nodes: int) -> str:
    """Return the bounds of a value, given as text, with the number of positions visited
    for them.
    """
    return tr("{bounds}, {nodes:,} nodes", bounds=bounds, nodes=nodes)
