"""Numbers as words of a command line: units, ranges, and what is refused."""

from __future__ import annotations

import pytest

from litslab.app.cli.numbers import NumberReader
from tests.app.command_line import Runner

SECONDS = NumberReader(whole=False, least=0, metavar="SECONDS")
SIZE = NumberReader(whole=True, least=1, most=1 << 20, metavar="MIB")
COUNT = NumberReader(whole=True)


@pytest.mark.parametrize(
    ("read", "word", "number"),
    [
        (SECONDS, "90", 90),
        (SECONDS, "90s", 90),
        (SECONDS, "1m", 60),
        (SECONDS, "1.5 min", 90),
        (SECONDS, "2H", 7200),
        (SECONDS, "1e-3", 0.001),
        (SECONDS, ".5", 0.5),
        (SIZE, "512", 512),
        (SIZE, "512M", 512),
        (SIZE, "512MiB", 512),
        (SIZE, "1G", 1024),
        (SIZE, "1.5g", 1536),
        (COUNT, "-7", -7),
        (COUNT, "+3", 3),
        (COUNT, "1" * 30, int("1" * 30)),
        (COUNT, 5, 5),
    ],
)
def test_a_number_is_read_with_its_unit(
    read: NumberReader,
    word: object,
    number: float,
) -> None:
    found = read(word)
    assert found == number
    assert isinstance(found, int) or not read.whole


@pytest.mark.parametrize(
    ("read", "word"),
    [
        *((SECONDS, word) for word in ("", "s", "1x", "-3", "nan", "inf", "1e999", "1 m m", "٣")),
        *((SIZE, word) for word in ("0", "1.5", "1025G", "1s", "1K", "0.3G")),
        *((COUNT, word) for word in ("a", "1.5", "1s", "1_000", "1" * 5000)),
    ],
)
def test_other_words_are_refused_with_what_was_expected(read: NumberReader, word: str) -> None:
    with pytest.raises(ValueError, match=r"expected a (whole )?number"):
        read(word)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--time-limit 1x", "a number of seconds, 0 or more, such as 90, 90s or 1m"),
        ("--memory 1X", "a whole number of MiB, 1 to 1,048,576, such as 512, 512M or 1G"),
        ("--threads 2.5", "a whole number, 1 to 256"),
        ("--at x", "a whole number"),
    ],
)
def test_commands_refuse_numbers_in_our_words(run: Runner, line: str, message: str) -> None:
    option, word = line.split()
    answer = run("solve", "record.toml", option, word)
    assert answer.status == 2
    assert answer.err.endswith(f"{word!r}: expected {message}\n")
    assert answer.err.startswith(f"litslab: Invalid value for '{option}'")
