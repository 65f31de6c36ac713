"""The stored results of whole boards are right, and new campaigns are added to them."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import pytest

import litslab as ll
from docs import boards
from docs.boards import is_about, stored_boards
from litslab import kernel
from litslab.games.notation import format_move
from litslab.games.registry import GAMES, create
from litslab.solver.campaign.campaign import Campaign, new_campaign
from litslab.solver.campaign.openings_table import book_lines
from litslab.solver.campaign.run import Workers, run_campaign
from litslab.solver.campaign.verify import verify_campaign
from litslab.solver.endgame.stored_boards import Board
from litslab.solver.endgame.swap import value_with_swap
from litslab.solver.engines.reference import Search
from tests.docs.openings import openings

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")


def battle(size: int, seed: int) -> Board:
    return Board("battle-of-lits", {"size": size}, seed)


@pytest.mark.slow
def test_every_line_is_legal_and_ends_with_the_value() -> None:
    stored = stored_boards()
    assert len({(each.game, each.title) for each in stored}) == len(stored) >= 60
    assert {each.game for each in stored} == set(GAMES)
    for each in stored:
        each.check()
        with pytest.raises(ValueError, match=f"does not end with {each.value - 2}$"):
            replace(each, value=each.value - 2).check()
    assert {each.value for each in stored if each.game == "battle-of-lits" and each.swap} == {-1}


@pytest.mark.slow
def test_the_reference_engine_finds_the_same_values() -> None:
    stored = stored_boards()
    small = [
        each
        for each in stored
        if each.nodes < 300 or (each.game == "taiji" and each.options["size"] < 4)
    ]
    assert len(small) >= 12
    for each in small:
        position = each.start()
        oracle = Search()
        if each.swap and position.swap_follows:
            after = [position.play(move) for move in position.legal_moves()]
            value = max(value_with_swap(opening, oracle.value(opening)) for opening in after)
        else:
            value = oracle.value(position)
        assert (each.title, value) == (each.title, each.value)
    for board in openings()[:2]:
        start = battle(board["size"], board["seed"]).start()
        oracle = Search()
        assert [oracle.value(start.play_unchecked(move)) for move in start.choices()] == board[
            "values"
        ]


@pytest.mark.slow
@needs_kernel
def test_the_kernel_solves_boards_again_with_as_many_nodes() -> None:
    stored = stored_boards()
    quick = [each for each in stored if each.nodes < 20_000]
    assert "8×8, seed 3" in {each.title for each in quick}
    for each in quick:
        found = ll.solve(each.start(), memory=boards.MEMORY, swap=each.swap)
        line = " ".join(format_move(move, each.rules) for move in found.principal_variation)
        assert (found.score.value, line, found.info.nodes) == (each.value, each.line, each.nodes), (
            each.title
        )
    (board,) = (each for each in openings() if (each["size"], each["seed"]) == (6, 17))
    solved = ll.solve(battle(6, 17).start(), memory=256, all_moves=True)
    assert [each.score.value for each in solved.moves] == board["values"]


def test_the_openings_that_settle_boards_with_the_swap_are_even() -> None:
    found = {(each["size"], each["seed"]): each["values"] for each in openings()}
    assert {size: len(values) for (size, _), values in found.items()} == {
        5: 212,
        6: 356,
        7: 536,
        8: 752,
        9: 1004,
    }
    compared = 0
    for solved in stored_boards():
        values = (
            found.get((solved.options["size"], solved.seed))
            if solved.game == "battle-of-lits"
            else None
        )
        if values is not None and solved.swap:
            start = solved.start()
            names = [format_move(move, start.rules) for move in start.choices()]
            assert (
                min(map(abs, values))
                == abs(values[names.index(solved.line.split()[0])])
                == -solved.value
            )
            compared += 1
    assert compared == 12


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(boards.CAMPAIGNS.glob("*.db")), ids=lambda path: path.stem)
def test_an_exported_campaign_proves_by_the_rules_what_is_stored(path: Path) -> None:
    with Campaign(path) as campaign:
        board = boards.board_of(campaign)
        result = campaign.result
        assert result.complete
        if "openings" in path.stem:
            (values,) = (
                each["values"]
                for each in openings()
                if battle(each["size"], each["seed"]).start() == board.start()
            )
            assert [each.score.value for each in book_lines(campaign)] == values
        else:
            (stored,) = (
                each for each in stored_boards() if asdict(each).items() >= asdict(board).items()
            )
            assert result.score.lower == stored.value
    assert verify_campaign(path, sample=0).searched > 0


@pytest.mark.slow
def test_campaigns_are_taken_in_once_they_are_finished(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "boards.md"
    page.write_text(boards.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(boards, "PAGE", page)
    monkeypatch.setattr(boards, "STORE", tmp_path / "boards.json")
    monkeypatch.setattr(boards, "CAMPAIGNS", tmp_path / "campaigns")
    monkeypatch.setattr(boards, "MEMORY", 1)
    wanted = {
        "swap": battle(5, 3),
        "value": Board("wythe", {"size": 3}, swap=False),
        "openings": Board("tailits", {"size": 5, "scoring": "second"}),
    }
    paths = {target: tmp_path / f"{target}.db" for target in (*wanted, "winner")}
    for target, board in wanted.items():
        new_campaign(board.start(), paths[target], target=target)
    new_campaign(create("taiji", size=3).start(), paths["winner"], target="winner")
    names = [f"{board.game} {board.title}" for board in wanted.values()]

    text = boards.boards(*map(str, list(paths.values())[:3]))[page]
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: {name} is not finished" for path, name in zip(paths.values(), names, strict=False)
    ]
    assert "| [Wythe, 3×3, no swap](campaigns/unfinished/wythe-3x3-no-swap.db) | – | 0 of " in text
    for target, board in wanted.items():
        with Campaign(boards.CAMPAIGNS / "unfinished" / board.file) as campaign:
            assert is_about(campaign, board)
        with Campaign(paths[target], writing=True) as campaign:
            assert run_campaign(campaign, Workers(nodes=50)).result.complete
    for _ in range(2):
        text = boards.boards(*map(str, list(paths.values())[:3]))[page]
    *_, first, second, third = capsys.readouterr().out.splitlines()
    assert [first, second, third] == [
        f"{path}: {name} is stored" for path, name in zip(paths.values(), names, strict=False)
    ]
    stored = {each.title: each.value for each in stored_boards()}
    assert stored == {"5×5, seed 3": -1, "5×5, scoring second": -1, "3×3, no swap": 1}
    assert "checks:\n[3×3, no swap](campaigns/wythe-3x3-no-swap.db)." in text
    assert "| 3×3, no swap | +1 |" in text
    assert "unfinished" not in text
    assert (
        verify_campaign(
            boards.CAMPAIGNS / "battle-of-lits-5x5-seed-3.db", sample=2, seed=0
        ).repeated
        == 2
    )
    later = battle(5, 3).start()
    new_campaign(later.play(later.choices()[0]), paths["value"], force=True)
    for path in (paths["winner"], paths["value"]):
        with pytest.raises(
            ValueError, match="expected a campaign about the value of a whole board"
        ):
            boards.boards(str(path))
