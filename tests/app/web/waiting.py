"""Waiting within a page: a promise that is never settled is an error that says what it was about.

`Page.evaluate` of Playwright waits for a promise as long as the page lives.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, Worker

from tests.running import PATIENCE

_WITHIN = """(...given) => {
    const work = %(function)s;
    let timer;
    const end = new Promise((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(%(message)s)), %(milliseconds)d);
    });
    return Promise.race([work(...given), end]).finally(() => clearTimeout(timer));
}"""


def evaluate(
    place: Page | Worker | Locator,
    function: str,
    argument: Any = None,
    *,
    what: str,
    seconds: float = PATIENCE,
) -> Any:
    """Call a function of JavaScript in a page or a worker, and return its result or that of its
    promise.

    Parameters
    ----------
    place
        A page, a worker, or an element, which is the function's first argument.
    function : str
        The expression of a function.
    argument
        Its argument.
    what : str
        What is waited for, in the error.
    seconds : float
        When to give up.
    """
    message = f"{what}: not within {seconds:g} s"
    wrapped = _WITHIN % {
        "function": function,
        "message": json.dumps(message),
        "milliseconds": 1000 * seconds,
    }
    return place.evaluate(wrapped, argument)
