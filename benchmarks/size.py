"""How large the code is: lines by room, and the files that one ``solve`` goes through."""

from __future__ import annotations

import io
import subprocess
import sys
import tokenize
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("games", "kernel", "jobs", "solver", "puzzles", "analysis", "app", "litslab", "benchmarks", "tests")
REQUEST = ("solve", str(ROOT / "docs" / "examples" / "taiji-9.toml"), "--at", "26")

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


def code_lines(source: str) -> int:
    """Return how many lines hold code: not those that are empty, and not those of comments and docstrings."""
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


def main() -> int:
    """Print the tables."""
    table = Table("room", "files", "lines", "lines of code")
    for room in ROOMS:
        sources = [path.read_text(encoding="utf-8") for path in sorted((ROOT / room).rglob("*.py"))]
        if not (ROOT / room).is_symlink() and sources:
            lines = sum(len(source.splitlines()) for source in sources)
            table.add_row(room, str(len(sources)), f"{lines:,}", f"{sum(map(code_lines, sources)):,}")
    console = Console()
    console.print(table)
    console.print(f"`litslab solve` goes through {len(files_entered(*REQUEST))} files of the package")
    return 0
