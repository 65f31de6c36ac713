"""How long the web page keeps a user waiting while other programs of the machine load its server.

Beside the user, 130 connections ask for the OpenAPI document again and again, or 200 programs ask for a solution at
once. The user plays on: each request follows the answer to the one before.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from benchmarks.measure import markdown_table, print_table, write_between
from benchmarks.page import COLUMNS, LARGE, SECONDS_TO_START, Figure, ask, serving
from litslab.app.web.endpoints import PREFIX

BEGIN, END = "<!-- load -->", "<!-- end of the load -->"
"""Between these lines of a documentation page stands the table."""

CONNECTIONS = 130
REQUESTS = 60
SOLVES = 200
SOLVE_SECONDS = 5.0
LONGEST = 1000.0
"""Milliseconds that no request of the user should take."""

RESET = 0
"""Stands for the status of a request that got no answer."""

Attack = Callable[[], "Counter[int]"]


def main(arguments: list[str]) -> int:
    """Measure, and print the table or put it into a page of the documentation."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks load", description=__doc__)
    parser.add_argument("--page", type=Path, metavar="FILE", help="the page whose table is replaced")
    chosen = parser.parse_args(arguments)
    figures = measure()
    rows = [each.cells for each in figures]
    if chosen.page is None:
        print_table("The server under load", COLUMNS, rows)
    else:
        write_between(chosen.page, BEGIN, END, markdown_table(COLUMNS, rows))
    return 0


def measure(connections: int = CONNECTIONS, requests: int = REQUESTS, solves: int = SOLVES) -> list[Figure]:
    """Measure every attack on a server of our own."""
    with serving() as (address, _), ProcessPoolExecutor(1, get_context("spawn")) as attackers:
        reading, answers = beside(attackers, partial(ask_for_documents, address, connections, requests), address)
        solving, refusals = beside(attackers, partial(ask_for_solutions, address, solves), address)
        lost = answers[RESET] + refusals[RESET]
        what = f"{connections} connections with {requests} requests of openapi.json each"
        return [
            Figure(f"a request of the user beside {what}", reading, "ms", LONGEST),
            Figure(f"a request of the user beside {solves} `solve` at once", solving, "ms", LONGEST),
            Figure("requests of the others without an answer", (float(lost),), "requests", 0),
        ]


def beside(attackers: ProcessPoolExecutor, attack: Attack, address: str) -> tuple[tuple[float, ...], Counter[int]]:
    """Return the milliseconds of each request of a user during an attack, and how often it got which status."""
    times: list[float] = []
    with httpx.Client(base_url=address, timeout=SECONDS_TO_START) as user:
        record = ask(address, "new", {"game": "battle-of-lits"})["record"]
        attackers.submit(str).result()  # the process has started
        attacking = attackers.submit(attack)
        while not attacking.done() or not times:
            for method, path, body in (("GET", "/", None), ("POST", f"{PREFIX}/position", {"record": record})):
                started = time.perf_counter()
                answer = user.request(method, path, json=body)
                times.append(1000 * (time.perf_counter() - started))
                assert answer.status_code == httpx.codes.OK, answer.text
        return tuple(times), attacking.result()


def ask_for_documents(address: str, connections: int, requests: int) -> Counter[int]:
    """Ask for the OpenAPI document on many connections at once, many times on each."""
    head = f"GET {PREFIX}/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    return asyncio.run(_attack(address, connections, [head] * requests))


def ask_for_solutions(address: str, count: int) -> Counter[int]:
    """Ask for many solutions at once."""
    body = json.dumps({"record": LARGE, "time_limit": SOLVE_SECONDS}).encode()
    lines = ("Host: localhost", "Content-Type: application/json", f"Content-Length: {len(body)}")
    head = "\r\n".join([f"POST {PREFIX}/solve HTTP/1.1", *lines, "", ""]).encode()
    return asyncio.run(_attack(address, count, [head + body]))


async def _attack(address: str, connections: int, requests: list[bytes]) -> Counter[int]:
    """Send requests one after the other on each of many connections, and count the statuses of the answers."""
    statuses = await asyncio.gather(*(_statuses(urlsplit(address).port, requests) for _ in range(connections)))
    return Counter(status for each in statuses for status in each)


async def _statuses(port: int | None, requests: list[bytes]) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError, EOFError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.closing(writer):
            for request in requests:
                writer.write(request)
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                await reader.readexactly(int(head.partition("content-length:")[2].partition("\r\n")[0]))
                found.append(int(head.split()[1]))
    return found + [RESET] * (len(requests) - len(found))
