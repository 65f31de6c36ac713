"""Pictures of positions of any game as SVG.

`Position.view` describes the squares in the same way for all games. Each layer of the picture is
one function, and `games.drawing.canvas` defines the page. Elements have a ``class`` and ``data-``
attributes by which a web page (or a test) finds a piece or a square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from litslab.games.board_view import BoardView, Stack
from litslab.games.caption import caption
from litslab.games.drawing.canvas import Canvas, document, draw_frame
from litslab.games.drawing.markup import element
from litslab.games.drawing.palette import PALETTE
from litslab.games.geometry import bits
from litslab.games.language import mark, tr, trn
from litslab.games.move import SWAP, Move
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.games.position import Position

SQUARE_SIZE = 40
"""The usual side of a square in pixels."""

MOST_OUTLINES = 8
"""The most highlighted moves that are outlined one by one; more are drawn as a heat map."""

_TETROMINO_INSET = 0.045
FLAT_INSET = 0.06  # a two-coloured piece on the bare board
_STACKED_INSET = 0.17  # a taijitu above tetrominoes, whose rims stay visible around it
_RADIUS = 0.16


def draw(
    position: Position,
    *,
    highlight: Iterable[Move] = (),
    highlight_name: str = "",
    title: str | None = None,
    coordinates: bool = True,
    show_protected: bool = True,
    square_size: int = SQUARE_SIZE,
    notes: tuple[str, ...] = (),
    overlay: Callable[[Canvas], Iterable[str]] | None = None,
) -> str:
    """Return a position as a standalone SVG document.

    Parameters
    ----------
    position : Position
        A position of any game.
    highlight : iterable of Move
        Moves such as the best ones: drawn as dashed outlines, or as a heat map of their squares if
        there are more than `MOST_OUTLINES`. The caption mentions a swap.
    highlight_name : str
        The name of such a move in the caption, such as "best move", marked for translation; empty
        for no mention.
    title : str, optional
        A line above the board.
    coordinates : bool
        Whether columns and rows are named.
    show_protected : bool
        Whether squares that nothing can cover any more (in the first phase of a double game:
        nothing of that phase) have ticks in their corners.
    square_size : int
        The side of a square in pixels.
    notes : tuple of str
        Further parts of the caption.
    overlay : callable, optional
        A function that returns SVG to draw above everything else.

    Raises
    ------
    OptionError
        If the squares are too small.
    """
    moves = tuple(dict.fromkeys(highlight))
    placements = [move for move in moves if isinstance(move, Placement)]
    said = (
        *caption(position),
        *_highlight_notes(placements, highlight_name, swap=SWAP in moves),
        *notes,
    )
    canvas = Canvas(
        board=position.rules.board,
        square_size=square_size,
        title=title,
        caption=said,
        coordinates=coordinates,
        frame=PALETTE.frame,
    )
    view = position.view()
    layers = [draw_frame(canvas)]
    if view.stacks is None:
        layers += _piece_layers(canvas, view)
    else:
        layers += _stack_layers(canvas, view.stacks)
    if show_protected:
        layers.append(_protected_layer(canvas, view))
    layers.append(_last_layer(canvas, position.last, view))
    highlight_layer = _ghost_layer if len(placements) <= MOST_OUTLINES else _heat_layer
    layers.append(highlight_layer(canvas, placements))
    if overlay is not None:
        layers += overlay(canvas)
    description = " · ".join((title, *said) if title else said)
    return document(canvas, description, layers)


def _piece_layers(canvas: Canvas, view: BoardView) -> list[str]:
    covered = view.covered
    inset = _STACKED_INSET if view.taijitus_above else FLAT_INSET
    tetrominoes = "\n".join(draw_tetromino(canvas, placement) for placement in view.tetrominoes)
    taijitus = "\n".join(draw_taijitu(canvas, placement, inset) for placement in view.taijitus)
    if view.taijitus_above:
        return [tetrominoes, taijitus]
    ground = ""
    if view.taijitus:  # the ground under the tetrominoes hides the covered halves
        data = canvas.path(covered)
        ground = element("path", class_="ground", d=data, fill=canvas.frame.board)
    return [
        taijitus,
        ground,
        _visible_symbols(canvas, view),
        tetrominoes,
        _covered_symbols(canvas, view),
        _covered_halves(canvas, view),
    ]


def draw_tetromino(canvas: Canvas, placement: Placement) -> str:
    """Draw a tetromino in its colours, with the letters or the halves on it."""
    colours = PALETTE.shapes[placement.shape]
    parts = [
        element(
            "path",
            d=canvas.path(placement.mask, inset=_TETROMINO_INSET, radius=_RADIUS),
            fill=colours.fill,
            stroke=colours.rim,
            stroke_width=canvas.scaled(0.05),
        ),
    ]
    attributes = {"data_shape": placement.shape.value, "data_squares": canvas.names(placement.mask)}
    board = canvas.board
    # The letter is on the leftmost square of the top row.
    top = min(placement.squares, key=lambda square: (-board.row(square), board.column(square)))
    x, y = canvas.centre(top)
    if placement.black is None:
        # The letter is in the corner, so that a symbol below the piece has space.
        x -= canvas.scaled(0.27)
        y -= canvas.scaled(0.26)
        ink = colours.ink
    else:
        ink = PALETTE.light if placement.black >> top & 1 else PALETTE.dark
        attributes["data_black"] = canvas.names(placement.black)
        for square in placement.squares:
            data = canvas.path(1 << square, inset=0.18, radius=0.1)
            colour = PALETTE.dark if placement.black >> square & 1 else PALETTE.light
            parts.append(
                element(
                    "path",
                    d=data,
                    fill=colour,
                    stroke=colours.rim,
                    stroke_width=canvas.scaled(0.02),
                )
            )
    parts.append(
        canvas.text(
            placement.shape.value, x, y, canvas.scaled(0.26), ink, class_="letter", opacity=0.8
        )
    )
    return element("g", *parts, class_="piece", **attributes)


def draw_taijitu(canvas: Canvas, placement: Placement, inset: float) -> str:
    """Draw both halves as one piece: one rounded outline, with the dark half filled in."""
    outline = canvas.path(placement.mask, inset=inset, radius=_RADIUS)
    light, dark = placement.white_and_black
    return element(
        "g",
        *_link(canvas, light, dark),
        element("path", d=outline, fill=PALETTE.light),
        element("path", d=_half(canvas, dark, light, inset), fill=PALETTE.dark),
        element(
            "path", d=outline, fill="none", stroke=PALETTE.rim, stroke_width=canvas.scaled(0.04)
        ),
        class_="piece",
        data_shape=placement.shape.value,
        data_light=canvas.board.name(light),
        data_dark=canvas.board.name(dark),
    )


def _link(canvas: Canvas, light: int, dark: int) -> list[str]:
    """Return the line that links two halves that touch at a corner; none between other halves."""
    if canvas.board.adjacent(1 << light) >> dark & 1:
        return []
    (x1, y1), (x2, y2) = canvas.centre(light), canvas.centre(dark)
    width = canvas.scaled(0.2)
    line = element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=PALETTE.rim, stroke_width=width)
    return [line]


def _half(canvas: Canvas, square: int, other: int, inset: float) -> str:
    """Return the path of one half of a domino: rounded at its end, straight where it meets the
    other half.
    """
    board = canvas.board
    column, row = board.column(square), board.row(square)
    across, up = board.column(other) - column, board.row(other) - row
    corners = []
    radii = []
    for right, above in ((0, 0), (1, 0), (1, 1), (0, 1)):
        meets_across = across == 2 * right - 1 and not up
        meets_up = up == 2 * above - 1 and not across
        x = column + right + (0 if meets_across else inset * (1 - 2 * right))
        y = row + above + (0 if meets_up else inset * (1 - 2 * above))
        corners.append((x, y))
        radii.append(0.0 if meets_across or meets_up else _RADIUS)
    return canvas.rounded(corners, radii)


def _visible_symbols(canvas: Canvas, view: BoardView) -> str:
    return "\n".join(
        _symbol(canvas, square, symbol, canvas.frame.ink, size, class_="symbol")
        for symbol, squares, size in (
            ("X", view.crosses, (0.2, 0.1)),
            ("O", view.rings, (0.22, 0.09)),
        )
        for square in bits(squares & ~view.covered)
    )


def _symbol(
    canvas: Canvas,
    square: int,
    symbol: str,
    colour: str,
    size: tuple[float, float],
    *,
    class_: str,
    **more: float,
) -> str:
    mark = canvas.cross if symbol == "X" else canvas.ring
    named: dict[str, str | float] = {
        "data_symbol": symbol,
        "data_square": canvas.board.name(square),
    }
    return mark(square, size[0], colour, size[1], class_=class_, **named, **more)


def _covered_symbols(canvas: Canvas, view: BoardView) -> str:
    """Draw the X and O under tetrominoes, small and faint in the piece's own ink."""
    return "\n".join(
        _symbol(canvas, square, symbol, colour, (0.1, 0.05), class_="covered-symbol", opacity=0.5)
        for placement in view.tetrominoes
        for colour in [PALETTE.shapes[placement.shape].ink]
        for symbol, squares in (("X", view.crosses), ("O", view.rings))
        for square in bits(placement.mask & squares)
    )


