"""The page as the server sends it: with the answers that its first view needs, so that it need not ask for them."""

from __future__ import annotations

import json

from litslab.app.documents.base import plain
from litslab.app.documents.positions import GameDocument
from litslab.app.web import documents, positions
from litslab.app.web.settings import Settings
from litslab.games.registry import GAMES, load_plugins

_PLACE = "</body>"


def with_answers(page: str, settings: Settings) -> str:
    """Put the list of games, and the start of the first of them, into a page, where its module `engine.js` looks.

    Parameters
    ----------
    page : str
        The page as it is stored.
    settings : Settings
        The bounds of the server, which its answers keep to.
    """
    request = {"game": next(iter(GAMES)), "options": {}}
    started = positions.new_game(documents.NewRequest.model_validate(request), settings)
    answers = {
        "games": list_of_games(),
        "ahead": [{"name": "new", "body": request, "answer": plain(started)}],
    }
    # Within a script, "</" could end it.
    text = json.dumps(answers, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return page.replace(_PLACE, f'<script type="application/json" id="answers">{text}</script>\n{_PLACE}')


def list_of_games() -> list[dict[str, object]]:
    """Return what ``/games`` answers."""
    load_plugins()
    return [plain(GameDocument.of(rules)) for rules in GAMES.values()]
