"""Compiling the kernel to WebAssembly: what is said where that fails; `test_static_page` runs what was compiled."""

from __future__ import annotations

import subprocess
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from litslab.app.web import wasm
from litslab.games.errors import OptionError


def test_a_missing_compiler_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "find_spec", lambda _: None)
    with pytest.raises(OptionError, match=r"ziglang is not installed: expected `pip install 'litslab\[static\]'`"):
        wasm.compile_kernel(tmp_path / "kernel.wasm")


def test_missing_sources_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "find_spec", lambda name: ModuleSpec(name, None, origin=str(tmp_path / "__init__.py")))
    monkeypatch.setattr(wasm, "KERNEL", tmp_path / "none")
    with pytest.raises(OptionError, match="expected a checkout of litslab"):
        wasm.compile_kernel(tmp_path / "kernel.wasm")


def test_the_first_error_of_the_compiler_is_told_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(arguments: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(arguments, 1, "", "a note\nx.cpp:3:1: error: no such thing\nerror: more\n")

    monkeypatch.setattr(wasm, "find_spec", lambda name: ModuleSpec(name, None, origin=str(tmp_path / "__init__.py")))
    monkeypatch.setattr(subprocess, "run", refuse)
    target = tmp_path / "build" / "kernel.wasm"
    with pytest.raises(OptionError, match=r"does not compile to WebAssembly: x\.cpp:3:1: error: no such thing$"):
        wasm.compile_kernel(target)
    assert list(target.parent.iterdir()) == []
