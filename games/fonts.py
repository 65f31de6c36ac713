"""Fonts of this machine for letters that the fonts that litslab brings or expects do not have.

These are the letters of a language, and those of titles and names in any script.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from litslab.games.errors import OptionError
from litslab.games.font_letters import letters_of
from litslab.games.language import LANGUAGES, language, tr
from litslab.games.notice import Notice

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

_CJK = "Noto Sans CJK (package fonts-noto-cjk on Debian and Ubuntu)"

_PACKAGES = {"ja": _CJK}

_PACKAGES_OF_LETTERS = {
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U00020000-\U0003ffff]": _CJK,
    "[\U0001f000-\U0001faff]": "Noto Emoji (package fonts-noto-color-emoji on Debian and Ubuntu)",
    ".": "Noto Sans (package fonts-noto-core on Debian and Ubuntu)",
}
"""Packages with fonts, by the letters that they have; the first that fits."""

_FOREIGN = re.compile(r"[^\x00-\u052f\u1e00-\u2bff\u3000\ufb00-\ufb06\ufe00-\ufe0f\ufeff\ufffd]")
"""Letters that typst's and Matplotlib's own fonts may lack: others than Latin, Greek, Cyrillic and
signs.
"""

_SHOWN = 8
"""The letters that a notice names."""

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)
"""The folders in which systems keep their fonts."""


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
    files = _files()
    found = [
        file
        for name in _FONTS[language]
        for file in files
        if file.name.lower().startswith(name.lower())
    ]
    if not found:
        raise OptionError(
            f"{LANGUAGES[language]}: no font with its letters is installed; install "
            f"{_PACKAGES[language]}"
        )
    return min(found, key=_is_special)


def _is_special(file: Path) -> bool:
    """Return whether a file has another weight or slope than usual texts."""
    special = "bold|light|thin|medium|black|italic|oblique"
    return bool(re.search(special, file.stem, re.IGNORECASE))


def _files() -> list[Path]:
    """Return all files in the folders of fonts."""
    return [
        Path(root) / file
        for folder in FOLDERS
        for root, _, names in os.walk(Path(folder).expanduser())
        for file in sorted(names)
    ]


def foreign_letters(text: str) -> frozenset[int]:
    """Return the letters of a text that the own fonts may lack."""
    return frozenset(map(ord, _FOREIGN.findall(text)))


def fonts_with(letters: Collection[int]) -> list[Path]:
    """Return files of installed fonts that together have as many of these letters as are to be had;
    those for the languages of litslab come first.
    """
    files = [file for file in _files() if file.suffix.lower() in {".ttf", ".otf", ".ttc", ".otc"}]
    preferred = [name.lower() for names in _FONTS.values() for name in names]
    files.sort(
        key=lambda file: (not file.name.lower().startswith(tuple(preferred)), _is_special(file))
    )
    left = set(letters)
    found = []
    for file in files:
        if not left:
            break
        if has := left & letters_of(file):
            found.append(file)
            left -= has
    return found


def tell_missing(letters: Collection[int]) -> None:
    """Warn in one line of letters that no font in use has, and name the packages that have them."""
    if not letters:
        return
    named = sorted(letters)[:_SHOWN]
    shown = " ".join(map(chr, named)) + ("" if len(named) == len(letters) else " …")
    packages = dict.fromkeys(
        next(package for each, package in _PACKAGES_OF_LETTERS.items() if re.match(each, chr(code)))
        for code in sorted(letters)
    )
    text = tr(
        "no installed font has {letters}: boxes stand in their place; install {packages}",
        letters=shown,
        packages=", ".join(packages),
    )
    warnings.warn(text, Notice, stacklevel=2)


def typst_fonts(text: str) -> tuple[Fonts, list[str], list[str]]:
    """Return typst's own fonts with that of the language in use and those of this machine that a
    text needs; the name of the family of the former, if any, and those of the latter.

    With these fonts alone an English picture looks the same on every machine. Letters that no font
    has are told.

    Raises
    ------
    OptionError
        If no font with the letters of the language is installed.
    """
    from typst import Fonts  # noqa: PLC0415 - optional, and only pictures need it

    font = font_of(language())
    letters = foreign_letters(text)
    if font is not None:
        letters -= letters_of(font)
    more = fonts_with(letters)
    tell_missing(letters.difference(*map(letters_of, more)))
    files = more if font is None else [font, *more]
    folders = list(dict.fromkeys(file.parent for file in files))
    fonts = Fonts(include_system_fonts=False, font_paths=folders)
    own = [] if font is None else _families_of(fonts, font)
    return fonts, own, [name for file in more for name in _families_of(fonts, file)]


def _families_of(fonts: Fonts, file: Path) -> list[str]:
    """Return the name of the family of a file; some files have one family per country."""
    families = {each.family for each in fonts.fonts() if each.path == str(file)}
    japanese_first = sorted(families, key=lambda name: ("JP" not in name, name))
    return japanese_first[:1]
