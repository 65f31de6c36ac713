"""The LITS puzzle: solving, explaining, grading, generating, and its file formats."""
