"""Random wrong calls of the kernel: a program that ends by itself unless the kernel crashes. It
prints each call before it makes it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from litslab import kernel
from litslab.games import create
from litslab.games.placements import PlacementTable
from litslab.games.rules import Rules
from litslab.solver.engines.kernel import engine_for, question, tetromino_placements
from litslab.solver.finals.kernel import Bodies

NUMBERS = (-(2**63), -(2**31), -30003, -129, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 25)
LARGE_NUMBERS = (121, 127, 128, 129, 255, 256, 30001, 65535, 65536, 2**31 - 1, 2**31, 2**62)
FRACTIONS = (float("nan"), -1.0, 0.0, 0.01)
TEXTS = ("", "?", "#.LITS", "O" * 9, "?" * 9, "\n" * 9)
REFUSED = (ValueError, TypeError, OverflowError, MemoryError)


@dataclass(frozen=True)
class Call:
    """A call that is right as long as its arguments are not changed.

    Attributes
    ----------
    name : str
        What is called.
    arguments : list
        Numbers, texts and lists of them.
    function : callable
        It takes the arguments and calls the kernel.
    """

    name: str
    arguments: list[Any]
    function: Callable[..., object]


def main() -> None:
    """Make the calls."""
    calls = [*engine_calls(), *question_calls(), *finals_calls(), *puzzle_calls()]

    @settings(max_examples=1500, deadline=None, database=None, derandomize=True)
    @given(st.sampled_from(calls), st.randoms(use_true_random=False))
    def make(call: Call, rng: random.Random) -> None:
        arguments = deepcopy(call.arguments)
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            change(arguments, rng)
        print(call.name, arguments, flush=True)
        try:
            call.function(*arguments)
        except REFUSED:
            return

    make()
    print("all calls ended")


def change(arguments: list[Any], rng: random.Random) -> None:
    """Change one number or text, or the length of a list."""
    place: list[Any] = arguments
    while True:
        index = rng.randrange(len(place))
        inner = place[index]
        if not isinstance(inner, list):
            place[index] = other(inner, rng)
            return
        if not inner or rng.random() < 0.15:
            resize(inner, rng)
            return
        place = inner


def other(value: Any, rng: random.Random) -> Any:
    match value:
        case bool():
            return not value
        case float():
            return rng.choice(FRACTIONS)
        case str():
            return rng.choice(TEXTS)
    return rng.choice((value - 1, value + 1, -value, *NUMBERS, *LARGE_NUMBERS))


def resize(numbers: list[Any], rng: random.Random) -> None:
    if not numbers:
        numbers.append(0)
        return
    at = rng.randrange(len(numbers))
    match rng.randrange(4):
        case 0:
            del numbers[at]
        case 1:
            numbers.insert(at, deepcopy(rng.choice(numbers)))
        case 2:
            numbers.clear()
        case _:
            numbers[at] = deepcopy(rng.choice(numbers))


def tetrominoes(placements: list[Any]) -> list[kernel.TetrominoPlacement]:
    return [kernel.TetrominoPlacement(*each) for each in placements]


def as_list(argument: Any) -> Any:
    """Return an argument of the kernel as numbers and lists."""
    if isinstance(argument, PlacementTable):
        made = []
        for placement, handed_over in zip(argument, tetromino_placements(argument), strict=True):
            assert isinstance(handed_over, kernel.TetrominoPlacement)
            squares = sorted(placement.squares)
            black = [s for s in squares if (placement.black or 0) >> s & 1]
            shapes = "LITS"
            made.append([shapes.index(placement.shape.name), placement.kind, squares, black])
        return made
    if isinstance(argument, list | tuple):
        return [as_list(each) for each in argument]
    return argument


def small_rules() -> list[Rules]:
    return [
        create("taiji", size=3),
        create("wythe", size=3),
        create("battle-of-lits", size=4),
        create("tailits", size=3),
        create("tailits+taiji", size=3),
        create("taiji+battle-of-lits", size=3),
    ]


def engine_calls() -> list[Call]:
    found = []
    for rules in small_rules():
        name = str(rules.kernel_name)
        tables = [isinstance(each, PlacementTable) for each in rules.kernel_arguments()]

        def play(*arguments: Any, name: str = name, tables: list[bool] = tables) -> None:
            made = [
                tetrominoes(each) if is_table else each
                for each, is_table in zip(arguments, tables, strict=True)
            ]
            use(getattr(kernel, name)(*made), kernel.Question([], 0))

        found.append(Call(name, as_list(rules.kernel_arguments()), play))
    return found


def use(engine: kernel.Engine, at: kernel.Question) -> None:
    """Call everything that an engine has."""
    table = kernel.TranspositionTable(1 << 12)
    engine.choices(at)
    engine.final_value(at)
    engine.likely_moves(at, table=table, target=1)
    limit = engine.value_limit
    engine.solve(
        at, lower=-limit, upper=limit, guess=1, table=table, seconds=1.0, nodes=2000, threads=2
    )
    engine.margins(at)
    engine.simulate(at, [1, 2, 3], moves=True, trace=True)
    mcts = kernel.Player(
        "mcts", playouts=20, exact_moves=30, exact_nodes=500, value_limit=engine.value_limit
    )
    players = (mcts, kernel.Player("greedy"))
    engine.match(at, [[1], [2, 3]], players=players, moves=True, trace=True)
    tree = engine.tree_search(at, seed=1)
    tree.run(seconds=1.0, playouts=20)
    tree.moves()
    tree.line()


def question_calls() -> list[Call]:
    found = []
    for rules in small_rules():
        engine = engine_for(rules)
        assert engine is not None
        position = rules.start()
        rng = random.Random(1)
        for _ in range(4):
            if position.is_over:
                break
            legal = position.legal_moves()
            position = position.play(rng.choice(legal))
        asked = question(position)
        assert isinstance(asked, kernel.Question)
        placed = [p.index for p in sorted(position.placements, key=lambda p: (p.level, p.index))]
        arguments = [placed, position.to_move, position.swapped, 0]
        count = len(rules.table) + 1
        identity = list(range(count))

        def ask(*arguments: Any, engine: kernel.Engine = engine) -> None:
            use(engine, kernel.Question(*arguments))

        def solve(
            *arguments: Any,
            engine: kernel.Engine = engine,
            at: kernel.Question = asked,
        ) -> None:
            lower, upper, guess, bytes_, seconds, nodes, threads = arguments
            table = kernel.TranspositionTable(bytes_)
            engine.likely_moves(at, table=table, target=guess)
            engine.solve(
                at,
                lower=lower,
                upper=upper,
                guess=guess,
                table=table,
                seconds=seconds,
                nodes=nodes,
                threads=threads,
            )

        def strategy(
            *arguments: Any,
            engine: kernel.Engine = engine,
            at: kernel.Question = asked,
        ) -> None:
            side, value, rank, symmetries, moves, positions = arguments
            task = kernel.StrategyTask(
                side=side,
                value=value,
                rank=rank,
                symmetries=symmetries,
                most_moves=moves,
                most_positions=positions,
            )
            table = kernel.TranspositionTable(1 << 12)
            engine.strategy(at, task, table=table, seconds=1.0, nodes=2000)

        def tree(
            *arguments: Any,
            engine: kernel.Engine = engine,
            at: kernel.Question = asked,
        ) -> None:
            seed, seconds, playouts = arguments
            engine.tree_search(at, seed=seed).run(seconds=seconds, playouts=playouts)

        def simulate(
            *seeds: Any,
            engine: kernel.Engine = engine,
            at: kernel.Question = asked,
        ) -> None:
            engine.simulate(at, list(seeds))

        def match(
            *arguments: Any,
            engine: kernel.Engine = engine,
            at: kernel.Question = asked,
        ) -> None:
            level, limits, seeds = arguments
            exact_moves, value_limit = limits
            player = kernel.Player(
                level,
                playouts=20,  # a match has no other limit
                exact_moves=exact_moves,
                exact_nodes=500,
                value_limit=value_limit,
            )
            engine.match(at, seeds, players=(player, kernel.Player("random")))

        found += [
            Call(f"Question of {rules.name}", arguments, ask),
            Call(f"solve {rules.name}", [-9, 9, 1, 1 << 12, 0.01, 2000, 2], solve),
            Call(f"strategy {rules.name}", [0, 1, identity, [identity], 100, 1000], strategy),
            Call(f"tree {rules.name}", [1, 0.01, 20], tree),
            Call(f"simulate {rules.name}", [1, 2, 3], simulate),
            Call(f"match {rules.name}", ["mcts", [30, engine.value_limit], [[1], [2, 3]]], match),
        ]
    return found


def finals_calls() -> list[Call]:
    packing, stacks, layout, *_ = small_rules()

    def enumerate_all(enumeration: kernel.Enumeration) -> None:
        enumeration.count(seconds=1.0, nodes=2000)
        enumeration.walk(lambda _: None, batch=10, seconds=0.01)
        enumeration.draw(3, 1, seconds=0.01)

    def packings(*arguments: Any) -> None:
        columns, rows, dominoes, colourings, symmetries = arguments
        enumerate_all(
            kernel.finished_packings(columns, rows, dominoes, colourings, pairs(symmetries))
        )

    def stackings(*arguments: Any) -> None:
        placements, symmetries = arguments
        enumerate_all(kernel.finished_stacks(placements, pairs(symmetries)))

    def layouts(*arguments: Any) -> None:
        columns, rows, placements, supply, first, symmetries = arguments
        made = tetrominoes(placements)
        enumerate_all(
            kernel.finished_layouts(columns, rows, made, supply, first, pairs(symmetries))
        )

    def few(*arguments: Any) -> None:
        columns, rows, placements, supply, *rest = arguments
        most, used_up, entered, avoided, symmetries = rest
        search = kernel.few_pieces_search(columns, rows, tetrominoes(placements), supply)
        search.find(
            most,
            used_up=used_up,
            entered=entered,
            avoided=avoided,
            symmetries=symmetries,
            nodes=2000,
            seconds=0.1,
        )

    bodies = Bodies.of(packing.table, colours=True)
    dominoes = [list(packing.table[p].squares) for p in bodies.first]
    pieces = as_list(layout.kernel_arguments())[:4]
    alone = Bodies(stacks.table, tuple((p.index,) for p in stacks.table))
    same = list(range(len(layout.table)))
    plain = [[same, [1] * len(same)]]
    return [
        Call("finished_packings", [3, 3, dominoes, 2, as_list(bodies.actions())], packings),
        Call(
            "finished_stacks",
            [as_list(stacks.kernel_arguments())[1], as_list(alone.actions())],
            stackings,
        ),
        Call("finished_layouts", [*pieces, same, plain], layouts),
        Call("few_pieces_search", [*pieces, 3, [0], [[0, 1], [4, 5]], [15], [same]], few),
    ]


def pairs(symmetries: list[Any]) -> Any:
    """Return symmetries as the kernel takes them."""
    return [tuple(each) for each in symmetries]


def puzzle_calls() -> list[Call]:
    regions = [0, 0, 0, 0, 1, 1, -1, 1, 1]

    def solve(*arguments: Any) -> None:
        columns, rows, regions, givens, wanted, images, with_o, inverse, optional = arguments
        rules = kernel.LitsRules(with_o=with_o, inverse=inverse, optional=optional)
        puzzle = kernel.LitsPuzzle(columns, rows, regions, givens, rules)
        solver = kernel.LitsSolver()
        solver.conclude(puzzle, trials=True)
        solver.solve(puzzle, wanted=wanted, seconds=0.1, nodes=2000)
        solver.may_be_symmetric(puzzle, images)

    images = [list(range(9)), list(range(9))]
    return [Call("LitsSolver", [3, 3, regions, "", 2, images, False, False, False], solve)]


if __name__ == "__main__":
    main()
