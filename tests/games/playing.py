"""Random games and spoilt texts, for tests that hold for every game."""

from __future__ import annotations

import random

import pytest
from hypothesis import strategies as st

from litslab.games import PASS, SWAP, IllegalMoveError, Move, Position, Rules
from litslab.games.geometry import nth_bit
from litslab.games.random_play import random_end
from tests.games.cases import CASES, read

SMALL_CASES = tuple(case for case in CASES if int(case.options.get("size", 11)) <= 6)
"""The cases whose games are over within some ten moves."""

ALPHABET = "abcjk0123456789,[]LITSDXObw.|= \t\n\"'#swap_-+{}é×"
"""Characters that are likely to turn one text into another that is nearly right."""


def play_at_random(
    rules: Rules,
    rng: random.Random,
    *,
    passes: bool = True,
) -> tuple[list[Move], list[Position]]:
    """A random game, sometimes with the swap and, where the game knows them, with the passes at its
    end.
    """
    position = rules.start()
    moves: list[Move] = []
    positions = [position]
    while not position.is_over:
        move: Move = rules.table[nth_bit(position.legal, rng.randrange(position.legal.bit_count()))]
        if position.can_swap and rng.random() < 0.5:
            move = SWAP
        moves.append(move)
        position = position.play(move)
        positions.append(position)
    if passes and rules.name == "wythe":
        for _ in range(rng.randrange(3)):
            moves.append(PASS)
            position = position.play(PASS)
            positions.append(position)
    return moves, positions


def refusal(position: Position, text: str) -> tuple[str, ...]:
    """Return the rules that an illegal move breaks."""
    with pytest.raises(IllegalMoveError) as caught:
        position.play({"swap": SWAP, "pass": PASS}.get(text) or read(position.rules, text))
    return caught.value.broken


def finish(position: Position, seed: int) -> Position:
    """The end of a random game from a position."""
    return random_end(position, random.Random(seed))


@st.composite
def spoilt(draw: st.DrawFn, text: str, *, alphabet: str = ALPHABET) -> str:
    """A text with one or two slips: a character or a word lost, doubled, changed, put in or
    exchanged.
    """
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, max(0, len(text) - 1)))
        character = draw(st.sampled_from(alphabet))
        kinds = (
            "lose",
            "double",
            "change",
            "put in",
            "exchange",
            "upper",
            "lose word",
            "swap words",
        )
        kind = draw(st.sampled_from(kinds))
        here = text[place : place + 1]
        after = text[place + 1 :]
        words = text.split(",")
        if kind in {"lose word", "swap words"}:
            number, other = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
            if kind == "lose word":
                del words[number]
            else:
                words[number], words[other] = words[other], words[number]
            text = ",".join(words)
        else:
            changed = {
                "lose": "",
                "double": here * 2,
                "change": character,
                "put in": character + here,
            }
            changed |= {"exchange": after[:1] + here, "upper": here.swapcase()}
            text = text[:place] + changed[kind] + after[kind == "exchange" :]
    return text
