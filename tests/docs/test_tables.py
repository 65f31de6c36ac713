"""The stored results are right, and new campaigns are added to them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

import litslab as ll
from benchmarks.endgame import WORKS
from docs import behaviour, tables
from docs.pages import DOCS
from docs.tables import is_about, stored_boards
from litslab import kernel
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.registry import GAMES, create
from litslab.solver.campaign.campaign import Campaign, new_campaign
from litslab.solver.campaign.openings_table import book_lines
from litslab.solver.campaign.run import Workers, run_campaign
from litslab.solver.campaign.verify import verify_campaign
from litslab.solver.endgame.stored_boards import Board
from litslab.solver.endgame.swap import value_with_swap
from litslab.solver.engines.reference import Search
from litslab.solver.finals.count import count
from litslab.solver.finals.extreme import facts
from litslab.solver.finals.finals import Finals

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")


def openings() -> list[dict[str, Any]]:
    """Return the stored values of all openings: of each board its size, seed, nodes and values."""
    path = DOCS / "results" / "battle-of-lits-openings.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


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
        found = ll.solve(each.start(), memory=tables.BOARD_MEMORY, swap=each.swap)
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


def test_the_page_on_behaviour_shows_its_results() -> None:
    lines = behaviour.stored()
    usual = {(each["size"], each["seed"]): Counter(each["values"]) for each in openings()}
    files = behaviour.page(lines)
    assert files[behaviour.PAGE] == behaviour.PAGE.read_text(encoding="utf-8"), (
        "run python -m docs.make behaviour"
    )
    assert files.keys() == {behaviour.PAGE, *behaviour.PICTURES.iterdir()}
    boards = [
        each for each in lines if each.get("symbols") == 30 and each["turn"] and each["seed"] <= 100
    ]
    assert len(boards) == 200
    for each in boards:
        counts = {
            each["least"] + 2 * step: count for step, count in enumerate(each["counts"]) if count
        }
        assert counts == usual[each["size"], each["seed"]]
    # The quantile of the t distribution with 4 degrees of freedom is 2.776.
    assert behaviour.mean([1, 2, 3, 4, 5]) == pytest.approx(
        (3, 3 - 2.776 * 0.5**0.5, 3 + 2.776 * 0.5**0.5), rel=0.01
    )


def value_of(start: Position, options: Mapping[Any, Any]) -> int | None:
    """Return the value of a start by the reference engine; by the kernel where that takes seconds.

    With these colourings tests/kernel/test_kernel.py compares the two.
    """
    if options.get("colouring") in {"free", "each-once"}:
        return ll.solve(start).score.value
    return Search().value(start)


@pytest.mark.slow
@needs_kernel
def test_the_reference_engine_finds_the_same_behaviour() -> None:
    # Burnside's lemma: the turns keep the empty board alone, and each reflection keeps half of the
    # pairs free.
    orbits = {
        size: (3**pairs + 3 + 4 * 3 ** (pairs // 2)) // 8
        for size, pairs in ((3, 4), (4, 8), (5, 12))
    }
    assert (
        {size: len(behaviour.boards_up_to_symmetry(size)) for size in orbits}
        == behaviour.EVERY
        == orbits
    )
    sample = [
        *behaviour.boards_up_to_symmetry(3),
        *behaviour.boards_up_to_symmetry(4)[::40],
        "X" * 16,
        "X...." * 5,
    ]
    for symbols in sample:
        start = behaviour.start_on(symbols)
        oracle = Search()
        values = [oracle.value(start.play_unchecked(move)) for move in start.choices()]
        assert behaviour.has_even_opening(symbols) is (min(map(abs, values)) == 1)
    for line in behaviour.stored():
        if line.get("placed") == 0 and line["size"] < (6 if line["game"] == "tailits" else 4):
            options = {
                name: line[name] for name in ("size", "colouring", "scoring") if name in line
            }
            start = behaviour.start_of(line["game"], **options)
            value = value_of(start, options)
            assert value is not None
            assert (value > 0) is bool(line["won"])


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(tables.CAMPAIGNS.glob("*.db")), ids=lambda path: path.stem)
def test_an_exported_campaign_proves_by_the_rules_what_is_stored(path: Path) -> None:
    with Campaign(path) as campaign:
        board = tables.board_of(campaign)
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
    page.write_text(tables.BOARDS_PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(tables, "BOARDS_PAGE", page)
    monkeypatch.setattr(tables, "BOARDS", tmp_path / "boards.json")
    monkeypatch.setattr(tables, "CAMPAIGNS", tmp_path / "campaigns")
    monkeypatch.setattr(tables, "BOARD_MEMORY", 1)
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

    text = tables.boards(*map(str, list(paths.values())[:3]))[page]
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: {name} is not finished" for path, name in zip(paths.values(), names, strict=False)
    ]
    assert "| [Wythe, 3×3, no swap](campaigns/unfinished/wythe-3x3-no-swap.db) | – | 0 of " in text
    for target, board in wanted.items():
        with Campaign(tables.CAMPAIGNS / "unfinished" / board.file) as campaign:
            assert is_about(campaign, board)
        with Campaign(paths[target], writing=True) as campaign:
            assert run_campaign(campaign, Workers(nodes=50)).result.complete
    for _ in range(2):
        text = tables.boards(*map(str, list(paths.values())[:3]))[page]
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
            tables.CAMPAIGNS / "battle-of-lits-5x5-seed-3.db", sample=2, seed=0
        ).repeated
        == 2
    )
    later = battle(5, 3).start()
    new_campaign(later.play(later.choices()[0]), paths["value"], force=True)
    for path in (paths["winner"], paths["value"]):
        with pytest.raises(
            ValueError, match="expected a campaign about the value of a whole board"
        ):
            tables.boards(str(path))


@pytest.mark.slow
@pytest.mark.parametrize("aim", ["fewest", "most"])
@pytest.mark.parametrize("game", ["battle-of-lits", "taiji", "wythe"])
def test_an_extreme_is_proved_again(game: str, aim: str) -> None:
    stored = facts()[game, 4, aim]
    proved = tables.prove(game, 4, aim, 60.0)
    assert (proved.lower, proved.upper) == (stored.lower, stored.upper)
    assert proved.check().is_over


def test_an_extreme_is_only_replaced_by_what_says_no_less() -> None:
    fact = replace(facts()["battle-of-lits", 7, "fewest"], lower=4, upper=6)
    better = replace(fact, upper=5)
    worse = replace(fact, lower=1)
    assert tables.stronger(None, fact) == fact
    assert tables.stronger(fact, worse) == fact
    assert tables.stronger(worse, fact) == fact
    assert tables.stronger(fact, better) == better
    assert tables.stronger(worse, better) == replace(better, lower=4)


@needs_kernel
@pytest.mark.parametrize(
    ("title", "game", "options", "colours"),
    [
        ("Battle of LITS 6×6", "battle-of-lits", {"size": 6}, True),
        ("Wythe 3×3", "wythe", {"size": 3}, True),
        ("TAILITS 5×5, fixed", "tailits", {"size": 5}, True),
        ("TAIJI 6×6, colours ignored", "taiji", {"size": 6}, False),
    ],
)
def test_finished_positions_are_counted_again(
    title: str,
    game: str,
    options: dict[str, Any],
    colours: bool,
) -> None:
    found = count(Finals(create(game, **options), None, colours, None), orbits=True)
    page = (DOCS / "results" / "counts.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| {title} |"))
    cells = [cell.strip() for cell in row.split("|")]
    assert [cells[2], cells[3], cells[5]] == [
        f"{number:,}" for number in (found.count, found.orbits, found.nodes)
    ]


@pytest.mark.slow
@needs_kernel
def test_the_nodes_of_the_figures_are_counted_again() -> None:
    measured = json.loads(tables.FIGURES.read_text(encoding="utf-8"))
    quick = [name for name in WORKS if sum(measured[name]["nodes"]) < 200_000]
    assert len(quick) >= 4
    for name in quick:
        assert tables.measure_endgame(name)["nodes"] == measured[name]["nodes"], name
