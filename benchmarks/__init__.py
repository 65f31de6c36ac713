"""Measurements: ``python -m benchmarks NAME`` prints a table; nothing here is a test."""
