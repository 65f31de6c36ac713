"""Files of certificates."""

from __future__ import annotations

import base64
import json
import random
import zlib
from pathlib import Path

import pytest

from litslab.games.errors import GameError, RecordError
from litslab.solver.endgame.certificate import MOST_MOVES, certify
from litslab.solver.endgame.certificate_file import load_certificate, pack, save_certificate, unpack
from litslab.solver.endgame.verify import verify
from litslab.solver.engines.reference import Search
from tests.games.cases import Case
from tests.solver.engines.test_reference import CASES, endgames, every_case

UNREACHABLE = (
    'game = "taiji"\n[options]\nsize = 3\n[position]\nplaced = "a1,a2"\nto_move = "light"\n'
)


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
    assert unpack(zlib.compress(b"\x80\x80\x01" * (MOST_MOVES // 2)), "here") == (1 << 14,) * (
        MOST_MOVES // 2
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "something else"}, "format 'something else': expected 'litslab certificate 2'"),
        ({"format": 2}, "format"),
        ({"value": "7"}, "value"),
        ({"record": "game = 1"}, "game"),
        ({"strategies": [""]}, "1 strategies: expected two"),
        ({"strategies": [[], []]}, r"strategies\.0"),
        ({"strategies": ["", ""]}, r"strategies\.0: the compressed moves are cut short"),
        ({"strategies": ["!", ""]}, r"strategies\.0: the compressed moves are cut short"),
        ({"strategies": ["a", ""]}, r"strategies\.0: base64 decoding error"),
        ({"strategies": ["AAAA", ""]}, r"strategies\.0: expected moves compressed with zlib"),
        ({"strategies": [packed(b"\x01\x80"), ""]}, r"strategies\.0: the last move is cut short"),
        (
            {"strategies": [packed(b"\x01\xff\xff\xff\x01"), ""]},
            r"strategies\.0: move 2: a number that is too long",
        ),
        ({"strategies": [packed(b"\x01") + packed(b"\x01"), ""]}, r"strategies\.0: "),
        (
            {"strategies": [packed(bytes(MOST_MOVES + 1)), ""]},
            r"strategies\.0: 4,000,001 moves: expected 4,000,000",
        ),
        (
            {"strategies": [packed(bytes(20_000_000)), ""]},
            r"strategies\.0: more than 4,000,000 moves",
        ),
        ({"record": UNREACHABLE}, "no game leads to it"),
        ({"more": 1}, "more"),
    ],
)
def test_what_is_no_certificate_is_refused_by_name(
    change: dict[str, object],
    message: str,
    tmp_path: Path,
) -> None:
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
