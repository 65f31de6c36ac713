"""Players of any game, and matches between them."""
