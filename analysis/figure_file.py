"""Figures as the bytes of files, always the same ones."""

from __future__ import annotations

import io
import re
import warnings
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes

from litslab.games.drawing.picture_file import check_target
from litslab.games.files import write_new
from litslab.games.fonts import tell_missing

_DPI = 160

_MISSING = re.compile(r"Glyph (\d+)")
"""How Matplotlib's warning of a letter that no font has begins."""


def save_figure(ax: Axes, path: Path, *, force: bool = False) -> None:
    """Write the figure of some axes to a file, in the format of the file's extension: .svg, .png or
    .pdf.

    Raises
    ------
    PictureError
        If the extension is another one.
    WouldOverwriteError
        If the file exists and `force` is not given.
    """
    write_new(path, render_figure(ax, check_target(path, force)), force)


def render_figure(ax: Axes, suffix: str, *, letters: str = "none") -> bytes:
    """Return the figure of some axes as the bytes of a file: ``.svg``, ``.png`` or ``.pdf``; always
    the same bytes.

    The letters of an SVG are texts, or outlines if `letters` is ``path`` and the fonts of this
    machine have them all.
    """
    stream = io.BytesIO()
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}
    with (
        mpl.rc_context({"svg.hashsalt": "litslab", "svg.fonttype": letters}),
        warnings.catch_warnings(record=True) as caught,
    ):
        warnings.simplefilter("always")
        ax.figure.figure.savefig(stream, format=suffix[1:], dpi=_DPI, metadata=dates[suffix])
    missing = {int(each[1]) for told in caught if (each := _MISSING.match(str(told.message)))}
    if missing and letters == "path":
        return render_figure(ax, suffix)
    if suffix != ".svg":  # who shows the texts of an SVG may have the font
        tell_missing(missing)
    for told in caught:
        if not _MISSING.match(str(told.message)):
            warnings.warn_explicit(told.message, told.category, told.filename, told.lineno)
    return stream.getvalue()
