"""The groups of a position, for a page."""

from __future__ import annotations

import litslab as ll
from litslab.analysis.groups import GroupAnalysis
from litslab.app.web import documents
from litslab.app.web.positions import position_of
from litslab.app.web.settings import Send, Settings


def answer_groups(
    request: documents.GroupsRequest,
    settings: Settings,
    _: Send,
) -> GroupAnalysis:
    """Analyse the groups of a position."""
    return ll.groups(position_of(request, settings))
