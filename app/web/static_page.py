"""The page as a folder that needs no server: its modules, the kernel as WebAssembly, and the games as data.

The browser has no Python: what its modules have to know of the games is written as ``games.json``, so that options,
pieces and colours are said in one place.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import asdict, fields
from importlib import metadata
from pathlib import Path
from typing import Any

from litslab.app.documents.base import plain
from litslab.app.documents.collection import CollectionDocument
from litslab.app.documents.positions import GamesDocument
from litslab.app.documents.rule_texts import AllRulesDocument
from litslab.app.web.positions import orientations
from litslab.app.web.wasm import ROOT
from litslab.games.drawing.palette import PALETTE
from litslab.games.errors import OptionError
from litslab.games.files import FileError
from litslab.games.pieces import PieceKind, each_once_pieces, fixed_pieces, free_pieces, plain_pieces, taijitus
from litslab.games.registry import GAMES

WASM = ROOT / "build" / "static" / "kernel.wasm"
"""Where ``make static`` puts the compiled kernel."""

MARK = "litslab-page.txt"
"""The file by which such a folder is known, so that it may be replaced."""

SUPPORTED = ("battle-of-lits", "taiji", "tailits", "wythe", "tailits+taiji", "taiji+battle-of-lits")
"""The games whose positions the modules of the browser know."""

_HERE = Path(__file__).parent
_HEAD = '  <meta name="litslab-engine" content="browser">\n'
_POLICY = (
    '  <meta http-equiv="content-security-policy" content="default-src \'none\'; '
    "script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'\">\n"
)


def write_page(folder: Path, wasm: Path | None = None) -> int:
    """Write the page to a folder, which is new, empty or such a page already; return how many bytes it has.

    Parameters
    ----------
    folder : Path
        Where it will be.
    wasm : Path, optional
        The compiled kernel; what ``make static`` has made where it is not given.

    Raises
    ------
    OptionError
        If the kernel was not compiled, or the folder holds something else.
    FileError
        If it cannot be written; what was there before is unchanged.
    """
    wasm = WASM if wasm is None else wasm
    if not wasm.is_file():
        raise OptionError("the kernel is not compiled to WebAssembly: run `make static` in a checkout of litslab")
    if folder.exists() and not (folder.is_dir() and (not any(folder.iterdir()) or (folder / MARK).is_file())):
        raise OptionError(f"--static {folder}: expected a new or empty folder, or one that this command has written")
    target = folder.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".litslab-page-", dir=target.parent) as beside:
            made = Path(beside) / "new"
            _fill(made, wasm)
            size = sum(path.stat().st_size for path in made.rglob("*") if path.is_file())
            if target.exists():
                target.rename(Path(beside) / "old")
            made.rename(target)
    except OSError as error:
        raise FileError(f"cannot write {folder}: {error.strerror or error}") from error
    return size


def _fill(folder: Path, wasm: Path) -> None:
    """Write the files of the page to a new folder."""
    shutil.copytree(_HERE / "static", folder)
    shutil.copytree(_HERE / "browser", folder / "browser")
    shutil.copyfile(wasm, folder / "browser" / "kernel.wasm")
    games = json.dumps(games_document(), ensure_ascii=False, separators=(",", ":"))
    (folder / "browser" / "games.json").write_text(games, encoding="utf-8")
    rules = json.dumps(plain(AllRulesDocument.made()), ensure_ascii=False, separators=(",", ":"))
    (folder / "browser" / "rules.json").write_text(rules, encoding="utf-8")
    collection = json.dumps(plain(CollectionDocument.made()), ensure_ascii=False, separators=(",", ":"))
    (folder / "browser" / "collection.json").write_text(collection, encoding="utf-8")
    index = folder / "index.html"
    head, tail = index.read_text(encoding="utf-8").split('  <meta name="color-scheme"', 1)
    index.write_text(f'{head}{_POLICY}{_HEAD}  <meta name="color-scheme"{tail}', encoding="utf-8")
    version = metadata.version("litslab")
    (folder / MARK).write_text(
        f"The page of litslab {version}. Any web server shows it: python -m http.server --directory FOLDER\n",
        encoding="utf-8",
    )


def games_document() -> dict[str, Any]:
    """Return what the modules of the browser have to know of the games."""
    six = (6, 6, 6, 6)
    pieces = {"plain": _kinds(plain_pieces(six)), "taijitu": _kinds(taijitus())}
    for flips, name in ((True, ""), (False, " without flips")):
        pieces[f"fixed{name}"] = _kinds(fixed_pieces(six, flips=flips))
        pieces[f"free{name}"] = _kinds(free_pieces(six, flips=flips))
        pieces[f"each-once{name}"] = _kinds(each_once_pieces(six, flips=flips), of=6)
    games = [rules for name, rules in GAMES.items() if name in SUPPORTED]
    palette = asdict(PALETTE) | {"shapes": {shape.value: asdict(each) for shape, each in PALETTE.shapes.items()}}
    return {
        "games": plain(GamesDocument.of(games))["games"],
        "derived": {rules.name: [each.name for each in fields(rules) if each.default is None] for rules in games},
        "pieces": pieces,
        "palette": palette,
    }


def _kinds(kinds: tuple[PieceKind, ...], *, of: int | None = None) -> list[dict[str, Any]]:
    """Describe pieces; where `of` is given, a kind's share of that many pieces of its shape is told, too."""
    described = []
    for kind in kinds:
        share = {} if of is None else {"each": kind.count, "of": of}
        described.append(
            {"shape": kind.shape.value, "count": None, "orientations": orientations(kind)} | share,
        )
    return described
