"""Endgame studies: proved by two engines, the same for any number of processes, resumable, and
without duplicates.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from litslab.games.errors import OptionError, RecordError
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.registry import create
from litslab.games.rules import Rules
from litslab.games.sources import load
from litslab.jobs.folder import FolderError
from litslab.jobs.progress import Progress
from litslab.puzzles.studies import beginnings as openings
from litslab.puzzles.studies import study as proving
from litslab.puzzles.studies.batch import generate_studies
from litslab.puzzles.studies.beginnings import (
    PLAIN,
    Beginning,
    beginnings,
    plies_to_go,
    random_games,
)
from litslab.puzzles.studies.folder import StudyFileError
from litslab.puzzles.studies.search import generate_study
from litslab.puzzles.studies.spec import StudySpec, longest_game
from litslab.puzzles.studies.task import StudyTask, canonical
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.reference import ENGINE, Search
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.greedy import greediest, margins_after
from litslab.solver.play.match import play_game
from litslab.solver.play.players import GreedyPlayer, RandomPlayer
from tests.running import interrupted_at
from tests.solver.brute_force import BruteForce
from tests.without_kernel import without_kernel

MEMORY = 16

SMALL: dict[str, tuple[Rules, int]] = {
    "battle-of-lits": (create("battle-of-lits", size=6), 3),
    "taiji": (create("taiji", size=5, groups=1), 4),
    "tailits": (create("tailits", size=7), 3),
    "wythe": (create("wythe", size=5), 3),
    "tailits+taiji": (create("tailits+taiji", size=5), 3),
    "taiji+battle-of-lits": (create("taiji+battle-of-lits", size=5), 3),
}


SEED = 5


def spec(name: str = "battle-of-lits", **changes: Any) -> StudySpec:
    rules, plies = SMALL[name]
    return replace(StudySpec(rules, plies), **changes)


def search(
    name: str = "battle-of-lits",
    seed: int = SEED,
    **changes: Any,
) -> tuple[Record, proving.Proof]:
    """Find the first study of a seed."""
    found = generate_study(StudyTask(spec(name, **changes), seed, 1))
    assert found.record is not None
    assert found.proof is not None
    return found.record, found.proof


def generate(count: int, **options: Any) -> Generator[Record, None, None]:
    """Generate studies of the usual game and yield their records."""
    for found in generate_studies(spec(), count, seed=SEED, **options):
        if found.record is not None:
            yield found.record


@pytest.fixture(scope="module")
def some() -> list[Record]:
    return list(generate(3))


def brute_force_winners(position: Position) -> list[object]:
    """Return the winning moves by looking at every game: no engine, no table, no bounds."""
    values = BruteForce(10**7).move_values(position)
    return [move for move, value in values if (value > 0) is (position.to_move == 0)]


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_a_study_of_each_game_is_proved_by_kernel_and_reference(name: str) -> None:
    record, _ = search(name)
    position = record.position()
    claim = record.study
    assert claim is not None
    for engine in (None, ENGINE):
        proof = proving.prove(
            make_oracle(position.rules, engine=engine, memory=MEMORY), position, every_winner=True
        )
        assert (proof.is_study, proof.winning, len(proof.line)) == (
            True,
            (claim.solution,),
            claim.plies,
        )
        assert proving.differences(record, proof) == []
    assert claim.plies == spec(name).plies
    assert brute_force_winners(position) == [claim.solution]
    assert claim.solution not in greediest(margins_after(position))
    assert loads(dumps(record)) == record


@pytest.mark.slow
def test_the_same_studies_come_from_one_process_and_from_two(some: list[Record]) -> None:
    assert (
        list(generate(3, workers=2)),
        len({canonical(record.position()) for record in some}),
    ) == (some, 3)
    other, _ = search(seed=6)
    assert other != some[0]


@pytest.mark.slow
def test_a_file_of_another_run_is_neither_replaced_nor_counted(
    tmp_path: Path,
    some: list[Record],
) -> None:
    path = tmp_path / f"{StudyTask(spec(), SEED, 1).name}.toml"
    for wrong in (some[1], replace(some[0], study=None)):
        path.write_text(dumps(wrong))
        with pytest.raises(StudyFileError, match="not a study of this request"):
            list(generate(1, folder=tmp_path))
        assert load(path) == wrong


@pytest.mark.slow
def test_a_folder_belongs_to_one_request(tmp_path: Path, some: list[Record]) -> None:
    assert list(generate(1, folder=tmp_path)) == some[:1]
    for other, seed in (
        (spec(), 6),
        (spec(plies=4), SEED),
        (spec(nodes=9), SEED),
        (spec("taiji"), SEED),
    ):
        with pytest.raises(FolderError, match="holds studies of another request"):
            next(generate_studies(other, 1, seed=seed, folder=tmp_path))
    assert list(generate(2, folder=tmp_path)) == some[:2]


def test_a_duplicate_up_to_symmetry_is_searched_for_again(some: list[Record]) -> None:
    found = generate_study(StudyTask(spec(), SEED, 1, frozenset({canonical(some[0].position())})))
    assert found.record is not None
    assert canonical(found.record.position()) != canonical(some[0].position())
    assert found.rejected["found before, up to symmetry"] >= 1


@pytest.mark.parametrize("name", ["taiji", "wythe", "taiji+battle-of-lits"])
def test_images_of_a_position_have_one_canonical_form(name: str) -> None:
    rules = SMALL[name][0]
    position: Position = rules.start()
    for _ in range(4):
        position = position.play(position.legal_moves()[len(position.legal_moves()) // 2])
    table = rules.table
    for symmetry in table.symmetries:
        placements = [table[symmetry[placement.index]] for placement in position.placements]
        image = rules.from_placements(placements, position.side)
        assert canonical(image) == canonical(position)


def test_time_and_games_end_a_search_without_a_study() -> None:
    found = list(generate_studies(spec(), 2, seed=SEED, time_limit=0.0))
    assert [(each.task.number, each.record) for each in found] == [(1, None), (2, None)]
    few = generate_study(StudyTask(StudySpec(create("battle-of-lits", size=4), 3, games=2), 0, 1))
    assert few.record is None
    assert sum(few.rejected.values()) > 0
    too_short = StudySpec(create("taiji", size=4), 1, games=2)  # no game of it leads to a candidate
    assert not generate_study(StudyTask(too_short, 0, 1, deadline=0.0)).rejected


@pytest.mark.parametrize("name", SMALL)
def test_no_random_game_is_longer_than_the_bound(name: str) -> None:
    rules = SMALL[name][0]
    for seed in range(20):
        moves, _ = play_game(rules.start(), (RandomPlayer(), RandomPlayer()), Random(seed))
        assert len(moves) <= longest_game(rules)


def test_unknown_players_are_refused() -> None:
    for players, said in ((("strong",), "player 'strong'"), ((), "at least one")):
        with pytest.raises(OptionError, match=said):
            spec(players=players)


def test_what_is_no_study_is_told_apart(some: list[Record]) -> None:
    record = some[0]
    position = record.position()
    assert record.study is not None
    oracle = make_oracle(position.rules, memory=MEMORY)
    forced = position
    while forced.legal.bit_count() >= proving.FEWEST_CHOICES:
        forced = forced.play(forced.legal_moves()[0])
    assert proving.prove(oracle, forced).verdict is proving.Verdict.FORCED
    _, longer = search(plies=4)
    lost = longer.position.play(longer.winning[0])
    assert brute_force_winners(lost) == []
    assert (
        proving.prove(make_oracle(lost.rules, memory=MEMORY), lost).verdict is proving.Verdict.LOST
    )
    assert proving.prove(oracle, position, plies=7).verdict is proving.Verdict.LENGTH
    assert proving.prove(oracle, record.rules.start()).verdict is proving.Verdict.SWAP
    assert proving.prove(oracle, record.position(1)).verdict is proving.Verdict.SWAP
    wrong = next(move for move in position.choices() if move != record.study.solution)
    after = position.play(wrong)
    found = proving.prove(oracle, after, every_winner=True)
    assert found.verdict in {proving.Verdict.SEVERAL, proving.Verdict.STUDY, proving.Verdict.FORCED}
    if found.verdict is proving.Verdict.SEVERAL:
        assert list(found.winning) == brute_force_winners(after)


def test_every_false_claim_is_found(some: list[Record]) -> None:
    record = some[0]
    claim = record.study
    assert claim is not None
    proof = proving.prove(
        make_oracle(record.rules, memory=MEMORY), record.position(), every_winner=True
    )
    other = next(move for move in record.position().choices() if move != claim.solution)
    assert proving.differences(replace(record, study=None), proof) == []
    for change, said in (
        ({"solution": other}, "alone wins"),
        ({"plies": claim.plies + 1}, f"it is {claim.plies}"),
        ({"level": 5}, "level 5: it is"),
        ({"surprise": False}, "surprise false"),
    ):
        (found,) = proving.differences(replace(record, study=replace(claim, **change)), proof)
        assert said in found


def test_every_wrong_move_is_refuted_by_replies_that_win(some: list[Record]) -> None:
    position = some[0].position()
    claim = some[0].study
    assert claim is not None
    oracle = make_oracle(position.rules, memory=MEMORY)
    proof = proving.prove(oracle, position)
    found = list(
        proving.find_refutations(
            oracle, position, [m for m in position.choices() if m != claim.solution]
        )
    )
    with pytest.raises(proving.DisagreementError, match=r"engine reference: .* wins here"):
        proving.confirm(Search(), replace(proof, winning=(found[0].move,)))
    reference = Search()
    for each in found:
        after = position.play(each.move)
        assert reference.value(after) == each.value
        assert (each.value > 0) is (position.to_move == 1)
        for reply in each.replies:
            assert reference.value(after.play(reply)) == each.value
        for move in each.line:
            after = after.play(move)
        assert after.is_over
        assert (after.outcome().value, each.replies[:1]) == (each.value, each.line[:1])


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("level = ", "level = 6 #", "study.level"),
        ("plies = ", "depth = 3 #", "study.plies: missing"),
        ("number = ", "nummer = 3 #", "study.nummer: no such entry"),
        ("seed = ", 'seed = "x" #', "study.seed"),
        ("solution = ", 'solution = "L[a1]" #', "cannot read"),
    ],
)
def test_a_broken_study_table_is_refused(
    some: list[Record],
    wrong: str,
    right: str,
    said: str,
) -> None:
    head, _, table = dumps(some[0]).partition("[study]")
    with pytest.raises(RecordError, match=f"^bad.toml, .*{said}"):
        loads(f"{head}[study]{table.replace(wrong, right)}", "bad.toml")
    claim = some[0].study
    assert claim is not None
    with pytest.raises(RecordError, match="illegal move"):
        loads(dumps(replace(some[0], study=replace(claim, solution=some[0].moves[-1]))))


STUDY = load(Path("docs/examples/studies/wythe-8-plies-seed-1-0001.toml"))


def test_a_study_is_proved_refuted_and_confirmed_by_a_second_engine() -> None:
    told: list[Progress] = []
    found = proving.check_study(STUDY, second="reference", refutations=True, progress=told.append)
    assert found.proof is not None
    assert found.second is not None
    assert (found.proof.is_study, found.wrong, found.agrees, found.complete) == (
        True,
        (),
        True,
        True,
    )
    assert (found.info.engine, found.second.engine) == ("kernel", "reference")
    wrong = len(found.refutations)
    assert wrong == STUDY.position().legal.bit_count() - 1
    assert [(each.done, each.total) for each in told] == [
        (done, wrong) for done in range(1, wrong + 1)
    ]
    assert told[0].text == f"1 of {wrong} wrong moves refuted"


def test_a_limit_leaves_the_check_undecided() -> None:
    found = proving.check_study(STUDY, limit=Limit(nodes=0), engine="reference", second="kernel")
    assert (found.proof, found.second, found.wrong, found.complete) == (None, None, (), False)


def test_ctrl_c_keeps_the_proof_and_the_refutations_before_it() -> None:
    found = proving.check_study(STUDY, refutations=True, progress=interrupted_at(2))
    assert found.proof is not None
    assert (len(found.refutations), found.complete) == (2, False)


def test_a_second_engine_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(OptionError, match="second engine 'fast'"):
        proving.check_study(STUDY, limit=Limit(nodes=0), second="fast")  # before any proof


GAMES: list[tuple[Rules, int]] = [
    (create("battle-of-lits", size=7), 3),
    (create("taiji", size=5, groups=1), 4),
    (create("wythe", size=5), 5),
    (create("taiji+battle-of-lits", size=5), 3),
]


def begun(rules: Rules, plies: int, seed: int) -> list[Beginning]:
    return beginnings(rules.start(), plies, GreedyPlayer, Random(seed), games=60, sampled=40)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "plies"), GAMES)
def test_beginnings_are_legal_far_enough_from_the_end_and_the_cheapest_come_first(
    rules: Rules,
    plies: int,
) -> None:
    found = begun(rules, plies, 1)
    assert 0 < len(found) <= openings.KEPT
    off = [max(0.0, abs(each.left - plies) - openings.TOLERANCE) for each in found]
    ranks = [(away, each.position.legal.bit_count()) for away, each in zip(off, found, strict=True)]
    assert (ranks, off[0]) == (sorted(ranks), 0)
    for each in found:
        assert Record(rules, each.moves).position() == each.position
        assert proving.impossible(each.position) is None
    assert [each.moves for each in begun(rules, plies, 1)] == [each.moves for each in found]
    assert [each.moves for each in begun(rules, plies, 2)] != [each.moves for each in found]


@pytest.mark.parametrize(("rules", "plies"), GAMES)
def test_random_games_end_without_the_kernel_too(rules: Rules, plies: int) -> None:
    start = rules.start()
    fast = random_games(start, 400, Random(1))
    mean = plies_to_go(start, 400, Random(2))
    assert sum(map(len, fast)) / 400 == pytest.approx(mean, rel=0.1)
    with without_kernel():
        plain = random_games(start, 400, Random(1))
        assert (len(fast), len(plain)) == (400, 400 // PLAIN)
        for moves in (*fast[:20], *plain):
            assert Record(rules, moves).position().is_over
        assert plies_to_go(start, 1000, Random(3)) == pytest.approx(mean, rel=0.2)
        assert plies_to_go(Record(rules, plain[0]).position(), 20, Random(3)) == 0
        assert begun(rules, plies, 1)
