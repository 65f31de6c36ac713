"""Runs, distributions and groups as JSON documents (`app.schema`), and groups as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litslab.app.documents import commands as schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from litslab.analysis.group_result import Group, GroupAnalysis
    from litslab.games.placements import Placement


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
