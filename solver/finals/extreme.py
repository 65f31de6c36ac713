"""Extreme finished positions: the fewest or the most pieces, the largest margin for either side.

Special methods are used if they are far faster than the general CP-SAT model. The model answers the
other questions, and any question on request, as an independent check. Each end of an answer names
the method that found it; ``docs/results/maximal.md`` describes them.

``extremes.json`` next to this module contains proved facts about the shortest and the longest
games, with a finished position for each. ``python -m docs.make maximal`` writes it.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Literal

from litslab.games.errors import OptionError, check_choice
from litslab.games.geometry import mask_of, nth_bit
from litslab.games.notation import parse_placements
from litslab.games.phase import Phase
from litslab.games.position import Position
from litslab.games.registry import game
from litslab.games.rules import Rules
from litslab.games.sources import AnyRules, as_rules
from litslab.games.taiji import PackingPhase, Taiji
from litslab.games.tetrominoes import LayoutPhase
from litslab.games.wythe import StackPhase
from litslab.jobs.child_object import run_in_child
from litslab.jobs.errors import ChildTimeoutError
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.finals import domino_extremes, few_pieces
from litslab.solver.finals.beam_search import beam_search
from litslab.solver.finals.one_phase import check_game
from litslab.solver.finals.symmetry import first_coloured
from litslab.solver.model.bounds import largest_margin, random_ends
from litslab.solver.model.optimum import Found, Optimum, OptimumStatus
from litslab.solver.model.settings import Inspection, Settings

STORE = resources.files("litslab.solver.finals") / "extremes.json"

Aim = Literal["fewest", "most"]


@dataclass(frozen=True)
class KnownExtreme:
    """A stored fact about the fewest or the most pieces of a finished position.

    Attributes
    ----------
    game, aim : str
        A game's name; "fewest" or "most".
    size : int
        Squares on a side.
    lower, upper : int
        Bounds of the number; equal if it is proved.
    lower_by, upper_by : str
        The methods that found the bounds.
    position : str
        Placements of a finished position, with `upper` pieces for the fewest, otherwise with
        `lower` pieces.
    seconds : float
        The time on two cores for both ends.
    """

    game: str
    aim: str
    size: int
    lower: int
    upper: int
    lower_by: str
    upper_by: str
    position: str
    seconds: float

    @property
    def key(self) -> tuple[str, int, str]:
        """The identity of the fact."""
        return self.game, self.size, self.aim

    @property
    def rules(self) -> Rules:
        """The game."""
        return game(self.game).on_square_board(self.size)

    @property
    def found(self) -> int:
        """The number of pieces of the position."""
        return self.upper if self.aim == "fewest" else self.lower

    def check(self) -> Position:
        """Return the position.

        Raises
        ------
        ValueError
            If it is not finished, or has another number of pieces.
        """
        position = self.rules.from_placements(parse_placements(self.position, self.rules))
        if not position.is_over or position.placed.bit_count() != self.found:
            raise ValueError(
                f"{' '.join(map(str, self.key))}: the position is no finished one of {self.found} "
                "pieces"
            )
        return position


@lru_cache(maxsize=1)
def facts() -> dict[tuple[str, int, str], KnownExtreme]:
    """Return the stored facts."""
    stored = [KnownExtreme(**entry) for entry in json.loads(STORE.read_text(encoding="utf-8"))]
    return {fact.key: fact for fact in stored}


def known(rules: Rules, aim: Aim) -> KnownExtreme | None:
    """Return the stored fact about a game, which does not depend on symbols or scoring; None if
    there is none.
    """
    fact = facts().get((rules.name, rules.board.columns, aim))
    if fact is None or rules.board.columns != rules.board.rows:
        return None
    same_pieces = rules.table.counts == fact.rules.table.counts
    same_phase = type(rules.phases[0]) is type(fact.rules.phases[0])
    return fact if same_pieces and same_phase else None


AIMS = ("pieces", "margin")
"""The quantities that can be maximised or minimised."""


@dataclass(frozen=True)
class ExtremeSpec:
    """A question about an extreme finished position.

    Attributes
    ----------
    rules : Rules
        A game of one phase.
    aim : str
        One of `AIMS`; the margin is the first side's, and only for Battle of LITS.
    maximise : bool
        Whether to maximise, or else minimise.
    model_only : bool
        Whether to use only the general CP-SAT model.
    """

    rules: Rules
    aim: str
    maximise: bool
    model_only: bool = False

    def __post_init__(self) -> None:
        """Check the question.

        Raises
        ------
        OptionError
            If the aim is unknown, or does not apply to the game.
        """
        check_game(self.rules)
        check_choice("aim", self.aim or "", AIMS)
        if self.aim == "margin" and not self.rules.has_symbols:
            raise OptionError(
                f"aim 'margin' of {self.rules.name}: expected battle-of-lits, the game with a board"
            )

    @property
    def phase(self) -> Phase:
        """The one phase of the game."""
        (phase,) = self.rules.phases
        return phase


def solve_here(
    question: ExtremeSpec,
    settings: Settings,
    started: float,
    send: Callable[[Found], None],
) -> Optimum:
    """Answer a question in this process, which cannot be interrupted meanwhile; see
    `extreme_finals`.

    The time counts from `started` by `time.monotonic`.
    """
    answer = _method(question)(question, _what_is_left(settings, started), send)
    return replace(answer, seconds=time.monotonic() - started)


Method = Callable[[ExtremeSpec, Settings, Callable[[Found], None]], Optimum]


def _method(question: ExtremeSpec) -> Method:
    """Return the fastest method for a question."""
    if question.model_only or question.aim != "pieces":
        return _by_model
    if not question.maximise and few_pieces.applies(question.rules):
        return _fewest_tetrominoes
    return (MOST if question.maximise else FEWEST).get(type(question.phase), _by_model)


def _bracket(best: Found, found_by: str, bound_by: str, send: Callable[[Found], None]) -> Optimum:
    """Send a position with its bound, and return them as an answer."""
    send(best)
    status = OptimumStatus.OPTIMAL if best.objective == best.bound else OptimumStatus.FEASIBLE
    return Optimum(
        status=status,
        best=best,
        bound=best.bound,
        seconds=0.0,
        found_by=found_by,
        bound_by=bound_by,
    )


def _by_model(question: ExtremeSpec, settings: Settings, send: Callable[[Found], None]) -> Optimum:
    """Solve the general model, starting from the best end of random games."""
    from litslab.solver.model.games import final_positions  # noqa: PLC0415
    from litslab.solver.model.scores import margin_of_symbols, pieces  # noqa: PLC0415
    from litslab.solver.model.search import optimise  # noqa: PLC0415 - OR-Tools takes long to import

    started = time.monotonic()
    rules = question.rules
    known = _best_start(question, settings)
    send(known)
    # A position with the most pieces is finished anyway; colours do not count.
    finals = final_positions(
        rules, maximal=question.aim != "pieces" or not question.maximise, colours=False
    )
    variables = finals.variables
    if question.aim == "margin":
        objective = margin_of_symbols(variables, rules.symbol_squares)
    else:
        objective = pieces(variables, _most_pieces(question))
    hinted = mask_of(placement.index for placement in known.placements)
    if question.phase.colours_interchangeable:
        hinted = first_coloured(rules.table, hinted)
    for index, variable in enumerate(variables.placed):
        variables.model.add_hint(variable, bool(hinted >> index & 1))

    def worse(found: Found) -> bool:
        if question.maximise:
            return found.objective < known.objective
        return found.objective > known.objective

    def send_unless_worse(found: Found) -> None:
        if not worse(found):
            send(found)

    optimum = optimise(
        variables,
        objective,
        maximise=question.maximise,
        connected=finals.connected,
        settings=_what_is_left(settings, started),
        report=send_unless_worse,
    )
    if optimum.best is None or worse(optimum.best):
        bound = known.bound if optimum.bound is None else optimum.bound
        status = OptimumStatus.OPTIMAL if bound == known.objective else OptimumStatus.FEASIBLE
        return Optimum(
            status=status,
            best=known,
            bound=bound,
            seconds=optimum.seconds,
            found_by="start",
            bound_by="model",
        )
    return replace(optimum, found_by="model", bound_by="model")


def _best_start(question: ExtremeSpec, settings: Settings) -> Found:
    """Return the best of random ends and of a layout of few tetrominoes, with a bound that always
    holds.
    """
    rules = question.rules
    maximise = question.maximise
    phase = few_pieces.layout_phase(question.rules)
    deadline = math.inf if settings.time_limit is None else time.monotonic() + settings.time_limit

    def is_late() -> bool:
        return time.monotonic() >= deadline

    def worth(position: Position) -> int:
        if question.aim == "pieces":
            return position.placed.bit_count()
        return position.outcome().margin

    found: list[Position] = []
    if phase is not None:
        short = beam_search(phase.bare, long=False, is_late=is_late)
        found.append(rules.from_placements(rules.table.of(short.placed)))
    if not found or not is_late():
        found += random_ends(rules.start(), settings.seed, is_late)
    best = max(found, key=worth) if maximise else min(found, key=worth)
    return Found(worth(best), _bound_by_rules(question), tuple(best.placements))


def _bound_by_rules(question: ExtremeSpec) -> int:
    """Return a bound of the answer that holds without a search."""
    if question.aim == "margin":
        largest = largest_margin(question.rules)
        return largest if question.maximise else -largest
    if question.maximise:
        return _most_pieces(question)
    return 0 if question.rules.start().is_over else 1


def _most_pieces(question: ExtremeSpec) -> int:
    """Return an upper bound of the number of pieces, without a search."""
    phase = question.phase
    return domino_extremes.most_bound(phase.table.board) if phase.levels > 1 else phase.most_pieces


def _most_tetrominoes(
    question: ExtremeSpec,
    settings: Settings,
    send: Callable[[Found], None],
) -> Optimum:
    """Find the most tetrominoes: CP-SAT refutes that there are more than a beam search finds."""
    from litslab.solver.model.games import final_positions  # noqa: PLC0415
    from litslab.solver.model.rules import strip_cuts  # noqa: PLC0415
    from litslab.solver.model.scores import pieces  # noqa: PLC0415
    from litslab.solver.model.search import optimise  # noqa: PLC0415 - OR-Tools takes long to import

    started = time.monotonic()
    rules = question.rules
    phase = question.phase
    assert isinstance(phase, LayoutPhase)
    most = phase.most_pieces
    deadline = math.inf if settings.time_limit is None else started + settings.time_limit
    long = beam_search(phase.bare, long=True, is_late=lambda: time.monotonic() >= deadline).placed
    known = Found(long.bit_count(), most, tuple(rules.table.of(long)))
    if known.objective >= most:
        return _bracket(known, "beam", "strips", send)
    send(known)
    # A position with the most pieces is finished anyway.
    finals = final_positions(rules, maximal=False, colours=False)
    variables = finals.variables
    strip_cuts(variables, known.objective + 1)
    more = optimise(
        variables,
        pieces(variables, most, least=known.objective + 1),
        maximise=True,
        connected=finals.connected,
        settings=_what_is_left(settings, started),
        report=send,
    )
    if more.best is None:
        left = most if more.bound is None else more.bound
        bound = known.objective if more.status is OptimumStatus.IMPOSSIBLE else left
        return _bracket(replace(known, bound=bound), "beam", "strips", send)
    return replace(more, found_by="model", bound_by="strips")


def _highest_stacks(
    question: ExtremeSpec,
    settings: Settings,
    send: Callable[[Found], None],
) -> Optimum:
    """Divide the board into binomial trees."""
    optimum = domino_extremes.most_pieces(question.rules, settings)
    if optimum.best is None:
        return replace(optimum, found_by="trees", bound_by="trees")
    # If the solution is not optimal, more pieces may fit.
    position = question.rules.from_placements(optimum.best.placements)
    while not position.is_over:
        position = position.place(nth_bit(position.legal, 0))
    best = replace(
        optimum.best, objective=position.placed.bit_count(), placements=tuple(position.placements)
    )
    return _bracket(best, "trees", "trees", send)


def _fewest_tetrominoes(
    question: ExtremeSpec,
    settings: Settings,
    send: Callable[[Found], None],
) -> Optimum:
    """Find ever fewer pieces by the kernel."""
    for known in few_pieces.fewest(question.rules, time_limit=settings.time_limit):
        best = Found(
            known.position.placed.bit_count(), known.lower, tuple(known.position.placements)
        )
        send(best)
    return _bracket(best, "found" if known.searched else "beam", "search", send)


def _fewest_dominoes(
    question: ExtremeSpec,
    settings: Settings,
    send: Callable[[Found], None],
) -> Optimum:
    """Find the fewest dominoes row by row: exact for TAIJI, a lower bound for Wythe, which may end
    on one level.
    """
    started = time.monotonic()
    rules = question.rules
    packing = Taiji(size=rules.board.columns)
    fewest = domino_extremes.few_pieces(packing, time_limit=settings.time_limit)
    if fewest is None:
        return _by_model(question, _what_is_left(settings, started), send)
    lower = fewest.placed.bit_count()
    if question.phase.levels == 1:
        packed = Found(lower, lower, tuple(rules.from_placements(fewest.placements).placements))
        return _bracket(packed, "rows", "rows", send)
    position = domino_extremes.few_pieces(
        rules, time_limit=_what_is_left(settings, started).time_limit
    )
    best = None
    if position is not None:
        best = Found(position.placed.bit_count(), lower, tuple(position.placements))
        if best.objective == lower:
            return _bracket(best, "one level", "one level", send)
    other = _by_model(question, _what_is_left(settings, started), send)
    bound = lower
    bound_by = "one level"
    if other.bound is not None and other.bound > lower:
        bound = other.bound
        bound_by = "model"
    found_by = "one level"
    if best is None or (other.best is not None and other.best.objective < best.objective):
        best = other.best
        found_by = "model"
    assert best is not None, "the model starts from a position"
    return _bracket(replace(best, bound=bound), found_by, bound_by, send)


MOST: dict[type[Phase], Method] = {LayoutPhase: _most_tetrominoes, StackPhase: _highest_stacks}
"""The fastest methods for the most pieces, by the type of the game's phase."""

