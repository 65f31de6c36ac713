"""Runs of many games: playing them, and the Parquet file that stores them."""

SUFFIX = ".parquet"
"""The extension of a run's file."""
