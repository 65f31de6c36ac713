"""The tables of the paper on TAIJI, from the files of its campaigns."""

from __future__ import annotations

import hashlib

from benchmarks.measure import markdown_table
from docs.boards import CAMPAIGNS, signed
from docs.pages import DOCS, Files, with_blocks
from litslab.solver.campaign.campaign import Campaign

PAGE = DOCS / "results" / "taiji-even.md"
GROUPS = (1, 2, 3)
"""The numbers of groups that are counted on the boards of 6×6."""


def paper() -> Files:
    """Return the paper on TAIJI on even boards, with the tables of its proofs and of its data."""
    return with_blocks(PAGE, {"proofs": _proofs(), "data": _data()})


def _proofs() -> str:
    """Return the table of the campaigns: what each has asked, and what that has cost."""
    rows = []
    for groups in GROUPS:
        with Campaign(CAMPAIGNS / _file(groups)) as campaign:
            status = campaign.status()
        score = status.result.score
        numbers = (
            status.questions,
            status.searched,
            status.derived,
            status.cost.searches,
            status.cost.nodes,
        )
        rows.append(
            (
                f"6×6, groups {groups}",
                signed(score.lower) if score.is_exact else "–",
                *(f"{each:,}" for each in numbers),
                f"{status.cost.seconds:,.0f}",
            )
        )
    columns = ("Board", "Value", "Questions", "Searched", "Derived", "Searches", "Nodes", "CPU s")
    return markdown_table(columns, rows)


def _data() -> str:
    """Return the table of the files with their sizes and hashes."""
    rows = []
    for groups in GROUPS:
        content = (CAMPAIGNS / _file(groups)).read_bytes()
        link = f"[{_file(groups)}](campaigns/{_file(groups)})"
        rows.append((link, f"{len(content):,}", f"`{hashlib.sha256(content).hexdigest()}`"))
    return markdown_table(("File", "Bytes", "SHA-256"), rows)


def _file(groups: int) -> str:
    return f"taiji-6x6-groups-{groups}.db"