FEWEST: dict[type[Phase], Method] = {PackingPhase: _fewest_dominoes, StackPhase: _fewest_dominoes}
"""The fastest methods for the fewest pieces."""


def _what_is_left(settings: Settings, started: float) -> Settings:
    """Return the settings with the remaining time."""
    if settings.time_limit is None:
        return settings
    return replace(
        settings, time_limit=max(0.0, settings.time_limit - (time.monotonic() - started))
    )


def describe_best(objective: int, bound: int | None, *, maximise: bool) -> str:
    """Return an answer that is not proved yet as text."""
    return f"best found {objective}, {'upper' if maximise else 'lower'} bound {bound}"


def extreme_finals(
    rules: AnyRules,
    aim: str = "pieces",
    *,
    maximise: bool = True,
    engine: str = "auto",
    time_limit: float | None = None,
    threads: int = 1,
    seed: int = 0,
    inspection: Inspection | None = None,
    progress: OnProgress = ignore_progress,
) -> Optimum:
    """Find the finished position with the fewest or most pieces, or with the largest margin for
    either side.

    The search runs in a child process; a limit or Ctrl-C ends it and keeps the best position so
    far.

    Parameters
    ----------
    rules : Rules or str
        A game of one phase, or its name; a position, a record or its path stands for its game.
    aim : str
        ``pieces``, or ``margin`` in Battle of LITS, from the view of the first side.
    maximise : bool
        Whether to maximise, or else minimise.
    engine : str
        ``auto``, the fastest method for the question, or ``cpsat``, the general model alone.
    time_limit : float, optional
        Time limit in seconds.
    threads : int
        CP-SAT's threads; one is deterministic.
    seed : int
        Random seed.
    inspection : Inspection, optional
        With the engine ``cpsat``: its search log and a file for its model.
    progress : callable, optional
        Receives the best number so far and its bound as text, each time a better position is found.

    Raises
    ------
    OptionError
        If there is no such aim or engine.

    Examples
    --------
    >>> import litslab as ll
    >>> found = ll.extreme_finals(ll.new_game("taiji", size=5).rules, maximise=False)
    >>> found.best.objective, found.status.value
    (9, 'optimal')
    """
    check_choice("engine", engine, ("auto", "cpsat"))
    question = ExtremeSpec(as_rules(rules), aim, maximise, model_only=engine == "cpsat")
    inspection = inspection or Inspection()
    inspection.check_engine(engine)
    settings = Settings(time_limit, threads, seed, inspection)
    started = time.monotonic()  # the time to start the process counts
    best: Found | None = None

    def on_best(found: Found) -> None:
        nonlocal best
        best = found
        progress(Progress(text=describe_best(best.objective, best.bound, maximise=maximise)))

    try:
        return run_in_child(
            solve_here, question, settings, started, on_event=on_best, time_limit=time_limit
        )
    except (KeyboardInterrupt, ChildTimeoutError):
        status = OptimumStatus.UNKNOWN if best is None else OptimumStatus.FEASIBLE
        bound = _bound_by_rules(question) if best is None else best.bound
        return Optimum(status, best, bound, time.monotonic() - started)
