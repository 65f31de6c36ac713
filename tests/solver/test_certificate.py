"""Certificates prove what they claim, to the rules alone; every wrong claim is refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from litslab.games.errors import GameError, RecordError
from litslab.games.position import Position
from litslab.jobs.progress import Progress
from litslab.solver.certificate import (
    CertificateError,
    certify,
    load_certificate,
    save_certificate,
    sorted_choices,
    verify,
)
from litslab.solver.engines.reference import Search
from litslab.solver.result import Certificate, Limit
from tests.games.cases import Case
from tests.games.playing import play_at_random
from tests.solver.engines.test_reference import CASES, endgames

every_case = pytest.mark.parametrize("case", CASES, ids=str)


def proofs(case: Case) -> list[tuple[Position, Certificate]]:
    return [(position, certify(position, Search())) for position in endgames(case, 2)]


@pytest.mark.slow
@every_case
def test_a_certificate_of_the_value_is_verified(case: Case) -> None:
    for position, certificate in proofs(case):
        assert certificate.value == Search().value(position)
        assert verify(certificate) >= 2


def test_progress_counts_the_moves_of_both_strategies() -> None:
    position = next(iter(endgames(CASES[0], 2)))
    told: list[Progress] = []
    certificate = certify(position, Search(), progress=told.append)
    assert [each.done for each in told] == list(range(1, certificate.moves + 1))
    assert told[-1].text == f"proof: {certificate.moves:,} moves"


@pytest.mark.slow
@every_case
def test_a_certificate_of_any_other_value_is_refused(case: Case) -> None:
    for _, certificate in proofs(case):
        for wrong in (certificate.value - 2, certificate.value + 2, -certificate.value):
            with pytest.raises(CertificateError):
                verify(replace(certificate, value=wrong))


@pytest.mark.slow
@every_case
def test_a_strategy_with_another_move_anywhere_is_refused_or_still_a_proof(case: Case) -> None:
    rng = random.Random(1)
    for position, certificate in proofs(case):
        for side in (0, 1):
            moves = list(certificate.strategies[side])
            if not moves:
                continue
            place = rng.randrange(len(moves))
            others = [text for text, _ in sorted_choices(position) if text != moves[place]]
            for spoilt in (
                moves[:place],
                [*moves, moves[0]],
                [*moves[:place], rng.choice(others or ["a1"]), *moves[place + 1 :]],
            ):
                first, second = certificate.strategies
                strategies = (tuple(spoilt), second) if side == 0 else (first, tuple(spoilt))
                changed = replace(certificate, strategies=strategies)
                try:
                    verify(changed)
                except CertificateError:
                    continue
                # Whatever passes has tried every reply, so the claim is true all the same.
                assert certificate.value == Search().value(position)


def test_a_finished_game_certifies_itself() -> None:
    _, positions = play_at_random(CASES[0].rules(), random.Random(1), passes=False)
    certificate = certify(positions[-1], Search())
    assert certificate.strategies == ((), ())
    assert verify(certificate) == 2
    with pytest.raises(CertificateError, match="allows the value"):
        verify(replace(certificate, value=certificate.value + 2))


@pytest.mark.slow
@every_case
def test_a_certificate_survives_its_file(case: Case, tmp_path: Path) -> None:
    position, certificate = proofs(case)[0]
    path = tmp_path / "proof.json"
    save_certificate(certificate, path)
    loaded = load_certificate(path)
    assert loaded == certificate
    assert loaded.position == position
    verify(loaded)
    with pytest.raises(GameError, match="already exists"):
        save_certificate(certificate, path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "something else"}, "format 'something else'"),
        ({"value": "7"}, "value"),
        ({"record": "game = 1"}, "game"),
        ({"strategies": [[]]}, "1 strategies: expected two"),
        ({"more": 1}, "more"),
    ],
)
def test_a_file_that_is_no_certificate_is_refused_by_name(
    change: dict[str, object], message: str, tmp_path: Path
) -> None:
    _, certificate = proofs(CASES[1])[0]
    path = tmp_path / "proof.json"
    save_certificate(certificate, path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(RecordError, match=message) as caught:
        load_certificate(path)
    assert "proof.json" in str(caught.value)


def test_a_proof_larger_than_allowed_or_beyond_the_limit_is_not_written() -> None:
    position = CASES[4].rules().start()
    with pytest.raises(CertificateError, match="limit"):
        certify(position, Search(Limit(nodes=100)))
    small = endgames(CASES[3], 1)[0]
    with pytest.raises(CertificateError, match="more than 0 moves"):
        certify(small, Search(), largest=0)
