"""Exact answers about positions: endgames first, with proof."""
