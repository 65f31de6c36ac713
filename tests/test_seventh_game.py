"""A game is a plug-in: one that is defined in `tests.domineering` alone works everywhere."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree as ET

import polars as pl
import pytest

from litslab.analysis.report.amounts import Amounts
from litslab.analysis.report.build import build
from litslab.analysis.report.model import Report
from litslab.analysis.runs.file import open_run
from litslab.analysis.runs.run import Run
from litslab.analysis.runs.simulate import play_run
from litslab.app.cli.shared import option_names
from litslab.app.documents.positions import Games
from litslab.app.terminal import drawing
from litslab.app.web import documents, positions
from litslab.app.web.settings import Settings
from litslab.games import GAMES, IllegalMoveError, OptionError, Rules, create, register
from litslab.games.drawing.svg import draw
from litslab.games.notation import format_move, parse_move
from litslab.games.perft import perft
from litslab.games.placements import Placement
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.registry import PLUGINS
from litslab.games.sources import load
from litslab.solver.campaign.campaign import Campaign, new_campaign
from litslab.solver.campaign.heat_map import heat_map
from litslab.solver.campaign.run import Workers, run_campaign
from litslab.solver.campaign.verify import verify_campaign
from litslab.solver.endgame.decided import decide
from litslab.solver.engines.kernel import engine_for
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.players import parse_player
from litslab.solver.solve import solve
from tests.analysis.runs.test_simulate import check_against_the_rules
from tests.app.command_line import BAD_INPUT, DONE, Runner, process
from tests.domineering import Domineering
from tests.games.playing import play_at_random
from tests.running import ROOT
from tests.solver.brute_force import BruteForce

SVG = "{http://www.w3.org/2000/svg}"
NAME = "domineering"


@pytest.fixture(autouse=True)
def _domineering(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the game known here and, by the environment, to other processes; for these
    tests only.
    """
    monkeypatch.setenv(PLUGINS, "tests.domineering:Domineering")
    with mock.patch.dict(GAMES):
        register(Domineering)
        yield


def played(size: int = 4, seed: int = 1) -> Record:
    rules = create(NAME, size=size)
    moves, _ = play_at_random(rules, random.Random(seed))
    return Record(rules, tuple(moves), title="A game")


def test_it_is_played() -> None:
    start = create(NAME, size=2).start()
    after = start.play(parse_move("a1,a2", start))
    assert (after.side, after.turn, after.scores()) == ("horizontal", "horizontal to move", (1, 0))
    assert after.is_over
    assert str(after.outcome()) == "vertical wins 1–0"
    with pytest.raises(
        IllegalMoveError, match=r"a1,b1: .*vertical places its dominoes the other way round"
    ):
        start.play(parse_move("a1,b1", start))
    assert parse_move("a2,a1", start) == parse_move("a1,a2", start)
    for move in start.rules.table:
        assert parse_move(format_move(move, start.rules), start) == move
    assert perft(create(NAME, size=2), 2).counts == (1, 2, 0)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["value", "winner", "openings"])
def test_campaigns_solve_it(tmp_path: Path, target: str) -> None:
    start = create(NAME, size=4).start()
    new_campaign(start, tmp_path / "a.db", target=target)
    with Campaign(tmp_path / "a.db", writing=True) as campaign:
        result = run_campaign(campaign, Workers(nodes=50)).result
        assert "vertical" in heat_map(campaign)
    assert verify_campaign(tmp_path / "a.db", sample=None).result == result
    expected = solve(start, all_moves=True)
    assert result.complete
    assert result.score.lower <= expected.score.lower <= result.score.upper
    assert target == "winner" or result.score == expected.score
    scores = {each.move: each.score for each in expected.moves}
    for each in result.openings:
        assert each.score.lower <= scores[each.move].lower <= each.score.upper


def test_it_is_recorded() -> None:
    record = played()
    text = dumps(record)
    assert loads(text) == record
    assert dumps(loads(text)) == text
    end = record.position()
    assert end.rules.from_placements(end.placements, end.side) == end
    across = parse_move("a1,b1", end.rules.start())
    assert isinstance(across, Placement)
    with pytest.raises(IllegalMoveError, match="horizontal would have moved out of turn"):
        end.rules.from_placements([across])
    given = Record(end.rules, (), end)
    assert loads(dumps(given)).position() == end


def test_it_is_drawn() -> None:
    record = played()
    position = record.position(2)
    root = ET.fromstring(draw(position, highlight=position.legal_moves()))
    pieces = [each for each in root.iter(f"{SVG}g") if each.get("class") == "piece"]
    board = record.rules.board
    squares = [
        ",".join(board.name(square) for square in piece.squares) for piece in position.placements
    ]
    assert [(each.get("data-squares") or "").replace(" ", ",") for each in pieces] == squares
    assert position._repr_svg_() == draw(position)
    shown = drawing(position).plain.splitlines()
    assert sum(line.count("D") for line in shown[:4]) == 4
    assert f"last move: {format_move(record.moves[1], record.rules)}" in shown


