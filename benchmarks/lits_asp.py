"""LITS in answer-set programming, for clingo: the encoding that the kernel is measured against.

Our own, and as good as we could make it: one atom per placement, exactly one per region; contacts as one atom per
square and shape on the border of a region; connectivity between regions, as every piece is connected in itself, so that
the reachability rules are over a few dozen regions and not over hundreds of squares.
"""

from __future__ import annotations

from litslab.games.geometry import bits
from litslab.games.pieces import CELLS, TETROMINOES, Shape, orientations
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle

RULES = """
1 { put(R,P) : placement(R,P,_) } 1 :- region(R).
shaded(S) :- put(_,P), covers(P,S).
bears(S,K) :- put(R,P), placement(R,P,K), covers(P,S), edge(S).
:- bears(S,K), bears(T,K), border(S,T,_,_).
:- window(A,B,C,D), shaded(A), shaded(B), shaded(C), shaded(D).
touch(Q,R) :- border(S,T,Q,R), shaded(S), shaded(T).
reached(0).
reached(R) :- reached(Q), touch(Q,R).
reached(R) :- reached(Q), touch(R,Q).
:- region(R), not reached(R).
:- given(S), not shaded(S).
:- blank(S), shaded(S).
:- letter(S,K), not letter_met(S,K).
letter_met(S,K) :- letter(S,K), put(R,P), placement(R,P,K), covers(P,S).
#show put/2.
"""
"""The rules; `facts` gives one puzzle to them."""

SHAPES = tuple(
    (TETROMINOES.index(shape), tuple(sorted(cells))) for shape in TETROMINOES for cells, _ in orientations(CELLS[shape])
)


def facts(puzzle: LitsPuzzle) -> str:
    """Return a puzzle as facts."""
    board, regions = puzzle.board, puzzle.regions
    lines = [f"region(0..{len(puzzle.masks) - 1})."] if puzzle.masks else []
    number = 0
    for corner in range(board.size):
        column, row = board.column(corner), board.row(corner)
        for shape, cells in SHAPES:
            places = [(column + right, row + up) for right, up in cells]
            if not all(board.contains(*place) for place in places):
                continue
            squares = [board.square(*place) for place in places]
            within = {regions[square] for square in squares}
            if len(within) > 1 or OUTSIDE in within:
                continue
            lines.append(f"placement({within.pop()},{number},{shape}).")
            lines.extend(f"covers({number},{square})." for square in squares)
            number += 1
    edges = set()
    for square, region in enumerate(regions):
        for other in board.neighbours(square):
            if square < other and OUTSIDE not in (region, regions[other]) and region != regions[other]:
                lines.append(f"border({square},{other},{region},{regions[other]}).")
                edges |= {square, other}
    lines.extend(f"edge({square})." for square in sorted(edges))
    for window in board.windows:
        squares = list(bits(window))
        if OUTSIDE not in {regions[square] for square in squares}:
            lines.append(f"window({','.join(map(str, squares))}).")
    for square, given in enumerate(puzzle.givens):
        if given != "?":
            lines.append(f"blank({square})." if given == "." else f"given({square}).")
        if given in {shape.value for shape in TETROMINOES}:
            lines.append(f"letter({square},{TETROMINOES.index(Shape(given))}).")
    return "\n".join(lines)


def status(puzzle: LitsPuzzle, *, arguments: tuple[str, ...] = ()) -> str:
    """Return `unique`, `multiple` or `impossible`, by asking clingo for two models."""
    import clingo  # noqa: PLC0415 - an optional extra

    control = clingo.Control(["2", *arguments], logger=lambda *_: None)
    control.add("base", [], RULES)
    control.add("base", [], facts(puzzle))
    control.ground([("base", [])])
    models = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            models += 1
    return ("impossible", "unique", "multiple")[models]
