"""The pictures: each is parsed, and what it shows is compared with the position, worked out here in
another way.
"""

from __future__ import annotations

import math
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import SWAP, OptionError, Position, Rules, create
from litslab.games.battle_of_lits import BattleOfLits, make_symbols
from litslab.games.caption import caption
from litslab.games.drawing.canvas import Canvas
from litslab.games.drawing.markup import escape
from litslab.games.drawing.outline import outline
from litslab.games.drawing.palette import PALETTE
from litslab.games.drawing.svg import MOST_OUTLINES, draw
from litslab.games.geometry import Board, bits, mask_of, nth_bit
from litslab.games.pieces import TETROMINOES, Shape
from litslab.games.placements import Placement
from litslab.games.record import Record
from litslab.games.wythe import Wythe
from tests.games.cases import follow

SVG = "{http://www.w3.org/2000/svg}"


def battle(columns: int, rows: int) -> Rules:
    board = make_symbols(columns, rows, random.Random(1))
    return BattleOfLits(size=columns, rows=rows, symbols=board)


GAMES: dict[str, Rules] = {
    "TAIJI 2×2": create("taiji", size=2),
    "TAIJI 9×9": create("taiji"),
    "Battle of LITS 2×2": battle(2, 2),
    "Battle of LITS 10×10": battle(10, 10),
    "Battle of LITS 5×9": battle(5, 9),
    "TAILITS 3×3": create("tailits", size=3),
    "TAILITS 11×11": create("tailits"),
    "TAILITS 7×7 free": create("tailits", size=7, colouring="free"),
    "Wythe 3×3": create("wythe", size=3),
    "Wythe 8×8": create("wythe"),
    "TAILITS+TAIJI 7×7": create("tailits+taiji", size=7),
    "TAIJI+Battle of LITS 3×3": create("taiji+battle-of-lits", size=3),
    "TAIJI+Battle of LITS 8×8": create("taiji+battle-of-lits", size=8),
}


@cache
def game(name: str, seed: int = 5) -> list[Position]:
    """All positions of a random game."""
    rng = random.Random(seed)
    positions = [GAMES[name].start()]
    while legal := positions[-1].legal:
        positions.append(positions[-1].place(nth_bit(legal, rng.randrange(legal.bit_count()))))
    return positions


def sample(name: str) -> list[Position]:
    """The start, the end, and some positions between them."""
    positions = game(name)
    numbers = {0, len(positions) // 3, 3 * len(positions) // 4, len(positions) - 2}
    return [
        positions[number] for number in sorted(numbers) if 0 <= number < len(positions)
    ] + positions[-1:]


POSITIONS = {
    f"{name}-{number}": position for name in GAMES for number, position in enumerate(sample(name))
}
SAMPLES = pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def marked(picture: ET.Element, css_class: str) -> list[ET.Element]:
    return [each for each in picture.iter() if each.get("class") == css_class]


def squares_of(picture: ET.Element, css_class: str, **attributes: str) -> list[str]:
    """The square of each element of a class, in alphabetical order: a square that is marked twice
    comes twice.
    """
    return sorted(
        each.attrib["data-square"]
        for each in marked(picture, css_class)
        if all(each.get(f"data-{key}") == value for key, value in attributes.items())
    )


def names(board: Board, squares: int) -> list[str]:
    return sorted(board.name(square) for square in bits(squares))


def text(board: Board, squares: int) -> str:
    return " ".join(board.name(square) for square in bits(squares))


def piece(board: Board, placement: Placement) -> tuple[str, ...]:
    """A piece as its element should describe it."""
    if placement.shape is Shape.DOMINO:
        return "D", text(board, placement.white), text(board, placement.black or 0)
    black = () if placement.black is None else (text(board, placement.black),)
    return placement.shape.value, text(board, placement.mask), *black


def drawn_pieces(picture: ET.Element) -> Counter[tuple[str, ...]]:
    keys = ("data-shape", "data-squares", "data-light", "data-dark", "data-black")
    return Counter(
        tuple(each.attrib[key] for key in keys if key in each.attrib)
        for each in marked(picture, "piece")
    )


def stacks(position: Position) -> list[list[Placement]]:
    """The pieces of Wythe on each square, from the bottom up, rebuilt from the set of placements
    alone.
    """
    found: list[list[Placement]] = [[] for _ in range(position.rules.board.size)]
    for placement in sorted(position.placements, key=lambda each: each.level):
        for square in placement.squares:
            found[square].append(placement)
    return found


@pytest.mark.slow
@SAMPLES
def test_every_picture_shows_every_piece_once_and_marks_the_last_move(position: Position) -> None:
    board = position.rules.board
    last = position.last
    picture = parse(draw(position))
    marks = [each.attrib["data-squares"] for each in marked(picture, "last")]
    assert marks == ([text(board, last.mask)] if isinstance(last, Placement) else [])
    if not isinstance(position.rules, Wythe):
        assert drawn_pieces(picture) == Counter(
            piece(board, placement) for placement in position.placements
        )
        assert marked(picture, "bit") == []
        return
    tops = {square: stack[-1] for square, stack in enumerate(stacks(position)) if stack}
    whole = {top for top in tops.values() if all(tops[square] == top for square in top.squares)}
    single = {square: top for square, top in tops.items() if top not in whole}
    assert drawn_pieces(picture) == Counter(piece(board, placement) for placement in whole)
    for colour, dark in (("light", False), ("dark", True)):
        expected = mask_of(
            s for s, top in single.items() if bool((top.black or 0) >> s & 1) is dark
        )
        assert squares_of(picture, "bit", colour=colour) == names(board, expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Wythe 3×3", "Wythe 8×8"])
def test_heights_are_written_from_two_on(name: str) -> None:
    seen = 0
    for position in [*game(name, 5), *game(name, 7)]:
        picture = parse(draw(position))
        names_of = position.rules.board.name
        expected = {
            names_of(s): str(len(each)) for s, each in enumerate(stacks(position)) if len(each) >= 2
        }
        assert {
            each.attrib["data-square"]: each.text for each in marked(picture, "height")
        } == expected
        seen += len(expected)
    assert seen


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("Battle")])
def test_symbols_are_large_where_they_count_and_small_where_they_are_covered(name: str) -> None:
    for position in sample(name):
        rules = position.rules
        assert isinstance(rules, BattleOfLits)
        picture = parse(draw(position))
        shown = position.square_characters()
        for symbol in "XO":
            born = {
                square for square, character in enumerate(rules.characters) if character == symbol
            }
            visible = {square for square, character in enumerate(shown) if character == symbol}
            assert squares_of(picture, "symbol", symbol=symbol) == names(
                rules.board, mask_of(visible)
            )
            assert squares_of(picture, "covered-symbol", symbol=symbol) == names(
                rules.board, mask_of(born - visible)
            )
        assert (
            tuple(len(squares_of(picture, "symbol", symbol=s)) for s in "XO") == position.scores()
        )


