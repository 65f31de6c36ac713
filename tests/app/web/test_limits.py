"""The limits of a request: those that it asks for, but no more than the server allows."""

from __future__ import annotations

from typing import Any

import pytest

from litslab.app.web import documents, settings, work
from litslab.app.web.endpoints import ENDPOINTS
from litslab.app.web.settings import Settings, TooLargeError
from litslab.jobs.machine import processors
from litslab.jobs.progress import Progress
from tests.app.web.client import STUDY

SETTINGS = Settings(most_seconds=100.0, most_nodes=1000)


def test_all_work_in_a_process_of_its_own_has_a_time() -> None:
    assert all(
        issubclass(each.request, documents.TimedRequest) == each.is_long for each in ENDPOINTS
    )


@pytest.mark.parametrize(
    ("asked", "default", "seconds"),
    [
        (None, None, 100),
        (5, None, 5),
        (1e9, None, 100),
        (None, 60, 60),
        (7, 60, 7),
        (None, 1e9, 100),
    ],
)
def test_the_time_is_no_longer_than_the_server_allows(
    asked: float | None,
    default: float | None,
    seconds: float,
) -> None:
    request = documents.TimedRequest(time_limit=asked)
    assert settings.seconds_of(request, SETTINGS, default) == seconds


@pytest.mark.parametrize(("asked", "nodes"), [(None, 1000), (5, 5), (10**12, 1000)])
@pytest.mark.parametrize(
    "request_type", [documents.SolveRequest, documents.ClueRequest, documents.AttemptRequest]
)
def test_exact_searches_have_a_most_of_nodes(
    request_type: Any,
    asked: int | None,
    nodes: int,
) -> None:
    move = {"move": "a1,a2"} if request_type is documents.AttemptRequest else {}
    assert (
        settings.limit_of(request_type(record=STUDY, nodes=asked, **move), SETTINGS).nodes == nodes
    )


def test_an_engine_plays_no_more_than_the_server_allows() -> None:
    asked = documents.AnswerRequest(record=STUDY, player="mcts:1001")
    with pytest.raises(TooLargeError, match="expected at most 1,000"):
        work.answer_engine(asked, SETTINGS, print)
    assert work.answer_engine(
        asked.model_copy(update={"player": "mcts:1000"}), SETTINGS, print
    ).move


def test_a_simulation_plays_no_longer_than_asked() -> None:
    asked = documents.SimulateRequest(
        game="wythe", players=("greedy", "random"), count=100_000, time_limit=0.01
    )
    assert 0 < work.answer_simulate(asked, SETTINGS, lambda _: None).games < 100_000


def test_threads_are_at_most_the_processors() -> None:
    assert documents.SolveRequest(record=STUDY, threads=64).threads == min(64, processors())
    assert documents.SolveRequest(record=STUDY).threads == 1


def test_progress_is_passed_on() -> None:
    sent: list[dict[str, Any]] = []
    settings.sending(sent.append)(Progress(1, 2, "half"))
    assert sent == [{"done": 1, "total": 2, "text": "half"}]
