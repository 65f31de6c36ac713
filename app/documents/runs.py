"""Documents of many games: runs, what their files hold, and the statistics that plots show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import PrivateAttr
from rich.table import Table

from litslab.analysis import distributions
from litslab.analysis.plot import winning_side
from litslab.analysis.runs.run import PLAYERS, describe_columns
from litslab.app.documents.base import Document
from litslab.app.documents.texts import describe_rules
from litslab.games.notation import format_move
from litslab.games.record import describe_options

if TYPE_CHECKING:
    from litslab.analysis.distributions import Distribution, Share
    from litslab.analysis.distributions import Opening as OpeningShare
    from litslab.analysis.runs.run import RunFile
    from litslab.games.position import Rules


class ShareDocument(Document):
    """A share of games, with its 95 % interval."""

    count: int
    games: int
    share: float
    interval: list[float]

    @classmethod
    def of(cls, found: Share) -> ShareDocument:
        """Describe a share with its interval."""
        return cls.made_of(found, games=found.total)


class RunDocument(Document):
    """`litslab simulate`."""

    path: str
    game: str
    players: list[str]
    """Player A, who moves first in the game, and player B."""
    seed: int
    constructed: bool
    played_by: str
    games: int
    mean_length: float
    mean_margin: float
    wins: dict[str, int]
    shares: dict[str, ShareDocument]
    player_wins: dict[str, int]
    """Wins of player A and of player B; a swap makes them differ from those of the sides."""
    ties_broken: int
    ties_by_side: dict[str, int]
    swaps: int
    scoreless: int
    points_by_phase: list[float] = []
    """Double games only."""

    @classmethod
    def of(cls, file: RunFile, path: Path) -> RunDocument:
        """Describe a run by its main statistics; `path` is the file that was asked for."""
        found = distributions.balance(file)
        phases = distributions.phase_shares(file)
        return cls(
            path=str(path),
            game=file.rules.name,
            players=list(file.run.players),
            seed=file.run.seed,
            constructed=file.run.start.constructed,
            played_by=file.header.played_by,
            games=file.run.games,
            mean_length=distributions.distribution(file, "length").mean,
            mean_margin=distributions.distribution(file, "margin").mean,
            wins={each.name: each.count for each in found.sides},
            shares={each.name: ShareDocument.of(each) for each in found.sides},
            player_wins={name: each.count for name, each in zip(PLAYERS, found.people, strict=True)},
            ties_broken=found.ties.count,
            ties_by_side={each.name: each.count for each in found.ties_by_side},
            swaps=found.swaps.count,
            scoreless=found.scoreless.count,
            **({} if phases is None else {"points_by_phase": list(phases)}),
        )

    def lines(self) -> Iterator[str]:
        """Yield the main statistics: the sides' wins, and the players', which a swap makes differ."""
        yield f"{self.games:,} games of {self.mean_length:.3f} placements on average"
        yield f"wins by side: {', '.join(f'{side} {won:,}' for side, won in self.wins.items())}"
        players = ", ".join(
            f"player {name} ({player}) {won:,}"
            for (name, won), player in zip(self.player_wins.items(), self.players, strict=True)
        )
        yield f"wins by player: {players}"
        if self.swaps:
            yield f"the players exchanged sides in {self.swaps:,}"
        yield f"{self.ties_broken:,} with equal scores, decided by the tie rule"


class RunColumn(Document):
    """A column of a run's file."""

    name: str
    type: str
    meaning: str
    unit: str
    """What its numbers count; empty where they count nothing."""


class RunDescriptionDocument(Document):
    """`litslab run describe`."""

    path: str
    version: str
    """The litslab that played."""
    played_by: str
    """``kernel`` or ``rules``: they draw random moves differently."""
    game: str
    options: dict[str, Any]
    record: str
    """The position that every game starts from, as the text of a record."""
    constructed: bool
    players: dict[str, str]
    """Player A, who moves first in the game, and player B."""
    games: int
    seed: int
    layers: list[str]
    """What can show on a square of a final position, for heat maps."""
    columns: list[RunColumn]

    _rules: Rules = PrivateAttr()

    @classmethod
    def of(cls, file: RunFile) -> RunDescriptionDocument:
        """Describe a run's file: what was played, and what its columns mean."""
        run, header = file.run, file.header
        document = cls.made_of(
            header,
            path=str(file.path),
            game=run.rules.name,
            options=describe_options(run.rules),
            record=run.record,
            constructed=run.start.constructed,
            players=dict(zip(PLAYERS, run.players, strict=True)),
            games=run.games,
            seed=run.seed,
            columns=[RunColumn.made_of(each) for each in describe_columns(run)],
        )
        document._rules = run.rules
        return document

    def lines(self) -> Iterator[str | Table]:
        """Yield what was played, and a table of the columns."""
        yield describe_rules(self._rules)
        yield f"{self.games:,} games, seed {self.seed}"
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

    games: int
    mean: float
    interval: list[float]
    deviation: float
    quantiles: dict[str, float]
    counts: dict[str, int]

    @classmethod
    def of(cls, found: Distribution) -> DistributionDocument:
        """Describe a distribution: its statistics, and how often each number occurred."""
        return cls.made_of(
            found,
            games=found.total,
            quantiles={str(part): found.quantile(part) for part in distributions.QUANTILES},
            counts=dict(zip(map(str, found.values.tolist()), found.counts.tolist(), strict=True)),
        )


