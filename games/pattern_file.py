"""TAILITS pattern files: the drawings of pieces, with their counts."""

from __future__ import annotations

from pathlib import Path

from litslab.games.errors import RecordError
from litslab.games.option_data import PieceModel
from litslab.games.pieces import DrawnPiece
from litslab.games.refusal import refused_at
from litslab.games.text_file import read_text
from litslab.games.toml import StrictModel, read_model


class _PiecesModel(StrictModel):
    pieces: list[PieceModel]


def load_pieces(path: Path) -> tuple[DrawnPiece, ...]:
    """Read a TAILITS pattern file: a TOML file of ``[[pieces]]``, each with a ``drawing`` and a
    ``count``.

    Raises
    ------
    RecordError
        If the file cannot be read or is no pattern file.
    """
    model = read_model(_PiecesModel, read_text(path), str(path))
    pieces = tuple(each.piece() for each in model.pieces)
    if not pieces:
        raise RecordError(str(path), "pieces: expected at least one drawing")
    with refused_at(str(path)):
        for piece in pieces:
            piece.cells()
    return pieces
