"""Folders of puzzles: whole files only, one request a folder, and a later run goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from litslab.games.files import FileError
from litslab.games.pieces import Shape
from litslab.jobs.folder import MANIFEST, FolderError
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.formats import FormatError, read_one
from litslab.puzzles.lits.generate.batch import INDEX, PuzzleFolder, describe, documents, generate_puzzles, read_file
from litslab.puzzles.lits.generate.search import Candidate, GeneratedPuzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.generate.themes import Themes

SPEC = PuzzleSpec(6, 6, required=frozenset({"overlap", "fragment"}), shapes=((Shape.L, 1),))


@pytest.fixture(scope="module")
def made() -> list[GeneratedPuzzle]:
    return list(generate_puzzles(SPEC, 3, seed=9))


@pytest.mark.slow
def test_what_was_written_is_read_again(tmp_path: Path, made: list[GeneratedPuzzle]) -> None:
    folder = tmp_path / "deep" / "out"
    with PuzzleFolder(folder, SPEC, 9, (".svg",)) as store:
        for each in made:
            assert store.load(each.task) is None
            store.add(each)
    with PuzzleFolder(folder, SPEC, 9) as store:
        found = [store.load(each.task) for each in made]
    assert found == [replace(each, existing=True, judged=0, seconds=0.0) for each in made]
    read = documents(folder)
    assert [path.stem for path, _ in read] == [each.task.name for each in made]
    for (path, content), each in zip(read, made, strict=True):
        assert content == json.loads(json.dumps(describe(each)))
        entry = read_file(path)
        assert entry.puzzle == each.puzzle
        assert entry.shading is not None
        assert solution_of(entry.puzzle, entry.shading) == each.solution
        assert read_one(content["url"]).puzzle == each.puzzle
        for suffix in ("", "-solution"):
            assert path.with_name(f"{path.stem}{suffix}.svg").read_text().startswith("<svg")
    index = json.loads((folder / INDEX).read_text())
    assert [entry["file"] for entry in index] == [path.name for path, _ in read]
    assert [entry["level"] for entry in index] == [each.grade.level for each in made if each.grade]


def test_a_link_that_cannot_tell_what_is_given_is_not_made(made: list[GeneratedPuzzle]) -> None:
    puzzle = made[0].puzzle
    assert puzzle is not None
    lettered = replace(made[0], puzzle=replace(puzzle, givens="L" + "?" * (puzzle.board.size - 1)))
    assert describe(lettered)["url"] is None
    assert "lits/6/6/" in describe(made[0])["url"]


def accepts(_: Candidate) -> bool:
    """Accept every puzzle."""
    return True


OTHERS = {
    "seed": (SPEC, 10, accepts),
    "given": (replace(SPEC, given=1), 9, accepts),
    "required": (replace(SPEC, required=frozenset()), 9, accepts),
    "best of": (replace(SPEC, best_of=3), 9, accepts),
    "themes": (replace(SPEC, themes=Themes(without=frozenset({Shape.I}))), 9, accepts),
    "no predicate": (SPEC, 9, None),
    "another predicate": (SPEC, 9, partial(accepts)),
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_folder_belongs_to_one_request(tmp_path: Path, other: str) -> None:
    with PuzzleFolder(tmp_path, SPEC, 9, accept=accepts):
        (tmp_path / "lits-4x4-9-0001.svg").write_text("")
    before = (tmp_path / MANIFEST).read_bytes()
    spec, seed, accept = OTHERS[other]
    refused = PuzzleFolder(tmp_path, spec, seed, accept=accept)
    with pytest.raises(FolderError, match="holds puzzles of another request"), refused:
        pass
    with PuzzleFolder(tmp_path, SPEC, 9, accept=accepts):
        assert (tmp_path / MANIFEST).read_bytes() == before


def test_a_full_disk_leaves_the_puzzles_before_whole(
    tmp_path: Path, made: list[GeneratedPuzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with PuzzleFolder(tmp_path, SPEC, 9) as store:
        store.add(made[0])
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", full)
            with pytest.raises(FileError, match=r"cannot write .*0002\.json: No space left on device"):
                store.add(made[1])
        assert sorted(path.name for path in tmp_path.iterdir()) == [f"{made[0].task.name}.json", MANIFEST]
        kept, none = (store.load(each.task) for each in made[:2])
        assert none is None
        assert kept is not None
        assert kept.puzzle == made[0].puzzle


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"regions": [[0, 0], [0]]}, "expected 2, as regions has it"),
        ({"solution": ...}, "no solution: expected"),
        ({"url": 5}, "url: input should be a valid string"),
        ({"level": "3"}, "level: input should be a valid integer"),
        ({"level": 9}, "level: input should be less than or equal to 5"),
        ({"score": float("nan")}, "score: input should be a finite number"),
        *(({name: ...}, f"no {name}: expected a puzzle") for name in ("level", "rows", "cols", "label", "url")),
    ],
)
def test_damaged_files_are_named(
    tmp_path: Path, made: list[GeneratedPuzzle], change: dict[str, object], reason: str
) -> None:
    path = tmp_path / f"{made[0].task.name}.json"
    content = {name: value for name, value in (describe(made[0]) | change).items() if value is not ...}
    path.write_text(json.dumps(content))
    with pytest.raises(FormatError) as refused:
        documents(tmp_path)
    assert str(path) in str(refused.value)
    assert reason in str(refused.value)


def test_what_is_no_json_is_refused(tmp_path: Path, made: list[GeneratedPuzzle]) -> None:
    path = tmp_path / f"{made[0].task.name}.json"
    path.write_text(describe(made[0])["url"])
    with pytest.raises(FormatError, match="no JSON: expected a puzzle"):
        documents(tmp_path)
    path.write_text('{"format": ')
    with PuzzleFolder(tmp_path, SPEC, 9) as store:
        with pytest.raises(FormatError, match=path.name):
            store.load(made[0].task)
        path.unlink()
    assert documents(tmp_path) == []
