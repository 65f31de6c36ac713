"""LITS puzzles in CP-SAT: one function per rule, connectivity, solutions, and conflicts."""
