"""What the command line refuses: the exit status, one line that says why, and nothing written."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from litslab.games import create
from litslab.games.record import Record, dumps
from tests.app.command_line import BAD_INPUT, EXAMPLES, NEGATIVE, Runner, a_game

ILLEGAL = 'game = "taiji"\nmoves = ["a1,a2", "a2,a3"]\n'

REFUSED: tuple[tuple[str, str], ...] = (
    ("bogus", "No such command 'bogus'"),
    ("--bogus", "No such option: --bogus"),
    ("games --bogus", "No such option: --bogus"),
    ("games extra", "unexpected extra argument"),
    ("new", "Missing argument 'GAME'"),
    ("show", "Missing argument 'RECORD'"),
    ("tournament t.toml", "Missing argument 'RECORD'"),
    ("perft taiji", "Missing option '--depth'"),
    ("new chess", "game 'chess': expected one of taiji, battle-of-lits, "),
    ("new TAIJI", "game 'TAIJI'"),
    ("new taiji --size", "--size"),
    ("new taiji --size x", "--size"),
    ("new taiji --size 3.5", "--size"),
    ("new taiji --size 0", "size 0: expected 2 or more"),
    ("new taiji --size 1", "size 1: expected 2 or more"),
    ("new taiji --size -5", "size -5: expected 2 or more"),
    ("new taiji --size 100", "size 100: expected at most 99"),
    ("new taiji --size 99999999999999999999999999", "expected at most 99"),
    ("new taiji --groups 0", "groups 0: expected 1 to 3"),
    ("new taiji --groups 4", "groups 4: expected 1 to 3"),
    ("new taiji --supply 3", "option 'supply' of taiji: expected one of size, groups"),
    ("new taiji --rows 3", "option 'rows' of taiji"),
    ("new taiji --no-flips", "option 'flips' of taiji"),
    ("new taiji --x 3", "TAIJI has no such board"),
    ("new wythe --groups 1", "option 'groups' of wythe: expected one of size"),
    ("new wythe --size 1", "size 1: expected 2 or more"),
    ("new tailits --size 10", "size 10: expected an odd number"),
    ("new tailits --size 1", "size 1: expected 3 or more"),
    ("new tailits+taiji --size 4", "size 4: expected an odd number"),
    ("new tailits+taiji --groups 0", "groups 0: expected 1 to 3"),
    ("new tailits --scoring third", "'third' is not one of 'largest', 'second'"),
    ("new tailits --colouring foo", "colouring 'foo': expected fixed or free or each-once or "),
    ("new tailits --colouring pieces", "pieces: expected drawings"),
    ("new tailits --colouring none.toml", "none.toml: cannot read it: No such file"),
    ("new tailits --colouring t.toml", "t.toml: pieces: missing"),
    ("new tailits --colouring binary.toml", "binary.toml: not a text in UTF-8"),
    ("new tailits --colouring bad-pieces.toml", "bad-pieces.toml, line 2: pieces: the drawing 'bbbw' has 3 black"),
    ("new tailits --colouring pieces.toml --supply 3", "the drawn pieces are the supply"),
    ("new tailits --colouring each-once --supply 5", "expected a multiple of 6"),
    ("new tailits --supply 1,2", "supply '1,2': expected one number, or four"),
    ("new battle-of-lits --supply x", "supply 'x': expected one number, or four"),
    ("new battle-of-lits --supply -1", "supply '-1': expected one number, or four"),
    ("new battle-of-lits --supply 1,2,3,", "supply '1,2,3,': expected one number, or four"),
    ("new battle-of-lits --supply ٣", "supply '٣': expected one number, or four"),
    ("new battle-of-lits --rows 0", "rows 0: expected 2 or more"),
    ("new battle-of-lits --x 70 --o 70", "70 X and 70 O: expected"),
    ("new battle-of-lits --x 3 --o 4", "expected equal numbers"),
    ("new battle-of-lits --x -1", "-1 X"),
    ("new battle-of-lits --seed x", "--seed"),
    ("new taiji -o folder", "folder already exists"),
    ("new taiji -o folder --force", "cannot write folder: it is not a file"),
    ("new taiji -o nowhere/t.toml", "cannot write nowhere/t.toml: No such file or directory"),
    ("new taiji -o empty.toml/t.toml", "empty.toml/t.toml"),
    ("perft taiji --size 0 --depth 1", "size 0: expected 2 or more"),
    ("perft taiji --size 1000 --depth 0", "size 1000: expected at most 99"),
    ("perft taiji --size 3 --depth -1", "--depth"),
    ("perft taiji --size 3 --depth 1000000000", "depth 1000000000: expected 0 to"),
    ("perft tailits --size 4 --depth 1", "size 4: expected an odd number"),
    ("show none.toml", "none.toml: cannot read it: No such file"),
    ("show folder", "folder: cannot read it: Is a directory"),
    ("show binary.toml", "binary.toml: not a text in UTF-8"),
    ("show empty.toml", "empty.toml: game: missing"),
    ("show pieces.toml", "pieces.toml"),
    ("show empty.ltp", "empty.ltp: empty: expected a board and its moves"),
    ("show t.toml -o t.gif", "t.gif: expected a name that ends in .svg, .png, .pdf or .ltp"),
    ("show t.toml -o t", "t: expected a name that ends in .svg"),
    ("show t.toml -o t.ltp", "expected a game of Battle of LITS for the LITS Text Protocol"),
    ("show t.toml --ltp board", "expected a game of Battle of LITS for the LITS Text Protocol"),
    ("show t.toml --ltp hex", "'hex' is not one of 'board', 'base32', 'digits'"),
    ("show t.toml --ltp board -o t.svg", "t.svg: expected a name that ends in .ltp, as --ltp writes a game"),
    ("show t.toml -o nowhere/t.svg", "cannot write nowhere/t.svg: No such file or directory"),
    ("show t.toml --at 1", "ply 1: expected 0 to 0, as the record has 0 moves"),
    ("show t.toml --at -1", "ply -1: expected 0 to 0"),
    ("moves t.toml --at x", "--at"),
    ("moves t.toml --at 99999999999999999999999", "ply 99999999999999999999999: expected 0 to 0"),
    ("solve t.toml --at 1", "ply 1: expected 0 to 0"),
    ("solve t.toml --time-limit -1", "--time-limit"),
    ("solve t.toml --time-limit x", "--time-limit"),
    ("solve t.toml --time-limit nan", "time"),
    ("solve t.toml -o t.ltp", "t.ltp: expected a name that ends in .svg, .png or .pdf"),
    ("solve t.toml t.toml", "unexpected extra argument"),
    ("tournament t.toml t.toml", "t.toml: expected a finished game of TAIJI"),
    ("tournament w.toml w.toml", "w.toml: expected a finished game of TAIJI"),
    (
        "simulate taiji -n 5 -o run.parquet --player perfect",
        "player 'perfect': expected one of random, greedy, mcts, exact",
    ),
    ("simulate taiji -n 5 -o run.parquet --player random --player-1 greedy", "expected either --player, once or twice"),
    (
        "simulate taiji -n 5 -o run.parquet --player random --player random --player random",
        "expected it once or twice, not 3 times",
    ),
    ("simulate taiji -n 5 -o run.parquet --at 3", "--at: expected only with --record"),
    ("simulate taiji -n 5 -o run.parquet --record examples/wythe-8.toml", "a record of wythe: expected one of taiji"),
    (
        "simulate taiji -n 5 -o run.parquet --record examples/taiji-9.toml --size 9",
        "--record: expected no game options, as the record has its own",
    ),
    ("simulate taiji -n 5 -o run.parquet --scheduler nonsense://x", "scheduler nonsense://x: "),
    ("simulate taiji -n 5 -o run.parquet --size 1", "size 1: expected 2 or more"),
    (
        "simulate taiji -n 5 -o run.txt",
        "litslab: run.txt: expected a name that ends in .parquet, as a run is a Parquet file\n",
    ),
    ("simulate taiji -n 5 -o run", "litslab: run: expected a name that ends in .parquet, as a run is a Parquet file\n"),
    (
        "simulate taiji -n 5 -o run.parquet.gz",
        "litslab: run.parquet.gz: expected a name that ends in .parquet, as a run is a Parquet file\n",
    ),
    ("solve examples/battle-of-lits-10.toml --engine fast", "'fast' is not one of 'kernel', 'reference', 'cpsat'"),
    ("solve examples/battle-of-lits-10.toml --threads 0", "threads"),
    ("solve examples/battle-of-lits-10.toml --memory 0", "memory"),
    ("match strong random taiji", "player 'strong'"),
    ("match random random chess", "game 'chess'"),
    ("match random random taiji -n 0", "count"),
    ("match random random tailits --size 4", "size 4"),
    ("verify none.json", "none.json"),
    (
        "puzzle generate --balanced --regions 5..7",
        "all four shapes equally often in 5 to 7 regions: expected a multiple",
    ),
    ("puzzle generate --without Q", "shapes 'Q': expected letters of L I T S, such as I or L,I"),
    ("puzzle generate --shaded z9", "cannot read 'z9': expected a square of the 10×10 board"),
    ("puzzle generate --keys many", "--keys 'many': expected a number, or two such as 2..4"),
    ("puzzle generate --rounds 9..2", "9 to 2 rounds: expected two numbers from 0, the lower one first"),
    ("puzzle generate --only-key", "an only key moment without a required technique"),
    ("puzzle generate --equal-sizes --size 7 --regions 6", "49 squares cannot be divided into 6 to 6 regions"),
    ("puzzle generate --rings 9", "9 rings of at least 12 squares"),
    ("puzzle generate --letters 7", "letters '7': expected letters from A to Z, such as HI"),
    ("puzzle generate --best-of 0", "the best of 0 puzzles: expected 1 to 1000"),
    (
        "puzzle generate --solution examples/puzzles/heart.grid --snakes 2",
        "around a given solution: expected one of the two",
    ),
    ("puzzle generate --size 4 --regions 9", "9 regions of at least 4 squares need 36 squares: a board of 4×4 has 16"),
    ("puzzle generate --size 9 --symmetry half-turn", "regions that a half turn keeps on 9×9"),
    ("puzzle generate --symmetry round", "'round' is not one of 'none', 'half-turn', 'mirror', 'quarter-turn'"),
    ("puzzle generate --size 6y6", "--size '6y6': expected a number, or two such as 2x4"),
    ("puzzle generate --level 2..9", "levels 2 to 9: expected 1 to 5"),
    ("puzzle generate --level 1..2..3", "--level '1..2..3'"),
    ("puzzle generate --size 0", "0 columns: expected 2 to 99"),
    ("puzzle generate --shapes Q2", "shapes 'Q2': expected letters of L I T S"),
    ("puzzle generate --require luck", "technique 'luck'"),
    ("puzzle generate -o out --draw gif", "'gif' is not one of 'svg', 'png', 'pdf'"),
    ("puzzle generate --solution a.txt --picture a.txt", "--solution and --picture: expected one of them"),
    ("puzzle generate --solution a.txt", "a.txt: 3 shaded squares: expected a multiple of 4"),
    (
        "puzzle generate --solution examples/puzzles/heart.grid --size 9",
        "10×10 squares: expected the size that --size asks for",
    ),
    (
        "puzzle generate --solution examples/puzzles/heart.grid --regions 4",
        "4 to 4 regions around a solution of 10 tetrominoes",
    ),
    ("puzzle generate --solution examples/puzzles/heart.grid --shapes T9", "9 T in a solution that has "),
    (
        "puzzle generate --solution examples/puzzles/heart.grid --symmetry half-turn",
        "half-turn symmetry around a solution without it",
    ),
    ("puzzle generate --picture svg", "svg: "),
    ("maximal count chess", "game 'chess'"),
    ("maximal count tailits+taiji", "one phase"),
    ("maximal count taiji --engine guess", "'guess' is not one of 'kernel', 'cpsat', 'play'"),
    ("maximal count battle-of-lits --size 12 --engine kernel", "engine 'kernel'"),
    ("maximal count taiji --time-limit nan", "--time-limit"),
    ("maximal estimate tailits+taiji", "one phase"),
    ("maximal estimate taiji --samples 1", "samples"),
    ("maximal list taiji --limit 0", "limit"),
    ("maximal extreme taiji", "choose --minimize or --maximize"),
    ("maximal extreme taiji --minimize pieces --maximize pieces", "choose --minimize or --maximize"),
    ("maximal extreme taiji --minimize squares", "'squares' is not one of 'pieces', 'margin'"),
    ("maximal extreme taiji --minimize pieces --engine kernel", "'kernel' is not one of 'auto', 'cpsat'"),
    ("maximal extreme taiji --maximize margin", "margin"),
    ("maximal extreme taiji --maximize pieces --board examples/battle-of-lits-10.toml", "expected a record of taiji"),
    (
        "maximal extreme battle-of-lits --maximize margin --board examples/battle-of-lits-10.toml --size 4",
        "no other game options",
    ),
    ("maximal extreme taiji --maximize pieces --threads 0", "threads"),
    ("bounds none.toml", "none.toml"),
    ("edit g.toml --append b1", "b1"),
    ("edit g.toml --undo 2", "cannot take back 2 moves: the record has 1"),
    ("edit g.toml --at 5", "ply 5: expected 0 to 1"),
    ("puzzle solve 'https://puzz.link/p?nurikabe/5/5/1'", "type 'nurikabe': expected lits"),
    ("puzzle solve lits/4/4/9q02j", "5 characters of borders: expected 6"),
    ("puzzle solve AAA/BBB/BBB", "the region at a3 has 3 squares"),
    ("puzzle solve nothing.txt", "nothing.txt: no such file, and no puzzle either"),
    ("puzzle solve lits/4/4/9q02jg --engine z3", "'z3' is not one of 'kernel', 'cpsat'"),
    ("puzzle solve folder", "no puzzles there"),
    ("puzzle solve lits/4/4/9q02jg lits/4/4/9q02jg -o a.svg", "2 puzzles for one picture"),
    ("puzzle convert lits/4/4/9q02jg", "no format: expected --to"),
    ("puzzle convert lits/4/4/9q02jg --to docx", "'docx' is not one of 'json', 'penpa'"),
    ("puzzle convert AAAA/.BBB/.BBB --to url", "outside every region"),
    ("puzzle convert lits/4/4/9q02jg a.docx", "a.docx: no format"),
    ("puzzle show lits/4/4/9q02jg -o a.gif", "expected a name that ends in"),
    ("report go -o out", "game 'go'"),
    ("report taiji --size 1 -o out", "size 1: expected"),
    ("report wythe --groups 2 -o out", "option 'groups' of wythe"),
    ("report taiji --time-limit 0 -o out", "--time-limit"),
    ("report taiji --time-limit nan -o out", "--time-limit"),
    ("report taiji --workers 0 -o out", "--workers"),
    ("report taiji --seed -1 -o out", "--seed"),
    ("review examples/tailits-11.toml --time-limit nan", "'--time-limit'"),
    ("review examples/tailits-11.toml -o curve.gif", "expected a name that ends in .svg, .png or .pdf"),
    ("review examples/tailits-11.toml --playouts 0", "'--playouts'"),
)
"""Bad usage and bad input: command lines, and a part of what is said."""

NEGATIVE_ANSWERS: tuple[tuple[str, str], ...] = (
    ("edit g.toml --append a1,a2", "illegal move a1,a2"),
    ("edit g.toml --append b1,c1 --append a1,a2", "illegal move a1,a2"),
    ("show i.toml", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
    ("show i.toml --json", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
    ("show i.toml --at 0", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
    ("moves i.toml", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
    ("moves i.toml --json", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
    ("moves i.toml --at 0", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
    ("solve i.toml", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
    ("solve i.toml --json", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
    ("solve i.toml --at 0", "litslab: i.toml, line 2, move 2: illegal move a2,a3: it overlaps a taijitu on a2\n"),
)
"""Records and moves that are illegal."""


@pytest.fixture
def files(run: Runner) -> None:
    (run.folder / "folder").mkdir()
    (run.folder / "binary.toml").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\x00")
    run.write("empty.toml", "")
    run.write("empty.ltp", "")
    run.write("t.toml", dumps(Record(create("taiji", size=3, groups=1))))
    run.write("w.toml", dumps(a_game("wythe", size=2)))
    run.write("pieces.toml", '[[pieces]]\ndrawing = ["bbww"]\n')
    run.write("bad-pieces.toml", '[[pieces]]\ndrawing = ["bbbw"]\n')
    run.write("i.toml", ILLEGAL)
    run.write("g.toml", dumps(Record(create("taiji", size=3)).append("a1,a2")))
    run.write("a.txt", "##.\n#..\n...\n")
    run.write("svg", "")
    (run.folder / "examples").symlink_to(EXAMPLES)


def contents(folder: Path) -> dict[str, bytes | None]:
    """The files of a folder, and the names of its folders."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "said", "status"),
    [(*row, status) for rows, status in ((REFUSED, BAD_INPUT), (NEGATIVE_ANSWERS, NEGATIVE)) for row in rows],
    ids=[line for line, _ in (*REFUSED, *NEGATIVE_ANSWERS)],
)
def test_a_refusal_is_one_line_with_its_status_and_writes_nothing(
    run: Runner, line: str, said: str, status: int
) -> None:
    before = contents(run.folder)
    answer = run(*shlex.split(line))
    assert answer.status == status
    assert said in answer.complaint
    assert contents(run.folder) == before