class PlotDocument(Document):
    """What all plots print."""

    path: str


class PlotScoresDocument(PlotDocument):
    """`litslab plot scores`."""

    scores: dict[str, DistributionDocument]

    @classmethod
    def of(cls, run: RunFile, path: Path) -> PlotScoresDocument:
        """Describe a plot of scores."""
        found = distributions.joint_scores(run)
        both = {side: DistributionDocument.of(found.side(number)) for number, side in enumerate(run.rules.sides)}
        return cls(path=str(path), scores=both)


class PlotMarginsDocument(PlotDocument):
    """`litslab plot margins`."""

    margin: DistributionDocument

    @classmethod
    def of(cls, run: RunFile, path: Path) -> PlotMarginsDocument:
        """Describe a plot of margins."""
        return cls(path=str(path), margin=DistributionDocument.of(distributions.distribution(run, "margin")))


class PlotLengthsDocument(PlotDocument):
    """`litslab plot lengths`."""

    length: DistributionDocument

    @classmethod
    def of(cls, run: RunFile, path: Path) -> PlotLengthsDocument:
        """Describe a plot of lengths."""
        return cls(path=str(path), length=DistributionDocument.of(distributions.distribution(run, "length")))


class PlotBranchingDocument(PlotDocument):
    """`litslab plot branching`."""

    branching: list[DistributionDocument]

    @classmethod
    def of(cls, run: RunFile, path: Path) -> PlotBranchingDocument:
        """Describe a plot of legal placements by ply."""
        plies = [DistributionDocument.of(each) for each in distributions.branching_by_ply(run)]
        return cls(path=str(path), branching=plies)


class PlotHeatmapDocument(PlotDocument):
    """`litslab plot heatmap`."""

    squares: dict[str, float]

    @classmethod
    def of(cls, run: RunFile, path: Path, layer: str | None, *, winner: str | None) -> PlotHeatmapDocument:
        """Describe a plot of covered squares; the options are those of `analysis.plot.heatmap`."""
        shares, board = distributions.occupancy(run, layer, winner=winning_side(run, winner)), run.rules.board
        squares = {board.name(square): round(float(share), 6) for square, share in enumerate(shares)}
        return cls(path=str(path), squares=squares)


class Opening(ShareDocument):
    """A first placement: how often the first side won after it."""

    move: str
    margin: float

    @classmethod
    def of_opening(cls, found: OpeningShare, rules: Rules) -> Opening:
        """Describe an opening."""
        move = format_move(found.placement, rules)
        return cls(move=move, **dict(ShareDocument.of(found.wins)), margin=found.margin)


class OpeningSquare(ShareDocument):
    """The games whose first placement covers a square."""

    beyond_noise: bool
    """Whether the share differs from that of all games by more than noise, at 95 % for all squares together."""


class PlotOpeningsDocument(PlotDocument):
    """`litslab plot openings`."""

    openings: list[Opening]
    squares: dict[str, OpeningSquare]
    """By square; those that no first placement covers are left out."""

    @classmethod
    def of(cls, run: RunFile, path: Path) -> PlotOpeningsDocument:
        """Describe a plot of openings."""
        openings = [Opening.of_opening(each, run.rules) for each in distributions.openings(run)]
        found, board = distributions.opening_squares(run), run.rules.board
        squares = {
            board.name(square): OpeningSquare(beyond_noise=differs, **dict(ShareDocument.of(each)))
            for square, (each, differs) in enumerate(zip(found.squares, found.beyond_noise, strict=True))
            if each.total
        }
        return cls(path=str(path), openings=openings, squares=squares)


class PlotCompareDocument(PlotDocument):
    """`litslab plot compare`."""

    column: str
    means: list[float]
    difference: float
    interval: list[float]
    cliffs_delta: float
    size: str

    @classmethod
    def of(cls, first: RunFile, second: RunFile, path: Path, column: str) -> PlotCompareDocument:
        """Describe a plot that compares a column of two runs."""
        found = distributions.compare(first, second, column)
        return cls.made_of(
            found, path=str(path), column=column, means=[found.first.mean, found.second.mean], cliffs_delta=found.delta
        )


PLOTS: dict[str, Callable[[RunFile, Path], PlotDocument]] = {
    "scores": PlotScoresDocument.of,
    "margins": PlotMarginsDocument.of,
    "lengths": PlotLengthsDocument.of,
    "branching": PlotBranchingDocument.of,
    "openings": PlotOpeningsDocument.of,
}
"""How the documents of plots without options are made."""
