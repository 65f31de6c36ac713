"""Certificates prove what they claim, to the rules alone; every wrong claim is refused, and every reply is walked."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from litslab.games import create
from litslab.games.errors import GameError, RecordError
from litslab.games.geometry import bits
from litslab.games.memory import OutOfMemoryError
from litslab.games.notation import format_move
from litslab.games.position import SWAP, Move, Position
from litslab.games.record import load
from litslab.jobs.progress import Progress
from litslab.solver.endgame.certificate import (
    MOST_MOVES,
    REPORT_EVERY,
    CertificateError,
    ProofLimitError,
    certify,
    kept_symmetries,
    load_certificate,
    pack,
    save_certificate,
    sorted_choices,
    text_ranks,
    unpack,
    verify,
    walk,
)
from litslab.solver.endgame.optimal_moves import find_optimal_moves
from litslab.solver.endgame.result import Certificate, Limit
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.reference import Search
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
    return replace(certificate, strategies=(tuple(moves), second) if side == 0 else (first, tuple(moves)))


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
        (Case("taiji", {"size": 3}), 0), (Case("wythe", {"size": 3}), 0), (Case("tailits", {"size": 3}), 0),
        (Case("battle-of-lits", {"size": 3}), 0), (Case("tailits+taiji", {"size": 3}), 0),
        (Case("taiji+battle-of-lits", {"size": 3}), 0), (Case("taiji+battle-of-lits", {"size": 4}), 5),
    ],
    ids=str,
)  # fmt: skip
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
        ([choices, *moves[1:]], f"move number {choices} where there are {choices if side == ENDGAME.to_move else ''}"),
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
    assert str(caught.value).endswith("placed a2,a1 (there nothing), side to move dark (there light)")
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


def test_positions_that_a_symmetry_makes_equal_are_proved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = certify(SYMMETRIC, Search())
    positions = verify(shared)
    identity = tuple(range(len(SYMMETRIC.rules.table)))
    monkeypatch.setattr("litslab.solver.endgame.certificate.kept_symmetries", lambda _: (identity,))
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
    assert max(len(strategy) for strategy in certify(small, Search(), largest=most).strategies) == most
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
    assert all(each.total is None and each.text == f"proof: {each.done:,} positions" for each in told)
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
    monkeypatch.setattr("litslab.solver.endgame.certificate.REPORT_EVERY", 1)
    checked.clear()
    assert verify(certificate, progress=checked.append) == len(checked) == positions
    firsts = (next(each.done for each in checked if each.text.startswith(side)) for side in position.rules.sides)
    assert list(firsts) == [0, len(certificate.strategies[0])]


@pytest.mark.slow
def test_a_proof_by_the_kernel_visits_hardly_more_than_its_own_positions() -> None:
    """A proof meets many positions, but of most of them the table of the search knows enough."""
    for name, ply in (
        ("battle-of-lits-10", 8), ("tailits-11", 13), ("wythe-8", 33), ("taiji+battle-of-lits-11", 68),
    ):  # fmt: skip
        position = load(f"docs/examples/{name}.toml").position(ply)
        oracle = KernelOracle(rules=position.rules, memory=16)
        find_optimal_moves(oracle, position)
        searched = oracle.nodes
        positions = verify(certify(position, oracle))
        assert positions <= oracle.nodes - searched <= 1.5 * positions, name


UNREACHABLE = 'game = "taiji"\n[options]\nsize = 3\n[position]\nplaced = "a1,a2"\nto_move = "light"\n'


def packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


@pytest.mark.slow
@every_case
def test_a_certificate_survives_its_file(case: Case, tmp_path: Path) -> None:
    position = endgames(case, 1)[0]
    certificate = certify(position, Search())
    path = tmp_path / "proof.json"
    save_certificate(certificate, path)
    loaded = load_certificate(path)
    assert (loaded, loaded.position) == (certificate, position)
    verify(loaded)
    strategies = json.loads(path.read_text())["strategies"]
    assert sum(map(len, strategies)) <= certificate.moves + 40, "hardly more than a byte a move"
    with pytest.raises(GameError, match="already exists"):
        save_certificate(certificate, path)


def test_numbers_of_any_size_are_packed() -> None:
    rng = random.Random(1)
    for most in (1, 127, 128, 16_383, 16_384, (1 << 21) - 1):
        numbers = (0, most, *(rng.randrange(most + 1) for _ in range(200)))
        assert unpack(pack(numbers), "here") == numbers
    assert unpack(pack(()), "here") == ()


@pytest.mark.slow
def test_as_many_moves_as_are_allowed_are_read_whatever_their_size() -> None:
    assert len(unpack(zlib.compress(bytes(MOST_MOVES)), "here")) == MOST_MOVES
    assert unpack(zlib.compress(b"\x80\x80\x01" * (MOST_MOVES // 2)), "here") == (1 << 14,) * (MOST_MOVES // 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "something else"}, "format 'something else': expected 'litslab certificate 2'"),
        ({"format": 2}, "format"), ({"value": "7"}, "value"), ({"record": "game = 1"}, "game"),
        ({"strategies": [""]}, "1 strategies: expected two"), ({"strategies": [[], []]}, r"strategies\.0"),
        ({"strategies": ["", ""]}, r"strategies\.0: the compressed moves are cut short"),
        ({"strategies": ["!", ""]}, r"strategies\.0: the compressed moves are cut short"),
        ({"strategies": ["a", ""]}, r"strategies\.0: base64 decoding error"),
        ({"strategies": ["AAAA", ""]}, r"strategies\.0: expected moves compressed with zlib"),
        ({"strategies": [packed(b"\x01\x80"), ""]}, r"strategies\.0: the last move is cut short"),
        ({"strategies": [packed(b"\x01\xff\xff\xff\x01"), ""]}, r"strategies\.0: move 2: a number that is too long"),
        ({"strategies": [packed(b"\x01") + packed(b"\x01"), ""]}, r"strategies\.0: "),
        ({"strategies": [packed(bytes(MOST_MOVES + 1)), ""]}, r"strategies\.0: 4,000,001 moves: expected 4,000,000"),
        ({"strategies": [packed(bytes(20_000_000)), ""]}, r"strategies\.0: more than 4,000,000 moves"),
        ({"record": UNREACHABLE}, "no game leads to it"), ({"more": 1}, "more"),
    ],
)  # fmt: skip
def test_what_is_no_certificate_is_refused_by_name(change: dict[str, object], message: str, tmp_path: Path) -> None:
    certificate = certify(endgames(CASES[1], 1)[0], Search())
    path = tmp_path / "proof.json"
    save_certificate(certificate, path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(RecordError, match=message) as caught:
        load_certificate(path)
    assert "proof.json" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot read it: No such file"):
        load_certificate(tmp_path / "none.json")


def ignore(_: object) -> None:
    pass


@every_case
def test_moves_come_in_the_order_of_their_texts(case: Case) -> None:
    rules = case.rules()
    position = rules.start()
    while not position.is_over:
        moves = sorted_choices(position)
        texts = [format_move(move, rules) for move in moves]
        assert texts == sorted(texts)
        assert len(set(texts)) == len(texts)
        assert set(moves) == set(position.choices())
        position = position.play(moves[-1])
    assert sorted(text_ranks(rules)) == list(range(len(rules.table) + 1))


def test_a_walk_meets_every_position_that_a_strategy_allows_once() -> None:
    """Light always takes its first move; a plain recursion over every reply of Dark meets the same positions."""
    start = load("docs/examples/taiji-7.toml").position(16)
    expected: set[Position] = set()

    def visit(position: Position) -> None:
        expected.add(position)
        moves = sorted_choices(position)
        for move in moves[:1] if position.to_move == 0 else moves:
            visit(position.play(move))

    visit(start)
    met: list[Position] = []

    def first(position: Position, _: Sequence[Move]) -> int:
        met.append(position)
        return 0

    ends: list[Position] = []
    assert walk(start, 0, first, ends.append, ignore) == len(expected)
    assert len(met) == len(set(met))
    assert set(met) == {position for position in expected if position.to_move == 0 and not position.is_over}
    assert set(ends) == {position for position in expected if position.is_over}


@pytest.mark.parametrize("case", [case for case in CASES if case.rules().board.columns <= 4], ids=str)
def test_symmetries_that_keep_a_position_turn_its_moves_into_moves_of_equal_worth(case: Case) -> None:
    position = case.rules().start()
    for images in kept_symmetries(position):
        turned = 0
        for placement in position.rules.table.of(position.legal):
            turned |= 1 << images[placement.index]
        assert turned == position.legal
    after = position.play(sorted_choices(position)[0]) if position.choices() else position
    assert kept_symmetries(after)[0] == tuple(range(len(position.rules.table)))
    assert set(kept_symmetries(after)) <= set(kept_symmetries(position))


def test_a_swap_that_changes_the_value_is_a_reply_of_its_own() -> None:
    """The position after a swap is another one, though its placements are the same."""
    rules = create("taiji+battle-of-lits", size=4)
    position = rules.start()
    while not position.can_swap:
        position = position.play(position.choices()[0])
    texts = [format_move(move, rules) for move in sorted_choices(position)]
    assert (texts, texts[-1]) == (sorted(texts), "swap")
    ends: list[Position] = []
    walk(position, 1 - position.to_move, lambda *_: 0, ends.append, ignore)
    assert {end.swapped for end in ends} == {False, True}


def test_positions_that_are_images_of_each_other_are_met_once() -> None:
    """The root has one symmetry beside the identity."""
    start = create("taiji", size=3).start()
    symmetries = [kept_symmetries(start.play(move)) for move in sorted_choices(start)]
    root = start.play(sorted_choices(start)[[len(each) for each in symmetries].index(2)])
    _, images = kept_symmetries(root)
    met: list[Position] = []

    def first(position: Position, _: Sequence[Move]) -> int:
        met.append(position)
        return 0

    walk(root, 1 - root.to_move, first, met.append, ignore)
    placed = {position.placed for position in met}
    assert len(placed) > 10
    for each in placed:
        image = sum(1 << images[index] for index in bits(each))
        assert image == each or image not in placed


@pytest.mark.parametrize("limited", ["most_entries", "most_positions"])
def test_each_of_the_two_memories_is_limited(limited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that were met are counted as entries; those that wait, with all next moves, as positions."""
    root = create("taiji", size=3).start()
    most_met = walk(root, 1, lambda *_: 0, ignore, ignore)
    choices = len(root.choices())
    least, most = (3, most_met) if limited == "most_entries" else (choices - 1, choices * most_met)

    def ends_after(allowed: int) -> str:
        monkeypatch.setattr(f"litslab.solver.endgame.certificate.{limited}", lambda *_, **__: allowed)
        try:
            walk(root, 1, lambda *_: 0, ignore, ignore)
        except OutOfMemoryError as error:
            told = re.fullmatch("certificate: after (.*) positions .*: expected a position closer .*", str(error))
            assert told
            return told[1]
        return "the end"

    assert ends_after(2 * most) == "the end"
    if limited == "most_entries":
        assert ends_after(least) == str(least + 1)
    else:
        assert ends_after(2 * least) == ends_after(2 * least + 1) == "1"
        assert ends_after(2 * choices) != "1"
