"""Commands that answer "who wins from here, and by what move?", from ``solve`` to ``review`` and
``groups``.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

import litslab as ll
from litslab.app.cli.command import command
from litslab.app.cli.options import (
    LEVELS,
    PLAYERS,
    AtPly,
    Book,
    Colouring,
    Constructed,
    Count,
    Engine,
    Export,
    Flips,
    Force,
    Full,
    Game,
    GameOptions,
    Groups,
    Json,
    Log,
    Memory,
    Output,
    RecordFile,
    Rows,
    Scheduler,
    Scoring,
    Seed,
    Size,
    Supply,
    SwapRule,
    Threads,
    TimeLimit,
    Tonga,
    Workers,
    number,
    one_of,
    output_path,
    whole_number,
)
from litslab.app.cli.shared import (
    GameChoice,
    check_output,
    check_searcher,
    finish,
    inspecting,
    read_record,
    save_svg,
)
from litslab.app.cli.values import refuse, table_size
from litslab.app.cli.words import completion
from litslab.app.console import DONE, LIMIT, complain, showing

if TYPE_CHECKING:
    from litslab.solver.engines.registry import EngineName
    from litslab.solver.play.sequential_test import SequentialTest
    from litslab.solver.solve import BestMoves


ESTIMATE_PLAYOUTS = 2000
"""The playouts of the estimate that is added to bounds when a search was stopped."""


@command(
    "solve",
    help="Find the exact value, the winner, a best move and a principal variation, or else proven "
    "bounds.",
    examples=(
        "litslab example -o examples",
        "litslab solve examples/battle-of-lits-10.toml --at 9",
        "litslab solve examples/battle-of-lits-10.toml --at 9 --best all",
        "litslab solve examples/taiji-9.toml --at 28 --all-moves -o best.svg",
        "litslab solve examples/battle-of-lits-10.toml --at 10 --engine cpsat --json",
        "litslab solve examples/taiji-7.toml --at 20 --engine cpsat --export q.txtpb",
    ),
)
def solve(
    record: RecordFile,
    *,
    at: AtPly = None,
    time_limit: Annotated[
        float | None,
        number(
            "--time-limit",
            "--time",
            metavar="SECONDS",
            help="Time limit (seconds; also 90s or 1m).",
            least=0,
        ),
    ] = None,
    best: Annotated[
        str,
        one_of(
            "litslab.solver.solve:BestMoves",
            help="one: the value and one best move; all: then look for all other best moves, too.",
        ),
    ] = "one",
    all_moves: Annotated[
        bool,
        typer.Option(
            "--all-moves",
            help="Find the exact value of every move. With --engine cpsat this can take minutes "
            "where the kernel takes a second: set --time-limit.",
        ),
    ] = False,
    full: Full = False,
    swap: Annotated[
        bool, typer.Option(help="At the start of a game: whether the second player may swap.")
    ] = True,
    threads: Threads = 1,
    workers: Workers = 1,
    scheduler: Scheduler = None,
    memory: Memory = 512,
    engine: Engine = None,
    bounds: Annotated[
        bool,
        typer.Option(
            "--bounds",
            help="First try to prove with CP-SAT that one side wins however the game ends.",
        ),
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a proof that `litslab verify` checks."),
    ] = None,
    book: Book = None,
    output: Output = None,
    log: Log = False,
    export: Export = None,
    force: Force = False,
    constructed: Constructed = False,
    json: Json = False,
) -> int:
    from litslab.app.documents.solutions import SolveAnswer
    from litslab.app.text.solutions import brief_estimate, solution_text
    from litslab.games.files import refuse_overwriting
    from litslab.games.result_json import extended
    from litslab.solver.advice.estimate import estimate as advise
    from litslab.solver.endgame.certificate_file import save_certificate

    position = read_record(record, constructed=constructed, at=at).position(at)
    check_output(output, force)
    refuse_overwriting(certificate, force)
    with inspecting(export, log=log, force=force, json=json) as inspection:
        with showing("solving", hidden=log, keeps=True) as progress:
            solution = ll.solve(
                position,
                time_limit,
                engine=cast("EngineName | None", engine),
                threads=threads,
                memory=table_size(memory),
                best=cast("BestMoves", best),
                all_moves=all_moves,
                swap=swap,
                bounds_first=bounds,
                certificate=certificate is not None,
                book=book,
                workers=workers,
                scheduler=scheduler,
                inspection=inspection,
                progress=progress,
            )
        missing = solution.uncertified
        certified = None if missing else certificate
        advice: list[str] = []
        # A search that was stopped before the value was known gives an estimate at least.
        estimate = None
        if not solution.score.is_exact and not solution.decided:
            estimate = advise(position, playouts=ESTIMATE_PLAYOUTS)
        if estimate is not None:
            where = "" if at is None else f" --at {at}"
            advice = [
                brief_estimate(position, estimate),
                f"`litslab analyse {record}{where}` estimates it with more playouts",
            ]
        answer = extended(
            SolveAnswer,
            solution,
            certificate_file=None if certified is None else str(certified),
            estimate=estimate,
        )
        lines = chain(solution_text(solution, full=full), advice)

        def save() -> None:
            if certificate is not None and solution.certificate is not None:
                save_certificate(solution.certificate, certificate, force=force)
            save_svg(solution.to_svg, output, force)

        finish(answer, output, certified, json=json, lines=lines, save=save)
    if missing:
        return complain(f"no certificate: {missing}", LIMIT)
    return DONE if solution.is_complete or solution.decided else LIMIT


@command(
    "analyse",
    help="Say who wins and by what move: exactly if it can be solved in time, otherwise by "
    "estimate (exit status 3).",
    examples=(
        "litslab example -o examples",
        "litslab analyse examples/taiji-7.toml --at 6 --time-limit 5",
        "litslab analyse examples/battle-of-lits-10.toml --at 9 -o advice.svg",
    ),
)
def analyse(
    record: RecordFile,
    *,
    at: AtPly = None,
    time_limit: Annotated[
        float,
        number(
            "--time-limit",
            "--time",
            metavar="SECONDS",
            help="Time limit (seconds; also 90s or 1m).",
            least=0,
        ),
    ] = 10.0,
    full: Full = False,
    threads: Threads = 1,
    memory: Memory = 512,
    seed: Seed = 0,
    book: Book = None,
    output: Output = None,
    force: Force = False,
    constructed: Constructed = False,
    json: Json = False,
) -> int:
    from litslab.app.text.solutions import advice_text

    position = read_record(record, constructed=constructed, at=at).position(at)
    check_output(output, force)
    with showing("analysing", keeps=True) as progress:
        found = ll.analyse(
            position,
            time_limit=time_limit,
            threads=threads,
            memory=table_size(memory),
            seed=seed,
            book=book,
            progress=progress,
        )
    save = partial(save_svg, found.to_svg, output, force)
    finish(found, output, json=json, lines=advice_text(found, full=full), save=save)
    return LIMIT if found.solution is None else DONE


@command(
    "verify",
    help="Check a certificate using only the rules, without the solver, and show its position.",
    examples=(
        "litslab example -o examples",
        "litslab solve examples/taiji-7.toml --at 16 --certificate proof.json",
        "litslab verify proof.json",
        "litslab verify proof.json examples/taiji-7.toml --at 16",
    ),
)
def verify(
    proof: Annotated[
        Path, typer.Argument(metavar="FILE", help="A certificate written by `litslab solve`.")
    ],
    record: Annotated[
        Path | None,
        typer.Argument(
            metavar="[RECORD]",
            help="Also check that the certificate is for this record's position.",
        ),
    ] = None,
    *,
    at: AtPly = None,
    constructed: Constructed = False,
    json: Json = False,
) -> None:
    from litslab.app.documents.positions import PositionDescription, VerifiedCertificate
    from litslab.app.text.positions import certificate_text
    from litslab.solver.endgame.certificate_file import load_certificate

    if at is not None and record is None:
        refuse("--at: expected only with a RECORD to compare the certificate with")
    loaded = load_certificate(proof, constructed=constructed)
    expected: ll.Position | None = None
    compared: str | None = None
    if record is not None:
        compared = str(record) if at is None else f"{record} --at {at}"
        expected = read_record(record, constructed=constructed, at=at).position(at)
    with showing("verifying") as progress:
        positions = ll.verify(loaded, expected, name=compared or "", progress=progress)
    answer = VerifiedCertificate(
        status="verified",
        value=loaded.value,
        winner=loaded.position.rules.sides[0 if loaded.value > 0 else 1],
        moves=loaded.moves,
        positions=positions,
        compared=compared,
        position=PositionDescription.of(loaded.position),
    )
    finish(answer, json=json, lines=certificate_text(loaded, positions, compared))


def _sequential_test(text: str) -> SequentialTest:
    """Read the two differences in Elo points of ``--sprt``, such as ``0,10``.

    Raises
    ------
    OptionError
        If they are no two numbers, or the test cannot be.
    """
    from litslab.solver.play.sequential_test import SequentialTest

    try:
        low, high = map(float, text.split(","))
    except ValueError:
        refuse(f"--sprt {text!r}: expected two numbers such as 0,10")
    return SequentialTest(low, high)


@command(
    "match",
    help="Play a match between two players who exchange sides after each game; report wins with a "
    "95 % interval.",
    examples=(
        "litslab match mcts:500 greedy battle-of-lits -n 20 --seed 1",
        "litslab match greedy random wythe --size 5 -n 1000 --sprt 0,100",
        "litslab match exact:100000 random taiji --size 5 --groups 1 -n 20",
    ),
)
def match(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help=f"A player: {PLAYERS}.", autocompletion=completion(LEVELS)
        ),
    ],
    second: Annotated[
        str, typer.Argument(metavar="B", help="Another player.", autocompletion=completion(LEVELS))
    ],
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
    count: Count = 20,
    move_time: Annotated[
        float | None, number(metavar="SECONDS", help="mcts: time per move (seconds).", least=0.001)
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH",
            help="Stop as soon as pairs of games tell by which of two differences in Elo points A "
            "is stronger, each with at most 5 % wrong answers.",
        ),
    ] = None,
    threads: Threads = 1,
    seed: Seed = 0,
    workers: Workers = 1,
    scheduler: Scheduler = None,
    json: Json = False,
) -> int:
    from litslab.app.documents.matches import MatchAnswer
    from litslab.app.text.matches import match_text
    from litslab.games.result_json import extended
    from litslab.solver.play.match import match as play
    from litslab.solver.play.players import parse_player

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    check_searcher((first, second), threads)
    rules = chosen.rules()
    players = (
        parse_player(first, time_limit=move_time, threads=threads),
        parse_player(second, time_limit=move_time, threads=threads),
    )
    with showing("playing", keeps=True) as progress:
        found = play(
            rules,
            players,
            count,
            seed=seed,
            test=None if sprt is None else _sequential_test(sprt),
            workers=workers,
            scheduler=scheduler,
            progress=progress,
        )
    answer = extended(MatchAnswer, found, game=rules.name, players=(first, second))
    finish(answer, json=json, lines=match_text(found, (first, second)))
    return DONE if found.complete else LIMIT


@command(
    "review",
    help="Show what each move cost and where the game turned: exact where the position can be "
    "solved in time.\n\n"
    "Before that, who wins is proved or estimated: a turning point is one beyond the noise of "
    "the estimates. Ctrl-C keeps what is done, from the end of the game backwards.",
    examples=(
        "litslab example -o examples",
        "litslab review examples/battle-of-lits-10.toml",
        "litslab review examples/taiji-9.toml --time-limit 30 --seed 1 -o curve.svg",
    ),
)
def review(
    record: RecordFile,
    *,
    time_limit: TimeLimit = 60.0,
    playouts: Annotated[
        int,
        whole_number(help="Random games per search of an estimate, if the time allows.", least=1),
    ] = 20_000,
    seed: Seed = 0,
    output: Annotated[
        Path | None,
        output_path(help="Plot the values to a .svg, .png or .pdf file."),
    ] = None,
    force: Force = False,
    constructed: Constructed = False,
    json: Json = False,
) -> int:
    from litslab.app.text.reviews import review_text

    check_output(output, force)
    game = read_record(record, constructed=constructed)
    with showing("reviewing", keeps=True) as progress:
        found = ll.review(
            game, time_limit=time_limit, playouts=playouts, seed=seed, progress=progress
        )

    def save() -> None:
        if output is not None:
            from litslab.analysis.figure_file import save_figure
            from litslab.analysis.review_plot import plot_review

            board = game.rules.board
            title = game.title or f"{game.rules.title} {board.columns}×{board.rows}"
            axes = plot_review(found, f"{title}: review")
            save_figure(axes, output, force=force)

    finish(found, output, json=json, lines=review_text(found), save=save)
    if found.first:
        from litslab.app.text.parts import counted

        missing = counted(found.first, "move")
        return complain(f"interrupted; not reviewed: the first {missing}", LIMIT)
    return DONE


@command(
    "groups",
    help="Analyse a position's groups: connections, cut squares, and how large each can still "
    "grow.",
    examples=(
        "litslab example -o examples",
        "litslab groups examples/taiji-9.toml",
        "litslab groups examples/tailits-11.toml --at 8 -o groups.png",
    ),
)
def groups(
    record: RecordFile,
    *,
    at: AtPly = None,
    output: Output = None,
    force: Force = False,
    constructed: Constructed = False,
    json: Json = False,
) -> None:
    from litslab.analysis.groups import draw_groups
    from litslab.app.text.groups import groups_text

    check_output(output, force)
    position = read_record(record, constructed=constructed, at=at).position(at)
    with showing("analysing groups"):
        found = ll.groups(position)
    save = partial(save_svg, partial(draw_groups, found), output, force)
    finish(found, output, json=json, lines=groups_text(found), save=save)
