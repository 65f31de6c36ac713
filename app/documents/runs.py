"""Documents of many games: runs, the contents of their files, and the statistics of plots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Self

from rich.table import Table

from litslab.analysis import comparison, distributions, shares
from litslab.analysis.final_positions import cover_of_run, group_sizes_of_run, usual_by
from litslab.analysis.openings import openings
from litslab.analysis.run_series import series
from litslab.analysis.runs.columns import PLAYERS, NumberColumn, describe_columns
from litslab.analysis.runs.file import RunFile
from litslab.analysis.squares import occupancy, opening_squares
from litslab.analysis.trajectories import trajectories
from litslab.app.documents.base import At, By, Document
from litslab.app.text.parts import Lines, counted, describe_rules
from litslab.games.notation import format_move
from litslab.games.option_data import describe_options


class ShareDocument(Document):
    """A share of games, with its 95 % interval."""

    count: int
    games: Annotated[int, At("total")]
    share: float | None
    """Null if there are no games."""
    interval: list[float]


class RunDocument(Document):
    """`litslab simulate`."""

    path: str
    game: Annotated[str, At("rules.name")]
    players: Annotated[list[str], At("run.players")]
    """Player A, who moves first in the game, and player B."""
    seed: Annotated[int, At("run.seed")]
    constructed: Annotated[bool, At("run.start.constructed")]
    played_by: Annotated[str, At("header.played_by")]
    games: Annotated[int, At("run.games")]
    mean_length: Annotated[
        float, By(lambda file, _: distributions.distribution(file, "length").mean)
    ]
    mean_margin: Annotated[
        float, By(lambda file, _: distributions.distribution(file, "margin").mean)
    ]
    wins: dict[str, int]
    shares: dict[str, ShareDocument]
    player_wins: dict[str, int]
    """Wins of player A and of player B; a swap makes them differ from those of the sides."""
    ties_broken: int
    ties_by_side: dict[str, int]
    swaps: int
    scoreless: int
    points_by_phase: Annotated[
        list[float | None], By(lambda file, _: shares.phase_shares(file) or [])
    ] = []
    """Double games only; null if nobody scores."""

    _result: RunFile

    @classmethod
    def of(cls, file: RunFile, path: Path) -> RunDocument:
        """Describe a run by its main statistics; `path` is the file that was requested."""
        found = shares.balance(file)
        return cls.made_of(
            file,
            path=path,
            wins={each.name: each.count for each in found.sides},
            shares={each.name: each for each in found.sides},
            player_wins={
                name: each.count for name, each in zip(PLAYERS, found.people, strict=True)
            },
            ties_broken=found.ties.count,
            ties_by_side={each.name: each.count for each in found.ties_by_side},
            swaps=found.swaps.count,
            scoreless=found.scoreless.count,
        )

    def lines(self) -> Lines:
        """Yield the main statistics: the wins of the sides and of the players, which differ after a
        swap.
        """
        yield f"{counted(self.games, 'game')} of {self.mean_length:.3f} placements on average"
        yield f"wins by side: {', '.join(f'{side} {won:,}' for side, won in self.wins.items())}"
        named = zip(self.player_wins.items(), self.players, strict=True)
        players = ", ".join(f"player {name} ({player}) {won:,}" for (name, won), player in named)
        yield f"wins by player: {players}"
        if self.swaps:
            yield f"the players exchanged sides in {self.swaps:,}"
        if self._result.rules.tie_is_half_point:
            yield f"{self.ties_broken:,} with equal scores but for the half point"
        else:
            yield f"{self.ties_broken:,} with equal scores, decided by the tie rule"


class RunColumn(Document):
    """A column of a run's file."""

    name: str
    type: str
    meaning: str
    unit: str
    """The unit of its numbers; empty if they count nothing."""


class RunDescriptionDocument(Document):
    """`litslab run describe`."""

    path: str
    version: Annotated[str, At("header.version")]
    """The version of litslab that played."""
    played_by: Annotated[str, At("header.played_by")]
    """``kernel`` or ``rules``: they draw random moves differently."""
    game: Annotated[str, At("rules.name")]
    options: Annotated[dict[str, Any], By(lambda file, _: describe_options(file.rules))]
    record: Annotated[str, At("run.record")]
    """The position that every game starts from, as the text of a record."""
    constructed: Annotated[bool, At("run.start.constructed")]
    players: Annotated[
        dict[str, str], By(lambda file, _: dict(zip(PLAYERS, file.run.players, strict=True)))
    ]
    """Player A, who moves first in the game, and player B."""
    games: Annotated[int, At("run.games")]
    seed: Annotated[int, At("run.seed")]
    layers: Annotated[list[str], At("header.layers")]
    """The layers of a final position, for heat maps."""
    columns: Annotated[list[RunColumn], By(lambda file, _: describe_columns(file.run))]

    _result: RunFile

    def lines(self) -> Lines:
        """Yield a description of the games, and a table of the columns."""
        yield describe_rules(self._result.rules)
        yield f"{counted(self.games, 'game')}, seed {self.seed}"
        for name, player in self.players.items():
            yield f"player {name}: {player}"
        yield f"played by the {self.played_by} of litslab {self.version}"
        yield f"layers: {', '.join(self.layers)}"
        table = Table("column", "type", "unit", "meaning", box=None, pad_edge=False)
        for each in self.columns:
            table.add_row(each.name, each.type, each.unit, each.meaning)
        yield table


