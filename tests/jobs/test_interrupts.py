"""Ctrl-C that waits for the end of a step."""

from __future__ import annotations

import signal
import threading

import pytest

from litslab.jobs.interrupts import held_back, interruptible, yield_saved

pytestmark = pytest.mark.usefixtures("_ctrl_c")


def interrupted_step(done: list[str]) -> None:
    with held_back():
        signal.raise_signal(signal.SIGINT)
        done.append("kept")


def test_ctrl_c_waits_for_the_end() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted_step(done)
    assert done == ["kept"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_ctrl_c_nothing_happens() -> None:
    with held_back():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_goes_wrong_within_goes_on() -> None:
    with pytest.raises(OSError, match="full"), held_back():
        raise OSError("full")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_have_no_signals() -> None:
    done = []

    def work() -> None:
        with held_back():
            done.append("kept")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["kept"]


@pytest.mark.parametrize("made_of_it", [OSError("a library's"), None])
def test_ctrl_c_stays_what_it_is_whatever_a_library_makes_of_it(made_of_it: Exception | None) -> None:
    def library() -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            if made_of_it:
                raise made_of_it from None

    with pytest.raises(KeyboardInterrupt), interruptible():
        library()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_of_a_library_without_ctrl_c_is_its_own() -> None:
    with pytest.raises(OSError, match="full"), interruptible():
        raise OSError("full")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_saved_is_yielded_before_ctrl_c() -> None:
    saved: list[int] = []

    def save(item: int) -> None:
        signal.raise_signal(signal.SIGINT)
        saved.append(item)

    seen: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        seen.extend(yield_saved(7, save))
    assert saved == seen == [7]


def test_what_cannot_be_saved_is_not_yielded() -> None:
    def save(_: int) -> None:
        raise OSError("full")

    seen: list[int] = []
    with pytest.raises(OSError, match="full"):
        seen.extend(yield_saved(7, save))
    assert seen == []
