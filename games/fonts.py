"""Fonts of this machine for languages whose letters the fonts that litslab brings or expects do not have."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from litslab.games.errors import OptionError
from litslab.games.language import LANGUAGES, language

if TYPE_CHECKING:
    from typst import Fonts

_FONTS = {
    "ja": (
        "NotoSansCJK",
        "NotoSansJP",
        "SourceHanSans",
        "ipaexg",
        "ipag",
        "YuGothR",
        "meiryo",
        "msgothic",
        "ヒラギノ角ゴシック W3",
    ),
}
"""How the names of files with the letters of a language begin, the best first."""

_PACKAGES = {"ja": "Noto Sans CJK (package fonts-noto-cjk on Debian and Ubuntu)"}

_FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts", "/System/Library/Fonts",
    "/Library/Fonts", "~/Library/Fonts", "C:/Windows/Fonts",
)  # fmt: skip


@cache
def font_of(language: str) -> Path | None:
    """Return the file of a font with the letters of a language; None where every font has them.

    Raises
    ------
    OptionError
        If no such font is installed; the message names one.
    """
    if language not in _FONTS:
        return None
    files = [
        Path(root) / file
        for folder in _FOLDERS for root, _, names in os.walk(Path(folder).expanduser()) for file in sorted(names)
    ]  # fmt: skip
    found = [file for name in _FONTS[language] for file in files if file.name.lower().startswith(name.lower())]
    if not found:
        raise OptionError(
            f"{LANGUAGES[language]}: no font with its letters is installed; install {_PACKAGES[language]}"
        )
    return min(found, key=lambda file: bool(re.search("bold|light|thin|medium|black", file.stem, re.IGNORECASE)))


def typst_fonts() -> tuple[Fonts, list[str]]:
    """Return typst's own fonts with that of the language in use, and the name of the latter's family, if any.

    With these fonts alone an English picture looks the same on every machine.

    Raises
    ------
    OptionError
        If no font with the letters of the language is installed.
    """
    from typst import Fonts  # noqa: PLC0415 - optional, and only pictures need it

    font = font_of(language())
    fonts = Fonts(include_system_fonts=False, font_paths=[] if font is None else [font.parent])
    families = {each.family for each in fonts.fonts() if font is not None and each.path == str(font)}
    return fonts, sorted(families, key=lambda name: ("JP" not in name, name))[:1]  # some files have one per country