@pytest.mark.parametrize("name", ["TAIJI+Battle of LITS 3×3", "TAIJI+Battle of LITS 8×8"])
def test_halves_under_tetrominoes_are_small_dots(name: str) -> None:
    for position in sample(name):
        picture = parse(draw(position))
        shown = position.square_characters()
        for symbol, black in (("light", False), ("dark", True)):
            halves = 0
            for placement in position.placements:
                if placement.shape is Shape.DOMINO:
                    halves |= (placement.black or 0) if black else placement.white
            hidden = mask_of(square for square in bits(halves) if shown[square] not in "wb")
            assert squares_of(picture, "covered-symbol", symbol=symbol) == names(
                position.rules.board, hidden
            )


@pytest.mark.slow
@SAMPLES
def test_protected_squares_are_marked_unless_a_taijitu_lies_there_for_good(
    position: Position,
) -> None:
    board = position.rules.board
    taijitus = tetrominoes = 0
    for placement in position.placements:
        if placement.shape is Shape.DOMINO:
            taijitus |= placement.mask
        else:
            tetrominoes |= placement.mask
    expected = 0 if position.is_over else position.protected
    still_coverable = position.rules.name == "wythe" or (
        position.rules.name == ("taiji+battle-of-lits") and getattr(position, "second_phase")  # noqa: B009
    )
    if not still_coverable:
        expected &= ~taijitus
    assert squares_of(parse(draw(position)), "protected") == names(board, expected)
    assert marked(parse(draw(position, show_protected=False)), "protected") == []


def test_protected_squares_occur_in_the_samples_of_every_game() -> None:
    seen = {
        position.rules.name
        for name in GAMES
        for position in sample(name)
        if position.view().protected
    }
    assert seen == {rules.name for rules in GAMES.values()}


@pytest.mark.slow
@SAMPLES
def test_proposed_moves_are_ghosts_and_not_pieces(position: Position) -> None:
    moves = random.Random(2).sample(position.legal_moves(), min(5, len(position.legal_moves())))
    plain = parse(draw(position))
    picture = parse(draw(position, highlight=[*moves, *moves]))
    expected = [
        (m.shape.value, text(position.rules.board, m.mask))
        for m in moves
        if isinstance(m, Placement)
    ]
    assert [
        (g.attrib["data-shape"], g.attrib["data-squares"]) for g in marked(picture, "ghost")
    ] == expected
    assert all(
        any("stroke-dasharray" in each.attrib for each in ghost)
        for ghost in marked(picture, "ghost")
    )
    assert (drawn_pieces(picture), marked(plain, "ghost")) == (drawn_pieces(plain), [])


