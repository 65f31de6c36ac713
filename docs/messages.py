"""The catalogues of translations: extract the messages of the source, merge them into ``locale``,
and compile.

``make messages`` runs this after a change of texts, and says what is new. `docs/translating.md`
describes the catalogues.
"""

from __future__ import annotations

import io
import json
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from gettext import c2py
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from litslab.games.language import ENGLISH, LANGUAGES, LOCALE
from litslab.games.registry import GAMES
from litslab.games.rule_text import with_texts

ROOT = Path(__file__).resolve().parents[1]
STATIC = ROOT / "app" / "web" / "static"

LIBRARY = "litslab"
PAGE = "page"

KEYWORDS: dict[str, Any] = {"tr": None, "trn": (1, 2), "mark": None, "option": (2,)}
"""The functions that take messages, in Python and in JavaScript: `trn` takes singular and plural,
`option` a help.
"""

SOURCES = {
    LIBRARY: [
        (["games", "solver", "puzzles", "analysis", "app"], "*.py", "python"),
        (["puzzles", "analysis"], "*.j2", "jinja2"),
        (["games/rule_texts", "puzzles"], "*.toml", "toml"),
        (["puzzles/collection"], "*.tsv", "packs"),
    ],
    PAGE: [
        (["app/web/static", "app/web/browser"], "*.js", "javascript"),
        (["app/web/static"], "index.html", "html"),
        (["app/web/static"], "results.json", "json"),
    ],
}
"""Folders, files and the kind of extraction by catalogue."""

CATALOGUES = [
    (language, domain) for language in LANGUAGES if language != ENGLISH for domain in SOURCES
]

TEXT_ATTRIBUTES = {"aria-label", "title"}
"""The attributes of HTML that people read or hear."""

_HEADER = "# {language} messages of litslab ({domain}). See docs/translating.md."
_FIRST = datetime(2026, 11, 26, tzinfo=UTC)
"""A date that stays, so that a catalogue changes with its messages alone."""

PLURAL_TABLE = 200
"""For how many numbers the page's catalogue lists the plural form: every rule repeats after 100
from there on.
"""

Text = str | tuple[str, ...]
"""A message in English, or its singular and plural."""


