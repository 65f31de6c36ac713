"""The properties of a position that may distinguish it from another."""

from __future__ import annotations

from litslab.games.notation import format_placements
from litslab.games.option_data import describe_options, describe_setup_options
from litslab.games.option_text import format_option
from litslab.games.position import Position


def properties(position: Position) -> dict[str, str]:
    """Return the properties of a position that may distinguish it from another, as texts."""
    rules = position.rules
    found = {"game": rules.name}
    found |= {
        f"option {name}": format_option(value) for name, value in describe_options(rules).items()
    }
    found |= {name: "/".join(value) for name, value in describe_setup_options(rules).items()}
    found["placed"] = format_placements(position.placements, rules) or "nothing"
    found["side to move"] = position.side
    found["swapped"] = "yes" if position.swapped else "no"
    found["half point"] = position.half_point or "none"
    return found
