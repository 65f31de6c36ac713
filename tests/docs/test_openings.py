"""The page of openings says what is stored, and what is stored is right."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import polars as pl
import pytest

from litslab import kernel
from litslab.games.notation import format_move
from litslab.games.registry import new_game
from litslab.solver.campaign.campaign import Campaign, new_campaign
from litslab.solver.campaign.run import Workers, run_campaign
from litslab.solver.campaign.verify import verify_campaign
from litslab.solver.engines.reference import Search
from tests.scripts import load_script


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return load_script("make_openings")


def test_the_page_and_its_pictures_are_made_from_what_is_stored(script: ModuleType, tmp_path: Path) -> None:
    found = script.load()
    assert script.PAGE.read_text(encoding="utf-8") == script.page(found)
    script.draw_all(found, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in script.PICTURES.iterdir()}
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (script.PICTURES / path.name).read_bytes(), path.name


def test_every_opening_of_the_samples_has_a_value(script: ModuleType) -> None:
    found = script.load()
    boards = {(each.size, each.seed) for each in found}
    assert len(boards) == len(found)
    assert boards >= {(size, seed) for size, count in script.SAMPLES.items() for seed in range(1, count + 1)}
    for each in found:
        assert len(each.values) == len(each.gains) == {5: 212, 6: 356, 7: 536, 8: 752, 9: 1004}[each.size]
        assert all(value % 2 == 1 for value in each.values)
    board = found[0]
    assert board.start == new_game("battle-of-lits", size=board.size, seed=board.seed)
    after = [board.start.play(move).scores() for move in board.start.choices()]
    assert board.gains == tuple(first - second for first, second in after)


def test_the_values_can_be_read_as_a_table(script: ModuleType) -> None:
    rows = pl.read_ndjson(script.STORE).select("size", "seed", pl.col("values").list.max()).rows()
    assert rows == [(each.size, each.seed, each.value) for each in script.load()]


@pytest.mark.slow
def test_the_reference_engine_finds_the_same_values(script: ModuleType) -> None:
    for board in [each for each in script.load() if each.size == 5][:5]:
        oracle = Search()
        values = [oracle.value(board.start.play_unchecked(move)) for move in board.start.choices()]
        assert values == list(board.values)


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_a_board_is_solved_again(script: ModuleType) -> None:
    (stored,) = (each for each in script.load() if (each.size, each.seed) == (6, 17))
    solved = script.solve(6, 17)
    assert (solved.values, solved.nodes) == (stored.values, stored.nodes)


def test_a_finished_campaign_is_taken_in(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = script.load()
    for name in ("PAGE", "STORE", "PICTURES", "CAMPAIGNS"):
        monkeypatch.setattr(script, name, tmp_path / name)
    (wanted,) = (each for each in stored if (each.size, each.seed) == (5, 2))
    script.save([each for each in stored if each is not wanted])
    path = tmp_path / "campaign.db"
    new_campaign(wanted.start, path, target="openings")
    with pytest.raises(ValueError, match="expected a finished campaign about all openings of a board"):
        script.main([str(path)])
    with Campaign(path, writing=True) as campaign:
        assert run_campaign(campaign, Workers(nodes=50)).result.complete
    script.main([str(path)])
    (found,) = (each for each in script.load() if (each.size, each.seed) == (5, 2))
    assert (found.values, found.start) == (wanted.values, wanted.start)
    script.main([str(path)])
    said = [f"{path}: 5×5, seed 2: {wanted.value:+d}, {found.nodes:,} nodes", f"{path}: 5×5, seed 2 is stored"]
    assert capsys.readouterr().out.splitlines() == said
    assert verify_campaign(found.export, sample=2, seed=0).repeated == 2
    other = tmp_path / "taiji.db"
    new_campaign(new_game("taiji", size=2), other, target="openings")
    with Campaign(other) as campaign, pytest.raises(ValueError, match="of a board of Battle of LITS"):
        script.proved(campaign)


@pytest.mark.slow
def test_the_exported_proofs_hold_by_the_rules(script: ModuleType) -> None:
    exported = [each for each in script.load() if each.export.exists()]
    assert [(each.size, each.seed) for each in exported] == [(9, 1), (9, 2)]
    for each in exported:
        with Campaign(each.export) as campaign:
            assert replace(script.proved(campaign), version=each.version) == each
        assert verify_campaign(each.export, sample=0).searched > 0


def test_the_openings_that_settle_boards_with_the_swap_are_even(script: ModuleType) -> None:
    found = {(each.size, each.seed): each for each in script.load()}
    compared = 0
    for solved in load_script("make_boards").load():
        board = found.get((solved.options["size"], solved.seed)) if solved.game == script.GAME else None
        if board is not None and solved.swap:
            names = [format_move(move, board.start.rules) for move in board.start.choices()]
            assert board.value_with_swap == solved.value
            assert abs(board.values[names.index(solved.line.split()[0])]) == -solved.value
            compared += 1
    assert compared == 12


def test_an_interval_is_that_of_the_t_distribution(script: ModuleType) -> None:
    mean = script.RatioEstimate.of([1, 2, 3, 4, 5])
    assert (mean.mean, mean.half_width) == (3, pytest.approx(2.776 * (2.5 / 5) ** 0.5, rel=0.003))
    ratio = script.RatioEstimate.of([2, 4, 6, 8, 10], [2.0] * 5)
    assert (ratio.mean, ratio.half_width) == (mean.mean, pytest.approx(mean.half_width))
    assert mean.text(1) == "3.0 (1.0 to 5.0)"


def test_intervals_hold_the_mean_as_often_as_they_say(script: ModuleType) -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(1000):
        below = [rng.randint(1, 5) for _ in range(30)]
        above = [sum(rng.random() < 0.4 for _ in range(count)) for count in below]
        found = script.RatioEstimate.of(above, below)
        held += abs(found.mean - 0.4) <= found.half_width
    assert 920 <= held <= 980
