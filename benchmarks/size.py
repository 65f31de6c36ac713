"""The size of the code: lines and tokens by folder and language, and the files that one ``solve``
goes through.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pygments.lexer import Lexer
from pygments.lexers import CppLexer, CssLexer, HtmlDjangoLexer, JavascriptLexer, TypstLexer
from pygments.token import Comment

from benchmarks.measure import print_table

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("games", "kernel", "jobs", "solver", "puzzles", "analysis", "app", "litslab")
SCRIPTS = ("benchmarks", "docs", "tools")
ROOMS = (*PRODUCT, *SCRIPTS, "tests")
REQUEST = ("solve", str(ROOT / "docs" / "examples" / "taiji-9.toml"), "--at", "26")

PYTHON = "Python"
LANGUAGES = {
    ".py": PYTHON,
    ".pyi": PYTHON,
    ".cpp": "C++",
    ".hpp": "C++",
    ".c": "C++",
    ".js": "JavaScript",
    ".mjs": "JavaScript",
    ".css": "CSS",
    ".html": "HTML",
    ".j2": "HTML",
    ".typ": "Typst",
}
"""The language of a file by the end of its name; data and texts are not code."""

_LEXERS: dict[str, Lexer] = {
    "C++": CppLexer(),
    "JavaScript": JavascriptLexer(),
    "CSS": CssLexer(),
    "HTML": HtmlDjangoLexer(),
    "Typst": TypstLexer(),
}
_DIRECTIVES = (Comment.Preproc, Comment.PreprocFile)
"""What Pygments counts among the comments although it is code: ``#include``, ``{{``."""

_LAYOUT = {
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
}

_ENTERED = """
import sys, threading
files = set()
def enter(frame, event, argument):
    if event == "call" and frame.f_code.co_name != "<module>":
        files.add(frame.f_code.co_filename)
sys.setprofile(enter)
threading.setprofile(enter)
from litslab.app.cli import main
main(sys.argv[1:])
sys.setprofile(None)
print(*sorted(files), sep="\\n", file=sys.stderr)
"""


@dataclass(frozen=True)
class Size:
    """How much code a text holds, without comments, docstrings and empty lines."""

    lines: int = 0
    tokens: int = 0

    def __add__(self, other: Size) -> Size:
        """Return the size of both together."""
        return Size(self.lines + other.lines, self.tokens + other.tokens)

    @property
    def tokens_a_line(self) -> float:
        """The density of the code."""
        return self.tokens / self.lines if self.lines else 0.0


def size_of(source: str, language: str = PYTHON) -> Size:
    """Return how many tokens of code a text has, and on how many lines they stand."""
    spans = list(_python_tokens(source) if language == PYTHON else _tokens(source, language))
    lines = {line for span in spans for line in span}
    return Size(len(lines), len(spans))


def _python_tokens(source: str) -> Iterator[range]:
    """Yield the lines of each token that is neither layout nor a comment nor a docstring."""
    begins = True  # a string that begins a statement, and is all of it, is a docstring
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for number, token in enumerate(tokens):
        if token.type in _LAYOUT:
            begins = True
        elif token.type not in {tokenize.COMMENT, tokenize.ENDMARKER}:
            ends = tokens[number + 1].type == tokenize.NEWLINE
            is_docstring = token.type == tokenize.STRING and begins and ends
            begins = False
            if not is_docstring:
                yield range(token.start[0], token.end[0] + 1)


def _tokens(source: str, language: str) -> Iterator[range]:
    """Yield the lines of each token of another language that is neither a comment nor blank."""
    for start, kind, text in _LEXERS[language].get_tokens_unprocessed(source):
        is_comment = kind in Comment and kind not in _DIRECTIVES
        code = text.strip()
        if code and not is_comment:
            first = source.count("\n", 0, start + text.index(code))
            yield range(first, first + code.count("\n") + 1)


def sizes(root: Path) -> dict[tuple[str, str], Size]:
    """Return the size of the tracked code of a checkout by folder and language."""
    found: defaultdict[tuple[str, str], Size] = defaultdict(Size)
    for path in _tracked(root):
        room = path.parts[0]
        language = LANGUAGES.get(path.suffix)
        is_sample = room == "docs" and language != PYTHON
        if language is not None and not is_sample and (root / path).is_file():
            found[room, language] += size_of((root / path).read_text(encoding="utf-8"), language)
    return dict(found)


def _tracked(root: Path) -> list[Path]:
    command = ["git", "ls-files", *ROOMS]
    listed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=root)
    return [Path(line) for line in listed.stdout.splitlines()]


def files_entered(*arguments: str) -> list[str]:
    """Return the files of the package in which a command line calls functions, not those that it
    only imports.
    """
    done = subprocess.run(
        [sys.executable, "-c", _ENTERED, *arguments],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    paths = {Path(line).resolve() for line in done.stderr.splitlines()}
    rooms = {ROOT / room for room in ROOMS}
    return sorted(str(path.relative_to(ROOT)) for path in paths if rooms & set(path.parents))


def main() -> None:
    """Print the sizes by folder and by language, the sums and the number of files entered."""
    found = sizes(ROOT)
    by_room = {room: _total(found, [room]) for room in ROOMS}
    rows = [(room, *_cells(size)) for room, size in by_room.items()]
    print_table("code by folder", ("folder", "lines", "tokens", "tokens a line"), rows)

    for title, rooms in (("product", PRODUCT), ("scripts", SCRIPTS), ("tests", ("tests",))):
        rows = []
        for language in dict.fromkeys(LANGUAGES.values()):
            size = _total(found, rooms, language)
            if size.tokens:
                rows.append((language, *_cells(size)))
        rows.append(("all", *_cells(_total(found, rooms))))
        print_table(f"{title} by language", ("language", "lines", "tokens", "tokens a line"), rows)

    print(f"`litslab solve` goes through {len(files_entered(*REQUEST))} files of the package")


def _total(
    found: dict[tuple[str, str], Size], rooms: Iterable[str], language: str | None = None
) -> Size:
    chosen = set(rooms)
    sizes_of_both = (
        size
        for (room, its_language), size in found.items()
        if room in chosen and language in {None, its_language}
    )
    return sum(sizes_of_both, Size())


def _cells(size: Size) -> tuple[str, str, str]:
    return f"{size.lines:,}", f"{size.tokens:,}", f"{size.tokens_a_line:.1f}"
