"""Commands that print what comes with litslab: ``rules``, ``example``, and the collections of puzzles and studies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from litslab.app import exits
from litslab.app.cli.options import Option
from litslab.app.cli.shared import finish, read_range

if TYPE_CHECKING:
    from datetime import date


def rules(
    game: Annotated[str | None, Option(complete="litslab.games.rule_text:names")] = None, *, json: bool = False
) -> int:
    """Print how a game is played, what is assumed, and what is proved.

    Parameters
    ----------
    game
        A game, or lits, the puzzle; all are listed if not given.

    Examples
    --------
    litslab rules
    litslab rules wythe
    litslab rules lits
    """
    from litslab.app.documents.rule_texts import AllRulesDocument, RulesDocument
    from litslab.games.rule_text import rule_text

    if game is None:
        finish(AllRulesDocument.made(), json=json)
    else:
        finish(RulesDocument.of(game.lower(), rule_text(game.lower())), json=json)
    return exits.DONE


def example(
    name: Annotated[str | None, Option(complete="litslab.app.examples:examples")] = None,
    *,
    output: Path | None = None,
    force: bool = False,
    json: bool = False,
) -> int:
    """Print a record or puzzle that ships with litslab, or write all of them to a folder.

    Parameters
    ----------
    name
        An example, or a game for the first of its records; all are listed if not given.
    output : FILE or DIR
        Write the example to this file, or all examples to this folder.

    Examples
    --------
    litslab example
    litslab example battle-of-lits-10 | litslab solve - --at 9
    litslab example taiji-9 -o taiji-9.toml
    litslab example -o examples
    """
    from litslab.app.documents.collection import AllExamplesDocument, ExampleDocument
    from litslab.app.examples import examples, find_example, write_examples
    from litslab.games.files import write_new

    if name is None:
        if output is not None:
            write_examples(output, force=force)
        finish(AllExamplesDocument.of(examples()), output, json=json, lines=() if output else None)
        return exits.DONE
    found = find_example(name)
    if output is not None:
        write_new(output, found.text, force=force)
    finish(ExampleDocument.of(found), output, json=json, lines=() if output else None)
    return exits.DONE


def puzzle_collection(
    *,
    pack: Annotated[str | None, Option(complete="litslab.puzzles.collection:packs")] = None,
    level: int | None = None,
    size: str | None = None,
    day: str | None = None,
    json: bool = False,
) -> int:
    """List the LITS puzzles that come with litslab; collection/NUMBER and collection/PACK name them in all commands.

    Without options the packs are listed. With --day there is one puzzle a level, the same for everybody. Exit status 1
    if no puzzle is like that.

    Parameters
    ----------
    pack : PACK
        Those of this pack.
    level : N
        Those of this level, 1 to 5.
    size : N or CxR
        Those with this number of columns and rows.

    Examples
    --------
    litslab puzzle collection
    litslab puzzle collection --pack level-3 --size 8
    litslab puzzle collection --day today --level 2
    litslab puzzle hint collection/12
    """
    from litslab.app.documents.collection import PuzzleCollectionDocument
    from litslab.puzzles.collection import LEVELS, collection, puzzle_of_the_day

    if day is not None:
        levels = LEVELS if level is None else [level]
        puzzles = tuple(puzzle_of_the_day(_day(day), each) for each in levels)
    else:
        puzzles = collection(pack, level=level, size=None if size is None else read_range("size", size, "x"))
    whole = (pack, level, size, day) == (None, None, None, None)
    finish(PuzzleCollectionDocument.of(puzzles, whole=whole), json=json)
    return exits.DONE if puzzles else exits.NEGATIVE


def study_collection(number: int | None = None, *, day: str | None = None, json: bool = False) -> int:
    """List the endgame studies that come with litslab, or print the record of one.

    Parameters
    ----------
    number
        Print the record of this study; all are listed if not given.

    Examples
    --------
    litslab study collection
    litslab study collection 1
    litslab study collection --day 2026-11-24 --json
    """
    from litslab.app.documents.studies import StudyCollectionDocument
    from litslab.puzzles.collection import study, study_collection, study_of_the_day

    one = study(number) if number is not None else None if day is None else study_of_the_day(_day(day))
    chosen = study_collection() if one is None else (one,)
    finish(StudyCollectionDocument.of(chosen, whole=one is None), json=json)
    return exits.DONE


def _day(text: str) -> date:
    from datetime import date

    from litslab.puzzles.lits.puzzle import PuzzleError

    if text == "today":
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PuzzleError(f"--day {text[:20]!r}: expected a date such as 2026-11-24, or today") from None
