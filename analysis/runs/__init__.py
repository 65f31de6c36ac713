"""Runs of many games: playing them, and the Parquet file that stores them."""
