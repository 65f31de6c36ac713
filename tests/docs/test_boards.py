"""The page of whole boards says what is stored, and what is stored is right."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType

import pytest

from litslab import kernel
from litslab.games.registry import GAMES, new_game
from litslab.solver.campaign.campaign import Campaign, new_campaign
from litslab.solver.campaign.run import Workers, run_campaign
from litslab.solver.campaign.verify import verify_campaign
from litslab.solver.endgame.optimal_moves import value_with_swap
from litslab.solver.engines.reference import Search
from tests.scripts import load_script


@pytest.fixture(scope="module")
def boards() -> ModuleType:
    return load_script("make_boards")


def test_the_page_is_made_from_what_is_stored(boards: ModuleType) -> None:
    assert boards.PAGE.read_text(encoding="utf-8") == boards.page(boards.load())


def test_every_line_is_legal_and_ends_with_the_value(boards: ModuleType) -> None:
    stored = boards.load()
    assert len({(each.game, each.title) for each in stored}) == len(stored) >= 60
    assert {each.game for each in stored} == set(GAMES)
    for each in stored:
        each.check()
        with pytest.raises(ValueError, match=f"does not end with {each.value - 2}$"):
            replace(each, value=each.value - 2).check()


def test_a_campaign_gives_the_line_of_a_board(boards: ModuleType, tmp_path: Path) -> None:
    board = boards.Board("battle-of-lits", {"size": 5}, 1)
    path = tmp_path / "campaign.db"
    new_campaign(board.start(), path, target="swap")
    with Campaign(path, writing=True) as campaign:
        with pytest.raises(ValueError, match="expected a finished campaign about battle-of-lits 5×5, seed 1"):
            boards.proved(board, campaign)
        assert run_campaign(campaign, Workers(nodes=20)).result.complete
        found = boards.proved(board, campaign)
        found.check()
        assert found.value == boards.solve(board).value
        with pytest.raises(ValueError, match="5×5, seed 2"):
            boards.proved(replace(board, seed=2), campaign)


def test_finished_campaigns_are_taken_in(
    boards: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boards, "PAGE", tmp_path / "boards.md")
    monkeypatch.setattr(boards, "STORE", tmp_path / "boards.json")
    monkeypatch.setattr(boards, "CAMPAIGNS", tmp_path / "campaigns")
    wanted = [boards.Board("wythe", {"size": 3}, swap=swap) for swap in (True, False)]
    monkeypatch.setattr(boards, "LARGE", tuple(wanted))
    foreign = boards.Board("taiji", {"size": 3, "groups": 1})
    paths = {target: tmp_path / f"{target}.db" for target in ("swap", "value", "winner")}
    for board, (target, path) in zip([*wanted, foreign], paths.items(), strict=True):
        new_campaign(board.start(), path, target=target)
        with Campaign(path, writing=True) as campaign:
            assert run_campaign(campaign, Workers(nodes=20)).result.complete
    boards.main([str(path) for path in paths.values()])
    stored = {each.title: each for each in boards.load()}
    assert [(title, each.value) for title, each in stored.items()] == [("3×3", -1), ("3×3, no swap", 1)]
    boards.main([str(path) for path in paths.values()])
    said = [*(f"{path}: {each}" for path, each in zip(paths.values(), stored.values(), strict=False)),
            f"{paths['winner']}: not a board of this page"]  # fmt: skip
    again = [f"{paths['swap']}: wythe 3×3 is stored", f"{paths['value']}: wythe 3×3, no swap is stored", said[-1]]
    assert capsys.readouterr().out.splitlines() == [*said, *again]
    page = boards.PAGE.read_text(encoding="utf-8")
    assert "| 3×3, no swap | +1 |" in page
    assert "checks:\n[3×3](campaigns/wythe-3x3.db), [3×3, no swap](campaigns/wythe-3x3-no-swap.db)." in page
    for each in stored.values():
        with Campaign(each.export) as campaign:
            assert campaign.result.complete
        assert verify_campaign(each.export, sample=2, seed=0).repeated == 2


@pytest.mark.slow
def test_the_exported_proofs_hold_by_the_rules(boards: ModuleType) -> None:
    exported = [each for each in boards.load() if each.export.exists()]
    assert [(each.game, each.title) for each in exported] == [
        *(("taiji", f"6×6, groups {groups}") for groups in (1, 2, 3)),
        ("battle-of-lits", "10×10, seed 17, no swap"),
        ("tailits", "9×9, colouring fixed, scoring largest"),
        ("wythe", "5×5"),
        ("wythe", "5×5, no swap"),
    ]
    for each in exported:
        with Campaign(each.export) as campaign:
            assert boards.is_about(campaign, each)
            assert campaign.result.complete
            assert campaign.result.score.lower == each.value
        assert verify_campaign(each.export, sample=0).searched > 0


def test_a_campaign_that_is_not_finished_is_kept_until_it_is(
    boards: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("PAGE", "STORE", "ESTIMATES", "CAMPAIGNS"):
        monkeypatch.setattr(boards, name, tmp_path / name)
    board = boards.Board("wythe", {"size": 3}, swap=False)
    monkeypatch.setattr(boards, "LARGE", (board,))
    path = tmp_path / "campaign.db"
    new_campaign(board.start(), path)
    boards.main([str(path)])
    assert capsys.readouterr().out == f"{path}: wythe 3×3, no swap is not finished\n"
    assert f"| [Wythe, 3×3, no swap](campaigns/unfinished/{board.export.name}) | – | 0 of " in boards.PAGE.read_text(
        "utf-8"
    )
    with Campaign(board.unfinished) as campaign:
        assert boards.is_about(campaign, board)
    with Campaign(path, writing=True) as campaign:
        assert run_campaign(campaign, Workers()).result.complete
    boards.main([str(path)])
    assert not board.unfinished.exists()
    assert board.export.exists()
    assert "unfinished" not in boards.PAGE.read_text("utf-8")


def test_the_work_for_boards_that_are_not_solved_is_estimated(
    boards: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PAGE", "STORE", "ESTIMATES"):
        monkeypatch.setattr(boards, name, tmp_path / name)
    wythe, lits = boards.Board("wythe", {"size": 3}), boards.Board("battle-of-lits", {"size": 5}, 1, swap=False)
    monkeypatch.setattr(boards, "OPEN", (wythe, lits))
    boards.save([boards.solve(wythe)])
    boards.main(["--estimate"])
    (found,) = boards.load_estimates()
    assert found.title == lits.title
    assert found.low < boards.solve(lits).nodes < found.high
    assert "| Battle of LITS, 5×5, seed 1, no swap |" in boards.PAGE.read_text(encoding="utf-8")
    boards.save([*boards.load(), boards.solve(lits)])
    assert boards.load_estimates() == []


def test_a_board_is_stored_once(boards: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "STORE", tmp_path / "boards.json")
    first, second = (boards.solve(boards.Board("wythe", {"size": size})) for size in (2, 3))
    for each in (second, first, replace(second, seconds=7.0)):
        boards.add(each)
    assert boards.load() == [first, replace(second, seconds=7.0)]


def test_boards_are_those_of_the_command(boards: ModuleType) -> None:
    assert boards.Board("battle-of-lits", {"size": 8}, 3).start() == new_game("battle-of-lits", size=8, seed=3)


@pytest.mark.slow
def test_the_reference_engine_finds_the_same_values(boards: ModuleType) -> None:
    small = [each for each in boards.load() if each.nodes < 300 or (each.game == "taiji" and each.options["size"] < 4)]
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


@pytest.mark.slow
@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_a_board_is_solved_again(boards: ModuleType) -> None:
    of_battle = next(each for each in boards.load() if (each.game, each.title) == ("battle-of-lits", "8×8, seed 3"))
    quick = [each for each in boards.load() if each.nodes < 20_000 and each.game != "battle-of-lits"]
    for stored in (of_battle, *quick):
        board = boards.Board(stored.game, stored.options, stored.seed, stored.swap)
        solved = boards.solve(board)
        assert asdict(replace(solved, seconds=0, version="")) == asdict(replace(stored, seconds=0, version=""))
