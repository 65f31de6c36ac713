"""Positions and solutions as JSON documents (`app.schema`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litslab.app import schema
from litslab.games.notation import format_move, format_placements
from litslab.games.placements import Placement
from litslab.games.record import describe_options, describe_setup_options, format_option
from litslab.solver.endgame.result import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from litslab.games.outcome import Outcome
    from litslab.games.position import Move, Position, Rules
    from litslab.solver.advice.analyse import Advice
    from litslab.solver.advice.estimate import Estimate, MoveEstimate
    from litslab.solver.endgame.result import Certificate, Score, Solution
    from litslab.solver.model.bounds import FinishBounds


def describe_game(rules_class: type[Rules]) -> schema.Game:
    """Describe a game: its sides, its options, their defaults and limits."""
    defaults = rules_class()
    options = []
    for each in rules_class.options():
        limits = each.metadata
        option: dict[str, Any] = {"name": each.name, "default": getattr(defaults, each.name), "help": limits["help"]}
        for limit in ("lowest", "highest"):
            if limits[limit] is not None:
                option[limit] = limits[limit]
        if limits["odd"]:
            option["odd"] = True
        if limits["choices"]:
            option["choices"] = list(limits["choices"])
        options.append(schema.GameOption(**option))
    return schema.Game(
        name=rules_class.name,
        title=rules_class.title,
        sides=list(rules_class.sides),
        swap=rules_class.has_swap,
        options=options,
    )


def describe_outcome(outcome: Outcome) -> schema.Outcome:
    """Describe how a game ended."""
    document: dict[str, Any] = {
        "winner": outcome.winner,
        "margin": outcome.margin,
        "value": outcome.value,
        "scores": dict(zip(outcome.sides, outcome.scores, strict=True)),
        "by_tie_rule": outcome.by_tie_rule,
    }
    if outcome.phases:
        document["phases"] = [
            {"game": phase.name, "scores": dict(zip(outcome.sides, phase.scores, strict=True))}
            for phase in outcome.phases
        ]
    return schema.Outcome(**document)


def describe_position(position: Position) -> schema.Position:
    """Describe a position: board, placements, side to move, scores and, if the game is over, the outcome."""
    rules = position.rules
    return schema.Position(
        game=rules.name,
        options=describe_options(rules),
        board=str(position).split("\n"),
        placed=format_placements(position.placements, rules).split(),
        **describe_setup_options(rules),
        to_move=position.side,
        swapped=position.swapped,
        half_point=position.half_point,
        scores=dict(zip(rules.sides, position.scores(), strict=True)),
        legal_moves=len(position.legal_moves()),
        constructed=position.constructed,
        protected=rules.board.names(position.protected),
        protected_until=protected_until(position),
        outcome=describe_outcome(position.outcome()) if position.is_over else None,
    )


def protected_until(position: Position) -> str:
    """Return how long `Position.protected` holds: ``end of game``, or ``end of phase`` in a double game's first."""
    return "end of game" if position.protected_to_the_end else "end of phase"


def describe_moves(position: Position) -> list[schema.LegalMove]:
    """Describe each legal move: what it covers (as the text board draws it) and the scores right after it."""
    board = position.square_characters()
    described = []
    for move in position.legal_moves():
        entry: dict[str, Any] = {"move": format_move(move, position.rules)}
        if isinstance(move, Placement):
            covered = [board[square] for square in move.squares]
            entry["covers"] = {character: covered.count(character) for character in sorted(set(covered))}
            scores = position.place(move.index).scores()
            entry["scores"] = dict(zip(position.rules.sides, scores, strict=True))
        described.append(schema.LegalMove(**entry))
    return described


def describe_rules(rules: Rules) -> str:
    """Return a game with its options as one line of text."""
    options = ", ".join(f"{name} {format_option(value)}" for name, value in describe_options(rules).items())
    return f"{rules.name}: {options}"


