"""Tables of results: whole boards that are solved, the fewest and the most pieces, and measured
endgames and grades.

What campaigns have proved about whole boards is stored in ``solver/endgame/boards.json``, extreme
finished positions in ``solver/finals/extremes.json``, measured endgames and grades in
``docs/figures.json``. The pages show what is stored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import litslab as ll
from benchmarks import ladder
from benchmarks.endgame import WORKS, measure
from benchmarks.measure import markdown_table
from docs.pages import DOCS, Files, with_blocks
from litslab.games.files import write_new
from litslab.games.move import Move
from litslab.games.notation import format_move, format_placements, move_number, numbered_move
from litslab.games.option_data import describe_options
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.registry import GAMES
from litslab.puzzles.lits.grade import MOST_LEVEL
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.endgame.optimal_moves import principal_variation
from litslab.solver.endgame.stored_boards import Board, SolvedBoard, read_boards
from litslab.solver.engines.registry import make_oracle
from litslab.solver.finals.extreme import STORE, KnownExtreme, extreme_finals, facts
from tests.puzzles.published import published

BOARDS_PAGE = DOCS / "results" / "boards.md"
BOARDS = DOCS.parent / "solver" / "endgame" / "boards.json"
CAMPAIGNS = DOCS / "results" / "campaigns"
MAXIMAL_PAGE = DOCS / "results" / "maximal.md"
ENGINE = DOCS / "results" / "engine.md"
SPEED = DOCS / "results" / "speed.md"
GRADING = DOCS / "results" / "grades.md"
FIGURES = DOCS / "figures.json"

SEEDS = range(1, 101)
"""The seeds that are tried to identify the board of a campaign."""

BOARD_MEMORY = 2048
"""The MiB of the table for lines of best play."""

# --- whole boards ---


def boards(*campaigns: str) -> Files:
    """Return the page of whole boards; with the files of campaigns, take these in first."""
    for path in campaigns:
        print(f"{path}: {take_in(Path(path))}", flush=True)
    found = stored_boards()
    sections = {game: _section([each for each in found if each.game == game]) for game in GAMES}
    return with_blocks(BOARDS_PAGE, sections | {"begun": _begun()})


SHOWN_BOARDS = {
    ("taiji", 6): "Dark wins by the tie rule, with one group scored and with two or three.",
    ("battle-of-lits", 10): (
        "The second player wins by a point or the tie rule, thanks to the swap; on 19 others, too."
    ),
    ("tailits", 9): "Black wins by one square or by the tie rule (colouring fixed).",
    ("wythe", 5): "The second player wins by a point or the tie rule, thanks to the swap.",
}
"""The largest solved boards, and the texts of the page about them."""

PAGE_RESULTS = Path(__file__).parents[1] / "app" / "web" / "static" / "results.json"


def page_results(*measured: str) -> Files:
    """Return the results that the web page shows: the strengths of its opponents, and solved
    boards; with ladder, measure the strengths first, in minutes.

    The positions of each game in the same file stay unchanged.
    """
    files: Files = {}
    if "ladder" in measured:
        table = markdown_table(ladder.COLUMNS, ladder.rows_of_ladder())
        files = with_blocks(ENGINE, {"ladder": table})
    page = files.get(ENGINE) or ENGINE.read_text(encoding="utf-8")
    played = page.split("<!-- ladder -->")[1].split("<!-- end")[0]
    weaker: dict[str, str] = {}
    strengths: dict[str, dict[str, Any]] = {}
    for row in (line for line in played.splitlines() if " v. " in line):
        game, board, players, games, share, _ = (cell.strip() for cell in row.strip("|").split("|"))
        stronger, weaker[stronger] = players.split(" v. ")
        strengths.setdefault(game, {})[stronger] = [int(share.split(" %")[0]), int(games), board]
    solved = []
    stored = stored_boards()
    for (game, size), text in SHOWN_BOARDS.items():
        one = next(each for each in stored if (each.game, each.options["size"]) == (game, size))
        title = f"{GAMES[game].title} {size}×{size}"
        record = dumps(Record(one.start().rules).append(*one.line.split()))
        cost = f"{one.nodes / 1e6:,.0f} million positions searched"
        solved.append({"title": title, "text": text, "cost": cost, "record": record})
    kept = json.loads(PAGE_RESULTS.read_text(encoding="utf-8"))
    found = {
        "weaker": weaker,
        "strengths": strengths,
        "solved": solved,
        "positions": kept["positions"],
    }
    return files | {PAGE_RESULTS: json.dumps(found, ensure_ascii=False, indent=1) + "\n"}


def stored_boards() -> list[SolvedBoard]:
    """Return the boards that are stored."""
    return read_boards(BOARDS.read_text(encoding="utf-8")) if BOARDS.exists() else []


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
    write_new(BOARDS, json.dumps([asdict(each) for each in found], indent=1) + "\n", force=True)
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
    oracle = make_oracle(campaign.position.rules, memory=BOARD_MEMORY)
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
        rows.append((each.title, _signed(each.value), f"`{moves[0]}`", *cells))
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
        bounds = [f"at least {_signed(result.score.lower)}"] if result.score.lower > -limit else []
        bounds += [f"at most {_signed(result.score.upper)}"] if result.score.upper < limit else []
        link = f"[{GAMES[board.game].title}, {board.title}](campaigns/unfinished/{path.name})"
        count = sum(each.score.upper < target for each in result.openings)
        refuted = f"{count:,} of {len(result.openings):,}, as worth less than {_signed(target)}"
        hours = f"{cost.seconds / 3600:.1f}"
        rows.append((link, ", ".join(bounds) or "–", refuted, f"{cost.nodes:,}", hours))
    columns = ("Board", "Value", "Openings that are refuted", "Nodes", "CPU hours")
    return markdown_table(columns, rows)


def _signed(value: int) -> str:
    """Return a number with its sign, as it is printed."""
    return f"{value:+d}".replace("-", "−") if value else "0"


# --- the fewest and the most pieces ---

SIZES = {"battle-of-lits": range(4, 12), "taiji": range(4, 10), "wythe": range(4, 10)}
DRAWN = range(7, 12)
"""The sizes of Battle of LITS whose positions the page draws."""


METHODS = {
    "search": (
        "`solver.finals.few_pieces`: an exhaustive search in the kernel finds no finished position "
        "of fewer."
    ),
    "found": "`solver.finals.few_pieces`: the same search found the position.",
    "beam": (
        "`solver.finals.few_pieces`: a beam search found the position (up to 10,000 layouts at "
        "once); no proof."
    ),
    "local": (
        "a local search took pieces from known positions, and the same search finished them with "
        "fewer; no proof."
    ),
    "strips": (
        "`solver.finals.extreme`: CP-SAT finds no position of more pieces; the free squares that "
        "2×2 blocks force are summed over strips (`strip_cuts`), or over the disjoint blocks of "
        "the board."
    ),
    "rows": (
        "`solver.finals.domino_extremes`: dynamic programming, square by square, over all packings "
        "of dominoes."
    ),
    "one level": (
        "`solver.finals.domino_extremes`: no fewer than in TAIJI, as the bare board is packed the "
        "same way; the same program finds a position on one level with no more."
    ),
    "trees": (
        "`solver.finals.domino_extremes`: positions are cut up into binomial trees; CP-SAT proves "
        "the best way."
    ),
    "model": (
        "`solver.model`: the rules as one CP-SAT model, with the bounds known for it (in TAIJI two "
        "squares per piece)."
    ),
    "start": (
        "`solver.finals.extreme`: the best of some random games, and of the beam search, from "
        "which the model starts; no proof."
    ),
}
"""The ways in which a bound was proved or a position found."""


def maximal(*fact: str) -> Files:
    """Return the page of extreme positions; with GAME SIZE AIM [SECONDS], prove one first: aim
    fewest or most.
    """
    known = dict(facts())
    if fact:
        game, size, aim, *seconds = fact
        new = prove(game, int(size), aim, float(seconds[0]) if seconds else 1200.0)
        known[new.key] = stronger(known.get(new.key), new)
        print(known[new.key])
    entries = [asdict(each) for _, each in sorted(known.items())]
    blocks = {game: _extremes(game, known) for game in SIZES}
    blocks["methods"] = "\n".join(f"- **{name}**: {text}" for name, text in METHODS.items())
    blocks["positions"] = "\n".join(_drawn(size, known) for size in DRAWN)
    return with_blocks(MAXIMAL_PAGE, blocks) | {
        Path(str(STORE)): json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
    }


Facts = dict[tuple[str, int, str], KnownExtreme]


def prove(game: str, size: int, aim: str, seconds: float) -> KnownExtreme:
    """Prove a fact.

    Raises
    ------
    ValueError
        If the time ran out before anything was found.
    """
    rules = GAMES[game].on_square_board(size)
    found = extreme_finals(rules, maximise=aim == "most", time_limit=seconds, threads=2)
    if (
        found.best is None
        or found.bound is None
        or found.found_by is None
        or found.bound_by is None
    ):
        raise ValueError(f"{game} {size} {aim}: nothing found in {seconds:g} s")
    position = rules.from_placements(found.best.placements)
    ends = [(found.bound, found.bound_by), (found.best.objective, found.found_by)]
    (lower, lower_by), (upper, upper_by) = reversed(ends) if aim == "most" else ends
    return KnownExtreme(
        game=game,
        aim=aim,
        size=size,
        lower=lower,
        upper=upper,
        lower_by=lower_by,
        upper_by=upper_by,
        position=format_placements(position.placements, rules),
        seconds=round(found.seconds, 1),
    )


def stronger(old: KnownExtreme | None, new: KnownExtreme) -> KnownExtreme:
    """Return the strongest bounds of two facts."""
    if old is None:
        return new
    lower = max((new, old), key=lambda fact: fact.lower)
    upper = min((new, old), key=lambda fact: fact.upper)
    if old.lower == lower.lower and old.upper == upper.upper and new.lower < new.upper:
        return old
    return replace(
        upper if new.aim == "fewest" else lower,
        lower=lower.lower,
        upper=upper.upper,
        lower_by=lower.lower_by,
        upper_by=upper.upper_by,
        seconds=new.seconds if lower is upper else max(old.seconds, new.seconds),
    )


def _extremes(game: str, known: Facts) -> str:
    rows = []
    for size in SIZES[game]:
        fewest = _cells(known.get((game, size, "fewest")))
        most = _cells(known.get((game, size, "most")))
        rows.append((f"{size}×{size}", *fewest, *most))
    return markdown_table(("size", "fewest", "by", "seconds", "most", "by", "seconds"), rows)


def _cells(fact: KnownExtreme | None) -> tuple[str, str, str]:
    if fact is None:
        return "", "", ""
    methods = dict.fromkeys((fact.lower_by, fact.upper_by))
    return _range([fact.lower, fact.upper], str), ", ".join(methods), f"{fact.seconds:g}"


def _drawn(size: int, known: Facts) -> str:
    """Return the shortest and the longest layout of Battle of LITS side by side, checked by the
    rules.
    """
    columns = [
        [aim, *known["battle-of-lits", size, aim].check().text_rows()] for aim in ("fewest", "most")
    ]
    width = len(columns[0][1])
    rows = [f"{left:{width}}    {right}".rstrip() for left, right in zip(*columns, strict=True)]
    return "\n".join([f"{size}×{size}:", "", "```text", *rows, "```", ""])


# --- measured endgames and grades ---

GRADES = "grades"
"""The name of the grades of published puzzles."""


def figures(*names: str) -> Files:
    """Return the pages with figures; with names of endgames, or grades, or all, measure these
    first, in minutes.
    """
    measured = json.loads(FIGURES.read_text(encoding="utf-8"))
    for name in (*WORKS, GRADES) if names == ("all",) else names:
        measured[name] = measure_grades() if name == GRADES else measure_endgame(name)
        print(name, measured[name], flush=True)
    compared = []
    for name, work in WORKS.items():
        nodes = _range(measured[name]["nodes"], _nodes)
        seconds = _range(measured[name]["seconds"], _seconds)
        compared.append((name, work.prototype, f"{nodes} / {seconds}"))
    graded = []
    for board, counts in measured[GRADES].items():
        levels = counts["levels"]
        numbers = (sum(levels), *levels, counts["with trials"], counts["trials"])
        graded.append((board, *map(str, numbers)))

    three = ("work", "a plain alpha-beta prototype, nodes / s", "litslab, nodes / s")
    grades = ("board", "puzzles", "level 1", *"2345", "with trials", "trials")
    tables = {
        SPEED: ("endgames", three, compared),
        GRADING: ("grades", grades, graded),
    }
    ordered = {name: measured[name] for name in (*WORKS, GRADES)}
    files = {FIGURES: json.dumps(ordered, ensure_ascii=False, indent=1) + "\n"}
    for page, (name, columns, rows) in tables.items():
        files |= with_blocks(page, {name: markdown_table(columns, rows)})
    return files


def measure_endgame(name: str) -> dict[str, list[float]]:
    """Return the nodes of one thread and the CPU seconds that the exact value of each position
    takes.
    """
    costs = measure(WORKS[name])
    return {
        "nodes": [each.nodes for each in costs],
        "seconds": [round(each.seconds, 2) for each in costs],
    }


def measure_grades() -> dict[str, dict[str, Any]]:
    """Return what `grades_by_board` says of the published puzzles."""
    return grades_by_board(
        [(entry.puzzle.board.size, ll.grade(entry.puzzle)) for entry, _ in published()]
    )


def grades_by_board(grades: Sequence[tuple[int, ll.Grade]]) -> dict[str, dict[str, Any]]:
    """Return the number of puzzles of each level, and their trials, by the size of the board.

    Parameters
    ----------
    grades : sequence of tuple
        The size of the board and the grade of each puzzle.
    """
    boards = {
        "below 10×10": range(100),
        "10×10": range(100, 101),
        "above 10×10": range(101, 10_000),
        "all": range(10_000),
    }
    found = {}
    for board, sizes in boards.items():
        members = [grade for size, grade in grades if size in sizes]
        levels = [
            sum(each.level == level for each in members) for level in range(1, MOST_LEVEL + 1)
        ]
        trials = [each.trials for each in members if each.trials]
        found[board] = {"levels": levels, "with trials": len(trials), "trials": sum(trials)}
    return found


def _range(numbers: list[float], written: Callable[[float], str]) -> str:
    return "–".join(dict.fromkeys(written(number) for number in (min(numbers), max(numbers))))


def _nodes(count: float) -> str:
    """Return a number of nodes with two or three digits."""
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.{0 if count >= 10 * size else 1}f} {letter}"
    return f"{count:.0f}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.{0 if seconds >= 10 else 1 if seconds >= 0.1 else 2}f}"
