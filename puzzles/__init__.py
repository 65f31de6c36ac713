"""The LITS puzzle and endgame studies: solving, explaining, grading, generating, and the formats
their people use.
"""
