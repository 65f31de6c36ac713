"""Runs that are interrupted or whose workers die or lie: proofs stay right, and no search is
repeated.
"""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from litslab.games.errors import OptionError
from litslab.games.registry import GAMES, new_game
from litslab.jobs.progress import Progress
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.run import DisagreementError, Workers, run_campaign
from litslab.solver.campaign.store import Store
from litslab.solver.campaign.targets import Result, make_target
from litslab.solver.campaign.tree import Found, Task
from litslab.solver.campaign.work_estimate import WorkEstimate, estimate_work
from tests.games.cases import symbols
from tests.running import all_ended, descendants, interrupted_at, kill_quietly, wait_until
from tests.solver.campaign.boards import board, lie, make, run, search_afresh, table

KILLS = int(os.environ.get("LITSLAB_KILLS", "8"))
"""The number of random points at which a run is ended; `make fuzz` sets more."""

BOARD = new_game("battle-of-lits", board=symbols(4, 4), supply=(1, 1, 0, 1))
HARD = Workers(engine="reference", nodes=4)
"""Searches so short that many questions are split."""
Table = dict[tuple[str, int], tuple[int, ...]]


class KilledError(BaseException):
    """Stands for the end of the process."""


@cache
def whole() -> tuple[Table, int, Result]:
    """The table of a run that nothing interrupts, how many searches it took, and what it proves."""
    with TemporaryDirectory() as folder:
        path = make(Path(folder), BOARD, "openings")
        status = run(path, HARD, search_afresh)
        assert status.derived > 10
        return table(path), status.cost.searches, status.result


def verdicts(found: Table) -> dict[tuple[str, int], int]:
    return {name: holds for name, (holds, _) in found.items()}


