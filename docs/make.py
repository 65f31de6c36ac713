"""Write pages of the documentation and their pictures, and the collection: ``python -m docs.make
NAME``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from docs import (
    architecture,
    behaviour,
    boards,
    figures,
    first_move,
    maximal,
    page_results,
    pages,
    paper,
    puzzles,
    rulebook,
    small_puzzles,
)
from docs.pages import Files
from litslab.app.docstrings import first_paragraph
from litslab.games.files import write_new

MAKERS: dict[str, Callable[..., Files]] = {
    "alphabet": puzzles.alphabet,
    "architecture": architecture.architecture,
    "behaviour": behaviour.behaviour,
    "boards": boards.boards,
    "collection": puzzles.collection,
    "figures": figures.figures,
    "first-move": first_move.first_move,
    "gallery": puzzles.gallery,
    "games": pages.games,
    "maximal": maximal.maximal,
    "page": page_results.page_results,
    "paper": paper.paper,
    "rulebook": rulebook.rulebook,
    "rules": pages.rules,
    "small-puzzles": small_puzzles.small_puzzles,
    "tour": pages.tour,
}
"""The names that can be written, and the function that returns the files of each."""


def main() -> None:
    """Write the files of one name."""
    summaries = [f"  {name:13} {first_paragraph(maker.__doc__)}" for name, maker in MAKERS.items()]
    parser = argparse.ArgumentParser(
        prog="python -m docs.make",
        description=__doc__,
        epilog="\n".join(["names:", *summaries]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", choices=MAKERS, metavar="NAME", help="what to write")
    parser.add_argument(
        "arguments", nargs="*", metavar="ARGUMENT", help="what to work out first; see the function"
    )
    chosen = parser.parse_args()
    for path, text in MAKERS[chosen.name](*chosen.arguments).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, text, force=True)


if __name__ == "__main__":
    main()