@pytest.mark.parametrize(("size", "winner"), [(2, "vertical"), (3, "vertical"), (4, "vertical")])
def test_it_is_solved(size: int, winner: str) -> None:
    # The winners on these boards are known (Breuker, Uiterwijk and van den Herik, "Solving 8×8
    # Domineering", 2000).
    start = create(NAME, size=size).start()
    found = solve(start, all_moves=size < 4)
    assert found.info.engine == "reference"
    assert found.is_exact
    assert found.verdict.startswith(f"{winner} wins")
    if size < 4:
        brute = BruteForce(100_000)
        assert found.score.lower == brute.value(start)
        assert {each.move: each.score.value for each in found.moves} == dict(
            brute.move_values(start)
        )


@pytest.mark.slow
def test_what_was_not_written_for_it_is_missing_and_says_so(run: Runner) -> None:
    rules = create(NAME, size=3)
    assert engine_for(rules) is None
    # On 2×2 vertical wins every game; only the missing model prevents that result.
    assert decide(create(NAME, size=2).start(), Limit(5.0)) is None
    run.write("r.toml", dumps(Record(rules)))
    assert "domineering: expected a game that CP-SAT has a model of" in run.refused(
        "bounds", "r.toml"
    )
    with pytest.raises(OptionError, match="engine 'kernel'"):
        make_oracle(rules, engine="kernel")


@pytest.mark.slow
def test_it_is_simulated_in_other_processes(tmp_path: Path) -> None:
    start = create(NAME, size=4).start()
    what = Run.of(start, ("random", "greedy"), 60, seed=3, moves=True)
    file = play_run(what, tmp_path / "run.parquet", workers=2)
    rows = file.scan().collect()
    assert open_run(tmp_path / "run.parquet").rules == start.rules
    assert file.header.played_by == "rules"
    assert file.header.layers == ("piece",)
    assert len(rows) == 60
    check_against_the_rules(file)
    assert rows.select((pl.col("margin") != 0).sum()).item() > 0


def test_players_take_it() -> None:
    start = create(NAME, size=4).start()
    for name in ("random", "greedy", "mcts:8", "exact:2000"):
        assert parse_player(name).choose(start, random.Random(1)) in start.legal_moves()


def build_report(rules: Rules, folder: Path) -> Report:
    return build(rules, Amounts(2, 64), seed=1, workers=1, folder=folder).report


@pytest.mark.slow
def test_it_is_reported(tmp_path: Path) -> None:
    rules = create(NAME, size=3)
    report = build_report(rules, tmp_path)
    sections = {section.name: section for section in report.sections}
    assert {"rules", "small", "balance", "extremes", "mirroring", "size"} <= set(sections)
    assert not {"colourings", "phases", "scoreless"} & set(sections)
    assert rules.summary in sections["rules"].blocks
    assert report.sections[-1] is sections["first-sides"]
    (row,) = sections["first-sides"].tables[0].rows
    assert (row.label, 0 < float(row.numbers[0].value) < 1) == ("vertical", True)
    exact = {row.label: row.numbers[0].value for row in sections["small"].tables[0].rows}
    assert exact["2×2"] == "vertical wins by 1 or 2"


