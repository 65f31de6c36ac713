"""The size of the code: lines by folder and language, and the files that one ``solve`` goes through."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from itertools import product
from pathlib import Path

from benchmarks.measure import print_table

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("games", "kernel", "jobs", "solver", "puzzles", "analysis", "app", "litslab")
SCRIPTS = ("benchmarks", "docs")
ROOMS = (*PRODUCT, *SCRIPTS, "tests")
REQUEST = ("solve", str(ROOT / "docs" / "examples" / "taiji-9.toml"), "--at", "26")

PYTHON = "Python"
LANGUAGES = {
    ".py": PYTHON, ".pyi": PYTHON, ".cpp": "C++", ".hpp": "C++", ".c": "C++", ".js": "JavaScript", ".mjs": "JavaScript",
    ".html": "templates", ".j2": "templates", ".typ": "templates", ".css": "templates",
}  # fmt: skip
"""The language of a file by the end of its name; data and texts are not code."""

_COMMENTS = {
    "C++": re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|//[^\n]*|/\*.*?\*/""", re.DOTALL),
    "JavaScript": re.compile(
        r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|//[^\n]*|/\*.*?\*/""", re.DOTALL
    ),
    "templates": re.compile(r"()(?:^\s*//[^\n]*|/\*.*?\*/|<!--.*?-->|\{#.*?#\})", re.DOTALL | re.MULTILINE),
}
"""Comments; the first group is a string, which may contain text that looks like a comment."""

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


def code_lines(source: str, language: str = PYTHON) -> int:
    """Return how many lines hold code: not those that are empty, and not those of comments and docstrings."""
    if language != PYTHON:
        code = _COMMENTS[language].sub(lambda match: match[1] or "", source)
        return sum(bool(line.strip()) for line in code.splitlines())
    lines: set[int] = set()
    between = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
    begins = True  # a string that begins a statement, and is all of it, is a docstring
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for number, token in enumerate(tokens):
        if token.type in between:
            begins = True
        elif token.type not in {tokenize.COMMENT, tokenize.ENDMARKER}:
            alone = begins and token.type == tokenize.STRING and tokens[number + 1].type == tokenize.NEWLINE
            begins = False
            if not alone:
                lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines)


def files_entered(*arguments: str) -> list[str]:
    """Return the files of the package in which a command line calls functions, not those that it only imports."""
    done = subprocess.run(
        [sys.executable, "-c", _ENTERED, *arguments], check=True, capture_output=True, text=True, cwd=ROOT
    )
    paths = {Path(line).resolve() for line in done.stderr.splitlines()}
    rooms = {ROOT / room for room in ROOMS}
    return sorted(str(path.relative_to(ROOT)) for path in paths if rooms & set(path.parents))


def main() -> None:
    """Print the table, the sums and the number of files entered."""
    lines: Counter[tuple[str, str]] = Counter()
    modules: Counter[str] = Counter()
    command = ["git", "ls-files", *ROOMS]
    listed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.splitlines()
    for path in map(Path, listed):
        room, language = path.parts[0], LANGUAGES.get(path.suffix)
        modules[room] += path.suffix == ".py"
        if language is not None and (ROOT / path).is_file() and not (room == "docs" and language != PYTHON):
            lines[room, language] += code_lines((ROOT / path).read_text(encoding="utf-8"), language)
    languages = tuple(dict.fromkeys(LANGUAGES.values()))
    rows = [(room, str(modules[room]), *(f"{lines[room, each]:,}" for each in languages)) for room in ROOMS]

    def total(*rooms: str, of: tuple[str, ...] = languages) -> str:
        return f"{sum(lines[pair] for pair in product(rooms, of)):,}"

    print_table("lines of code", ("folder", "modules", *languages), rows)
    print(
        f"product {total(*PRODUCT)}, of which Python {total(*PRODUCT, of=(PYTHON,))} in "
        f"{sum(modules[room] for room in PRODUCT)} modules; "
        f"tests {total('tests')}; benchmarks and scripts {total(*SCRIPTS)}"
    )
    print(f"`litslab solve` goes through {len(files_entered(*REQUEST))} files of the package")
