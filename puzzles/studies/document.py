"""Studies as plain data, for JSON: what a study is, what was proved of it, and how wrong moves are refuted."""

from __future__ import annotations

from typing import Any

from litslab.games.notation import format_move
from litslab.games.position import Move, Position, Rules
from litslab.games.record import Record, dumps
from litslab.games.study import describe_claim
from litslab.puzzles.studies.study import Proof, Refutation


def _texts(moves: tuple[Move, ...], rules: Rules) -> list[str]:
    return [format_move(move, rules) for move in moves]


def describe_study(record: Record) -> dict[str, Any]:
    """Describe a study that a record holds: its claim, its position, and the record itself as text.

    Raises
    ------
    ValueError
        If the record does not claim to be a study.
    """
    if record.study is None:
        raise ValueError("the record holds no study")
    position = record.position()
    return {
        "game": record.rules.name,
        "title": record.title,
        **describe_claim(record.study, record.rules),
        "to_move": position.side,
        "constructed": position.constructed,
        "choices": position.legal.bit_count(),
        "board": str(position).split("\n"),
        "record": dumps(record),
    }


def describe_proof(position: Position, proof: Proof | None) -> dict[str, Any]:
    """Describe what was proved of a position; where nothing was, every entry is None or empty."""
    rules = position.rules
    grade = None if proof is None else proof.grade
    return {
        "to_move": position.side,
        "constructed": position.constructed,
        "winning": [] if proof is None else _texts(proof.winning, rules),
        "greedy": [] if proof is None else _texts(proof.greedy, rules),
        "value": None if proof is None else proof.value,
        "plies": None if grade is None else grade.plies,
        "surprise": None if proof is None or grade is None else proof.surprise,
        "level": None if grade is None else grade.level,
        "difficulty": None if grade is None else grade.difficulty,
        "choices": position.legal.bit_count(),
        "tempting": None if grade is None else grade.tempting,
        "close": None if grade is None else grade.close,
        "line": [] if proof is None else _texts(proof.line, rules),
    }


def describe_refutation(refutation: Refutation, position: Position) -> dict[str, Any]:
    """Describe how a wrong move is refuted."""
    rules = position.rules
    return {
        "move": format_move(refutation.move, rules),
        "value": refutation.value,
        "replies": _texts(refutation.replies, rules),
        "line": _texts(refutation.line, rules),
    }
