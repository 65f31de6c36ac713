"""Damaged texts: each is refused in one line, or read.

Records, studies, pattern files, games in LTP and certificates; puzzles of every format, states of
puzzles, and folders that `puzzle generate` made.
"""

from __future__ import annotations

import base64
import json
import random
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from litslab.app.cli import main
from litslab.games.record_ltp import dumps_ltp
from litslab.games.sources import load
from litslab.puzzles.lits.formats import FORMATS, read_text, write
from litslab.puzzles.lits.formats.penpa import SITE
from tests.app.command_line import EXAMPLES
from tests.fuzz.harness import check_answers
from tests.fuzz.mutations import DEEP, HUGE, damage_bytes, damage_json_file, damage_toml

RECORDS = (
    "battle-of-lits-10",
    "taiji-7",
    "tailits-11",
    "wythe-8",
    "tailits+taiji-11",
    "taiji+battle-of-lits-11",
)

POSITION = b"""game = "tailits+taiji"
title = "by hand"
[options]
size = 5
scoring = "second"
colouring = "each-once"
supply = [6, 6, 0, 6]
flips = false
groups = 2
[players]
black = "A"
white = "B"
[position]
placed = ""
to_move = "white"
swapped = false
"""

PATTERN = b"""[[pieces]]
drawing = ["bw", "b.", "w."]
count = 3
[[pieces]]
drawing = ["bwbw"]
count = 2
"""


def damage_study(text: bytes, rng: random.Random) -> bytes:
    """Damage a record with a [study] table, most often this table alone."""
    table = text.index(b"[study]") if rng.random() < 0.8 else 0
    return text[:table] + damage_toml(text[table:], rng)


Damage = Callable[[bytes, random.Random], bytes]

GAME = dumps_ltp(load(EXAMPLES / "battle-of-lits-10.toml")).encode()
PUZZLE = read_text((EXAMPLES / "puzzles" / "made.jsonl").read_text(), "made.jsonl")[1]
STATE = "\n".join(["?" * PUZZLE.puzzle.board.columns] * PUZZLE.puzzle.board.rows).encode()

KINDS: dict[str, tuple[list[bytes], Damage, str, tuple[str, ...]]] = {
    "records": (
        [(EXAMPLES / f"{name}.toml").read_bytes() for name in RECORDS] + [POSITION] * 6,
        damage_toml,
        "game.toml",
        ("show FILE", "moves FILE", "show FILE --at 1", "moves FILE --at 1"),
    ),
    "patterns": ([PATTERN], damage_toml, "pieces.toml", ("new tailits --size 5 --colouring FILE",)),
    "ltp": ([GAME], damage_bytes, "game.ltp", ("show FILE",)),
    "studies": (
        [path.read_bytes() for path in sorted((EXAMPLES / "studies").glob("*.toml"))],
        damage_study,
        "study.toml",
        ("study check FILE --time-limit 0 --memory 1",),  # no time to prove them
    ),
    "states": (
        [STATE],
        damage_bytes,
        "state",
        (f"puzzle hint {write(PUZZLE, 'url').strip()} --state FILE",),
    ),
}
"""Whole files, how they are damaged, their name, and the commands that read them."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_files(kind: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Records, positions by hand, drawings of TAILITS pieces, games in LTP, studies, and states of
    a puzzle.
    """
    whole, damage, name, commands = KINDS[kind]

    def damaged(rng: random.Random) -> list[str]:
        path = tmp_path / name
        path.write_bytes(damage(rng.choice(whole), rng))
        return [
            str(path) if word == "FILE" else word
            for word in f"{rng.choice(commands)} --json".split()
        ]

    check_answers(capfd, kind, damaged)


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A certificate."""
    folder = tmp_path_factory.mktemp("proof")
    assert main(["new", "taiji", "--size", "3", "-o", str(folder / "small.toml")]) == 0
    proof = folder / "proof.json"
    assert (
        main(["solve", str(folder / "small.toml"), "--memory", "1", "--certificate", str(proof)])
        == 0
    )
    return proof.read_bytes()


@pytest.mark.slow
def test_certificates(proof: bytes, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Certificates, read by `verify`."""

    def damaged(rng: random.Random) -> list[str]:
        path = tmp_path / "damaged.json"
        path.write_bytes(damage_json_file(proof, rng))
        return ["verify", str(path), "--json"]

    check_answers(capfd, "certificates", damaged)


