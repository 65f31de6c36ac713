"""Endgames solved by CP-SAT alone: two-player problems by counterexample-guided expansion.

"Can the side to move reach a value of at least v?" is a model in which that side, the *proposer*,
chooses a move and a plan: a finished position that contains the move and is worth v. A plan assumes
that the other side helps, so the *refuter* answers the proposed move with a question of the same
kind, with the sides exchanged. A reply that refutes the move is a counterexample: the move is
forbidden, and the model gets a *copy* of the game with new variables in which the reply is made if
it is legal. So every later proposal needs a plan against it, too. The refutation's answers to the
proposer's next moves are added to the copy when they occur. If the model has no solution, no move
reaches v. If there is no refutation, the proposed move reaches it. Positions with few finishes are
answered by a table of these instead (`solver.engines.finish_search`, `solver.model.packing_table`).

Solvers of quantified Boolean formulas use this scheme (Janota, Klieber, Marques-Silva, Clarke:
"Solving QBF with counterexample guided refinement", 2012), with assignments in place of moves. It
shares no code with the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from ortools.sat.python import cp_model

from litslab.games.geometry import bits
from litslab.games.move import SWAP, Move
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.solver.engines.finish_search import FinishSearch
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.progress import bounds_progress
from litslab.solver.model.connectivity import Connected
from litslab.solver.model.cpsat import export, make_solver, run
from litslab.solver.model.finishes import (
    MOST_FINISHES,
    MOST_SOLUTIONS,
    FinishTable,
    finish_table,
    is_enumerable,
)
from litslab.solver.model.games import ending, final_positions
from litslab.solver.model.optimum import OptimumStatus
from litslab.solver.model.packing_table import PackingTable, is_packing, packing_table
from litslab.solver.model.scores import Ending, reaches
from litslab.solver.model.settings import CPSAT, Inspection, Settings
from litslab.solver.model.variables import Literal, Variables

PACKINGS = 16
"""The finishes of a table of packings, whose finishes need no rows, for one of another table."""

KEPT_TABLES = 2
"""The number of full tables of finishes whose memory all tables together may use."""


@dataclass
class Strategist(Oracle):
    """An engine that proves values by models alone.

    It runs in this process; `solver.engines.registry` runs it in a child process, which Ctrl-C ends
    at once.

    Attributes
    ----------
    settings : Settings
        Workers, seed and inspection.
    most_finishes : int
        The most finishes of a position whose finishes are enumerated.
    questions, variables : int
        The runs of CP-SAT so far, and the variables of their models in total.
    """

    engine: ClassVar[str] = CPSAT

    settings: Settings = field(default_factory=Settings)
    most_finishes: int = field(default=MOST_FINISHES, kw_only=True)
    questions: int = field(default=0, kw_only=True)
    variables: int = field(default=0, kw_only=True)
    _tables: list[FinishTable] = field(default_factory=list, repr=False, kw_only=True)
    _without_table: set[tuple[Any, ...]] = field(default_factory=set, repr=False, kw_only=True)
    _packings: list[PackingTable] = field(default_factory=list, repr=False, kw_only=True)
    _without_packing: set[tuple[Any, ...]] = field(default_factory=set, repr=False, kw_only=True)

    def value(self, position: Position, progress: OnProgress = ignore_progress) -> int:
        """Return the exact value, by halving the interval of odd values in which it lies."""
        score = self.bounds(position)
        while not score.is_exact:
            target = score.lower + 2 * ((score.upper - score.lower) // 4 + 1)
            self.at_least(position, min(target, score.upper))
            score = self.bounds(position)
            progress(bounds_progress(score, position, self.nodes))
        return score.lower

    def at_least(self, position: Position, target: int) -> bool:
        """Return whether the value of a position is at least `target`; raises
        `LimitReachedError`.
        """
        return self._side_reaches(position, 0, target)

    def _side_reaches(self, position: Position, side: int, value: int) -> bool:
        """Return whether a side reaches a value, from the view of that side."""
        if position.is_over:
            return (1 - 2 * side) * position.outcome().value >= value
        if position.to_move != side:
            return not self._mover_reaches(position, 2 - value)
        return self._mover_reaches(position, value)

    def _mover_reaches(self, position: Position, value: int) -> bool:
        """Return whether the side to move reaches a value, from its own view, by proposals and
        refutations.
        """
        mover = position.to_move
        known = self.entry(position)
        lower, upper = (known.lower, known.upper) if mover == 0 else (-known.upper, -known.lower)
        if lower >= value or upper < value:
            return lower >= value
        self._visit()
        packing = self._packing(position)
        if packing is not None:
            exact = packing.value(position)
            known.lower = known.upper = exact
            known.best = packing.best(position)
            return (exact if mover == 0 else -exact) >= value
        choices = position.choices()
        found: Move | None = None
        table = self._table(position)
        if table is not None:
            found = FinishSearch(self, table, self._visit).move(position, value)
        elif len(choices) == 1:
            if self._side_reaches(position.play_unchecked(choices[0]), mover, value):
                found = choices[0]
        else:
            proposer = _Proposer(self, position, value, choices)
            while (move := proposer.propose()) is not None:
                if self._side_reaches(position.play_unchecked(move), mover, value):
                    found = move
                    break
                proposer.refuted(move)
        if found is not None:
            known.best = found
            lower = max(lower, value)
        else:
            upper = min(upper, value - 2)
        known.lower, known.upper = (lower, upper) if mover == 0 else (-upper, -lower)
        return found is not None

    def _visit(self) -> None:
        """Count a position; raise `LimitReachedError` if a limit is reached."""
        self.nodes += 1
        if self.limit.nodes is not None and self.nodes > self.limit.nodes:
            raise LimitReachedError
        _ = self.seconds_left

    def _packing(self, position: Position) -> PackingTable | None:
        """Return a table that knows the value of a position; None if there is none."""
        for known in self._packings:
            if known.covers(position):
                return known
        most = self.most_finishes * PACKINGS
        is_small = is_packing(position) and is_enumerable(position, most)
        if not is_small or position.key in self._without_packing:
            return None
        inspection = self._inspection()
        self.questions += 1
        table = packing_table(
            position,
            min(most, MOST_SOLUTIONS),
            time_limit=self.seconds_left,
            inspection=inspection,
            check=lambda: self.seconds_left,
        )
        if table is None:
            self._without_packing.add(position.key)
        else:
            self._packings.append(table)
        return table

    def _table(self, position: Position) -> FinishTable | None:
        """Return a table that contains the finishes of a position; None if there are too many."""
        for known in self._tables:
            if known.rows_after(position) is not None:
                return known
        if position.key in self._without_table or not is_enumerable(position, self.most_finishes):
            return None
        inspection = self._inspection()
        self.questions += 1
        table = finish_table(
            position,
            self.most_finishes,
            time_limit=self.seconds_left,
            inspection=inspection,
            check=lambda: self.seconds_left,
        )
        if table is None:
            self._without_table.add(position.key)
            return None
        self._tables.append(table)
        while sum(len(each.values) for each in self._tables) > KEPT_TABLES * self.most_finishes:
            self._tables.pop(0)
        return table

    def _inspection(self) -> Inspection:
        """Return the inspection of the next question: only the first exports its model."""
        inspection = self.settings.inspection
        return inspection.without_export() if self.questions else inspection

    def reply(self, position: Position) -> Move | None:
        """Return the move with which the side to move last reached a value; None if
        there is none.
        """
        self.check_rules(position)
        known = self.entries.get(position.key)
        return None if known is None else known.best

    def solve(self, model: cp_model.CpModel) -> cp_model.CpSolver | None:
        """Return a solution of a model, None if there is none.

        Raises
        ------
        LimitReachedError
            If the time runs out first.
        SolverError
            If CP-SAT refuses the model.
        OutOfMemoryError
            If CP-SAT has no more memory.
        """
        solver = make_solver(self.settings, self.seconds_left)
        export(model, self._inspection())
        self.questions += 1
        self.variables += len(model.proto.variables)
        # The questions are many and small, so the linear relaxation and probing cost more than they
        # save.
        solver.parameters.linearization_level = 0
        solver.parameters.cp_model_probing_level = 0
        status = run(solver, model)
        if status is OptimumStatus.UNKNOWN:
            raise LimitReachedError
        return solver if status.has_solution else None


@dataclass
class _Copy:
    """A copy of the game against one reply of the refuter.

    Attributes
    ----------
    variables : Variables
        The finished position.
    reply : Move
        The reply.
    replied : Position
        The position after the move that the reply refuted, and the reply.
    applies : Literal
        The literal that the reply is legal after the proposed move.
    second : dict
        The literal of each placement that it is the proposer's second move.
    """

    variables: Variables
    reply: Move
    replied: Position
    applies: Literal
    second: dict[int, Literal]


class _Proposer:
    """The model of one question: the moves that are not refuted, a plan, and a plan against each
    reply.
    """

    def __init__(
        self,
        strategist: Strategist,
        position: Position,
        value: int,
        choices: tuple[Move, ...],
    ) -> None:
        self.strategist = strategist
        self.position = position
        self.value = value
        self.model = cp_model.CpModel()
        self.connected: list[Connected] = []
        self.plan, end, reached = self._game()
        self.model.add_bool_and([reached])
        self.open: dict[Move, Literal] = {move: self.model.new_bool_var("") for move in choices}
        self._contain_chosen_move(self.plan, end)
        self.model.add_exactly_one(list(self.open.values()))
        self.copies: list[_Copy] = []

    def _game(self) -> tuple[Variables, Ending, Literal]:
        """Add the finished positions, and the literal that forces one to reach the value."""
        position = self.position
        finals = final_positions(position.rules, position=position, model=self.model)
        if finals.connected is not None:
            self.connected.append(finals.connected)
        variables = finals.variables
        end = ending(variables, position, position.to_move)
        return variables, end, reaches(variables, end, position.to_move, self.value)

    def _contain_chosen_move(self, variables: Variables, end: Ending) -> None:
        """Require that a finished position contains the chosen move."""
        for move, chosen in self.open.items():
            if isinstance(move, Placement):
                self.model.add_implication(chosen, variables.placed[move.index])
            if self.position.can_swap:
                self.model.add_implication(chosen, end.swap if move is SWAP else ~end.swap)

    def propose(self) -> Move | None:
        """Return a move with a plan against every reply so far; None if there is none."""
        while self.open:
            solver = self.strategist.solve(self.model)
            if solver is None:
                return None
            move = next(move for move, chosen in self.open.items() if solver.boolean_value(chosen))
            if not self._is_disconnected(solver) and not self._lacks_an_answer(solver, move):
                return move
        return None

    def refuted(self, move: Move) -> None:
        """Forbid a move, and require that plans for the other moves are valid against the reply
        that refutes it.
        """
        self.model.add_bool_and([~self.open.pop(move)])
        child = self.position.play_unchecked(move)
        if child.is_over or child.to_move == self.position.to_move:
            return
        reply = self.strategist.reply(child)
        if reply is None:
            return
        met = [chosen for other, chosen in self.open.items() if self._is_legal(reply, other)]
        if met:
            self._copy(reply, child.play_unchecked(reply), met)

    def _is_legal(self, reply: Move, move: Move) -> bool:
        child = self.position.play_unchecked(move)
        if child.to_move == self.position.to_move:
            return False
        if isinstance(reply, Placement):
            return bool(child.legal >> reply.index & 1)
        return child.can_swap and not child.is_over

    def _copy(self, reply: Move, replied: Position, met: list[Literal]) -> None:
        variables, end, reached = self._game()
        self._contain_chosen_move(variables, end)
        applies = variables.one_of(met)
        self.model.add_implication(applies, reached)
        made = variables.placed[reply.index] if isinstance(reply, Placement) else end.swap
        self.model.add_implication(applies, made)
        second: dict[int, Literal] = {}
        if isinstance(reply, Placement) and not self.position.rules.swap_changes_value:
            for index in bits(variables.free & ~(1 << reply.index)):
                second[index] = self.model.new_bool_var("")
                self.model.add_implication(second[index], variables.placed[index])
            for move, chosen in self.open.items():
                if isinstance(move, Placement) and move.index in second:
                    self.model.add_at_most_one([chosen, second[move.index]])
            goes_on = variables.all_of([applies, variables.at_least(variables.free, 3)])
            self.model.add(cp_model.LinearExpr.sum(list(second.values())) == goes_on)
        self.copies.append(_Copy(variables, reply, replied, applies, second))

    def _is_disconnected(self, solver: cp_model.CpSolver) -> bool:
        """Cut off disconnected plans, and return whether there were any."""
        found = [(pieces, pieces.disconnected(solver)) for pieces in self.connected]
        for pieces, covered in found:
            pieces.cut_off(covered)
        return any(covered for _, covered in found)

    def _lacks_an_answer(self, solver: cp_model.CpSolver, move: Move) -> bool:
        """Add the refuter's answer to a second move of a plan that lacks it; return whether there
        was one.
        """
        found = False
        for copy in self.copies:
            index = next(
                (index for index, chosen in copy.second.items() if solver.boolean_value(chosen)),
                None,
            )
            if index is None or not solver.boolean_value(copy.applies):
                continue
            here = self.position.play_unchecked(move).play_unchecked(copy.reply)
            unless = [~self.open[move], ~copy.second[index]]
            if here.to_move != self.position.to_move:
                continue
            if not here.legal >> index & 1:
                self.model.add_bool_or(unless)
                found = True
                continue
            replied = copy.replied
            answer = None
            if replied.legal >> index & 1:
                answer = self.strategist.reply(replied.place(index))
            after = here.place(index)
            if isinstance(answer, Placement) and after.legal >> answer.index & 1:
                placed = copy.variables.placed[answer.index]
                if after.to_move != self.position.to_move and not solver.boolean_value(placed):
                    self.model.add_bool_or([*unless, placed])
                    found = True
        return found
