"""Where endgame studies come from: positions of played games, guessed at by random games and proved by an engine.

Random games have their last moves taken back, and two players drawn from a mixture play on (`puzzles.studies_sources`).
Where they come to, and the *siblings* of that position (what other moves of the position before would have led to), are
candidates. Most are lost, or won by many moves, and a proof of that is dear; so Monte-Carlo tree search guesses first,
and only where it thinks the side to move neither lost nor safe, and one move the best, does the exact engine get to
work: with one transposition table for all candidates of a board.

Everything comes from one seed. The engine's budget for a candidate is counted in nodes, never in time, so that a study
depends on its seed alone.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from litslab.games.battle_of_lits import BattleOfLits, make_symbols
from litslab.games.double_games import TaijiBattle, TailitsTaiji
from litslab.games.errors import GameError, OptionError
from litslab.games.geometry import bits
from litslab.games.placements import Placement
from litslab.games.position import Move, Position, Rules
from litslab.games.record import Record
from litslab.games.study import StudyClaim
from litslab.games.taiji import Taiji
from litslab.games.wythe import Wythe
from litslab.puzzles.studies import Proof, impossible, prove
from litslab.puzzles.studies_sources import Sources, beginnings
from litslab.solver import kernel_oracle, search
from litslab.solver.endgame import make_oracle
from litslab.solver.kernel_oracle import engine_for, question
from litslab.solver.players import (
    EnginePlayer,
    GreedyPlayer,
    Player,
    RandomPlayer,
    greediest,
    margins_after,
    parse_player,
)
from litslab.solver.result import Limit
from litslab.solver.root import LimitReachedError, Oracle

PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(),
    "greedy": GreedyPlayer(),
    "mcts": EnginePlayer(playouts=300, exact_moves=0),
}
"""Who plays the games: quick rather than strong."""


def _player_named(text: str) -> Player:
    """Return a player that a word of `PLAYERS` or a text such as ``mcts:500`` names."""
    return PLAYERS[text] if text in PLAYERS else parse_player(text)


REFERENCE_NODES = 4_000
"""What the reference search may visit to prove a study a second time, and the most that the kernel may have needed."""


@dataclass(frozen=True)
class Wish:
    """What studies are wanted.

    Attributes
    ----------
    rules : Rules
        The game. Each game of Battle of LITS that has no symbols given is played on a new board.
    plies : int
        The length of the principal variation.
    surprise : bool
        Whether every greedy move has to lose.
    seed : int
        Where randomness comes from.
    players : tuple of str
        Who plays: names of `PLAYERS`, of which each side of a game draws one.
    engine : str or None
        The exact engine; the fastest that knows the game where not given.
    games : int
        After how many random games the search for one study gives up.
    nodes : int
        What the exact engine may visit for one candidate.
    fresh_boards : bool
        Whether every game of Battle of LITS gets a new board.
    """

    rules: Rules
    plies: int
    surprise: bool = True
    seed: int = 0
    players: tuple[str, ...] = tuple(PLAYERS)
    engine: str | None = None
    games: int = 2000
    nodes: int = 400_000
    fresh_boards: bool = True

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises
        ------
        OptionError
            Naming the wish, its value and what was expected.
        """
        longest = longest_game(self.rules)
        if not 1 <= self.plies <= longest:
            raise OptionError(
                f"plies {self.plies}: expected 1 to {longest}, as no game of {self.rules.title} on "
                f"{self.rules.board.columns}×{self.rules.board.rows} has more placements"
            )
        for name in self.players:
            _player_named(name)
        if not self.players:
            raise OptionError("players: expected at least one")


