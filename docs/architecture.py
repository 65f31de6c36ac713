"""The drawing of the architecture: folders as boxes, imports as arrows, read from the code.

Imports within functions and those for type checkers count, and in the kernel the includes. An arrow
between two folders stands for every import between their modules. Arrows that follow from others
are left out. A module that lies beside folders, such as ``solver/solve.py``, belongs to the folder
around them alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations

import grimp
import networkx as nx

from docs.pages import DOCS, Files
from litslab.games.drawing.markup import element, svg

ROOT = DOCS.parent
PICTURE = DOCS / "pictures" / "architecture.svg"

NOT_DRAWN = "docs"
"""The folder of modules that are linked into the package and belong to the documentation."""

Point = tuple[float, float]
Size = tuple[float, float]

# --- reading the code ---


def folders_and_imports() -> nx.DiGraph:
    """Return the folders with code as nodes, by their paths, and an edge for each import between
    two of them.
    """
    found = nx.DiGraph()
    modules = grimp.build_graph("litslab", cache_dir=None)
    for module in modules.modules:
        for imported in modules.find_modules_directly_imported_by(module):
            _add(found, _folder_of(module), _folder_of(imported))
    for source in sorted((ROOT / "kernel" / "src").rglob("*.[ch]pp")):
        folder = source.parent.relative_to(ROOT).as_posix()
        for included in re.findall(r'#include "(\w+)/', source.read_text(encoding="utf-8")):
            _add(found, folder, f"kernel/src/{included}")
    return found


def _folder_of(module: str) -> str | None:
    """Return the folder of a module of the package; None for those of no folder that is drawn."""
    path = ROOT / module.replace(".", "/")
    folder = (path if path.is_dir() else path.parent).resolve().relative_to(ROOT).as_posix()
    return None if folder.split("/")[0] in {"litslab", NOT_DRAWN} else folder


def _add(graph: nx.DiGraph, importing: str | None, imported: str | None) -> None:
    if importing and imported:
        graph.add_edge(importing, imported)


@dataclass(frozen=True)
class Folder:
    """A folder with code.

    Attributes
    ----------
    name : str
        Its name; empty for the repository.
    folders : tuple of Folder
        The folders in it that have code.
    arrows : tuple of tuple
        The names of two of these folders: the first imports the second. What follows from others is
        left out.
    """

    name: str
    folders: tuple[Folder, ...]
    arrows: tuple[tuple[str, str], ...]

    @cached_property
    def layers(self) -> list[list[str]]:
        """The names of its folders in layers, which import later ones only."""
        graph = nx.DiGraph(self.arrows)
        graph.add_nodes_from(each.name for each in self.folders)
        return [sorted(layer) for layer in nx.topological_generations(graph)]


def read_folder(path: str, imports: nx.DiGraph) -> Folder:
    """Return a folder of the repository, the repository itself for an empty path."""
    start = f"{path}/" if path else ""
    within = {each for each in imports if each.startswith(start) and each != path}
    names = sorted({each.removeprefix(start).split("/")[0] for each in within})
    graph = nx.DiGraph()
    for one, other in permutations(names, 2):
        if any(_is_in(a, start + one) and _is_in(b, start + other) for a, b in imports.edges):
            graph.add_edge(one, other)
    folders = tuple(read_folder(start + name, imports) for name in names)
    arrows = tuple(sorted(nx.transitive_reduction(graph).edges))
    return Folder(path.rsplit("/", maxsplit=1)[-1], folders, arrows)


def _is_in(path: str, folder: str) -> bool:
    return f"{path}/".startswith(f"{folder}/")


# --- drawing ---

BOX: Size = (92, 30)
"""The size of a folder without folders in it."""

BESIDE = 26
"""The space between two columns of folders, which arrows cross."""

BELOW = 10
"""The space between two folders in a column."""

MARGIN = 12
"""The space between a folder and those in it."""

TITLE = 30
"""The height of the name of a folder with folders in it."""

ROWS_APART = 34
"""The space between two rows of the folders at the top of the repository."""

FILLS = ("#dfe8f5", "#f4f7fc", "#ffffff", "#ffffff")
"""The colours of boxes, by depth; with dark texts on them they can be read on any page."""

INK = "#22324d"
EDGE = "#5b7299"
ARROW = "#7b8799"
"""The colour of what is drawn on the page itself, whether it is light or dark."""

FONT = "DejaVu Sans, Verdana, sans-serif"


@dataclass(frozen=True)
class Box:
    """A place on the page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> float:
        """The height of the middle."""
        return self.top + self.height / 2


def architecture() -> Files:
    """Return the drawing of the architecture."""
    return {PICTURE: draw(read_folder("", folders_and_imports()))}


def draw(repository: Folder) -> str:
    """Draw the folders of a repository in rows, those that import above those that are imported."""
    folders = {each.name: each for each in repository.folders}
    sizes = {name: size_of(folder) for name, folder in folders.items()}
    widths = [
        sum(sizes[name][0] for name in layer) + BESIDE * (len(layer) - 1)
        for layer in repository.layers
    ]
    places: dict[str, Box] = {}
    top = 1.0
    for layer, taken in zip(repository.layers, widths, strict=True):
        height = max(sizes[name][1] for name in layer)
        left = 1.0
        for name in layer:
            width = sizes[name][0] + (max(widths) - taken) / len(layer)
            places[name] = Box(left, top, width, height)
            left += width + BESIDE
        top += height + ROWS_APART
    parts = [each for name, place in places.items() for each in _folder(folders[name], place, 0)]
    for name, imported in repository.arrows:
        above, below = places[name], places[imported]
        across = (max(above.left, below.left) + min(above.right, below.right)) / 2
        parts += _arrow([(across, above.bottom), (across, below.top)])
    return svg(parts, max(widths) + 2, top - ROWS_APART + 1)