def test_ghosts_on_the_same_squares_do_not_hide_each_other() -> None:
    position = create("taiji", size=2).start()
    ghosts = marked(parse(draw(position, highlight=position.legal_moves())), "ghost")
    assert len(ghosts) == 8
    assert (
        len(
            {
                each.attrib["d"]
                for ghost in ghosts
                for each in ghost
                if "stroke-dasharray" in each.attrib
            }
        )
        == 8
    )


def test_many_moves_are_a_heat_of_the_squares_that_they_cover() -> None:
    position = create("taiji", size=3).start()
    moves = position.choices()
    assert len(moves) > MOST_OUTLINES
    picture = parse(draw(position, highlight=moves, highlight_name="best move"))
    assert marked(picture, "ghost") == []
    heat = {each.attrib["data-square"]: each for each in marked(picture, "heat")}
    assert {name: int(each.attrib["data-count"]) for name, each in heat.items()} == {
        position.rules.board.name(square): sum(
            move.mask >> square & 1 for move in moves if isinstance(move, Placement)
        )
        for square in range(9)
    }
    opacity = {name: float(each.attrib["opacity"]) for name, each in heat.items()}
    # Faint, so that what is below stays readable.
    assert opacity["a1"] < opacity["b1"] < opacity["b2"] < 0.5
    assert "shaded: the 24 best moves" in said(
        draw(position, highlight=moves, highlight_name="best move")
    )


def test_the_caption_says_what_is_outlined_if_it_has_a_name() -> None:
    position = create("taiji", size=3).start()
    one, two = position.choices()[:2]
    assert said(draw(position, highlight=[one], highlight_name="best move")).endswith(
        "outlined: the best move"
    )
    assert said(draw(position, highlight=[one, two], highlight_name="best move")).endswith(
        "outlined: the 2 best moves"
    )
    assert "outlined" not in said(draw(position, highlight=[one]))


def test_a_swap_is_proposed_in_words() -> None:
    position = follow(battle(5, 5), ["L a1 a2 a3 b1"])
    assert SWAP in position.legal_moves()
    assert "swap" in said(draw(position)).split("(")[1]
    picture = draw(position, highlight=[SWAP])
    assert said(picture).endswith("outlined: swap")
    assert marked(parse(picture), "ghost") == []


def said(svg: str) -> str:
    return " ".join("".join(each.itertext()) for each in marked(parse(svg), "caption"))


def test_the_caption_shows_turn_scores_and_result() -> None:
    first, *_, last = game("TAIJI 9×9")
    assert said(draw(first)) == "TAIJI · light to move · light 0, dark 0"
    assert (said(draw(last)), caption(last)) == (
        f"TAIJI · {last.outcome()}",
        ("TAIJI", str(last.outcome())),
    )


def test_the_caption_says_who_plays_which_colour_after_a_swap() -> None:
    positions = game("TAIJI+Battle of LITS 8×8")
    position = next(position for position in positions if position.can_swap)
    assert caption(position)[1] == "black to move (or swap)"
    swapped = position.play(SWAP)
    assert caption(swapped)[1] == "white to move as black"


@pytest.mark.slow
@SAMPLES
def test_everything_lies_on_the_page(position: Position) -> None:
    picture = parse(
        draw(position, title="A title that is longer than the smallest boards are wide")
    )
    width = float(picture.attrib["width"])
    height = float(picture.attrib["height"])
    assert picture.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    page = marked(picture, "page")[0]
    board = marked(picture, "board")[0]
    assert [float(page.attrib[key]) for key in ("x", "y", "width", "height")] == [
        0,
        0,
        width,
        height,
    ]
    assert next(iter(picture.iter(f"{SVG}rect"))) is page
    assert float(board.attrib["width"]) == 40 * position.rules.board.columns
    assert float(board.attrib["height"]) == 40 * position.rules.board.rows
    for each in picture.iter(f"{SVG}text"):
        reach = 0.61 * float(each.attrib["font-size"]) * len(each.text or "") / 2
        assert reach <= float(each.attrib["x"]) <= width - reach
        assert 0 < float(each.attrib["y"]) < height
    for each in picture.iter(f"{SVG}path"):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", each.attrib["d"])]
        assert min(numbers, default=0) >= 0
        assert max(numbers, default=0) <= max(width, height)