def longest_game(rules: Rules) -> int:
    """Return a number of placements that no game exceeds.

    Of tetrominoes the supply and the board allow no more: each of the disjoint 2×2 blocks keeps a free square. In
    Wythe every piece keeps a bit uncovered on a stack of its own.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> longest_game(create("battle-of-lits")), longest_game(create("taiji", size=7))
    (18, 24)
    """
    board = rules.board
    if isinstance(rules, Wythe):
        return board.size
    dominoes = board.size // 2
    if isinstance(rules, Taiji):
        return dominoes
    blocks = (board.columns // 2) * (board.rows // 2)
    kinds = rules.tetrominoes.kinds if isinstance(rules, TailitsTaiji | TaijiBattle) else rules.table.kinds
    supply = sum(board.size if kind.count is None else kind.count for kind in kinds)
    tetrominoes = min(supply, (board.size - blocks) // 4)
    return tetrominoes + (dominoes if isinstance(rules, TailitsTaiji | TaijiBattle) else 0)


@dataclass(frozen=True)
class Effort:
    """How the search spends its time; found by measuring (`python -m benchmarks studies-long`).

    Attributes
    ----------
    sources : Sources
        Where positions come from.
    siblings : int
        How many siblings of each position of a game are candidates too.
    glance, look : int
        Random games to guess which siblings and which candidates may be in the balance, and then which of these are.
    guess_from : int
        The fewest plies at which random games guess first: an exact answer nearer to the end is cheaper than they are,
        and there they tell won from lost too well for anything to seem in the balance.
    guess_moves : int
        With fewer moves to choose from an exact answer is cheaper as well.
    lowest, highest : float
        A candidate is in the balance where its most visited move wins such a share of random games.
    doubt : float
        By how much a glance may be wrong about that.
    lead : float
        By how much that move has to be better than the next.
    """

    sources: Sources = field(default_factory=Sources)
    siblings: int = 8
    glance: int = 1000
    look: int = 6000
    guess_from: int = 7
    guess_moves: int = 20
    lowest: float = 0.48
    highest: float = 0.72
    doubt: float = 0.06
    lead: float = 0.02


DEFAULT_EFFORT = Effort()


@dataclass(frozen=True)
class Study:
    """A study that was found.

    Attributes
    ----------
    number : int
        Which of its run, from 1.
    record : Record
        The game up to the study, with its claim.
    proof : Proof
        What was proved of the position.
    """

    number: int
    record: Record
    proof: Proof


class StudyFileError(GameError):
    """A file that is in the way of a run: its text says what was expected instead."""


@dataclass
class Hunt:
    """The search for one study, and why candidates were no studies.

    Attributes
    ----------
    wish : Wish
        What is wanted.
    number : int
        Which study of the run, from 1: with the wish's seed it decides everything.
    avoid : collection
        The canonical forms of the studies that are there already (`canonical`).
    until : float
        The `time.time` at which to stop.
    effort : Effort
        How to search.
    rejected : Counter
        How many candidates were no studies, by the reason.
    nodes : int
        What the exact engine has visited.
    found : Study or None
        What `run` has found.
    """

    wish: Wish
    number: int
    avoid: Collection[tuple[Any, ...]] = ()
    until: float = float("inf")
    effort: Effort = DEFAULT_EFFORT
    rejected: Counter[str] = field(default_factory=Counter)
    nodes: int = 0
    found: Study | None = None

    def __post_init__(self) -> None:
        self._rng = random.Random(f"{self.wish.seed}/study {self.number}")

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return time.time() >= self.until

    def run(self) -> Study | None:
        """Find the first study that the seed leads to; None where the time or the games were used up."""
        for _ in range(self.wish.games):
            start = self._board().start()
            oracle = make_oracle(start.rules, engine=self.wish.engine, memory=_MEMORY)
            begun = beginnings(start, self.wish.plies, self._player, self._rng, self.effort.sources)
            if not begun:
                self.rejected["no game went on for so long"] += 1
            for each in begun:
                self.found = self._search_siblings(oracle, start, each.moves)
                if self.found is not None or self.is_late:
                    return self.found
        return None

    def _player(self) -> Player:
        return _player_named(self._rng.choice(self.wish.players))

    def _board(self) -> Rules:
        rules = self.wish.rules
        if not isinstance(rules, BattleOfLits) or not self.wish.fresh_boards:
            return rules
        return replace(rules, symbols=make_symbols(rules.board.columns, rules.board.rows, self._rng))

    def _search_siblings(self, oracle: Oracle, start: Position, moves: tuple[Move, ...]) -> Study | None:
        """Search a position, and those that other last moves lead to, for a study."""
        before = Record(start.rules, moves[:-1]).position()
        for move in (moves[-1], *self._siblings(before, moves[-1])):
            if self.is_late:
                return None
            position = before.play_unchecked(move)
            if (order := self._in_the_balance(position)) is None:
                continue
            proof = self._prove(oracle, position, order)
            if proof is None or not self._accept(proof):
                continue
            return Study(self.number, self._record(start.rules, (*moves[:-1], move), proof), proof)
        return None

    def _siblings(self, before: Position, played: Move) -> list[Move]:
        """Return moves other than the one played after which the next side seems to be neither lost nor safe."""
        if not self._is_dear(before):
            others = [move for move in before.choices() if move is not played]
            return self._rng.sample(others, min(len(others), self.effort.siblings))
        seen = self._guess(before, self.effort.look)
        middle = (self.effort.lowest + self.effort.highest) / 2
        ranked = sorted((abs(1 - share - middle), move.index, move) for move, _, share in seen if move is not played)
        return [move for *_, move in ranked[: self.effort.siblings]]

    def _guess(self, position: Position, playouts: int) -> list[tuple[Placement, int, float]]:
        """Return placements with their visits and the share of random games won; none without the kernel."""
        engine = engine_for(position.rules)
        if engine is None:
            return []
        found = engine.mcts(question(position), seconds=1e9, playouts=playouts, seed=self._rng.getrandbits(64))
        table = position.rules.table
        first = position.to_move == 0
        return [
            (table[index], visits, mean if first else 1 - mean)
            for index, visits, mean in found
            if visits and index < len(table)
        ]

    def _is_dear(self, position: Position) -> bool:
        """Tell whether an exact answer costs more than a guess."""
        effort = self.effort
        return self.wish.plies >= effort.guess_from and position.legal.bit_count() >= effort.guess_moves

    def _in_the_balance(self, position: Position) -> tuple[Move, ...] | None:
        """Return the moves of a candidate that is worth a proof, those first that seem to win; None if it is not."""
        if (reason := impossible(position)) is not None:
            self.rejected[reason.value] += 1
            return None
        if not self._is_dear(position):
            return ()
        effort = self.effort
        for playouts, doubt in ((effort.glance, effort.doubt), (effort.look, 0.0)):
            seen = sorted(self._guess(position, playouts), key=lambda row: -row[1])
            if seen and not effort.lowest - doubt <= seen[0][2] <= effort.highest + doubt:
                self.rejected["clearly lost or won in random games"] += 1
                return None
        if len(seen) > 1 and seen[0][2] - seen[1][2] < effort.lead:
            self.rejected["no move is the best by far in random games"] += 1
            return None
        if seen and self.wish.surprise and seen[0][0] in greediest(margins_after(position)):
            self.rejected["a greedy move seems to win in random games"] += 1
            return None
        return tuple(move for move, _, _ in seen)

    def _prove(self, oracle: Oracle, position: Position, order: tuple[Move, ...]) -> Proof | None:
        """Prove a candidate within the budget of nodes; None where that was not enough."""
        before = oracle.nodes
        _allow(oracle, self.wish.nodes, self.until)
        try:
            return prove(oracle, position, surprise=self.wish.surprise, plies=self.wish.plies, order=order)
        except (LimitReachedError, RecursionError):
            self.rejected["too many positions to search"] += 1
            return None
        finally:
            self.nodes += oracle.nodes - before

    def _accept(self, proof: Proof) -> bool:
        if not proof.is_study:
            self.rejected[proof.verdict.value] += 1
            return False
        if canonical(proof.position) in self.avoid:
            self.rejected["found before, up to symmetry"] += 1
            return False
        return True

    def _record(self, rules: Rules, moves: tuple[Move, ...], proof: Proof) -> Record:
        wish, grade = self.wish, proof.grade
        if grade is None:
            raise ValueError("only a study is recorded")
        claim = StudyClaim(
            proof.winning[0], wish.plies, grade.level, proof.surprise, wish.seed, self.number, self._proved_by(proof)
        )
        title = f"{proof.position.side} to move and win"
        return Record(rules, moves, title=title[0].upper() + title[1:], study=claim)

    def _proved_by(self, proof: Proof) -> tuple[str, ...]:
        """Prove a study again from scratch, and where it is small with the reference search too."""
        oracle = make_oracle(proof.position.rules, engine=self.wish.engine, memory=_MEMORY)
        again = prove(oracle, proof.position)
        engines = [oracle.engine]
        if oracle.engine == kernel_oracle.ENGINE and oracle.nodes <= REFERENCE_NODES:
            try:
                reference = prove(search.Search(Limit(nodes=REFERENCE_NODES)), proof.position)
            except (LimitReachedError, RecursionError):
                reference = again
            else:
                engines.append(search.ENGINE)
            again = again if reference == again else reference
        if (again.winning, again.line) != (proof.winning, proof.line):
            raise AssertionError(f"{' and '.join(engines)} disagree about {proof.position.key}")
        return tuple(engines)


_MEMORY = 64 << 20


def _allow(oracle: Oracle, nodes: int, until: float) -> None:
    """Give an engine so many more nodes."""
    seconds = None if until == float("inf") else oracle.seconds + max(0.0, until - time.time())
    vars(oracle)["limit"] = Limit(seconds, oracle.nodes + nodes)


def canonical(position: Position) -> tuple[Any, ...]:
    """Return what a position and its images under the board's symmetries have in common, and no other position has.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> start = create("taiji", size=3).start()
    >>> len({canonical(start.play(move)) for move in start.legal_moves()})
    4
    """
    rules, table = position.rules, position.rules.table
    symbols = rules.marks if isinstance(rules, BattleOfLits) else ()
    images = []
    for symmetry in rules.board.symmetries:
        placed = [table.image(table[index], symmetry.squares) for index in bits(position.placed)]
        if all(image is not None for image in placed):
            indices = tuple(sorted(image.index for image in placed if image is not None))
            images.append((tuple(symmetry.apply(mask) for mask in symbols), indices))
    return (min(images), position.to_move, position.swapped, position.half_point)
