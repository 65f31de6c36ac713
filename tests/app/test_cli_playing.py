"""The commands ``edit`` and ``play`` as users type them; ``ltp`` is in `test_ltp`."""

from __future__ import annotations

from pathlib import Path

from litslab.games import create
from litslab.games.notation import format_move
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.sources import load
from tests.app.command_line import DONE, EXAMPLES, Runner


def test_moves_are_appended_in_place(run: Runner) -> None:
    run.write("g.toml", dumps(Record(create("taiji", size=3), title="A game")))
    answer = run("edit", "g.toml", "--append", "a1,a2", "--append", "b2,b1")
    assert (answer.status, answer.err) == (DONE, "")
    assert answer.out.endswith("wrote g.toml: 2 moves\n")
    edited = load(Path("g.toml"))
    assert edited == Record(create("taiji", size=3), title="A game").append("a1,a2", "b2,b1")
    assert run.ok("edit", "g.toml", "--undo", "1")["path"] == "g.toml"
    assert load(Path("g.toml")) == edited.drop(1)


def test_a_variation_goes_to_another_file(run: Runner) -> None:
    example = EXAMPLES / "taiji-7.toml"
    before = example.read_bytes()
    record = load(example)
    move = format_move(record.position(6).choices()[0], record.rules)
    assert (
        run(
            "edit", example, "--at", "6", "--append", move, "--title", "A variation", "-o", "v.toml"
        ).status
        == DONE
    )
    edited = load(Path("v.toml"))
    assert (len(edited.moves), edited.title) == (7, "A variation")
    assert edited.moves[:6] == record.moves[:6]
    assert example.read_bytes() == before
    assert "already exists" in run("edit", example, "-o", "v.toml").complaint
    assert run("edit", example, "--comment", "Short.", "-o", "v.toml", "--force").status == DONE
    assert load(Path("v.toml")).comment == "Short."


def test_a_game_of_the_text_protocol_needs_a_file_to_go_to(run: Runner) -> None:
    run("show", EXAMPLES / "battle-of-lits-10.toml", "-o", "g.ltp")
    assert "expected -o FILE" in run("edit", "g.ltp", "--undo", "1").complaint
    assert run("edit", "g.ltp", "--undo", "1", "-o", "g.toml").status == DONE
    assert (
        len(load(Path("g.toml")).moves) == len(load(EXAMPLES / "battle-of-lits-10.toml").moves) - 1
    )


def test_a_study_that_is_edited_claims_nothing_any_more(run: Runner) -> None:
    study = next((EXAMPLES / "studies").glob("*.toml"))
    assert load(study).study is not None
    position = load(study).position()

    move = format_move(position.choices()[0], position.rules)
    assert run("edit", study, "--append", move, "-o", "after.toml").status == DONE
    assert load(Path("after.toml")).study is None
