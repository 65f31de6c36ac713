"""Game reports: what is known of a game, every number with how it was obtained and how far it can
be off.
"""
