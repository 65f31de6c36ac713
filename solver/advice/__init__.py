"""Advice on any position: exact where it can be, a calibrated estimate elsewhere."""
