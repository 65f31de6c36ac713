"""The kernel's enumeration of finished positions against play with the rules; its limits, signals
and errors.
"""

from __future__ import annotations

import signal
import threading
from collections import Counter

import pytest

from litslab.solver.finals.by_play import finals_by_play
from litslab.solver.finals.count import Tally, count
from litslab.solver.finals.finals import Finals, FinalsEngine, finals_by_kernel
from litslab.solver.finals.kernel import KernelFinals, kernel_finals
from litslab.solver.finals.symmetry import images
from tests.games.cases import Case, boards
from tests.running import PATIENCE

L_AND_I = ((("bb", "w.", "w."), 1), (("bwwb",), 1), ((".w.", "bbw"), 1))
UNEQUAL_MIRRORS = ((("bb", "w.", "w."), 1), (("bb", ".w", ".w"), 2), (("bwwb",), 1))
EQUAL_MIRRORS = ((("bb", "w.", "w."), 1), (("bb", ".w", ".w"), 1), (("bwwb",), 1))

CASES = (
    *boards(
        "battle-of-lits",
        {"size": 2},
        {"size": 3},
        {"size": 4},
        {"size": 5},
        {"size": 4, "supply": (1, 0, 1, 1)},
        {"size": 5, "supply": (0, 0, 0, 0)},
        {"size": 5, "supply": (2, 1, 1, 0)},
        {"size": 7, "supply": (1, 0, 0, 1)},
        {"size": 4, "rows": 6},
        {"size": 9, "rows": 2},
        {"size": 6, "rows": 4, "supply": (0, 3, 1, 0)},
        {"size": 7, "rows": 3, "supply": (1, 1, 1, 1)},
    ),
    *boards(
        "tailits",
        {"size": 3},
        {"size": 3, "flips": False},
        {"size": 3, "colouring": "free"},
        {"size": 5, "supply": (1, 1, 1, 1)},
        {"size": 5, "supply": (1, 1, 0, 1), "flips": False},
        {"size": 5, "colouring": "free", "supply": (0, 1, 1, 0)},
        {"size": 5, "colouring": "each-once", "supply": (0, 6, 0, 0)},
        {"size": 5, "colouring": "each-once", "supply": (0, 6, 0, 6), "flips": False},
        {"size": 5, "colouring": "pieces", "pieces": L_AND_I},
        {"size": 5, "colouring": "pieces", "flips": False, "pieces": UNEQUAL_MIRRORS},
        {"size": 5, "colouring": "pieces", "flips": False, "pieces": EQUAL_MIRRORS},
    ),
    *boards("taiji", {"size": 2, "groups": 1}, {"size": 3, "groups": 1}),
    *boards("wythe", {"size": 2}, {"size": 3}),
)


def enumeration(case: Case, *, colours: bool = True) -> KernelFinals:
    found = kernel_finals(case.rules(), colours=colours)
    assert found is not None
    return found


def listed(case: Case, *, colours: bool = True) -> list[int]:
    """All finished positions as the kernel enumerates them."""
    found: list[int] = []
    assert finals_by_kernel(case.rules(), colours, None, found.extend)
    return found


def counted(case: Case, *, colours: bool = True, orbits: bool = True) -> Tally:
    return count(Finals(case.rules(), FinalsEngine.KERNEL, colours), orbits=orbits)


def orbits(case: Case, positions: set[int]) -> int:
    """The number of orbits, by taking them out one after another."""
    left = set(positions)
    number = 0
    while left:
        number += 1
        left -= set(images(case.rules().table, next(iter(left))))
    return number


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_kernel_finds_what_play_finds(case: Case) -> None:
    found = listed(case)
    played = set(finals_by_play(case.rules()))
    assert (len(found), set(found)) == (len(set(found)), played)
    tally = counted(case)
    assert (tally.complete, tally.count, tally.engine) == (True, len(played), FinalsEngine.KERNEL)
    assert tally.by_pieces == dict(sorted(Counter(placed.bit_count() for placed in played).items()))
    assert tally.orbits == orbits(case, played)


def test_a_limit_of_nodes_ends_a_count() -> None:
    found = enumeration(Case("battle-of-lits", {"size": 6})).enumeration
    census = found.count(seconds=1e9, nodes=20_000)
    assert census.stopped
    assert 20_000 <= census.nodes < 30_000
    none = found.count(seconds=0, nodes=1 << 60)
    assert (none.stopped, sum(none.by_pieces)) == (True, 0)


def test_progress_is_reported_and_its_error_ends_the_count() -> None:
    found = enumeration(Case("battle-of-lits", {"size": 7})).enumeration
    told: list[int] = []

    def tell(by_pieces: list[int]) -> None:
        told.append(sum(by_pieces))
        if len(told) == 3:
            raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        found.count(seconds=PATIENCE, nodes=1 << 60, progress=tell)
    assert told == sorted(told)
    assert told[-1] > 0


def test_an_error_of_the_taker_ends_the_walk() -> None:
    def refuse(found: list[list[int]]) -> None:
        raise ValueError(f"{len(found)} at once")

    with pytest.raises(ValueError, match="7 at once"):
        enumeration(Case("battle-of-lits", {"size": 6})).enumeration.walk(
            refuse, batch=7, seconds=PATIENCE
        )


@pytest.mark.usefixtures("_ctrl_c")
@pytest.mark.parametrize("elsewhere", [True, False], ids=["while it counts", "while it reports"])
def test_control_c_keeps_what_was_counted(elsewhere: bool) -> None:
    found = enumeration(Case("battle-of-lits", {"size": 8})).enumeration
    counted = threading.Event()

    def interrupt() -> None:
        assert counted.wait(PATIENCE)
        signal.raise_signal(signal.SIGINT)

    def tell(by_pieces: list[int]) -> None:
        if any(by_pieces):
            counted.set()
            if not elsewhere:
                interrupt()

    sender = threading.Thread(target=interrupt if elsewhere else counted.wait)
    sender.start()
    try:
        census = found.count(seconds=PATIENCE, nodes=1 << 60, progress=tell)
    finally:
        sender.join()
    assert (census.stopped, sum(census.by_pieces) > 0) == (True, True)


def test_the_walk_comes_in_batches_and_stops_in_time() -> None:
    found = enumeration(Case("battle-of-lits", {"size": 4})).enumeration
    batches: list[int] = []
    assert found.walk(lambda batch: batches.append(len(batch)), batch=100, seconds=PATIENCE)
    assert batches == [100, 100, 100, 12]
    assert not found.walk(lambda _: None, batch=100, seconds=0)