def _covered_halves(canvas: Canvas, view: BoardView) -> str:
    """Draw the halves of taijitus under tetrominoes: small dots of their colours."""
    return "\n".join(
        element(
            "circle",
            class_="covered-symbol",
            data_symbol=symbol,
            data_square=canvas.board.name(square),
            cx=canvas.centre(square)[0],
            cy=canvas.centre(square)[1],
            r=canvas.scaled(0.1),
            fill=getattr(PALETTE, symbol),
            opacity=0.75,
        )
        for placement in view.taijitus
        for symbol, square in zip(("light", "dark"), placement.white_and_black, strict=True)
        if view.covered >> square & 1
    )


def _stack_layers(canvas: Canvas, stacks: Iterable[Stack]) -> list[str]:
    """Draw the uppermost bits, joined if both bits of a piece are uncovered, and the height of each
    stack.
    """
    tops = {stack.square: stack.top for stack in stacks}
    parts = []
    for stack in stacks:
        joined = all(tops[other] is stack.top for other in stack.top.squares)
        if not joined:
            parts.append(_single_bit(canvas, stack))
        elif stack.square == min(stack.top.squares):
            parts.append(draw_taijitu(canvas, stack.top, FLAT_INSET))
    heights = [_stack_height(canvas, stack) for stack in stacks if stack.height >= 2]
    return ["\n".join(parts), "\n".join(heights)]


