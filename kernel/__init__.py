"""The C++ hot loops behind a typed module: exact search, random games, finished positions, and LITS puzzles.

If the compiled part is missing (no compiler when litslab was installed), `AVAILABLE` is False and the reference
engine answers instead; every result says which engine it comes from.
"""

try:
    from litslab.kernel._kernel import (
        Answer,
        Census,
        Engine,
        Enumeration,
        FewPieces,
        LitsAnswer,
        LitsConclusions,
        LitsSolution,
        LitsSolver,
        MoveStatistics,
        Question,
        SimulatedGames,
        Simulator,
        TetrominoPlacement,
        TranspositionTable,
        TreeSearch,
        battle_of_lits,
        find_few_pieces,
        finished_layouts,
        finished_packings,
        finished_stacks,
        simulate_battle_of_lits,
        simulate_taiji,
        simulate_taiji_battle,
        simulate_tailits,
        simulate_tailits_taiji,
        simulate_wythe,
        taiji,
        taiji_battle,
        tailits,
        tailits_taiji,
        wythe,
    )
except ImportError:  # the install went on without a compiler
    AVAILABLE = False
else:
    AVAILABLE = True

    __all__ = [
        "AVAILABLE",
        "Answer",
        "Census",
        "Engine",
        "Enumeration",
        "FewPieces",
        "LitsAnswer",
        "LitsConclusions",
        "LitsSolution",
        "LitsSolver",
        "MoveStatistics",
        "Question",
        "SimulatedGames",
        "Simulator",
        "TetrominoPlacement",
        "TranspositionTable",
        "TreeSearch",
        "battle_of_lits",
        "find_few_pieces",
        "finished_layouts",
        "finished_packings",
        "finished_stacks",
        "simulate_battle_of_lits",
        "simulate_taiji",
        "simulate_taiji_battle",
        "simulate_tailits",
        "simulate_tailits_taiji",
        "simulate_wythe",
        "taiji",
        "taiji_battle",
        "tailits",
        "tailits_taiji",
        "wythe",
    ]
