"""Resumable folders: one request and one process at a time; finished files stay, unfinished ones
are removed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.games.files import FileError, unfinished
from litslab.jobs.folder import MANIFEST, FolderError, ResumableFolder
from tests.running import run_python


def interrupted(folder: ResumableFolder) -> None:
    with folder:
        folder.write("a", "first")
        raise KeyboardInterrupt


def test_finished_files_stay_whatever_ends_the_block(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "out"
    with pytest.raises(KeyboardInterrupt):
        interrupted(ResumableFolder(path, "request 1"))
    with ResumableFolder(path, "request 1") as folder:
        assert (folder.path / "a").read_text() == "first"
        folder.write("a", b"second")
    assert {each.name: each.read_text() for each in path.iterdir()} == {
        MANIFEST: "request 1\n",
        "a": "second",
    }


def test_another_request_is_refused_once_something_is_finished_and_changes_nothing(
    tmp_path: Path,
) -> None:
    with ResumableFolder(tmp_path, "request 0", "about.txt"):
        pass
    with ResumableFolder(tmp_path, "request 1", "about.txt") as folder:
        folder.write("a", "first")
    message = rf"{tmp_path} holds parts of another request: remove it, or choose another$"
    with (
        pytest.raises(FolderError, match=message),
        ResumableFolder(tmp_path, "request 2", "about.txt", "parts"),
    ):
        pass
    with ResumableFolder(tmp_path, "request 1", "about.txt"):
        assert (tmp_path / "a").read_text() == "first"


def test_only_one_process_at_a_time(tmp_path: Path) -> None:
    with ResumableFolder(tmp_path, "request"):
        with (
            pytest.raises(FolderError, match="another process is working there"),
            ResumableFolder(tmp_path, "request"),
        ):
            pass
        assert (tmp_path / MANIFEST).exists()
    with ResumableFolder(tmp_path, "request"):
        pass


def test_half_written_files_are_removed(tmp_path: Path) -> None:
    part = unfinished(tmp_path / "a")
    part.write_text("hal")
    with ResumableFolder(tmp_path, "request"):
        assert not part.exists()


def test_a_place_that_is_a_file_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(FileError, match=f"cannot make {path}"), ResumableFolder(path, "request"):
        pass
    (tmp_path / MANIFEST).mkdir()
    with (
        pytest.raises(FileError, match=f"cannot read {tmp_path / MANIFEST}"),
        ResumableFolder(tmp_path, "request"),
    ):
        pass


def test_a_temporary_folder_is_removed_with_the_parent_that_it_made(tmp_path: Path) -> None:
    path = tmp_path / "report" / ".games"
    with pytest.raises(KeyboardInterrupt):
        interrupted(ResumableFolder(path, "request", temporary=True))
    assert not path.parent.exists()
    path.parent.mkdir()
    with ResumableFolder(path, "request", temporary=True):
        pass
    assert list(path.parent.iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from litslab.jobs.folder import ResumableFolder

with ResumableFolder(Path(sys.argv[1]), "request 1", temporary=True) as folder:
    folder.write("a", "first")
    (folder.path / "parts").mkdir()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(
    ("manifest", "left"), [("request 1", {MANIFEST, "a", "parts"}), ("request 2", {MANIFEST})]
)
def test_what_a_killed_process_left_serves_its_request_alone(
    tmp_path: Path,
    manifest: str,
    left: set[str],
) -> None:
    path = tmp_path / "folder"
    run_python(KILLED, path)
    assert (path / "a").exists()
    with ResumableFolder(path, manifest, temporary=True):
        assert {each.name for each in path.iterdir()} == left
    assert not path.exists()