class DistributionDocument(Document):
    """The distribution of a number over games."""

    games: Annotated[int, At("total")]
    mean: float
    interval: list[float | None]
    """Two bounds; null for fewer than two games, or if all numbers are equal."""
    deviation: float | None
    quantiles: Annotated[
        dict[str, float],
        By(lambda d, _: {part: d.quantile(part) for part in distributions.QUANTILES}),
    ]
    counts: Annotated[
        dict[str, int],
        By(lambda d, _: dict(zip(d.values.tolist(), d.counts.tolist(), strict=True))),
    ]


class PlotDocument(Document):
    """The base of the documents of plots."""

    path: str

    @classmethod
    def of(cls, run: RunFile, path: Path) -> Self:
        """Describe a plot of a run."""
        return cls.made_of(run, path=path)


class PlotScoresDocument(PlotDocument):
    """`litslab plot scores`."""

    scores: Annotated[dict[str, DistributionDocument], By(lambda run, _: _scores_by_side(run))]


def _scores_by_side(run: RunFile) -> dict[str, distributions.Distribution]:
    scores = distributions.joint_scores(run)
    return {name: scores.side(side) for side, name in enumerate(run.rules.sides)}


class PlotMarginsDocument(PlotDocument):
    """`litslab plot margins`."""

    margin: Annotated[
        DistributionDocument, By(lambda run, _: distributions.distribution(run, "margin"))
    ]


class PlotLengthsDocument(PlotDocument):
    """`litslab plot lengths`."""

    length: Annotated[
        DistributionDocument, By(lambda run, _: distributions.distribution(run, "length"))
    ]


class PlotBranchingDocument(PlotDocument):
    """`litslab plot branching`."""

    branching: Annotated[
        list[DistributionDocument], By(lambda run, _: distributions.branching_by_ply(run))
    ]


class PlotTrajectoryDocument(PlotDocument):
    """`litslab plot trajectory`."""

    margins: Annotated[list[DistributionDocument], By(lambda run, _: trajectories(run).margins)]
    """The first side's margin after each placement; a finished game keeps its last one."""


class PlotLeaderWinsDocument(PlotDocument):
    """`litslab plot leader-wins`."""

    leader_wins: Annotated[list[ShareDocument], By(lambda run, _: trajectories(run).leader_wins)]
    """After each placement: the games that the leader won, of those in which one side leads."""


class PlotLeadChangesDocument(PlotDocument):
    """`litslab plot lead-changes`."""

    lead_changes: DistributionDocument
    last_changes: DistributionDocument | None
    """The placement with which the lead changed last; null if it never did."""

    @classmethod
    def of(cls, run: RunFile, path: Path) -> Self:
        """Describe a plot of the changes of the lead."""
        found = trajectories(run)
        last = found.last_changes if found.last_changes.total else None
        return cls.made_of(run, path=path, lead_changes=found.lead_changes, last_changes=last)


class PlotComebacksDocument(PlotDocument):
    """`litslab plot comebacks`."""

    deficits: DistributionDocument
    """By how many points the winner was behind at most; 0 if never."""
    comebacks: ShareDocument
    """The games whose winner was behind at some time."""

    @classmethod
    def of(cls, run: RunFile, path: Path) -> Self:
        """Describe a plot of comebacks."""
        found = trajectories(run)
        return cls.made_of(run, path=path, deficits=found.deficits, comebacks=found.comebacks)


class PlotHeatmapDocument(PlotDocument):
    """`litslab plot heatmap`."""

    squares: dict[str, float]

    @classmethod
    def of(
        cls,
        run: RunFile,
        path: Path,
        layer: str | None = None,
        winner: str | None = None,
    ) -> Self:
        """Describe a plot of covered squares; the options are those of `analysis.plot.heatmap`."""
        shares = occupancy(run, layer, winner=winner)
        name = run.rules.board.name
        squares = {name(square): round(float(share), 6) for square, share in enumerate(shares)}
        return cls.made_of(run, path=path, squares=squares)


