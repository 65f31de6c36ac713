"""Contents of a booklet of endgame studies: records as entries, and the rules of their games
(`rules.toml`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path

from litslab.games.drawing.picture_file import check_target
from litslab.games.drawing.svg import draw
from litslab.games.errors import GameError
from litslab.games.files import as_path, write_new
from litslab.games.language import ENGLISH, mark, tr, trn, using
from litslab.games.notation import format_move
from litslab.games.option_text import unusual_options
from litslab.games.record import Record
from litslab.games.result_text import value_text
from litslab.games.rule_text import rule_text
from litslab.games.sources import load
from litslab.games.study_claim import StudyClaim
from litslab.puzzles.booklet import Booklet, BookletEntry, Layout, render
from litslab.puzzles.studies.study import Proof, differences, find_refutations, prove
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.greedy import margins_after

MOST_TRIES = 3
"""How many wrong moves are refuted in print."""

TITLE = mark("Endgame studies")
"""The title where there is no other."""

TASK = mark(
    "In each position one player is to move and has exactly one winning move: after every other "
    "move the opponent wins "
    "with best play. Find the move. Levels run from 1 to 5. A program has proved every study."
)
"""Instructions for the reader, the same for all games."""

SURPRISE = mark("Beware of the moves that score most immediately: here each of them loses.")
"""Added if all studies have a surprise."""

_TEXTS = tomllib.loads(files(__package__).joinpath("rules.toml").read_text(encoding="utf-8"))

_SHARED: dict[str, str] = {name: each["text"] for name, each in _TEXTS["shared"].items()}
RULES: dict[str, str] = {name: each["text"] for name, each in _TEXTS["games"].items()}
"""The rules of the games, with the names of shared texts; another game brings its own summary."""


class StudyBookError(GameError):
    """Records that make no booklet of studies; the text is one line that says why."""


def read_studies(sources: Iterable[Path | Record]) -> list[Record]:
    """Return the studies of files and folders, those of a folder in the order of their names, and
    records themselves.

    Raises
    ------
    RecordError
        If a record cannot be read.
    StudyBookError
        If a file is no study, or a folder has no records.
    """
    studies = []
    for path in sources:
        if isinstance(path, Record):
            studies.append(path)
            continue
        found = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not found:
            raise StudyBookError(
                f"{path}: no records there: expected some that `litslab study generate` made"
            )
        for file in found:
            record = load(file)
            if record.study is None:
                raise StudyBookError(
                    f"{file}: no [study] table: expected a record that `litslab study generate` "
                    "made"
                )
            studies.append(record)
    return studies


def study_rules(studies: list[Record]) -> tuple[str, ...]:
    """Return the paragraphs of a booklet: what to do, and the rules of the games that occur."""
    rules = {record.rules.name: record.rules for record in studies}
    surprise = (
        (tr(SURPRISE),)
        if all(record.study is not None and record.study.surprise for record in studies)
        else ()
    )
    shared = {name: tr(text) for name, text in _SHARED.items()}
    known = (tr(text, **shared) for name, text in RULES.items() if name in rules)
    briefs = (
        f"{each.title}. {rule_text(name).brief}"
        for name, each in rules.items()
        if name not in RULES
    )
    return (tr(TASK), *surprise, *known, *briefs)


def study_entry(number: int, record: Record) -> BookletEntry:
    """Prove a study, and return it as an entry: the position first, the winning move with the
    solutions.
    """
    position = record.position()
    claim = record.study
    if claim is None:
        raise StudyBookError(f"study {number} has no [study] table")
    oracle = make_oracle(position.rules)
    proof = prove(oracle, position, every_winner=True)
    if mistakes := differences(record, proof):
        raise StudyBookError(f"study {number}: {'; '.join(mistakes)}")
    title = f"{position.side[:1].upper()}{position.side[1:]} to move and win"
    caption = (tr("level {level}", level=claim.level), unusual_options(record.rules))
    return BookletEntry(
        f"{number}. {tr(title)}",
        " · ".join(filter(None, caption)),
        draw(position, show_protected=False),
        draw(position, highlight=(claim.solution,), show_protected=False),
        answer="\n".join(_answer(oracle, proof, claim)),
    )


def _answer(oracle: Oracle, proof: Proof, claim: StudyClaim) -> Iterator[str]:
    """Yield the winning move, the principal variation, and what refutes the moves that score most
    at once.
    """
    position = proof.position
    margins = margins_after(position)
    write = partial(format_move, position=position)
    yield tr("{move}, {plies} plies to the end", move=write(claim.solution), plies=claim.plies)
    yield tr("Variation: {moves}", moves=" ".join(map(write, proof.line)))
    wrong = sorted(
        margins.keys() - {claim.solution}, key=lambda move: (-margins[move], write(move))
    )
    for each in find_refutations(oracle, position, wrong[:MOST_TRIES]):
        replies = (f"{write(move)}!" for move in each.line[:1])
        yield " ".join(
            (f"{write(each.move)}?", *replies, value_text(each.value, position, verb="wins"))
        )


def study_book(
    studies: str | Path | Record | Iterable[str | Path | Record],
    output: str | Path,
    *,
    title: str = TITLE,
    subtitle: str = "",
    author: str = "",
    per_page: int = 4,
    columns: int | None = None,
    paper: str = "a4",
    cover: bool = True,
    lang: str = ENGLISH,
    force: bool = False,
) -> Booklet:
    """Write a booklet of endgame studies, a PDF with the winning moves at its end.

    Parameters
    ----------
    studies : str, Path, Record or iterable of these
        Records of studies, or files or folders of them.
    output : str or Path
        The file; its name ends in ``.pdf``.
    title, subtitle, author : str
        The texts of the cover page.
    per_page : int
        Studies per page, up to 20.
    columns : int, optional
        In how many columns they are printed.
    paper : str
        ``a4``, ``a5`` or ``letter``.
    cover : bool
        Whether there is a cover page, with the position of a study from the middle.
    lang : str
        The language of its texts: ``en`` or ``ja``.
    force : bool
        Whether a file that is there already may be replaced.

    Raises
    ------
    StudyBookError
        If a file is no study or one that says something wrong, or a folder has no records.
    PictureError
        If the extra ``pictures`` is not installed.
    OptionError
        If there is no such language, or no font with its letters is installed.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     studies = [each.record for each in ll.study_collection()[:4]]
    ...     booklet = ll.study_book(studies, Path(folder) / "studies.pdf")
    >>> len(booklet.entries)
    4
    """
    target = as_path(output)
    check_target(target, force, (".pdf",))
    layout = Layout(per_page, columns, paper)
    sources = (
        studies if isinstance(studies, Iterable) and not isinstance(studies, str) else [studies]
    )
    records = read_studies(each if isinstance(each, Record) else as_path(each) for each in sources)
    with using(lang):
        entries = tuple(
            study_entry(number, record) for number, record in enumerate(records, start=1)
        )
        booklet = Booklet(
            tr(TITLE) if title == TITLE else title,
            subtitle,
            study_rules(records),
            entries,
            layout,
            author=author,
            cover=entries[len(entries) // 2].picture if cover and entries else None,
            summary=trn("{count} study", "{count} studies", len(entries)),
        )
        write_new(target, render(booklet), force)
    return booklet
