"""Forged campaigns: none makes `verify --all` certify a false claim, and none ends in a traceback
or never.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from litslab.games.errors import GameError
from litslab.solver.campaign.campaign import new_campaign
from litslab.solver.campaign.store import Store
from litslab.solver.campaign.targets import Target
from litslab.solver.campaign.verify import Verification, verify_campaign
from litslab.solver.endgame.even_openings import worth_to_maker
from litslab.solver.score import Score
from tests.fuzz.forgeries import forge
from tests.fuzz.harness import CASES, FIRST, check_answers, limited
from tests.fuzz.mutations import damage_bytes
from tests.solver.campaign.boards import CASES as BOARDS
from tests.solver.campaign.boards import HARD, run, search_afresh
from tests.solver.campaign.test_verify import true_value

CPU_SECONDS = 5
"""The most processor time of one command. A forger may choose a board that takes long, so `verify`
is given a limit.
"""


TARGETS = ("value", "swap", "openings", "winner", "value", "openings")
"""The targets of the campaigns, one for each board."""


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """One true campaign of each game, with answers of searches and others; every second one is an
    export.
    """
    folder = tmp_path_factory.mktemp("campaigns")
    paths = []
    for number, (board, target) in enumerate(zip(BOARDS, TARGETS, strict=True)):
        path = folder / f"{number}.db"
        new_campaign(board.rules().start(), path, target=target)
        run(path, HARD, search_afresh)
        with Store(path) as store:
            path.with_suffix(".toml").write_text(store.settings.record)
            if number % 2:
                store.copy(copied := path.with_suffix(".copy.db"))
                path = copied.rename(folder / f"{number}.db")
        paths.append(path)
    return paths


def check_score(score: Score, value: int, what: str) -> None:
    assert score.lower <= value <= score.upper, f"{what}: said to be in {score}, but it is {value}"


def check_claims(found: Verification) -> None:
    """Check the certified claims of a campaign by the plain engine."""
    target: Target = found.target
    limit = target.position.rules.value_limit()
    openings = {
        each.move: each.score
        for each in found.result.openings
        if -limit < each.score.lower or each.score.upper < limit
    }
    values = {move: true_value(target.position.play(move)) for move in openings}
    for move, score in openings.items():
        check_score(score, values[move], f"after {move}")
    result = found.result
    if result.complete or result.score.lower > -limit or result.score.upper < limit:
        if result.under_swap:
            worths = [
                worth_to_maker(after, Score(value, value)).lower
                for after in (target.position.play(images[0]) for images in target.orbits)
                for value in (true_value(after),)
            ]
            check_score(result.score, max(worths), "with the swap")
        else:
            check_score(result.score, true_value(target.position), "the position")
    for move in result.best:
        value = true_value(target.position.play(move))
        if target.name == "winner":
            assert (value > 0) is (target.position.to_move == 0), f"{move} does not win"
        elif not result.under_swap:
            assert value == true_value(target.position), f"{move} is not best"


@pytest.mark.slow
def test_no_false_claim_is_certified(campaigns: list[Path], tmp_path: Path) -> None:
    """Whatever is done to a campaign, `verify --all` refuses it or certifies only true claims."""
    path = tmp_path / "forged.db"
    whole = [each.read_bytes() for each in campaigns]
    told: Counter[str] = Counter()
    for number in range(FIRST, FIRST + CASES):
        rng = random.Random(f"forged campaigns/{number}")
        done = forge(rng.choice(whole), rng.choice(campaigns), path, rng)
        try:
            with limited(CPU_SECONDS):
                found = verify_campaign(
                    path, sample=None, seed=0, memory=1, time_limit=CPU_SECONDS / 2
                )
        except GameError as error:
            told["refused" if len(str(error).splitlines()) == 1 else f"case {number}: {error}"] += 1
        except BaseException as error:
            raise AssertionError(
                f"case {number} ({done}): {type(error).__name__}: {error}"
            ) from error
        else:
            if found.repeated < found.chosen:
                told["not finished"] += 1
                continue
            try:
                check_claims(found)
            except AssertionError as error:
                raise AssertionError(f"case {number} ({done}): {error}") from None
            told["nothing" if found.proves_nothing else "certified"] += 1
    assert set(told) <= {"refused", "certified", "nothing", "not finished"}, told
    assert told["refused"] > CASES / 3, told
    assert told["certified"] > CASES / 20, told


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["forged campaigns", "bytes of campaigns"])
def test_commands_on_damaged_campaigns(
    kind: str,
    campaigns: list[Path],
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    path = tmp_path / "forged.db"
    whole = [each.read_bytes() for each in campaigns]

    def damaged(rng: random.Random) -> list[str]:
        number = rng.randrange(len(campaigns))
        if kind == "forged campaigns":
            forge(whole[number], rng.choice(campaigns), path, rng)
        else:
            path.write_bytes(damage_bytes(whole[number], rng))
        return command_on(path, campaigns[number].with_suffix(".toml"), rng)

    def calls_it_exact(command: list[str], out: str) -> bool:
        return "verify" not in command and "exact" in out and path.name in out

    check_answers(capfd, kind, damaged, cpu_seconds=CPU_SECONDS, forbidden=calls_it_exact)


def command_on(path: Path, board: Path, rng: random.Random) -> list[str]:
    """Return a command that reads a campaign or resumes it."""
    command = rng.choice(
        ("status", "status", "verify", "verify", "export", "solve", "solve", "plan")
    )
    json = ["--json"] if rng.random() < 0.5 else []
    match command:
        case "solve":
            return ["solve", str(board), "--book", str(path), *json]
        case "export":
            return [
                "campaign",
                "export",
                str(path),
                "-o",
                str(path.with_suffix(".json")),
                "--force",
            ]
        case "verify":
            return [
                "campaign",
                "verify",
                str(path),
                "--all",
                "--memory",
                "1",
                "--time-limit",
                "2",
                *json,
            ]
        case _:
            return ["campaign", command, str(path), *json]
