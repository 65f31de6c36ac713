"""The runtime of the page without a server: fetched, checked, packed and written, with messages
about failures.

`test_static_page` runs the page itself.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from litslab import runtime
from litslab.app.web import static_page
from litslab.app.web.static_page import MARK, write_page
from litslab.games.errors import OptionError
from litslab.games.files import FileError
from tests.app.command_line import Runner
from tests.running import ROOT


@pytest.fixture(scope="module", autouse=True)
def _answers_are_made_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_page, "constant_answers", cache(static_page.constant_answers))
        yield


def test_what_has_another_checksum_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "some.whl"
    file.write_bytes(b"as it should be")
    runtime.check_file(file, hashlib.sha256(b"as it should be").hexdigest())
    with pytest.raises(OptionError, match=r"some\.whl: checksum [0-9a-f]{64}: expected 00"):
        runtime.check_file(file, "00")


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no-such-program is not installed"):
        runtime.run_program(["no-such-program"], tmp_path)


@pytest.mark.parametrize("pack", [runtime.pack_tar, runtime.pack_zip])
def test_the_same_files_give_the_same_archive_without_sources(
    tmp_path: Path,
    pack: Callable[[Path, Path, tuple[str, ...]], None],
) -> None:
    folder = tmp_path / "packages"
    for name in (
        "own/module.py",
        "own/module.pyc",
        "own/data.toml",
        "own.dist-info/METADATA",
        "unused/other.pyc",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode())
    archives = [
        tmp_path / f"{number}.{'zip' if pack is runtime.pack_zip else 'tar'}" for number in range(2)
    ]
    for archive in archives:
        pack(folder, archive, ("unused/",))
        (folder / "own" / "module.pyc").touch()
    assert archives[0].read_bytes() == archives[1].read_bytes()
    shutil.unpack_archive(
        archives[0], tmp_path / "unpacked", {".zip": "zip", ".tar": "gztar"}[archives[0].suffix]
    )
    assert sorted(path.name for path in (tmp_path / "unpacked" / "own").iterdir()) == [
        "data.toml",
        "module.pyc",
    ]
    assert [path.name for path in (tmp_path / "unpacked").iterdir()] == ["own"]


def test_the_rules_are_copied_and_the_commands_are_not(tmp_path: Path) -> None:
    runtime.copy_litslab(tmp_path / "litslab")
    assert (tmp_path / "litslab" / "games" / "taiji.py").read_bytes() == (
        ROOT / "games" / "taiji.py"
    ).read_bytes()
    assert (tmp_path / "litslab" / "app" / "web" / "in_browser.py").is_file()
    assert not (tmp_path / "litslab" / "app" / "cli").exists()


def test_a_missing_compiler_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "find_spec", lambda _: None)
    with pytest.raises(OptionError, match=r"needs ziglang: run `pip install 'litslab\[static\]'`"):
        runtime.compile_kernel(tmp_path / "kernel.wasm")


def test_what_is_not_made_is_built_into_the_page(
    made: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def build(folder: Path) -> tuple[Path, Path]:
        (folder / "kernel.wasm").write_bytes(b"compiled")
        (folder / "python").mkdir()
        return folder / "kernel.wasm", folder / "python"

    monkeypatch.setattr(runtime, "build", build)
    write_page(tmp_path / "site")
    assert (tmp_path / "site" / "browser" / "kernel.wasm").read_bytes() == b"compiled"
    assert not any(path.exists() for path in made)


def test_the_first_error_of_the_compiler_is_told_and_nothing_is_left(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(arguments: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(
            arguments, 1, "", "a note\nx.cpp:3:1: error: no such thing\nerror: more\n"
        )

    monkeypatch.setattr(
        runtime,
        "find_spec",
        lambda name: ModuleSpec(name, None, origin=str(tmp_path / "__init__.py")),
    )
    monkeypatch.setattr(subprocess, "run", refuse)
    target = tmp_path / "build" / "kernel.wasm"
    with pytest.raises(
        OptionError, match=r"does not compile to WebAssembly: x\.cpp:3:1: error: no such thing$"
    ):
        runtime.compile_kernel(target)
    assert list(target.parent.iterdir()) == []


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return where the kernel and Python for the browser have to be."""
    wasm = tmp_path / "kernel.wasm"
    python = tmp_path / "python"
    monkeypatch.setattr(static_page, "WASM", wasm)
    monkeypatch.setattr(static_page, "PYTHON", python)
    return wasm, python


@pytest.mark.slow
def test_the_folder_is_written_whole_and_only_over_such_a_page(
    made: tuple[Path, Path],
    tmp_path: Path,
) -> None:
    wasm, python = made
    wasm.write_bytes(b"compiled")
    python.mkdir()
    (python / "packages.bin").write_bytes(b"packed")
    folder = tmp_path / "deep" / "site"
    assert write_page(folder) == sum(
        path.stat().st_size for path in folder.rglob("*") if path.is_file()
    )
    assert (folder / "browser" / "kernel.wasm").read_bytes() == b"compiled"
    worker = (folder / "sw.js").read_text()
    assert '"browser/python/packages.bin"' in worker
    version = re.search(r'VERSION = "\w+"', worker)
    assert version
    assert version[0] in (folder / "browser" / "snapshot.js").read_text()
    (folder / "left.txt").write_text("of an older page")
    write_page(folder)
    assert not (folder / "left.txt").exists()
    assert (folder / "sw.js").read_text() == worker
    (python / "packages.bin").write_bytes(b"packed anew")
    write_page(folder)
    assert (folder / "sw.js").read_text() != worker
    assert [path.name for path in folder.parent.iterdir()] == ["site"]
    (python / "lost").symlink_to("nowhere")
    with pytest.raises(FileError, match=f"cannot write {folder}: .*No such file"):
        write_page(folder)
    (folder / MARK).unlink()
    for place in (folder, wasm):
        with pytest.raises(OptionError, match="expected a new or empty folder"):
            write_page(place)
    assert 'content="browser"' in (folder / "index.html").read_text()


@pytest.mark.slow
@pytest.mark.usefixtures("made")
def test_the_command_writes_the_page_or_says_what_is_missing(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    assert "pip install 'litslab[static]'" in run("page", "--static", "site").complaint
    monkeypatch.setattr(runtime, "compiler_library", Path)
    assert (
        "node is not installed: the page without a server needs it"
        in run("page", "--static", "site").complaint
    )
    assert not (run.folder / "site").exists()
    run.write("kernel.wasm", "compiled")
    (run.folder / "python").mkdir()
    written = run.ok("page", "--static", "site")
    assert written["path"] == "site"
    assert written["bytes"] > 10_000
    assert "python -m http.server --directory site" in run("page", "--static", "site").out
    run.write("site.txt", "a file")
    assert "expected a new or empty folder" in run("page", "--static", "site.txt").complaint