def _stack_height(canvas: Canvas, stack: Stack) -> str:
    x, y = canvas.centre(stack.square)
    ink = PALETTE.light if stack.dark else PALETTE.dark
    return canvas.text(
        str(stack.height),
        x,
        y,
        canvas.scaled(0.42),
        ink,
        class_="height",
        data_square=canvas.board.name(stack.square),
    )


def _single_bit(canvas: Canvas, stack: Stack) -> str:
    colour = "dark" if stack.dark else "light"
    data = canvas.path(1 << stack.square, inset=FLAT_INSET, radius=_RADIUS)
    return element(
        "path",
        class_="bit",
        data_colour=colour,
        data_square=canvas.board.name(stack.square),
        d=data,
        fill=getattr(PALETTE, colour),
        stroke=PALETTE.rim,
        stroke_width=canvas.scaled(0.04),
    )


def _protected_layer(canvas: Canvas, view: BoardView) -> str:
    """Draw ticks in the corners of protected squares: light ones on dark squares, further inside on
    tetrominoes.
    """
    ticks = []
    for square in bits(view.protected):
        is_on_tetromino = view.covered >> square & 1
        is_dark = view.dark >> square & 1
        inset = 0.26 if is_on_tetromino else 0.15
        ticks.append(
            element(
                "path",
                class_="protected",
                data_square=canvas.board.name(square),
                d=canvas.corner_ticks(square, inset, 0.1),
                fill="none",
                stroke=PALETTE.frame.line if is_dark else PALETTE.frame.faint,
                stroke_width=canvas.scaled(0.035),
                opacity=0.85,
            )
        )
    return "\n".join(ticks)


