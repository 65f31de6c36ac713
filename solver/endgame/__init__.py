"""Who wins from here, and by what move: exact answers about a position, and certificates that prove them."""
