"""A game report in a folder, with one call: played, put together and written."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from litslab.analysis.report import context
from litslab.analysis.report.build import Built, build
from litslab.analysis.report.model import Block, Figure, Kind, Report, Table
from litslab.analysis.style import texts_in
from litslab.games.files import FileError, as_path, failing_to, refuse_overwriting, write_new
from litslab.games.language import ENGLISH, language, mark, tr
from litslab.games.record import AnyRules, Record, as_rules, dumps
from litslab.jobs.child import processors
from litslab.jobs.folder import ResumableFolder
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.jobs.tasks import check_address

PICTURES = "pictures"
"""The folder of the pictures, next to the text."""


def to_markdown(report: Report) -> str:
    """Return a report as Markdown with tables; the pictures are expected as ``pictures/NAME.svg``."""
    facts: list[tuple[str, ...]] = [("", "", "", tr("how"))]
    facts += [(fact.label, fact.number.text, fact.number.spread, str(fact.number.how)) for fact in report.facts]
    verdict = [f"**{escape(claim.text)}**" for claim in report.verdict]
    parts = [f"# {escape(report.title)}", *verdict, escape(report.subtitle), _grid(facts)]
    for section in report.sections:
        parts.append(f"## {escape(section.title)}")
        parts += [_block(block) for block in section.blocks]
    return "\n\n".join([*parts, "---", escape(report.colophon)]) + "\n"


def escape(text: str) -> str:
    r"""Return a text so that Markdown shows it as it is, on one line.

    Examples
    --------
    >>> print(escape("a*b | <c>"))
    a\*b \| &lt;c&gt;
    """
    plain = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    marked = re.sub(r"([\\`*_{}\[\]|~])", r"\\\1", plain)
    return re.sub(r"^([#+-]|\d+[.)])(?=\s)", r"\\\1", marked)


def _block(block: Block) -> str:
    match block:
        case Table():
            head = [(*block.columns, tr("how"))]
            body = [(row.label, *(_cell(n.text, n.spread) for n in row.numbers), row.how) for row in block.rows]
            return f"**{escape(block.caption)}**\n\n{_grid([*head, *body])}"
        case Figure():
            caption = escape(block.caption)
            return f"![{caption}]({PICTURES}/{block.name}.svg)\n\n*{caption}*"
        case _:
            return escape(block)


def _cell(text: str, spread: str) -> str:
    return tr("{text} ({note})", text=text, note=spread) if spread else text


def _grid(rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(map(escape, row)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


KINDS = {
    Kind.RULE: mark("counted by the rules"),
    Kind.EXACT: mark("proved"),
    Kind.BOUND: mark("a proved bound"),
    Kind.SIMULATED: mark("measured in games, with a 95 % interval"),
    Kind.ESTIMATE: mark("estimated by the method named"),
}
"""The meanings of the kinds of numbers, for the legend."""


def to_html(report: Report) -> str:
    """Return a report as a whole HTML document in the language in use; every text in it is escaped."""
    environment = Environment(
        loader=PackageLoader("litslab.analysis.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters["data_url"] = data_url
    environment.globals["tr"] = tr
    environment.tests["table"] = lambda block: isinstance(block, Table)
    environment.tests["figure"] = lambda block: isinstance(block, Figure)
    return environment.get_template("page.html.j2").render(report=report, kinds=KINDS, language=language())


def data_url(svg: str) -> str:
    """Return an SVG document as a URL that contains it."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


PAGE, TEXT = "index.html", "report.md"


def check_folder(folder: Path, *, force: bool) -> None:
    """Raise if a report cannot be written, before minutes of work.

    Raises
    ------
    WouldOverwriteError
        If a report exists and `force` is not given.
    FileError
        If the folder is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise FileError(f"cannot write to {folder}: it is not a folder")
    for name in (PAGE, TEXT, PICTURES):
        refuse_overwriting(folder / name, force)


def write(report: Report, folder: Path, *, force: bool = False) -> tuple[Path, ...]:
    """Write a report and return the files: the page, the Markdown and the pictures.

    Parameters
    ----------
    report : Report
        The report.
    folder : Path
        The folder, which is created if it is missing.
    force : bool
        Whether to replace existing files.

    Raises
    ------
    FileError
        If a file exists and `force` is not given, or cannot be written.
    """
    files = {folder / PAGE: to_html(report), folder / TEXT: to_markdown(report)}
    files |= {folder / PICTURES / f"{figure.name}.svg": figure.svg for figure in report.figures}
    with failing_to(f"make {folder}"):
        (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        write_new(path, text, force)
    return tuple(files)


def report(
    rules: AnyRules, folder: str | Path, *, quick: bool = False, seed: int = 0, time_limit: float | None = None,
    workers: int | None = None, scheduler: str | None = None, force: bool = False, counts: bool = False,
    lang: str = ENGLISH, progress: OnProgress = ignore_progress,
) -> Built:  # fmt: skip
    """Report on a game: length, balance, openings, swap, exact values of small boards; as a page and as Markdown.

    Ctrl-C ends it with what is finished.

    Parameters
    ----------
    rules : Rules or str
        The game or its name, as for `solver.finals.maximal.count_finals`. Battle of LITS is played on its board if it
        has symbols, else on many random boards.
    folder : str or Path
        The folder of the report, which is created if it is missing.
    quick : bool
        Whether to play fewer games: it then takes less than a minute.
    seed : int
        Random seed. The same seed plays the same games; their number depends on the time available.
    time_limit : float, optional
        Wall-clock time in seconds: 270 by default, or 45 with `quick`.
    workers : int, optional
        Number of games at a time; one per processor by default.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers play instead.
    force : bool
        Whether to replace an existing report.
    counts : bool
        Whether to show openings with the numbers of their games.
    lang : str
        The language of the texts, such as ``ja``.
    progress : callable, optional
        Receives the name of each part when it begins.

    Raises
    ------
    WouldOverwriteError
        If a report exists and `force` is not given.
    FileError
        If the folder cannot be written to.
    WorkerError
        If the cluster cannot be used.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     rules = ll.new_game("taiji", size=3).rules
    ...     made = ll.report(rules, folder, quick=True, time_limit=1, workers=1, force=True)
    ...     made.report.title, made.files[0].name, made.missing
    ('TAIJI 3×3', 'index.html', ())
    """
    rules, folder = as_rules(rules), as_path(folder)
    check_folder(folder, force=force)
    check_address(scheduler)
    budget = context.budget_for(rules, context.QUICK if quick else context.FULL, time_limit)
    # The folder is removed at the end. The same report resumes from one that a killed process left; others empty it.
    manifest = json.dumps({"record": dumps(Record(rules, ())), "seed": seed}, ensure_ascii=False)
    with texts_in(lang):
        with ResumableFolder(folder / ".games", manifest, contents="games", temporary=True) as games:
            built = build(
                rules, budget, seed=seed, workers=workers or processors(), folder=games.path, counts=counts,
                scheduler=scheduler, progress=progress,
            )  # fmt: skip
        return replace(built, files=write(built.report, folder, force=force))