def _last_layer(canvas: Canvas, last: Move | None, view: BoardView) -> str:
    if not isinstance(last, Placement):
        return ""
    stacked = view.taijitus_above and last.shape is Shape.DOMINO
    inset = _STACKED_INSET if stacked else _TETROMINO_INSET
    data = canvas.path(last.mask, inset=inset, radius=_RADIUS)
    strokes = (
        element("path", d=data, fill="none", stroke=colour, stroke_width=canvas.scaled(width))
        for colour, width in ((PALETTE.halo, 0.13), (PALETTE.last, 0.075))
    )
    return element("g", *strokes, class_="last", data_squares=canvas.names(last.mask))


def _highlight_notes(placements: list[Placement], name: str, *, swap: bool) -> list[str]:
    """Return the parts of the caption about the highlighted moves."""
    notes = []
    if placements and name:
        count = len(placements)
        if count <= MOST_OUTLINES:
            outlined = trn(
                "outlined: the {name}", "outlined: the {count} {name}s", count, name=tr(name)
            )
            notes.append(outlined)
        else:
            shaded = mark("shaded: the {count} {name}s, darker where more of them meet")
            notes.append(tr(shaded, count=count, name=tr(name)))
    if swap:
        notes.append(tr("{name}: swap", name=tr(name or mark("outlined"))))
    return notes


def _heat_layer(canvas: Canvas, moves: list[Placement]) -> str:
    """Shade each square in proportion to the number of moves that cover it."""
    board = canvas.board
    counts = [sum(move.mask >> square & 1 for move in moves) for square in range(board.size)]
    most = max(counts)
    return "\n".join(
        element(
            "path",
            class_="heat",
            data_square=board.name(square),
            data_count=str(count),
            d=canvas.path(1 << square, inset=0.04, radius=0.1),
            fill=PALETTE.ghost,
            opacity=0.08 + 0.37 * count / most,
        )
        for square, count in enumerate(counts)
        if count
    )


def _ghost_layer(canvas: Canvas, moves: list[Placement]) -> str:
    """Draw highlighted moves as dashed outlines; outlines that share squares run inside
    each other.
    """
    parts = []
    for number, placement in enumerate(moves):
        rank = sum(bool(other.mask & placement.mask) for other in moves[:number]) % 4
        data = canvas.path(placement.mask, inset=0.12 + 0.08 * rank, radius=0.12)
        inside = [
            element(
                "path",
                d=data,
                fill="none",
                stroke=PALETTE.halo,
                stroke_width=canvas.scaled(0.11),
                opacity=0.75,
            ),
            element(
                "path",
                d=data,
                fill="none",
                stroke=PALETTE.ghost,
                stroke_width=canvas.scaled(0.06),
                stroke_dasharray=f"{canvas.scaled(0.16):g} {canvas.scaled(0.1):g}",
            ),
        ]
        if placement.black is not None:
            # On a stack with a number in its middle, the dots are next to the number.
            shift = 0.24 if placement.level >= 2 else 0.14 * rank
            inside += _ghost_colours(canvas, placement, shift)
        attributes = {
            "data_shape": placement.shape.value,
            "data_squares": canvas.names(placement.mask),
        }
        parts.append(element("g", *inside, class_="ghost", **attributes))
    return "\n".join(parts)


def _ghost_colours(canvas: Canvas, placement: Placement, shift: float) -> list[str]:
    """Draw a dot for the colour of each square of a highlighted move."""
    dots = []
    for squares, colour in ((placement.white, PALETTE.light), (placement.black or 0, PALETTE.dark)):
        for square in bits(squares):
            x, y = (each + canvas.scaled(shift) for each in canvas.centre(square))
            dots += [
                element(
                    "circle", cx=x, cy=y, r=canvas.scaled(0.18), fill=PALETTE.halo, opacity=0.9
                ),
                element(
                    "circle",
                    cx=x,
                    cy=y,
                    r=canvas.scaled(0.12),
                    fill=colour,
                    stroke=PALETTE.ghost,
                    stroke_width=canvas.scaled(0.04),
                ),
            ]
    return dots
