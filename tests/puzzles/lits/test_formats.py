"""The formats of LITS puzzles: known texts, round trips, and one line about each damaged text."""

from __future__ import annotations

import base64
import json
import os
import random
import threading
import zlib
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from litslab.games.geometry import Board
from litslab.puzzles.lits.formats import (
    FORMATS,
    LARGEST_FILE,
    LARGEST_TEXT,
    FormatError,
    PuzzleEntry,
    format_of,
    load,
    read_one,
    read_text,
    write,
    write_all,
)
from litslab.puzzles.lits.puzzle import LARGEST_SIDE, LITS, RULES, LitsPuzzle, parse_shading
from litslab.puzzles.lits.sources import read_sources
from tests.puzzles.making import grow_regions

FOUR = ["0011", "0012", "0112", "2222"]
SIX = ["011223", "011223", "001223", "043333", "443355", "444555"]
OUTSIDE = ["0000", ".111", ".111"]
EIGHT = [
    "00122222",
    "00111123",
    "04113333",
    "44455533",
    "64788539",
    "66785539",
    "67785839",
    "67788899",
]
EIGHT_SOLUTION = [
    "##..####",
    "#.###..#",
    "##.#..##",
    ".#####.#",
    "##...#.#",
    "#.#....#",
    "###..#.#",
    "#.####.#",
]


def puzzle_of(rows: list[str]) -> LitsPuzzle:
    return LitsPuzzle.from_rows(
        [[-1 if label == "." else int(label) for label in row] for row in rows]
    )


KNOWN = {
    "4/4/9q02jg": FOUR,
    "https://puzz.link/p?lits/4/4/9q02jg": FOUR,
    "http://pzv.jp/p.html?lits/4/4/9q02jg": FOUR,
    "https://puzz.link/p?lits_edit/4/4/9q02jg": FOUR,
    "https://puzz.link/p?type=editor&lits/4/4/9q02jg": FOUR,
    "https://puzz.link/p?lits/4/4/9q02jg/?something": FOUR,
    "http://indi.s58.xrea.com/lits/sa/q.html?/4/4/aabbaabcabbccccc": FOUR,
    "lits/sa/q.html?/c/4/4/9q02jg": FOUR,
    "http://www.kanpen.net/lits.html?pzpr=/4/4/9q02jg": FOUR,
    "https://puzz.link/p?lits/d/4/4/aabbaabcabbccccc": FOUR,
    "https://puzz.link/p?lits/6/6/lldoa4043q6c": SIX,
    "https://puzz.link/p?lits/8/8/c27k2bnetv903l7bpea88g50": EIGHT,
    "pzprv3/lits/4/4/3/0 0 1 1 /0 0 1 2 /0 1 1 2 /2 2 2 2 /. . . . /. . . . /. . . . /. . . "
    ". /": FOUR,
    "pzprv3\nlits\n4\n4\n3\n0 0 1 1 \n0 0 1 2 \n0 1 1 2 \n2 2 2 2 \n": FOUR,
    "pzprv3.1/lits/4/4/0 1 0 /0 1 1 /1 0 1 /0 0 0 /0 0 0 1 /0 1 0 0 /1 1 1 0 /"
    ". . . . /. . . . /. . . . /. . . . /": FOUR,
    "[begin]\n[puzzle]\nlits\n[areas]\n1 1 2 2\n1 1 2 3\n1 2 2 3\n3 3 3 3\n[end]": FOUR,
    "begin\npuzzle lits\nsize 4\nareas\n1 1 2 2\n1 1 2 3\n1 2 2 3\n3 3 3 3\nmoves\n1a\nend": FOUR,
    "1,1,2,2,1,1,2,3,1,2,2,3,3,3,3,3": FOUR,
    "var task = '1,1,2,2,1,1,2,3,1,2,2,3,3,3,3,3';": FOUR,
    "0011 0012 0112 2222": FOUR,
    "0011/0012/0112/2222": FOUR,
    "AABB\nAABC\nABBC\nCCCC": FOUR,
    "4 4\n10 10 20 20\n10 10 20 30\n10 20 20 30\n30 30 30 30": FOUR,
    '{"rows":4,"cols":4,"regions":[[7,7,1,1],[7,7,1,2],[7,1,1,2],[2,2,2,2]],"source":"x"}': FOUR,
    "pzprv3\nlits\n2\n4\n1\n0 0 0 0\n. . . .\n": ["0000", "...."],
    "1 2\n1 2\n1 2\n1 2\n": ["01"] * 4,  # two regions, not a size
    "AAAA\n.BBB\n@BBB": OUTSIDE,
    '{"regions":[[0,0,0,0],[-1,1,1,1],[-1,1,1,1]]}': OUTSIDE,
    "pzprv3/lits/3/4/2/0 0 0 0/. 1 1 1/. 1 1 1/. . . ./. . . ./. . . ./": OUTSIDE,
    "[areas]\n1 1 1 1\n- 2 2 2\n. 2 2 2": OUTSIDE,
}


