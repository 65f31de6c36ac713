"""TAILITS pattern files."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli_w

from litslab.games import RecordError, create
from litslab.games.pattern_file import load_pieces
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from tests.games.cases import PIECES
from tests.games.test_record_toml import assert_one_line_about


def pattern_file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "pieces.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_pattern_file_gives_the_pieces_that_it_draws(tmp_path: Path) -> None:
    text = tomli_w.dumps(
        {"pieces": [{"drawing": list(drawing), "count": count} for drawing, count in PIECES]}
    )
    pieces = load_pieces(pattern_file(tmp_path, text))
    assert [(piece.drawing, piece.count) for piece in pieces] == list(PIECES)
    record = Record(create("tailits", size=7, colouring="pieces", pieces=pieces))
    assert loads(dumps(record)) == record
    once = load_pieces(pattern_file(tmp_path, '[[pieces]]\ndrawing = ["bbww"]\n'))
    assert [piece.count for piece in once] == [1]


PIECE = '[[pieces]]\ndrawing = ["bbww"]\n'
BAD_PATTERNS: tuple[tuple[str, str, str], ...] = (
    ("", ", pieces", "missing"),
    ("pieces = []\n", "", "pieces: expected at least one drawing"),
    (
        PIECE + '[[pieces]]\ndrawing = ["bw", "wb"]\n',
        "",
        "pieces: the drawing 'bw / wb': expected an L, I, T or",
    ),
    (PIECE + 'count = "2"\n', ", pieces.0.count", "input should be a valid integer"),
    (PIECE + 'colour = "red"\n', ", pieces.0.colour", "no such entry"),
    (PIECE + "count = " + "9" * 5000, "", "a number that is too long"),
)


@pytest.mark.parametrize(
    ("text", "place", "said"), BAD_PATTERNS, ids=[said for _, _, said in BAD_PATTERNS]
)
def test_a_file_that_is_no_pattern_file_is_refused(
    tmp_path: Path,
    text: str,
    place: str,
    said: str,
) -> None:
    path = pattern_file(tmp_path, text)
    with pytest.raises(RecordError) as caught:
        load_pieces(path)
    assert_one_line_about(caught.value, f"{path}{place}: {said}")
