"""The LITS puzzle and endgame studies: solving, explaining, grading, generating, and the formats their people use."""

import litslab.puzzles.lits.svg  # noqa: F401 - shows puzzles and answers in notebooks
