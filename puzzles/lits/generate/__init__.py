"""Generating LITS puzzles: a spec, the search for regions, batches, and the folder that
keeps them.
"""
