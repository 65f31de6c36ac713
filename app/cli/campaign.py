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
from litslab.app.cli.shared import add_command, check_seconds, command_group, finish, read_position

if TYPE_CHECKING:
    from litslab.solver.campaign.campaign import Campaign


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    commands = command_group("campaign", "Exact solves that take long: stored in a file, resumed, with many workers.")
    add_command(
        commands,
        new,
        "litslab campaign new board.toml --target swap -o swap.db",
        "litslab campaign new examples/wythe-8.toml --at 20 --target openings -o campaign.db",
    )
    add_command(commands, plan, "litslab campaign plan campaign.db")
    add_command(
        commands,
        run,
        "litslab campaign run campaign.db --time-limit 60",
        "litslab campaign run campaign.db --workers 2 --memory 2048 --time-limit 3600",
        "litslab campaign run campaign.db --scheduler tcp://192.168.0.10:8786 --time-limit 3600",
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
    from litslab.app.documents.campaigns import CampaignNewDocument
    from litslab.solver.campaign.campaign import new_campaign

    position = read_position(record, at, constructed=constructed)
    new_campaign(position, output, target=target.value, seed=seed, checked_share=checked, force=force)
    document = CampaignNewDocument(path=str(output), game=position.rules.name, target=target.value)
    finish(document, output, json=json)
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
    from litslab.app.console import showing
    from litslab.app.documents.campaigns import CampaignPlanDocument
    from litslab.solver.campaign.campaign import Campaign
    from litslab.solver.campaign.estimate import estimate_work

    with Campaign(campaign) as opened, showing("sampling") as progress:
        found = estimate_work(opened.target, samples=samples, limit=nodes, seed=seed, progress=progress)
        finish(CampaignPlanDocument.of(opened, found), json=json)
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
    from litslab.app.console import showing
    from litslab.app.documents.campaigns import CampaignStatusDocument
    from litslab.jobs.machine import processors
    from litslab.solver.campaign.campaign import Campaign
    from litslab.solver.campaign.run import Workers, run_campaign

    check_seconds(time_limit)
    how = Workers(workers or processors(), scheduler, table_bytes(memory), threads, nodes=nodes)
    with Campaign(campaign, writing=True) as opened:
        with showing("solving") as progress:
            found = run_campaign(opened, how, time_limit=time_limit, progress=progress, warn=_warn)
        finish(CampaignStatusDocument.of(opened, found), json=json)
    if not json and not found.result.complete:
        typer.echo("stopped; the same command resumes it")
    return exits.DONE if found.result.complete else exits.LIMIT


def status(campaign: CampaignArgument, *, json: JsonOption = False) -> int:
    """Show what a campaign has proved and what it has cost; it may be running meanwhile."""
    from litslab.app.documents.campaigns import CampaignStatusDocument
    from litslab.solver.campaign.campaign import Campaign

    with Campaign(campaign) as opened:
        finish(CampaignStatusDocument.of(opened, opened.status()), json=json)
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
    from litslab.app.documents.campaigns import CampaignExportDocument
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
        finish(CampaignExportDocument.of(opened, output), json=json)
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
    from litslab.app.console import showing
    from litslab.app.documents.campaigns import CampaignVerificationDocument
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
    finish(CampaignVerificationDocument.of(found), json=json)
    return exits.LIMIT if found.proves_nothing or found.repeated < found.chosen else exits.DONE


def _save_book(opened: Campaign, output: Path, force: bool) -> None:
    from litslab.app.documents.base import to_json
    from litslab.app.documents.campaigns import CampaignBookDocument
    from litslab.games.files import write_new

    write_new(output, to_json(CampaignBookDocument.of(opened), indent=1) + "\n", force=force)


def _warn(message: str) -> None:
    typer.echo(f"litslab: {message}", err=True)