def messages(domain: str) -> dict[Text, list[str]]:
    """Return the messages of the source for a catalogue, each with the files that hold it."""
    found: dict[Text, list[str]] = {}
    for folders, pattern, kind in SOURCES[domain]:
        for path in sorted(path for folder in folders for path in (ROOT / folder).rglob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            for message in dict.fromkeys(_extracted(path, kind)):
                found.setdefault(message, []).append(name)
    if domain == LIBRARY:
        for message in _option_texts():
            found.setdefault(message, ["games/registry.py"])
    return found


def _option_texts() -> Iterator[str]:
    """Yield the names, meanings and values of the games' options, which reports show."""
    for rules in GAMES.values():
        for each in rules.options():
            if not each.metadata["setup"]:
                yield from (
                    each.name.replace("_", " "),
                    each.metadata["help"],
                    *(each.metadata["choices"] or ()),
                )


def _extracted(path: Path, kind: str) -> Iterator[Text]:
    text = path.read_text(encoding="utf-8")
    if kind in {"toml", "json"}:
        found: list[str] = []
        with_texts(tomllib.loads(text) if kind == "toml" else json.loads(text), found.append)
        yield from found
    elif kind == "packs":
        for line in text.splitlines():
            if line.startswith("pack\t"):
                yield from line.split("\t")[3:]
    elif kind == "html":
        yield from _Texts(text).found
    else:
        method: Any = "jinja2.ext:babel_extract" if kind == "jinja2" else kind
        options = {"parse_template_string": "true"} if kind == "javascript" else {}
        for _, message, _, _ in extract(
            method, io.BytesIO(text.encode()), KEYWORDS, options=options
        ):
            if message:
                yield message


class _Texts(HTMLParser):
    """The texts of the body of an HTML document, and those of its attributes, without the elements
    that are marked ``translate="no"``.
    """

    def __init__(self, document: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._left_out: list[str] = []  # the open elements from the marked one on
        self.feed(document.partition("<body>")[2])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._left_out or ("translate", "no") in attrs:
            self._left_out.append(tag)
            return
        self.found += [value for name, value in attrs if name in TEXT_ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        if self._left_out:
            self._left_out.pop()

    def handle_data(self, data: str) -> None:
        if not self._left_out and any(character.isalpha() for character in data):
            self.found.append(" ".join(data.split()))


def catalogue_path(language: str, domain: str) -> Path:
    """Return where the catalogue of a language is."""
    return LOCALE.resolve() / language / "LC_MESSAGES" / f"{domain}.po"


def load(language: str, domain: str) -> Catalog:
    """Return the catalogue of a language; an empty one where there is none yet."""
    path = catalogue_path(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain, abort_invalid=True)


def merged(language: str, domain: str) -> Catalog:
    """Return the catalogue of a language with exactly the messages of the source, and the
    translations it has.
    """
    known = load(language, domain)
    comment = _HEADER.format(language=LANGUAGES[language], domain=domain)
    catalogue = Catalog(
        locale=language,
        domain=domain,
        header_comment=comment,
        project="litslab",
        creation_date=_FIRST,
        revision_date=_FIRST,
        last_translator="the litslab developers",
        language_team="the litslab developers",
        fuzzy=False,
    )
    for message, places in sorted(
        messages(domain).items(), key=lambda item: (item[1][0], str(item[0]))
    ):
        before = known.get(message if isinstance(message, str) else message[0])
        string: Any = before.string if before else ""
        if isinstance(message, str) != isinstance(string, str):
            string = "" if isinstance(message, str) else ("",) * catalogue.num_plurals
        catalogue.add(message, string, [(place, 0) for place in places])
    return catalogue


def missing(catalogue: Catalog) -> list[str]:
    """Return the messages that have no translation."""
    return [str(each.id) for each in catalogue if each.id and not _is_translated(each)]


def _is_translated(message: Message) -> bool:
    return bool(message.string and all(message.string))


def po_bytes(catalogue: Catalog) -> bytes:
    """Return a catalogue as the text of a ``.po`` file."""
    file = io.BytesIO()
    write_po(file, catalogue, width=110, include_lineno=False)
    return file.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    """Return a catalogue compiled for gettext."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def page_json(catalogue: Catalog) -> str:
    """Return a catalogue compiled for the page: its messages, and the plural form of
    each number.
    """
    texts = {}
    for each in catalogue:
        if each.id and _is_translated(each):
            texts[each.id if isinstance(each.id, str) else each.id[0]] = each.string
    rule = c2py(catalogue.plural_expr)
    content = {
        "plurals": "".join(str(rule(number)) for number in range(PLURAL_TABLE)),
        "messages": texts,
    }
    return json.dumps(content, ensure_ascii=False, indent=0, separators=(",", ":")) + "\n"


def files() -> dict[Path, bytes]:
    """Return all files of the catalogues: as text, compiled for gettext, and compiled
    for the page.
    """
    found = {}
    for language, domain in CATALOGUES:
        catalogue = merged(language, domain)
        path = catalogue_path(language, domain)
        found[path] = po_bytes(catalogue)
        if domain == LIBRARY:
            found[path.with_suffix(".mo")] = mo_bytes(catalogue)
        else:
            found[STATIC / f"{language}.json"] = page_json(catalogue).encode()
    return found


def main() -> None:
    """Write the catalogues, and print what has no translation."""
    for path, content in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for language, domain in CATALOGUES:
        new = missing(load(language, domain))
        print(f"{language}, {domain}: {len(new)} without a translation", *new, sep="\n  ")


if __name__ == "__main__":
    main()
