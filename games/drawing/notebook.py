"""How a position is shown in a notebook: importing this module registers its picture."""

from __future__ import annotations

from litslab.games.drawing.svg import draw
from litslab.games.notebook import register_drawing
from litslab.games.position import Position

register_drawing(Position, draw)
