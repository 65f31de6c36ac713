"""Certificates prove what they claim, to the rules alone; every wrong claim is refused, and every
reply is walked.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from litslab.games import create
from litslab.games.move import SWAP
from litslab.games.position import Position
from litslab.games.sources import load
from litslab.jobs.progress import Progress
from litslab.solver.endgame.certificate import (
    Certificate,
    CertificateError,
    ProofLimitError,
    certify,
)
from litslab.solver.endgame.optimal_moves import find_optimal_moves
from litslab.solver.endgame.verify import verify
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.reference import Search
from litslab.solver.engines.walk import REPORT_EVERY
from tests.games.cases import Case
from tests.games.playing import play_at_random
from tests.solver.engines.test_reference import CASES, endgames, every_case

ENDGAME = load("docs/examples/battle-of-lits-10.toml").position(9)
SYMMETRIC = create("taiji", size=3).start()


def proofs(case: Case) -> list[tuple[Position, Certificate]]:
    return [(position, certify(position, Search())) for position in endgames(case, 1)]


def by_kernel(position: Position) -> KernelOracle:
    return KernelOracle(rules=position.rules, memory=1)


def with_strategy(certificate: Certificate, side: int, moves: list[int]) -> Certificate:
    first, second = certificate.strategies
    return replace(
        certificate, strategies=(tuple(moves), second) if side == 0 else (first, tuple(moves))
    )


@pytest.mark.slow
@every_case
def test_certificates_of_the_value_by_either_engine_are_verified(case: Case) -> None:
    for position, certificate in proofs(case):
        for each in (certificate, certify(position, by_kernel(position))):
            assert each.value == Search().value(position)
            assert verify(each, position) >= 2


@pytest.mark.parametrize(
    ("case", "plies"),
    [
        (Case("taiji", {"size": 3}), 0),
        (Case("wythe", {"size": 3}), 0),
        (Case("tailits", {"size": 3}), 0),
        (Case("battle-of-lits", {"size": 3}), 0),
        (Case("tailits+taiji", {"size": 3}), 0),
        (Case("taiji+battle-of-lits", {"size": 3}), 0),
        (Case("taiji+battle-of-lits", {"size": 4}), 5),
    ],
    ids=str,
)
def test_whole_boards_and_swaps_are_proved_by_the_kernel(case: Case, plies: int) -> None:
    position = play_at_random(case.rules(), random.Random(2), passes=False)[1][plies]
    certificate = certify(position, by_kernel(position))
    assert certificate.value == Search().value(position)
    assert verify(certificate, position) >= 2


@pytest.mark.slow
@every_case
def test_a_certificate_of_any_other_value_is_refused(case: Case) -> None:
    for _, certificate in proofs(case):
        for wrong in (certificate.value - 2, certificate.value + 2, -certificate.value):
            with pytest.raises(CertificateError):
                verify(replace(certificate, value=wrong))


@pytest.mark.parametrize("side", [0, 1])
def test_a_missing_move_and_one_too_many_are_told_apart(side: int) -> None:
    certificate = certify(ENDGAME, by_kernel(ENDGAME))
    moves = list(certificate.strategies[side])
    choices = len(ENDGAME.choices())
    for spoilt, message in (
        (moves[:-1], "has no move for a position that can arise"),
        ([*moves, 0], "has moves for positions that cannot arise"),
        ([99_999, *moves[1:]], "move number 99999 where there are"),
        ([-1, *moves[1:]], "move number -1 where there are"),
        (
            [choices, *moves[1:]],
            f"move number {choices} where there are {choices if side == ENDGAME.to_move else ''}",
        ),
    ):
        with pytest.raises(CertificateError, match=message):
            verify(with_strategy(certificate, side, spoilt))


def test_a_position_that_is_not_the_given_one_differs_in_what_is_named() -> None:
    certificate = certify(SYMMETRIC, Search())
    other = SYMMETRIC.play(SYMMETRIC.choices()[0])
    with pytest.raises(CertificateError) as caught:
        verify(certificate, other, name="the file")
    assert str(caught.value) == (
        "the certificate is about another position than the file: placed nothing (there a2,a1), "
        "side to move light (there dark)"
    )
    with pytest.raises(CertificateError) as caught:
        verify(replace(certificate, position=other), SYMMETRIC)
    assert str(caught.value).endswith(
        "placed a2,a1 (there nothing), side to move dark (there light)"
    )
    wythe = create("wythe", size=3).start()
    after = wythe.play(wythe.choices()[0])
    with pytest.raises(CertificateError, match=r"given one: swapped no \(there yes\)$"):
        verify(replace(certificate, position=after), after.play(SWAP))
    _, positions = play_at_random(create("tailits+taiji", size=3), random.Random(1), passes=False)
    half = next(position for position in positions if position.half_point)
    with pytest.raises(CertificateError, match=f"half point {half.half_point} .there none"):
        verify(replace(certificate, position=half), positions[0])
    with pytest.raises(CertificateError, match=f"half point none .there {half.half_point}"):
        verify(replace(certificate, position=positions[0]), half)


def test_positions_that_a_symmetry_makes_equal_are_proved_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = certify(SYMMETRIC, Search())
    positions = verify(shared)
    identity = tuple(range(len(SYMMETRIC.rules.table)))
    monkeypatch.setattr("litslab.solver.engines.walk.kept_symmetries", lambda _: (identity,))
    apart = certify(SYMMETRIC, Search())
    assert verify(apart) > 3 * positions
    assert apart.moves > 3 * shared.moves
    with pytest.raises(CertificateError):
        verify(shared)


def test_a_finished_game_certifies_itself() -> None:
    _, positions = play_at_random(CASES[0].rules(), random.Random(1), passes=False)
    for oracle in (Search(), by_kernel(positions[-1])):
        certificate = certify(positions[-1], oracle)
        assert (certificate.strategies, verify(certificate)) == (((), ()), 2)
        with pytest.raises(CertificateError, match="allows the value"):
            verify(replace(certificate, value=certificate.value + 2))


def test_a_proof_larger_than_allowed_or_beyond_the_limit_is_not_written() -> None:
    position = CASES[4].rules().start()
    with pytest.raises(ProofLimitError, match="limit"):
        certify(position, Search(Limit(nodes=100)))
    small = endgames(CASES[3], 1)[0]
    with pytest.raises(ProofLimitError, match="more than 0 moves"):
        certify(small, Search(), largest=0)
    most = max(len(strategy) for strategy in certify(small, Search()).strategies)
    assert (
        max(len(strategy) for strategy in certify(small, Search(), largest=most).strategies) == most
    )
    with pytest.raises(ProofLimitError, match=f"more than {most - 1:,} moves"):
        certify(small, Search(), largest=most - 1)
    oracle = by_kernel(ENDGAME)
    oracle.value(ENDGAME)
    with pytest.raises(ProofLimitError, match="more than 3 moves for one side"):
        certify(ENDGAME, oracle, largest=3)
    oracle.limit = Limit(nodes=oracle.nodes)
    with pytest.raises(ProofLimitError, match="limit reached"):
        certify(load("docs/examples/battle-of-lits-10.toml").position(7), oracle)


def test_the_proof_and_its_check_report_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Progress] = []
    certify(ENDGAME, Search(), progress=told.append)
    assert all(
        each.total is None and each.text == f"proof: {each.done:,} positions" for each in told
    )
    assert told[0].done == REPORT_EVERY
    assert [each.done for each in told] == sorted(each.done for each in told)
    position = load("docs/examples/battle-of-lits-10.toml").position(8)
    certificate = certify(position, by_kernel(position))
    checked: list[Progress] = []
    positions = verify(certificate, progress=checked.append)
    assert len(checked) >= 3
    assert {each.total for each in checked} == {certificate.moves}
    assert [each.done for each in checked] == sorted(each.done for each in checked)
    assert checked[-1].done <= certificate.moves < positions
    monkeypatch.setattr("litslab.solver.engines.walk.REPORT_EVERY", 1)
    checked.clear()
    assert verify(certificate, progress=checked.append) == len(checked) == positions
    firsts = (
        next(each.done for each in checked if each.text.startswith(side))
        for side in position.rules.sides
    )
    assert list(firsts) == [0, len(certificate.strategies[0])]


@pytest.mark.slow
def test_a_proof_by_the_kernel_visits_hardly_more_than_its_own_positions() -> None:
    """A proof meets many positions, but of most of them the table of the search knows enough."""
    for name, ply in (
        ("battle-of-lits-10", 8),
        ("tailits-11", 13),
        ("wythe-8", 33),
        ("taiji+battle-of-lits-11", 68),
    ):
        position = load(f"docs/examples/{name}.toml").position(ply)
        oracle = KernelOracle(rules=position.rules, memory=16)
        find_optimal_moves(oracle, position)
        searched = oracle.nodes
        positions = verify(certify(position, oracle))
        assert positions <= oracle.nodes - searched <= 1.5 * positions, name