@pytest.mark.parametrize("text", KNOWN, ids=range(len(KNOWN)))
def test_known_texts(text: str) -> None:
    (entry,) = read_text(text, "here")
    assert (entry.puzzle, read_one(text)) == (puzzle_of(KNOWN[text]), entry)


def test_solutions_come_along() -> None:
    shading = parse_shading(Board(4, 4), ["#.##", "###.", "#.#.", "####"])
    texts = [
        "pzprv3/lits/4/4/3/0 0 1 1 /0 0 1 2 /0 1 1 2 /2 2 2 2 /# + # # /# # # + /# + # + /# # # # "
        "/",
        "[areas]\n1 1 2 2\n1 1 2 3\n1 2 2 3\n3 3 3 3\n[solution]\nx - x x\nL L T -\n1 - x .\nx x "
        "x x",
        "0011\n0012\n0112\n2222\n\nsolution:\n#.##\n###.\n#.#.\n####",
        '{"regions":[[0,0,1,1],[0,0,1,2],[0,1,1,2],[2,2,2,2]],"solution":[[1,0,1,1],[1,1,1,0],[1,0,1,0],[1,1,1,1]]}',
    ]
    for text in texts:
        (entry,) = read_text(text, "here")
        assert entry.shading == shading


def random_entry(rng: random.Random, *, plain: bool) -> PuzzleEntry:
    """A puzzle of random regions; unless it is to be plain with squares outside, givens, a name and
    a shading.
    """
    while True:
        side = rng.randint(3, 9)
        board = Board(side, side if plain else rng.randint(3, 9))
        regions = grow_regions(board, rng.randint(1, max(1, board.size // 9)), rng)
        outside = set() if plain else {region for region in range(1, 3) if rng.random() < 0.3}
        kept = tuple(-1 if region in outside else region for region in regions)
        givens = (
            ""
            if plain
            else "".join(
                rng.choice("?" * 9 + LITS.givens) if region >= 0 else "?" for region in kept
            )
        )
        puzzle = LitsPuzzle(board, kept, givens)
        if puzzle.masks and all(mask.bit_count() >= 4 for mask in puzzle.masks):
            words = () if plain else ("a name", rng.getrandbits(board.size) or 1, "hard")
            return PuzzleEntry(puzzle, *words)


@pytest.mark.parametrize("name", FORMATS)
def test_a_plain_puzzle_survives_every_format(name: str) -> None:
    rng = random.Random(11)
    entries = [random_entry(rng, plain=True) for _ in range(30)]
    assert [read_text(write(entry, name), "here")[0].puzzle for entry in entries] == [
        each.puzzle for each in entries
    ]
    together = write_all(entries, name)
    assert (
        format_of(together.split("\n", 1)[0] if FORMATS[name].between == "\n" else together).name
        == name
    )
    assert [entry.puzzle for entry in read_text(together, "here")] == [
        entry.puzzle for entry in entries
    ]


@pytest.mark.parametrize("name", ["grid", "json", "penpa"])
def test_givens_and_solutions_survive(name: str) -> None:
    rng = random.Random(12)
    for entry in (random_entry(rng, plain=False) for _ in range(30)):
        (found,) = read_text(write(entry, name), "here")
        assert (found.puzzle, found.shading) == (entry.puzzle, entry.shading)
        if name != "penpa":
            assert found == entry


def test_what_borders_cannot_say_is_refused() -> None:
    outside, given = (read_one(text) for text in ("AAAA\n.BBB\n.BBB", "AAAA\ngivens:\n#???"))
    parted = PuzzleEntry(LitsPuzzle(Board(4, 3), (0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0)))
    for name, (entry, said) in product(
        ("pzprv3", "url"),
        (
            (outside, "cannot say that a1 is outside every region"),
            (given, "cannot say what is given"),
            (parted, "is in 2 parts"),
        ),
    ):
        with pytest.raises(FormatError, match=said):
            write(entry, name)


def test_one_label_in_two_places() -> None:
    # The editors of puzz.link look at borders only, and find three regions; other formats take it
    # for a mistake.
    (entry,) = read_text("pzprv3/lits/3/4/2/0 0 0 0/1 1 1 1/0 0 0 0/", "here")
    assert len(entry.puzzle.masks) == 3
    for text in ("AAAA\nBBBB\nAAAA", '{"regions":[[0,0,0,0],[1,1,1,1],[0,0,0,0]]}'):
        with pytest.raises(FormatError, match="the region at a1 and a3 is in 2 parts"):
            read_text(text, "here")


GOOD = "https://puzz.link/p?lits/8/8/c27k2bnetv903l7bpea88g50"

ROOMS = "pzprv3\nlits\n{rows}\n{columns}\n2\n0 0 0 0 0\n1 1 1 1 1\n1 1 1 1 1\n"
MARKS = ". . . . .\n# # # # .\n. . + . .\n"
BORDERS = "pzprv3.1\nlits\n{rows}\n{columns}\n0 0 0 0\n0 0 0 0\n0 0 0 0\n1 1 1 1 1\n0 0 0 0 0\n"
GRID = "% a comment\n{rows} {columns}\n1 1 2 2\n1 1 2 3\n1 2 2 3\n3 3 3 3\n"

PENCILBOX = (
    "4\n4\n3\n0 0 1 1 \n0 0 1 2 \n0 1 1 2 \n2 2 2 2 \n# + # # \n# # # . \n# . # . \n# # # # \n"
)
PENCILBOX_XML = """<?xml version="1.0" encoding="UTF-8"?>
<puzzle type="lits" version="1.0"><size row="4" col="4"/>
<property><author value="A. Setter"/><source value=""/>
<difficulty value="3"/><comment>A title</comment></property>
<board><areas N="3"/>
<brow row="1"><z n="2"/><n1/><n v="1"/></brow>
<brow row="2"><z/><z/><n1/><n v="12"/></brow>
<brow row="3"><z/><n1 n="2"/><n v="12"/></brow>
<brow row="4"><n v="12" n="4"/></brow></board>
<answer>
<arow row="1"><w/><s/><w/><w/></arow>
<arow row="2"><w n="3"/><u/></arow>
<arow row="3"><w/><u/><w/><u/></arow>
<arow row="4"><w/><w/><w/><w/></arow>
</answer></puzzle>
"""


def sized(text: str, rows: str, columns: str) -> str:
    return text.format(rows=rows, columns=columns)


DAMAGED = {
    GOOD.replace("c27k", "c27l"): "the region at e6 has size 2",
    GOOD.replace("c27k", "c23k"): "ends inside a region",
    GOOD.replace("c27k", "c27w"): "character 4 of the borders is 'w'",
    GOOD.replace("c27k", "c27"): "borders of length 23: expected 24",
    GOOD.replace("8/8", "8/9"): "borders of length 24: expected",
    GOOD[:-1] + "1": "character 24 of the borders has bits beyond",
    GOOD.replace("8/8", "8/800"): "'800' rows: expected a number from 1 to 99",
    GOOD.replace("8/8", "8/9999999999999999"): "expected a number from 1 to 99",
    "https://puzz.link/p?nurikabe/8/8/c27k2": "of the type 'nurikabe': expected lits",
    "https://example.org/": "expected …?lits/COLUMNS/ROWS/BORDERS",
    "http://www.kanpen.net/nurikabe.html?pzpr=/4/4/9q02jg": "of the type 'nurikabe'",
    "lits/sa/q.html?/4/4/aabbaabcabbcccc": "regions of length 15: expected 16 letters",
    "AAA\nBBB\nBBB": "the region at a3 has size 3: expected at least 4",
    "AAAA\nBBB\nBBBB": "file.txt, line 2: a row of length 3: expected 4",
    "AA?A\nBBBB": "line 1: square 3 of the row is '?'",
    "\n".join(["A" * 100] * 3): "100×3 squares: expected at most 99",
    "AAAA\n\ngivens:\n#..X": "file.txt, line 4: '#..X'",
    "1,1,1,1,2,2,2,2,3": "the region at c1 has size 1",
    "1,1,1,1,2,2,2,2": "8 region numbers: expected a square number",
    "1,1,1,x,2,2,2,2,2": "entry 4 of the task is 'x'",
    '{"regions":[[0,0,0,0],[1,1,1]]}': "row 2 has 3 region numbers",
    '{"regions":[[0,0,0,0],[1,1,1,"x"]]}': "regions.1.3",
    '{"regions":[[0,0,0,0],[1,1,1,-2]]}': "row 2 has the region -2",
    '{"rows":3,"regions":[[0,0,0,0],[1,1,1,1]]}': "rows 3: expected 2",
    '{"regions":[[0,0,': "no JSON at line 1",
    "pzprv3/nurikabe/4/4/3/": "part 2: a puzzle of the type 'nurikabe'",
    "pzprv3/lits/4/4/3/0 0 1 1/0 0 1 2/": "part 7: the file ends here: expected rooms",
    "pzprv3/lits/4/4/9/0 0 1 1/0 0 1 2/0 1 1 2/2 2 2 2/": "part 5: '9' rooms: expected 3",
    "pzprv3/lits/4/4/3/0 0 1/0 0 1 2/0 1 1 2/2 2 2 2/": "part 6: 3 entries: expected 4 rooms",
    "pzprv3.1/lits/4/4/0 7 0/": "part 5: '7': expected 0 or 1",
    "[puzzle]\nheyawake\n[areas]\n1 1 1 1": "line 2: a puzzle of the type 'heyawake'",
    "[areas]\n1 1 1 1\n2 2 2": "line 3: 3 numbers in a row: expected 4",
    "[size]\n5\n[areas]\n1 1 1 1": "line 2: size 5: expected",
    "[areas]\n1 1 x 1": "line 2: 'x'",
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=zzzz": "damaged",
    "https://swaroopg92.github.io/penpa-edit/#m=edit&q=1": "expected …#m=edit&p=…",
    sized(ROOMS, "x", "5"): "line 3: 'x' rows: expected a number from 1 to 99",
    sized(ROOMS + MARKS, "2", "5"): "line 3: 2 rows: expected 3, as many as are drawn",
    sized(ROOMS, "3", "6"): "line 4: 6 columns: expected 5, as many as are drawn",
    sized(BORDERS, "3", "100"): "line 4: '100' columns: expected a number from 1 to 99",
    sized(BORDERS, "2", "5"): "line 3: 2 rows: expected 3, as many as are drawn",
    sized(BORDERS + MARKS, "5", "5"): "line 3: 5 rows: expected 3, as many as are drawn",
    sized(BORDERS + MARKS, "3", "4"): "line 4: 4 columns: expected 5, as many as are drawn",
    sized(ROOMS + MARKS, "3", "5") + sized(ROOMS, "3", "6"): "line 15: 6 columns: expected 5",
    sized(GRID, "4", "5"): "line 2: the size 4 5: expected 4 4, as is drawn",
    PENCILBOX.replace("4\n4\n3", "4\n5\n3"): "file.txt, line 2: 5 columns: expected 4",
    PENCILBOX.replace("4\n4\n3", "5\n4\n3"): "file.txt, line 1: 5 rows: expected 4",
    PENCILBOX.replace("\n3\n", "\n2\n"): "file.txt, line 3: '2' rooms: expected 3",
    PENCILBOX_XML.replace(
        '"lits"', '"masyu"'
    ): "of the type 'masyu': expected <puzzle> of the type lits",
    PENCILBOX_XML.replace(
        'row="4" col="4"', 'row="5" col="4"'
    ): "no <brow> for row 5: expected rows 1 to 5",
    PENCILBOX_XML.replace(
        '<n v="12" n="4"/>', '<n v="12" n="400"/>'
    ): "repeated '400' times: expected 1 to 99",
    PENCILBOX_XML.replace("<z/><z/>", "<z/>"): "<brow> '2' has 3 squares: expected 4",
    PENCILBOX_XML.replace("</puzzle>", ""): "file.txt, line 15: not well-formed XML",
    "<puzzle type='lits'><size row='4' col='4'/></puzzle>": "no <board>",
    "<puzzle type='lits'/>": "no <size>",
    "": "nothing to read",
    "% only a comment": "nothing to read",
}


@pytest.mark.parametrize("text", DAMAGED, ids=lambda text: text[:30])
def test_damage_is_told_in_one_line(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_text(text, "file.txt")
    message = str(caught.value)
    assert DAMAGED[text] in message
    assert message.startswith("file.txt")
    assert "\n" not in message


def test_the_line_of_a_mistake_is_named() -> None:
    text = "% two puzzles\nlits/4/4/9q02jg\n\nlits/4/4/9q02j\n"
    with pytest.raises(FormatError, match=r"^urls\.txt, line 4: borders of length 5"):
        read_text(text, "urls.txt")
    with pytest.raises(FormatError, match=r"^grids, line 4: the region at c1 has size 1"):
        read_text("AAAA\nAAAA\n\nAAAA\nAABA", "grids")


def test_what_has_the_right_size_is_read() -> None:
    for text in (ROOMS, ROOMS + MARKS, BORDERS, BORDERS + MARKS):
        assert read_text(sized(text, "3", "5"), "good")[0].puzzle.rows() == [
            [0] * 5,
            [1] * 5,
            [1] * 5,
        ]
    assert read_text(sized(GRID, "4", "4"), "here")[0].puzzle == puzzle_of(FOUR)


def test_several_puzzles_in_a_text() -> None:
    def names(text: str) -> list[str]:
        return [entry.id for entry in read_text(text, "here")]

    regions = "[[0,0,0,0]]"
    assert names(f'[{{"id":"a","regions":{regions}}},{{"id":2,"regions":{regions}}}]') == ["a", "2"]
    assert names(f'{{"id":"a","regions":{regions}}}\n{{"id":"b","regions":{regions}}}\n') == [
        "a",
        "b",
    ]
    assert names("id: a\nAAAA\n\ngivens:\n#???\n\nid: b\nAAAA\n") == ["a", "b"]
    assert names(
        "[begin]\n[id]\na\n[areas]\n1 1 1 1\n[end]\n[begin]\n[id]\nb\n[areas]\n1 1 1 1\n[end]\n"
    ) == ["a", "b"]
    assert len(read_text("lits/4/4/9q02jg\r\nlits/4/4/9q02jg\r\n", "here")) == 2


def unpacked(link: str) -> list[str]:
    return zlib.decompress(base64.b64decode(link.split("p=")[1]), -15).decode().split("\n")


def test_penpa_points_are_numbered_as_the_site_does_it() -> None:
    lines = unpacked(write(read_one("lits/4/4/9q02jg"), "penpa"))
    assert len(lines) == 19
    assert lines[0].startswith("square,4,4,38,0,1,1,190,190,91,91,")
    # Squares from 18, eight a row with two more on each side.
    assert lines[5] == "[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]"
    edges = json.loads(lines[3].split("zE:")[1].split(",zW")[0])
    # The corner above and to the left of the first square is 64 + 9, the first square's right edge
    # from 74 to 82.
    assert {"75,83", "83,91", "84,92", "90,98", "92,100", "97,98", "98,99", "99,100"} <= set(edges)
    assert set(edges.values()) == {2}


def test_penpa_links_of_other_shapes() -> None:
    link = write(read_one(GOOD), "penpa")
    data = link.split("p=")[1]
    assert (
        read_one(f"https://swaroopg92.github.io/penpa-edit/?m=solve&p={data}").puzzle
        == read_one(GOOD).puzzle
    )
    lines = unpacked(link)
    spaced = ["hex" + lines[0][6:], *lines[1:]]
    too_long = ["square,8,8," + "0" * 5_000_000]
    for content, said in (
        (spaced, "kind 'hex': expected square"),
        (lines[:2], "holds 2 lines"),
        (too_long, "too long"),
    ):
        with pytest.raises(FormatError, match=said):
            read_one("m=edit&p=" + penpa_data(content))


def penpa_data(lines: list[str]) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress("\n".join(lines).encode()) + packer.flush()).decode()


SOLVED = "AABB\nAABC\nABBC\nCCCC\nsolution:\n#.##\n###.\n#.#.\n####"


def solving_lines() -> list[str]:
    """The lines of a solving link as the site writes them: no solver's layer, and other words in
    the third line.
    """
    lines = unpacked(write(read_one(SOLVED), "penpa"))
    return [
        *lines[:2],
        '["1","2","1"]~"surface"~["",1]',
        lines[3],
        "",
        *lines[5:15],
        "x",
        *lines[16:18],
        "false",
    ]


def test_penpa_solving_links_are_read_with_and_without_an_answer_and_padding() -> None:
    expected = read_one(SOLVED)
    site = "https://swaroopg92.github.io/penpa-edit/"
    data = penpa_data(solving_lines())
    for mark in "?#":
        for given in (data, data.rstrip("=")):
            found = read_one(f"{site}{mark}m=solve&p={given}")
            assert (found.puzzle, found.shading) == (expected.puzzle, None)
    points = sorted(
        str((3 - row + 2) * 8 + column + 2)
        for row in range(4)
        for column in range(4)
        if expected.shading is not None and expected.shading >> (row * 4 + column) & 1
    )
    for styled in ("", ",1"):  # where the check is of exact styles, each point has its own
        answer = penpa_data(
            [json.dumps([[point + styled for point in points], [], [], [], [], []])]
        )
        found = read_one(f"{site}#m=solve&p={data}&a={answer}")
        assert (found.puzzle, found.shading) == (expected.puzzle, expected.shading)
    with pytest.raises(FormatError, match="what follows a= in the link is damaged"):
        read_one(f"{site}#m=solve&p={data}&a=zzzz")


def test_penpa_solving_links_are_written_without_the_solution_in_the_open() -> None:
    link = write(read_one(SOLVED), "penpa-solve")
    assert "#m=solve&p=" in link
    head, answer = link.split("&a=")
    assert (unpacked(head)[4], read_one(head).shading) == ("", None)
    assert read_one(link).shading == read_one(SOLVED).shading
    told = json.loads(zlib.decompress(base64.b64decode(answer), -15))
    assert told[0] == sorted(told[0])  # the site compares texts
    assert "&a=" not in write(read_one(GOOD), "penpa-solve")


@pytest.mark.parametrize(
    "url",
    ["https://puzz.link/p?lits/4/4/9q02jg", "https%3A%2F%2Fpuzz.link%2Fp%3Flits%2F4%2F4%2F9q02jg"],
)
@pytest.mark.parametrize("before", ["?p=", "#m=edit&p=", "?m=solve&p="])
def test_a_penpa_link_that_names_a_url_is_that_puzzle(url: str, before: str) -> None:
    found = read_one(f"https://swaroopg92.github.io/penpa-edit/{before}{url}")
    assert found.puzzle == read_one("lits/4/4/9q02jg").puzzle
    with pytest.raises(
        FormatError, match="the URL after p= in the link: a URL of a puzzle of the type 'nurikabe'"
    ):
        read_one(
            "https://swaroopg92.github.io/penpa-edit/?p=https://puzz.link/p?nurikabe/4/4/9q02jg"
        )


def test_pencilbox_texts_links_and_xml_are_read(tmp_path: Path) -> None:
    expected = read_one(SOLVED)
    link = "http://www.kanpen.net/lits.html?problem=4/4/3/0_0_1_1_/0_0_1_2_/0_1_1_2_/2_2_2_2_/"
    for text in (PENCILBOX, PENCILBOX_XML):
        (found,) = read_text(text, "here")
        assert (found.puzzle, found.shading) == (expected.puzzle, expected.shading)
    assert (found.title, found.author, found.level) == ("A title", "A. Setter", "3")
    assert read_text(link, "here")[0].puzzle == expected.puzzle
    path = tmp_path / "old.xml"
    for encoding in ("Shift_JIS", "EUC-JP"):
        path.write_text(
            PENCILBOX_XML.replace("UTF-8", encoding).replace("A. Setter", "作者"), encoding=encoding
        )
        assert read_text(load(path), "here")[0].author == "作者"
    path.write_text(PENCILBOX_XML.replace("UTF-8", "Shift-JIS"), encoding="UTF-16")
    with pytest.raises(FormatError, match="not a text in"):
        load(path)
    assert write(expected, "pencilbox").split() == PENCILBOX.replace("+", ".").split()
    assert [each.shading for each in read_text(f"{PENCILBOX}\n{PENCILBOX}", "here")] == [
        expected.shading
    ] * 2


FULL: dict[str, Any] = {
    "id": "no. 5",
    "title": "Size matters: 5, or 6? – a title, with {all} 'kinds' of \"marks\" / and #m=edit&p=x",
    "author": "Jo Bloggs, Zoë & Co",
    "source": "https://example.org/lits?p=1,2&q=penpa-edit/",
    "level": "quite hard",
}
"""Words that look like something else to one format or another."""

COLUMNS = {
    **{field: field for field in (*FULL, "givens")},
    "squares outside every region": "outside",
    "solution": "shading",
}


def kept(name: str, field: str) -> str:
    """Return whether a format brings something back: yes, no, or refused."""
    four = puzzle_of(FOUR)
    if field == "outside":
        entry = PuzzleEntry(puzzle_of(OUTSIDE))
    elif field == "givens":
        entry = PuzzleEntry(replace(four, givens="#.L?" + "?" * 12))
    elif field == "shading":
        entry = PuzzleEntry(four, shading=read_one(SOLVED).shading)
    else:
        entry = PuzzleEntry(four, **{field: FULL[field]})
    try:
        text = write(entry, name)
    except FormatError:
        return "refused"
    (found,) = read_text(text, "here")
    part = "puzzle" if field in {"outside", "givens"} else field
    return "yes" if getattr(found, part) == getattr(entry, part) else "no"


def test_the_documented_table_says_what_each_format_keeps() -> None:
    page = (Path(__file__).parents[3] / "docs" / "puzzle-formats.md").read_text(encoding="utf-8")
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line[:1] == "|"
    ]
    (head, _, *rows) = table
    assert (head, {row[0].strip("`") for row in rows}) == (
        ["format", *COLUMNS, "rules"],
        set(FORMATS),
    )
    for name, *cells, rules in rows:
        assert [kept(name.strip("`"), COLUMNS[column]) for column in head[1:-1]] == cells, name
        titles = [each.title for each in FORMATS[name.strip("`")].rules]
        assert rules == ("all" if len(titles) == len(RULES) else ", ".join(titles))


@pytest.mark.parametrize("name", ["json", "grid", "penpa", "pzprv3", "janko"])
def test_all_words_about_a_puzzle_survive_together(name: str) -> None:
    four = puzzle_of(FOUR)
    entries = [
        PuzzleEntry(four, **FULL),
        PuzzleEntry(puzzle_of(SIX)),
        PuzzleEntry(four, title="begin", author="end"),
    ]
    found = read_text(write_all(entries, name), "here")
    for field in ("puzzle", "title", "author", "source"):
        assert [getattr(entry, field) for entry in found] == [
            getattr(entry, field) for entry in entries
        ], field


def test_the_file_of_an_editor_with_history_and_metadata_is_read() -> None:
    head = (
        "pzprv3\nlits\n4\n4\n3\n0 0 1 1\n0 0 1 2\n0 1 1 2\n2 2 2 2\n. . . .\n. . . .\n. . . "
        ".\n. . . .\n"
    )
    info = (
        'info:{\n "metadata": {\n  "author": "Jo",\n  "hard": "3"\n },\n "history": {"type": '
        '"pzpr"}\n}\n'
    )
    (entry,) = read_text(head + info, "here")
    assert (entry.author, entry.level, entry.title) == ("Jo", "3", "")
    for wrong in (
        "info:{",
        'info:{"metadata": 5}',
        'info:{"metadata": {"author": 5}}',
        'history:{"a": 1}',
    ):
        (entry,) = read_text(head + wrong + "\n", "here")
        assert (entry.puzzle, entry.author) == (puzzle_of(FOUR), "")


def test_words_after_a_url_are_its_title_and_author() -> None:
    lines = [
        "lits/4/4/9q02jg",
        "lits/4/4/9q02jg The gate",
        "lits/4/4/9q02jg Stand by me by Jo Bloggs",
    ]
    found = read_text("\n".join(["% comment", *lines]), "some/where/all.url")
    assert [(entry.title, entry.author, entry.name) for entry in found] == [
        ("", "", "all.url:2"),
        ("The gate", "", "The gate"),
        ("Stand by me", "Jo Bloggs", "Stand by me"),
    ]
    assert [entry.read_from for entry in found] == [
        f"some/where/all.url, line {line}" for line in (2, 3, 4)
    ]
    assert found[2].label == "Stand by me 4×4 by Jo Bloggs"


def test_no_puzzle_is_without_a_name() -> None:
    document = '{"regions":[[0,0,0,0],[1,1,1,1]]}'
    for text in (f"[{document},{document}]", f"{document}\n" * 2):
        assert [entry.name for entry in read_text(text, "f.json")] == ["f.json:1", "f.json:2"]
    assert [entry.name for entry in read_text(document, "f.json")] == ["f.json"]
    assert read_one("AAAA").name == "4×1"


def largest_entry() -> PuzzleEntry:
    """A puzzle of the largest size: as many regions as it can have, and a shading."""
    side = LARGEST_SIDE
    width = 4
    numbers = [
        [row * side + min(column, side - width) // width for column in range(side)]
        for row in range(side)
    ]
    puzzle = LitsPuzzle.from_rows(numbers)
    return PuzzleEntry(puzzle, "the largest", shading=puzzle.board.all)


@pytest.mark.parametrize("name", FORMATS)
def test_the_largest_puzzle_is_within_the_limit_in_every_format(name: str) -> None:
    entry = largest_entry()
    text = write(entry, name)
    assert len(text) < LARGEST_TEXT / 2
    assert read_one(text).puzzle == entry.puzzle
    if name == "json":
        text = json.dumps(json.loads(text), indent=4)
        assert len(text) < LARGEST_TEXT / 2
        assert read_one(text).puzzle == entry.puzzle


def test_a_text_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="1,000,001 characters: expected at most 1,000,000"):
        read_one("A" * (LARGEST_TEXT + 1))
    with pytest.raises(FormatError, match="1,000,001 characters: expected at most 1,000,000"):
        read_sources(["A\n" + "A" * (LARGEST_TEXT - 1)])
    with pytest.raises(FormatError, match=r"the text, line 2: a text of 1,000,001 characters"):
        read_text("lits/4/4/9q02jg\n" + "A" * (LARGEST_TEXT + 1), "the text")
    with pytest.raises(FormatError, match="8,000,001 characters: expected at most 8,000,000"):
        read_text("\n" * (LARGEST_FILE + 1), "the text")
    path = tmp_path / "large.grid"
    path.write_bytes(b"A" * (LARGEST_FILE + 1))
    with pytest.raises(FormatError, match=r"large\.grid: too large: expected at most 8,000,000"):
        read_sources([path])
    with pytest.raises(FormatError) as caught:
        read_sources(["a" * LARGEST_TEXT])
    assert len(str(caught.value)) < 2_000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pipe.grid"
    os.mkfifo(path)

    def write_on() -> None:
        with suppress(BrokenPipeError), path.open("wb", buffering=0) as stream:
            while True:
                stream.write(b"A" * 65_536)

    writer = threading.Thread(target=write_on)
    writer.start()
    with pytest.raises(FormatError, match="too large"):
        load(path)
    writer.join()


def test_an_encoding_that_takes_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.xml"
    path.write_bytes(b'<?xml version="1.0" encoding="punycode"?><puzzle/>')
    with pytest.raises(FormatError, match="not a text in punycode"):
        load(path)
