"""The page without a server: written to a folder, served as any web host would, and asked in a real
browser.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from litslab.app.web.endpoints import ENDPOINTS
from litslab.app.web.in_browser import SETTINGS
from litslab.games import result_json
from tests.app.web.waiting import evaluate

_ASK = """async questions => {
    const { BrowserEngine: { prototype } } = await import("./browser/engine.js");
    const { offers } = prototype;
    while (!window.asked) {  // the page's own engine, when the first view asks what it offers
        prototype.offers = function (name) { window.asked = this; return offers.call(this, name); };
        location.hash = "#home";
        dispatchEvent(new HashChangeEvent("hashchange"));
        await new Promise(resolve => setTimeout(resolve, 20));
    }
    prototype.offers = offers;
    const answers = [];
    for (const [name, body] of questions) {
        try {
            answers.push(await asked.ask(name, body));
        } catch (error) {
            answers.push({ error: error.message });
        }
    }
    return answers;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port; yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def ask(page: Page, questions: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Ask the page's engine some questions, one after another."""
    return list(evaluate(page, _ASK, questions, what="answers of the page's engine"))


def plain(document: object) -> dict[str, Any]:
    """Return a document as the browser would have it from the server."""
    return dict(json.loads(json.dumps(result_json.plain(document))))


def answered(name: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of the server to a request."""
    endpoint = next(each for each in ENDPOINTS if each.name == name)
    request = endpoint.request.model_validate_json(json.dumps(body))
    return plain(endpoint.answered(request, SETTINGS, lambda _event: None))
