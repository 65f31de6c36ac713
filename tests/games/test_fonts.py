"""Fonts for letters of every script: their tables against Matplotlib's reader, booklets, pictures
and plots with a Japanese author, and one line where no font has a letter.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import warnings
from pathlib import Path

import pytest
from matplotlib import get_data_path
from matplotlib.ft2font import FT2Font

import litslab as ll
from litslab.analysis.figure_file import render_figure
from litslab.analysis.report.quantities import picture
from litslab.games import fonts
from litslab.games.drawing.picture_file import render
from litslab.games.font_letters import letters_of
from litslab.games.notice import Notice

AUTHOR = "山田太郎"
DEJAVU = Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><text y="9">{}</text></svg>'


def notices(make: object, *arguments: object) -> list[str]:
    """Return the notices of a call."""
    assert callable(make)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        make(*arguments)
    return [str(each.message) for each in caught if issubclass(each.category, Notice)]


def book(path: Path) -> None:
    ll.book(["lits/4/4/9q02jg"], path, author=AUTHOR, rules=False, solutions=False)


def plotted(suffix: str, title: str = AUTHOR) -> bytes:
    run = ll.simulate(ll.new_game("wythe", 3), games=3)
    return render_figure(ll.plot.lengths(run, title=title), suffix)


def test_the_letters_of_a_file_are_those_that_matplotlib_finds() -> None:
    assert letters_of(DEJAVU) == set(FT2Font(str(DEJAVU)).get_charmap())


@pytest.mark.usefixtures("_japanese_font")
def test_the_letters_of_a_collection_are_those_that_matplotlib_finds() -> None:
    file = fonts.font_of("ja")
    assert file is not None
    assert letters_of(file) == set(FT2Font(str(file)).get_charmap())


@pytest.mark.parametrize("content", [b"", b"hello", b"ttcf\0\0\0\0", DEJAVU.read_bytes()[:600]])
def test_a_file_that_is_no_font_has_no_letters(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.ttf"
    file.write_bytes(content)
    assert letters_of(file) == frozenset()
    assert letters_of(tmp_path / "absent.ttf") == frozenset()


def test_texts_in_latin_greek_and_cyrillic_need_no_other_font() -> None:
    assert fonts.foreign_letters("Żółw, Ελλάδα, Москва – 8×8 … “≤” ⚑\n") == frozenset()
    assert fonts.foreign_letters("LITS 山 한") == {ord("山"), ord("한")}


@pytest.mark.slow
@pytest.mark.usefixtures("_japanese_font")
def test_an_english_booklet_shows_a_japanese_author(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    path = tmp_path / "book.pdf"
    assert notices(book, path) == []
    pages = pypdf.PdfReader(path).pages
    assert AUTHOR in "".join(page.extract_text() for page in pages)
    named = {
        font.get_object()["/BaseFont"].partition("+")[2]
        for page in pages
        for font in page["/Resources"].get("/Font", {}).values()
    }
    file = fonts.font_of("ja")
    assert file is not None
    begins = re.sub(r"[^a-z]", "", file.stem.lower())[:8]
    assert any(name.lower().startswith(begins) for name in named), (named, begins)
    assert any(name.startswith("LibertinusSerif") for name in named)


@pytest.mark.slow
@pytest.mark.usefixtures("_japanese_font")
@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="no pdffonts")
def test_poppler_finds_the_font_and_the_author(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    path = tmp_path / "book.pdf"
    book(path)
    listed = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout
    text = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True)
    assert AUTHOR in text.stdout
    assert re.search("CJK|IPA|Gothic|SourceHan|Meiryo", listed, re.IGNORECASE)


@pytest.mark.slow
@pytest.mark.usefixtures("_no_fonts")
def test_a_booklet_without_a_font_names_the_package(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    (told,) = notices(book, tmp_path / "book.pdf")
    assert told.startswith("no installed font has 太 山 田 郎: ")
    assert told.endswith("install Noto Sans CJK (package fonts-noto-cjk on Debian and Ubuntu)")


@pytest.mark.usefixtures("_no_fonts")
def test_letters_of_several_scripts_have_their_packages() -> None:
    letters = fonts.foreign_letters("日本語 אבג 한글 🎲 ไทยภาษา")
    (told,) = notices(fonts.tell_missing, letters)
    assert all(each in told for each in ("fonts-noto-cjk", "fonts-noto-core", "color-emoji"))
    assert "…" in told
    assert len(told.splitlines()) == 1
    assert notices(fonts.tell_missing, frozenset()) == []


@pytest.mark.usefixtures("_japanese_font")
def test_a_picture_has_the_letters_of_its_title() -> None:
    pytest.importorskip("typst")
    assert notices(render, SVG.format(AUTHOR), ".png") == []
    assert render(SVG.format(AUTHOR), ".png") != render(SVG.format("川川川川"), ".png")


@pytest.mark.usefixtures("_no_fonts")
def test_a_picture_without_a_font_says_so_and_an_svg_needs_none() -> None:
    pytest.importorskip("typst")
    assert len(notices(render, SVG.format(AUTHOR), ".png")) == 1
    assert notices(render, SVG.format("Wythe"), ".png") == []
    assert notices(render, SVG.format(AUTHOR), ".svg") == []


def pictured() -> str:
    """Return the SVG of a report's picture whose title needs another font."""
    run = ll.simulate(ll.new_game("wythe", 3), games=3)
    return picture("lengths", ll.plot.lengths(run, title=AUTHOR), "").svg


@pytest.mark.usefixtures("_japanese_font")
def test_the_letters_of_a_report_are_outlines() -> None:
    svg = pictured()
    assert "<text" not in svg
    assert AUTHOR not in re.sub("<!--.*?-->", "", svg)


@pytest.mark.usefixtures("_no_fonts")
def test_the_letters_of_a_report_are_texts_where_no_font_has_them() -> None:
    assert re.search(rf"<text[^>]*>{AUTHOR}", pictured())


@pytest.mark.usefixtures("_japanese_font")
def test_a_plot_has_the_letters_of_its_title() -> None:
    assert notices(plotted, ".png") == []
    assert plotted(".png") != plotted(".png", "川川川川")


@pytest.mark.usefixtures("_no_fonts")
def test_a_plot_without_a_font_says_so_and_an_svg_needs_none() -> None:
    (told,) = notices(plotted, ".png")
    assert "fonts-noto-cjk" in told
    assert notices(plotted, ".svg") == []
    assert notices(plotted, ".png", "Wythe") == []
