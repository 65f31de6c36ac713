"""Runs, distributions and groups as JSON documents (`app.schema`), and groups as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litslab.app.documents import commands as schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from litslab.analysis.distributions import Distribution, Share
    from litslab.analysis.group_result import Group, GroupAnalysis
    from litslab.analysis.runs.run import RunFile
    from litslab.games.placements import Placement


def run(file: RunFile) -> schema.Run:
    """Describe a run by its main statistics."""
    from litslab.analysis.distributions import balance, phase_shares  # noqa: PLC0415
    from litslab.analysis.distributions import distribution as counted  # noqa: PLC0415
    from litslab.analysis.runs.run import PLAYERS  # noqa: PLC0415

    found, length, margin = balance(file), counted(file, "length"), counted(file, "margin")
    document: dict[str, Any] = {
        "path": str(file.path),
        "game": file.rules.name,
        "players": list(file.run.players),
        "seed": file.run.seed,
        "constructed": file.run.start.constructed,
        "played_by": file.header.played_by,
        "games": file.run.games,
        "mean_length": length.mean,
        "mean_margin": margin.mean,
        "wins": {each.name: each.count for each in found.sides},
        "shares": {each.name: share(each) for each in found.sides},
        "player_wins": {name: each.count for name, each in zip(PLAYERS, found.people, strict=True)},
        "ties_broken": found.ties.count,
        "ties_by_side": {each.name: each.count for each in found.ties_by_side},
        "swaps": found.swaps.count,
        "scoreless": found.scoreless.count,
    }
    phases = phase_shares(file)
    if phases is not None:
        document["points_by_phase"] = list(phases)
    return schema.Run(**document)


def tell_run(document: schema.Run) -> list[str]:
    """Return a run's main statistics as lines of text: the sides' wins, and the players', which a swap makes differ."""
    sides = ", ".join(f"{side} {won:,}" for side, won in document.wins.items())
    players = ", ".join(
        f"player {name} ({player}) {won:,}"
        for (name, won), player in zip(document.player_wins.items(), document.players, strict=True)
    )
    lines = [
        f"{document.games:,} games of {document.mean_length:.3f} placements on average",
        f"wins by side: {sides}",
        f"wins by player: {players}",
    ]
    if document.swaps:
        lines.append(f"the players exchanged sides in {document.swaps:,}")
    return [*lines, f"{document.ties_broken:,} with equal scores, decided by the tie rule"]


def describe_run(file: RunFile) -> schema.RunDescription:
    """Describe a run's file: what was played, and what its columns mean."""
    from litslab.analysis.runs.describe import describe_columns  # noqa: PLC0415
    from litslab.analysis.runs.run import PLAYERS  # noqa: PLC0415
    from litslab.games.record import describe_options  # noqa: PLC0415

    run, header = file.run, file.header
    return schema.RunDescription(
        path=str(file.path),
        format=header.format,
        version=header.version,
        played_by=header.played_by,
        game=run.rules.name,
        options=describe_options(run.rules),
        record=run.record,
        constructed=run.start.constructed,
        players=dict(zip(PLAYERS, run.players, strict=True)),
        games=run.games,
        seed=run.seed,
        layers=list(header.layers),
        columns=[
            schema.RunColumn(name=each.name, type=each.type, meaning=each.meaning, unit=each.unit)
            for each in describe_columns(run)
        ],
    )


def share(found: Share) -> schema.Share:
    """Describe a share with its interval."""
    return schema.Share(count=found.count, games=found.total, share=found.share, interval=list(found.interval))


def distribution(found: Distribution) -> schema.Distribution:
    """Describe a distribution: its statistics, and how often each number occurred."""
    from litslab.analysis.distributions import QUANTILES  # noqa: PLC0415

    return schema.Distribution(
        games=found.total,
        mean=found.mean,
        interval=list(found.interval),
        deviation=found.deviation,
        quantiles={str(part): found.quantile(part) for part in QUANTILES},
        counts=dict(zip(map(str, found.values.tolist()), found.counts.tolist(), strict=True)),
    )


def groups(found: GroupAnalysis) -> schema.Groups:
    """Describe the groups of a position and the graph of its pieces."""
    from litslab.app.documents.positions import protected_until  # noqa: PLC0415
    from litslab.games.notation import format_move  # noqa: PLC0415

    rules = found.position.rules
    names = found.position.rules.board.names
    numbers = {piece: number for number, piece in enumerate(found.pieces)}
    return schema.Groups(
        game=rules.name,
        constructed=found.position.constructed,
        safe_until=protected_until(found.position),
        scores=dict(zip(rules.sides, found.scores, strict=True)),
        colours={
            each.colour: schema.ColourGroups(
                side=rules.sides[each.side],
                diagonal=each.diagonal,
                sizes=list(each.sizes),
                score=None if each.scoring == "uneven" else each.score,
                groups=[_group(group, names) for group in each.groups],
                joins=[
                    schema.Join(square=names(1 << join.square)[0], groups=list(join.groups), size=join.size)
                    for join in each.joins
                ],
                cut=names(each.cut),
            )
            for each in found.colours
        },
        pieces=[
            schema.Piece(
                piece=format_move(piece, rules),
                touches=sorted(numbers[other] for other in found.pieces[piece] if _kind(found, piece, other)),
                above_or_below=sorted(
                    numbers[other] for other in found.pieces[piece] if not _kind(found, piece, other)
                ),
                key=piece in found.key_pieces,
            )
            for piece in found.pieces
        ],
    )


def _kind(found: GroupAnalysis, piece: Placement, other: Placement) -> bool:
    """Return whether two joined pieces are adjacent, rather than one on the other."""
    return bool(found.pieces.edges[piece, other]["kind"] == "beside")


def _group(group: Group, names: Callable[[int], list[str]]) -> schema.Group:
    return schema.Group(
        size=group.size,
        squares=names(group.squares),
        articulations=names(group.articulations),
        safe=names(group.safe),
        growth=names(group.growth),
        potential=group.potential,
    )


def tell_groups(found: GroupAnalysis) -> list[str]:
    """Return the groups of a position as lines of text."""
    names = found.position.rules.board.names
    lines = []
    for each in found.colours:
        score = "" if each.scoring == "uneven" else f", score {each.score}"
        lines.append(
            f"{each.colour}: {len(each.groups)} groups, sizes {' '.join(map(str, each.sizes)) or 'none'}{score}"
        )
        for group in each.groups[: max(3, each.counted)]:
            parts = [f"{group.size:>4}: {' '.join(names(group.squares))}"]
            if group.potential > group.size:
                parts.append(f"can grow to {group.potential}")
            if group.articulations:
                parts.append(f"articulation squares {' '.join(names(group.articulations))}")
            lines.append("; ".join(parts))
        if each.cut:
            lines.append(f"      the largest is cut by {' '.join(names(each.cut))}")
        for join in each.joins[:3]:
            sizes = " and ".join(str(each.groups[number].size) for number in join.groups)
            lines.append(f"      {names(1 << join.square)[0]} would join {sizes} to {join.size}")
    rules = found.position.rules
    scores = ", ".join(f"{side} {score}" for side, score in zip(rules.sides, found.scores, strict=True))
    touching = found.pieces.number_of_edges()
    return [*lines, f"scores: {scores}", f"{len(found.pieces)} pieces, {touching} pairs of them touch"]
