"""Commands about long exact solves: ``campaign new``, ``plan``, ``run``, ``status``, ``export`` and
``verify``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.options import (
    AtPly,
    CampaignFile,
    Constructed,
    Engine,
    Force,
    Json,
    Memory,
    OptionalWorkers,
    RecordFile,
    Scheduler,
    Seed,
    Threads,
    TimeLimit,
    number,
    one_of,
    output_path,
    whole_number,
)
from litslab.app.cli.shared import check_output, finish, read_record, save_svg, write_text
from litslab.app.cli.values import refuse, table_size
from litslab.app.console import DONE, LIMIT, complain, showing


@command(
    "campaign new",
    help="Make the file of a campaign about a position; `litslab campaign run` works on it.",
    examples=(
        "litslab new battle-of-lits --size 5 -o board.toml",
        "litslab campaign new board.toml --target swap -o swap.db",
        "litslab example -o examples",
        "litslab campaign new examples/wythe-8.toml --at 20 -o long.db",
    ),
)
def new(
    record: RecordFile,
    *,
    target: Annotated[
        str,
        one_of(
            "litslab.solver.campaign.targets:TARGETS",
            help="value: the exact value, without the swap; swap: the value with the swap, by a "
            "most even opening; openings: the value after every move; winner: who wins, "
            "without the swap.",
        ),
    ] = "value",
    output: Annotated[Path, output_path(help="The file of the campaign.")],
    at: AtPly = None,
    checked: Annotated[
        float, number(metavar="SHARE", help="The share of the answers that are searched for again.")
    ] = 0.02,
    seed: Seed = 0,
    force: Force = False,
    constructed: Constructed = False,
    json: Json = False,
) -> None:
    from litslab.solver.campaign.campaign import new_campaign

    position = read_record(record, constructed=constructed, at=at).position(at)
    new_campaign(position, output, target=target, seed=seed, checked_share=checked, force=force)
    answer = documents.campaigns.NewCampaign(str(output), position.rules.name, target)
    finish(answer, output, json=json, lines=())


@command(
    "campaign plan",
    help="Estimate how much work the whole campaign is, by searches from sampled positions.",
    examples=(
        "litslab new battle-of-lits --size 5 -o board.toml",
        "litslab campaign new board.toml --target openings -o campaign.db",
        "litslab campaign plan campaign.db",
    ),
)
def plan(
    campaign: CampaignFile,
    *,
    count: Annotated[
        int, whole_number("-n", "--count", help="Number of positions sampled per ply.", least=1)
    ] = 24,
    nodes: Annotated[int, whole_number(help="Node limit per sample.", least=1)] = 20_000,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    from litslab.app.documents.campaigns import CampaignPlan
    from litslab.app.text.campaigns import plan_text
    from litslab.games.result_json import extended
    from litslab.solver.campaign.campaign import Campaign
    from litslab.solver.campaign.work_estimate import estimate_work

    with Campaign(campaign) as opened, showing("sampling") as progress:
        found = estimate_work(
            opened.target, samples=count, limit=nodes, seed=seed, progress=progress
        )
        spent = opened.store.cost().nodes
        answer = extended(CampaignPlan, found, target=opened.target, spent=spent)
        finish(answer, json=json, lines=plan_text(found, spent))


@command(
    "campaign run",
    help="Work on a campaign until its target is reached; every answer is kept, so it can be "
    "stopped at any time.",
    examples=(
        "litslab new battle-of-lits --size 5 -o board.toml",
        "litslab campaign new board.toml --target openings -o campaign.db",
        "litslab campaign run campaign.db --time-limit 60",
        "litslab campaign run campaign.db --workers 2 --memory 2048 --time-limit 3600",
    ),
)
def run(
    campaign: CampaignFile,
    *,
    time_limit: TimeLimit = None,
    workers: OptionalWorkers = None,
    scheduler: Scheduler = None,
    threads: Threads = 1,
    memory: Memory = 512,
    nodes: Annotated[
        int | None, whole_number(help="Node limit per search; a harder question is split.", least=1)
    ] = None,
    json: Json = False,
) -> int:
    from litslab.app.text.campaigns import status_text
    from litslab.jobs.machine import processors
    from litslab.solver.campaign.campaign import Campaign
    from litslab.solver.campaign.run import Workers, run_campaign

    how = Workers(workers or processors(), scheduler, table_size(memory), threads, nodes=nodes)
    with Campaign(campaign, writing=True) as opened:
        with showing("solving", keeps=True) as progress:
            found = run_campaign(
                opened,
                how,
                time_limit=time_limit,
                progress=progress,
                warn=lambda text: complain(text, DONE),
            )
        finish(
            documents.campaigns.CampaignProgress.of(opened, found),
            json=json,
            lines=status_text(opened.target, found, opened.unverified),
        )
    if not json and not found.result.complete:
        typer.echo("stopped; the same command resumes it")
    return DONE if found.result.complete else LIMIT


@command(
    "campaign status",
    help="Show what a campaign has proved and what it has cost; it may be running meanwhile.",
    examples=(
        "litslab new battle-of-lits --size 5 -o board.toml",
        "litslab campaign new board.toml --target openings -o campaign.db",
        "litslab campaign run campaign.db --time-limit 60",
        "litslab campaign status campaign.db",
        "litslab campaign status campaign.db --json",
    ),
)
def status(campaign: CampaignFile, *, json: Json = False) -> None:
    from litslab.app.text.campaigns import status_text
    from litslab.solver.campaign.campaign import Campaign

    with Campaign(campaign) as opened:
        found = opened.status()
        finish(
            documents.campaigns.CampaignProgress.of(opened, found),
            json=json,
            lines=status_text(opened.target, found, opened.unverified),
        )


@command(
    "campaign export",
    help="Write the values of the openings as a table or a picture, the whole campaign as one "
    "file, or a certificate.",
    examples=(
        "litslab new battle-of-lits --size 5 -o board.toml",
        "litslab campaign new board.toml --target openings -o campaign.db",
        "litslab campaign run campaign.db --time-limit 60",
        "litslab campaign export campaign.db -o openings.parquet",
        "litslab campaign export campaign.db -o openings.svg",
    ),
)
def export(
    campaign: CampaignFile,
    *,
    output: Annotated[
        Path,
        output_path(
            help="A table of the openings (.parquet, .json), a heat map of their values (.svg, "
            ".png, .pdf), the whole campaign as one file (.db), or a campaign with a strategy "
            "for every search that its proof rests on, which the rules alone can check "
            "(.cert).",
        ),
    ],
    force: Force = False,
    json: Json = False,
) -> None:
    from litslab.app.text.parts import counted
    from litslab.games.drawing.picture_file import SUFFIXES
    from litslab.games.result_json import to_json
    from litslab.solver.campaign.campaign import Campaign
    from litslab.solver.campaign.heat_map import heat_map
    from litslab.solver.campaign.openings_table import save_table
    from litslab.solver.campaign.verify import certify_campaign

    check_output(output, force, (".parquet", ".json", ".db", ".cert", *SUFFIXES))
    with Campaign(campaign) as opened, showing("proving") as progress:
        match output.suffix.lower():
            case ".parquet":
                save_table(opened, output, force=force)
            case ".json":
                book = documents.campaigns.CampaignBook.of(opened)
                write_text(to_json(book, indent=1) + "\n", output, force)
            case ".db":
                opened.store.copy(output, force=force)
            case ".cert":
                opened.store.copy(output, force=force)
                certify_campaign(output, progress=progress)
            case _:
                save_svg(lambda: heat_map(opened), output, force)
        answer = documents.campaigns.ExportedCampaign(
            str(output), opened.target, opened.result, opened.unverified
        )
        trust = f", {answer.unverified}" if answer.unverified else ""
        known = f"{answer.moves_known:,} of {counted(answer.moves, 'opening')}"
        line = f"wrote {output} (values of {known}{trust})"
        finish(answer, json=json, lines=[line])


@command(
    "campaign verify",
    help="Replay a campaign's proof by the rules, and repeat some or all of the searches that it "
    "rests on.",
    examples=(
        "litslab new battle-of-lits --size 5 -o board.toml",
        "litslab campaign new board.toml --target openings -o campaign.db",
        "litslab campaign run campaign.db --time-limit 60",
        "litslab campaign verify campaign.db",
        "litslab campaign verify campaign.db --all",
    ),
)
def verify(
    campaign: CampaignFile,
    record: Annotated[
        Path | None,
        typer.Argument(
            metavar="[RECORD]", help="Also check that the campaign is about this record's position."
        ),
    ] = None,
    *,
    at: AtPly = None,
    constructed: Constructed = False,
    count: Annotated[
        int,
        whole_number(
            "-n", "--count", help="Number of searches to repeat, chosen at random.", least=1
        ),
    ] = 100,
    everything: Annotated[bool, typer.Option("--all", help="Repeat all of them.")] = False,
    by_rules: Annotated[
        bool,
        typer.Option(
            "--by-rules",
            help="Follow the strategies of a certificate (.cert) by the rules instead: nothing is "
            "searched.",
        ),
    ] = False,
    seed: Annotated[
        int | None, whole_number(help="Random seed of the choice; a new one if not given.")
    ] = None,
    engine: Engine = None,
    memory: Memory = 512,
    time_limit: TimeLimit = None,
    json: Json = False,
) -> int:
    from litslab.app.documents.campaigns import VerifiedCampaign
    from litslab.app.text.campaigns import unrepeated_text, verification_text
    from litslab.games.result_json import extended
    from litslab.solver.campaign.verify import verify_campaign

    if at is not None and record is None:
        refuse("--at: expected only with a RECORD to compare the campaign with")
    expected = (
        None if record is None else read_record(record, constructed=constructed, at=at).position(at)
    )
    with showing("verifying") as progress:
        found = verify_campaign(
            campaign,
            expected,
            name=f"that of {record}",
            sample=None if everything else count,
            seed=seed,
            engine=engine,
            memory=table_size(memory),
            time_limit=time_limit,
            by_rules=by_rules,
            progress=progress,
        )
    answer = extended(VerifiedCampaign, found, unverified=unrepeated_text(found))
    finish(answer, json=json, lines=verification_text(found))
    return LIMIT if found.proves_nothing or found.repeated < found.chosen else DONE
