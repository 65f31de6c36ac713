"""The characters of a drawing in the terminal say the same as the picture."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console
from rich.text import Text

from litslab.app.documents.positions import protected_until
from litslab.app.terminal import drawing
from litslab.app.text.parts import picture_lines
from litslab.games import SWAP, Position, create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.drawing.palette import PALETTE
from litslab.games.notation import format_move
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from tests.games.cases import CASES, Case, follow
from tests.games.playing import play_at_random


def random_game(case: Case, seed: int = 11) -> list[Position]:
    return play_at_random(case.rules(), random.Random(seed), passes=False)[1]


def cells(position: Position, text: Text) -> list[str]:
    """The two characters of each square, in the order of the squares."""
    board = position.rules.board
    margin = len(str(board.rows)) + 1
    lines = text.plain.split("\n")[: board.rows]
    assert [line[:margin].strip() for line in lines] == [
        str(row) for row in range(board.rows, 0, -1)
    ]
    rows = [line[margin:] for line in reversed(lines)]
    assert {len(row) for row in rows} == {2 * board.columns}
    return [row[2 * column : 2 * column + 2] for row in rows for column in range(board.columns)]


def lines_below(position: Position, text: Text) -> list[str]:
    return text.plain.split("\n")[position.rules.board.rows + 1 :]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_first_characters_are_those_of_the_text_board(case: Case) -> None:
    positions = random_game(case)
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        firsts = "".join(cell[0] for cell in cells(position, drawing(position)))
        expected = position.square_characters()
        if case.name == "wythe":
            # Capital letters say that a bit stays; text boards have small ones.
            firsts = firsts.lower()
        # Colours are shown in both phases; text boards show them in the first.
        if case.name == "tailits+taiji":
            firsts = firsts.lower()
            expected = expected.lower()
        assert firsts == expected


def test_tailits_squares_have_capital_letters_where_they_are_black() -> None:
    position = follow(create("tailits+taiji", size=3), ["T a2 b2 c2 b1 black a2 b1"])
    assert "".join(cell[0] for cell in cells(position, drawing(position))) == ".T.Ttt..."


def test_the_drawing_of_a_battle() -> None:
    rules = BattleOfLits(size=4, symbols=("XO.X", "OX.O", "XXOO", "..OX"))
    position = follow(rules, ["L b1 c1 d1 b2"])
    assert [line.rstrip() for line in drawing(position).plain.split("\n")] == [
        "4 X O . X",
        "3 O X . O",
        "2 X'LxO'O",
        "1 .'L LoLx",
        "  a b c d",
        "Battle of LITS · O to move (or swap) · X 4, O 5",
        "last move: L[b1,b2,c1,d1]",
        "' : nothing can cover this square any more",
    ]


def test_taijitus_have_arrows_to_their_other_half() -> None:
    position = follow(
        create("taiji", size=3), ["D a1 b1 black b1", "D c1 c2 black c1", "D a2 a3 black a2"]
    )
    assert drawing(position).plain.split("\n")[:3] == ["3 w↓. . ", "2 b↑. w↓", "1 w→b←b↑"]


@pytest.mark.parametrize("case", [Case("wythe", {"size": size}) for size in (2, 3, 5, 8)], ids=str)
def test_stacks_have_heights_and_capital_letters_where_they_stay(case: Case) -> None:
    for position in random_game(case):
        protected = 0 if position.is_over else position.protected
        heights = [0] * position.rules.board.size
        for placement in position.placements:
            for square in placement.squares:
                heights[square] += 1
        for square, cell in enumerate(cells(position, drawing(position))):
            first = cell[0]
            second = cell[1]
            if heights[square]:
                assert second == (str(heights[square]) if heights[square] > 1 else " ")
                assert first.isupper() == bool(protected >> square & 1)
            else:
                assert first + second == (".'" if protected >> square & 1 else ". ")


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CASES if case.name != "wythe"], ids=str)
def test_ticks_stand_on_protected_squares(case: Case) -> None:
    for position in random_game(case):
        taijitus = 0
        for placement in position.placements:
            if placement.shape is Shape.DOMINO:
                taijitus |= placement.mask
        if case.name == "taiji+battle-of-lits" and getattr(position, "second_phase"):  # noqa: B009
            taijitus = 0
        expected = 0 if position.is_over else position.protected & ~taijitus
        found = [
            square
            for square, cell in enumerate(cells(position, drawing(position)))
            if cell[1] == "'"
        ]
        assert found == [
            square for square in range(position.rules.board.size) if expected >> square & 1
        ]
        assert any(
            "nothing can cover" in line for line in lines_below(position, drawing(position))
        ) == bool(expected)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_squares_that_a_later_phase_can_cover_are_protected_in_this_phase_only(case: Case) -> None:
    for position in random_game(case):
        until = protected_until(position)
        later = "+" in case.name and not getattr(position, "second_phase")  # noqa: B009
        assert until == ("end of phase" if later else "end of game")
        for line in lines_below(position, drawing(position)):
            assert "nothing can cover" not in line or line.endswith(" in this phase") == later


def test_moves_are_named_and_coloured() -> None:
    position = follow(create("battle-of-lits", size=5), ["I a1 a2 a3 a4"])
    first = next(move for move in position.legal_moves() if isinstance(move, Placement))
    plain = drawing(position)
    text = drawing(position, [first, SWAP, first])
    legend = lines_below(position, text)
    assert "last move: I[a1,a2,a3,a4]" in legend
    assert f"highlighted: {format_move(first, position.rules)} swap" in legend
    assert cells(position, text) == cells(position, plain)
    assert text.spans != plain.spans


@pytest.mark.parametrize("colour", [True, False])
def test_nothing_is_said_to_be_highlighted_where_there_are_no_colours(
    monkeypatch: pytest.MonkeyPatch,
    colour: bool,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1" if colour else "")
    position = create("taiji", size=3).start()
    (text,) = picture_lines(position, highlight=position.legal_moves()[:1])
    assert ("highlighted: " in text.plain) is colour


def printed(text: Text, *, colour: bool) -> str:
    stream = io.StringIO()
    system = "truecolor" if colour else None
    Console(file=stream, force_terminal=colour, color_system=system, width=100).print(text)  # type: ignore[arg-type]
    return stream.getvalue()


def test_colour_is_used_where_there_is_some_and_only_there() -> None:
    position = random_game(Case("tailits+taiji", {"size": 7}))[-1]
    assert "\x1b" not in printed(drawing(position), colour=False)
    coloured = printed(drawing(position), colour=True)
    shapes = {placement.shape for placement in position.placements} - {Shape.DOMINO}
    assert shapes
    for colour in (PALETTE.light, PALETTE.dark, *(PALETTE.shapes[shape].fill for shape in shapes)):
        red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
        assert f"48;2;{red};{green};{blue}" in coloured


@pytest.mark.slow
def test_thirty_columns_have_names() -> None:
    position = create("battle-of-lits", size=30).start()
    names = drawing(position).plain.split("\n")[30]
    assert names.endswith("y z aaabacad")
    assert cells(position, drawing(position))[0] == ". "
