"""The lines and tokens that count as code, and the files that a command goes through."""

from __future__ import annotations

from benchmarks.size import Size, size_of

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


def test_comments_docstrings_and_empty_lines_of_python_are_no_code() -> None:
    lines = ["import", "LONG", "a value", "def", "value: int", ") ->", "return"]
    tokens = "import os LONG = '' def one ( value : int , ) -> int : return value"
    assert size_of(SOURCE) == Size(len(lines), len(tokens.split()))
    assert size_of("") == size_of("# only this\n") == Size()


def test_of_other_languages_comments_are_no_code_and_texts_are() -> None:
    cpp = """// one
#include <a>
/* two
lines */
const char* address = "http://a";  // and why

"""
    assert size_of(cpp, "C++").lines == 2
    assert size_of("const a = `\n// text\n`;\n// none\n", "JavaScript").lines == 3
    assert size_of("const a = b + 1; // why\n", "JavaScript") == Size(1, 7)
    assert size_of("<!-- none\n -->\n<a>\n{# none #}\n{{ b }}\n", "HTML").lines == 2
    assert size_of("/* none */\na {\n  color: red;\n}\n", "CSS") == Size(3, 7)
    assert size_of("// none\n#let a = 1\n", "Typst").lines == 1


def test_sizes_are_added_and_divided() -> None:
    both = Size(1, 6) + Size(2, 9)
    assert both == Size(3, 15)
    assert both.tokens_a_line == 5
    assert Size().tokens_a_line == 0
