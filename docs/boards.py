"""The page of whole boards that campaigns have solved.

What they have proved is stored in ``solver/endgame/boards.json``.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import litslab as ll
from benchmarks.measure import markdown_table
from docs.pages import DOCS, Files, with_blocks
from litslab.games.files import write_new
from litslab.games.move import Move
from litslab.games.notation import format_move, move_number, numbered_move
from litslab.games.option_data import describe_options
from litslab.games.registry import GAMES
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.endgame.optimal_moves import principal_variation
from litslab.solver.endgame.stored_boards import Board, SolvedBoard, read_boards
from litslab.solver.engines.registry import make_oracle

PAGE = DOCS / "results" / "boards.md"
STORE = DOCS.parent / "solver" / "endgame" / "boards.json"
CAMPAIGNS = DOCS / "results" / "campaigns"

SEEDS = range(1, 101)
"""The seeds that are tried to identify the board of a campaign."""

MEMORY = 2048
"""The MiB of the table for lines of best play."""


def boards(*campaigns: str) -> Files:
    """Return the page of whole boards; with the files of campaigns, take these in first."""
    for path in campaigns:
        print(f"{path}: {take_in(Path(path))}", flush=True)
    found = stored_boards()
    sections = {game: _section([each for each in found if each.game == game]) for game in GAMES}
    return with_blocks(PAGE, sections | {"begun": _begun()})


def stored_boards() -> list[SolvedBoard]:
    """Return the boards that are stored."""
    return read_boards(STORE.read_text(encoding="utf-8")) if STORE.exists() else []


def take_in(path: Path) -> str:
    """Store the result and the file of a campaign, unless they are stored already; return a
    message.

    The file of a campaign that is not finished is kept in ``unfinished`` until it is.

    Raises
    ------
    ValueError
        If the campaign is not about the value of a whole board.
    """
    with Campaign(path) as campaign:
        board = board_of(campaign)
        result = campaign.result
        cost = campaign.store.cost()
        if any(each.game == board.game and is_about(campaign, each) for each in stored_boards()):
            return f"{board.game} {board.title} is stored"
        unfinished = CAMPAIGNS / "unfinished" / board.file
        target = CAMPAIGNS / board.file if result.complete else unfinished
        target.parent.mkdir(parents=True, exist_ok=True)
        campaign.store.copy(target, force=True)
        if not result.complete:
            return f"{board.game} {board.title} is not finished"
        line = " ".join(format_move(move, campaign.position.rules) for move in _best_line(campaign))
    solved = SolvedBoard(
        **asdict(board),
        value=result.score.lower,
        line=line,
        nodes=cost.nodes,
        seconds=round(cost.seconds, 1),
        version=ll.__version__,
    )
    solved.check()
    unfinished.unlink(missing_ok=True)
    order = list(GAMES)
    found = [*stored_boards(), solved]
    found.sort(
        key=lambda each: (order.index(each.game), each.options["size"], each.seed or 0, each.title)
    )
    write_new(STORE, json.dumps([asdict(each) for each in found], indent=1) + "\n", force=True)
    return str(solved)


def is_about(campaign: Campaign, board: Board) -> bool:
    """Return whether a campaign asks for the value of a board."""
    start = board.start()
    under_swap = board.swap and start.swap_follows
    return campaign.position == start and campaign.result.under_swap == under_swap


def board_of(campaign: Campaign) -> Board:
    """Return the board that a campaign is about, named as others of its game are.

    Raises
    ------
    ValueError
        If it asks who wins only, or about a position that no board of `SEEDS` begins with.
    """
    position = campaign.position
    rules = position.rules
    described = describe_options(rules)
    named = next((each.options for each in stored_boards() if each.game == rules.name), ("size",))
    options = {name: described[name] for name in named if name in described}
    for name, value in described.items():
        by_default = getattr(Board(rules.name, options).rules, name)
        if name not in options and by_default != getattr(rules, name):
            options[name] = value
    swap = campaign.result.under_swap or not position.swap_follows
    seeds = SEEDS if rules.has_symbols else (None,)
    candidates = (Board(rules.name, options, seed, swap) for seed in seeds)
    found = next((each for each in candidates if each.start() == position), None)
    if found is None or campaign.store.settings.target == "winner":
        raise ValueError(
            f"{campaign.store.path}: expected a campaign about the value of a whole board"
        )
    return found


def _best_line(campaign: Campaign) -> list[Move]:
    """Return a line of best play: a best move, then what the campaign knows, then what a search
    finds.
    """
    moves = [campaign.result.best[0]]
    question = campaign.target.root.after(move_number(moves[0], campaign.position.rules))
    oracle = make_oracle(campaign.position.rules, memory=MEMORY)
    value = campaign.result.score.lower
    if campaign.result.under_swap:
        # −1 and 1 are equally even, so they need not be exact.
        bounds = campaign.known.score(question)
        value = bounds.lower if bounds.is_exact else oracle.value(question.position)
    # The move that has shown an answer saves the search for one, but the answer may have been about
    # another number.
    while (number := campaign.known.move(question)) is not None:
        after = question.after(number)
        score = campaign.known.score(after)
        keeps = score.lower >= value if question.wanted else score.upper <= value
        if not keeps and not oracle.reaches(after.position, value, maximising=question.wanted):
            break
        moves.append(numbered_move(number, campaign.position.rules))
        question = after
    return [*moves, *principal_variation(oracle, question.position, value)]


def _section(found: list[SolvedBoard]) -> str:
    """Return the table of a game's boards, and links to the campaigns about them."""
    stored = [each for each in found if (CAMPAIGNS / each.file).exists()]
    exported = [f"[{each.title}](campaigns/{each.file})" for each in stored]
    solved = (
        "Solved by [campaigns](../how-to/campaign.md), with proofs that `litslab campaign verify` "
        "checks:"
    )
    rows = []
    for each in found:
        moves = each.line.split()
        cells = (str(len(moves)), f"{each.nodes:,}", f"{each.seconds:,.1f}")
        rows.append((each.title, signed(each.value), f"`{moves[0]}`", *cells))
    table = markdown_table(("Board", "Value", "First move", "Moves", "Nodes", "CPU s"), rows)
    return f"{solved}\n{', '.join(exported)}.\n\n{table}" if exported else table


def _begun() -> str:
    """Return the table of the campaigns that are not finished."""
    rows = []
    for path in sorted((CAMPAIGNS / "unfinished").glob("*.db")):
        with Campaign(path) as campaign:
            board = board_of(campaign)
            result = campaign.result
            cost = campaign.store.cost()
            target = campaign.target.questions(campaign.known, list)[0].target
        limit = board.rules.value_limit()
        bounds = [f"at least {signed(result.score.lower)}"] if result.score.lower > -limit else []
        bounds += [f"at most {signed(result.score.upper)}"] if result.score.upper < limit else []
        link = f"[{GAMES[board.game].title}, {board.title}](campaigns/unfinished/{path.name})"
        count = sum(each.score.upper < target for each in result.openings)
        refuted = f"{count:,} of {len(result.openings):,}, as worth less than {signed(target)}"
        hours = f"{cost.seconds / 3600:.1f}"
        rows.append((link, ", ".join(bounds) or "–", refuted, f"{cost.nodes:,}", hours))
    columns = ("Board", "Value", "Openings that are refuted", "Nodes", "CPU hours")
    return markdown_table(columns, rows)


def signed(value: int) -> str:
    """Return a number with its sign, as it is printed."""
    return f"{value:+d}".replace("-", "−") if value else "0"
