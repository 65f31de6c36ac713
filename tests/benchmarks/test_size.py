"""The lines that count as code, and the files that a command goes through."""

from __future__ import annotations

from benchmarks.size import code_lines

SOURCE = '''"""A docstring
of two lines."""

import os  # with a comment

# a comment
LONG = """no docstring,
but a value"""


def one(
    value: int,
) -> int:
    """A docstring."""
    "another string by itself"
    return value
'''


def test_comments_docstrings_and_empty_lines_are_no_code() -> None:
    assert code_lines(SOURCE) == len(["import", "LONG", "a value", "def", "value: int", ") ->", "return"])
    assert code_lines("") == code_lines("# only this\n") == 0


def test_of_other_languages_lines_of_comments_are_no_code_and_texts_are() -> None:
    cpp = '// one\n#include <a>\n/* two\nlines */\nconst char* address = "http://a";  // and why\n\n'
    assert code_lines(cpp, "C++") == 2
    assert code_lines("const a = `\n// text\n`;\n// none\n", "JavaScript") == 3
    assert code_lines("<!-- none\n -->\n<a>\n{# none #}\n/* none */\n", "templates") == 1
