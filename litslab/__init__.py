"""The analysis laboratory for TAIJI, Battle of LITS, TAILITS, Wythe, the double games and the LITS puzzle."""
