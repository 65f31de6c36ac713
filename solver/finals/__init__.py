"""Finished positions: how many there are, each of them, and the extreme ones."""
