"""The page on what the first move is worth: games of equal players on the sizes that people play.

Results are stored in ``docs/results/first-move.jsonl``, one line per part of a sample, as they are
found.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from typing import Any

import numpy as np

import litslab as ll
from benchmarks.measure import markdown_table
from docs.intervals import Estimate, mean, mean_text, share, share_text
from docs.pages import DOCS, Files, with_blocks
from litslab.analysis import figure_file, style
from litslab.analysis.colours import neutral
from litslab.games.drawing.palette import PALETTE
from litslab.games.pieces import TETROMINOES
from litslab.games.registry import GAMES, create

PAGE = DOCS / "results" / "first-move.md"
STORE = DOCS / "results" / "first-move.jsonl"
PICTURES = DOCS / "pictures" / "first-move"

PLAYERS = {"greedy": 20, "mcts:100": 20, "mcts:1000": 10}
"""The players, who play against their own like, the weakest first, and how many parts of each."""

GAMES_IN_PART = 20
"""The games of one part of a sample."""

FIRST = 1
"""The winner of a game in which the first mover has won, as `litslab simulate` writes it."""


@dataclass(frozen=True)
class Rules:
    """A game with its options.

    Attributes
    ----------
    game : str
        Its name in the registry.
    options : dict
        The options of the game, its size among them.
    """

    game: str
    options: dict[str, Any] = field(hash=False)

    @property
    def title(self) -> str:
        """What a table says of it."""
        size = self.options["size"]
        parts = [f"{GAMES[self.game].title} {size}×{size}"]
        if groups := self.options.get("groups"):
            parts.append("1 group" if groups == 1 else f"{groups} groups")
        if scoring := self.options.get("scoring"):
            parts.append({"largest": "largest group", "second": "second largest"}[scoring])
        return ", ".join(parts)


@dataclass(frozen=True)
class Part:
    """Some games between two equal players.

    Attributes
    ----------
    rules : Rules
        The game.
    player : str
        Both players.
    seed : int
        The random seed of the games.
    won : int
        The games that the first mover won.
    margins : tuple of int
        The first mover's points minus the other's, game by game.
    """

    rules: Rules
    player: str
    seed: int
    won: int
    margins: tuple[int, ...]


PLAYED = (
    *(
        Rules("taiji", {"size": size, "groups": groups})
        for size, groups in product((7, 9, 11), (1, 2, 3))
    ),
    *(Rules("tailits", {"size": 11, "scoring": scoring}) for scoring in ("largest", "second")),
    Rules("wythe", {"size": 8, "swap": False}),
)
"""The games in the order of the page; Wythe without its swap, which would hide the advantage."""


def first_move(minutes: str = "0") -> Files:
    """Return the page on what the first move is worth; with a number of minutes, play more games
    first.
    """
    until = time.monotonic() + 60 * float(minutes)
    done = {(part.rules, part.player, part.seed) for part in stored()}
    for rules, player, seed in works():
        if (rules, player, seed) in done:
            continue
        if time.monotonic() > until:
            break
        line = json.dumps(asdict(play(rules, player, seed)), separators=(",", ":"))
        with STORE.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    return page(stored())


def works() -> Iterator[tuple[Rules, str, int]]:
    """Yield the game, the player and the seed of each part, in the order of the work."""
    for player, parts in PLAYERS.items():
        for seed, rules in product(range(parts), PLAYED):
            yield rules, player, seed


def play(rules: Rules, player: str, seed: int, games: int = GAMES_IN_PART) -> Part:
    """Play the games of one part."""
    start = create(rules.game, **rules.options).start()
    run = ll.simulate(start, games=games, players=player, seed=seed, workers=1)
    played = run.scan().collect()
    won = int((played["winner"] == FIRST).sum())
    return Part(rules, player, seed, won, tuple(played["margin"].to_list()))


def stored() -> list[Part]:
    """Return the parts that have been played."""
    found = []
    for line in STORE.read_text(encoding="utf-8").splitlines():
        values = json.loads(line)
        values["rules"] = Rules(**values["rules"])
        values["margins"] = tuple(values["margins"])
        found.append(Part(**values))
    return found


# --- the page ---

Samples = dict[Rules, dict[str, list[Part]]]
"""The parts by game and player."""


def page(parts: Sequence[Part]) -> Files:
    """Return the page that shows these results, and its plots."""
    samples = by_rules_and_player(parts)
    blocks = {}
    for game in dict.fromkeys(rules.game for rules in PLAYED):
        chosen = {rules: played for rules, played in samples.items() if rules.game == game}
        blocks[game] = markdown_table(
            ("Game", "Players", "Games", "Won by the first mover", "Equal scores", "Margin"),
            [*_rows(chosen)],
        )
    plots = {
        PICTURES / "won.svg": _plot(
            "Games won by the first mover", "share of games (95 % interval)", samples, share_won
        ),
        PICTURES / "margin.svg": _plot(
            "By how much the first mover leads at the end",
            "mean margin in points (95 % interval)",
            samples,
            mean_margin,
        ),
    }
    return with_blocks(PAGE, blocks) | plots


def by_rules_and_player(parts: Sequence[Part]) -> Samples:
    """Return the parts by game and player, in the order of the page."""
    found = defaultdict[tuple[str, str], list[Part]](list)
    for part in parts:
        found[part.rules.title, part.player].append(part)
    return {
        rules: {
            player: found[rules.title, player]
            for player in PLAYERS
            if (rules.title, player) in found
        }
        for rules in PLAYED
    }


def margins_of(parts: Sequence[Part]) -> list[int]:
    """Return the margins of all games."""
    return [margin for part in parts for margin in part.margins]


def share_won(parts: Sequence[Part]) -> Estimate:
    """Return the share of the games that the first mover won."""
    return share(sum(part.won for part in parts), len(margins_of(parts)))


def mean_margin(parts: Sequence[Part]) -> Estimate:
    """Return the first mover's mean margin in points."""
    return mean(margins_of(parts))