class GroupSizesOfColour(Document):
    """The groups of one colour in final positions."""

    colour: str
    phase: int
    groups_per_game: float
    sizes: DistributionDocument | None
    """The sizes of all groups; null if there are none."""
    largest: DistributionDocument
    """The size of the largest group of each game; 0 if there is none."""


class PlotGroupSizesDocument(PlotDocument):
    """`litslab plot group-sizes`."""

    groups: list[GroupSizesOfColour]
    """By colour, two for each phase of the game."""

    @classmethod
    def of(cls, run: RunFile, path: Path) -> Self:
        """Describe a plot of the sizes of groups."""
        groups = [
            GroupSizesOfColour.made_of(each, sizes=each.sizes if each.sizes.total else None)
            for each in group_sizes_of_run(run)
        ]
        return cls.made_of(run, path=path, groups=groups)


class PiecesCover(Document):
    """Where the pieces of a shape lie, or a colour shows, in final positions."""

    name: str
    """The letter of the shape (``D`` is two squares), or the colour."""
    mean: float
    """The mean number of pieces, or of squares."""
    squares: dict[str, float]
    """The share of games by square."""


class PlotPiecesDocument(PlotDocument):
    """`litslab plot pieces`."""

    by: str
    """``shape`` or ``colour``."""
    maps: list[PiecesCover]

    @classmethod
    def of(cls, run: RunFile, path: Path, by: str | None = None) -> Self:
        """Describe a plot of pieces; the option is that of `analysis.plot.pieces`."""
        by = by or usual_by(run.rules)
        name = run.rules.board.name
        maps = [
            PiecesCover.made_of(
                each,
                squares={
                    name(square): round(float(share), 6) for square, share in enumerate(each.shares)
                },
            )
            for each in cover_of_run(run, by)
        ]
        return cls.made_of(run, path=path, by=by, maps=maps)


class Opening(ShareDocument):
    """A first placement, and the share of games that the first side won after it."""

    move: str
    margin: float


class OpeningSquare(ShareDocument):
    """The games whose first placement covers a square."""

    beyond_noise: bool
    """True if the share differs from that of all games by more than noise, at 95 % for all squares
    together.
    """


class PlotOpeningsDocument(PlotDocument):
    """`litslab plot openings`."""

    openings: list[Opening]
    squares: dict[str, OpeningSquare]
    """The squares by name; those that no first placement covers are left out."""

    @classmethod
    def of(cls, run: RunFile, path: Path) -> Self:
        """Describe a plot of openings."""
        by_opening = [
            Opening.made_of(
                each.wins, move=format_move(each.placement, run.rules), margin=each.margin
            )
            for each in openings(run)
        ]
        found = opening_squares(run)
        squares = {}
        for square, share in enumerate(found.squares):
            if share.total:
                differs = found.beyond_noise[square]
                described = OpeningSquare.made_of(share, beyond_noise=differs)
                squares[run.rules.board.name(square)] = described
        return cls.made_of(run, path=path, openings=by_opening, squares=squares)


class ComparedRun(Document):
    """One of several compared runs."""

    label: str
    """What tells it from the others."""
    games: int
    mean: float
    mean_interval: list[float | None]
    """Two bounds; null if there are fewer than two games, or if all numbers are equal."""
    first_mover: ShareDocument
    """The games that the player who moves first won."""


class PlotCompareDocument(Document):
    """`litslab plot compare`. What compares two runs is left out for more of them."""

    path: str
    column: NumberColumn
    runs: list[ComparedRun]
    """In the order of what they differ in."""
    means: list[float]
    """In the order that the runs were given in."""
    difference: float | None = None
    interval: list[float | None] | None = None
    """Two bounds of the difference; null if a run has fewer than two games, or if all numbers are
    equal.
    """
    cliffs_delta: Annotated[float | None, At("delta")] = None
    cliffs_delta_interval: Annotated[list[float | None] | None, At("delta_interval")] = None
    """Two bounds; null if a run has fewer than two games."""
    sizes: list[str] | None = None
    """The usual names of the least and the largest size of Cliff's delta in its interval."""

    @classmethod
    def of(cls, *runs: RunFile, path: Path, column: NumberColumn) -> Self:
        """Describe a plot that compares a column of runs."""
        found = series(runs)
        compared = [
            ComparedRun(
                label=label,
                games=numbers.total,
                mean=numbers.mean,
                mean_interval=list(numbers.interval),
                first_mover=ShareDocument.made_of(wins),
            )
            for label, numbers, wins in zip(
                found.labels, found.numbers(column), found.first_mover_wins, strict=True
            )
        ]
        return cls.made_of(
            comparison.compare(*runs, column) if len(runs) == 2 else None,
            path=path,
            column=column,
            runs=compared,
            means=[distributions.distribution(run, column).mean for run in runs],
        )
