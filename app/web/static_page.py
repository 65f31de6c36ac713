"""The page as a folder that needs no server: its modules, Python and the kernel as WebAssembly, and
a service worker.

The page asks the same questions as with a server, and Python answers them in the browser
(`in_browser`).
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from litslab import runtime
from litslab.app.web.endpoints import CONSTANT, ENDPOINTS, constant_document
from litslab.app.web.in_browser import SETTINGS
from litslab.app.web.policy import policy_text
from litslab.app.web.positions import with_answers
from litslab.games.errors import OptionError
from litslab.games.files import failing_to
from litslab.games.language import ENGLISH, LANGUAGES, using
from litslab.games.registry import GAMES
from litslab.games.result_json import plain
from litslab.puzzles.lits.collection import collection, packs
from litslab.puzzles.lits.puzzle import LITS

ROOT = Path(__file__).resolve().parents[2]
"""The checkout, where this is not an installed package."""

WASM = ROOT / "build" / "static" / "kernel.wasm"
"""The compiled kernel, if ``make static`` has made it."""

PYTHON = ROOT / "build" / "static" / "python"
"""Python for the browser, if ``make static`` has made it."""

FIRST_SEEDS = 3
"""The number of boards with symbols that need no Python; `browser/engine.js` chooses one of them.
"""

MARK = "litslab-page.txt"
"""The file that marks such a folder, so that it may be replaced."""

_HERE = Path(__file__).parent
_MANIFEST = {
    "name": "litslab",
    "short_name": "litslab",
    "description": "Placement games and LITS puzzles, with exact answers to who wins and why.",
    "start_url": "./",
    "display": "standalone",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}
_POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'none'",
    "base-uri": "'none'",
}
"""The content security policy."""

_HEAD = f"""\
<meta http-equiv="content-security-policy" content="{policy_text(_POLICY)}">
<meta name="litslab-engine" content="browser">
<link rel="manifest" href="manifest.webmanifest">
<link rel="modulepreload" href="browser/engine.js">
<link rel="modulepreload" href="browser/questions.js">
"""
"""What the page has besides, before its colour scheme."""


def write_page(folder: Path) -> int:
    """Write the page to a folder that is new, empty or such a page already; return its size in
    bytes.

    The kernel and Python for the browser are built first (`litslab.runtime`) if ``make static`` has
    not done it.

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
    if not _may_be_replaced(folder):
        raise OptionError(
            f"--static {folder}: expected a new or empty folder, or one that this command has "
            "written"
        )
    target = folder.resolve()
    with failing_to(f"write {folder}"):
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".litslab-page-", dir=target.parent) as beside:
            kernel = WASM
            python = PYTHON
            if not kernel.is_file() or not python.is_dir():
                kernel, python = runtime.build(Path(beside))
            made = Path(beside) / "new"
            _fill(made, kernel, python)
            size = sum(path.stat().st_size for path in made.rglob("*") if path.is_file())
            if target.exists():
                target.rename(Path(beside) / "old")
            made.rename(target)
    return size


def _may_be_replaced(folder: Path) -> bool:
    """Return whether a folder is new, empty or such a page already."""
    if not folder.exists():
        return True
    if not folder.is_dir():
        return False
    return not any(folder.iterdir()) or (folder / MARK).is_file()


