"""Endgame studies: positions in which one move alone wins."""
