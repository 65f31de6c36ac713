"""Checking a study: its proof, what the record says of it, the refutations, and a second engine's opinion."""

from __future__ import annotations

from dataclasses import dataclass, replace

from litslab.games.record import Record
from litslab.jobs.progress import OnProgress, Progress
from litslab.puzzles.studies.study import Proof, Refutation, confirm, differences, prove
from litslab.puzzles.studies.study import refutations as refute
from litslab.solver.endgame.result import Info, Limit, LimitReachedError, Oracle
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.registry import choose_engine, make_oracle


@dataclass(frozen=True)
class StudyCheck:
    """What a check of a study has shown before it ended or a limit was reached.

    Attributes
    ----------
    proof : Proof or None
        What was proved of the position; None where a limit came first.
    wrong : tuple of str
        Why it is no study, or in what the record is wrong about it.
    refutations : tuple of Refutation
        How the wrong moves lose, where that was asked for.
    info : Info
        What the proof cost.
    second : Info or None
        What the second engine's proof cost, where one was asked for and the first proof was complete.
    agrees : bool
        Whether the second engine found the same winning moves.
    complete : bool
        Whether all that was asked for is known.
    """

    proof: Proof | None
    wrong: tuple[str, ...]
    refutations: tuple[Refutation, ...]
    info: Info
    second: Info | None
    agrees: bool
    complete: bool


def check_study(
    record: Record,
    ply: int | None = None,
    limit: Limit | None = None,
    *,
    engine: str | None = None,
    second: str | None = None,
    memory: int = DEFAULT_MEMORY,
    refutations: bool = False,
    progress: OnProgress | None = None,
) -> StudyCheck:
    """Prove that a position of a record is a study, and that what the record says of it is right.

    Ctrl-C ends it as a limit does.

    Parameters
    ----------
    record : Record
        The study.
    ply : int, optional
        The position after that many moves, of which the record then claims nothing; its end where not given.
    limit : Limit, optional
        When each engine stops.
    engine, memory
        As for `solver.endgame.solve.solve`.
    second : str, optional
        Another engine, which has to find the same winning moves.
    refutations : bool
        Whether to find for each wrong move the replies that refute it.
    progress : callable, optional
        Receives how many of the wrong moves are refuted.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is requested and does not play this game here.
    DisagreementError
        If the second engine finds other winning moves.

    Examples
    --------
    >>> from litslab.games.record import load
    >>> check_study(load("docs/examples/studies/wythe-8-plies-seed-1-0001.toml")).wrong
    ()
    """
    position = record.position(ply)
    if second is not None:
        choose_engine(position.rules, second, option="second engine")
    if ply is not None and ply != len(record.moves):
        record = replace(record, moves=record.moves[:ply], study=None)
    oracle = make_oracle(position.rules, limit, engine=engine, memory=memory)
    other: Oracle | None = None
    proof = None
    refuted: list[Refutation] = []
    agrees = complete = False
    seconds = 0.0
    try:
        proof = prove(oracle, position, every_winner=True)
        if refutations and proof.is_study:
            wrong = len(position.choices()) - 1
            for each in refute(oracle, proof):
                refuted.append(each)
                if progress is not None:
                    progress(Progress(len(refuted), wrong, f"{len(refuted)} of {wrong} wrong moves refuted"))
        seconds = oracle.seconds
        if second is not None:
            other = make_oracle(position.rules, limit, engine=second, memory=memory)  # its clock starts now
            confirm(other, proof)
            agrees = True
        complete = True
    except (LimitReachedError, KeyboardInterrupt, RecursionError):
        seconds = seconds or oracle.seconds
    return StudyCheck(
        proof,
        () if proof is None else tuple(differences(record, proof)),
        tuple(refuted),
        Info(oracle.nodes, seconds, oracle.engine),
        None if other is None else Info(other.nodes, other.seconds, other.engine),
        agrees,
        complete,
    )
