"""Fail if tests were skipped: ``ran.py REPORT``, a JUnit report of pytest.

Here nothing is missing for which tests skip, and a skip would go unnoticed. `ALLOWED` has the
exceptions.
"""

from __future__ import annotations

import sys
from xml.etree import ElementTree as ET

ALLOWED = {
    "the published puzzles are not there": "they are not part of the repository",
    "nothing is forbidden to this user": "as root; others run it",
    "takes the rights of another user": "not as root; root runs it",
    "no axe-core": "npm cannot be reached; .ci/run says so",
}
"""How reasons of tests that may be skipped begin, and why each cannot run here."""


def skipped(report: str) -> list[str]:
    """Return the tests that were skipped for a reason that is not allowed, each with the reason."""
    found = []
    for case in ET.parse(report).iter("testcase"):
        skip = case.find("skipped")
        if skip is None or skip.get("type") == "pytest.xfail":
            continue
        reason = skip.get("message", "")
        if not reason.startswith(tuple(ALLOWED)):
            found.append(f"{case.get('classname')}::{case.get('name')}: skipped: {reason}")
    return found


def main(report: str) -> int:
    """Print the tests that were skipped, and return 1 if there are any, or no tests at all."""
    found = skipped(report)
    for line in found:
        print(line, file=sys.stderr)
    if ET.parse(report).find(".//testcase") is None:
        print(f"{report}: no tests ran", file=sys.stderr)
        return 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