def points(most: int) -> list[int]:
    """Return the points at which a run is ended: the first, the last, and random ones between."""
    return sorted({1, most, *random.Random(1).sample(range(1, most), min(most - 1, KILLS // 4))})


@pytest.mark.slow
def test_an_interrupted_search_is_done_again(tmp_path: Path) -> None:
    expected, searches, _ = whole()
    for point in points(searches):
        path = make(tmp_path, BOARD, "openings")
        stopped = run(path, HARD, interrupted_at(point, search_afresh))
        assert (stopped.cost.searches, stopped.result.complete) == (point - 1, False)
        assert table(path).items() <= expected.items()
        status = run(path, HARD, search_afresh)
        assert (status.result.complete, table(path)) == (True, expected)
        assert status.cost.searches == searches  # nothing was searched for twice


@pytest.mark.slow
@pytest.mark.parametrize("kept", [False, True], ids=["before it is kept", "after it is kept"])
def test_a_process_killed_as_it_keeps_an_answer(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kept: bool,
) -> None:
    expected, searches, _ = whole()
    writes = 0
    last = 0

    def kill_at(original: Callable[..., object], *arguments: object, **options: object) -> object:
        nonlocal writes
        writes += 1
        if writes == last and not kept:
            raise KilledError
        found = original(*arguments, **options)
        if writes == last:
            raise KilledError
        return found

    for name in ("add_search", "add_answer", "add_split"):
        original = getattr(Store, name)
        monkeypatch.setattr(
            Store, name, lambda *given, original=original, **more: kill_at(original, *given, **more)
        )
    for point in points(searches):
        path = make(tmp_path, BOARD, "openings")
        writes = 0
        last = point
        with pytest.raises(KilledError):
            run(path, HARD, search_afresh)
        assert table(path).items() <= expected.items()
        last = -1
        status = run(path, HARD, search_afresh)
        assert table(path) == expected
        assert searches <= status.cost.searches <= searches + 1


@pytest.mark.slow
def test_a_time_limit_stops_it_and_splits_nothing(tmp_path: Path) -> None:
    path = make(tmp_path, BOARD, "openings")
    with Campaign(path, writing=True) as campaign:
        assert run_campaign(campaign, HARD, time_limit=0).cost.searches == 0
        assert not campaign.tree.splits
    assert run(path, HARD).result.complete


@pytest.mark.slow
@pytest.mark.parametrize("share", [1.0, 0.3])
def test_a_lying_worker_is_caught(tmp_path: Path, share: float) -> None:
    """It lies until it is caught. What it said before, and nobody has confirmed, is not kept
    either.
    """
    path = make(tmp_path, BOARD, "openings", checked_share=share)
    warnings: list[str] = []
    lies = 0

    def lie_at_first(task: Task) -> Found:
        nonlocal lies
        found = search_afresh(task) if warnings else lie(task)
        lies += found.worker == "a liar"
        return found

    with Campaign(path, writing=True) as campaign:
        status = run_campaign(campaign, HARD, search=lie_at_first, warn=warnings.append)
    assert len(warnings) == 1
    assert warnings[0] == (
        "worker a liar (reference) is contradicted by a second search (reference): its answer is "
        "not kept, "
        f"nor {lies - 1} others that nobody has confirmed"
    )
    assert lies == 1 if share == 1.0 else lies > 1
    assert (status.result.complete, verdicts(table(path))) == (True, verdicts(whole()[0]))
    outcomes = Counter(_outcomes(path))
    assert outcomes["disagreed"] == 1
    assert outcomes["agreed"] == status.checked > 0


@pytest.mark.slow
def test_where_every_answer_is_checked_no_lie_is_kept(tmp_path: Path) -> None:
    path = make(tmp_path, BOARD, "openings", checked_share=1.0)
    with Campaign(path, writing=True) as campaign:
        with pytest.raises(
            DisagreementError, match=r"worker a liar .* for the 3rd time: at least -?\d+ after "
        ):
            run_campaign(campaign, HARD, search=lie)
        assert all(answer.checked for answer in campaign.store.contents().answers.values())
    status = run(path, HARD, search_afresh)
    assert (status.result.complete, status.checked) == (True, status.searched)
    assert verdicts(table(path)) == verdicts(whole()[0])


@pytest.mark.slow
def test_which_answers_are_checked_depends_on_the_seed_alone(tmp_path: Path) -> None:
    checked = []
    for seed in (1, 1, 2):
        path = make(tmp_path, BOARD, "openings", checked_share=0.1, seed=seed)
        run(path, HARD, search_afresh)
        with Campaign(path) as campaign:
            checked.append(
                {
                    question.id
                    for question, answer in campaign.store.contents().answered()
                    if answer.checked
                }
            )
    assert checked[0] == checked[1] != checked[2]
    assert 0 < len(checked[0]) < whole()[1] / 2


def test_threads_of_a_worker_prove_the_same(tmp_path: Path) -> None:
    one, two = (
        run(make(tmp_path, board(6), "swap"), Workers(threads=threads)).result for threads in (1, 2)
    )
    assert (one.complete, two.complete, one.score) == (True, True, two.score)


def test_progress_says_what_is_proved_and_what_it_cost(tmp_path: Path) -> None:
    told: list[Progress] = []
    path = make(tmp_path, board(6), "swap")
    with Campaign(path, writing=True) as campaign:
        run_campaign(campaign, progress=told.append)
    assert told[-1].text.startswith("the second player by 1 or by the tie rule, ")
    assert told[-1].text.endswith(" nodes")
    assert [each.done for each in told] == list(range(1, len(told) + 1))


def test_what_cannot_search_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    path = make(tmp_path, BOARD)
    with Campaign(path, writing=True) as campaign:
        with pytest.raises(OptionError, match="engine 'cpsat': expected kernel or reference"):
            run_campaign(campaign, Workers(engine="cpsat"))
        with pytest.raises(OptionError, match="scheduler 'nowhere': expected an address"):
            run_campaign(campaign, Workers(scheduler="nowhere"))
    assert not table(path)


def _outcomes(path: Path) -> list[str]:
    with Campaign(path) as campaign:
        return [outcome for _, _, outcome in campaign.store.search_costs()]


@pytest.mark.slow
def test_two_processes_of_which_one_is_killed(tmp_path: Path) -> None:
    path = make(tmp_path, BOARD, "openings")
    victims: list[int] = []
    before = descendants(os.getpid())

    def kill_one(progress: Progress) -> None:
        if progress.done == 10:
            victims.append(random.Random(1).choice(descendants(os.getpid(), before)))
            kill_quietly(victims[0], signal.SIGKILL)
            assert wait_until(partial(all_ended, victims))

    with Campaign(path, writing=True) as campaign:
        two = Workers(workers=2, engine=HARD.engine, nodes=HARD.nodes)
        status = run_campaign(campaign, two, progress=kill_one, search=search_afresh)
    assert victims
    assert status.result == whole()[2]
    assert Counter(_outcomes(path))["answered"] == status.searched, "no question was answered twice"


@pytest.mark.slow
def test_how_far_it_is(tmp_path: Path) -> None:
    path = make(tmp_path, BOARD, "openings")
    with Campaign(path) as campaign:
        status = campaign.status()
        assert (status.questions, status.open, status.cost.nodes) == (0, len(BOARD.choices()), 0)
    stopped = run(path, HARD, interrupted_at(41, search_afresh))
    assert (stopped.cost.searches, stopped.searched + stopped.split) == (40, 40)
    assert stopped.open > 0
    with Campaign(path) as campaign:
        assert campaign.status() == stopped
    ended = run(path, HARD)
    assert (ended.result.complete, ended.open, ended.versions) == (
        True,
        0,
        (metadata.version("litslab"),),
    )
    assert ended.cost.nodes > stopped.cost.nodes


def estimate(game: str, options: dict[str, Any], target: str, limit: int = 2000) -> WorkEstimate:
    start = new_game(GAMES[game], **options)
    return estimate_work(make_target(target, start), limit=limit, samples=16)
