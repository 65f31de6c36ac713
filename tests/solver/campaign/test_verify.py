"""A proof is replayed by the rules, and whatever is wrong or missing in it is found."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from litslab.games.move import SWAP
from litslab.games.notation import move_number
from litslab.games.position import Position
from litslab.games.registry import new_game
from litslab.jobs.progress import Progress
from litslab.solver.campaign.campaign import new_campaign
from litslab.solver.campaign.question import ValueQuery
from litslab.solver.campaign.rows import InconsistentError
from litslab.solver.campaign.run import Workers
from litslab.solver.campaign.store import Store, StoredAnswer
from litslab.solver.campaign.targets import stored_target
from litslab.solver.campaign.tree import Found, SearchStatus
from litslab.solver.campaign.verify import (
    SAMPLE,
    Proof,
    Verification,
    VerificationError,
    certify_campaign,
    verify_campaign,
)
from litslab.solver.endgame.certificate import find_strategy
from litslab.solver.endgame.certificate_file import pack
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.reference import Search
from litslab.solver.engines.registry import make_oracle
from tests.solver.campaign.boards import CASES, HARD, make, run, search_afresh

BOARD = CASES[1].rules().start()
LAST_MOVE = new_game("taiji", size=2, groups=1).place(0)
NOTE = Found(SearchStatus.ANSWERED, None, (), 1, 0.0, "a forger", "kernel")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = make(tmp_path_factory.mktemp("whole"), BOARD, "value")
    run(made, HARD, search_afresh)
    return made


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path))


def verify(path: Path, sample: int | None = None) -> Verification:
    return verify_campaign(path, sample=sample, seed=0, memory=1)


def change(path: Path, statement: str) -> int:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        return database.execute(statement).rowcount


def written(
    path: Path,
    position: Position,
    target: str,
    *answers: tuple[ValueQuery, bool, int | None],
) -> Path:
    """Write a campaign by hand: answers of searches, and where a move is given, answers that follow
    from others.
    """
    new_campaign(position, path, target=target, force=True)
    with Store(path, writing=True) as store:
        for question, holds, move in answers:
            if move is None:
                store.add_search(question, None, NOTE, StoredAnswer(holds))
            else:
                store.add_answer(
                    question,
                    StoredAnswer(holds, None if move < 0 else question.reduced.image(move)),
                )
    return path


def true_value(position: Position) -> int:
    return Search().value(position)


@pytest.mark.slow
def test_all_or_some_of_the_searches_are_done_again(path: Path) -> None:
    found = verify(path)
    assert found.result.complete
    assert found.derived > 0
    assert found.repeated == found.searched == found.chosen > 10
    assert found.finished
    assert found.nodes > 0
    assert (found.engine, found.missed) == ("kernel", 0)
    some = verify(path, 5)
    assert (some.result, some.searched, some.repeated) == (found.result, found.searched, 5)
    assert (some.missed, verify(path, 0).nodes) == (1 - 5 / found.searched, 0)
    assert verify_campaign(path, seed=0).chosen == min(found.searched, SAMPLE)
    assert SAMPLE == 100
    assert verify(path, 0).missed == 1


def test_every_answer_that_the_proof_needs_is_replayed(tmp_path: Path) -> None:
    """Another walk through the proof from its end meets no answer that was left out."""
    path = make(tmp_path, BOARD, "value")
    run(path, Workers(engine="reference", nodes=3), search_afresh)
    with Store(path) as store:
        contents = store.contents()
    proof = Proof(contents, stored_target(contents.settings, path))
    result = proof.result(proof.target)
    limit = BOARD.rules.value_limit()
    met: set[int] = set()

    def meet(question: ValueQuery, holds: bool) -> None:
        position = question.position
        if position.is_over or (question.target <= -limit if holds else question.target > limit):
            return
        settling = [
            (row, answer)
            for row, answer in contents.answered()
            if (row.position, bool(answer.holds)) == (question.reduced.text, holds)
            and (row.target >= question.target if holds else row.target <= question.target)
        ]
        row, answer = next(
            each for each in settling if each[0].id in proof.derived or each[0].id in proof.leaves
        )
        if row.id in met:
            return
        met.add(row.id)
        assert (
            (answer.search is not None) == (row.id in proof.leaves) == (row.id not in proof.derived)
        )
        if answer.search is None:
            asked = question.at(row.target)
            shown = (
                None if answer.move is None else asked.after(asked.reduced.original(answer.move))
            )
            for child in asked.children().values() if shown is None else (shown,):
                meet(child, holds)

    meet(ValueQuery(BOARD, result.score.lower), True)
    meet(ValueQuery(BOARD, result.score.upper + 2), False)
    assert len(met & proof.derived) > 5
    assert len(met & {*proof.leaves}) > 10


@pytest.mark.slow
def test_nobody_knows_the_sample_beforehand_and_it_can_be_repeated(path: Path) -> None:
    found = verify_campaign(path, sample=5)
    seeds = {found.seed, *(verify_campaign(path, sample=0).seed for _ in range(3))}
    assert len(seeds) > 1
    assert verify_campaign(path, sample=5, seed=found.seed) == found


def test_progress_counts_the_repeated_searches(path: Path) -> None:
    told: list[Progress] = []
    found = verify_campaign(path, sample=4, progress=told.append)
    assert [(each.done, each.total) for each in told] == [
        (done, 4) for done in range(found.repeated)
    ]


def test_a_time_limit_leaves_searches_out_and_says_so(path: Path) -> None:
    found = verify_campaign(path, sample=None, engine="reference", time_limit=0)
    assert found.engine == "reference"
    assert found.repeated < found.chosen == found.searched
    assert not found.finished
    assert found.missed > 0


@pytest.mark.parametrize("target", ["value", "openings", "winner", "swap"])
def test_a_campaign_without_answers_proves_nothing(tmp_path: Path, target: str) -> None:
    found = verify(make(tmp_path, BOARD, target))
    assert (found.proves_nothing, found.result.complete) == (True, False)


def test_the_last_move_of_a_game_needs_no_answer(tmp_path: Path) -> None:
    found = verify(make(tmp_path, LAST_MOVE, "openings"))
    assert (found.searched, found.derived, found.proves_nothing, found.result.complete) == (
        0,
        0,
        False,
        True,
    )


@pytest.mark.slow
def test_a_single_wrong_answer_is_found_or_not_needed(path: Path) -> None:
    right = verify(path, 0).result
    found = 0
    for number in range(1, 200, 7):
        change(path, f"UPDATE answers SET holds = 1 - holds WHERE question = {number}")
        try:
            assert verify(path).result == right
        except (VerificationError, InconsistentError):
            found += 1
        change(path, f"UPDATE answers SET holds = 1 - holds WHERE question = {number}")
    assert found > 5
    assert verify(path).result == right


def test_a_missing_answer_is_found(path: Path) -> None:
    change(path, "DELETE FROM answers WHERE search NOTNULL")
    with pytest.raises(VerificationError, match="no answer shows it"):
        verify(path)


@pytest.mark.slow
def test_a_move_that_shows_nothing_is_found(tmp_path: Path) -> None:
    path = make(tmp_path, BOARD, "openings")
    run(path, Workers(engine="reference", nodes=10), search_afresh)
    for move in ("9999", "0", "NULL"):
        assert (
            change(path, f"UPDATE answers SET move = {move} WHERE search ISNULL AND move NOTNULL")
            > 0
        )
        with pytest.raises(
            VerificationError, match=r"expected a legal move that shows it|no answer shows it"
        ):
            verify(path)


def test_answers_about_a_position_and_about_those_after_its_moves_cannot_contradict(
    tmp_path: Path,
) -> None:
    position = new_game("taiji", size=2, groups=1)
    root = ValueQuery(position, true_value(position) + 2)
    low = [(child, False, None) for child in root.children().values() if not child.position.is_over]
    path = written(tmp_path / "a.db", position, "value", (root, True, None), *low)
    with pytest.raises(
        VerificationError, match="answers contradict each other: at least 1, at most -1"
    ):
        verify(path, 0)


@pytest.mark.slow
def test_where_every_move_has_to_be_refuted_all_are_replayed(tmp_path: Path) -> None:
    """One reply of many is left without an answer."""
    position = new_game("taiji", size=3, groups=1)
    position = position.play(position.legal_moves()[0])  # Dark is to move, who would like "not"
    root = ValueQuery(position, true_value(position))
    children = list(root.children().values())
    assert not root.wanted
    assert len(children) > 3
    answers = [(child, True, None) for child in children]
    whole = written(tmp_path / "a.db", position, "value", (root, True, -1), *answers)
    assert verify(whole).derived == 1
    for left_out in (0, 1, len(children) - 1):
        kept = [each for number, each in enumerate(answers) if number != left_out]
        path = written(tmp_path / "b.db", position, "value", (root, True, -1), *kept)
        with pytest.raises(VerificationError, match="no answer shows it"):
            verify(path, 0)


def test_the_outcome_of_a_finished_game_counts(tmp_path: Path) -> None:
    """An answer about a position whose only move ends the game: the outcome is the only other
    witness.
    """
    position = LAST_MOVE
    value = true_value(LAST_MOVE)
    for target in (value, value + 2):
        root = ValueQuery(position, target)
        move, child = next(iter(root.children().items()))
        assert child.position.is_over
        for holds in (True, False):
            shown = move if holds is root.wanted else -1
            path = written(tmp_path / "a.db", position, "value", (root, holds, shown))
            if holds is (target <= value):
                assert verify(path).derived == 1
            else:
                claim = (
                    f"the value is {'' if holds else 'not '}at least {target} "
                    f"\\({child.reduced.text}\\): the game"
                )
                with pytest.raises(VerificationError, match=f"^{claim} is over with the"):
                    verify(path)


def test_an_answer_settles_weaker_questions_and_no_stronger_ones(tmp_path: Path) -> None:
    position = new_game("taiji", size=3, groups=1)
    value = true_value(position)
    children = ValueQuery(position, value).children()
    move, best = next(item for item in children.items() if true_value(item[1].position) == value)
    for known, follows in ((value, True), (value - 2, False)):
        root = ValueQuery(position, value)
        path = written(
            tmp_path / "a.db", position, "value", (root, True, move), (best.at(known), True, None)
        )
        if follows:
            assert verify(path, 0).derived == 1
        else:
            with pytest.raises(VerificationError, match="no answer shows it"):
                verify(path, 0)
    weaker = (ValueQuery(position, value - 2), True, move)
    assert (
        verify(written(tmp_path / "a.db", position, "value", weaker, (best, True, None))).derived
        == 1
    )


@pytest.mark.slow
def test_what_follows_from_the_range_of_scores_alone_needs_no_search(tmp_path: Path) -> None:
    position = new_game("taiji", size=3, groups=1)
    limit = position.rules.value_limit()
    for target, holds, searched in (
        (-limit, True, 0),
        (-limit + 2, True, 1),
        (limit + 2, False, 0),
        (limit, False, 1),
    ):
        path = written(
            tmp_path / "a.db", position, "value", (ValueQuery(position, target), holds, None)
        )
        found = verify(path, 0)
        assert (found.searched, found.proves_nothing) == (searched, searched == 0)
        assert found.missed == searched, "none was searched for again"
    for target, holds in ((-limit, False), (limit + 2, True)):
        path = written(
            tmp_path / "a.db", position, "value", (ValueQuery(position, target), holds, None)
        )
        with pytest.raises(VerificationError, match="answers contradict each other"):
            verify(path, 0)


def test_an_answer_can_be_shown_by_a_swap(tmp_path: Path) -> None:
    """In TAIJI+Battle of LITS a swap changes the value, and here it is the one move
    that keeps it.
    """
    rng = random.Random(5)
    position = new_game("taiji+battle-of-lits", size=5, groups=1)
    while SWAP not in position.choices():
        position = position.play(rng.choice(position.legal_moves()))
    root = ValueQuery(position, true_value(position) + 2)
    swap = move_number(SWAP, position.rules)
    assert not root.wanted
    shown = [
        number
        for number, child in root.children().items()
        if true_value(child.position) < root.target
    ]
    assert shown == [swap]
    path = written(
        tmp_path / "a.db", position, "value", (root, False, swap), (root.after(swap), False, None)
    )
    assert verify(path).derived == 1


@pytest.mark.parametrize("holds", [True, False])
def test_the_message_names_the_row_its_answer_and_the_engine(holds: bool, tmp_path: Path) -> None:
    position = new_game("wythe", size=3)
    target = true_value(position) + 2 * holds
    path = written(
        tmp_path / "a.db", position, "value", (ValueQuery(position, target), holds, None)
    )
    said = "said to hold" if holds else "said not to hold"
    with pytest.raises(
        VerificationError,
        match=rf"question 1 \(at least {target} after '; .*: {said}: kernel finds the opposite$",
    ):
        verify(path)


@pytest.mark.parametrize("holds", [True, False])
def test_a_strategy_that_keeps_the_value_shows_no_wrong_answer(holds: bool, tmp_path: Path) -> None:
    """The least wrong answer, with a strategy of the side that it favours for the true value."""
    position = new_game("wythe", size=3)
    value = true_value(position)
    question = ValueQuery(position, value + 2 * holds)
    path = written(tmp_path / "a.db", position, "value", (question, holds, None))
    oracle = make_oracle(position.rules, memory=1)
    moves = find_strategy(oracle, position, 1 - holds, value, report=lambda _: None)
    with Store(path, writing=True) as store:
        store.add_strategy(1, pack(moves))
    with pytest.raises(VerificationError, match="strategy allows the value"):
        verify_campaign(path, sample=None, by_rules=True)


@pytest.mark.slow
def test_a_campaign_about_another_board_is_found(tmp_path: Path) -> None:
    """The answers of one board in a campaign about another."""
    path = make(tmp_path, new_game("battle-of-lits", size=5, seed=1), "openings")
    run(path, Workers())
    other = tmp_path / "other.db"
    new_campaign(new_game("battle-of-lits", size=5, seed=100), other, target="openings")
    with closing(sqlite3.connect(other)) as database:
        (record,) = database.execute("SELECT value FROM campaign WHERE name = 'record'").fetchone()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE campaign SET value = ? WHERE name = 'record'", (record,))
    with pytest.raises(VerificationError, match=r"finds the opposite|no answer shows it"):
        verify(path)


@pytest.mark.slow
def test_a_campaign_can_be_compared_with_a_position(path: Path) -> None:
    assert verify_campaign(path, BOARD, sample=0).target.position == BOARD
    with pytest.raises(VerificationError, match="is about another position than that of a board"):
        verify_campaign(path, CASES[0].rules().start(), name="that of a board", sample=0)


def test_the_rules_alone_check_a_certificate(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = verify(path)
    certify_campaign(path, memory=1)
    assert change(path, "DELETE FROM strategies WHERE rowid % 2 = 0") > 1
    certify_campaign(path, memory=1)  # half of the strategies are there
    monkeypatch.setattr(KernelOracle, "search", None)
    certify_campaign(path, memory=1)  # every strategy is there
    found = verify_campaign(path, sample=None, seed=0, by_rules=True)
    assert (found.result, found.repeated, found.engine) == (
        searched.result,
        searched.searched,
        "rules",
    )
    assert found.nodes > found.repeated
    assert verify_campaign(path, time_limit=0, by_rules=True).repeated == 0


FORGERIES = {
    "DELETE FROM strategies WHERE question =": "no strategy shows it",
    f"UPDATE strategies SET moves = x'{pack(()).hex()}' WHERE question =": (
        "has no move for a position that can"
    ),
    "UPDATE questions SET target = target + 2 WHERE 1 OR id =": (
        "strategy allows the value|over with the opposite"
    ),
}


@pytest.mark.parametrize(("forgery", "message"), FORGERIES.items())
def test_a_forged_certificate_is_found(path: Path, forgery: str, message: str) -> None:
    certify_campaign(path, memory=1)
    change(path, "DROP INDEX questions_by_name")
    assert (
        change(
            path, f"{forgery} (SELECT question FROM strategies ORDER BY length(moves) DESC LIMIT 1)"
        )
        > 0
    )
    with pytest.raises(VerificationError, match=message):
        verify_campaign(path, sample=None, by_rules=True)