@pytest.mark.slow
def test_what_the_strategies_of_a_certificate_hold(
    proof: bytes,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """The compressed moves, which damage to the file hardly ever reaches: other moves, numbers cut
    short, bombs.

    With another value the strategies are those of a proof whose leaves are flipped.
    """
    whole = json.loads(proof)

    def damaged(rng: random.Random) -> list[str]:
        strategies = list(whole["strategies"])
        side = rng.randrange(2)
        moves = zlib.decompress(base64.b64decode(strategies[side]))
        moves = (
            bytes(1 << rng.choice((12, 20, 28)))
            if rng.random() < 0.05
            else damage_bytes(moves, rng)
        )
        value = whole["value"] + rng.choice((0, 0, 0, -2, 2))
        if value == whole["value"] or rng.random() < 0.5:
            strategies[side] = base64.b64encode(zlib.compress(moves)).decode()
        path = tmp_path / "damaged.json"
        path.write_text(json.dumps(whole | {"value": value, "strategies": strategies}))
        return ["verify", str(path), "--json"]

    def proves_what_is_false(_: list[str], out: str) -> bool:
        return bool(out) and json.loads(out)["value"] != whole["value"]

    check_answers(capfd, "inside certificates", damaged, forbidden=proves_what_is_false)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "command", "told"),
    [
        ("p.json", f'{{"regions": [[{HUGE}]]}}', "puzzle show", "line 1: no JSON"),
        ("p.json", f'[{{"regions": {DEEP}}}]', "puzzle convert --to grid", "line 1"),
        ("p.json", '{"regions": [[NaN]]}', "puzzle show", "regions.0.0: input should be a"),
        (
            "p.url",
            f"https://puzz.link/p?lits/{HUGE}/9999/0",
            "puzzle solve",
            "columns: expected a number from 1 to 99",
        ),
        (
            "r.toml",
            f'game = "taiji"\n[options]\nsize = {HUGE}\n',
            "show",
            "r.toml: a number that is too long",
        ),
        ("r.toml", f"game = {DEEP}\n", "moves", "nested too deeply"),
        ("r.toml", f"{'a.' * 50_000}a = 1\n", "show", "nested too deeply"),  # it took minutes
        (
            "c.json",
            f'{{"format": "", "record": "", "value": {HUGE}}}',
            "verify",
            "not a certificate",
        ),
        ("r.parquet", "PAR1" + "\x00" * 40 + "PAR1", "plot scores -o x.svg", "cannot read it"),
        ("g.ltp", HUGE, "show", "line 1: cannot read"),
    ],
)
def test_numbers_and_lists_beyond_all_measure_are_refused_in_one_line(
    name: str,
    text: str,
    command: str,
    told: str,
    *,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert main([*command.split(), str(path)]) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert told in line


PUZZLES = Path(__file__).parents[2] / "docs" / "examples" / "puzzles"


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_puzzle_texts(name: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A puzzle in each format, its solution with it if the format has one."""
    entries = [
        entry
        for entry in read_text((PUZZLES / "made.jsonl").read_text(), "made.jsonl")[:12]
        if name != "task" or entry.puzzle.board.columns == entry.puzzle.board.rows
    ]
    whole = [write(entry, name).encode() for entry in entries]
    damage = damage_json_file if name == "json" else damage_bytes

    def damaged(rng: random.Random) -> list[str]:
        path = tmp_path / "puzzle.txt"
        path.write_bytes(damage(rng.choice(whole), rng))
        return [
            "puzzle",
            *rng.choice((("show", "--json"), ("convert", "--to", "json", "--json"))),
            str(path),
        ]

    check_answers(capfd, f"puzzles in {name}", damaged)


@pytest.mark.slow
def test_what_a_penpa_link_holds(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The text inside a link: damage to the bytes of the link hardly ever reaches it."""
    entry = read_text((PUZZLES / "made.jsonl").read_text(), "made.jsonl")[4]
    packed = base64.b64decode(write(entry, "penpa").removeprefix(SITE))
    lines = zlib.decompress(packed, -zlib.MAX_WBITS).decode().split("\n")

    def damaged(rng: random.Random) -> list[str]:
        changed = list(lines)
        place = rng.choice((0, 1, 3, 3, 4, 5, 5))
        damage = damage_bytes if place == 0 or "z" in changed[place] else damage_json_file
        changed[place] = damage(changed[place].encode(), rng).decode(errors="replace")
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        data = packer.compress("\n".join(changed).encode()) + packer.flush()
        path = tmp_path / "puzzle.penpa"
        path.write_text(SITE + base64.b64encode(data).decode())
        return ["puzzle", "show", "--json", str(path)]

    check_answers(capfd, "inside penpa", damaged)


BARE = ("--no-cover", "--no-rules", "--no-codes", "--no-levels")


@pytest.mark.slow
def test_puzzle_folders(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Folders of puzzles, taken up again, read as puzzles, and put into a booklet."""
    made = tmp_path / "made"
    options = ["--size", "5", "--count", "2", "--seed", "1"]
    assert main(["puzzle", "generate", *options, "-o", str(made)]) == 0
    capfd.readouterr()
    files = sorted(made.glob("lits-*.json"))
    assert len(files) == 2

    def damaged(rng: random.Random) -> list[str]:
        folder = tmp_path / "folder"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(made, folder)
        path = (
            folder / rng.choice([*files, made / "request.json", made / "index.json", *files]).name
        )
        path.write_bytes(damage_json_file(path.read_bytes(), rng))
        # A booklet contains only the puzzles themselves, because typst is slow with everything
        # else.
        booklet = [
            "puzzle",
            "book",
            str(folder),
            "-o",
            str(tmp_path / "book.pdf"),
            "--force",
            *BARE,
        ]
        again = ["puzzle", "generate", *options, "-o", str(folder), "--json"]
        return rng.choice((again, ["puzzle", "show", str(folder), "--json"], booklet))

    check_answers(capfd, "puzzle folders", damaged)
