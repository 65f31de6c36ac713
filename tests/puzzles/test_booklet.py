"""Booklets: the PDF parses, has the pages it should have, and says what the entries say."""

import io
from dataclasses import replace

import pypdf
import pytest

from litslab.games.drawing.export import PictureError
from litslab.puzzles.booklet import PER_PAGE, Booklet, BookletError, Entry, code_of, render

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="{}"/></svg>'


def entries(count: int) -> tuple[Entry, ...]:
    return tuple(
        Entry(f"No. {number}", f"level {number % 5}", SQUARE.format("#ccc"), SQUARE.format("#333"), f"answer {number}")
        for number in range(1, count + 1)
    )


@pytest.mark.parametrize(("count", "per_page", "pages"), [(1, 1, 3), (5, 4, 4), (9, 9, 3), (14, 2, 10)])
def test_pages_and_their_words(count: int, per_page: int, pages: int) -> None:
    booklet = Booklet("Some puzzles", "for a test", ("First rule.", "Second rule."), entries(count), per_page)
    made = render(booklet)
    assert made == render(booklet)
    read = pypdf.PdfReader(io.BytesIO(made))
    texts = [page.extract_text() for page in read.pages]
    assert len(texts) == pages
    for words in ("Some puzzles", "for a test", "First rule.", "Second rule."):
        assert words in texts[0]
    for number, entry in enumerate(booklet.entries):
        assert entry.heading in texts[1 + number // per_page]
        assert entry.caption in texts[1 + number // per_page]
        assert entry.answer not in texts[1 + number // per_page]
    solutions = "".join(texts[1 + -(-count // per_page) :])
    assert all(entry.answer in solutions for entry in booklet.entries)


def test_a_link_can_be_followed() -> None:
    one = replace(entries(1)[0], link="https://example.org/p?lits/4/4/9q02jg")
    page = pypdf.PdfReader(io.BytesIO(render(Booklet("T", "", (), (one,))))).pages[1]
    assert [each["/A"]["/URI"] for each in page.annotations or ()] == [one.link]


def test_what_cannot_be_printed_is_refused_with_the_reason() -> None:
    with pytest.raises(BookletError, match="without entries"):
        Booklet("T", "", (), ())
    with pytest.raises(BookletError, match=f"5 a page: expected one of {', '.join(map(str, PER_PAGE))}"):
        Booklet("T", "", (), entries(1), 5)
    with pytest.raises(BookletError, match="too long for a QR code"):
        code_of("x" * 5000)
    with pytest.raises(PictureError, match="typst cannot make the booklet"):
        render(Booklet("T", "", (), (replace(entries(1)[0], picture="no picture"),)))
