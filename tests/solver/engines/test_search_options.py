"""Options of work: wrong ones are refused in the same words wherever they come in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from litslab.analysis.report.make import report
from litslab.analysis.review import review
from litslab.analysis.runs.simulate import simulate
from litslab.app.web.documents import BoundsRequest, ReportRequest, Request, SolveRequest
from litslab.app.web.settings import refusal_of
from litslab.games import create
from litslab.games.errors import OptionError
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.puzzles.lits.generate.batch import generate_puzzles
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.studies.batch import generate_studies
from litslab.puzzles.studies.spec import StudySpec
from litslab.solver.advice.analyse import analyse
from litslab.solver.campaign.run import Workers
from litslab.solver.engines.registry import ENGINES, EngineName, make_oracle
from litslab.solver.engines.search_options import SearchOptions
from litslab.solver.finals.estimate import estimate
from litslab.solver.model.bounds import bounds
from litslab.solver.play.match import match
from litslab.solver.play.players import parse_player
from litslab.solver.solve import solve
from tests.app.command_line import Runner

OVER: Position = create("taiji", size=3).start()
while not OVER.is_over:
    OVER = OVER.play_unchecked(OVER.choices()[0])
"""A finished game, about which nothing has to be searched."""

RULES = OVER.rules
RANDOM = parse_player("random")

WAYS: dict[str, Callable[..., object]] = {
    "options": SearchOptions,
    "engine": lambda **given: make_oracle(RULES, **given),
    "solve": lambda **given: solve(OVER, all_moves=True, **given),
    "analyse": lambda **given: analyse(OVER, **given),
    "bounds": lambda **given: bounds(OVER, **given),
    "campaign": Workers,
    "review": lambda **given: review(Record(RULES, setup=OVER), **given),
    "report": lambda **given: report(RULES, "report", **given),
    "simulate": lambda **given: simulate(RULES.start(), "run.parquet", games=2, **given),
    "match": lambda **given: match(RULES, (RANDOM, RANDOM), 2, **given),
    "estimate": lambda **given: estimate(RULES, samples=1, **({"seed": 0} | given)),
    "puzzles": lambda **given: list(generate_puzzles(PuzzleSpec(6, 6), **given)),
    "studies": lambda **given: list(generate_studies(StudySpec(RULES, plies=2), **given)),
}
"""The ways in for options of work."""

SEARCHES = "options engine solve analyse campaign"
DIVIDED = "options solve campaign report simulate match estimate puzzles studies"
SEEDED = "options analyse bounds review report estimate"

THREADS = "expected a whole number, 1 to 256"
MEMORY = "expected a whole number of MiB, 0 to 1,048,576"
WORKERS = "expected a whole number, 1 to 1,024"
SCHEDULER = "expected an address such as tcp://127.0.0.1:8786"
SEED = "expected a whole number, 0 to 2,147,483,647"

WRONG: tuple[tuple[str, Any, str, str], ...] = (
    ("engine", "magic", "expected kernel, reference or cpsat", "options engine solve campaign"),
    ("threads", 0, THREADS, f"{SEARCHES} bounds"),
    ("threads", "2", THREADS, f"{SEARCHES} bounds"),
    ("threads", 257, THREADS, f"{SEARCHES} bounds"),
    ("memory", -1, MEMORY, f"{SEARCHES} review"),
    ("memory", 1.5, MEMORY, f"{SEARCHES} review"),
    ("workers", "2", WORKERS, DIVIDED),
    ("workers", 0, WORKERS, DIVIDED),
    ("workers", True, WORKERS, DIVIDED),
    ("workers", 1025, WORKERS, DIVIDED),
    ("scheduler", "there", SCHEDULER, DIVIDED),
    ("scheduler", 3, SCHEDULER, DIVIDED),
    ("seed", -1, SEED, SEEDED),
    ("seed", None, SEED, SEEDED),
    ("seed", 1 << 31, SEED, SEEDED),
    ("seed", 1.5, "expected a whole number", f"{SEEDED} simulate match puzzles studies"),
)
"""An option, a wrong value of it, what the error expects, and the ways in that take it."""

CASES = [(way, *case[:3]) for case in WRONG for way in case[3].split()]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("way", "name", "value", "expected"), CASES, ids=str)
def test_a_wrong_option_is_refused_in_the_same_words_by_every_way_in(
    tmp_path: Path,
    way: str,
    name: str,
    value: object,
    expected: str,
) -> None:
    with pytest.raises(OptionError) as refused:
        WAYS[way](**{name: value})
    assert type(refused.value) is OptionError
    assert str(refused.value).startswith(f"{name} {value!r}: {expected}")
    assert not [*tmp_path.iterdir()]


COMMANDS = (
    ("threads", 0, THREADS, "bounds wythe, maximal extreme wythe"),
    ("threads", 257, THREADS, "bounds wythe"),
    ("workers", 0, WORKERS, "simulate wythe, report wythe, match random random wythe"),
    ("workers", 1025, WORKERS, "simulate wythe, maximal estimate taiji, puzzle generate"),
    ("scheduler", "there", SCHEDULER, "match random random wythe, maximal estimate taiji"),
    ("seed", -1, SEED, "report wythe, bounds wythe, maximal estimate taiji"),
    ("seed", 1 << 31, SEED, "report wythe, maximal extreme wythe"),
)
"""As `WRONG`, with commands."""


@pytest.mark.parametrize(
    ("command", "name", "value", "expected"),
    [(each.strip(), *case[:3]) for case in COMMANDS for each in case[3].split(",")],
    ids=str,
)
def test_a_command_refuses_a_wrong_option_in_these_words(
    run: Runner,
    command: str,
    name: str,
    value: object,
    expected: str,
) -> None:
    output = {"simulate": ("-o", "run.parquet"), "report": ("-o", "report")}
    words = command.split()
    complaint = run.refused(*words, f"--{name}={value}", *output.get(words[0], ()))
    assert name in complaint
    assert f"'{value}': {expected}" in complaint or f"{name} {value}: {expected}" in complaint


REQUESTS: tuple[tuple[type[Request], dict[str, object], str, object, str], ...] = (
    (SolveRequest, {"record": ""}, "threads", 0, THREADS),
    (SolveRequest, {"record": ""}, "threads", "2", THREADS),
    (BoundsRequest, {"record": ""}, "threads", 257, THREADS),
    (BoundsRequest, {"record": ""}, "seed", -1, SEED),
    (BoundsRequest, {"record": ""}, "seed", 1.5, SEED),
    (ReportRequest, {}, "seed", 1 << 31, SEED),
)
"""Requests of the page, the rest of each, and as in `WRONG`."""


@pytest.mark.parametrize(("request_class", "rest", "name", "value", "expected"), REQUESTS)
def test_a_request_of_the_page_with_a_wrong_option_is_refused_in_these_words(
    request_class: type[Request],
    rest: dict[str, object],
    name: str,
    value: object,
    expected: str,
) -> None:
    with pytest.raises(ValueError, match=name) as refused:
        request_class.model_validate(rest | {name: value})
    refusal = refusal_of(refused.value)
    assert (refusal.status, refusal.error) == (422, f"{name} {value!r}: {expected}")


def test_nodes_of_a_campaign_are_a_number() -> None:
    with pytest.raises(OptionError, match="nodes '5': expected a whole number"):
        Workers(nodes="5")  # type: ignore[arg-type]


def test_type_checkers_know_all_engines() -> None:
    assert get_args(EngineName) == ENGINES
