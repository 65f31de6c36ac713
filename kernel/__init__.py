"""The C++ hot loops behind a typed module: exact search, and random games by the thousand.

Where the compiled part is missing (no compiler when litslab was installed), `AVAILABLE` is False and the reference
engine answers instead; every result says which engine it comes from.
"""

try:
    from kernel._kernel import (
        Answer,
        Engine,
        Question,
        SimulatedGames,
        Simulator,
        TetrominoPlacement,
        TranspositionTable,
        battle_of_lits,
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
        "Engine",
        "Question",
        "SimulatedGames",
        "Simulator",
        "TetrominoPlacement",
        "TranspositionTable",
        "battle_of_lits",
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
