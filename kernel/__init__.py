"""The C++ hot loops behind a typed module: exact search and random games.

Where the compiled part is missing (no compiler when litslab was installed), `AVAILABLE` is False and the reference
engine answers instead; every result says which engine it comes from.
"""

try:
    from kernel._kernel import (
        Answer,
        Engine,
        FewPieces,
        Question,
        TetrominoPlacement,
        TranspositionTable,
        battle_of_lits,
        find_few_pieces,
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
        "FewPieces",
        "Question",
        "TetrominoPlacement",
        "TranspositionTable",
        "battle_of_lits",
        "find_few_pieces",
        "taiji",
        "taiji_battle",
        "tailits",
        "tailits_taiji",
        "wythe",
    ]
