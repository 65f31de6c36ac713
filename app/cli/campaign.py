"""Commands about long exact solves: ``campaign new``, ``plan``, ``run``, ``status``, ``export`` and ``verify``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.endgames import table_bytes
from litslab.app.cli.options import (
    AllWorkersOption,
    AnyOption,
    AtOption,
    CampaignArgument,
    CampaignTarget,
    EngineOption,
    ForceOption,
    JsonOption,
    MemoryOption,
    RecordArgument,
    SchedulerOption,
    SeedOption,
    ThreadsOption,
    TimeLimitOption,
    count_option,
    output_option,
)
from litslab.app.cli.shared import add_command, check_seconds, command_group, print_json, read_position

if TYPE_CHECKING:
    from litslab.solver.campaign.campaign import Campaign, Status
    from litslab.solver.campaign.targets import Result, Target
    from litslab.solver.campaign.verify import Verification


SHOWN_MOVES = 8
"""How many best moves are printed."""


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    commands = command_group("campaign", "Exact solves that take long: stored in a file, resumed, with many workers.")
    add_command(
        commands,
        new,
        "litslab campaign new board.toml --target swap -o campaign.db",
        "litslab campaign new docs/examples/wythe-8.toml --at 20 --target openings -o campaign.db",
    )
    add_command(commands, plan, "litslab campaign plan campaign.db")
    add_command(
        commands,
        run,
        "litslab campaign run campaign.db --time-limit 60",
        "litslab campaign run campaign.db --workers 2 --memory 2048",
        "litslab campaign run campaign.db --scheduler tcp://192.168.0.10:8786",
    )
    add_command(commands, status, "litslab campaign status campaign.db", "litslab campaign status campaign.db --json")
    add_command(
        commands,
        export,
        "litslab campaign export campaign.db -o openings.parquet",
        "litslab campaign export campaign.db -o openings.svg",
    )
    add_command(commands, verify, "litslab campaign verify campaign.db", "litslab campaign verify campaign.db --all")
    app.add_typer(commands)


def new(
    record: RecordArgument,
    *,
    target: Annotated[
        CampaignTarget,
        EngineOption,
        typer.Option(
            "--target",
            help="value: the exact value, without the swap; swap: the value with the swap, by a most even opening; "
            "openings: the value after every move; winner: who wins, without the swap.",
        ),
    ] = CampaignTarget.VALUE,
    output: Annotated[Path, output_option("FILE", "The file of the campaign.")],
    at: AtOption = None,
    checked: Annotated[
        float,
        typer.Option("--checked", metavar="SHARE", help="The share of the answers that are searched for again."),
    ] = 0.02,
    seed: SeedOption = 0,
    force: ForceOption = False,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Make the file of a campaign about a position; `litslab campaign run` works on it."""
    from litslab.app.documents import commands as schema
    from litslab.solver.campaign.campaign import new_campaign

    position = read_position(record, at, constructed=constructed)
    new_campaign(position, output, target=target.value, seed=seed, checked_share=checked, force=force)
    if json:
        print_json(schema.CampaignNew(path=str(output), game=position.rules.name, target=target.value))
    else:
        typer.echo(f"wrote {output}")
    return exits.DONE


