"""Commands about endgame studies: ``study generate``, ``check``, ``book`` and ``collection``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.numbers import NumberReader
from litslab.app.cli.options import (
    PLAYERS,
    AtPly,
    Author,
    BookletOutput,
    BookletTitle,
    Colouring,
    Columns,
    Constructed,
    Cover,
    Day,
    Engine,
    Flips,
    Force,
    Game,
    GameOptions,
    Groups,
    Json,
    JsonLines,
    Lang,
    Memory,
    OutputFolder,
    Paper,
    PerPage,
    RecordFile,
    Rows,
    Scheduler,
    Scoring,
    Seed,
    Size,
    Subtitle,
    Supply,
    SwapRule,
    TimeLimit,
    Tonga,
    Workers,
    one_of,
    whole_number,
)
from litslab.app.cli.shared import GameChoice, finish, read_record
from litslab.app.cli.values import read_day, table_size
from litslab.app.console import DONE, LIMIT, NEGATIVE, complain, showing

if TYPE_CHECKING:
    from litslab.puzzles.studies.collection import CollectedStudy


@command(
    "study generate",
    help="Generate studies: positions from the endgames of played games in which exactly one move "
    "wins.",
    examples=(
        "litslab study generate battle-of-lits --plies 6 -n 3 --seed 1 -o studies",
        "litslab study generate wythe --size 6 --plies 5 --players mcts:500 --json",
    ),
)
def generate(
    game: Game,
    *,
    size: Size = None,
    rows: Rows = None,
    groups: Groups = None,
    supply: Supply = None,
    scoring: Scoring = None,
    colouring: Colouring = None,
    flips: Flips = None,
    tonga: Tonga = None,
    swap: SwapRule = None,
    option: GameOptions = None,
    plies: Annotated[int, whole_number(help="Length of the principal variation (plies).")] = 8,
    count: Annotated[
        int, whole_number("-n", "--count", help="Number of studies.", least=1, most=100_000)
    ] = 1,
    surprise: Annotated[bool, typer.Option(help="Require that every greedy move loses.")] = True,
    players: Annotated[
        str,
        typer.Option(
            metavar="PLAYER,…", help=f"Players of the games, chosen at random: {PLAYERS}."
        ),
    ] = "random,greedy,mcts",
    seed: Seed = 0,
    workers: Workers = 1,
    scheduler: Scheduler = None,
    output: OutputFolder = None,
    time_limit: TimeLimit = None,
    engine: Engine = None,
    stats: Annotated[
        bool, typer.Option("--stats", help="Show why candidates were rejected.")
    ] = False,
    json: JsonLines = False,
) -> int:
    from contextlib import closing

    from litslab.app.text.parts import counted
    from litslab.app.text.studies import study_text

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    names = tuple(name for name in players.split(",") if name)
    spec = ll.StudySpec(chosen.rules(), plies, surprise=surprise, players=names, engine=engine)
    found = 0
    kept = 0
    nodes = 0
    wanted = counted(count, "study")
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
                        lines = study_text(generated.record)
                        if path is not None and generated.record.study is not None:
                            lines = iter([f"{path}: level {generated.record.study.level}"])
                        study = documents.studies.Study.of(generated.record, path)
                        finish(study, json=json, lines=lines)
    except KeyboardInterrupt:
        if not found:
            raise
    if stats and json:
        reasons = dict(rejected.most_common())
        summary = documents.studies.StudySummary(found, kept, count, reasons, nodes)
        finish(documents.studies.StudyStatistics(summary), json=True, lines=())
    elif stats:
        typer.echo(
            f"{found} of {wanted}, {kept} of them already existed; nodes: {nodes:,}", err=True
        )
        for reason, number in rejected.most_common():
            typer.echo(f"  {number:>6,} {reason}", err=True)
    elif found < count:
        complain(f"stopped after {found} of {wanted}", LIMIT)
    return LIMIT if found < count else DONE


@command(
    "study check",
    help="Prove that a record's last position is a study and that the record describes it "
    "correctly.",
    examples=(
        "litslab example -o examples",
        "litslab study check examples/studies/wythe-*-0001.toml --refutations",
        "litslab study check examples/studies/wythe-*-0002.toml --second reference",
    ),
)
def check(
    record: RecordFile,
    *,
    at: AtPly = None,
    refutations: Annotated[
        bool,
        typer.Option(
            "--refutations", help="Show the reply that refutes each wrong move, with a variation."
        ),
    ] = False,
    time_limit: TimeLimit = None,
    engine: Engine = None,
    second: Annotated[
        str | None,
        one_of(
            "litslab.solver.engines.registry:ENGINES",
            help="Confirm the winning moves with a second engine.",
        ),
    ] = None,
    memory: Memory = 256,
    constructed: Constructed = False,
    json: Json = False,
) -> int:
    from litslab.app.documents.studies import StudyVerdict
    from litslab.app.text.studies import check_text
    from litslab.games.result_json import extended
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
    answer = extended(StudyVerdict, found, position=position)
    finish(answer, json=json, lines=check_text(position, found))
    if found.wrong:
        return NEGATIVE
    return DONE if found.complete else LIMIT


@command(
    "study book",
    help="Make a booklet of endgame studies, with the winning moves at the end; every study is "
    "proved first.",
    examples=(
        "litslab example -o examples",
        "litslab study book examples/studies -o studies.pdf",
        "litslab study book examples/studies/wythe-*.toml --title Wythe -o wythe.pdf",
    ),
)
def study_book(
    studies: Annotated[
        list[Path], typer.Argument(metavar="PATH…", help="Records of studies, or folders of them.")
    ],
    *,
    output: BookletOutput,
    title: BookletTitle = "Endgame studies",
    subtitle: Subtitle = "",
    author: Author = "",
    per_page: PerPage = 4,
    columns: Columns = None,
    paper: Paper = "a4",
    cover: Cover = True,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    from litslab.app.text.parts import counted

    with showing("making the booklet"):
        booklet = ll.study_book(
            studies,
            output,
            title=title,
            subtitle=subtitle,
            author=author,
            per_page=per_page,
            columns=columns,
            paper=paper,
            cover=cover,
            lang=lang,
            force=force,
        )
    number = len(booklet.entries)
    finish(
        documents.studies.StudyBook(str(output), number),
        json=json,
        lines=[f"wrote {output}: {counted(number, 'study')}"],
    )


@command(
    "study collection",
    help="List the endgame studies that come with litslab, or print the record of one.",
    examples=(
        "litslab study collection",
        "litslab study collection 1",
        "litslab study collection --day 2026-11-24 --json",
    ),
)
def study_collection(
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[NUMBER]",
            help="Print the record of this study; all are listed if not given.",
            parser=NumberReader(whole=True),
        ),
    ] = None,
    *,
    day: Day = None,
    json: Json = False,
) -> None:
    from litslab.app.text.parts import Lines
    from litslab.app.text.studies import collection_text
    from litslab.games.record_toml import dumps
    from litslab.puzzles.studies.collection import study

    chosen: tuple[CollectedStudy, ...]
    if number is not None:
        chosen = (study(number),)
    elif day is not None:
        chosen = (ll.study_of_the_day(read_day(day)),)
    else:
        chosen = ll.study_collection()
    whole = number is None and day is None
    lines: Lines = collection_text(chosen)
    if not whole:
        lines = iter([dumps(each.record).rstrip("\n") for each in chosen])
    finish(documents.studies.Studies.of(chosen), json=json, lines=lines)
