"""Commands about games and records, from ``rules`` and ``new`` to ``edit``, ``perft`` and
``tournament``.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import litslab as ll
from litslab.app import documents
from litslab.app.cli.options import Option, documented
from litslab.app.cli.shared import (
    GameChoice,
    check_output,
    finish,
    read_record,
    save_svg,
    text_language,
    write_text,
)
from litslab.app.cli.values import refuse
from litslab.app.console import showing


@documented(
    """Print how a game is played, what is assumed, and what is proved.

    Parameters
    ----------
    game
        A game, or lits, the puzzle; all are listed if not given.

    Examples
    --------
    litslab rules
    litslab rules wythe
    litslab rules lits --lang ja
    """
)
def rules(
    game: Annotated[str | None, Option(complete="litslab.games.rule_text:names")] = None,
    *,
    lang: str | None = None,
    json: bool = False,
) -> None:
    from litslab.games.language import using

    with using(text_language(lang, json=json)):
        if game is None:
            finish(documents.rule_texts.AllRulesDocument.made(drawn=json), json=json)
        else:
            name = game.lower()
            finish(documents.rule_texts.RulesDocument.of(name, drawn=json), json=json)


@documented(
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
)
def example(
    name: Annotated[str | None, Option(complete="litslab.puzzles.examples:examples")] = None,
    *,
    output: Path | None = None,
    force: bool = False,
    json: bool = False,
) -> None:
    from litslab.puzzles.examples import examples, find_example, write_examples

    if name is None:
        if output is not None:
            write_examples(output, force=force)
        listed = documents.collection.AllExamplesDocument.made_of(None, examples=examples())
        finish(listed, output, json=json, lines=() if output else None)
        return
    found = find_example(name)
    write_text(found.text, output, force)
    finish(
        documents.collection.ExampleDocument.made_of(found),
        output,
        json=json,
        lines=() if output else None,
    )


@documented(
    """List the games, their options and defaults.

    Examples
    --------
    litslab games
    litslab games --json
    """
)
def games(*, json: bool = False) -> None:
    finish(documents.positions.GamesDocument.made(), json=json)


@documented(
    """Make a record of a new game; Battle of LITS gets a random board.

    Parameters
    ----------
    x : N
        Battle of LITS: number of X symbols (30 per 100 squares).
    o : N
        Battle of LITS: number of O symbols (30 per 100 squares).
    antisymmetry
        Battle of LITS: a half turn exchanges X and O.
    board : FILE
        The board in front of you, a file of rows (or - for standard input), which determines the
        size: of X, O and . for Battle of LITS, of w, b and . (the colours) for TAIJI.
    output
        Write the record to this file; if not given, print it.

    Examples
    --------
    litslab new battle-of-lits --seed 7 -o game.toml
    litslab new tailits --scoring second --colouring free
    """
)
def new(
    chosen: GameChoice,
    *,
    seed: int = 0,
    x: int | None = None,
    o: int | None = None,
    antisymmetry: bool = True,
    board: Path | None = None,
    output: Path | None = None,
    force: bool = False,
    json: bool = False,
) -> None:
    if board is not None and (x is not None or o is not None or not antisymmetry):
        refuse("--board with --x, --o or --no-antisymmetry: expected the one or the others")
    if board is not None:
        start = chosen.start(board)
        record = ll.Record(start.rules, setup=start if start.placed else None)
    else:
        rules = chosen.rules()
        if rules.has_symbols:
            rng = random.Random(seed)
            rules = rules.with_fresh_board(rng, x=x, o=o, antisymmetric=antisymmetry)
        elif x is not None or o is not None:
            refuse(f"--x and --o make a board of Battle of LITS: {rules.title} has no such board")
        record = ll.Record(rules)
    document = documents.positions.NewDocument.made_of(record, path=output)
    write_text(document.record, output, force)
    finish(document, output, json=json)


@documented(
    """Draw a position in the terminal or as a picture, or write the game so far in the LITS Text
    Protocol.

    Parameters
    ----------
    output
        Write a .svg, .png or .pdf picture or a .ltp game.
    ltp
        Write the game in LTP, with the board in this form; without -o, print it.

    Examples
    --------
    litslab example -o examples
    litslab show examples/taiji-9.toml --at 12
    litslab show examples/battle-of-lits-10.toml -o game.svg
    litslab show examples/battle-of-lits-10.toml --ltp board
    """
)
def show(
    record: Path,
    *,
    at: int | None = None,
    output: Path | None = None,
    ltp: str | None = None,
    force: bool = False,
    constructed: bool = False,
    json: bool = False,
) -> None:
    from litslab.games.drawing.picture_file import SUFFIXES
    from litslab.games.drawing.svg import draw
    from litslab.games.ltp import BoardForm
    from litslab.games.record_ltp import dumps_ltp

    check_output(output, force, (*SUFFIXES, ".ltp"))
    read = read_record(record, constructed=constructed, at=at)
    position = read.position(at)
    text = None
    if ltp is not None or (output is not None and output.suffix == ".ltp"):
        if output is not None and output.suffix != ".ltp":
            refuse(f"{output}: expected a name that ends in .ltp, as --ltp writes a game")
        played = read if at is None else replace(read, moves=read.moves[:at])
        text = dumps_ltp(played, BoardForm(ltp or BoardForm.BOARD))
        write_text(text, output, force)
    else:
        save_svg(lambda: draw(position, title=read.title or None), output, force)
    document = documents.positions.ShowDocument.of_record(read, position, text)
    finish(document, output, json=json, lines=() if output else None)


@documented(
    """List the legal moves, with the squares that each covers and the scores right after it.

    Examples
    --------
    litslab example -o examples
    litslab moves examples/wythe-8.toml --at 10
    """
)
def moves(
    record: Path,
    *,
    at: int | None = None,
    constructed: bool = False,
    json: bool = False,
) -> None:
    position = read_record(record, constructed=constructed, at=at).position(at)
    finish(documents.positions.MovesDocument.of(position), json=json)


@documented(
    """Append moves to a record, or take some back; an illegal move changes nothing.

    Parameters
    ----------
    append : MOVE
        Add this move at the end; may be repeated.
    undo : N
        Take back the last N moves first.
    title
        Set the title.
    comment : TEXT
        Set the comment.
    output
        Write the record here; RECORD itself is replaced if not given.

    Examples
    --------
    litslab new battle-of-lits --seed 7 -o game.toml
    litslab edit game.toml --append 'L[a1,a2,a3,b1]' --append swap
    litslab example -o examples
    litslab edit examples/taiji-7.toml --at 6 --append g6,g7 -o variation.toml
    """
)
def edit(
    record: Path,
    *,
    at: int | None = None,
    append: list[str] | None = None,
    undo: Annotated[int, Option(least=0)] = 0,
    title: str | None = None,
    comment: str | None = None,
    output: Path | None = None,
    force: bool = False,
    json: bool = False,
) -> None:
    loaded = read_record(record, at=at)
    if at is not None:
        loaded.position(at)  # raises an error if the record is shorter
        loaded = loaded.drop(len(loaded.moves) - at)
    edited = loaded.drop(undo).append(*append or ())
    if title is not None:
        edited = replace(edited, title=title)
    if comment is not None:
        edited = replace(edited, comment=comment)
    target = output or record
    if output is None and record.suffix != ".toml":
        refuse(f"{record}: expected -o FILE, as only a .toml record can be replaced")
    document = documents.positions.NewDocument.made_of(edited, path=target)
    write_text(document.record, target, force or output is None)
    picture = documents.texts.picture_lines(edited.position())
    wrote = f"wrote {target}: {documents.texts.counted(len(edited.moves), 'move')}"
    finish(document, json=json, lines=(*picture, wrote))


@documented(
    """Count the distinct positions after 0, 1, … placements, and how many of each are final.

    Parameters
    ----------
    depth : N
        Number of placements.

    Examples
    --------
    litslab perft battle-of-lits --size 4 --depth 3
    """
)
def perft(
    chosen: GameChoice,
    *,
    depth: Annotated[int, Option(least=0)],
    json: bool = False,
) -> None:
    from litslab.games.perft import perft as count

    rules = chosen.rules()
    with showing("counting"):
        counted = count(rules, depth)
    finish(documents.positions.PerftDocument.made_of(counted, game=rules.name), json=json)


@documented(
    """Score a TAIJI match: two games with the same options, with the sides exchanged in the second.

    Parameters
    ----------
    first : RECORD
        A record (.toml), an LTP game (.ltp), or a game from Abstract Play (.json).
    second : RECORD
        The second game, with the sides exchanged.

    Examples
    --------
    litslab example -o examples
    litslab tournament examples/taiji-9.toml examples/taiji-9.toml --json
    """
)
def tournament(first: Path, second: Path, *, json: bool = False) -> None:
    from litslab.games.taiji import tournament as score

    positions = []
    for path in (first, second):
        position = read_record(path).position()
        if not position.rules.has_matches or not position.is_over:
            refuse(f"{path}: expected a finished game of TAIJI")
        positions.append(position)
    one, other = (position.rules for position in positions)
    differing = []
    for option in one.options():
        value = getattr(one, option.name)
        other_value = getattr(other, option.name)
        if value != other_value:
            differing.append(f"{option.name} {value} and {other_value}")
    if differing:
        found = ", ".join(differing)
        refuse(f"{first} and {second}: {found}: expected two games of the same size and groups")
    result = score(positions[0].outcome(), positions[1].outcome())
    players = ("light of the first game", "dark of the first game")
    winner = None if result.winner is None else players[result.winner]
    finish(
        documents.positions.TournamentDocument(totals=list(result.totals), winner=winner), json=json
    )
