"""The measurement of the server under load runs, and counts the requests that got no answer."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from benchmarks import load
from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.load import BEGIN, END, RESET
from benchmarks.page import Figure


def test_the_table_is_written_to_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "measure", lambda: [Figure("a request", (3.0, 1.0, 2.0), "ms", 1000)])
    file = tmp_path / "page.md"
    file.write_text(f"{BEGIN}\n{END}\n")
    assert main(["load", "--page", str(file)]) == 0
    assert "| a request | 2.0 ms | 3.0 ms | 1,000 ms |" in file.read_text()
    assert "load" in BENCHMARKS


def test_requests_without_an_answer_are_counted() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer_once() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(b"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\n{}")

        threading.Thread(target=answer_once, daemon=True).start()
        found = load.ask_for_documents(f"http://127.0.0.1:{listening.getsockname()[1]}/", 1, 3)
    assert found == {429: 1, RESET: 2}


@pytest.mark.slow
def test_every_attack_is_measured() -> None:
    reading, solving, lost = load.measure(connections=3, requests=2, solves=3)
    assert reading.values
    assert solving.values
    assert lost.values == (0.0,)