def _fill(folder: Path, kernel: Path, python: Path) -> None:
    """Write the files of the page to a new folder."""
    shutil.copytree(_HERE / "static", folder)
    browser = folder / "browser"
    shutil.copytree(_HERE / "browser", browser)
    shutil.copytree(python, browser / "python")
    shutil.copyfile(kernel, browser / "kernel.wasm")
    contents = dict(constant_answers())
    _write_questions(browser / "questions.js", list(contents))
    for language in LANGUAGES:
        suffix = "" if language == ENGLISH else f".{language}"
        with using(language):
            for name in CONSTANT:
                contents[name + suffix] = plain(constant_document(name).made())
    del contents["games"]  # the page itself has it in English
    for name, content in contents.items():
        (browser / f"{name}.json").write_text(_compact(content), encoding="utf-8")
    index = folder / "index.html"
    scheme = '<meta name="color-scheme"'
    page = index.read_text(encoding="utf-8").replace(scheme, _HEAD + scheme, 1)
    index.write_text(with_answers(page, SETTINGS), encoding="utf-8")
    (folder / "manifest.webmanifest").write_text(json.dumps(_MANIFEST), encoding="utf-8")
    (folder / "sw.js").write_text(_service_worker(folder), encoding="utf-8")
    (browser / "sw.js").unlink()
    version = metadata.version("litslab")
    how = "Any web server shows it: python -m http.server --directory FOLDER"
    (folder / MARK).write_text(f"The page of litslab {version}. {how}\n", encoding="utf-8")


def _write_questions(module: Path, files: Sequence[str]) -> None:
    """Fill in what the module says of questions; `files` have answers that are known before."""
    answered = [each for each in ENDPOINTS if not each.needs_server]
    lists = {
        "AT_ONCE": [each.name for each in answered if not each.is_long],
        "LONG": [each.name for each in answered if each.is_long],
        "IN_FILES": files,
        "IN_LANGUAGES": list(CONSTANT),
    }
    text = module.read_text(encoding="utf-8").replace("SEEDS = 0", f"SEEDS = {FIRST_SEEDS}")
    for name, names in lists.items():
        text = text.replace(f"{name} = []", f"{name} = {json.dumps(names)}")
    module.write_text(text, encoding="utf-8")


def _compact(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def constant_answers() -> dict[str, dict[str, Any]]:
    """Return the answers to questions before Python has started, by file and by the question as the
    page writes it.

    These are the positions that the page shows, a beginning of each game, and the grids of the
    puzzles.
    """
    endpoints = {each.name: each for each in ENDPOINTS}
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, body in _first_questions():
        endpoint = endpoints[name]
        answer = endpoint.answer(endpoint.request.model_validate(body), SETTINGS)
        file = f"{name}-{body['game']}" if "game" in body else name
        found[file][_compact(body)] = plain(answer)
    return found


def _first_questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the names and bodies of these questions, as the page asks them."""
    shown = json.loads((_HERE / "static" / "results.json").read_text(encoding="utf-8"))
    for record in shown["positions"].values():
        yield "position", {"record": record}
    for solved in shown["solved"]:
        yield "position", {"record": solved["record"]}
    for game, rules in GAMES.items():
        if rules.setup_option():
            for seed in range(FIRST_SEEDS):
                yield "new", {"game": game, "options": {}, "seed": seed}
        else:
            yield "new", {"game": game, "options": {}}
    rules_of_pack = {pack.name: pack.rules for pack in packs()}
    for puzzle in collection():
        body = {"puzzle": puzzle.text}
        if rules_of_pack[puzzle.pack] != LITS.name:
            body["rules"] = rules_of_pack[puzzle.pack]
        yield "puzzle", body


def _service_worker(folder: Path) -> str:
    """Return the service worker that keeps the files of a folder; it is a new one when any of them
    changes.

    Both it and the memory that the page keeps have the files' hash in their names.
    """
    text = (folder / "browser" / "sw.js").read_text(encoding="utf-8")
    left_out = {"sw.js", "licences.txt"}
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name not in left_out]
    files = {path.relative_to(folder).as_posix(): path for path in sorted(paths)}
    digest = hashlib.sha256()
    for name, path in files.items():
        digest.update(name.encode())
        digest.update(path.read_bytes())
    version = f'VERSION = "{digest.hexdigest()[:16]}"'
    snapshot = folder / "browser" / "snapshot.js"
    code = snapshot.read_text(encoding="utf-8").replace('VERSION = ""', version)
    snapshot.write_text(code, encoding="utf-8")
    names = json.dumps(["./", *files])
    return text.replace('VERSION = ""', version).replace("FILES = []", f"FILES = {names}")
