"""Fail unless the tests of the published puzzles ran: ``published.py REPORT``, a JUnit report of pytest."""

from __future__ import annotations

import sys
from collections import Counter
from xml.etree import ElementTree as ET

MODULES = {"tests.puzzles.test_published", "tests.kernel.test_lits", "tests.app.test_cli_puzzles"}
"""The modules with such tests."""


def main(report: str) -> int:
    """Return 1 where a module skipped tests, or had none at all."""
    ran: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    for case in ET.parse(report).iter("testcase"):
        module = case.get("classname", "")
        (ran if case.find("skipped") is None else skipped)[module] += 1
    wrong = [module for module in sorted(MODULES) if skipped[module] or not ran[module]]
    for module in wrong:
        print(f"{module}: {ran[module]} tests ran, {skipped[module]} were skipped", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
