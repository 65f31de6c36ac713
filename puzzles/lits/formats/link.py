"""Links around addresses: of Markdown and HTML, in angle brackets or in quotation marks."""

from __future__ import annotations

import re

_LINK = re.compile(
    r"""[ \t]*+ (?:[-*+][ \t]++|\d++[.)][ \t]++)?+                # an item of a list
        (?:\[[^\]\n]*+\]\(|<a[ ][^>\n]*?href=["']?|<|["'“])       # the beginning of a link
        (?P<address>https?://[^\s"'<>)”]++) .*+
    """,
    re.VERBOSE | re.IGNORECASE,
)


def without_links(text: str) -> str:
    """Return a text with the address alone on each line that is a link.

    Examples
    --------
    >>> without_links("[my puzzle](https://puzz.link/p?lits/4/4/9q02jg)")
    'https://puzz.link/p?lits/4/4/9q02jg'
    """
    if "://" not in text:
        return text
    return "\n".join(map(_address, text.split("\n")))


def _address(line: str) -> str:
    found = _LINK.fullmatch(line)
    return found["address"] if found else line
