"""The limits of the tests of one change, which do not depend on what else the machine does.

A change can make the tests compute or wait for ever. Both are measured without a clock on the wall:
the processor time of the tests and all their child processes, and the time during which all of
these were asleep. A process that another one keeps from the processor does neither, so a busy
machine ends no tests that would pass.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.running import descendants, kill_quietly, prepared, processor_time, stat_fields

POLL = 0.5
"""The seconds between two looks at the processes."""

LIMITS = "LITSLAB_MUTANTS_LIMITS"
"""The environment variable with the limits of `main`: the seconds of a `Usage`, as two numbers."""

TOO_LONG = "the tests ran too long"
"""The last line of the output if they did."""

_AWAKE = {"R", "D"}
"""The states of a thread that computes, would if it had a processor, or waits for a disk."""


@dataclass(frozen=True)
class Usage:
    """The time that a command and its child processes took."""

    processor: float
    """Seconds of processor time."""

    asleep: float
    """Seconds during which all of them waited for something else than a processor or a disk."""

    def limits(self) -> Usage:
        """Return the limits for a command that should take as long as this one.

        Processor time is repeatable within some tenths, while every start of a process costs
        some. How long the processes sleep depends more on how they happen to meet.
        """
        return Usage(3 * self.processor + 5, 5 * self.asleep + 60)

    def exceeds(self, limits: Usage) -> bool:
        """Return whether one of the limits is exceeded."""
        return self.processor > limits.processor or self.asleep > limits.asleep


class RanTooLongError(Exception):
    """A command exceeded its limits."""


def run_within(
    words: Sequence[str],
    limits: Usage | None = None,
    *,
    quiet: bool = False,
    poll: float = POLL,
) -> tuple[int, Usage]:
    """Run a command and return its exit status and the time that it took; `poll` is the time
    between two looks at it, in seconds.

    Raises
    ------
    RanTooLongError
        If it exceeded the limits; then it and its child processes are ended.
    """
    before = _of_ended_children()
    command = subprocess.Popen(prepared(*words), stdout=subprocess.DEVNULL if quiet else None)
    used = Usage(0, 0)
    try:
        while command.poll() is None:
            time.sleep(poll)
            used = _look(command.pid, used, poll)
            if limits is not None and used.exceeds(limits):
                raise RanTooLongError
    finally:
        if command.returncode is None:
            for pid in (*descendants(command.pid), command.pid):
                kill_quietly(pid, signal.SIGKILL)
            command.wait()
    # The last look may have been long before the end.
    processor = max(used.processor, _of_ended_children() - before)
    return command.returncode, Usage(processor, used.asleep)


def _of_ended_children() -> float:
    """Return the processor time of all child processes of this one that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _look(command: int, before: Usage, poll: float) -> Usage:
    """Return what a process and all that descend from it have used, given that at the last look,
    some seconds ago.
    """
    # Less than before is seen where a process ends between two readings.
    processor = max(before.processor, processor_time(command))
    is_asleep = not any(map(_is_awake, (command, *descendants(command))))
    return Usage(processor, before.asleep + (poll if is_asleep else 0))


def _is_awake(pid: int) -> bool:
    """Return whether one of the threads of a process is not asleep."""
    try:
        states = {stat_fields(thread)[0] for thread in Path(f"/proc/{pid}/task").iterdir()}
    except OSError:
        return False  # it has just ended
    return not states.isdisjoint(_AWAKE)


def main() -> int:
    """Run the command in the arguments within the limits in the environment."""
    processor, asleep = map(float, os.environ[LIMITS].split())
    try:
        status, _ = run_within(sys.argv[1:], Usage(processor, asleep))
    except RanTooLongError:
        print(TOO_LONG, flush=True)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
