"""The page of solved 10×10 boards says what is stored, and the exported campaigns prove it."""

from __future__ import annotations

import contextlib
import sqlite3
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from litslab import kernel
from litslab.games.notation import format_move, parse_placements
from litslab.solver.campaign.campaign import Campaign, new_campaign
from litslab.solver.campaign.question import reduce
from litslab.solver.campaign.run import run_campaign
from litslab.solver.campaign.verify import verify_campaign
from litslab.solver.endgame.result import Limit
from litslab.solver.engines.oracle import LimitReachedError
from litslab.solver.engines.registry import make_oracle
from tests.scripts import load_script

NODES = 150_000
"""How many nodes a search may take here: they cost more than in the campaign, whose table knew much already."""

DEEP = """
SELECT position, target, holds FROM answers JOIN questions ON answers.question = questions.id
WHERE search NOTNULL ORDER BY length(position) DESC, position LIMIT 1
"""
"""An answer about a position with many placements, which is soon searched."""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return load_script("make_battle_of_lits_10")


def test_the_pages_are_made_from_what_is_stored(script: ModuleType) -> None:
    boards, checks = script.solved_boards(), script.load()
    assert script.PAGE.read_text(encoding="utf-8") == script.page(boards, checks)
    pictures = {path.name: path.read_text(encoding="utf-8") for path in script.PICTURES.iterdir()}
    assert pictures == {f"seed-{each.seed}.svg": script.picture(each) for each in boards}
    assert set(script.CAMPAIGNS.glob(f"{script.GAME}-{script.SIZE}-*")) == {script.export(seed) for seed in checks}
    assert sum(path.stat().st_size for path in script.CAMPAIGNS.iterdir()) < 5_000_000


def test_every_export_proves_by_the_rules_what_is_stored(script: ModuleType) -> None:
    boards = {each.seed: each for each in script.solved_boards()}
    assert script.load()
    for seed, check in script.load().items():
        board = boards[seed]
        with Campaign(script.export(seed)) as campaign:
            assert campaign.position == script.board(seed).start()
            assert campaign.result.complete
            assert campaign.result.score.value == board.value == -1
            assert board.line.split()[0] in {format_move(move, board.start().rules) for move in campaign.result.best}
            assert campaign.store.cost().nodes == board.nodes
        found = verify_campaign(script.export(seed), sample=0)
        assert (found.derived, found.searched) == (check.derived, check.searched)
        assert check.repeated == min(script.SAMPLE, check.searched)
        assert abs(board.end().outcome().value) == 1


@pytest.mark.slow
@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_a_quick_search_of_every_other_export_is_repeated(script: ModuleType) -> None:
    answered, seeds = 0, sorted(script.load())[::2]
    for seed in seeds:
        start = script.board(seed).start()
        with closing(sqlite3.connect(f"file:{script.export(seed)}?mode=ro", uri=True)) as database:
            ((text, target, holds),) = database.execute(DEEP).fetchall()
        position = start
        for placement in parse_placements(text.partition(";")[0], start.rules):
            position = position.play_unchecked(placement)
        assert reduce(position).text == text
        oracle = make_oracle(start.rules, Limit(nodes=NODES), memory=1 << 24)
        with contextlib.suppress(LimitReachedError):
            assert oracle.reaches(position, target, maximising=True) == bool(holds)
            answered += 1
    assert answered >= len(seeds) / 2


def test_a_campaign_is_taken_in_once_it_is_finished(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "SIZE", 5)
    for name in ("PAGE", "STORE", "CAMPAIGNS", "PICTURES"):
        monkeypatch.setattr(script, name, tmp_path / name)
    monkeypatch.setattr(script.make_boards, "PAGE", tmp_path / "boards.md")
    monkeypatch.setattr(script.make_boards, "STORE", tmp_path / "boards.json")
    monkeypatch.setattr(script.make_boards, "MEMORY", 1 << 20)
    finished, unfinished, foreign = (tmp_path / f"{name}.db" for name in ("finished", "unfinished", "foreign"))
    new_campaign(script.board(3).start(), finished, target="swap")
    new_campaign(script.board(4).start(), unfinished, target="swap")
    new_campaign(load_script("make_boards").Board("wythe", {"size": 3}).start(), foreign, target="swap")
    for path in (finished, foreign):
        with Campaign(path, writing=True) as campaign:
            assert run_campaign(campaign).result.complete
    missing = tmp_path / "missing.db"
    for _ in range(2):
        script.main([str(path) for path in (missing, finished, unfinished, foreign)])
    (stored,) = script.solved_boards()
    (check,) = script.load().values()
    stored.check()
    assert (stored.seed, stored.value) == (3, -1)
    told = [
        f"cannot read {missing}: expected a file that `litslab campaign new` made", f"{finished}: {check}",
        f"{unfinished}: not finished", f"{foreign}: not a board of the seeds 1 to 100",
    ]  # fmt: skip
    assert capsys.readouterr().out.splitlines() == [*told, told[0], f"{finished}: seed 3 is stored", *told[2:]]
    assert check.repeated == check.searched > 0
    assert "### Seed 3" in script.PAGE.read_text(encoding="utf-8")
    assert "5×5, seed 3" in script.make_boards.PAGE.read_text(encoding="utf-8")
    assert (script.PICTURES / "seed-3.svg").exists()
