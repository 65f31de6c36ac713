"""Campaigns: exact solves that take hours or weeks, with any number of workers and interruptions.

A campaign is a file (`solver.campaign.store`). Its contents are read when it is opened, and determine the next
questions, which workers answer (`solver.campaign.run`). The openings can be saved as a table and drawn as a heat map.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import fmean

from litslab.games.drawing.canvas import PALETTE, Canvas, element
from litslab.games.drawing.svg import draw
from litslab.games.errors import OptionError
from litslab.games.files import write_new
from litslab.games.language import mark
from litslab.games.notation import format_move, range_text
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record, dumps
from litslab.jobs.interrupts import held_back
from litslab.solver.campaign.question import Knowledge, Name, ValueQuery
from litslab.solver.campaign.rows import InconsistentError
from litslab.solver.campaign.store import Cost, Store, StoredAnswer
from litslab.solver.campaign.targets import Result, make_target, stored_target
from litslab.solver.campaign.tree import Chain, SearchStatus, Tree, nodes_of_a_search
from litslab.solver.endgame.result import PLAYERS, Score, stored_text

CHECKED_SHARE = 0.02
"""The share of answers with a second search."""


@dataclass(frozen=True)
class CampaignStatus:
    """The status of a campaign.

    Attributes
    ----------
    result : Result
        The result so far.
    questions, searched, derived, checked, split : int
        The numbers of all questions, of those answered by a search and from other answers, of answers that a second
        search has confirmed, and of questions that are split.
    open : int
        The number of known questions that are unanswered; they may be split, and some may never be needed.
    remaining : float or None
        The nodes that these would take at the mean cost of answered questions about positions with as many placements;
        None if there are none to compare with.
    cost : Cost
        The cost of all searches, including second ones and those without an answer.
    versions : tuple of str
        The versions of litslab that have searched.
    """

    result: Result
    questions: int
    searched: int
    derived: int
    checked: int
    split: int
    open: int
    remaining: float | None
    cost: Cost
    versions: tuple[str, ...]


def new_campaign(
    position: Position, path: Path, *, target: str = "value", seed: int = 0, checked_share: float = CHECKED_SHARE,
    force: bool = False,
) -> None:  # fmt: skip
    """Create the file of a campaign, without searching.

    Parameters
    ----------
    position : Position
        A position of any game.
    path : Path
        The file.
    target : str
        One of `solver.campaign.targets.TARGETS`.
    seed : int
        Random seed of the choice of second searches.
    checked_share : float
        The share of answers with a second search.
    force : bool
        Whether an existing file may be replaced.

    Raises
    ------
    OptionError
        If there is no such target, or it does not apply to the position.
    WouldOverwriteError
        If there is such a file and `force` is not given.
    StoreError
        If the file cannot be written.
    """
    make_target(target, position)
    if not 0 <= checked_share <= 1:
        raise OptionError(f"checked share {checked_share}: expected 0 to 1")
    record = dumps(Record(position.rules, setup=position))
    settings = {"record": record, "target": target, "seed": seed, "checked_share": checked_share}
    Store.create(path, settings, force=force)


class Campaign(AbstractContextManager["Campaign"]):
    """An open campaign, as a context manager that closes its file.

    Parameters
    ----------
    path : Path
        The file.
    writing : bool
        Whether to work on it, which one process at a time may do.

    Attributes
    ----------
    store : Store
        The file.
    target : Target
        The target.
    known : Knowledge
        The known answers.
    tree : Tree
        The split questions.

    Raises
    ------
    StoreError
        If it is not the file of a campaign, or another process is working on it.
    InconsistentError
        If its answers contradict each other.
    """

    def __init__(self, path: Path, *, writing: bool = False) -> None:
        self.store = Store(path, writing=writing)
        try:
            self.target = stored_target(self.store.settings, path)
            self.load()
        except BaseException:
            self.store.close()
            raise

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def load(self) -> None:
        """Read the known answers from the file."""
        contents = self.store.contents()
        self.known = Knowledge()
        for question, answer in contents.answered():
            self.known.learn((question.position, question.target), bool(answer.holds), answer.move)
        if contradiction := self.result.contradiction():
            raise InconsistentError(f"{self.store.path}: {contradiction}")
        unit = nodes_of_a_search(self.position.rules)
        self.tree = Tree(self.known, dict(contents.splits), contents.nodes_by_position(), unit, self._derive)

    @property
    def position(self) -> Position:
        """The position of the campaign."""
        return self.target.position

    @property
    def result(self) -> Result:
        """The result so far."""
        return self.target.result(self.known)

    @property
    def unverified(self) -> str | None:
        """The note that the result is not verified; None if there is no answer."""
        return stored_text(self.store.path.name) if self.known.answers else None

    def status(self) -> CampaignStatus:
        """Return the status of the campaign."""
        wanted = self.target.questions(self.known, self.tree.order)
        open_names = {each.name for question in wanted for each in self.tree.open_questions(question)}
        return CampaignStatus(
            self.result, **self.store.counts(), open=len(open_names),
            remaining=self._remaining(open_names), cost=self.store.cost(),
            versions=tuple(self.store.versions()),
        )  # fmt: skip

    def _remaining(self, names: Collection[Name]) -> float | None:
        """Return the estimated nodes of unanswered questions, from the costs of answered ones."""
        costs: dict[int, list[int]] = defaultdict(list)
        for text, nodes, outcome in self.store.search_costs():
            if outcome == SearchStatus.ANSWERED:
                costs[_placements(text)].append(nodes)
        means = {placements: fmean(found) for placements, found in costs.items()}
        measured = [means[placements] for text, _ in names if (placements := _placements(text)) in means]
        return None if names and not measured else sum(measured)

    def next_chain(self, busy: Collection[Name]) -> Chain | None:
        """Return the next question that is not busy, with those that it was split from; None if there is none.

        Answers that follow from others are derived meanwhile, and may make other questions useful.
        """
        while True:
            before = self.known.answers
            for question in self.target.questions(self.known, self.tree.order):
                for chain in self.tree.to_ask(question):
                    if chain[-1].name not in busy:
                        return chain
            if self.known.answers == before:
                return None

    def is_sampled(self, name: Name) -> bool:
        """Return whether the answer to a question gets a second search."""
        settings = self.store.settings
        return random.Random(f"{settings.seed} {name}").random() < settings.checked_share

    def _derive(self, question: ValueQuery, holds: bool, number: int | None) -> None:
        """Store an answer that follows from those after the moves."""
        move = None if number is None else question.reduced.image(number)
        with held_back():
            self.store.add_answer(question, StoredAnswer(holds, move))
            self.known.learn(question.name, holds, move)


def _placements(text: str) -> int:
    """Return the number of placements in the text of a reduced position."""
    return len(text.partition(";")[0].split())


_PALEST, _STRONGEST = 0.08, 0.75
_DARK = 0.55
"""The opacity above which text is white."""


@dataclass(frozen=True)
class BookLine:
    """A move of a campaign's position.

    Attributes
    ----------
    move : str
        The move.
    equal_to : str
        The equivalent move that was searched; often the move itself.
    score : Score
        The bounds of the value of the position after it, from the view of the first side.
    """

    move: str
    equal_to: str
    score: Score


def book_lines(campaign: Campaign) -> list[BookLine]:
    """Return every move of a campaign's position, in the order of the table."""
    rules = campaign.position.rules
    found = {
        image: BookLine(format_move(image, rules), format_move(each.move, rules), each.score)
        for each in campaign.result.openings
        for image in each.images
    }
    return [found[move] for move in campaign.position.choices()]


