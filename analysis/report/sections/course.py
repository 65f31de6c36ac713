"""The section on the course of the score: who leads, lead changes, comebacks."""

from __future__ import annotations

from litslab.analysis import trajectory_plots as plots
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import How, Kind, Number, Row, Section, Table
from litslab.analysis.report.play import Match
from litslab.analysis.trajectories import Trajectories, trajectories_of
from litslab.games.language import mark, tr
from litslab.games.placements import Placement

_COURSE = mark(
    "The scores are those that a game would have if it ended there. Finished games count with "
    "their final scores. Equal scores are no lead: the lead changes when the other side takes it."
)


def course(context: Context) -> Section | None:
    """Return the section on the course of the score; None if nothing was placed in any game."""
    found = [(match, course_of(match)) for match in context.matches]
    counted = [(match, each) for match, each in found if each is not None]
    if not counted:
        return None
    match, best = counted[-1]
    rules = context.rules
    games = tr(
        "{games:,} games of {player} with itself",
        games=best.deficits.total,
        player=tr(match.names[0]),
    )
    drawn = (
        (
            "trajectory",
            plots.plot_trajectory(
                best,
                rules.sides,
                tr("Who leads, and by how much?"),
                half_point=rules.tie_is_half_point,
            ),
            plots.told_trajectory(best),
        ),
        (
            "leader-wins",
            plots.plot_leader_wins(best, tr("Does the leader win?")),
            plots.told_leader_wins(best),
        ),
        (
            "lead-changes",
            plots.plot_lead_changes(best, tr("How often does the lead change?")),
            plots.told_lead_changes(best),
        ),
        (
            "comebacks",
            plots.plot_comebacks(best, tr("From how far behind does one win?")),
            plots.told_comebacks(best),
        ),
    )
    pictures = [
        quantities.picture(
            name, axes, quantities.sentences(told, tr("Sample: {games}.", games=games))
        )
        for name, axes, told in drawn
    ]
    rows = tuple(_row(match, each) for match, each in counted)
    columns = (
        tr("play"),
        tr("lead changes in a game"),
        tr("last change, placement (median)"),
        tr("the winner was behind at some time"),
        tr("largest deficit of the winner (mean)"),
        tr("the leader half-way wins"),
    )
    title = tr("Course of the score")
    return Section("course", title, (tr(_COURSE), Table(title, columns, rows), *pictures))


def course_of(match: Match) -> Trajectories | None:
    """Return how the scores went in the games of a match; None if nothing was placed."""
    games = []
    for number in range(match.count):
        record = match.record(number)
        positions = record.positions
        scores = [
            position.scores()
            for move, position in zip(record.moves, positions[1:], strict=True)
            if isinstance(move, Placement)
        ]
        if scores:
            winner = 1 - 2 * positions[-1].outcome().winning_side
            games.append(([first - second for first, second in scores], winner))
    return trajectories_of(games) if games else None


def _row(match: Match, found: Trajectories) -> Row:
    how = quantities.simulated(found.deficits.total, tr("both sides alike"))
    plain = How(Kind.SIMULATED, tr("{games:,} games", games=found.deficits.total))
    last = found.last_changes
    half = found.leader_wins[(len(found.leader_wins) - 1) // 2]
    numbers = (
        quantities.mean(found.lead_changes, how),
        quantities.quantile(last, 0.5, plain) if last.total else Number("–", plain),
        quantities.share(found.comebacks, how),
        quantities.mean(found.deficits, how),
        quantities.share(half, how),
    )
    return Row(tr(match.names[0]), numbers)
