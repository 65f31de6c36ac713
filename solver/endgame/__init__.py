"""Exact answers about positions: the winner, the value and the best moves, with certificates."""
