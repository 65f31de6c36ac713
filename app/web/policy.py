"""Content security policies."""

from __future__ import annotations


def policy_text(directives: dict[str, str]) -> str:
    """Return a policy in the form of its header.

    Examples
    --------
    >>> policy_text({"default-src": "'none'", "img-src": "'self' data:"})
    "default-src 'none'; img-src 'self' data:"
    """
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())
