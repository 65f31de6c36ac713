"""Endgame studies to solve: each move judged as exact search does, answered by best play, hinted at
and generated.
"""

from __future__ import annotations

from typing import Any

import pytest

import litslab as ll
from litslab.app.web import documents, studies
from litslab.app.web.settings import Settings
from litslab.games.errors import OptionError
from litslab.games.notation import format_move, parse_move
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.sources import load
from tests.app.web.client import STUDY
from tests.running import DOCS

SETTINGS = Settings()
DOUBLE = DOCS / "examples" / "studies" / "tailits+taiji-8-plies-seed-1-0001.toml"
LARGE = 'game = "taiji"\noptions = { size = 9, groups = 2 }\nmoves = ""\n'


def ignore(_: Any) -> None:
    """Ignore an event."""


def attempt(record: str, move: str, **more: Any) -> documents.Attempt:
    return studies.answer_attempt(
        documents.AttemptRequest(record=record, move=move, **more), SETTINGS, ignore
    )


def clue(record: str, **more: Any) -> documents.Clue:
    return studies.answer_clue(documents.ClueRequest(record=record, **more), SETTINGS, ignore)


def test_a_study_is_read_with_what_it_claims() -> None:
    found = studies.answer_study(documents.RecordRequest(record=STUDY), SETTINGS)
    assert (found.to_move, found.plies, found.options, found.title) == (
        "light",
        4,
        "",
        "Light to move and win",
    )
    assert found.page.ply == 4


def test_every_move_is_judged_and_answered_as_exact_search_does() -> None:
    position = loads(STUDY).position()
    found = {format_move(move, position.rules): position.play(move) for move in position.choices()}
    judged = {move: attempt(STUDY, move) for move in found}
    assert [move for move, each in judged.items() if each.status == "right"] == ["c2,d2"]
    assert {each.status for move, each in judged.items() if move != "c2,d2"} == {"wrong"}
    for move, each in judged.items():
        solution = ll.solve(found[move])
        assert each.line == [
            format_move(reply, position.rules) for reply in solution.principal_variation
        ]
        assert each.replies == each.line[:1], "the players alternate"


@pytest.mark.parametrize("text", [STUDY, dumps(load(DOUBLE))], ids=["taiji", "double"])
def test_following_the_clues_wins_against_the_replies(text: str) -> None:
    record = loads(text)
    solver = record.position().to_move
    for _ in range(40):
        found = clue(dumps(record))
        assert found.status == "found"
        assert found.move
        judged = attempt(dumps(record), found.move)
        assert judged.status == "right"
        record = record.append(judged.move, *judged.replies)
        position = record.position()
        if position.is_over:
            break
        assert position.to_move == solver
    assert (position.outcome().value > 0) == (solver == 0)


def test_a_clue_names_the_piece_and_its_squares_and_tells_how_far_it_is() -> None:
    sent: list[dict[str, Any]] = []
    found = studies.answer_clue(documents.ClueRequest(record=STUDY), SETTINGS, sent.append)
    assert (found.move, found.piece, sorted(found.squares), found.winning) == (
        "c2,d2",
        "domino",
        ["c2", "d2"],
        1,
    )
    assert [each["done"] for each in sent] == list(range(8))


def test_a_position_without_a_winning_move_is_lost() -> None:
    record = loads(STUDY)
    wrong = next(move for move in ("d2,c2", "a1,b1") if attempt(STUDY, move).status == "wrong")
    replied = record.append(wrong, *attempt(STUDY, wrong).replies)
    if replied.position().is_over:
        pytest.fail("expected a study with more than two plies")
    assert clue(dumps(replied)).status == "lost"


def test_a_limit_is_not_taken_for_an_answer() -> None:
    assert clue(LARGE, nodes=1).status == "undecided"
    found = attempt(LARGE, "e5,e6", nodes=1)
    assert (found.status, found.replies) == ("undecided", [])


def test_a_game_that_is_over_is_refused() -> None:
    position = ll.new_game("taiji", size=3, groups=1)
    while not position.is_over:
        position = position.play(position.choices()[0])
    over = dumps(Record(position.rules, position.placements))
    with pytest.raises(OptionError, match="the game is over"):
        clue(over)


@pytest.mark.slow
def test_studies_are_generated_one_by_one() -> None:
    sent: list[dict[str, Any]] = []
    asked = documents.StudiesRequest(
        game="taiji", options={"size": 4, "groups": 1}, plies=4, count=2, seed=1
    )
    found = studies.answer_studies(
        asked.model_copy(update={"time_limit": 600.0}), SETTINGS, sent.append
    ).studies
    assert [each["study"]["number"] for each in sent if "study" in each] == [1, 2]
    for study in found:
        record = loads(study.record)
        assert record.study
        assert ll.solve(record.position()).best == (parse_move(study.solution, record.position()),)
