"""Commands about games and records, from ``rules`` and ``new`` to ``edit``, ``perft`` and
``tournament``.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.options import (
    AtPly,
    Colouring,
    Constructed,
    Flips,
    Force,
    Game,
    GameOptions,
    Groups,
    Json,
    OptionalLang,
    RecordFile,
    Rows,
    Scoring,
    Seed,
    Size,
    Supply,
    SwapRule,
    Tonga,
    one_of,
    output_path,
    whole_number,
)
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
from litslab.app.cli.words import completion
from litslab.app.console import showing


@command(
    "rules",
    help="Print how a game is played, what is assumed, and what is proved.",
    examples=("litslab rules", "litslab rules wythe", "litslab rules lits --lang ja"),
)
def rules(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game, or lits, the puzzle; all are listed if not given.",
            autocompletion=completion("litslab.games.rule_text:names"),
        ),
    ] = None,
    *,
    lang: OptionalLang = None,
    json: Json = False,
) -> None:
    from litslab.app.text.rule_texts import all_rules_text, rules_text
    from litslab.games.language import using

    with using(text_language(lang, json=json)):
        if game is None:
            answer = documents.rule_texts.AllRules.made(drawn=json)
            finish(answer, json=json, lines=all_rules_text())
        else:
            name = game.lower()
            rules = documents.rule_texts.GameRules.of(name, drawn=json)
            finish(rules, json=json, lines=rules_text(name))


@command(
    "example",
    help="Print a record or puzzle that ships with litslab, or write all of them to a folder.",
    examples=(
        "litslab example",
        "litslab example battle-of-lits-10 | litslab solve - --at 9",
        "litslab example taiji-9 -o taiji-9.toml",
        "litslab example -o examples",
    ),
)
def example(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="An example, or a game for the first of its records; all are listed if not given.",
            autocompletion=completion("litslab.puzzles.examples:examples"),
        ),
    ] = None,
    *,
    output: Annotated[
        Path | None,
        output_path(
            metavar="FILE or DIR",
            help="Write the example to this file, or all examples to this folder.",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    from litslab.app.text.collection import examples_text
    from litslab.puzzles.examples import examples, find_example, write_examples

    if name is None:
        if output is not None:
            write_examples(output, force=force)
        listed = documents.collection.Examples(examples())
        lines = [] if output else examples_text(listed.examples)
        finish(listed, output, json=json, lines=lines)
        return
    found = find_example(name)
    write_text(found.text, output, force)
    finish(found, output, json=json, lines=[] if output else found.text.splitlines())


@command(
    "games",
    help="List the games, their options and defaults.",
    examples=("litslab games", "litslab games --json"),
)
def games(*, json: Json = False) -> None:
    from litslab.app.text.positions import games_text

    finish(documents.positions.Games.made(), json=json, lines=games_text())


@command(
    "new",
    help="Make a record of a new game; Battle of LITS gets a random board.",
    examples=(
        "litslab new battle-of-lits --seed 7 -o game.toml",
        "litslab new tailits --scoring second --colouring free",
    ),
)
def new(
    game: Game,
    *,
    size: Size = None,
    rows: Rows = None,
    groups: Groups = None,
    supply: Supply = None,
    scoring: Scoring = None,
    colouring: Colouring = None,
    flips: Flips = None,
    tonga: Tonga = None,
    swap: SwapRule = None,
    option: GameOptions = None,
    seed: Seed = 0,
    x: Annotated[
        int | None, whole_number(help="Battle of LITS: number of X symbols (30 per 100 squares).")
    ] = None,
    o: Annotated[
        int | None, whole_number(help="Battle of LITS: number of O symbols (30 per 100 squares).")
    ] = None,
    antisymmetry: Annotated[
        bool, typer.Option(help="Battle of LITS: a half turn exchanges X and O.")
    ] = True,
    board: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The board in front of you, a file of rows (or - for standard input), which "
            "determines the size: of X, O and . for Battle of LITS, of w, b and . (the "
            "colours) for TAIJI.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        output_path(
            help="Write the record to this file; if not given, print it.",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
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
    answer = documents.positions.WrittenRecord.of(record, output)
    write_text(answer.record, output, force)
    lines = [answer.record.removesuffix("\n")] if output is None else []
    finish(answer, output, json=json, lines=lines)


@command(
    "show",
    help="Draw a position in the terminal or as a picture, or write the game so far in the LITS "
    "Text Protocol.",
    examples=(
        "litslab example -o examples",
        "litslab show examples/taiji-9.toml --at 12",
        "litslab show examples/battle-of-lits-10.toml -o game.svg",
        "litslab show examples/battle-of-lits-10.toml --ltp board",
    ),
)
def show(
    record: RecordFile,
    *,
    at: AtPly = None,
    output: Annotated[
        Path | None,
        output_path(
            help="Write a .svg, .png or .pdf picture or a .ltp game.",
        ),
    ] = None,
    ltp: Annotated[
        str | None,
        one_of(
            "litslab.games.ltp:BoardForm",
            help="Write the game in LTP, with the board in this form; without -o, print it.",
        ),
    ] = None,
    force: Force = False,
    constructed: Constructed = False,
    json: Json = False,
) -> None:
    from litslab.app.text.parts import Lines
    from litslab.app.text.positions import position_text
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
    lines: Lines = position_text(read, position)
    if output is not None:
        lines = iter(())
    elif text is not None:
        lines = iter([text.removesuffix("\n")])
    answer = documents.positions.ShownPosition.of_record(read, position, text)
    finish(answer, output, json=json, lines=lines)


@command(
    "moves",
    help="List the legal moves, with the squares that each covers and the scores right after it.",
    examples=("litslab example -o examples", "litslab moves examples/wythe-8.toml --at 10"),
)
def moves(
    record: RecordFile,
    *,
    at: AtPly = None,
    constructed: Constructed = False,
    json: Json = False,
) -> None:
    from litslab.app.text.positions import moves_text

    position = read_record(record, constructed=constructed, at=at).position(at)
    finish(documents.positions.LegalMoves.of(position), json=json, lines=moves_text(position))


@command(
    "edit",
    help="Append moves to a record, or take some back; an illegal move changes nothing.",
    examples=(
        "litslab new battle-of-lits --seed 7 -o game.toml",
        "litslab edit game.toml --append 'L[a1,a2,a3,b1]' --append swap",
        "litslab example -o examples",
        "litslab edit examples/taiji-7.toml --at 6 --append g6,g7 -o variation.toml",
    ),
)
def edit(
    record: RecordFile,
    *,
    at: AtPly = None,
    append: Annotated[
        list[str] | None,
        typer.Option(metavar="MOVE", help="Add this move at the end; may be repeated."),
    ] = None,
    undo: Annotated[int, whole_number(help="Take back the last N moves first.", least=0)] = 0,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="Set the title.")] = None,
    comment: Annotated[str | None, typer.Option(metavar="TEXT", help="Set the comment.")] = None,
    output: Annotated[
        Path | None,
        output_path(
            help="Write the record here; RECORD itself is replaced if not given.",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    from litslab.app.text.parts import counted, picture_lines

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
    answer = documents.positions.WrittenRecord.of(edited, target)
    write_text(answer.record, target, force or output is None)
    picture = picture_lines(edited.position())
    wrote = f"wrote {target}: {counted(len(edited.moves), 'move')}"
    finish(answer, json=json, lines=(*picture, wrote))


@command(
    "perft",
    help="Count the distinct positions after 0, 1, … placements, and how many of each are final.",
    examples=("litslab perft battle-of-lits --size 4 --depth 3",),
)
def perft(
    game: Game,
    *,
    size: Size = None,
    rows: Rows = None,
    groups: Groups = None,
    supply: Supply = None,
    scoring: Scoring = None,
    colouring: Colouring = None,
    flips: Flips = None,
    tonga: Tonga = None,
    swap: SwapRule = None,
    option: GameOptions = None,
    depth: Annotated[int, whole_number(help="Number of placements.", least=0)],
    json: Json = False,
) -> None:
    from litslab.app.text.positions import perft_text
    from litslab.games.perft import perft as count
    from litslab.games.result_json import extended

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    rules = chosen.rules()
    with showing("counting"):
        counted = count(rules, depth)
    answer = extended(documents.positions.PerftAnswer, counted, game=rules.name)
    finish(answer, json=json, lines=perft_text(counted))


@command(
    "tournament",
    help="Score a TAIJI match: two games with the same options, with the sides exchanged in the "
    "second.",
    examples=(
        "litslab example -o examples",
        "litslab tournament examples/taiji-9.toml examples/taiji-9.toml --json",
    ),
)
def tournament(
    first: RecordFile,
    second: Annotated[
        Path, typer.Argument(metavar="RECORD", help="The second game, with the sides exchanged.")
    ],
    *,
    json: Json = False,
) -> None:
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
    ended = "a drawn match" if winner is None else f"{winner} wins"
    finish(
        documents.positions.TournamentAnswer(result.totals, winner),
        json=json,
        lines=[f"{result.totals[0]}–{result.totals[1]}: {ended}"],
    )