def describe_certificate(certificate: Certificate, positions: int, compared: str | None) -> schema.Verification:
    """Describe a certificate that was verified in this many positions, with its position."""
    position = certificate.position
    rules = position.rules
    described = schema.plain(describe_position(position))
    return schema.Verification(
        status="verified",
        value=certificate.value,
        winner=rules.sides[0 if certificate.value > 0 else 1],
        moves=certificate.moves,
        positions=positions,
        **{name: described[name] for name in schema.Verification.model_fields if name in described},
        compared=compared,
    )


def _score(score: Score, sides: Sequence[str]) -> dict[str, Any]:
    """Describe a value or its bounds."""
    winning = score.winning_side
    return {
        "value": score.value,
        "lower": score.lower,
        "upper": score.upper,
        "winner": None if winning is None else sides[winning],
    }


def describe_solution(solution: Solution, **more: Any) -> schema.Solution:
    """Describe a solution, plus what the command adds."""
    rules = solution.position.rules

    def text(moves: tuple[Move, ...]) -> list[str]:
        return [format_move(move, rules) for move in moves]

    document: dict[str, Any] = {
        "status": "exact" if solution.is_exact else "bounded",
        **_score(solution.score, solution.sides),
        "margin": solution.margin,
        "best": text(solution.best),
        "best_complete": solution.best_complete,
        "pv": text(solution.principal_variation),
        "nodes": solution.info.nodes,
        "seconds": round(solution.info.seconds, 6),
        "engine": solution.info.engine,
        "constructed": solution.position.constructed,
    }
    if solution.under_swap:
        document["under_swap"] = True
    if solution.decided:
        document["decided"] = True
    if solution.book is not None:
        document["book"] = solution.book
    if solution.swap is not None:
        document["swap"] = {
            "value": solution.swap.value,
            "should_swap": solution.swap.swap,
            "best": text(solution.swap.best),
        }
    if solution.moves:
        document["moves"] = [
            {"move": format_move(each.move, rules), **_score(each.score, rules.sides)} for each in solution.moves
        ]
    return schema.Solution(**document, **more)


def describe_estimate(estimate: Estimate, rules: Rules) -> schema.Estimate:
    """Describe what playouts said of a position."""
    sides = rules.sides

    def describe(each: MoveEstimate) -> schema.EstimatedMove:
        return schema.EstimatedMove(
            move=format_move(each.move, rules),
            share=each.share,
            interval=list(each.interval),
            margin=each.margin,
            playouts=each.playouts,
            **{name: value for name, value in _score(each.score, sides).items() if name != "winner"},
        )

    more = {} if estimate.swap is None else {"should_swap": estimate.swap}
    return schema.Estimate(
        share=estimate.share,
        interval=list(estimate.interval),
        margin=estimate.margin,
        moves=[describe(each) for each in estimate.moves],
        line=[format_move(move, rules) for move in estimate.line],
        playouts=estimate.playouts,
        under_swap=estimate.under_swap,
        **more,
    )


def describe_advice(advice: Advice) -> schema.Advice:
    """Describe what is known of a position, exactly or by estimate."""
    position = advice.position
    exact = None if advice.solution is None else describe_solution(advice.solution)
    sides = PLAYERS if position.swap_follows else position.rules.sides
    return schema.Advice(
        status="exact" if advice.is_exact else "estimated",
        verdict=advice.verdict,
        **_score(advice.score, sides),
        best=[format_move(move, position.rules) for move in advice.best],
        solution=exact,
        estimate=None if advice.estimate is None else describe_estimate(advice.estimate, position.rules),
        nodes=advice.nodes,
        seconds=round(advice.seconds, 6),
        constructed=position.constructed,
    )


def describe_bounds(found: FinishBounds, position: Position) -> schema.Bounds:
    """Describe the least and the greatest final margin of a position."""
    rules = position.rules
    worst, best = (
        None if finish is None else [format_move(placement, rules) for placement in finish]
        for finish in (found.worst_finish, found.best_finish)
    )
    return schema.Bounds(
        status=found.status,
        worst=found.worst,
        best=found.best,
        decided=None if found.decided is None else rules.sides[found.decided],
        worst_found=found.worst_end.found,
        best_found=found.best_end.found,
        worst_finish=worst,
        best_finish=best,
        seconds=round(found.seconds, 3),
        constructed=position.constructed,
    )
