"""The single entry point for exact answers: bounds, every move, certificates, and verdicts."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litslab.app.text.solutions import solution_lines
from litslab.games import create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.drawing.svg import draw
from litslab.games.errors import OptionError
from litslab.games.sources import load
from litslab.jobs.progress import Progress
from litslab.solver.endgame.certificate import Certificate, CertificateError
from litslab.solver.endgame.certificate_file import save_certificate
from litslab.solver.endgame.solution import Solution
from litslab.solver.endgame.verify import verify
from litslab.solver.engines.registry import EngineName
from litslab.solver.score import Score
from litslab.solver.solve import solve
from tests.games.cases import symbols

LITS = Path("docs/examples/battle-of-lits-10.toml")
ENDGAME = load(LITS).position(9)
DECIDED = load(LITS.with_name("taiji-7.toml")).position(18)
"""One side wins however the game is finished."""


@pytest.mark.slow
def test_bounds_that_decide_spare_the_search() -> None:
    solution = solve(DECIDED, bounds_first=True, nodes=0)
    assert (solution.decided, solution.best, solution.info.nodes) == (True, (), 0)
    assert solution.score.winning_side is not None


@pytest.mark.slow
def test_what_bounds_leave_open_is_searched() -> None:
    # More nodes than the kernel can count.
    undecided = solve(ENDGAME, nodes=1 << 70, threads=256, bounds_first=True)
    every_move = solve(DECIDED, bounds_first=True, all_moves=True)
    proved = solve(DECIDED, bounds_first=True, certificate=True)
    for solution in (undecided, every_move, proved):
        assert (solution.decided, bool(solution.best)) == (False, True)
    assert (undecided.score.value, len(every_move.moves)) == (3, len(DECIDED.choices()))
    assert proved.certificate is not None


def test_an_empty_board_is_solved_for_the_player_who_moves_unless_nobody_can_swap() -> None:
    start = create("battle-of-lits", size=4, symbols=symbols(4, 4)).start()
    solution = solve(start, all_moves=True)
    assert (solution.under_swap, len(solution.moves)) == (True, len(start.choices()))
    assert solution.swap is not None
    assert solution.best == solution.swap.best
    without = solve(start, all_moves=True, swap=False)
    assert (without.under_swap, without.swap) == (False, solution.swap)
    assert without.score.value == max(each.score.lower for each in solution.moves)
    assert not solve(start, certificate=True).under_swap


def test_a_certificate_comes_with_the_answer_and_is_verified_from_memory_and_from_a_file(
    tmp_path: Path,
) -> None:
    solution = solve(ENDGAME, certificate=True)
    assert isinstance(solution.certificate, Certificate)
    assert solution.certificate.value == solution.score.value
    assert solution.uncertified is None
    positions = verify(solution.certificate, ENDGAME)
    assert positions > 0
    file = tmp_path / "proof.json"
    save_certificate(solution.certificate, file)
    assert verify(file) == verify(str(file), ENDGAME) == positions
    with pytest.raises(CertificateError, match="about another position than ply 8: "):
        verify(file, load(LITS).position(8), name="ply 8")
    with pytest.raises(CertificateError, match="about another position than the given one: "):
        verify(file, load(LITS).position(8))


def test_a_limit_before_the_answer_keeps_the_bounds() -> None:
    solution = solve(load(LITS).position(2), nodes=0, certificate=True)
    assert not solution.is_exact
    assert solution.certificate is None
    assert solution.uncertified == "limit reached before the answer"


def interrupt_the_proof(progress: Progress) -> None:
    if progress.text.startswith("proof: "):
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        # The search takes 912 nodes, the proof some thousand more.
        ({"nodes": 1500}, "limit reached"),
        ({"progress": interrupt_the_proof}, "interrupted"),
    ],
    ids=["limit", "Ctrl-C"],
)
def test_what_ends_the_proof_keeps_the_answer(options: dict[str, Any], reason: str) -> None:
    check_unproved(solve(load(LITS).position(8), certificate=True, **options), reason)


def test_a_proof_that_does_not_fit_into_memory_keeps_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("litslab.games.memory.LARGEST_COLLECTION", 50_000)
    solution = solve(ENDGAME, certificate=True)
    check_unproved(solution, "certificate: more than .* do not fit into memory")


def check_unproved(solution: Solution, reason: str) -> None:
    assert solution.is_complete
    assert solution.certificate is None
    assert re.fullmatch(f"the proof was not finished: {reason}", solution.uncertified or "")


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_one_best_move_comes_with_the_value_and_the_others_on_request(engine: EngineName) -> None:
    told: list[Progress] = []
    one = solve(ENDGAME, engine=engine)
    every = solve(ENDGAME, engine=engine, best="all", progress=told.append)
    assert (one.is_complete, every.is_complete, one.score) == (True, True, every.score)
    assert one.best == one.principal_variation[:1]
    assert one.best[0] in every.best
    assert (one.best_complete, every.best_complete) == (False, True)
    assert len(every.best) > 1
    assert one.info.nodes < every.info.nodes
    assert told[-1].text == "X wins by 1 or 2; other best moves"


def test_a_limit_while_other_best_moves_are_looked_for_keeps_the_value_and_the_first() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.text.endswith("other best moves"):
            raise KeyboardInterrupt

    solution = solve(ENDGAME, best="all", progress=interrupt)
    assert (solution.is_exact, solution.best) == (True, solution.principal_variation[:1])
    assert (solution.is_complete, solution.best_complete) == (False, False)
    lines = solution_lines(solution)
    assert lines[0] == "X wins by 1 (exact)"
    assert lines[1].startswith("best moves so far: ")
    assert lines[1].endswith(" (limit reached before all were known)")


def test_an_unknown_number_of_best_moves_is_refused() -> None:
    with pytest.raises(OptionError, match="best 'two': expected one or all"):
        solve(ENDGAME, best="two")  # type: ignore[arg-type]


SOLVED = solve(create("taiji", size=3).start())


def test_the_verdict_of_a_solved_position_is_the_outcome_of_best_play() -> None:
    final = SOLVED.final
    assert final is not None
    outcome = final.outcome()
    how = "by the tie rule" if outcome.by_tie_rule else f"by {abs(outcome.margin)}"
    assert SOLVED.verdict == f"{outcome.winner} wins {how} (exact)"


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (Score(-5, 3), "limit reached; winner unknown, between dark by 2 and light by 2"),
        (Score(1, 7), "limit reached; light wins by 1 to 4"),
        (Score(-7, -1), "limit reached; dark wins by 3 at most"),
    ],
)
def test_bounds_are_reported_as_bounds(score: Score, said: str) -> None:
    stopped = replace(SOLVED, score=score, best=(), principal_variation=())
    assert stopped.verdict == said
    if score.winning_side is not None:
        told = replace(stopped, decided=True).verdict
        assert told.startswith(SOLVED.position.rules.sides[score.winning_side])
        assert "however the game is finished" in told


def test_a_value_without_a_line_says_what_is_missing() -> None:
    no_line = replace(SOLVED, principal_variation=())
    assert "limit reached before a best move" in no_line.verdict
    assert "limit" not in replace(no_line, decided=True).verdict


def test_a_notebook_shows_the_best_moves_under_the_verdict() -> None:
    for position in (SOLVED.position, BattleOfLits(size=4, symbols=symbols(4, 4)).start().place(0)):
        found = solve(position)
        picture = draw(
            position, highlight=found.best, highlight_name="best move", title=found.verdict
        )
        assert found._repr_svg_() == picture
    stopped = solve(create("taiji", size=7).start(), nodes=10)
    assert "limit reached" in stopped._repr_svg_()
