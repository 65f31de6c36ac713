"""Commands about endgame studies: ``study generate``, ``check``, ``book`` and ``collection``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.options import JsonLines, Option, documented
from litslab.app.cli.shared import GameChoice, finish, read_record
from litslab.app.cli.values import read_day, table_size
from litslab.app.console import DONE, LIMIT, NEGATIVE, complain, showing

if TYPE_CHECKING:
    from litslab.puzzles.studies.collection import CollectedStudy


@documented(
    """Generate studies: positions from the endgames of played games in which exactly one move wins.

    Parameters
    ----------
    plies : N
        Length of the principal variation (plies).
    count
        Number of studies.
    surprise
        Require that every greedy move loses.
    players : PLAYER,…
        Players of the games, chosen at random: PLAYERS.
    output : DIR
        Write to this folder; an interrupted run is resumed.
    stats
        Show why candidates were rejected.

    Examples
    --------
    litslab study generate battle-of-lits --plies 6 -n 3 --seed 1 -o studies
    litslab study generate wythe --size 6 --plies 5 --players mcts:500 --json
    """
)
def generate(
    chosen: GameChoice,
    *,
    plies: int = 8,
    count: Annotated[int, Option(most=100000)] = 1,
    surprise: bool = True,
    players: str = "random,greedy,mcts",
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    output: Path | None = None,
    time_limit: float | None = None,
    engine: str | None = None,
    stats: bool = False,
    json: JsonLines = False,
) -> int:
    from contextlib import closing

    names = tuple(name for name in players.split(",") if name)
    spec = ll.StudySpec(chosen.rules(), plies, surprise=surprise, players=names, engine=engine)
    found = 0
    kept = 0
    nodes = 0
    wanted = documents.texts.counted(count, "study")
    rejected: Counter[str] = Counter()
    try:
        with showing("searching", keeps=True) as progress:
            results = ll.generate_studies(
                spec,
                count,
                seed=seed,
                workers=workers,
                scheduler=scheduler,
                folder=output,
                time_limit=time_limit,
                progress=progress,
            )
            with closing(results):
                for generated in results:
                    found += generated.found
                    kept += generated.existing
                    nodes += generated.nodes
                    rejected.update(generated.rejected)
                    if generated.record is not None:
                        path = None if output is None else output / f"{generated.task.name}.toml"
                        finish(
                            documents.studies.StudyDocument.of(generated.record, path), json=json
                        )
    except KeyboardInterrupt:
        if not found:
            raise
    if stats and json:
        reasons = dict(rejected.most_common())
        summary = documents.studies.StudySummary(
            found=found, kept=kept, wanted=count, rejected=reasons, nodes=nodes
        )
        finish(documents.studies.StudyStatistics(summary=summary), json=True)
    elif stats:
        typer.echo(
            f"{found} of {wanted}, {kept} of them already existed; nodes: {nodes:,}", err=True
        )
        for reason, number in rejected.most_common():
            typer.echo(f"  {number:>6,} {reason}", err=True)
    elif found < count:
        complain(f"stopped after {found} of {wanted}", LIMIT)
    return LIMIT if found < count else DONE


@documented(
    """Prove that a record's last position is a study and that the record describes it correctly.

    Parameters
    ----------
    refutations
        Show the reply that refutes each wrong move, with a variation.
    second
        Confirm the winning moves with a second engine.

    Examples
    --------
    litslab example -o examples
    litslab study check examples/studies/wythe-*-0001.toml --refutations
    litslab study check examples/studies/wythe-*-0002.toml --second reference
    """
)
def check(
    record: Path,
    *,
    at: int | None = None,
    refutations: bool = False,
    time_limit: float | None = None,
    engine: str | None = None,
    second: Annotated[str | None, Option(choices="litslab.solver.engines.registry:ENGINES")] = None,
    memory: int = 256,
    constructed: bool = False,
    json: bool = False,
) -> int:
    from litslab.puzzles.studies.study import check_study
    from litslab.solver.engines.limit import Limit

    loaded = read_record(record, constructed=constructed)
    position = loaded.position(at)
    with showing("proving") as progress:
        found = check_study(
            loaded,
            at,
            Limit(time_limit),
            engine=engine,
            second=second,
            memory=table_size(memory),
            refutations=refutations,
            progress=progress,
        )
    finish(
        documents.studies.StudyCheckDocument.of(position, found, refutations=refutations), json=json
    )
    if found.wrong:
        return NEGATIVE
    return DONE if found.complete else LIMIT


@documented(
    """Make a booklet of endgame studies, with the winning moves at the end; every study is proved
    first.

    Parameters
    ----------
    studies : PATH…
        Records of studies, or folders of them.
    output
        Write the booklet to this .pdf file.
    title
        Title on the cover page.

    Examples
    --------
    litslab example -o examples
    litslab study book examples/studies -o studies.pdf
    litslab study book examples/studies/wythe-*.toml --title Wythe -o wythe.pdf
    """
)
def study_book(
    studies: list[Path],
    *,
    output: Path,
    json: bool = False,
    **options: Annotated[Any, "litslab.puzzles.studies.book:study_book"],
) -> None:
    with showing("making the booklet"):
        booklet = ll.study_book(studies, output, **options)
    finish(
        documents.studies.StudyBookDocument(path=str(output), studies=len(booklet.entries)),
        json=json,
    )


@documented(
    """List the endgame studies that come with litslab, or print the record of one.

    Parameters
    ----------
    number
        Print the record of this study; all are listed if not given.

    Examples
    --------
    litslab study collection
    litslab study collection 1
    litslab study collection --day 2026-11-24 --json
    """
)
def study_collection(
    number: int | None = None,
    *,
    day: str | None = None,
    json: bool = False,
) -> None:
    from litslab.puzzles.studies.collection import study

    chosen: tuple[CollectedStudy, ...]
    if number is not None:
        chosen = (study(number),)
    elif day is not None:
        chosen = (ll.study_of_the_day(read_day(day)),)
    else:
        chosen = ll.study_collection()
    whole = number is None and day is None
    document = documents.studies.StudyCollectionDocument.of(chosen)
    finish(document, json=json, lines=document.lines(whole=whole))
