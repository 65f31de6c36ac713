"""The puzzles and studies that come with litslab."""
