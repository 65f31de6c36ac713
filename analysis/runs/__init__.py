"""Runs of many games: playing them, and the Parquet file that stores them."""

SUFFIX = ".parquet"
"""What the name of a run ends in."""
