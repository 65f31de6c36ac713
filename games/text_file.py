"""Text files of a bounded size."""

from __future__ import annotations

from pathlib import Path

from litslab.games.errors import RecordError, expect
from litslab.games.files import TooLargeError, read_at_most

LARGEST_RECORD = 1_000_000
"""Size of the largest record in bytes; a game on the largest board takes a fifth of it."""


def check_length(text: str, name: str, kind: str) -> None:
    """Raise unless a value is a text that is short enough for a record.

    Parameters
    ----------
    text : str
        The text.
    name : str
        Its name in errors.
    kind : str
        Its kind in errors, such as ``record``.

    Raises
    ------
    OptionError
        If it is no text.
    RecordError
        If it is too long.
    """
    if len(expect(text, str, f"the text of a {kind}")) > LARGEST_RECORD:
        raise RecordError(
            name, f"{len(text):,} characters: expected at most {LARGEST_RECORD:,} for a {kind}"
        )


def read_text(path: Path, most: int = LARGEST_RECORD) -> str:
    """Return the text of a file.

    Parameters
    ----------
    path : Path
        The file.
    most : int
        The size of the largest file in bytes.

    Raises
    ------
    RecordError
        If it cannot be read, is larger, or is not in UTF-8.
    """
    try:
        with path.open("rb") as stream:
            data = read_at_most(stream, most)
        return data.decode().replace("\r\n", "\n").replace("\r", "\n")
    except TooLargeError as error:
        raise RecordError(str(path), str(error)) from None
    except OSError as error:
        raise RecordError(str(path), f"cannot read it: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RecordError(str(path), "not a text in UTF-8") from None
    except ValueError as error:  # a name with a null character
        raise RecordError(repr(str(path)), f"cannot read it: {error}") from None
