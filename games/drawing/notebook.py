"""How a position is shown in a notebook: importing this module registers its picture."""

from __future__ import annotations

from games.drawing.svg import draw
from games.notebook import register_drawing
from games.position import Position

register_drawing(Position, draw)