def result_text(result: Result, position: Position, unverified: str | None = None) -> str:
    """Return the result of a campaign as a short text.

    Parameters
    ----------
    result : Result
        The result.
    position : Position
        The position of the campaign.
    unverified : str, optional
        The note that the result is not verified, in place of "exact".

    Examples
    --------
    >>> from litslab.games.registry import new_game
    >>> from litslab.solver.endgame.result import Score
    >>> result_text(Result(Score(1, 1), True, (), ()), new_game("taiji", size=3))
    'light wins by 1 (exact)'
    >>> result_text(Result(Score(1, 1), True, (), ()), new_game("taiji", size=3), "as stored in a.db, not verified")
    'light wins by 1 (as stored in a.db, not verified)'
    """
    sides = PLAYERS if result.under_swap else None
    bounds = range_text(result.score.lower, result.score.upper, position, sides, verb="wins")
    swap = "with the swap, " if result.under_swap else ""
    trust = unverified or ("exact" if result.score.is_exact else "")
    return f"{swap}{bounds}{trust and f' ({trust})'}"


def save_table(campaign: Campaign, path: Path, *, force: bool = False) -> None:
    """Write the openings as a Parquet table: moves, bounds of their values, and a note if they are not verified.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If it cannot be written.
    """
    import polars as pl  # noqa: PLC0415 - it takes long to import

    rows = [
        (each.move, each.equal_to, each.score.lower, each.score.upper, each.score.value, campaign.unverified)
        for each in book_lines(campaign)
    ]
    words, numbers = ("move", "equal_to"), ("lower", "upper", "value")
    schema = dict.fromkeys(words, pl.String) | dict.fromkeys(numbers, pl.Int32) | {"unverified": pl.String}
    table = pl.DataFrame(rows, schema=schema, orient="row")
    written = BytesIO()
    table.write_parquet(written)
    write_new(path, written.getvalue(), force=force)


