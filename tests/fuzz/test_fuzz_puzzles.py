"""Damaged puzzle texts of every format, states of puzzles, and folders that `puzzle generate` made."""

from __future__ import annotations

import base64
import random
import shutil
import zlib
from pathlib import Path

import pytest

from litslab.app.cli import main
from litslab.puzzles.lits.formats import FORMATS, read_text, write
from litslab.puzzles.lits.formats.penpa import SITE
from tests.fuzz.harness import check_answers
from tests.fuzz.mutations import damage_bytes, damage_json_file

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
        return ["puzzle", *rng.choice((("show", "--json"), ("convert", "--to", "json", "--json"))), str(path)]

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
        path = folder / rng.choice([*files, made / "request.json", made / "index.json", *files]).name
        path.write_bytes(damage_json_file(path.read_bytes(), rng))
        # A booklet contains only the puzzles themselves, because typst is slow with everything else.
        booklet = ["puzzle", "book", str(folder), "-o", str(tmp_path / "book.pdf"), "--force", *BARE]
        again = ["puzzle", "generate", *options, "-o", str(folder), "--json"]
        return rng.choice((again, ["puzzle", "show", str(folder), "--json"], booklet))

    check_answers(capfd, "puzzle folders", damaged)
