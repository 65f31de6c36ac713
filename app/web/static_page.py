"""The page as a folder that needs no server: its modules, Python and the kernel as WebAssembly, and a service worker.

The page asks the same questions as with a server, and Python answers them in the browser (`in_browser`).
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections import defaultdict
from importlib import metadata
from pathlib import Path
from typing import Any

from litslab import runtime
from litslab.app.documents.base import plain
from litslab.app.web.endpoints import CONSTANT, ENDPOINTS, constant_document
from litslab.app.web.in_browser import SETTINGS
from litslab.app.web.positions import with_answers
from litslab.games.errors import OptionError
from litslab.games.files import failing_to
from litslab.games.language import ENGLISH, LANGUAGES, using
from litslab.games.registry import GAMES
from litslab.puzzles.collection import collection, packs
from litslab.puzzles.lits.puzzle import LITS

ROOT = Path(__file__).resolve().parents[2]
"""The checkout, where this is not an installed package."""

WASM = ROOT / "build" / "static" / "kernel.wasm"
"""The compiled kernel, if ``make static`` has made it."""

PYTHON = ROOT / "build" / "static" / "python"
"""Python for the browser, if ``make static`` has made it."""

FIRST_SEEDS = range(3)
"""The seeds of boards with symbols that need no Python; `browser/engine.js` chooses one of them."""

MARK = "litslab-page.txt"
"""The file that marks such a folder, so that it may be replaced."""

_HERE = Path(__file__).parent
_HEAD = (
    '  <meta name="litslab-engine" content="browser">\n  <link rel="manifest" href="manifest.webmanifest">\n'
    '  <link rel="modulepreload" href="browser/engine.js">\n'
)
_MANIFEST = {
    "name": "litslab", "short_name": "litslab",
    "description": "Placement games and LITS puzzles, with exact answers to who wins and why.", "start_url": "./",
    "display": "standalone", "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}  # fmt: skip
_POLICY = (
    '  <meta http-equiv="content-security-policy" content="default-src \'none\'; '
    "script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'\">\n"
)


def write_page(folder: Path) -> int:
    """Write the page to a folder that is new, empty or such a page already; return its size in bytes.

    The kernel and Python for the browser are built first (`litslab.runtime`) if ``make static`` has not done it.

    Parameters
    ----------
    folder : Path
        The folder of the page.

    Raises
    ------
    OptionError
        If the folder holds something else, or what is missing cannot be built here.
    FileError
        If it cannot be written; the old files are then unchanged.
    """
    if folder.exists() and not (folder.is_dir() and (not any(folder.iterdir()) or (folder / MARK).is_file())):
        raise OptionError(f"--static {folder}: expected a new or empty folder, or one that this command has written")
    target = folder.resolve()
    with failing_to(f"write {folder}"):
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".litslab-page-", dir=target.parent) as beside:
            made = Path(beside) / "new"
            _fill(made, *((WASM, PYTHON) if WASM.is_file() and PYTHON.is_dir() else runtime.build(Path(beside))))
            size = sum(path.stat().st_size for path in made.rglob("*") if path.is_file())
            if target.exists():
                target.rename(Path(beside) / "old")
            made.rename(target)
    return size


def _fill(folder: Path, kernel: Path, python: Path) -> None:
    """Write the files of the page to a new folder."""
    shutil.copytree(_HERE / "static", folder)
    browser = folder / "browser"
    shutil.copytree(_HERE / "browser", browser)
    shutil.copytree(python, browser / "python")
    shutil.copyfile(kernel, browser / "kernel.wasm")
    contents = dict(_constant_answers())
    for language in LANGUAGES:
        with using(language):
            suffix = "" if language == ENGLISH else f".{language}"
            contents |= {name + suffix: plain(constant_document(name).made()) for name in CONSTANT}
    del contents["games"]  # the page itself has it in English
    for name, content in contents.items():
        (browser / f"{name}.json").write_text(_compact(content), encoding="utf-8")
    index = folder / "index.html"
    head, tail = index.read_text(encoding="utf-8").split('  <meta name="color-scheme"', 1)
    page = f'{head}{_POLICY}{_HEAD}  <meta name="color-scheme"{tail}'
    index.write_text(with_answers(page, SETTINGS), encoding="utf-8")
    (folder / "manifest.webmanifest").write_text(json.dumps(_MANIFEST), encoding="utf-8")
    (folder / "sw.js").write_text(_service_worker(folder), encoding="utf-8")
    (browser / "sw.js").unlink()
    told = "Any web server shows it: python -m http.server --directory FOLDER"
    (folder / MARK).write_text(f"The page of litslab {metadata.version('litslab')}. {told}\n", encoding="utf-8")


def _compact(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _constant_answers() -> dict[str, dict[str, Any]]:
    """Return the answers to questions before Python has started, by file and by the question as the page writes it.

    These are the positions that the page shows, a beginning of each game, and the grids of the puzzles.
    """
    shown = json.loads((_HERE / "static" / "results.json").read_text(encoding="utf-8"))
    records = [*shown["positions"].values(), *(each["record"] for each in shown["solved"])]
    questions: list[tuple[str, dict[str, Any]]] = [("position", {"record": record}) for record in records]
    for name, rules in GAMES.items():
        seeds = [{"seed": seed} for seed in FIRST_SEEDS] if rules.setup_option() else [{}]
        questions += [("new", {"game": name, "options": {}, **seed}) for seed in seeds]
    rules_of = {pack.name: {} if pack.rules == LITS.name else {"rules": pack.rules} for pack in packs()}
    questions += [("puzzle", {"puzzle": each.text, **rules_of[each.pack]}) for each in collection()]
    asked = {each.name: each for each in ENDPOINTS}
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, body in questions:
        answer = asked[name].answer(asked[name].request.model_validate(body), SETTINGS)
        file = f"{name}-{body['game']}" if "game" in body else name
        found[file][_compact(body)] = plain(answer)
    return found


def _service_worker(folder: Path) -> str:
    """Return the service worker that keeps the files of a folder; it is a new one when any of them changes.

    Both it and the memory that the page keeps have the files' hash in their names.
    """
    text = (folder / "browser" / "sw.js").read_text(encoding="utf-8")
    left_out = {"sw.js", "licences.txt"}
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in left_out]
    contents = b"".join(path.relative_to(folder).as_posix().encode() + path.read_bytes() for path in files)
    version = f'VERSION = "{hashlib.sha256(contents).hexdigest()[:16]}"'
    snapshot = folder / "browser" / "snapshot.js"
    snapshot.write_text(snapshot.read_text(encoding="utf-8").replace('VERSION = ""', version), encoding="utf-8")
    names = ["./", *(path.relative_to(folder).as_posix() for path in files)]
    return text.replace('VERSION = ""', version).replace("FILES = []", f"FILES = {json.dumps(names)}")
