"""Fail unless tests ran: ``ran.py REPORT MODULE …``, a JUnit report of pytest and modules that must not skip any."""

from __future__ import annotations

import sys
from collections import Counter
from xml.etree import ElementTree as ET


def main(report: str, *modules: str) -> int:
    """Return 1 where a module skipped tests, or had none at all."""
    ran: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    for case in ET.parse(report).iter("testcase"):
        module = case.get("classname", "")
        (ran if case.find("skipped") is None else skipped)[module] += 1
    wrong = [module for module in modules if skipped[module] or not ran[module]]
    for module in wrong:
        print(f"{module}: {ran[module]} tests ran, {skipped[module]} were skipped", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