def size_of(folder: Folder) -> Size:
    """Return the width and the height that a folder needs."""
    if not folder.folders:
        return BOX
    columns = [_column_size(folder, column) for column in columns_of(folder)]
    width = sum(each[0] for each in columns) + BESIDE * (len(columns) - 1) + 2 * MARGIN
    return max(width, BOX[0]), max(each[1] for each in columns) + TITLE + MARGIN


Slot = tuple[str, str]
"""A folder, as its name and nothing; or the place where an arrow crosses a column, as its ends."""


def columns_of(folder: Folder) -> list[list[Slot]]:
    """Return the folders in a folder by columns, with the places where longer arrows cross them;
    each as near as possible to what comes before.
    """
    column = {name: number for number, layer in enumerate(folder.layers) for name in layer}
    columns: list[list[Slot]] = []
    for number, layer in enumerate(folder.layers):
        slots = [(name, "") for name in layer]
        slots += [arrow for arrow in folder.arrows if column[arrow[0]] < number < column[arrow[1]]]
        if columns:
            slots.sort(key=lambda slot: _height_before(slot, columns[-1], folder.arrows))
        columns.append(slots)
    return columns


def _height_before(slot: Slot, before: Sequence[Slot], arrows: Sequence[Slot]) -> float:
    """Return the mean place of what leads to a slot in the column before it."""
    name, target = slot
    if target:
        sources = [each for each in before if each in (slot, (name, ""))]
    else:
        sources = [each for each in before if (each[0], each[1] or name) in arrows]
        sources = [each for each in sources if each[1] in ("", name)]
    return sum(map(before.index, sources)) / len(sources) if sources else len(before)


def _slot_size(folder: Folder, slot: Slot) -> Size:
    if slot[1]:
        return 0, 0
    return size_of(next(each for each in folder.folders if each.name == slot[0]))


def _column_size(folder: Folder, column: Sequence[Slot]) -> Size:
    sizes = [_slot_size(folder, slot) for slot in column]
    return max(each[0] for each in sizes), sum(each[1] for each in sizes) + BELOW * (len(sizes) - 1)


def _folder(folder: Folder, place: Box, depth: int) -> Iterator[str]:
    """Yield the drawing of a folder: its box, its name, and what is in it."""
    yield element(
        "rect",
        x=place.left,
        y=place.top,
        width=place.width,
        height=place.height,
        rx=5,
        fill=FILLS[depth],
        stroke=EDGE,
    )
    name = f"{folder.name}/"
    if not folder.folders:
        yield _text(name, place.left + place.width / 2, place.middle + 4.5, depth, "middle")
        return
    yield _text(name, place.left + MARGIN, place.top + 20, depth, "start")
    places = _places(folder, place)
    boxes = {
        name: each for column in places for (name, target), each in column.items() if not target
    }
    for each in folder.folders:
        yield from _folder(each, boxes[each.name], depth + 1)
    for arrow in folder.arrows:
        source, target = (boxes[name] for name in arrow)
        crossed = [column[arrow] for column in places if arrow in column]
        between = [(x, each.top) for each in crossed for x in (each.left, each.right)]
        yield from _arrow([(source.right, source.middle), *between, (target.left, target.middle)])


def _places(folder: Folder, place: Box) -> list[dict[Slot, Box]]:
    """Return the places of what is in a folder by columns, each in the middle of the height."""
    columns = columns_of(folder)
    sizes = [_column_size(folder, column) for column in columns]
    room = place.width - 2 * MARGIN - sum(each[0] for each in sizes)
    beside = min(room / max(1, len(columns) - 1), 3 * BESIDE)
    height = place.height - TITLE - MARGIN
    found = []
    left = place.left + MARGIN
    for column, (width, used) in zip(columns, sizes, strict=True):
        top = place.top + TITLE + (height - used) / 2
        boxes = {}
        for slot in column:
            wide, high = _slot_size(folder, slot)
            boxes[slot] = Box(left, top, wide or width, high)
            top += high + BELOW
        found.append(boxes)
        left += width + beside
    return found


def _text(text: str, x: float, y: float, depth: int, anchor: str) -> str:
    weight = "normal" if depth else "bold"
    style = {"font_family": FONT, "font_size": 13, "font_weight": weight, "fill": INK}
    return element("text", text, x=x, y=y, text_anchor=anchor, **style)


def _arrow(points: Sequence[Point]) -> Iterator[str]:
    """Yield an arrow along points."""
    (from_x, from_y), (x, y) = list(pairwise(points))[-1]
    length = ((x - from_x) ** 2 + (y - from_y) ** 2) ** 0.5
    right, down = (x - from_x) / length, (y - from_y) / length
    base = (x - 7 * right, y - 7 * down)
    sides = [(base[0] - 4 * down, base[1] + 4 * right), (base[0] + 4 * down, base[1] - 4 * right)]
    line = _listed([*points[:-1], base])
    yield element("polyline", points=line, fill="none", stroke=ARROW, stroke_width=1.6)
    yield element("polygon", points=_listed([(x, y), *sides]), fill=ARROW)


def _listed(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
