"""The catalogues of translations: complete, with the placeholders of the English texts, and
compiled.
"""

import json
import re
from functools import cache

import pytest
from babel.messages.catalog import Message

from docs import messages
from litslab.games.language import (
    ENGLISH,
    LANGUAGES,
    chosen_from,
    language,
    sentence_case,
    tr,
    trn,
    using,
)
from litslab.games.rule_text import rule_text

files = cache(messages.files)
"""What the files of the catalogues should hold, made once, and by none that only lists tests."""

PLACEHOLDER = re.compile(r"\{\w*[^{}]*\}")


def translations(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


@pytest.mark.parametrize(("code", "domain"), messages.CATALOGUES)
def test_every_message_is_translated_with_its_placeholders(code: str, domain: str) -> None:
    catalogue = messages.load(code, domain)
    assert set(messages.messages(domain)) == {each.id for each in catalogue if each.id}, (
        "run `make messages`"
    )
    assert not messages.missing(catalogue)
    for each in catalogue:
        if not each.id:
            continue
        assert not each.fuzzy, each.id
        english = [each.id] if isinstance(each.id, str) else each.id
        # A form for one thing alone need not name the number.
        placeholders = [set(PLACEHOLDER.findall(text)) for text in english]
        assert len(translations(each)) == (1 if isinstance(each.id, str) else catalogue.num_plurals)
        for text in translations(each):
            assert set(PLACEHOLDER.findall(text)) in placeholders, (each.id, text)


def test_the_files_follow_from_the_catalogues() -> None:
    outdated = [path.name for path, text in files().items() if path.read_bytes() != text]
    assert outdated == [], "run `make messages`"


def test_a_language_is_used_within_its_block_alone() -> None:
    text = rule_text("wythe").sections[0].text
    with using("ja"):
        assert rule_text("wythe").sections[0].text != text
        assert language() == "ja"
        assert sentence_case("a1の部屋") == "a1の部屋"
        assert tr("no catalogue has this {thing}", thing="text") == "no catalogue has this text"
    assert language() == ENGLISH
    assert sentence_case("the region") == "The region"
    assert trn("{count} step", "{count} steps", 2) == "2 steps"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["ja_JP.UTF-8"], "ja"),
        (["ja-JP", "en"], "ja"),
        (["fr", "ja"], "ja"),
        (["C"], "en"),
        (["japanese"], "en"),
        ([], "en"),
    ],
)
def test_the_first_known_language_is_chosen(names: list[str], expected: str) -> None:
    assert chosen_from(*names) == expected


def test_the_page_knows_the_same_languages_and_plurals() -> None:
    source = (messages.STATIC / "language.js").read_text(encoding="utf-8")
    assert re.search(r"LANGUAGES = (\[.*?\])", source)[1] == json.dumps(list(LANGUAGES))  # type: ignore[index]
    document = (messages.STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<option\s+value="(\w+)"\s+lang="\1"\s*>', document) == list(LANGUAGES)
    page = json.loads(files()[messages.STATIC / "ja.json"])
    assert page["plurals"] == "0" * messages.PLURAL_TABLE
    assert page["messages"]