@pytest.mark.slow
def test_every_command_takes_it(run: Runner) -> None:
    assert run("new", NAME, "--size", "3", "-o", "start.toml").status == DONE
    assert run.ok("moves", "start.toml")["to_move"] == "vertical"
    run.write("game.toml", dumps(played(3)))
    assert run.ok("show", "game.toml")["game"] == NAME
    assert run("show", "game.toml", "-o", "game.svg").status == DONE
    assert run.ok("solve", "start.toml")["winner"] == "vertical"
    assert run("groups", "game.toml", "-o", "groups.svg").status == DONE
    assert run.ok("review", "game.toml", "--time-limit", "20")["game"] == NAME
    assert run.ok("match", "greedy", "random", NAME, "--size", "3", "-n", "4")["games"] == 4
    assert (
        run(
            "simulate", NAME, "--size", "3", "-n", "50", "--workers", "1", "-o", "run.parquet"
        ).status
        == DONE
    )
    for plot in ("scores", "margins", "lengths", "branching", "heatmap", "openings"):
        assert run("plot", plot, "run.parquet", "-o", f"{plot}.svg").status == DONE
        ET.parse(f"{plot}.svg")
    made = run(
        "report",
        NAME,
        "--size",
        "3",
        "--games",
        "2",
        "--playouts",
        "64",
        "--workers",
        "1",
        "-o",
        "report",
    )
    assert made.status == DONE
    assert "Domineering 3×3" in Path("report/report.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_its_own_options_reach_the_command_line(run: Runner) -> None:
    assert run("new", NAME, "--size", "3", "-O", "corners=false", "-o", "start.toml").status == DONE
    rules = load("start.toml").rules
    assert rules == create(NAME, size=3, corners=False)
    assert rules.start().legal.bit_count() < create(NAME, size=3).start().legal.bit_count()
    listed = {each["name"]: each for each in run.ok("games")["games"]}[NAME]
    assert [each["name"] for each in listed["options"]] == ["size", "corners"]
    line = (
        "simulate",
        NAME,
        "--option",
        "size=3",
        "--option",
        "corners=false",
        "-n",
        "20",
        "--workers",
        "1",
    )
    assert run(*line, "-o", "run.parquet").status == DONE
    assert open_run(Path("run.parquet")).rules == rules
    assert run.ok("perft", NAME, "-O", "size=2", "-O", "corners=false", "--depth", "1")[
        "counts"
    ] == [1, 0]
    for options, complaint in {
        ("-O", "edges=true"): "option 'edges' of domineering: expected one of size, corners",
        ("--size", "3", "-O", "size=4"): "option 'size': expected it once",
        ("-O", "corners=7"): "option corners = 7: input should be a valid boolean",
        ("-O", "size=1"): "size 1: expected ",
    }.items():
        assert complaint in run.refused("new", NAME, *options)
    assert "corners=" in option_names()


@pytest.mark.parametrize("text", ["tests.domineering:chess", "no_such_module:section", "nothing"])
def test_a_section_that_nobody_makes_is_told(text: str, tmp_path: Path) -> None:
    class WithSection(Domineering):
        report_sections = (text,)

    with pytest.raises(
        OptionError,
        match=f"report section '{text}' of domineering: .*: expected MODULE:FUNCTION",
    ):
        build_report(WithSection(size=3), tmp_path)


@pytest.mark.slow
def test_the_command_line_finds_it_by_the_environment() -> None:
    listed = process("games", "--json", cwd=ROOT)
    games = json.loads(listed.stdout)["games"]
    assert [game["name"] for game in games] == list(GAMES)
    assert (games[-1]["summary"], games[-1]["aim"]) == (Domineering.summary, "")
    unknown = process("new", NAME, cwd=ROOT, env=os.environ | {PLUGINS: ""})
    assert unknown.returncode == BAD_INPUT
    assert unknown.stderr.startswith("litslab: game 'domineering': expected taiji, ")


@pytest.mark.parametrize(
    ("named", "complaint"),
    [
        (
            "no_such_module:Game",
            "names 'no_such_module:Game': No module named 'no_such_module': expected MODULE:CLASS",
        ),
        ("tests.domineering:Chess", "has no attribute 'Chess': expected MODULE:CLASS"),
        ("tests.domineering", "names 'tests.domineering': .*: expected MODULE:CLASS"),
        (":Game", "names ':Game': .*: expected MODULE:CLASS"),
        ("tests.domineering:DomineeringPosition", "expected a class of rules"),
    ],
)
def test_a_wrong_name_in_the_environment_is_shown(
    named: str,
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(PLUGINS, named)
    with pytest.raises(OptionError, match=complaint):
        create("chess")


INCOMPLETE = """
from dataclasses import dataclass
from litslab.games.position import Position
from litslab.games.rules import Rules
from tests.domineering import Domineering, DomineeringPosition

@dataclass(frozen=True)
class NoStart(Rules):
    name = "no-start"

class NoOutcome(DomineeringPosition):
    outcome = Position.outcome

@dataclass(frozen=True)
class Endless(Domineering):
    name = "endless"

    def start(self):
        return NoOutcome(self, 0, 0, False, None, self.open)
"""


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (
            "NoStart",
            "NoStart has no board, start, table, value_limit: expected all abstract methods of "
            "Rules",
        ),
        ("Endless", "names 'incomplete:Endless': .*abstract method.* outcome"),
    ],
)
def test_a_class_that_lacks_methods_is_refused_with_their_names(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    complaint: str,
) -> None:
    (tmp_path / "incomplete.py").write_text(INCOMPLETE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv(PLUGINS, f"incomplete:{name}")
    with pytest.raises(OptionError, match=complaint):
        create("chess")


def test_no_two_games_have_one_name() -> None:
    assert register(Domineering) is Domineering

    class Other(Domineering):
        pass

    with pytest.raises(
        OptionError, match="game 'domineering': expected a name that no other game has"
    ):
        register(Other)
    assert GAMES[NAME] is Domineering


def test_the_web_page_lists_and_plays_it() -> None:
    del GAMES[NAME]  # as in a server that has just started: the environment alone names it
    assert NAME in {each.name for each in Games.made().games}
    settings = Settings()
    started = positions.answer_new(documents.NewRequest(game=NAME, options={"size": 3}), settings)
    text = started.record
    moves = 0
    while legal := loads(text).position().legal_moves():
        asked = documents.MoveRequest(record=text, move=format_move(legal[0], loads(text).rules))
        shown = positions.answer_play(asked, settings)
        text = shown.record
        moves = moves + 1
        assert shown.ply == moves
    assert moves > 1