def plan(
    campaign: CampaignArgument,
    *,
    samples: Annotated[int, count_option("Number of positions sampled per ply.")] = 24,
    nodes: Annotated[int, typer.Option("--nodes", min=1, metavar="N", help="Node limit per sample.")] = 20_000,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> int:
    """Estimate how much work the whole campaign is, by searches from sampled positions."""
    from litslab.app.campaign_documents import describe_estimate
    from litslab.app.console import showing
    from litslab.solver.campaign.campaign import Campaign
    from litslab.solver.campaign.estimate import estimate_work

    with Campaign(campaign) as opened, showing("sampling") as progress:
        found = estimate_work(opened.target, samples=samples, limit=nodes, seed=seed, progress=progress)
        document = describe_estimate(opened, found)
    if json:
        print_json(document)
        return exits.DONE
    typer.echo(f"about {_rounded(found.nodes)} nodes, probably {_rounded(found.low)} to {_rounded(found.high)}")
    typer.echo(f"about {_duration(found.seconds)} of processor time on this machine")
    if found.continued:
        typer.echo(f"the first {found.continued} plies are too hard to measure: their cost is extrapolated")
    if document.spent:
        typer.echo(f"spent so far: {document.spent:,} nodes")
    return exits.DONE


def run(
    campaign: CampaignArgument,
    *,
    time_limit: TimeLimitOption = None,
    workers: AllWorkersOption = None,
    scheduler: SchedulerOption = None,
    threads: ThreadsOption = 1,
    memory: MemoryOption = 512,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=1, metavar="N", help="Node limit per search; a harder question is split."),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Work on a campaign until its target is reached; every answer is kept, so it can be stopped at any time."""
    from litslab.app.campaign_documents import describe_status
    from litslab.app.console import showing
    from litslab.jobs.machine import processors
    from litslab.solver.campaign.campaign import Campaign
    from litslab.solver.campaign.run import Workers, run_campaign

    check_seconds(time_limit)
    how = Workers(workers or processors(), scheduler, table_bytes(memory), threads, nodes=nodes)
    with Campaign(campaign, writing=True) as opened:
        with showing("solving") as progress:
            found = run_campaign(opened, how, time_limit=time_limit, progress=progress, warn=_warn)
        if json:
            print_json(describe_status(opened, found))
        else:
            _print_status(opened, found)
            if not found.result.complete:
                typer.echo("stopped; the same command resumes it")
    return exits.DONE if found.result.complete else exits.LIMIT


def status(campaign: CampaignArgument, *, json: JsonOption = False) -> int:
    """Show what a campaign has proved and what it has cost; it may be running meanwhile."""
    from litslab.app.campaign_documents import describe_status
    from litslab.solver.campaign.campaign import Campaign

    with Campaign(campaign) as opened:
        found = opened.status()
        if json:
            print_json(describe_status(opened, found))
        else:
            _print_status(opened, found)
    return exits.DONE


def export(
    campaign: CampaignArgument,
    *,
    output: Annotated[
        Path,
        output_option(
            "FILE",
            "A table of the openings (.parquet, .json), a heat map of their values (.svg, .png, .pdf), or the whole "
            "campaign as one file (.db).",
        ),
    ],
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Write the values of the openings as a table or a picture, or the whole campaign as one file."""
    from litslab.app.campaign_documents import describe_export
    from litslab.games.drawing.export import SUFFIXES, save
    from litslab.games.errors import OptionError
    from litslab.solver.campaign.book import heat_map, save_table
    from litslab.solver.campaign.campaign import Campaign

    with Campaign(campaign) as opened:
        match output.suffix.lower():
            case ".parquet":
                save_table(opened, output, force=force)
            case ".json":
                _save_book(opened, output, force)
            case ".db":
                opened.store.copy(output, force=force)
            case suffix if suffix in SUFFIXES:
                save(heat_map(opened), output, force=force)
            case _:
                known = ", ".join((".parquet", ".json", ".db", *SUFFIXES))
                raise OptionError(f"{output}: expected a name that ends in one of {known}")
        document = describe_export(opened, output)
    if json:
        print_json(document)
    else:
        typer.echo(f"wrote {output} ({document.moves_known:,} of {document.moves:,} openings with exact values)")
    return exits.DONE


def verify(
    campaign: CampaignArgument,
    record: Annotated[
        Path | None,
        typer.Argument(metavar="[RECORD]", help="Also check that the campaign is about this record's position."),
    ] = None,
    *,
    at: AtOption = None,
    constructed: AnyOption = False,
    count: Annotated[int, count_option("Number of searches to repeat, chosen at random.")] = 100,
    everything: Annotated[bool, typer.Option("--all", help="Repeat all of them.")] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Random seed of the choice; a new one if not given.")
    ] = None,
    engine: EngineOption = None,
    memory: MemoryOption = 512,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Replay a campaign's proof by the rules, and repeat some or all of the searches that it rests on."""
    from litslab.app.campaign_documents import describe_verification
    from litslab.app.console import print_position, showing
    from litslab.app.documents.positions import describe_rules
    from litslab.games.errors import OptionError
    from litslab.solver.campaign.verify import verify_campaign

    check_seconds(time_limit)
    if at is not None and record is None:
        raise OptionError("--at: expected only with a RECORD to compare the campaign with")
    expected = None if record is None else read_position(record, at, constructed=constructed)
    with showing("verifying") as progress:
        found = verify_campaign(
            campaign, expected, name=f"that of {record}", sample=None if everything else count, seed=seed,
            engine=engine and engine.value, memory=table_bytes(memory), time_limit=time_limit, progress=progress,
        )  # fmt: skip
    if json:
        print_json(describe_verification(found))
    else:
        print_position(found.target.position)
        typer.echo(describe_rules(found.target.position.rules))
        _print_result(found.target, found.result)
        for line in _verification_lines(found):
            typer.echo(line)
    return exits.LIMIT if found.proves_nothing or found.repeated < found.chosen else exits.DONE


def _verification_lines(found: Verification) -> list[str]:
    """Say what was done, and what it is worth."""
    if found.proves_nothing:
        return ["nothing is proved yet: the campaign has no answers"]
    lines = [
        f"verified: {found.derived:,} answers by the rules; {found.repeated:,} of {found.searched:,} searches repeated "
        f"({found.nodes:,} nodes, engine {found.engine}, seed {found.seed})"
    ]
    if found.repeated < found.chosen:
        lines.append(f"time limit reached: {found.chosen - found.repeated:,} of {found.chosen:,} were not repeated")
    if found.missed:
        chance = f"{found.missed:.2f}" if found.missed < 0.99 else "more than 0.99"
        lines.append(f"one false answer among them would be missed with probability {chance}")
    return lines


def _save_book(opened: Campaign, output: Path, force: bool) -> None:
    from litslab.app.campaign_documents import describe_book
    from litslab.games.files import write_new

    write_new(output, describe_book(opened).model_dump_json(indent=1) + "\n", force=force)


def _warn(message: str) -> None:
    typer.echo(f"litslab: {message}", err=True)


def _print_status(opened: Campaign, found: Status) -> None:
    _print_result(opened.target, found.result)
    typer.echo(
        f"{found.questions:,} questions: {found.searched:,} answered by search, {found.derived:,} from other answers, "
        f"{found.checked:,} answers confirmed by a second search; {found.open:,} open"
    )
    if found.open and found.remaining is not None:
        typer.echo(f"if all open questions had to be answered: about {_rounded(found.remaining)} more nodes")
    typer.echo(
        f"cost: {found.cost.searches:,} searches, {found.cost.nodes:,} nodes, "
        f"{_duration(found.cost.seconds)} of processor time"
    )


def _print_result(target: Target, result: Result) -> None:
    from litslab.games.notation import format_move
    from litslab.solver.campaign.book import result_text

    rules = target.position.rules
    typer.echo(f"{rules.title}, target {target.name}: {'reached' if result.complete else 'not reached yet'}")
    typer.echo(result_text(result, target.position))
    if target.leaves_swap_out:
        typer.echo("as if nobody could swap")
    if result.best:
        name = "even openings" if result.under_swap else "best"
        more = f" and {len(result.best) - SHOWN_MOVES} more" if len(result.best) > SHOWN_MOVES else ""
        typer.echo(f"{name}: {' '.join(format_move(move, rules) for move in result.best[:SHOWN_MOVES])}{more}")


def _rounded(number: float) -> str:
    """Return a number with two significant digits."""
    return f"{float(f'{number:.2g}'):,.0f}"


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