def heat_map(campaign: Campaign) -> str:
    """Draw a campaign's position as SVG, with the mean value of the openings that cover each square.

    The colour shows which side the openings favour. Only openings with an exact value count; a square that none of them
    covers has no colour. Under the swap one most even opening is outlined.
    """
    position, result = campaign.position, campaign.result
    means = mean_values(result)
    most = max((abs(mean) for mean in means.values()), default=1.0) or 1.0
    names = position.rules.sides
    known = sum(len(each.images) for each in result.openings if each.score.is_exact)
    total = sum(len(each.images) for each in result.openings)
    notes = (
        f"numbers: mean value of the openings that cover a square, {known:,} of {total:,} known",
        f"red: for {names[0]}",
        f"blue: for {names[1]}",
    )

    def overlay(canvas: Canvas) -> Iterable[str]:
        for square, mean in means.items():
            colours = PALETTE.shapes[Shape.L if mean > 0 else Shape.S]
            strength = _PALEST + (_STRONGEST - _PALEST) * abs(mean) / most
            yield element(
                "path", class_="opening-value", data_square=canvas.board.name(square), data_value=f"{mean:.2f}",
                d=canvas.path(1 << square, inset=0.04, radius=0.1), fill=colours.fill, opacity=strength,
            )  # fmt: skip
            x, y = canvas.centre(square)
            ink = PALETTE.halo if strength > _DARK else PALETTE.frame.ink
            below = y + canvas.scaled(0.35)  # below a symbol in the middle
            yield canvas.text(f"{mean:+.1f}".replace("-", "−"), x, below, canvas.scaled(0.22), ink)

    return draw(
        position, highlight=result.best[:1] if result.under_swap else (), highlight_name=mark("most even opening"),
        title=result_text(result, position, campaign.unverified), notes=notes, overlay=overlay,
    )  # fmt: skip


def mean_values(result: Result) -> dict[int, float]:
    """Return the mean exact value of the openings that cover each square; squares without any are left out."""
    values: dict[int, list[int]] = defaultdict(list)
    for each in result.openings:
        for image in each.images:
            if each.score.value is not None and isinstance(image, Placement):
                for square in image.squares:
                    values[square].append(each.score.value)
    return {square: fmean(found) for square, found in sorted(values.items())}