def test_coordinates_name_columns_and_rows() -> None:
    picture = draw(battle(13, 4).start())
    (group,) = marked(parse(picture), "coordinates")
    assert [each.text for each in group] == [*"abcdefghijklm", *"1234"]
    columns = list(group)[:13]
    rows = list(group)[13:]
    assert all(float(a.attrib["x"]) < float(b.attrib["x"]) for a, b in pairwise(columns))
    assert all(float(a.attrib["y"]) > float(b.attrib["y"]) for a, b in pairwise(rows))
    assert marked(parse(draw(battle(13, 4).start(), coordinates=False)), "coordinates") == []


def test_a_piece_lies_on_its_own_squares() -> None:
    position = follow(battle(6, 4), ["T b3 c3 d3 c4"])
    picture = parse(draw(position, coordinates=False, square_size=100))
    board, (group,) = marked(picture, "board")[0], marked(picture, "piece")
    left = float(board.attrib["x"])
    top = float(board.attrib["y"])
    numbers = [float(number) for number in re.findall(r"[\d.]+", group[0].attrib["d"])]
    across = [(x - left) / 100 for x in numbers[::2]]
    down = [(y - top) / 100 for y in numbers[1::2]]
    assert [round(number, 1) for number in (min(across), max(across), min(down), max(down))] == [
        1.0,
        4.0,
        0.0,
        2.0,
    ]


def test_squares_that_are_too_small_are_refused() -> None:
    with pytest.raises(OptionError, match="square size 7: expected 8"):
        draw(create("taiji").start(), square_size=7)
    assert parse(draw(create("taiji").start(), square_size=8)).tag == f"{SVG}svg"


def test_a_title_is_escaped() -> None:
    title = 'Fikes & Co: <b>"LITS"</b> ]]> \x00\x1b\ud800'
    picture = parse(draw(create("taiji").start(), title=title))
    shown = " ".join(each.text or "" for each in marked(picture, "title"))
    assert shown == 'Fikes & Co: <b>"LITS"</b> ]]> ���'
    draw(create("taiji").start(), title=title).encode()


@given(st.text())
@settings(deadline=None, max_examples=15)
def test_any_text_survives(words: str) -> None:
    read = ET.fromstring(f'<a b="{escape(words)}">{escape(words)}</a>')
    allowed = "".join(
        c
        if c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
        else "�"
        for c in words
    )
    assert (read.text or "") == allowed.replace("\r\n", "\n").replace("\r", "\n")


def test_a_notebook_shows_the_end_of_a_record_with_its_title() -> None:
    rules = create("taiji", size=3)
    record = Record(rules, tuple(rules.start().legal_moves()[:1]), title="A beginning")
    assert record._repr_svg_() == draw(record.position(), title="A beginning")


def lightness(colour: str) -> float:
    """The CIE lightness of a colour, 0 to 100: what remains of it in grey print."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    luminance: float = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116.0 * math.cbrt(luminance) - 16.0


def test_the_four_shapes_stay_distinct_in_grey() -> None:
    fills = [lightness(PALETTE.shapes[shape].fill) for shape in TETROMINOES]
    assert min(abs(a - b) for a, b in combinations(fills, 2)) >= 14
    for shape in TETROMINOES:
        assert (
            abs(lightness(PALETTE.shapes[shape].fill) - lightness(PALETTE.shapes[shape].ink)) >= 40
        )


@st.composite
def square_sets(drawing: st.DrawFn) -> tuple[Board, int]:
    board = Board(drawing(st.integers(1, 6)), drawing(st.integers(1, 6)))
    return board, drawing(st.integers(0, board.all))


@given(square_sets())
@settings(deadline=None, max_examples=40)
def test_an_outline_encloses_exactly_its_squares(case: tuple[Board, int]) -> None:
    board, squares = case
    loops = outline(board, squares)
    area = length = outer = 0
    for loop in loops:
        area_before = area
        for (x, y), (next_x, next_y) in zip(loop, [*loop[1:], loop[0]], strict=True):
            assert (x == next_x) != (y == next_y)
            area += x * next_y - next_x * y
            length += abs(next_x - x) + abs(next_y - y)
        outer += area > area_before
    assert (area, outer) == (2 * squares.bit_count(), len(board.groups(squares)))
    inner = sum((squares & board.adjacent(1 << square)).bit_count() for square in bits(squares))
    assert length == 4 * squares.bit_count() - inner


def test_an_outline_may_run_inside() -> None:
    canvas = Canvas(Board(2, 2), 100, coordinates=False)
    left = canvas.left
    top = canvas.top
    # An angle of three squares, its inner corner at the middle of the board.
    numbers = [float(number) for number in re.findall(r"[\d.]+", canvas.path(0b0111, inset=0.1))]
    points = {
        (round(x - left), round(y - top)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)
    }
    assert points == {(10, 190), (190, 190), (190, 110), (90, 110), (90, 10), (10, 10)}
