"""The independent prover agrees with the rules on small boards, and refutes what is false."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.registry import new_game
from litslab.solver.campaign.question import ValueQuery
from litslab.solver.campaign.run import Workers
from tests.independent import ask, header, main, strategy
from tests.solver.campaign.boards import make, run

VALUES = Path(__file__).parents[1] / "values"


@pytest.mark.parametrize("game", ["taiji", "battle-of-lits", "tailits", "wythe"])
def test_values_are_those_that_minimax_finds(game: str) -> None:
    lines = []
    expected = []
    for each in map(json.loads, (VALUES / f"{game}.jsonl").read_text().splitlines()):
        record = tomllib.loads(each["record"])
        value = each["value"]
        options = record["options"]
        position = record["position"]
        plain = (
            options.get("colouring", "fixed") == "fixed"
            and options.get("flips", True)
            and options["size"] < 6
        )
        if plain and not record["moves"] and each["nodes"] <= 100:
            for bound, answer in (
                (f">= {value}", "proved"),
                (f">= {value + 2}", "refuted"),
                (f"<= {value}", "proved"),
            ):
                question = f"{position['placed']}; {position['to_move']} to move; value {bound}"
                lines += [header(each["record"]), question]
                expected.append(answer)
    assert len(expected) > 50
    assert [answer for answer, _ in ask(lines)] == expected


def test_the_second_side_takes_the_better_side_with_the_swap() -> None:
    bounds = [
        "; black to move; value >= -1",
        "; black to move; value >= 1",
        "; black to move; value <= -1",
    ]
    answers = [
        answer
        for answer, _ in ask(
            ["game wythe columns=3", *bounds, "game wythe columns=3 swap=1", *bounds]
        )
    ]
    assert answers == ["proved", "proved", "refuted", "proved", "refuted", "proved"]


def test_a_strategy_is_followed_to_every_end() -> None:
    """Dark keeps −1 on 3×3 with a whole strategy, nobody keeps −3, and another reply than the first
    can lose.
    """
    position = new_game("taiji", size=3, groups=1)
    moves = strategy(ValueQuery(position, 1), False, 10_000)
    assert moves is not None
    assert strategy(ValueQuery(position, 1), False, 20) is None

    def follow(numbers: Sequence[int], bound: str = "<= -1") -> str:
        return " ".join(["; light to move; value", bound, "; strategy", *map(str, numbers)])

    changed = [[*moves[:at], moves[at] + 1, *moves[at + 1 :]] for at in range(len(moves))]
    lines = map(follow, [moves, moves[:-1], [*moves, 0], *changed])
    answers = [
        answer
        for answer, _ in ask(
            [header(dumps(Record(position.rules))), *lines, follow(moves, "<= -3")]
        )
    ]
    assert answers[:3] == ["proved", "refuted", "refuted"]
    assert "refuted" in answers[3:-1]
    assert answers[-1] == "refuted"


def test_a_forged_leaf_is_refuted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = make(tmp_path, new_game("taiji", size=3, groups=1), "winner")
    run(path, Workers(engine="reference", nodes=100_000))
    for follow in ([], ["--follow"]):
        assert main([str(path), *follow]) == 0
        assert "1 of 1 leaves: 1 agree, 0 disagree, 0 undecided" in capsys.readouterr().out
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE answers SET holds = 1 - holds")
    assert main([str(path)]) == 1
    assert "1 of 1 leaves: 0 agree, 1 disagree" in capsys.readouterr().out
