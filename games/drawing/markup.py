"""SVG text: elements, numbers and escaped characters."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A string, because it takes long to compile wide ranges at each start.
_NOT_IN_XML = "[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_SIZE = re.compile(r'viewBox="[\d.]+ [\d.]+ (?P<width>[\d.]+) (?P<height>[\d.]+)"')
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape(text: str) -> str:
    """Return `text` escaped for XML, attributes included; characters that XML forbids become
    U+FFFD.

    Examples
    --------
    >>> escape('L & "I" <T>')
    'L &amp; &quot;I&quot; &lt;T&gt;'
    """
    return re.sub(_NOT_IN_XML, "\ufffd", text).translate(_ENTITIES)


def number(value: float) -> str:
    """Return a number with at most two decimals, the same on every machine.

    Examples
    --------
    >>> number(12.0), number(0.5), number(-0.001), number(1 / 3)
    ('12', '0.5', '0', '0.33')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Return an XML element from children in XML and attributes that are escaped here.

    ``stroke_width=2`` becomes ``stroke-width="2"``, and ``class_`` becomes ``class``.

    Examples
    --------
    >>> element("g", element("rect", x=0.5), class_="board")
    '<g class="board"><rect x="0.5"/></g>'
    """
    parts = [name]
    for key, value in attributes.items():
        text = escape(value) if isinstance(value, str) else number(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{name}>" if children else f"<{head}/>"


def svg(parts: Iterable[str], width: float, height: float) -> str:
    """Return a complete SVG file of some elements, which has no name for screen readers."""
    picture = element(
        "svg",
        "\n".join(["", *parts, ""]),
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
    )
    return picture + "\n"


def size_of(picture: str) -> tuple[float, float]:
    """Return the width and the height of an SVG document in pixels; any size for other texts, which
    typst refuses.
    """
    found = _SIZE.search(picture)
    return (float(found["width"]), float(found["height"])) if found else (100.0, 100.0)
