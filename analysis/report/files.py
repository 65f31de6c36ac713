"""A report's files: the page, the Markdown, and the pictures that the Markdown shows."""

from __future__ import annotations

from pathlib import Path

from litslab.analysis.report.markdown import PICTURES, to_markdown
from litslab.analysis.report.model import Report
from litslab.analysis.report.page import to_html
from litslab.games.files import FileError, refuse_overwriting, write_new

PAGE, TEXT = "index.html", "report.md"


def check_folder(folder: Path, *, force: bool) -> None:
    """Raise where a report cannot be written: for a command to find out before it works for minutes.

    Raises
    ------
    WouldOverwriteError
        If there is a report already and `force` is not given.
    FileError
        If the folder is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise FileError(f"cannot write to {folder}: it is not a folder")
    if not force:
        for name in (PAGE, TEXT, PICTURES):
            refuse_overwriting(folder / name)


def write(report: Report, folder: Path, *, force: bool = False) -> tuple[Path, ...]:
    """Write a report and return the files: the page, the Markdown and the pictures.

    Parameters
    ----------
    report : Report
        The report.
    folder : Path
        Is made where it is missing.
    force : bool
        Whether files that are there already may be replaced.

    Raises
    ------
    FileError
        If a file is there already and `force` is not given, or cannot be written.
    """
    files = {folder / PAGE: to_html(report), folder / TEXT: to_markdown(report)}
    files |= {folder / PICTURES / f"{figure.name}.svg": figure.svg for figure in report.figures}
    try:
        (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot make {folder}: {error.strerror or error}") from error
    for path, text in files.items():
        write_new(path, text, force)
    return tuple(files)