def _rows(samples: Samples) -> Iterator[tuple[str, ...]]:
    for rules, played in samples.items():
        for player, parts in played.items():
            margins = margins_of(parts)
            yield (
                rules.title,
                player,
                f"{len(margins)}",
                share_text(sum(part.won for part in parts), len(margins)),
                share_text(margins.count(0), len(margins)),
                mean_text(margins),
            )


def _plot(
    title: str,
    label: str,
    samples: Samples,
    measure: Callable[[Sequence[Part]], Estimate],
) -> str:
    """Plot a measure of each game, from top to bottom, by the strength of the players."""
    axes = style.new_axes(height=0.34 * len(samples) + 1.2, title=title)
    for number, player in enumerate(PLAYERS):
        colours = PALETTE.shapes[TETROMINOES[number]]
        found = [
            (row, *measure(played[player]))
            for row, played in enumerate(samples.values())
            if player in played
        ]
        if not found:
            continue
        rows, middles, lows, highs = np.array(found).T
        axes.errorbar(
            middles,
            rows + 0.18 * (number - (len(PLAYERS) - 1) / 2),
            xerr=[middles - lows, highs - middles],
            color=colours.rim,
            marker="osD^"[number],
            markersize=4,
            markerfacecolor=colours.fill,
            linestyle="none",
            linewidth=1.0,
            capsize=1.5,
            label=player,
        )
    axes.set_yticks(range(len(samples)), [rules.title for rules in samples])
    axes.invert_yaxis()
    if measure is share_won:
        axes.xaxis.set_major_formatter(style.PER_CENT)
    axes.axvline(0.5 if measure is share_won else 0, color=neutral(), linewidth=0.8, zorder=0)
    style.finish(axes, title, label, "", legend=True, grid=False)
    return figure_file.render_figure(axes, ".svg").decode()
